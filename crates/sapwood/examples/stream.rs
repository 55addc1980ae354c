//! Sums prices by section while a page of any size is read, in constant memory.

use std::{collections::BTreeMap, io};

use sapwood::{ParseOptions, selecting::SelectingParser};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{:?}",
        sums(&b"<h2>Oak</h2><b class=price>4</b><b class=price>5</b><h2>Elm</h2>"[..])?
    );
    Ok(())
}

/// The state that both handlers change.
#[derive(Default)]
struct Sums {
    section: String,
    by_section: BTreeMap<String, u64>,
}

pub(crate) fn sums(
    page: impl io::Read,
) -> Result<BTreeMap<String, u64>, Box<dyn std::error::Error>> {
    let mut stream = SelectingParser::with_state(Sums::default(), &ParseOptions::default());
    stream.on_with("h2", |sums, h2| sums.section = h2.text_content())?;
    stream.on_with(".price", |sums, price| {
        let pence: u64 = price.text_content().trim().parse().unwrap_or(0);
        *sums.by_section.entry(sums.section.clone()).or_default() += pence;
    })?;
    let (sums, _) = stream.from_reader(page)?;
    Ok(sums.by_section)
}
