//! [`fuzz_targets::markdown`](sapwood_tests::fuzz_targets::markdown)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::markdown(data));
