//! Programs that use Sapwood with other crates.

#![forbid(unsafe_code)]

pub mod codemod;
pub mod proxy;
pub mod search;
