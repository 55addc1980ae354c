//! [`fuzz_targets::article`](sapwood_tests::fuzz_targets::article)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{article, small};

fuzz_target!(|data: &[u8]| article(data, &small()));
