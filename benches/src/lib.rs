//! What the measurements share: the pages, the stages that are measured, the count of allocations,
//! and the hostile shapes.

#![forbid(unsafe_code)]

pub mod allocations;
mod pages;
pub mod shapes;
mod stages;

pub use pages::{Page, read_pages, sets};
pub use stages::{Runner, Stage};
