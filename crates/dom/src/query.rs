//! Finding elements with selectors, and nodes with XPath expressions.

pub(crate) mod candidates;
mod node;
#[cfg(feature = "select")]
pub(crate) mod select;
#[cfg(feature = "xpath")]
mod xpath;
