//! The tokenization stage of the HTML standard: text in, tokens out.

#![forbid(unsafe_code)]

mod token;

pub use token::{Doctype, Feedback, Tag, TextState, Token, TokenSink};
