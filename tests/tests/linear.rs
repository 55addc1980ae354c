//! Hostile shapes: the time grows with the input, and the stack doesn't.
//!
//! Each shape is parsed and dropped at two sizes, on a thread with a small stack. Twice the input may take
//! 2.4 times the time. That is taken over three doublings, as somewhere between them a cache of the
//! processor ends, which costs its own once. The shapes are those of `benches/src/shapes.rs`.

use std::{hint::black_box, process::ExitCode, thread, time::Duration};

use anyhow::Result;
use sapwood::{FragmentContext, Options, parse_fragment, parse_with};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};
use sapwood_tests::harness::{self, say};

/// The smaller of the two sizes.
const N: usize = 25_000;
/// How often the input doubles to the larger one.
const DOUBLINGS: i32 = 3;
/// The most that time may grow when the input doubles.
const GROWTH: f64 = 2.4;
/// The same for a shape that outgrows every cache, because it fills a hash table, which is met at random
/// places, or is moved at the speed of memory. What grows with the square would still be far above.
const GROWTH_BEYOND_CACHES: f64 = 3.0;
/// How often a shape is measured before it is found guilty.
const TRIES: u64 = 25;
/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

fn main() -> Result<ExitCode> {
    harness::main("linear", |mut harness| {
        harness.one_at_a_time();
        say(&format!("linear: {} shapes at {N} and {}", SHAPES.len(), N << DOUBLINGS));
        for shape in SHAPES {
            harness.add(shape.label(), || check(shape));
        }
        Ok(harness.run(|| {}))
    })
}

fn check(shape: &'static Shape) -> Result<(), String> {
    let measured = thread::Builder::new().stack_size(STACK).spawn(move || measure(shape));
    let measured = measured.map_err(|error| error.to_string())?.join();
    let (small, large) = measured.map_err(|_| "it panicked")?;
    if is_linear(shape, small, large) {
        return Ok(());
    }
    Err(format!("{small:?} for {N}, {large:?} for {}", N << DOUBLINGS))
}

fn is_linear(shape: &Shape, small: Duration, large: Duration) -> bool {
    let growth = if shape.beyond_caches { GROWTH_BEYOND_CACHES } else { GROWTH };
    large.as_secs_f64() <= growth.powi(DOUBLINGS) * small.as_secs_f64()
}

/// The times at both sizes, of the first try at which they are good or else of the last.
///
/// They are held against each other within a try only: what else the machine does then slows both.
fn measure(shape: &Shape) -> (Duration, Duration) {
    let (small, large) = ((shape.write)(N), (shape.write)(N << DOUBLINGS));
    let mut times = (Duration::MAX, Duration::MAX);
    for attempt in 0..TRIES {
        // Whoever else fills the caches now may be done by then.
        thread::sleep(Duration::from_millis(20 * attempt));
        times = (time(shape, &small), time(shape, &large));
        if is_linear(shape, times.0, times.1) {
            break;
        }
    }
    times
}

/// Parses and drops, with errors so that their checks run too.
fn time(shape: &Shape, html: &str) -> Duration {
    let options = Options::default().errors(true).declarative_shadow_roots(true);
    let start = processor_time();
    drop(black_box(match shape.context {
        None => parse_with(html, &options),
        Some(name) => {
            let context = FragmentContext::parse(name).expect("the table names elements");
            parse_fragment(html, &context, &options)
        }
    }));
    processor_time() - start
}
