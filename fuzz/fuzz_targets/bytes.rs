//! [`fuzz_targets::bytes`](sapwood_tests::fuzz_targets::bytes)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::bytes(data));
