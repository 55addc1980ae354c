//! The harnesses that measure memory, whose allocator counts.

mod content_growth;
mod hostile;

use std::process::ExitCode;

use peak_alloc::PeakAlloc;
use sapwood_tests::harness;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    harness::all(&[("content_growth", content_growth::main), ("hostile", hostile::main)])
}
