//! [`fuzz_targets::writes`](sapwood_tests::fuzz_targets::writes)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::writes(data));
