//! What the measurements share: the pages, the stages that are measured, the count of allocations,
//! the clock, the hostile shapes, and documents of XML.

#![forbid(unsafe_code)]

pub mod allocations;
pub mod clock;
mod pages;
pub mod shapes;
mod stages;
pub mod xml;

pub use pages::{Page, read_pages, sets};
pub use stages::{Runner, Stage};
