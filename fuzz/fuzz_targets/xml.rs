//! [`fuzz_targets::xml`](sapwood_tests::fuzz_targets::xml)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{xml, small};

fuzz_target!(|data: &[u8]| xml(data, &small()));
