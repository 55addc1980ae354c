//! [`fuzz_targets::chunks`](sapwood_tests::fuzz_targets::chunks)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{chunks, small};

fuzz_target!(|data: &[u8]| chunks(data, &small()));
