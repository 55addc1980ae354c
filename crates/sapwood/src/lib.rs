// The examples, and the links in what they say, need what is on by default.
#![cfg_attr(
    all(
        feature = "encoding",
        feature = "microsyntax",
        feature = "reading",
        feature = "select",
        feature = "xml"
    ),
    doc = include_str!("front_page.md")
)]
#![cfg_attr(
    not(all(
        feature = "encoding",
        feature = "microsyntax",
        feature = "reading",
        feature = "select",
        feature = "xml"
    )),
    doc = "An HTML parser that follows the WHATWG standard."
)]
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
