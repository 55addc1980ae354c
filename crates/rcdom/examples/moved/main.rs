//! A program that was written for html5ever and `markup5ever_rcdom`, after the move: `program.rs` is as it
//! was, and these were its imports:
//!
//! ```text
//! use html5ever::{
//!     Attribute, ParseOpts, QualName, expanded_name, interface, local_name, ns, parse_document,
//!     parse_fragment, serialize, tendril, tree_builder,
//! };
//! use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};
//! ```
//!
//! It prints the outline of a page, with headings numbered and links collected:
//! `cargo run -p sapwood-rcdom --example moved < page.html`.

#![forbid(unsafe_code)]

use std::io;

use sapwood_rcdom::{
    Attribute, Handle, NodeData, ParseOpts, QualName, RcDom, SerializableHandle, expanded_name,
    interface, local_name, ns, parse_document, parse_fragment, serialize, tendril, tree_builder,
};

mod program;

fn main() -> io::Result<()> {
    program::run(&mut io::stdin().lock(), &mut io::stdout().lock())
}
