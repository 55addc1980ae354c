//! Reference-counted DOM with `markup5ever`'s types and the API of `markup5ever_rcdom`, filled by Sapwood.
//!
//! A program written for html5ever and `markup5ever_rcdom` only changes its imports: this crate has the tree
//! and the parts of html5ever that such a program uses. New code should prefer `sapwood::Document`, which is
//! several times faster and can be sent to another thread.
//!
//! With cargo features, [`RcDom`] and the nodes have some methods of `sapwood::Document`, which return handles of this
//! tree: `select`, `xpath`, `extract` for `inner_text`, `links` and `tables`, and `markdown`. They query a copy of the tree.
//! The feature `snapshot` gives that copy alone.
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

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod builder;
mod dom;
mod node;
mod parse;
#[cfg(feature = "snapshot")]
mod query;
mod selectedcontent;
pub mod serialize;
mod source;
mod tree;

pub use builder::Builder;
pub use dom::RcDom;
pub use node::{Handle, Node, NodeData, WeakHandle};
pub use parse::{Parser, parse_document, parse_fragment};
#[cfg(feature = "snapshot")]
pub use query::Snapshot;
#[cfg(feature = "select")]
pub use sapwood_dom::{Selector, SelectorError};
#[cfg(feature = "xpath")]
pub use sapwood_dom::{XPath, XPathError};
pub use sapwood_markup5ever::{
    Attribute, ExpandedName, LocalName, Namespace, ParseOpts, Prefix, QualName, driver,
    expanded_name, interface, local_name, markup5ever, namespace_prefix, namespace_url, ns,
    tendril, tokenizer, tree_builder,
};
pub use serialize::{SerializableHandle, SerializeOpts, serialize};
pub use source::Children;

/// Links and tables of a tree.
#[cfg(feature = "extract")]
pub mod extract {
    pub use crate::query::extract::{Cell, Link, Row, Table};
    pub use sapwood_dom::extract::{LinkKind, RowGroup};
}

/// HTML as Markdown.
#[cfg(feature = "markdown")]
pub mod markdown {
    pub use sapwood_dom::markdown::{
        Conversion, DescriptionStyle, Escaping, HardBreak, HeadingStyle, ImageStyle, InlineStyle,
        LinkStyle, MarkdownOptions, MissingHeader,
    };
}

/// The values of XPath expressions.
#[cfg(feature = "xpath")]
pub mod xpath {
    pub use sapwood_xpath::{Item, Value};
}

/// Runs the examples of the html5ever migration guide as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/coming-from-html5ever.md")]
struct ComingFromHtml5ever;
