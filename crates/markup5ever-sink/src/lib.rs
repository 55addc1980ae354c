//! Fills any `markup5ever` tree sink with Sapwood's HTML parser.
//!
//! Every implementation of [`markup5ever::interface::TreeSink`] works unchanged: `scraper::Html`,
//! `dom_query::Document`, `markup5ever_rcdom`'s `RcDom`, or your own. Call this crate's [`parse_document`]
//! and [`parse_fragment`] in place of html5ever's.
//!
//! # Examples
//!
//! A sink that records the names of the elements it creates:
//!
//! ```
//! use std::{borrow::Cow, cell::RefCell};
//!
//! use sapwood_markup5ever::{
//!     Attribute, ParseOpts, QualName, interface::ElementFlags, parse_document,
//!     tendril::{StrTendril, TendrilSink},
//!     tree_builder::{NodeOrText, QuirksMode, TreeSink},
//! };
//!
//! #[derive(Default)]
//! struct Names(RefCell<Vec<QualName>>);
//!
//! impl TreeSink for Names {
//!     type Handle = usize;
//!     type Output = Vec<QualName>;
//!     type ElemName<'a> = std::cell::Ref<'a, QualName>;
//!
//!     fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> usize {
//!         self.0.borrow_mut().push(name);
//!         self.0.borrow().len() - 1
//!     }
//!     fn elem_name<'a>(&'a self, element: &usize) -> Self::ElemName<'a> {
//!         std::cell::Ref::map(self.0.borrow(), |names| &names[*element])
//!     }
//!     // This sink builds no tree, so the other methods do nothing.
//! #   fn finish(self) -> Self::Output { self.0.into_inner() }
//! #   fn parse_error(&self, _: Cow<'static, str>) {}
//! #   fn get_document(&self) -> usize { usize::MAX }
//! #   fn create_comment(&self, _: StrTendril) -> usize { usize::MAX }
//! #   fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize { usize::MAX }
//! #   fn append(&self, _: &usize, _: NodeOrText<usize>) {}
//! #   fn append_based_on_parent_node(&self, _: &usize, _: &usize, _: NodeOrText<usize>) {}
//! #   fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
//! #   fn get_template_contents(&self, _: &usize) -> usize { usize::MAX }
//! #   fn same_node(&self, a: &usize, b: &usize) -> bool { a == b }
//! #   fn set_quirks_mode(&self, _: QuirksMode) {}
//! #   fn append_before_sibling(&self, _: &usize, _: NodeOrText<usize>) {}
//! #   fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}
//! #   fn remove_from_parent(&self, _: &usize) {}
//! #   fn reparent_children(&self, _: &usize, _: &usize) {}
//! }
//!
//! let names = parse_document(Names::default(), ParseOpts::default()).one("<p>Hello");
//! let names: Vec<_> = names.iter().map(|name| &*name.local).collect();
//! assert_eq!(names, ["html", "head", "body", "p"]);
//! ```
//!
//! # Versions
//!
//! This crate supports `markup5ever` 0.40, the version that html5ever 0.40 uses. The feature
//! `markup5ever-0-39` adds the module `v0_39`, which supports 0.39, and `markup5ever-0-38` likewise.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod atoms;
mod bridge;
mod conversion;
mod late;
mod lines;
mod nodes;
mod options;
mod parser;
mod source;
mod text;
mod version;

pub use bridge::{
    Bridge, Handle, Owned, Parser, SinkAccess, parse_document, parse_fragment,
    parse_fragment_for_element,
};
pub use conversion::{Conversion, quirks_mode};
pub use late::Late;
pub use markup5ever::{
    self, Attribute, ExpandedName, LocalName, Namespace, Prefix, QualName, expanded_name,
    interface, local_name, namespace_prefix, namespace_url, ns, serialize, tendril,
};
pub use nodes::NodeCount;
pub use options::{ParseOpts, ProcessingInstructions, TokenizerOpts, TreeBuilderOpts};
pub use parser::{ChunkSink, ContextElement, SinkParser};
pub use sapwood_driver::Limits;
pub use sapwood_tree::Limit;
pub use text::Texts;
// Hidden: for html5ever's own tokenizer and tree builder, and for `rcdom`.
#[doc(hidden)]
pub use {
    bridge::{ContextName, Detached, context_name},
    lines::Lines,
    parser::{fragment_context, tree_options},
    source::Source,
};

/// The parser and its options, at html5ever's path.
pub mod driver {
    pub use crate::{
        ParseOpts, Parser, parse_document, parse_fragment, parse_fragment_for_element,
    };
}

/// The tokenizer's options, at html5ever's path.
pub mod tokenizer {
    pub use crate::TokenizerOpts;
}

/// The `TreeSink` trait and its types, at html5ever's path.
pub mod tree_builder {
    pub use markup5ever::interface::{
        Attribute, ElemName, ElementFlags, LimitedQuirks, NoQuirks, NodeOrText, Quirks, QuirksMode,
        TreeSink, create_element,
    };

    pub use crate::TreeBuilderOpts;
}

#[cfg(feature = "markup5ever-0-38")]
pub mod v0_38;
#[cfg(feature = "markup5ever-0-39")]
pub mod v0_39;
