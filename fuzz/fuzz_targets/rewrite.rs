//! [`fuzz_targets::rewrite`](sapwood_tests::fuzz_targets::rewrite)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{rewrite, small};

fuzz_target!(|data: &[u8]| rewrite(data, &small()));
