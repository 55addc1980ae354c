//! [`fuzz_targets::writes`](sapwood_tests::fuzz_targets::writes)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{writes, small};

fuzz_target!(|data: &[u8]| writes(data, &small()));
