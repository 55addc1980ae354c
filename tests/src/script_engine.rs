//! The toy engine of the example `document_write`.

#[path = "../../crates/sapwood/examples/document_write/engine.rs"]
mod engine;

pub(crate) use engine::run;
