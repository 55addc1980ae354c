//! The questions of the harness `ways` in a form that a C program reads easily.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;

#[derive(Deserialize)]
struct Page {
    bytes: String,
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    selector: String,
    streams: bool,
    /// The number of elements that a rewriter finds, if it can answer.
    start_tags: Option<usize>,
    matches: Vec<Match>,
}

#[derive(Deserialize)]
struct Match {
    text: String,
    html: String,
}

/// Writes the records that `bindings/c/tests/ways.c` describes.
pub(super) fn convert(questions: &Path, to: &Path) -> Result<()> {
    let text = fs::read_to_string(questions).with_context(|| questions.display().to_string())?;
    let mut out = Vec::new();
    let mut record = |kind: char, bytes: &[u8]| -> Result<()> {
        writeln!(out, "{kind}{}", bytes.len())?;
        out.extend_from_slice(bytes);
        Ok(())
    };
    for line in text.lines() {
        let page: Page = serde_json::from_str(line)?;
        record('D', &STANDARD.decode(&page.bytes)?)?;
        for question in page.questions {
            let kind = if question.streams { 'S' } else { 'Z' };
            record(kind, question.selector.as_bytes())?;
            if let Some(start_tags) = question.start_tags {
                record('N', start_tags.to_string().as_bytes())?;
            }
            for found in question.matches {
                record('T', found.text.as_bytes())?;
                record('H', found.html.as_bytes())?;
            }
        }
    }
    fs::write(to, out)?;
    Ok(())
}
