//! Measures the peak of the memory in which hostile shapes are parsed: a line for each, with the exponent of its
//! growth.
//!
//! `cargo xtask growth` calls it. It is a program of its own because the counting allocator takes time.

#![forbid(unsafe_code)]

use std::{
    hint::black_box,
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Result;
use clap::Parser;
use peak_alloc::PeakAlloc;
use sapwood::{FragmentContext, ParseOptions, parse_fragment_with, parse_with};
use sapwood_benches::shapes::{SHAPES, Shape};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The largest exponent that passes for linear. Vectors double, so that eight times the input may take sixteen times
/// the memory: an exponent of 1.33. The exponent of quadratic growth is 2.
const LIMIT: f64 = 1.4;

#[derive(Parser)]
struct Arguments {
    /// Only measure shapes whose name contains this text
    #[arg(long, default_value = "")]
    filter: String,
    /// Repetitions at the larger of the two sizes
    #[arg(long, default_value_t = 200_000)]
    max_n: usize,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut out = io::stdout().lock();
    let mut superlinear = Vec::new();
    for shape in SHAPES.iter().filter(|shape| shape.label().contains(&arguments.filter)) {
        let (small, large) =
            (peak(shape, (arguments.max_n / 8).max(1)), peak(shape, arguments.max_n));
        let exponent = (large.1 / small.1).ln() / (large.0 / small.0).ln();
        let note = if exponent <= LIMIT { "" } else { "  grows too fast" };
        let label = shape.label();
        writeln!(out, "{label:<34} {:>8.1} bytes/byte  n^{exponent:4.2}{note}", large.1 / large.0)?;
        if exponent > LIMIT {
            superlinear.push(label);
        }
    }
    writeln!(out, "peak memory grows too fast: {superlinear:?}")?;
    Ok(if superlinear.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the size of an input and the peak of the memory that parsing it allocates, in bytes.
fn peak(shape: &Shape, n: usize) -> (f64, f64) {
    let html = (shape.write)(n);
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    drop(black_box(match shape.context {
        None => parse_with(&html, &ParseOptions::default()),
        Some(name) => {
            let context = FragmentContext::parse(name).expect("the table names elements");
            parse_fragment_with(&html, context, &ParseOptions::default())
        }
    }));
    (html.len() as f64, (ALLOCATOR.peak_usage() - before).max(1) as f64)
}
