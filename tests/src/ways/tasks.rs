//! Tasks beside selecting, and the library's answers.

use sapwood::{
    Document, LineColumn, LineIndex,
    encoding::SniffOptions,
    extract::Table,
    sanitizer::{Policy, Sanitizer},
};
use sapwood_check::{How, check_bytes};
use serde_json::{Value, json};

use super::Page;

/// The tasks, by the names that the ways in other languages know them by.
pub const TASKS: [&str; 9] = [
    "text",
    "html",
    "markdown",
    "article",
    "links",
    "tables",
    "sanitize",
    "sanitize-document",
    "check",
];

/// The tasks that read markup, whichever way a document was parsed.
pub const MARKUP_TASKS: [&str; 3] = ["sanitize", "sanitize-document", "check"];

/// Expressions of every type of value; each document answers one.
pub const EXPRESSIONS: [&str; 12] = [
    "//*[@class or @data-id][position() < 4]",
    "//@*[string-length() < 9]",
    "//text()[normalize-space()][position() mod 2 = 1]",
    "//comment() | //title",
    "(//p | //li | //td)[last()]/preceding::*[1]",
    "//*[not(*)]/ancestor::*[2]",
    "//*[local-name() = 'svg' or local-name() = 'math']//*",
    "count(//*[@id])",
    "string(//body)",
    "sum(//@colspan | //@data-id) > 3",
    "concat(name(//*[@*][1]), '|', count(//node()))",
    "//a[@href]/@href | //img/@src",
];

/// The library's answer to a task.
///
/// * `text`, `html`, `markdown`, `sanitize`, `sanitize-document`: a string
/// * `article`: title, kind, text and Markdown
/// * `links`: a list of kind, attribute, value and URL or `null`
/// * `tables`: a list of caption, number of header rows, and rows, whose cells are strings or `null`
/// * `check`: a list of code, line and column
///
/// # Panics
///
/// Panics if there is no such task.
#[must_use]
pub fn answer(task: &str, page: &Page, document: &Document) -> Value {
    match task {
        "text" => document.inner_text().into(),
        "html" => document.to_html().into(),
        "markdown" => document.to_markdown().into(),
        "article" => article(document),
        "links" => document
            .links()
            .map(|it| {
                let url = it.resolve(None).ok().map(String::from);
                json!([it.kind.as_str(), it.attribute, it.value, url])
            })
            .collect(),
        "tables" => document.tables().map(table).collect(),
        "sanitize" => policy().clean(&page.text()).into(),
        "sanitize-document" => policy().clean_document(&page.text()).into(),
        "check" => check(page),
        other => panic!("no task is called {other}"),
    }
}

/// The string-values of the nodes that an expression yields, or its only value as a string.
///
/// # Panics
///
/// Panics if the expression is invalid or takes too many steps.
#[must_use]
pub fn xpath(expression: &str, document: &Document) -> Value {
    document.xpath_strings(expression).unwrap().into()
}

fn article(document: &Document) -> Value {
    let article = document.article();
    let details = article.details().to_json();
    json!([article.title, article.kind, article.to_text(), article.to_markdown(), details])
}

fn table(table: Table<'_>) -> Value {
    let texts = table.texts();
    let rows: Vec<_> = (0..table.height()).map(|row| texts.row(row)).collect();
    json!([table.caption_text(), table.header_rows(), rows])
}

fn check(page: &Page) -> Value {
    let checked = check_bytes(&page.bytes, &SniffOptions::default(), &How::default());
    let lines = LineIndex::new(&checked.text);
    let place = |it: &sapwood_check::Finding| {
        let LineColumn { line, column, .. } = lines.line_column(it.span.start);
        json!([it.code, line, column])
    };
    checked.findings.iter().map(place).collect()
}

fn policy() -> Policy {
    Policy::new(Sanitizer::default())
}
