//! Extracts content from a document: text as a person sees it, links, forms, tables and metadata.
//!
//! The methods don't change a document, don't recurse on its depth, and take linear time. Memory and output are linear
//! in the input; where the standard's algorithms could exceed that, the types say how they are bounded. A caller that
//! resolves links or repeats the text of cells multiplies on its own account: [`NodeRef::links`](crate::NodeRef::links)
//! and [`NodeRef::tables`](crate::NodeRef::tables) are iterators, so that output can be written item by item.

#[cfg(feature = "url")]
mod base;
mod forms;
pub(crate) mod inner_text;
pub(crate) mod links;
pub(crate) mod metadata;
mod methods;
mod microdata;
pub(crate) mod node_set;
mod records;
#[cfg(feature = "serde")]
mod serialize;
mod tables;
pub(crate) mod walk;

#[cfg(feature = "url")]
pub use self::base::Base;
pub use self::{
    forms::{Control, Form, FormError, FormOption, Method},
    links::{Link, LinkKind},
    metadata::Meta,
    microdata::{Item, Microdata, Property, PropertyValue},
    records::{Record, TableTexts},
    tables::{Cell, Row, RowGroup, Table},
};
#[cfg(feature = "json")]
pub use serde_json;
#[cfg(feature = "url")]
pub use url;
