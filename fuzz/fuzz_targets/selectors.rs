//! [`fuzz_targets::selectors`](sapwood_tests::fuzz_targets::selectors)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{selectors, small};

fuzz_target!(|data: &[u8]| selectors(data, &small()));
