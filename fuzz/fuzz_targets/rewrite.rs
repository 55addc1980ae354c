//! [`fuzz_targets::rewrite`](sapwood_tests::fuzz_targets::rewrite)

#![no_main]

use libfuzzer_sys::fuzz_target;
use sapwood_tests::fuzz_targets::{rewrite, rewrite_counts, small};

/// The longest input. Each is parsed about seven times.
const LONGEST: usize = 512;

fuzz_target!(|data: &[u8]| {
    // The last bytes choose the options.
    rewrite(&data[data.len().saturating_sub(LONGEST)..], &small());
    let [compared, excluded] = rewrite_counts();
    if (compared + excluded).is_power_of_two() {
        eprintln!("{compared} compared with edited documents, {excluded} excluded");
    }
});
