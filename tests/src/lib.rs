//! What the harnesses share: where the suites lie, readers for their formats, the pieces in which
//! an input is fed, and what a failure prints.
//!
//! A suite is looked for in `$SAPWOOD_SUITES`, in `../shared/conformance` beside the checkout and in
//! `fixtures/suites`. One that isn't there is reported by a test entry of its own.

#![forbid(unsafe_code)]

pub mod chromium;
pub mod dat;
pub mod diff;
pub mod encoded_pages;
pub mod encoding_case;
pub mod expectations;
pub mod fuzz_targets;
mod fuzz_trees;
pub mod harness;
pub mod hostile;
pub mod invariants;
pub mod made_tree;
pub mod outline;
pub mod peers;
pub mod pieces;
mod script_engine;
pub mod scripted;
pub mod selectors;
pub mod soup;
pub mod stream;
pub mod suites;
pub mod test_file;
pub mod token_case;
pub mod token_log;
pub mod tree;
pub mod xml;
