//! Reads what a document says: text as a person sees it, links, forms, tables and metadata.
//!
//! All of it is in the methods of [`Reading`], which documents and nodes have. Nothing here changes a
//! document, recurses on its depth, or takes more than linear time.

#![forbid(unsafe_code)]

mod forms;
mod inner_text;
mod links;
mod metadata;
mod microdata;
mod reading;
mod tables;
mod walk;

pub use forms::{Choice, Control, Form, Method};
pub use links::{Link, LinkKind};
pub use metadata::Meta;
pub use microdata::{Item, Microdata, Property, PropertyValue};
pub use reading::Reading;
#[cfg(feature = "json")]
pub use serde_json;
pub use tables::{Cell, Row, RowGroup, Table};
#[cfg(feature = "url")]
pub use url;
