//! Adds `loading=lazy` to the images of the pages in a folder, and shows the changes.
//!
//! ```text
//! cargo run --manifest-path examples/Cargo.toml --bin codemod -- FOLDER [--write]
//! ```

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::{env, path::Path};

use anyhow::{Result, bail};
use sapwood_examples::codemod::change;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (folder, writes) = match arguments[..] {
        [folder] => (folder, false),
        [folder, "--write"] => (folder, true),
        _ => bail!("usage: codemod FOLDER [--write]"),
    };
    print!("{}", change(Path::new(folder), writes)?);
    Ok(())
}
