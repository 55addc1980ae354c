//! A program written for html5ever and `markup5ever_rcdom`, after migration to this crate. `program.rs` is
//! unchanged; the imports below replace these:
//!
//! ```text
//! use html5ever::{
//!     Attribute, ParseOpts, QualName, expanded_name, interface, local_name, ns, parse_document,
//!     parse_fragment, serialize, tendril, tree_builder,
//! };
//! use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};
//! ```
//!
//! The program prints a page's tree, its links, and the page with numbered headings:
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
