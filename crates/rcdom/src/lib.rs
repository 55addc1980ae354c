//! Reference-counted DOM with `markup5ever`'s types and the API of `markup5ever_rcdom`, filled by Sapwood.
//!
//! A program written for html5ever and `markup5ever_rcdom` only changes its imports: this crate has the tree
//! and the parts of html5ever that such a program uses. New code should prefer `sapwood::Document`, which is
//! several times faster and can be sent to another thread.
//!
//! # Examples
//!
//! ```
//! // use html5ever::{parse_document, tendril::TendrilSink};
//! // use markup5ever_rcdom::{Handle, NodeData, RcDom};
//! use sapwood_rcdom::{Handle, NodeData, RcDom, parse_document, tendril::TendrilSink};
//!
//! fn links(node: &Handle, found: &mut Vec<String>) {
//!     if let NodeData::Element { name, attrs, .. } = &node.data
//!         && &*name.local == "a"
//!     {
//!         let attrs = attrs.borrow();
//!         let href = attrs.iter().find(|attribute| &*attribute.name.local == "href");
//!         found.extend(href.map(|href| href.value.to_string()));
//!     }
//!     for child in node.children.borrow().iter() {
//!         links(child, found);
//!     }
//! }
//!
//! let dom = parse_document(RcDom::default(), Default::default())
//!     .from_utf8()
//!     .read_from(&mut "<p>Read <a href=/this>this</a>".as_bytes())?;
//! let mut found = Vec::new();
//! links(&dom.document, &mut found);
//! assert_eq!(found, ["/this"]);
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod builder;
mod dom;
mod node;
mod parse;
mod selectedcontent;
pub mod serialize;
mod source;
mod tree;

pub use builder::Builder;
pub use dom::RcDom;
pub use node::{Handle, Node, NodeData, WeakHandle};
pub use parse::{Parser, parse_document, parse_fragment};
pub use sapwood_markup5ever::{
    Attribute, ExpandedName, LocalName, Namespace, ParseOpts, Prefix, QualName, driver,
    expanded_name, interface, local_name, markup5ever, namespace_prefix, namespace_url, ns,
    tendril, tokenizer, tree_builder,
};
pub use serialize::{SerializableHandle, SerializeOpts, serialize};
pub use source::Children;

/// Runs the examples of the html5ever migration guide as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/coming-from-html5ever.md")]
struct ComingFromHtml5ever;
