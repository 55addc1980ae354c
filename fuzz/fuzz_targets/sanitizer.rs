//! [`fuzz_targets::sanitizer`](sapwood_tests::fuzz_targets::sanitizer)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{sanitizer, small};

fuzz_target!(|data: &[u8]| sanitizer(data, &small()));
