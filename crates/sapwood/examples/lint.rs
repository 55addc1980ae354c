//! Checks a page: parse errors with their lines, and images without a text.

use sapwood::{LineIndex, ParseOptions, parse_with};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), sapwood::SelectorError> {
    for finding in lint("<!doctype html>\n<p id=a id=b>\n<img src=oak.png>")? {
        println!("{finding}");
    }
    Ok(())
}

pub(crate) fn lint(html: &str) -> Result<Vec<String>, sapwood::SelectorError> {
    let parsed = parse_with(html, &ParseOptions::default().errors(true).positions(true));
    let lines = LineIndex::new(html);
    let line = |offset: usize| lines.line_column(offset).line;
    let errors = parsed.errors.iter().map(|it| (line(it.span.start), it.code.as_str()));
    let mut findings: Vec<_> = errors.collect();
    for image in parsed.document.select("img:not([alt])")? {
        findings.extend(image.span().map(|span| (line(span.start), "image-without-alt")));
    }
    findings.sort_unstable();
    Ok(findings.into_iter().map(|(line, code)| format!("line {line}: {code}")).collect())
}
