//! Writes trees as HTML: [the fragment serialization
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) of the
//! standard, over any [`TreeSource`](tree_sink::TreeSource).
//!
//! [`write_inner`] writes what is in a node, [`write_outer`] the node as well. Both walk without
//! recursion and write in one pass; [`IoWriter`] lets them write to files and sockets.

#![forbid(unsafe_code)]

mod escape;
mod fragment;
mod io;
mod options;

pub use fragment::{write_inner, write_outer};
pub use io::IoWriter;
pub use options::{Options, ShadowRoots};
