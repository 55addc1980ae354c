//! A long stream of bytes takes constant memory. It is looked for in a process of its own.

use sapwood_tests::stream;

/// The length of the stream.
const LENGTH: u64 = 64_000_000;

/// How much memory it may take beyond that of its first tenth, in KiB.
const GROWTH: u64 = 1_024;

#[test]
fn constant_memory() {
    let mut early = None;
    let elements = stream::parse(LENGTH, |done| {
        if done >= LENGTH / 10 && early.is_none() {
            early = stream::peak_memory();
        }
    });
    assert!(elements > LENGTH / 100);
    if let (Some(early), Some(late)) = (early, stream::peak_memory()) {
        assert!(late <= early + GROWTH, "{early} KiB after a tenth, {late} KiB in the end");
    }
}
