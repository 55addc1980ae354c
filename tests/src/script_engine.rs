//! The toy engine of the example `document_write`.

#[path = "engine.rs"]
mod engine;

pub(crate) use engine::run;
