//! Writes trees as HTML or XML, over any [`TreeSource`](sapwood_tree::TreeSource).
//!
//! | | |
//! |---|---|
//! | [`write_inner`], [`write_outer`] | the standard's [fragment serialization algorithm](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments): `innerHTML` and `outerHTML` |
//! | [`minify_inner`], [`minify_outer`] | as few bytes as give the same tree |
//! | [`pretty_inner`] | a line for each block |
//! | [`xml::write`] | XML |
//!
//! All write in one pass, without recursion and in pieces of about 64 KiB. [`IoWriter`] writes to files and
//! sockets. With the feature `encoding`, an `EncodedTree` makes a document declare the encoding of the output.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "encoding")]
mod encoded;
mod fragment;
mod generated;
mod html_writer;
mod io;
mod minify;
mod options;
mod pretty;
pub mod source_tag;
mod tag_strings;
#[cfg(feature = "encoding")]
mod text_encoder;
pub mod xml;

#[cfg(feature = "encoding")]
pub use encoded::{EncodedAttributes, EncodedChildren, EncodedNode, EncodedTree};
pub use fragment::{write_inner, write_outer};
pub use io::IoWriter;
pub use minify::{Minify, minify_inner, minify_outer};
pub use options::{SerializeOptions, ShadowRoots};
pub use pretty::pretty_inner;
// Hidden: for output that isn't a tree's.
#[cfg(feature = "encoding")]
#[doc(hidden)]
pub use text_encoder::{TextEncoder, has_character};
// Hidden: the output buffer of this project's own trees, whose calls follow the serializer's inner loop.
#[doc(hidden)]
pub use {
    fragment::{push_inner, push_outer, write_declaration, write_start_tag},
    html_writer::HtmlWriter,
    tag_strings::KnownName,
};
