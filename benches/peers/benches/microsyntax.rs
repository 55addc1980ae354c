//! Criterion benches of the microsyntaxes: colours, dates and floats.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sapwood::microsyntax::{
    color,
    date::{Date, Duration, GlobalDateTime},
    float,
};

fn microsyntax(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("microsyntax");
    group.bench_function("simple colour", |bencher| {
        bencher.iter(|| color::parse(black_box("#336699")));
    });
    group.bench_function("named colour", |bencher| {
        bencher.iter(|| color::parse_legacy(black_box("RebeccaPurple")));
    });
    group.bench_function("legacy colour", |bencher| {
        bencher.iter(|| color::parse_legacy(black_box("chucknorris")));
    });
    group.bench_function("date", |bencher| bencher.iter(|| Date::parse(black_box("2026-11-21"))));
    group.bench_function("global date and time", |bencher| {
        bencher.iter(|| GlobalDateTime::parse(black_box("2026-11-21T12:30:15.5+01:00")));
    });
    group.bench_function("duration", |bencher| {
        bencher.iter(|| Duration::parse(black_box("P1DT2H3M4.5S")));
    });
    group.bench_function("float", |bencher| bencher.iter(|| float::parse(black_box("-3.25e-7"))));
    group.finish();
}

criterion_group!(benches, microsyntax);
criterion_main!(benches);
