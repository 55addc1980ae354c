//! Times the hostile shapes at n, 2n, 4n and 8n: a line for each, with the exponent of its growth.
//!
//! `cargo xtask growth` calls it.

#![forbid(unsafe_code)]

use std::{
    hint::black_box,
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use sapwood::{FragmentContext, ParseOptions, parse_fragment_with, parse_with};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};

/// The largest exponent that passes for linear.
const LIMIT: f64 = 1.15;
/// The largest exponent for shapes that outgrow every cache. `cargo xtask growth` counts their instructions, which must
/// not exceed the other limit.
const LIMIT_BEYOND_CACHES: f64 = 1.5;
/// The speed that a swift shape must reach, in bytes per second, unless errors are kept.
const SWIFT: f64 = 200e6;
/// The least number of rounds, and the number after which a shape fails.
const ROUNDS: (u32, u32) = (5, 40);

#[derive(Parser)]
struct Arguments {
    /// Only measure shapes whose name contains this text
    #[arg(long, default_value = "")]
    filter: String,
    /// Repetitions at the largest of the four sizes
    #[arg(long, default_value_t = 200_000)]
    max_n: usize,
    /// Keep errors and positions
    #[arg(long)]
    positions: bool,
    /// Only list the shapes that outgrow every cache
    #[arg(long, conflicts_with = "count")]
    beyond_caches: bool,
    /// Only parse the shape NAME once at the largest size and print its size in bytes
    #[arg(long, value_name = "NAME")]
    count: Option<String>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let options =
        ParseOptions::default().errors(arguments.positions).positions(arguments.positions);
    let mut out = io::stdout().lock();
    if arguments.beyond_caches {
        for shape in SHAPES.iter().filter(|shape| shape.beyond_caches) {
            writeln!(out, "{}", shape.label())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &arguments.count {
        let shape = SHAPES.iter().find(|shape| shape.label() == *name);
        let shape = shape.with_context(|| format!("no shape is named {name:?}"))?;
        let html = (shape.write)(arguments.max_n);
        counted(shape, &html, &options);
        writeln!(out, "{}", html.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut shapes, mut superlinear, mut slow) = (0, Vec::new(), Vec::new());
    for shape in SHAPES.iter().filter(|shape| shape.label().contains(&arguments.filter)) {
        let growth = Growth::measure(shape, arguments.max_n, &options);
        shapes += 1;
        let label = shape.label();
        let mut note = "";
        if !growth.is_linear() {
            note = "  grows too fast";
            superlinear.push(label.clone());
        }
        if growth.is_slow() {
            note = "  below 200 MB/s";
            slow.push(label.clone());
        }
        let (speed, exponent) = (growth.speed() / 1e6, growth.exponent());
        writeln!(out, "{label:<34} {speed:>8.1} MB/s  n^{exponent:4.2}{note}")?;
    }
    ensure!(shapes > 0, "no shape is named {:?}", arguments.filter);
    writeln!(out, "{shapes} shapes; growing too fast: {superlinear:?}; too slow: {slow:?}")?;
    Ok(if superlinear.is_empty() && slow.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The best time of a shape at each size in bytes.
struct Growth<'a> {
    shape: &'a Shape,
    times: Vec<(usize, Duration)>,
    must_be_swift: bool,
}

impl<'a> Growth<'a> {
    /// Times the sizes in turn, so that noise affects all of them, and longer if they look superlinear.
    fn measure(shape: &'a Shape, max_n: usize, options: &ParseOptions) -> Self {
        let inputs: Vec<String> =
            [8, 4, 2, 1].iter().map(|part| (shape.write)((max_n / part).max(1))).collect();
        let times = inputs.iter().map(|input| (input.len(), Duration::MAX)).collect();
        let must_be_swift = shape.swift && *options == ParseOptions::default();
        let mut growth = Self { shape, times, must_be_swift };
        for round in 0..ROUNDS.1 {
            for (input, (_, best)) in inputs.iter().zip(&mut growth.times) {
                *best = time(shape, input, options).min(*best);
            }
            if round + 1 >= ROUNDS.0 && growth.is_linear() && !growth.is_slow() {
                break;
            }
        }
        growth
    }

    /// Returns the slope of the least-squares line through the logarithms of sizes and times.
    fn exponent(&self) -> f64 {
        let points: Vec<(f64, f64)> = self
            .times
            .iter()
            .map(|&(bytes, time)| ((bytes as f64).ln(), time.as_secs_f64().ln()))
            .collect();
        let mean =
            |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        covariance / variance
    }

    fn is_linear(&self) -> bool {
        self.exponent() <= if self.shape.beyond_caches { LIMIT_BEYOND_CACHES } else { LIMIT }
    }

    fn is_slow(&self) -> bool {
        self.must_be_swift && self.speed() < SWIFT
    }

    /// Bytes per second at the largest size.
    fn speed(&self) -> f64 {
        self.times.last().map_or(0.0, |&(bytes, time)| bytes as f64 / time.as_secs_f64())
    }
}

/// Returns the time of parsing and dropping.
fn time(shape: &Shape, html: &str, options: &ParseOptions) -> Duration {
    let start = processor_time();
    counted(shape, html, options);
    processor_time() - start
}

/// Parses and drops; callgrind counts this function.
#[inline(never)]
fn counted(shape: &Shape, html: &str, options: &ParseOptions) {
    drop(black_box(match shape.context {
        None => parse_with(html, options),
        Some(name) => {
            let context = FragmentContext::parse(name).expect("the table names elements");
            parse_fragment_with(html, context, options)
        }
    }));
}
