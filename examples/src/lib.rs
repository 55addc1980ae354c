//! Programs that use Sapwood with other crates.

#![forbid(unsafe_code)]

pub mod proxy;
