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
//! | `rewrite`, `unit` | rewriting while a page streams, and the parts of the page that its functions change |

#[cfg(feature = "arrow")]
pub mod arrow;
mod border;
pub mod content;
pub mod document;
pub mod edit;
pub mod error;
pub mod failure;
pub mod node;
pub mod options;
pub mod parse;
pub mod parser;
pub mod rewrite;
pub mod sanitize;
pub mod select;
pub mod serialize;
pub mod source;
pub mod stream;
pub mod strings;
pub mod tables;
pub mod tokens;
pub mod unit;
pub mod version;
pub mod xpath;
