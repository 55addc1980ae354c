//! The tokenizer suite: tokens, and errors with code, line and column, in every cut.

use std::process::ExitCode;

use anyhow::Result;
use sapwood_tests::{
    harness::{self, Harness, say},
    suites,
    test_file::{self, Overlay},
    token_case,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("tokenizer", |mut harness| {
        let folder = harness.suite("html5lib-tests/tokenizer");
        let overlay = harness.suite("wpt-extra/tokenizer-processing-instructions.json");
        if let (Some(folder), Some(overlay)) = (folder, overlay) {
            add(&mut harness, &folder, &Overlay::read(&overlay)?)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, folder: &std::path::Path, overlay: &Overlay) -> Result<()> {
    let files = suites::files(folder, "test")?;
    let mut found = 0;
    let mut infoset = 0;
    for file in &files {
        for case in test_file::read_file(file, overlay)? {
            found += 1;
            infoset += usize::from(case.infoset);
            harness.add(case.name.clone(), move || token_case::check(&case));
        }
    }
    harness.found("html5lib-tests/tokenizer", files.len(), found, (14, 7_036));
    harness.found("corrections for processing instructions", 1, overlay.len(), (1, 38));
    say(&format!(
        "tokenizer: {infoset} of them expect the coercion to an XML infoset, which the tokenizer does not do; \
         of these only the cuts are compared"
    ));
    Ok(())
}
