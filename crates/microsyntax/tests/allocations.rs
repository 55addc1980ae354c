//! Only lists and texts are parsed with allocations.

use std::{alloc::System, hint::black_box};

use sapwood_microsyntax::{
    Dimension, color,
    date::{Duration, GlobalDateTime, Week},
    float, integer,
    refresh::Refresh,
    tokens,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// The only test of its program: the count is of all threads.
#[test]
fn scalars_are_read_without_allocating() {
    let region = Region::new(ALLOCATOR);
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
    assert_eq!(region.change().allocations, 0);
}
