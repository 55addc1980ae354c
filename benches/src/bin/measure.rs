//! Runs one stage over pages once, in a function of its own, for callgrind to count.
//!
//! `cargo xtask instructions` calls it.

#![forbid(unsafe_code)]

use std::{hint::black_box, path::PathBuf};

use anyhow::{Context, Result};
use sapwood::Document;
use sapwood_benches::{Page, Stage, read_pages};

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let stage = Stage::ALL
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, stage)| stage)
        .with_context(|| format!("{name:?} is no stage: give one of {:?}", Stage::ALL))?;
    let pages = read_pages(&arguments.map(PathBuf::from).collect::<Vec<_>>())?;
    // The first parse pays for what is set up once.
    black_box(stage.run(&pages[0].text));
    let documents = measured(stage, &pages);
    drop(black_box(documents));
    Ok(())
}

/// What callgrind counts: the documents are dropped outside.
#[inline(never)]
fn measured(stage: Stage, pages: &[Page]) -> Vec<Option<Document>> {
    pages.iter().map(|page| stage.run(black_box(&page.text))).collect()
}
