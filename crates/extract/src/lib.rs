//! Content of any tree: text as a person sees it, links, forms, tables and metadata.
//!
//! The functions read trees whose nodes implement [`Node`]. They don't recurse on the depth of a tree, and take linear
//! time. Memory and output are linear in the input; where the standard's algorithms could exceed that, the types say how
//! they are bounded. A caller that resolves links or repeats the text of cells multiplies on its own account: [`links`] and
//! [`tables`] are iterators, so that output can be written item by item.
//!
//! The document of `sapwood` has them as methods, and the types without the parameter for nodes:
//! `sapwood::extract::Link<'d>` is a [`Link`] of its nodes.
//!
//! | module | content |
//! |---|---|
//! | `inner_text` | rendered text: `style` computes boxes, `lines` collapses white space |
//! | [`boxes`] | what writers of other formats need of these |
//! | `links`, `base` | links and their resolution |
//! | `forms` | forms, their controls, and the entry list and the request that they submit |
//! | `tables`, `records` | tables as rows, and rows as records |
//! | `text_fragment` | URLs that point at a text, and the texts that they point at |
//! | `metadata`, `microdata` | `title` and `meta` elements, JSON-LD; microdata |
//!
//! # Features
//!
//! - `url`: resolved links and submissions of forms, as types of the crate `url`; text fragments.
//! - `encoding`: submissions in the encodings that forms and documents have, instead of UTF-8.
//! - `json`: JSON-LD and microdata as `serde_json` values.
//! - `serde`: `serde::Serialize` for links, tables, forms and what they submit, metadata and microdata.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "url")]
mod base;
mod forms;
mod inner_text;
mod links;
mod metadata;
mod microdata;
mod records;
mod search;
#[cfg(feature = "serde")]
mod serialize;
mod tables;
#[cfg(feature = "url")]
mod text_fragment;
mod text_range;

#[cfg(feature = "url")]
pub use base::Base;
pub use forms::{Control, Form, FormError, FormOption, Method, forms};
#[cfg(feature = "url")]
pub use forms::{Submission, SubmissionError};
pub use inner_text::{inner_text, without, without_tables};
pub use links::{Link, LinkKind, links, reads_attributes};
#[cfg(feature = "url")]
pub use links::{attribute_url, base_url};
#[cfg(feature = "json")]
pub use metadata::json_ld;
pub use metadata::{Meta, child_text, is_json_ld, metas, stripped_and_collapsed, title};
pub use microdata::{Item, Microdata, Property, PropertyValue};
pub use records::{Record, TableTexts};
pub use sapwood_tree::Node;
pub use search::as_text;
#[cfg(feature = "json")]
pub use serde_json;
pub use tables::{Cell, Row, RowGroup, Table, tables};
#[cfg(feature = "url")]
pub use text_fragment::TextFragments;
pub use text_range::TextRange;
#[cfg(feature = "url")]
pub use url;

/// The boxes of elements, as far as text depends on them: for writers of other formats.
pub mod boxes {
    pub use crate::inner_text::{
        declarations::Declarations,
        display::{Child, Content, Display},
        effects::{IS_ARIA_HIDDEN, changes_box, effects_of},
        lines::WhiteSpace,
        style::{Context, Own, cascade, is_inline, style},
    };
}
