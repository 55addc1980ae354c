//! [`xml::soup::check`](sapwood_tests::xml::soup::check)

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| sapwood_tests::xml::soup::check(data));
