//! Sapwood parses HTML by the [WHATWG standard](https://html.spec.whatwg.org/multipage/parsing.html)
//! into a compact [`Document`] that is `Send` and `Sync`.
//!
//! [`parse`] is for a whole document at hand, [`parse_fragment`] for what would be set as
//! `innerHTML`, [`parse_with`] for more than the tree, and [`Parser`] for input that comes in chunks;
//! `parse_bytes` and `ByteParser` take bytes and find out their encoding.
//! None of them fails: the standard says what becomes of any input.
//!
//! # Examples
//!
//! ```
//! let document = sapwood::parse("<!doctype html><title>Sap</title><p>One<p>Two <a href=/wood>more</a>");
//!
//! let body = document.body().unwrap();
//! assert_eq!(body.children().count(), 2);
//! assert_eq!(body.text_content(), "OneTwo more");
//!
//! let link = body.descendants().find(|node| node.local_name() == Some("a")).unwrap();
//! assert_eq!(link.attribute("href"), Some("/wood"));
//!
//! print!("{}", document.outline());
//! ```
//!
//! # Layers
//!
//! Text goes through a [`tokenizer`], whose tokens a [`tree_builder`] takes, which calls a
//! [`TreeSink`]. [`Document`] is filled by the sink in [`dom`]; write your own to build something
//! else, or a [`tokenizer::TokenSink`] to see tokens only.

#![forbid(unsafe_code)]

#[cfg(feature = "encoding")]
mod bytes;
mod edit;
mod limits;
mod options;
mod parser;
mod script;
#[cfg(feature = "select")]
pub mod stream;
#[cfg(feature = "microsyntax")]
mod values;
#[cfg(feature = "xml")]
pub mod xml;

#[cfg(feature = "encoding")]
pub use bytes::{ByteOptions, ByteParser, LATE_DECLARATION, ParsedBytes, parse_bytes};
pub use dom::{
    self, AttributeRef, Document, EditError, NewIds, NodeData, NodeId, NodeRef, ShadowRootRef,
};
pub use edit::SetHtml;
#[cfg(feature = "encoding")]
pub use encoding;
pub use limits::Limits;
#[cfg(feature = "microsyntax")]
pub use microsyntax;
pub use names::{attr, tag, tag_id};
pub use options::Options;
pub use parser::{Parsed, Parser, parse, parse_fragment, parse_with};
#[cfg(feature = "reading")]
pub use reading::{self, Reading};
pub use script::{ScriptedParser, Step};
#[cfg(feature = "select")]
pub use select::{self, Namespaces, Select, Selector, SelectorError};
pub use serializer;
pub use tokenizer;
pub use tree_builder::{self, FragmentContext, UnknownContext};
pub use tree_sink::{
    self, ErrorCode, Limit, LineColumn, LineIndex, NameId, Namespace, ParseError, QuirksMode,
    ShadowRootInit, ShadowRootMode, SlotAssignment, Span, TreeSink, TreeSource,
};
#[cfg(feature = "microsyntax")]
pub use values::AttributeValues;

/// The examples of the README.
#[cfg(all(doctest, feature = "encoding", feature = "select"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
