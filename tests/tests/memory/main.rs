//! The harnesses that measure memory, whose allocator counts, for each thread on its own.

mod content_growth;
mod hostile;

use std::process::ExitCode;

use sapwood_tests::harness;

fn main() -> ExitCode {
    harness::all(&[("content_growth", content_growth::main), ("hostile", hostile::main)])
}
