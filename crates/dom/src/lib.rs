//! The document: an arena of nodes, compact, `Send + Sync`, without reference counts.
//!
//! A [`Document`] holds its nodes in one vector, its attributes in another and all its text in one buffer. [`NodeRef`]
//! reads it. [`Builder`] builds it: the [`TreeSink`](sapwood_tree::TreeSink) that a tree builder fills.
//!
//! | module | content |
//! |---|---|
//! | `store` | tables of nodes, attributes, texts, names and positions; node ids; the element index |
//! | `build` | the tree sink, and the searches that it needs |
//! | `read` | node references, iterators, attributes and text |
//! | `parse` | options, and the parsers that build documents |
//! | `edit` | creating, inserting, copying and removing nodes; attributes; fragments of HTML; snapshots of other trees |
//! | `query` | selectors and XPath expressions over nodes |
//! | `extract`, `markdown`, `article` | the algorithms of `sapwood_extract`, `sapwood_markdown` and `sapwood_article` over nodes |
//! | `write` | HTML, XML, the source with edits, and the tree format of the test suites |
//!
//! `store` depends on no other module, and only `build` and `edit` change it.
//!
//! # Examples
//!
//! ```
//! use sapwood::{
//!     Namespace, Span, TreeSink,
//!     dom::{Builder, BuilderOptions},
//!     tag,
//!     tree::{Attributes, ElementName, Name, NewElement, Origin},
//! };
//!
//! let mut builder = Builder::<false>::new(BuilderOptions::default());
//! let root = builder.document();
//! let html = builder.create_element(NewElement {
//!     name: ElementName { namespace: Namespace::Html, name: Name::known(tag::HTML) },
//!     attributes: Attributes::NONE,
//!     origin: Origin::Tag(Span::default()),
//!     html_integration_point: false,
//! });
//! builder.append(&root, &html);
//! builder.append_text(&html, "Hello", Span::default());
//!
//! let document = builder.finish().document;
//! let html = document.document_element().unwrap();
//! assert_eq!(html.local_name(), Some("html"));
//! assert_eq!(html.text_content(), "Hello");
//! assert_eq!(document.dump().to_string(), "| <html>\n|   \"Hello\"\n");
//! ```

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "article")]
pub mod article;
mod build;
mod edit;
#[cfg(feature = "extract")]
pub mod extract;
#[cfg(feature = "markdown")]
pub mod markdown;
mod parse;
mod query;
mod read;
#[cfg(feature = "serde")]
mod serialize;
mod store;
#[cfg(test)]
mod tests;
mod write;

pub use build::builder::{Builder, BuilderOptions, Built};
pub use edit::{AttributeList, EditError, EscapedTags, FilterAction, NewIds, Snapshot};
// Hidden, as the next: for the parsers of the façade, which begin with bytes, and for the sanitizer, which parses its
// markup again in the memory of the tree that wrote it.
#[cfg(feature = "extract")]
#[doc(hidden)]
pub use parse::link_driver;
#[doc(hidden)]
pub use parse::{DocumentDriver, DocumentOptions, DocumentStages, document_driver};
pub use parse::{
    ParseOptions, Parsed, Parser, parse, parse_fragment, parse_fragment_with, parse_with,
};
#[cfg(feature = "select")]
pub use query::select::Select;
pub use read::{
    attributes::{AttributeRef, Attributes},
    iter::{
        Ancestors, Children, Descendants, Elements, Following, Preceding, PreviousSiblings, Texts,
    },
    node::{DoctypeRef, NodeData, NodeRef},
    shadow::ShadowRootRef,
};
pub use sapwood_driver::Limits;
pub use sapwood_names::Namespaces;
#[cfg(feature = "select")]
pub use sapwood_select::{Selector, SelectorError};
pub use sapwood_tree::{
    ElementName, ErrorCode, Limit, LineColumn, LineIndex, Name, NameId, Namespace, ParseError,
    QualifiedName, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, Span,
};
pub use sapwood_tree_builder::{FragmentContext, UnknownContext};
#[cfg(feature = "xpath")]
pub use sapwood_xpath::{XPath, XPathError};
#[cfg(feature = "lossless")]
pub use store::source::Patch;
pub use store::{document::Document, id::NodeId, positions::Origin};
pub use write::dump::Dump;
#[cfg(feature = "lossless")]
pub use write::source::SourceError;
// Hidden: for the parsers of the façade, which begin with bytes or XML.
#[cfg(feature = "lossless")]
#[doc(hidden)]
pub use {
    sapwood_lossless::{TextPatch, apply},
    store::source::{Coding, SourceInput},
};
