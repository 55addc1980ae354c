//! Calls of the library on hostile documents: each returns, in a time that grows with the document, and none
//! recurses.
//!
//! A call is made on documents of two sizes, a doubling of which may let it take 2.4 times as long, and where the
//! document is deep on one of a million, all on a thread with a small stack. To add a call, add a line to
//! `tests/src/hostile`.

use std::{hint::black_box, process::ExitCode, sync::OnceLock, thread, time::Duration};

use anyhow::Result;
use sapwood::Document;
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    harness::{self, say},
    hostile::{CALLS, Call, Does, SHAPES, Shape},
};

/// The smaller of the two sizes.
const N: usize = 12_500;
/// How often the size doubles to the larger one: to 100,000.
const DOUBLINGS: i32 = 3;
/// The size of a deep document that a call has to return on.
const DEEP: usize = 1_000_000;
/// The most that time may grow when the size doubles.
const GROWTH: f64 = 2.4;
/// A time at the larger size that needs no comparison: what grows with the square takes seconds.
const SHORT: Duration = Duration::from_millis(5);
/// How often a call is measured before it is found guilty.
const TRIES: u64 = 15;
/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

fn main() -> Result<ExitCode> {
    harness::main("hostile", |mut harness| {
        harness.one_at_a_time();
        let large = N << DOUBLINGS;
        say(&format!("hostile: {} shapes at {N} and {large}, deep ones at {DEEP}", SHAPES.len()));
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

/// A shape in all sizes.
struct Documents {
    small: Document,
    large: Document,
    deep: Option<Document>,
}

impl Documents {
    fn of(shape: &Shape) -> Self {
        let make = |n| {
            let document = (shape.make)(n);
            assert!(document.len() > n || shape.is_one_node, "{}", shape.name);
            document
        };
        let deep = shape.is_deep.then(|| make(DEEP));
        Self { small: make(N), large: make(N << DOUBLINGS), deep }
    }
}

fn on_small_stack(run: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let running = thread::Builder::new().stack_size(STACK).spawn(run);
    let ended = running.map_err(|error| error.to_string())?.join();
    ended.map_err(|_| "it panicked".to_owned())?
}

fn check(shape: &Shape, documents: &OnceLock<Documents>, call: &Call) -> Result<(), String> {
    let documents = documents.get_or_init(|| Documents::of(shape));
    if let Some(deep) = &documents.deep {
        time(call, deep);
    }
    let mut times = (Duration::MAX, Duration::MAX);
    for attempt in 0..TRIES {
        // Whoever else fills the caches now may be done by then.
        thread::sleep(Duration::from_millis(20 * attempt));
        times = (time(call, &documents.small), time(call, &documents.large));
        let (small, large) = times;
        if large <= SHORT || large.as_secs_f64() <= GROWTH.powi(DOUBLINGS) * small.as_secs_f64() {
            return Ok(());
        }
    }
    Err(format!("{:?} at {N}, {:?} at {}", times.0, times.1, N << DOUBLINGS))
}

fn time(call: &Call, document: &Document) -> Duration {
    match call.does {
        Does::Read(read) => {
            let start = processor_time();
            black_box(read(document));
            processor_time() - start
        }
        Does::Change(change) => {
            let mut copy = document.clone();
            let start = processor_time();
            black_box(change(&mut copy));
            processor_time() - start
        }
    }
}
