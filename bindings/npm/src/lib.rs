//! The WebAssembly module of the npm package `sapwood`: the C interface, and what JavaScript needs besides.
//!
//! JavaScript calls the functions of `sapwood.h` as C does: it writes texts into the memory of the module and reads results from it.
//! This crate adds what makes that fast and complete:
//!
//! | module | functions |
//! |---|---|
//! | `memory` | memory for texts and results |
//! | `callbacks` | functions of C type that call JavaScript |
//! | `snapshot` | all nodes of a document in one buffer, which JavaScript reads without calls |
//! | `lists` | attributes and texts of all elements that match, in one call |
//! | `findings` | the syntax check, as JSON |
//! | `markdown_map` | Markdown with the nodes that its parts come from |
//!
//! All functions are called from one thread, so nothing here locks.

#[cfg(feature = "full")]
mod callbacks;
#[cfg(feature = "full")]
mod findings;
mod lists;
#[cfg(feature = "full")]
mod markdown_map;
mod memory;
mod packed;
mod snapshot;

// The exported functions of the C interface become exports of the module.
pub use sapwood_capi;
