//! Hostile shapes: the time grows with the input, and the stack doesn't.
//!
//! Each shape is parsed and dropped at two sizes, on a thread with a small stack. Twice the input may take
//! 2.4 times the time. That is taken over three doublings, as somewhere between them a cache of the
//! processor ends, which costs its own once. The shapes are those of `benches/src/shapes.rs`.
//! The same for `rcdom`, at smaller sizes.

use std::{hint::black_box, process::ExitCode, thread, time::Duration};

use anyhow::Result;
use sapwood::{FragmentContext, Options, parse_fragment, parse_with};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};
use sapwood_rcdom::{Namespace, ParseOpts, QualName, RcDom, tendril::TendrilSink};
use sapwood_tests::harness::{self, say};

/// The smaller of the two sizes.
const N: usize = 25_000;
/// The same for `rcdom`.
const RCDOM_N: usize = 6_000;
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
            harness.add(shape.label(), || check(shape, Tree::Document));
            harness.add(format!("rcdom: {}", shape.label()), || check(shape, Tree::RcDom));
        }
        Ok(harness.run(|| {}))
    })
}

/// Which tree is filled.
#[derive(Clone, Copy)]
enum Tree {
    Document,
    RcDom,
}

impl Tree {
    /// The smaller of the two sizes.
    fn smaller(self) -> usize {
        match self {
            Self::Document => N,
            Self::RcDom => RCDOM_N,
        }
    }
}

fn check(shape: &'static Shape, tree: Tree) -> Result<(), String> {
    let measured = thread::Builder::new().stack_size(STACK).spawn(move || measure(shape, tree));
    let measured = measured.map_err(|error| error.to_string())?.join();
    let (small, large) = measured.map_err(|_| "it panicked")?;
    if is_linear(shape, tree, small, large) {
        return Ok(());
    }
    let n = tree.smaller();
    Err(format!("{small:?} for {n}, {large:?} for {}", n << DOUBLINGS))
}

fn is_linear(shape: &Shape, tree: Tree, small: Duration, large: Duration) -> bool {
    // A node here and a node there is beyond the caches soon.
    let beyond_caches = shape.beyond_caches || matches!(tree, Tree::RcDom);
    let growth = if beyond_caches { GROWTH_BEYOND_CACHES } else { GROWTH };
    large.as_secs_f64() <= growth.powi(DOUBLINGS) * small.as_secs_f64()
}

/// The times at both sizes, of the first try at which they are good or else of the last.
///
/// They are held against each other within a try only: what else the machine does then slows both.
fn measure(shape: &Shape, tree: Tree) -> (Duration, Duration) {
    let n = tree.smaller();
    let (small, large) = ((shape.write)(n), (shape.write)(n << DOUBLINGS));
    let mut times = (Duration::MAX, Duration::MAX);
    for attempt in 0..TRIES {
        // Whoever else fills the caches now may be done by then.
        thread::sleep(Duration::from_millis(20 * attempt));
        times = (time(shape, tree, &small), time(shape, tree, &large));
        if is_linear(shape, tree, times.0, times.1) {
            break;
        }
    }
    times
}

/// Parses and drops, with errors so that their checks run too.
fn time(shape: &Shape, tree: Tree, html: &str) -> Duration {
    let context =
        shape.context.map(|name| FragmentContext::parse(name).expect("the table names elements"));
    let start = processor_time();
    match tree {
        Tree::Document => {
            let options = Options::default().errors(true).declarative_shadow_roots(true);
            drop(black_box(match &context {
                None => parse_with(html, &options),
                Some(context) => parse_fragment(html, context, &options),
            }));
        }
        Tree::RcDom => drop(black_box(rcdom(html, context))),
    }
    processor_time() - start
}

fn rcdom(html: &str, context: Option<FragmentContext<'_>>) -> RcDom {
    let (dom, opts) = (RcDom::default(), ParseOpts::default());
    match context {
        None => sapwood_rcdom::parse_document(dom, opts).one(html),
        Some(context) => {
            let url = Namespace::from(context.namespace.as_url());
            let name = QualName::new(None, url, context.local_name.into());
            sapwood_rcdom::parse_fragment(dom, opts, name, Vec::new(), false).one(html)
        }
    }
}
