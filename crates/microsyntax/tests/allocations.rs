//! Only lists and texts are parsed with allocations.

use std::hint::black_box;

use allocation_counter::measure;
use sapwood_microsyntax::{
    Dimension, color,
    date::{Duration, GlobalDateTime, Week},
    float, integer,
    refresh::Refresh,
    tokens,
};

#[test]
fn scalars_are_read_without_allocating() {
    let allocations = measure(|| {
        black_box(integer::parse(black_box(" -42px"))).unwrap();
        black_box(float::parse(black_box("  3.25e-7 "))).unwrap();
        black_box(Dimension::parse(black_box("50.5%"))).unwrap();
        black_box(color::parse(black_box("#336699"))).unwrap();
        black_box(color::parse_legacy(black_box("ChuckNorris"))).unwrap();
        black_box(color::parse_legacy(black_box("RebeccaPurple"))).unwrap();
        black_box(GlobalDateTime::parse(black_box("2026-11-21T12:30:15.5+01:00"))).unwrap();
        black_box(Week::parse(black_box("2026-W53"))).unwrap();
        black_box(Duration::parse(black_box("P1DT2H3M4.5S"))).unwrap();
        black_box(tokens::space_separated(black_box("a b c")).count());
        black_box(Refresh::parse(black_box("5; url=a"))).unwrap();
    });
    assert_eq!(allocations.count_total, 0);
}
