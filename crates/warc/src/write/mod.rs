//! Batches as files.

mod json_lines;

pub use json_lines::write_json_lines;
