//! [`fuzz_targets::warc`](sapwood_tests::fuzz_targets::warc)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{warc, small};

fuzz_target!(|data: &[u8]| warc(data, &small()));
