//! [`fuzz_targets::values`](sapwood_tests::fuzz_targets::values)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{values, small};

fuzz_target!(|data: &[u8]| values(data, &small()));
