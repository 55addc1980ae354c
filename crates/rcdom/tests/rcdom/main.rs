//! The tests of the tree in cells.

#![forbid(unsafe_code)]

mod depth;
#[cfg(all(feature = "extract", feature = "markdown", feature = "select", feature = "xpath"))]
mod queries;
mod xml;
#[cfg(feature = "xpath")]
mod xpath_cases;
