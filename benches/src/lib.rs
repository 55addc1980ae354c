//! What the measurements share: the pages, the stages that are measured, the count of allocations,
//! the clock, and the hostile shapes.

#![forbid(unsafe_code)]

pub mod allocations;
pub mod clock;
mod pages;
pub mod shapes;
mod stages;

pub use pages::{Page, read_pages, sets};
pub use stages::{Runner, Stage};
