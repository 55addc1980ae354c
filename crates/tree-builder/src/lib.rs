//! The [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! stage of the HTML standard: it turns tokens into calls of a [`TreeSink`].
//!
//! [`TreeBuilder`] is a [`TokenSink`](sapwood_tokenizer::TokenSink): a tokenizer pushes tokens into it, and it
//! pushes nodes into the tree sink. It keeps the state of the open elements itself and never queries
//! the names, parents or children of the sink's nodes.
//!
//! See "Rules and readiness" in `docs/hot-path.md`.

#![forbid(unsafe_code)]

mod algorithm {
    pub(crate) mod active_formatting;
    pub(crate) mod adoption_agency;
    pub(crate) mod element_flags;
    pub(crate) mod implied_end_tags;
    pub(crate) mod insertion;
    pub(crate) mod open_elements;
    pub(crate) mod reset_insertion_mode;
    pub(crate) mod select;
    pub(crate) mod selectedcontent;
    pub(crate) mod template;
    pub(crate) mod template_target;
}
mod builder;
mod dispatcher;
mod encoding_declaration;
mod foreign;
mod input;
mod lane;
mod mode;
mod options;
mod ready;

pub use builder::TreeBuilder;
pub use encoding_declaration::EncodingDeclaration;
pub use options::{FragmentContext, TreeBuilderOptions, UnknownContext};
pub use sapwood_tree::TreeSink;
