//! A page that shows a source with its findings, next to the tree that it is parsed to.
//!
//! The page is self-contained: it loads nothing and runs no scripts, and its policy forbids both. Nothing of
//! the source is markup in it. Its size is bounded, however many findings, nodes or attributes there are.

use std::fmt::Write;

use sapwood::{LineColumn, LineIndex, NodeData, NodeRef, dom::Origin};

use crate::{Checked, Finding};

/// Beginning of every report, by which one is recognized.
pub const SIGNATURE: &str = "<!DOCTYPE html><!-- sapwood report -->";

/// Bytes of the source, and nodes of the tree, that are shown.
const MAX_SOURCE: usize = 1 << 20;
const MAX_NODES: usize = 20_000;
/// Bytes of a text, and of a tag, that are shown in the tree.
const MAX_TEXT: usize = 160;
/// Places that are listed for each kind of mistake.
const MAX_PLACES: usize = 200;
/// Findings that are described where they overlap in the source.
const MAX_TIPS: usize = 8;

const HEAD: &str = "<html lang=\"en\"><meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
    <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">";

/// Renders the page about a source that is called `name`, with at most `max_findings` of its findings.
#[must_use]
pub fn render(name: &str, checked: &Checked, max_findings: usize) -> String {
    let Checked { text: html, document, .. } = checked;
    let findings = &checked.findings[..checked.findings.len().min(max_findings)];
    let mut page = String::with_capacity(html.len() * 2);
    page.push_str(SIGNATURE);
    page.push_str(HEAD);
    page.push_str("<title>");
    escape(&mut page, name);
    page.push_str("</title><style>");
    page.push_str(include_str!("report.css"));
    page.push_str("</style><header><h1>");
    escape(&mut page, name);
    let _ = write!(page, "</h1><p id=\"count\">{}", counts(&checked.findings));
    if findings.len() < checked.findings.len() {
        let _ = write!(page, "; the first {} are shown", findings.len());
    }
    let shown = boundary(html, MAX_SOURCE);
    if shown < html.len() {
        let _ =
            write!(page, "; of the source, the first {shown} of {} bytes are shown", html.len());
    }
    let mut source = String::with_capacity(html.len() * 2);
    let marks = write_source(&mut source, &html[..shown], findings);
    page.push_str("</header><main><section id=\"findings\"><h2>Findings</h2>");
    write_rules(&mut page, html, findings, &marks);
    page.push_str("</section><section id=\"source\"><h2>Source</h2><ol><li><code>");
    page.push_str(&source);
    page.push_str("</code></ol></section><section id=\"tree\"><h2>Tree</h2>");
    write_tree(&mut page, document.root());
    page.push_str("</section></main></html>\n");
    page
}

/// The numbers of errors and notes, such as "1 error and 2 notes".
fn counts(findings: &[Finding]) -> String {
    let notes = findings.iter().filter(|finding| finding.is_note).count();
    let counted = |count, noun| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    match (findings.len() - notes, notes) {
        (0, 0) => "No findings".to_owned(),
        (errors, 0) => counted(errors, "error"),
        (0, notes) => counted(notes, "note"),
        (errors, notes) => format!("{} and {}", counted(errors, "error"), counted(notes, "note")),
    }
}

/// Writes each kind of mistake with its advice and the places where it occurs. The places link to `marks`,
/// which has the number of each finding's mark.
fn write_rules(page: &mut String, html: &str, findings: &[Finding], marks: &[usize]) {
    if findings.is_empty() {
        page.push_str("<p class=\"good\">The syntax is valid.");
        return;
    }
    let index = LineIndex::new(html);
    let mut rules: Vec<(&Finding, Vec<usize>)> = Vec::new();
    for (number, finding) in findings.iter().enumerate() {
        match rules.iter_mut().find(|(first, _)| first.code == finding.code) {
            Some((_, numbers)) => numbers.push(number),
            None => rules.push((finding, vec![number])),
        }
    }
    for (first, numbers) in rules {
        let class = if first.is_note { "rule note" } else { "rule" };
        let _ = write!(page, "<article class=\"{class}\"><h3><span>");
        prose(page, first.advice.title);
        let _ = write!(page, "</span><small>{}</small></h3><p>", numbers.len());
        advice(page, first, first.advice.help);
        page.push_str("<p class=\"places\">");
        for &number in numbers.iter().take(MAX_PLACES) {
            let LineColumn { line, column, .. } = index.line_column(findings[number].span.start);
            let _ = match marks.get(number) {
                Some(mark) => write!(page, "<a href=\"#f{mark}\">{line}:{column}</a> "),
                None => write!(page, "{line}:{column} "),
            };
        }
        if let Some(more @ 1..) = numbers.len().checked_sub(MAX_PLACES) {
            let _ = write!(page, "and {more} more");
        }
        page.push_str("</article>");
    }
}

/// Writes help for a finding, its code, and the link to the rule.
fn advice(page: &mut String, finding: &Finding, help: &str) {
    prose(page, help);
    let _ =
        write!(page, ". <a class=\"code\" href=\"{}\">{}</a>", finding.advice.url(), finding.code);
}

/// Writes a phrase with an uppercase first letter, and with the code in its backticks marked up.
fn prose(page: &mut String, phrase: &str) {
    for (number, part) in phrase.split('`').enumerate() {
        if number % 2 == 1 {
            page.push_str("<code>");
            escape(page, part);
            page.push_str("</code>");
        } else if number == 0 {
            let mut characters = part.chars();
            page.extend(characters.next().into_iter().flat_map(char::to_uppercase));
            escape(page, characters.as_str());
        } else {
            escape(page, part);
        }
    }
}

/// Writes the source line by line, with a mark around each finding; findings that overlap share a mark.
/// Returns the number of each finding's mark.
fn write_source(page: &mut String, html: &str, findings: &[Finding]) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut at = 0;
    let mut left = findings.iter().peekable();
    while let Some(first) = left.next_if(|finding| finding.span.start <= html.len()) {
        let number = marks.len();
        marks.push(number);
        let start = boundary(html, first.span.start).max(at);
        let mut end = end_of(html, first);
        let mut tips = vec![first];
        while let Some(next) = left.next_if(|next| next.span.start < end) {
            marks.push(number);
            end = end.max(end_of(html, next));
            tips.push(next);
        }
        let end = end.max(start);
        write_lines(page, &html[at..start], None);
        let class = if tips.iter().all(|tip| tip.is_note) { " class=\"note\"" } else { "" };
        let _ = write!(page, "<mark id=\"f{number}\" tabindex=\"0\"{class}>");
        let (first_line, other_lines) = first_line(&html[start..end]);
        match first_line.is_empty() {
            true => page.push('\u{23ce}'),
            false => escape(page, first_line),
        }
        page.push_str("<span>");
        for tip in tips.iter().take(MAX_TIPS) {
            let _ = write!(page, "<b>");
            prose(page, &tip.title());
            page.push_str("</b>");
            advice(page, tip, tip.help());
            page.push_str("<br>");
        }
        if let Some(more @ 1..) = tips.len().checked_sub(MAX_TIPS) {
            let _ = write!(page, "and {more} more");
        }
        page.push_str("</span></mark>");
        // The rest of the mark, line by line.
        write_lines(page, other_lines, Some(class));
        at = end;
    }
    write_lines(page, &html[at..], None);
    marks
}

/// The end of the mark of a finding; a mark has at least a character, unless the source has ended.
fn end_of(html: &str, finding: &Finding) -> usize {
    let start = boundary(html, finding.span.start);
    let end = boundary(html, finding.span.end);
    if end > start {
        return end;
    }
    html[start..].chars().next().map_or(start, |character| start + character.len_utf8())
}

/// Splits a text after its first line.
fn first_line(text: &str) -> (&str, &str) {
    text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()))
}

/// Writes text, which can have line breaks; with a mark of this class in each line if `marked`.
fn write_lines(page: &mut String, text: &str, marked: Option<&str>) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            page.push_str("</code><li><code>");
        }
        match marked.filter(|_| !line.is_empty()) {
            Some(class) => {
                let _ = write!(page, "<mark{class}>");
                escape(page, line);
                page.push_str("</mark>");
            }
            None => escape(page, line),
        }
    }
}

/// Writes the tree, one line a node.
fn write_tree(page: &mut String, root: NodeRef<'_>) {
    // Nodes that are still to be written, each with its following siblings, and their depths.
    let mut left = vec![(root.first_child(), 0)];
    let mut shown = 0;
    while let Some((next, depth)) = left.pop() {
        let Some(node) = next else { continue };
        left.push((node.next_sibling(), depth));
        shown += 1;
        if shown > MAX_NODES {
            let _ = write!(page, "<p>Only the first {MAX_NODES} nodes are shown.");
            return;
        }
        write_node(page, node, depth);
        left.push((node.first_child(), depth + 1));
        if let Some(contents) = node.template_contents() {
            left.push((contents.first_child(), depth + 1));
        }
    }
}

fn write_node(page: &mut String, node: NodeRef<'_>, depth: usize) {
    let (class, text) = match node.data() {
        NodeData::Element(_) => {
            let class = match node.origin() {
                Some(Origin::Implied) => " implied",
                Some(Origin::Reopened(_)) => " reopened",
                Some(Origin::Tag) | None => "",
            };
            (class, start_tag(node))
        }
        NodeData::Text(text) => (" text", format!("{:?}{}", cut(text), ellipsis(text))),
        NodeData::Comment(data) => (" comment", format!("<!--{}{}-->", cut(data), ellipsis(data))),
        NodeData::ProcessingInstruction { target, data } => {
            (" comment", format!("<?{} {}{}?>", cut(target), cut(data), ellipsis(data)))
        }
        NodeData::Doctype(doctype) => (" comment", format!("<!DOCTYPE {}>", cut(doctype.name))),
        _ => ("", String::new()),
    };
    let _ = write!(page, "<div class=\"node{class}\" style=\"--depth:{depth}\">");
    escape(page, &text);
    page.push_str("</div>");
}

fn start_tag(element: NodeRef<'_>) -> String {
    let name = element.local_name().unwrap_or_default();
    let mut text = format!("<{}{}", cut(name), ellipsis(name));
    for attribute in element.attrs() {
        if text.len() > MAX_TEXT {
            text.push_str(" \u{2026}");
            break;
        }
        let (name, value) = (attribute.local_name(), attribute.value());
        let _ = write!(text, " {}={:?}{}", cut(name), cut(value), ellipsis(value));
    }
    text.push('>');
    text
}

/// The beginning of a text that is shown.
fn cut(text: &str) -> &str {
    &text[..boundary(text, MAX_TEXT)]
}

fn ellipsis(text: &str) -> &str {
    if text.len() > MAX_TEXT { "\u{2026}" } else { "" }
}

fn escape(page: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => page.push_str("&amp;"),
            '<' => page.push_str("&lt;"),
            '>' => page.push_str("&gt;"),
            '"' => page.push_str("&quot;"),
            '\0' => page.push('\u{2400}'),
            '\t' => page.push('\t'),
            control if control.is_control() => page.push('\u{fffd}'),
            other => page.push(other),
        }
    }
}

/// The last character boundary up to `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
