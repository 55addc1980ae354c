//! Hostile inputs: the time of parsing grows linearly with the input, and parsing does not recurse.
//!
//! Each shape of `benches/src/shapes.rs` is parsed and dropped at two sizes, on a thread with a small stack: into a
//! document, and at smaller sizes into `rcdom`.

use std::{hint::black_box, process::ExitCode, time::Duration};

use anyhow::Result;
use sapwood::{FragmentContext, ParseOptions, parse_fragment_with, parse_with};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};
use sapwood_rcdom::{Namespace, ParseOpts, QualName, RcDom, tendril::TendrilSink};
use sapwood_tests::{
    growth::{DOUBLINGS, GROWTH, GROWTH_BEYOND_CACHES, is_linear, on_small_stack},
    harness::{self, say},
};

/// The smaller of the two sizes.
const N: usize = 25_000;
/// The smaller size for `rcdom`.
const RCDOM_N: usize = 6_000;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("linear", |mut harness| {
        say(&format!("linear: {} shapes at {N} and {}", SHAPES.len(), N << DOUBLINGS));
        for shape in SHAPES {
            harness.add(shape.label(), || check(shape, Tree::Document));
            harness.add(format!("rcdom: {}", shape.label()), || check(shape, Tree::RcDom));
        }
        Ok(harness.run(|| {}))
    })
}

/// The tree that is filled.
#[derive(Clone, Copy)]
enum Tree {
    Document,
    RcDom,
}

fn check(shape: &'static Shape, tree: Tree) -> Result<(), String> {
    on_small_stack(move || {
        // `rcdom` allocates each node on its own and so outgrows the caches early.
        let (n, growth) = match tree {
            Tree::Document if !shape.beyond_caches => (N, GROWTH),
            Tree::Document => (N, GROWTH_BEYOND_CACHES),
            Tree::RcDom => (RCDOM_N, GROWTH_BEYOND_CACHES),
        };
        let (small, large) = ((shape.write)(n), (shape.write)(n << DOUBLINGS));
        is_linear(growth, || (time(shape, tree, &small), time(shape, tree, &large)))
    })
}

/// Parses and drops, with errors so that their checks run too.
fn time(shape: &Shape, tree: Tree, html: &str) -> Duration {
    let context =
        shape.context.map(|name| FragmentContext::parse(name).expect("the table names elements"));
    let start = processor_time();
    match tree {
        Tree::Document => {
            let options = ParseOptions::default().errors(true).declarative_shadow_roots(true);
            drop(black_box(match &context {
                None => parse_with(html, &options),
                Some(context) => parse_fragment_with(html, context, &options),
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
