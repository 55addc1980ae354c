//! The tokenization stage of the HTML standard: text in, tokens out.
//!
//! See "Lanes" in `docs/hot-path.md`.

#![forbid(unsafe_code)]

mod code_point;
mod cut_off;
mod emit;
mod errors;
mod fast;
mod feed;
mod machine;
mod options;
mod reference;
mod state;
mod text_run;
mod token;
mod tokenizer;

pub use cut_off::CutOff;
pub use options::{State, TokenizerOptions, UnknownState};
pub use token::{Doctype, Feedback, Tag, TextState, Token, TokenSink};
pub use tokenizer::Tokenizer;
