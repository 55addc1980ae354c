//! The interfaces between parsers, trees and serializers.
//!
//! A tree builder writes to a [`TreeSink`], such as a document, an event stream or a counter. This
//! trait is the only coupling between them. Serializers and other readers read a tree through
//! [`TreeSource`].

#![forbid(unsafe_code)]

mod attribute;
mod budget;
mod element;
mod error;
mod limit;
mod qualified;
mod quirks_mode;
mod sink;
mod source;
mod span;

pub use attribute::{Attribute, Attributes};
#[doc(hidden)]
pub use attribute::{AttributeParts, AttributeRange};
pub use budget::Budget;
pub use element::{
    ElementName, NewElement, Origin, ShadowRootInit, ShadowRootMode, SlotAssignment,
};
pub use error::{ErrorCode, ParseError};
pub use limit::Limit;
pub use qualified::{QualifiedAttribute, QualifiedElement};
#[doc(hidden)]
pub use qualified::{QualifiedId, QualifiedNames};
pub use quirks_mode::QuirksMode;
pub use sapwood_names::{Name, NameId, Namespace};
pub use sink::{InsertionLocation, Patch, TreeSink};
pub use source::{AttributeView, ElementView, NodeView, QualifiedName, TreeSource};
pub use span::{LineColumn, LineIndex, Span};
