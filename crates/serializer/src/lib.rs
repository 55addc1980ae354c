//! Writes trees as HTML: [the fragment serialization
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) of the
//! standard, over any [`TreeSource`](tree_sink::TreeSource).
//!
//! [`write_inner`] writes what is in a node, [`write_outer`] the node as well; [`minify_inner`] and
//! [`minify_outer`] do so in as few bytes as give the same tree, [`pretty_inner`] with a line for each block;
//! [`xml::write`] writes XML. All walk without recursion and write in one pass, some 64 KiB at a time;
//! [`IoWriter`] lets them write to files and sockets.

#![forbid(unsafe_code)]

mod fragment;
mod io;
mod minify;
mod options;
mod pen;
mod pieces;
mod pretty;
pub mod xml;

pub use fragment::{push_inner, push_outer, write_inner, write_outer};
pub use io::IoWriter;
pub use minify::{Minify, minify_inner, minify_outer};
pub use options::{Options, ShadowRoots};
pub use pen::Pen;
pub use pieces::KnownName;
pub use pretty::pretty_inner;
