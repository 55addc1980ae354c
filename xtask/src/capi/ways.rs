//! The questions of the harness `ways` in a form that a C program reads easily.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
struct Page {
    bytes: String,
    text: String,
    tasks: Map<String, Value>,
    /// An expression, and the string-values of what it yields.
    xpath: (String, Vec<String>),
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

/// The tasks that the interface knows, each with its answer as one text.
fn tasks(answers: &Map<String, Value>) -> Vec<(&str, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let items = |task: &str| answers[task].as_array().map_or(&[][..], Vec::as_slice);
    let mut tasks: Vec<_> = ["text", "html", "markdown", "sanitize", "sanitize-document"]
        .map(|task| (task, text(&answers[task])))
        .into();
    let article = items("article");
    tasks.push(("article-text", text(&article[2])));
    tasks.push(("article-markdown", text(&article[3])));
    let links = items("links").iter().flat_map(|link| link.as_array().into_iter().flatten());
    tasks.push(("links", links.map(text).collect::<Vec<_>>().join("\n")));
    let tables = items("tables")
        .iter()
        .map(|it| json!({ "caption": it[0], "header_rows": it[1], "rows": it[2] }));
    tasks.push(("tables", Value::from_iter(tables).to_string()));
    tasks
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
        record('U', page.text.as_bytes())?;
        for (task, answer) in tasks(&page.tasks) {
            record('K', task.as_bytes())?;
            record('V', answer.as_bytes())?;
        }
        let (expression, strings) = &page.xpath;
        record('E', expression.as_bytes())?;
        record('V', strings.concat().as_bytes())?;
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
