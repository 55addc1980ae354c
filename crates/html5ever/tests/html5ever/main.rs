//! The tests of the drop-in.

#![forbid(unsafe_code)]

mod tokens;
mod trees;
