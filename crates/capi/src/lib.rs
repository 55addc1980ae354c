//! The C interface of [Sapwood](https://docs.rs/sapwood): `libsapwood.so`, `libsapwood.a` and `sapwood.h`.
//!
//! Every exported function is declared and documented in `include/sapwood.h`, which is generated from this crate. The head of that
//! file explains ownership, threads, texts and errors once for all of them.
//!
//! | module | functions |
//! |---|---|
//! | `border` | what reads and writes the caller's memory |
//! | `version`, `failure`, `error`, `strings` | versions and features, statuses and errors, texts |
//! | `options`, `parse`, `parser` | options and limits, parsing whole inputs, parsing pieces |
//! | `document`, `node`, `tables` | documents, walking from node to node, all nodes as flat arrays |
//! | `select`, `xpath` | CSS selectors, XPath expressions |
//! | `content`, `sanitize`, `serialize` | text, links, Markdown and others; safe HTML; markup |
//! | `edit`, `source` | changes of a document, and the source with them |
//! | `arrow` | pages as rows of Arrow batches, with the feature `arrow` |
//! | `stream`, `tokens` | matches of selectors while parsing, tokens without a tree |
//! | `rewrite`, `unit`, `content_writer` | rewriting while a page streams, the parts of the page that its functions change, and content that they write |

#![cfg_attr(
    not(feature = "full"),
    expect(dead_code, unused_imports, reason = "functions that are left out would use them")
)]

#[cfg(feature = "arrow")]
pub mod arrow;
mod border;
#[cfg(feature = "full")]
pub mod content;
#[cfg(feature = "full")]
pub mod content_writer;
pub mod document;
pub mod edit;
pub mod error;
pub mod failure;
pub mod node;
pub mod options;
pub mod parse;
pub mod parser;
#[cfg(feature = "full")]
pub mod rewrite;
#[cfg(feature = "full")]
pub mod sanitize;
pub mod select;
pub mod serialize;
#[cfg(feature = "full")]
pub mod source;
#[cfg(feature = "full")]
pub mod stream;
pub mod strings;
pub mod tables;
#[cfg(feature = "full")]
pub mod tokens;
#[cfg(feature = "full")]
pub mod unit;
pub mod version;
#[cfg(feature = "full")]
pub mod xpath;
