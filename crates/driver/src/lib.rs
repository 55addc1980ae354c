//! Feeds input to a tokenizer and the tree builder behind it, within limits.
//!
//! Every parser of Sapwood is a thin wrapper around a [`Driver`]. The driver feeds text to the two [`Stages`] of a
//! parser, [`Html`] or [`Xml`], and returns an [`Event`] whenever its caller has something to decide: a script has
//! to run, a `meta` declares an encoding, a limit was reached. It alone counts input and time, so that each of the
//! [`Limits`] holds in every parser.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod allowance;
mod driver;
mod html;
mod limits;
mod stages;
#[cfg(feature = "xml")]
mod xml;

#[cfg(feature = "xml")]
pub use self::xml::Xml;
#[doc(hidden)]
pub use allowance::split_at_most;
pub use driver::{Driver, Event, Feed};
pub use html::Html;
pub use limits::Limits;
pub use sapwood_tree_builder::EncodingDeclaration;
pub use stages::{Pause, Stages};
