//! [`fuzz_targets::trees`](sapwood_tests::fuzz_targets::trees)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{trees, small};

fuzz_target!(|data: &[u8]| trees(data, &small()));
