//! Counts the allocations of each stage on pages: prints a line `stage count` for each.
//!
//! `cargo xtask instructions` calls it.

#![forbid(unsafe_code)]

use std::{alloc::System, hint::black_box, path::PathBuf};

use anyhow::Result;
use sapwood::parse;
use sapwood_benches::{
    Runner, Stage, WRITERS,
    allocations::{INSTRUMENTED_SYSTEM, Since, StatsAlloc},
    read_pages,
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[expect(clippy::print_stdout, reason = "its output is for the task that runs it")]
fn main() -> Result<()> {
    let paths: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let pages = read_pages(&paths)?;
    for stage in Stage::ALL {
        let mut runner = Runner::new(stage);
        // Warms up: tables that are initialized once, and both recycled documents.
        for page in pages.iter().chain(&pages) {
            black_box(runner.run(&page.text));
        }
        let mut count = 0;
        for page in &pages {
            let since = Since::now();
            let document = runner.run(black_box(&page.text));
            count += since.so_far().count;
            drop(black_box(document));
        }
        println!("{} {count}", stage.name());
    }
    for (name, write) in WRITERS {
        let mut count = 0;
        for page in &pages {
            let document = parse(&page.text);
            let since = Since::now();
            let written = write(black_box(&document));
            count += since.so_far().count;
            drop(black_box(written));
        }
        println!("{name} {count}");
    }
    Ok(())
}
