//! XPath 1.0 over any tree.
//!
//! [`XPath`] is a compiled expression; it is evaluated on any tree whose nodes implement [`Node`]. All of
//! [XPath 1.0](https://www.w3.org/TR/xpath-10/) is supported: the thirteen axes, all node tests, predicates, variables,
//! the core function library, and functions that the caller provides. `has-class()`, which takes strings alone, is
//! there, too, and the functions of [EXSLT](https://exslt.github.io/) that scrapers use, with the feature `exslt`.
//!
//! # Documents
//!
//! * In an HTML document, a name without a prefix is that of an HTML element, and matches ASCII case-insensitively, as
//!   does the name of an attribute of an HTML element. `svg` is `svg:svg`: the prefixes `html`, `svg`, `math`, `xlink`
//!   and `xml` are declared. Browsers do the same.
//! * In an XML document, names match exactly; a name without a prefix is in no namespace.
//! * The data model is XPath's: adjacent text nodes are one text node, represented by the first of them, and an empty one
//!   is none. There are no doctypes. Template contents and shadow trees aren't descendants of their hosts.
//! * `/` is the root of the tree that the context node is in, which is an element if the tree has no document.
//!
//! # Cost
//!
//! An evaluation takes no more than its [budget](XPath::with_budget) of steps. It doesn't recurse on the depth of the
//! tree, and an expression nests at most 64 levels deep.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod environment;
mod error;
mod eval;
mod expr;
#[cfg(feature = "exslt")]
mod exslt;
mod item;
mod node;
mod number;
mod options;
mod parser;
#[cfg(feature = "serde")]
mod serialize;
mod signature;
mod text;
mod value;
mod walk;
mod xpath;

pub use environment::{Bindings, Environment};
pub use error::{XPathError, XPathErrorKind};
pub use item::Item;
pub use options::XPathOptions;
pub use sapwood_names::{LocalName, NameId, Namespace, Namespaces};
pub use sapwood_tree::{AttributeView, Node, NodeKind, QualifiedName};
pub use value::Value;
pub use xpath::XPath;
