//! Regenerates the pages of `fixtures/encodings`: `cargo run -p sapwood-tests --example encode_fixtures`.

#![forbid(unsafe_code)]

use anyhow::Result;
use sapwood_tests::encoded_pages;

fn main() -> Result<()> {
    for page in encoded_pages::read()? {
        std::fs::write(page.path(), page.encode()?)?;
    }
    Ok(())
}
