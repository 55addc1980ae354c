//! A long stream of bytes is parsed in constant memory. The harness has one test, because it measures its process.

use sapwood_tests::stream;

/// Length of the stream in bytes.
const LENGTH: u64 = 64_000_000;

/// Permitted growth of memory after the first tenth, in KiB.
const GROWTH: u64 = 1_024;

#[test]
fn a_long_stream_takes_constant_memory() {
    let mut early = None;
    let elements = stream::parse(LENGTH, |done| {
        if done >= LENGTH / 10 && early.is_none() {
            early = stream::peak_memory();
        }
    });
    assert!(elements > LENGTH / 100);
    if let (Some(early), Some(late)) = (early, stream::peak_memory()) {
        assert!(late <= early + GROWTH, "{early} KiB after a tenth, {late} KiB at the end");
    }
}
