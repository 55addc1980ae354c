//! Indexes a folder of pages, and finds passages in it.
//!
//! ```text
//! cargo run --manifest-path examples/Cargo.toml --bin search -- index PAGES INDEX
//! cargo run --manifest-path examples/Cargo.toml --bin search -- find INDEX 'oak AND "hard wood"'
//! ```

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::{env, path::Path};

use anyhow::{Result, bail};
use sapwood_examples::search::{index, search};

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["index", pages, into] => {
            println!("{} passages", index(Path::new(pages), Path::new(into))?);
        }
        ["find", from, query] => {
            for passage in search(Path::new(from), query, 5)? {
                let (file, range) = (passage.file.display(), &passage.range);
                println!("== {}: {}", passage.title, passage.headings.join(" > "));
                println!("{}\n", passage.text);
                println!("-- {file}, bytes {} to {}:", range.start, range.end);
                println!("{}\n", String::from_utf8_lossy(&passage.source()?));
            }
        }
        _ => bail!("usage: search index PAGES INDEX, or search find INDEX QUERY"),
    }
    Ok(())
}
