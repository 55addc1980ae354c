//! Where a parser's tree goes, and the types that cross that border.
//!
//! [`TreeSink`] is what a tree builder writes to: a document, an event stream, a counter.
//! The builder and the sink know nothing else of each other. [`TreeSource`] is what a tree is read through.

#![forbid(unsafe_code)]

mod attribute;
mod element;
mod error;
mod limit;
mod qualified;
mod sink;
mod source;
mod span;

pub use attribute::{Attribute, Attributes};
pub use element::{
    ElementName, NewElement, Origin, ShadowRootInit, ShadowRootMode, SlotAssignment,
};
pub use error::{ErrorCode, ParseError};
pub use limit::Limit;
pub use names::{Name, NameId, Namespace};
pub use qualified::{QualifiedAttribute, QualifiedElement, QualifiedId, QualifiedNames};
pub use sink::{Patch, Place, QuirksMode, TreeSink};
pub use source::{AttributeView, ElementView, NodeView, QualifiedName, TreeSource};
pub use span::{LineColumn, LineIndex, Span};
