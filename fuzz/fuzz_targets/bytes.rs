//! [`fuzz_targets::bytes`](sapwood_tests::fuzz_targets::bytes)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{bytes, small};

fuzz_target!(|data: &[u8]| bytes(data, &small()));
