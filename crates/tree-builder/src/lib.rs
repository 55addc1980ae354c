//! The [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! stage of the HTML standard: tokens in, [`TreeSink`] calls out.
//!
//! [`TreeBuilder`] is a [`TokenSink`](tokenizer::TokenSink): a tokenizer pushes into it, and it
//! pushes into the sink. It keeps all that it must know of the open elements itself and asks the
//! sink nothing.

#![forbid(unsafe_code)]

mod algorithm {
    pub(crate) mod active_formatting;
    pub(crate) mod adoption_agency;
    pub(crate) mod document_mode;
    pub(crate) mod encoding_declaration;
    pub(crate) mod implied_end_tags;
    pub(crate) mod insertion;
    pub(crate) mod open_elements;
    pub(crate) mod reset_insertion_mode;
    pub(crate) mod select;
    pub(crate) mod template;
}
mod builder;
mod foreign;
mod input;
mod mode;
mod options;

pub use algorithm::encoding_declaration::EncodingDeclaration;
pub use builder::TreeBuilder;
pub use options::{FragmentContext, Options, UnknownContext};
pub use tree_sink::TreeSink;
