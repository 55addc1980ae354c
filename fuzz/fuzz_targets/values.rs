//! [`fuzz_targets::values`](sapwood_tests::fuzz_targets::values)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::values(data));
