//! The tests of XPath.

#![forbid(unsafe_code)]

mod cases;
#[cfg(feature = "exslt")]
mod cost;
mod environment;
mod hostile;
mod plain_tree;
