//! The document users get: an arena of nodes, compact, `Send + Sync`, without reference counts.
//!
//! A [`Document`] holds its nodes in one vector, its attributes in another and all its text in one
//! buffer. [`NodeRef`] reads it. [`Builder`] writes it: it is the [`TreeSink`](tree_sink::TreeSink)
//! that a tree builder fills.
//!
//! # Examples
//!
//! ```
//! use sapwood_dom::{Builder, Options};
//! use names::{Name, Namespace, tag};
//! use tree_sink::{ElementName, NewElement, Origin, Span, TreeSink};
//!
//! let mut builder = Builder::<false>::new(Options::default());
//! let root = builder.document();
//! let html = builder.create_element(NewElement {
//!     name: ElementName { namespace: Namespace::Html, name: Name::known(tag::HTML) },
//!     attributes: &[],
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
//! assert_eq!(document.outline().to_string(), "| <html>\n|   \"Hello\"\n");
//! ```

#![forbid(unsafe_code)]

mod arena;
mod attributes;
mod builder;
mod document;
mod edit;
mod effort;
mod html;
mod id;
#[cfg(feature = "select")]
mod index;
mod iter;
mod node;
mod outline;
mod own_names;
mod patch;
mod positions;
mod pseudo_attributes;
mod reading;
mod scripted;
#[cfg(feature = "select")]
mod select;
mod selectedcontent;
mod shadow;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod written;
mod xml;

#[cfg(feature = "select")]
pub use ::select::{Namespaces, Select, Selector, SelectorError};
pub use attributes::{AttributeRef, Attributes};
pub use builder::{Builder, Options, Parsed};
pub use document::Document;
pub use edit::{EditError, NewIds};
pub use id::NodeId;
pub use iter::{
    Ancestors, Children, Descendants, Elements, Following, Preceding, PrecedingSiblings, Texts,
};
pub use node::{DoctypeRef, NodeData, NodeRef};
pub use outline::Outline;
pub use positions::Origin;
pub use shadow::ShadowRootRef;
pub use tree_sink::{
    ElementName, ErrorCode, Limit, LineColumn, LineIndex, Name, NameId, Namespace, ParseError,
    QualifiedName, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, Span,
};
