//! [`fuzz_targets::edits`](sapwood_tests::fuzz_targets::edits)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{edits, small};

fuzz_target!(|data: &[u8]| edits(data, &small()));
