//! The tests of the tokenizer.

#![forbid(unsafe_code)]

mod common;
mod splits;
mod states;
