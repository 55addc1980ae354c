//! [`fuzz_targets::sanitizer`](sapwood_tests::fuzz_targets::sanitizer)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::sanitizer(data));
