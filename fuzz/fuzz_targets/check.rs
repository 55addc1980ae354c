//! [`fuzz_targets::check`](sapwood_tests::fuzz_targets::check)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{check, small};

fuzz_target!(|data: &[u8]| check(data, &small()));
