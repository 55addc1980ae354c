//! Finding elements with selectors, and nodes with XPath expressions.

mod candidates;
#[cfg(feature = "select")]
mod select;
#[cfg(feature = "xpath")]
mod xpath;
