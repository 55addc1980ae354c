//! Shared code of the test harnesses: paths and readers of the suites, cuts of the input into chunks, and
//! reports of differences. `tests/README.md` lists the harnesses.
//!
//! A suite is searched in `$SAPWOOD_SUITES`, in `../shared/conformance` beside the checkout and in
//! `fixtures/suites`. An absent suite is reported as an ignored test.

#![forbid(unsafe_code)]

pub mod bounds;
pub mod chromium;
pub mod dat;
pub mod diff;
pub mod dump;
pub mod edits;
pub mod encoded_pages;
pub mod encoding_case;
pub mod expectations;
pub mod fuzz_inputs;
pub mod fuzz_targets;
pub mod growth;
pub mod harness;
pub mod hostile;
pub mod invariants;
pub mod lossless;
pub mod made_tree;
pub mod main_content;
pub mod markdown;
pub mod markdown_totals;
pub mod peers;
pub mod pieces;
pub mod rcdom;
pub mod sanitizer;
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
pub mod ways;
pub mod xml;
pub mod xpath;
