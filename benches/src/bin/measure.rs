//! Runs one stage on pages once, in a function of its own, which callgrind counts.
//!
//! `cargo xtask instructions` calls it.

#![forbid(unsafe_code)]

use std::{hint::black_box, path::PathBuf};

use anyhow::{Context, Result};
use sapwood::{Document, parse};
use sapwood_benches::{Page, Runner, Stage, WRITERS, Writer, read_pages};

#[expect(clippy::print_stdout, reason = "its output is for the task that runs it")]
fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    if let Some(write) = WRITERS.iter().find(|(writer, _)| *writer == name).map(|(_, write)| write)
    {
        let pages = read_pages(&arguments.map(PathBuf::from).collect::<Vec<_>>())?;
        let documents: Vec<_> = pages.iter().map(|page| parse(&page.text)).collect();
        println!("{}", measured_writing(&documents, *write));
        return Ok(());
    }
    let stage = name
        .to_str()
        .and_then(Stage::named)
        .with_context(|| format!("unknown stage {name:?}; the stages are {:?}", Stage::ALL))?;
    let pages = read_pages(&arguments.map(PathBuf::from).collect::<Vec<_>>())?;
    let mut runner = Runner::new(stage);
    // Warms up: tables that are initialized once, and recycled documents.
    for page in &pages {
        black_box(runner.run(&page.text));
    }
    let documents = measured(&mut runner, &pages);
    drop(black_box(documents));
    println!("{}", pages.iter().map(|page| page.text.len()).sum::<usize>());
    Ok(())
}

/// Serializes documents; callgrind counts this function. Returns the number of bytes.
#[inline(never)]
fn measured_writing(documents: &[Document], write: Writer) -> usize {
    documents.iter().map(|document| black_box(write(document)).len()).sum()
}

/// Runs the stage; callgrind counts this function, so the documents are dropped outside.
#[inline(never)]
fn measured(runner: &mut Runner, pages: &[Page]) -> Vec<Option<Document>> {
    pages.iter().map(|page| runner.run(black_box(&page.text))).collect()
}
