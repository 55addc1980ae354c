//! The interfaces between parsers, trees and serializers.
//!
//! A tree builder writes to a [`TreeSink`], such as a document, an event stream or a counter. This
//! trait is the only coupling between them. A tree is read in one of two ways:
//!
//! | | [`TreeSource`] | [`Node`] |
//! |---|---|---|
//! | for | trees that keep their data in cells; each node is seen once, by a closure | trees that lend their texts; nodes are visited in any order |
//! | used by | serializers, comparisons, conversions | selectors, XPath, text, links, tables, forms, Markdown, main content |
//!
//! Every tree of `Node`s is a `TreeSource` by [`NodeSource`].

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attribute;
mod budget;
mod candidate_key;
mod element;
mod error;
mod form_owners;
mod limit;
mod node;
mod node_set;
mod node_source;
mod properties;
mod qualified;
mod quirks_mode;
#[cfg(feature = "serde")]
mod serialize;
mod sink;
mod source;
mod span;
mod traverse;
mod visitor;
mod walk;

pub use attribute::{Attribute, Attributes};
// Hidden: the layout that tokenizers, tree construction and the arena share.
#[doc(hidden)]
pub use attribute::{AttributeParts, AttributeRange};
pub use budget::Budget;
pub use candidate_key::{CandidateKey, has_token};
pub use element::{
    ElementName, NewElement, Origin, ShadowRootInit, ShadowRootMode, SlotAssignment,
    is_html_encoding,
};
pub use error::{ErrorCode, ParseError};
pub use form_owners::form_owners;
pub use limit::{CHUNK_LENGTH, Limit};
pub use node::{Node, Tree, attributes, is_in};
pub use node_set::NodeSet;
pub use node_source::NodeSource;
pub use properties::{DoctypeIds, DocumentMode, ElementHead, NameFlags, NodeKind};
pub use qualified::{QualifiedAttribute, QualifiedElement, QualifiedId, QualifiedNames};
pub use quirks_mode::QuirksMode;
pub use sapwood_names::{Name, NameId, Namespace};
pub use sink::{InsertionLocation, Patch, TreeSink};
pub use source::{AttributeView, ElementView, NodeView, QualifiedName, TreeSource};
pub use span::{LineColumn, LineIndex, Span};
pub use traverse::{
    Ancestors, Children, Descendants, next_after, next_element, next_in_tree, previous_element,
    root_of,
};
pub use visitor::Visitor;
pub use walk::{Step, Walk};
