//! A page that shows a source with what is wrong in it beside the tree that it gives.
//!
//! The page stands alone: it loads nothing and runs no script, and nothing of the source is markup in it.

use std::fmt::Write;

use sapwood::{NodeData, NodeRef, dom::Origin};

use crate::{Checked, Finding, How, parsed};

/// How much of the source and how many nodes are shown.
const MOST_SOURCE: usize = 1 << 20;
const MOST_NODES: usize = 20_000;
/// How much of a text is shown in the tree.
const MOST_TEXT: usize = 120;

/// The page about what was checked in this way, which is called `name`.
#[must_use]
pub fn render(name: &str, checked: &Checked, how: &How<'_>) -> String {
    let Checked { text: html, findings, .. } = checked;
    let parsed = parsed(html, how);
    let mut page = String::with_capacity(html.len() * 2);
    page.push_str("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width\"><title>");
    escape(&mut page, name);
    page.push_str("</title><style>");
    page.push_str(include_str!("report.css"));
    page.push_str("</style><header><h1>");
    escape(&mut page, name);
    let plural = if findings.len() == 1 { "" } else { "s" };
    let _ = write!(page, "</h1><p id=\"count\">{} finding{plural}", findings.len());
    let shown = boundary(html, MOST_SOURCE);
    if shown < html.len() {
        let _ =
            write!(page, "; of the source, the first {shown} of {} bytes are shown", html.len());
    }
    page.push_str("</header><section id=\"source\"><h2>Source</h2><ol><li><code>");
    source(&mut page, &html[..shown], findings);
    page.push_str("</code></ol></section><section id=\"tree\"><h2>Tree</h2>");
    tree(&mut page, parsed.document.document());
    page.push_str("</section></html>\n");
    page
}

/// The source, line by line, with a mark around each finding; findings that overlap share one.
fn source(page: &mut String, html: &str, findings: &[Finding]) {
    let mut at = 0;
    let mut left = findings.iter().peekable();
    while let Some(first) = left.next_if(|finding| finding.span.start <= html.len()) {
        let start = boundary(html, first.span.start).max(at);
        let mut end = end_of(html, first);
        let mut tips = vec![first];
        while let Some(next) = left.next_if(|next| next.span.start < end) {
            end = end.max(end_of(html, next));
            tips.push(next);
        }
        lines(page, &html[at..start]);
        page.push_str("<mark tabindex=\"0\">");
        let marked = &html[start..end.max(start)];
        if marked.is_empty() {
            page.push('\u{2402}');
        }
        // A line's end would end the mark's line.
        let visible = marked.replace("\r\n", "\n").replace(['\n', '\r'], "\u{23ce}");
        escape(page, &visible);
        page.push_str("<span>");
        for tip in tips {
            let _ = write!(page, "<b>{}</b>", tip.code);
            escape(page, tip.advice.help);
            let _ = write!(page, ". <a href=\"{}\">Standard</a>", tip.advice.url());
        }
        page.push_str("</span></mark>");
        at = end.max(start);
    }
    lines(page, &html[at..]);
}

/// Where the mark of a finding ends: it has at least a character, if there is one.
fn end_of(html: &str, finding: &Finding) -> usize {
    let start = boundary(html, finding.span.start);
    let end = boundary(html, finding.span.end);
    if end > start {
        return end;
    }
    html[start..].chars().next().map_or(start, |character| start + character.len_utf8())
}

fn lines(page: &mut String, text: &str) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            page.push_str("</code><li><code>");
        }
        escape(page, line);
    }
}

/// The tree, a line a node.
fn tree(page: &mut String, root: NodeRef<'_>) {
    // Siblings still to be shown, with their depth.
    let mut left = vec![(root.first_child(), 0)];
    let mut shown = 0;
    while let Some((next, depth)) = left.pop() {
        let Some(node) = next else { continue };
        left.push((node.next_sibling(), depth));
        shown += 1;
        if shown > MOST_NODES {
            let _ = write!(page, "<p>Only the first {MOST_NODES} nodes are shown.");
            return;
        }
        line(page, node, depth);
        left.push((node.first_child(), depth + 1));
        if let Some(contents) = node.template_contents() {
            left.push((contents.first_child(), depth + 1));
        }
    }
}

fn line(page: &mut String, node: NodeRef<'_>, depth: usize) {
    let (class, text) = match node.data() {
        NodeData::Element(name) => {
            let mut text = format!("<{}", name.name.text);
            for attribute in node.attributes() {
                let _ = write!(text, " {attribute:?}");
            }
            text.push('>');
            let class = match node.origin() {
                Some(Origin::Implied) => " implied",
                Some(Origin::Reopened(_)) => " reopened",
                Some(Origin::Tag) | None => "",
            };
            (class, text)
        }
        NodeData::Text(text) => (" text", format!("{:?}", &text[..boundary(text, MOST_TEXT)])),
        NodeData::Comment(data) => {
            (" comment", format!("<!--{}-->", &data[..boundary(data, MOST_TEXT)]))
        }
        NodeData::ProcessingInstruction { target, data } => {
            (" comment", format!("<?{target} {data}?>"))
        }
        NodeData::Doctype(doctype) => (" comment", format!("<!DOCTYPE {}>", doctype.name)),
        _ => ("", String::new()),
    };
    let _ = write!(page, "<div class=\"node{class}\" style=\"--depth:{depth}\">");
    escape(page, &text);
    page.push_str("</div>");
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

/// The last place up to `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
