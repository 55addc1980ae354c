//! Extracts content from a document: text as a person sees it, links, forms, tables and metadata.
//!
//! [`Extract`] adds methods to documents and nodes. They don't change a document, don't recurse on its depth,
//! and take linear time.

#![forbid(unsafe_code)]

mod extract;
mod forms;
mod inner_text;
mod links;
mod metadata;
mod microdata;
mod tables;
mod walk;

pub use extract::Extract;
pub use forms::{Control, Form, FormOption, Method};
pub use links::{Link, LinkKind};
pub use metadata::Meta;
pub use microdata::{Item, Microdata, Property, PropertyValue};
#[cfg(feature = "json")]
pub use serde_json;
pub use tables::{Cell, Row, RowGroup, Table};
#[cfg(feature = "url")]
pub use url;
