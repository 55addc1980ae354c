//! [`fuzz_targets::markdown`](sapwood_tests::fuzz_targets::markdown)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{markdown, small};

fuzz_target!(|data: &[u8]| markdown(data, &small()));
