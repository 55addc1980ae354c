//! Comparison of XPath results with those of other engines.

pub mod answer;
pub mod documents;
pub mod generate;
pub mod lxml;
