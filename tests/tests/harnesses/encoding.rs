//! The encoding suite, and the pages of `fixtures/encodings`.

use std::{path::Path, process::ExitCode};

use anyhow::{Result, ensure};
use sapwood::{
    ByteOptions, ByteParser, LATE_DECLARATION, encoding::encoding_of_content_type, parse_bytes_with,
};
use sapwood_tests::{
    encoded_pages::{self, Page},
    encoding_case,
    harness::{self, Harness, say},
    suites,
};

/// The folder of the case that depends on a script that runs.
const SCRIPTED: &str = "scripted";

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("encoding", |mut harness| {
        if let Some(folder) = harness.suite("html5lib-tests/encoding") {
            add(&mut harness, &folder)?;
        }
        let pages = encoded_pages::read()?;
        ensure!(!pages.is_empty(), "no pages in fixtures/encodings");
        say(&format!("encoding: fixtures/encodings: {} pages", pages.len()));
        for page in pages {
            harness.add(format!("page {}", page.name), move || check(&page));
        }
        harness.add("honours_late_declarations_up_to_the_limit", check_limit);
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

/// Checks that the file of a page is up to date, and that it is decoded as listed.
fn check(page: &Page) -> Result<(), String> {
    let bytes = std::fs::read(page.path()).map_err(|error| error.to_string())?;
    if bytes != page.encode().map_err(|error| format!("{error:#}"))? {
        return Err(
            "the file is stale: run `cargo run -p sapwood-tests --example encode_fixtures`"
                .to_owned(),
        );
    }
    let transport = page.transport.as_deref().and_then(encoding_of_content_type);
    for offset_map in [false, true] {
        let options = ByteOptions::default().http_charset(transport).offset_map(offset_map);
        let parsed = encoding_case::parse_in_pieces(&bytes, &options)?;
        let text = parsed.document.body().map(|body| body.text_content()).unwrap_or_default();
        let found = (parsed.encoding.name(), parsed.source.as_str(), parsed.malformed, text.trim());
        let expected = (&*page.encoding, &*page.source, page.malformed, &*page.text);
        page.source().map_err(|error| error.to_string())?;
        if found != expected {
            return Err(format!("expected {expected:?}\n     got {found:?}"));
        }
        // With an offset map a document is always decoded again from the start.
        if !offset_map && parsed.restarted != page.restarted {
            return Err(format!("restarted: {}", parsed.restarted));
        }
    }
    Ok(())
}

/// Checks the offset after which declarations are ignored, in every cut.
fn check_limit() -> Result<(), String> {
    const DECLARATION: &[u8] = b"<meta charset=gbk>";
    for (late, expected) in [(0, "GBK"), (1, "windows-1252")] {
        for first in [&b" "[..], b"\xe9"] {
            // In windows-1252 this byte is a character of two bytes of text.
            let first_text = if first.is_ascii() { 1 } else { 2 };
            let blanks = LATE_DECLARATION - DECLARATION.len() - first_text + late;
            let bytes = [first, &b" ".repeat(blanks), DECLARATION, &b"\xb4\xba".repeat(9)].concat();
            let options = ByteOptions::default();
            let mut found = vec![parse_bytes_with(&bytes, &options)];
            for length in [1_000, 1 << 16, LATE_DECLARATION, LATE_DECLARATION + 1] {
                let mut parser = ByteParser::new(&options);
                bytes.chunks(length).for_each(|piece| parser.feed(piece));
                found.push(parser.finish());
            }
            for parsed in &found {
                let outcome = (parsed.encoding.name(), parsed.document.dump().to_string());
                if outcome != (expected, found[0].document.dump().to_string()) {
                    return Err(format!("{late} too late: {}", parsed.encoding.name()));
                }
            }
        }
    }
    Ok(())
}
