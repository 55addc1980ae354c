//! Calls of the library on hostile documents: each returns, in time and memory that grow linearly with the document,
//! and without recursion.
//!
//! Each call runs on documents of two sizes, on a thread with a small stack: on the larger one, if it is deep, recursion
//! would have less than three bytes a level. The time may grow by a factor of 2.4 for each doubling. A counting
//! allocator measures the peak of the memory that the call allocates; it may grow three times as fast as the document,
//! since vectors grow in powers of two. To add a call, add a line to `tests/src/hostile`.

use std::{hint::black_box, process::ExitCode, sync::OnceLock, time::Duration};

use allocation_counter::measure;
use anyhow::Result;
use sapwood::{Document, parse};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    growth::{DOUBLINGS, GROWTH, is_linear, on_small_stack},
    harness::{self, say},
    hostile::{CALLS, Call, Does, SHAPES, Shape},
};

/// The smaller of the two sizes.
const N: usize = 12_500;
/// The larger of the two sizes.
const LARGE: usize = N << DOUBLINGS;
/// The depth of a document that is parsed, written and dropped on a small stack.
const DEEP: usize = 1_000_000;
/// A time at the larger size that needs no comparison: quadratic code takes seconds.
const SHORT: Duration = Duration::from_millis(5);
/// The factor by which peak memory may grow from the smaller to the larger size. Quadratic growth is 64.
const MEMORY_GROWTH: u64 = 3 << DOUBLINGS;
/// A peak that needs no comparison.
const LITTLE_MEMORY: u64 = 1 << 20;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("hostile", |mut harness| {
        say(&format!("hostile: {} shapes at {N} and {LARGE}", SHAPES.len()));
        harness.add(format!("a document of {DEEP} levels"), || on_small_stack(deep_document));
        for shape in SHAPES {
            let documents: &'static OnceLock<Documents> = Box::leak(Box::default());
            for call in CALLS.iter().copied().flatten() {
                if !call.not_on.contains(&shape.name) {
                    let name = format!("{}: {}", shape.name, call.name);
                    harness
                        .add(name, move || on_small_stack(move || check(shape, documents, call)));
                }
            }
        }
        Ok(harness.run(|| {}))
    })
}

/// A shape in both sizes.
struct Documents {
    small: Document,
    large: Document,
}

impl Documents {
    fn of(shape: &Shape) -> Self {
        let make = |n| {
            let document = (shape.make)(n);
            assert!(document.len() > n || shape.is_one_node, "{}", shape.name);
            document
        };
        Self { small: make(N), large: make(LARGE) }
    }
}

fn deep_document() -> Result<(), String> {
    let html = "<div>".repeat(DEEP);
    let document = parse(&html).clone();
    let written = document.to_html();
    let expected = html.len() + "</div>".len() * DEEP;
    if written.len() > expected { Ok(()) } else { Err(format!("{} bytes", written.len())) }
}

fn check(shape: &Shape, documents: &OnceLock<Documents>, call: &Call) -> Result<(), String> {
    let documents = documents.get_or_init(|| Documents::of(shape));
    // Copies of its own, since another thread's call may find, or build, the index of a shared document.
    let (smaller, larger) = (documents.small.clone(), documents.large.clone());
    let (small, large) = (cost(call, &smaller), cost(call, &larger));
    let (small_memory, large_memory) = (small.1, large.1);
    if large_memory > LITTLE_MEMORY + MEMORY_GROWTH * small_memory {
        return Err(format!(
            "peak memory of {small_memory} bytes at {N}, but {large_memory} bytes at {LARGE}"
        ));
    }
    let mut first = Some((small.0, large.0));
    is_linear(GROWTH, || {
        let times = first.take();
        let (small, large) =
            times.unwrap_or_else(|| (cost(call, &smaller).0, cost(call, &larger).0));
        if large <= SHORT { (large, large) } else { (small, large) }
    })
}

/// Returns the time of a call and the peak of the memory that it allocates, in bytes.
fn cost(call: &Call, document: &Document) -> (Duration, u64) {
    let mut copy = match call.does {
        Does::Read(_) => None,
        Does::Change(_) => Some(document.clone()),
    };
    let start = processor_time();
    let allocations = measure(|| {
        black_box(match (call.does, &mut copy) {
            (Does::Change(change), Some(copy)) => change(copy),
            (Does::Read(read), _) => read(document),
            (Does::Change(_), None) => unreachable!("a change has a copy"),
        });
    });
    (processor_time() - start, allocations.bytes_max)
}
