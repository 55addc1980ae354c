//! Counts what Sapwood and its peers allocate and keep.
//!
//! `cargo xtask bench` calls it and reads the JSON that it prints.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "its output is for the task that runs it")]

use std::{alloc::System, hint::black_box, path::PathBuf};

use anyhow::Result;
use sapwood_benches::{
    Page, Stage,
    allocations::{INSTRUMENTED_SYSTEM, Since, StatsAlloc, Trim},
    read_pages,
};
use sapwood_peers::Peer;
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> Result<()> {
    let paths: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let pages = read_pages(&paths)?;
    let rows: Vec<_> = sapwood_peers::all().into_iter().map(|peer| memory(peer, &pages)).collect();
    println!("{}", json!(rows));
    Ok(())
}

/// Measures the allocations of a peer for all pages, the bytes it keeps, and the bytes kept after trimming.
fn memory(mut peer: Peer, pages: &[Page]) -> Value {
    let recycles = matches!(&peer, Peer::Sapwood(runner) if runner.stage() == Stage::Recycled);
    let first = if recycles { pages } else { &pages[..1] };
    for page in first {
        drop(black_box(peer.parse(&page.text)));
    }
    let (mut count, mut kept, mut trimmed) = (0, 0, None);
    for page in pages {
        let since = Since::now();
        let mut tree = black_box(peer.parse(&page.text));
        let allocations = since.so_far();
        count += allocations.count;
        kept += allocations.kept;
        if tree.trim() {
            *trimmed.get_or_insert(0) += since.so_far().kept;
        }
    }
    json!({ "name": peer.name(), "count": count, "kept": kept, "trimmed": trimmed })
}
