//! Selects from a page of any size while it is parsed, and tells how much memory that took.
//!
//! `cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin selecting_memory -- 2048` for two GiB.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::{cell::Cell, fmt::Write, time::Instant};

use anyhow::{Context, Result};
use sapwood::selecting::SelectingParser;

const MIB: usize = 1 << 20;

fn main() -> Result<()> {
    let mib: usize = std::env::args().nth(1).map_or(Ok(256), |text| text.parse()).context("MiB")?;
    let (links, products, text) = (Cell::new(0_usize), Cell::new(0_usize), Cell::new(0_usize));
    let mut stream = SelectingParser::default();
    stream.on("nav a[href^='/']", |_| links.set(links.get() + 1))?;
    stream.on("ul.products > li:nth-child(odd)", |item| {
        products.set(products.get() + 1);
        text.set(text.get() + item.text_content().len());
    })?;
    let start = Instant::now();
    stream.feed("<!doctype html><title>All there is</title><main>");
    let mut bytes = 0;
    let mut chunk = String::new();
    let mut number = 0_u64;
    while bytes < mib * MIB {
        chunk.clear();
        while chunk.len() < MIB / 4 {
            section(&mut chunk, number);
            number += 1;
        }
        bytes += chunk.len();
        stream.feed(&chunk);
    }
    stream.finish();
    let time = start.elapsed().as_secs_f64();
    println!(
        "{} MiB in {time:.1} s ({:.0} MB/s): {} links, {} products with {} bytes of text",
        bytes / MIB,
        bytes as f64 / time / 1e6,
        links.get(),
        products.get(),
        text.get()
    );
    if let Some(kib) = peak() {
        println!("peak memory: {:.1} MiB", kib as f64 / 1024.0);
    }
    Ok(())
}

/// A section of the page.
fn section(page: &mut String, number: u64) {
    let _ = write!(
        page,
        "<section id=s{number}><nav><a href=/s/{number}>This</a> <a href=https://example.com/>Out</a>\
         </nav><h2>Section &numero; {number}</h2><ul class='wide products'>"
    );
    for item in 0..20 {
        let _ = writeln!(
            page,
            "<li class=item data-n={item}><b>Thing {item}</b> for <span class=price>{}.{item:02} \
             &euro;</span><p>It comes in boxes of {} and is <em>not</em> for children.",
            number % 90 + 9,
            item + 2
        );
    }
    page.push_str("</ul><p>And so on, for many a line of text that nobody asks for.</section>\n");
}

/// The most memory that this process had so far, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
