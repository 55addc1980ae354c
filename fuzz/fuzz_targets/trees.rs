//! [`fuzz_targets::trees`](sapwood_tests::fuzz_targets::trees)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::trees(data));
