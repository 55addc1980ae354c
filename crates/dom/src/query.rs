//! Finding elements with selectors.

mod select;
