//! [`fuzz_targets::chunks`](sapwood_tests::fuzz_targets::chunks)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::fuzz_targets::chunks(data));
