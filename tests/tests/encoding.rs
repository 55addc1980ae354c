//! The encoding suite, and pages of our own in many encodings.

use std::{path::Path, process::ExitCode};

use anyhow::{Result, ensure};
use sapwood::{ByteOptions, encoding::encoding_of_content_type};
use sapwood_tests::{
    encoded_pages::{self, Page},
    encoding_case,
    harness::{self, Harness, say},
    suites,
};

/// The folder of the case that depends on a script that runs.
const SCRIPTED: &str = "scripted";

fn main() -> Result<ExitCode> {
    harness::main("encoding", |mut harness| {
        match suites::find("html5lib-tests/encoding") {
            Some(folder) => add(&mut harness, &folder)?,
            None => harness.absent("html5lib-tests/encoding"),
        }
        let pages = encoded_pages::read()?;
        ensure!(!pages.is_empty(), "no pages in fixtures/encodings");
        say(&format!("encoding: fixtures/encodings: {} pages", pages.len()));
        for page in pages {
            harness.add(format!("page {}", page.name), move || check(&page));
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, folder: &Path) -> Result<()> {
    let plain = suites::files(folder, "dat")?;
    let scripted = suites::files(&folder.join(SCRIPTED), "dat")?;
    let mut found = 0;
    for file in &plain {
        for case in encoding_case::read_file(file, &suites::file_name(file))? {
            found += 1;
            harness.add(case.name.clone(), move || encoding_case::check(&case));
        }
    }
    for file in &scripted {
        let name = format!("{SCRIPTED}/{}", suites::file_name(file));
        for case in encoding_case::read_file(file, &name)? {
            found += 1;
            harness.add(case.name.clone(), move || encoding_case::check_scripted(&case));
        }
    }
    let files = plain.len() + scripted.len();
    harness.found("html5lib-tests/encoding", files, found, (4, 83));
    Ok(())
}

/// Checks that the file of a page is what the list makes of it, and reads as the list says.
fn check(page: &Page) -> Result<(), String> {
    let bytes = std::fs::read(page.path()).map_err(|error| error.to_string())?;
    if bytes != page.encode().map_err(|error| format!("{error:#}"))? {
        return Err("the file isn't what pages.toml says: write it anew".to_owned());
    }
    let transport = page.transport.as_deref().and_then(encoding_of_content_type);
    for offset_map in [false, true] {
        let options = ByteOptions::default().transport(transport).offset_map(offset_map);
        let parsed = encoding_case::parse_in_pieces(&bytes, &options)?;
        let text = parsed.document.body().map(|body| body.text_content()).unwrap_or_default();
        let found = (parsed.encoding.name(), parsed.source.as_str(), parsed.malformed, text.trim());
        let expected = (&*page.encoding, &*page.source, page.malformed, &*page.text);
        page.source().map_err(|error| error.to_string())?;
        if found != expected {
            return Err(format!("expected {expected:?}\n     got {found:?}"));
        }
        // With a map all is read anew: it holds for the whole text.
        if !offset_map && parsed.restarted != page.restarted {
            return Err(format!("restarted: {}", parsed.restarted));
        }
    }
    Ok(())
}
