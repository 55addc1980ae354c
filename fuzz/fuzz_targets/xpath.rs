//! [`fuzz_targets::xpath`](sapwood_tests::fuzz_targets::xpath)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{xpath, small};

fuzz_target!(|data: &[u8]| xpath(data, &small()));
