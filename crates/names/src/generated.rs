//! What `cargo xtask codegen` writes from the lists in `fixtures/`.

pub mod attr;
pub(crate) mod character_references;
pub(crate) mod names;
pub mod tag;
