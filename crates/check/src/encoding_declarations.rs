//! [The rules for declaring a document's
//! encoding](https://html.spec.whatwg.org/multipage/semantics.html#charset).

use sapwood::{
    Document, NodeRef, Span,
    encoding::{
        Encoding, Source,
        encoding_rs::{UTF_8, UTF_16BE, UTF_16LE},
        extract_from_content,
    },
    tag,
};

use crate::finding::{Finding, finding};

/// Bytes that must contain the whole declaration.
const DECLARATION_LIMIT: usize = 1024;

/// The encoding that a document was read in.
pub(crate) struct Reading {
    pub(crate) encoding: &'static Encoding,
    pub(crate) source: Source,
    pub(crate) bom_len: usize,
}

/// Checks the declarations of `document`, which was parsed from `text`.
pub(crate) fn check(
    text: &str,
    document: &Document,
    reading: &Reading,
    findings: &mut Vec<Finding>,
) {
    let mut declarations = 0;
    for node in document.root().descendants() {
        let (Some(label), Some(span)) = (declaration(node), node.span()) else { continue };
        declarations += 1;
        match label {
            None => findings.push(finding("unknown-encoding-label", span)),
            Some(encoding) if encoding != UTF_8 => {
                findings.push(finding("encoding-not-utf-8", span))
            }
            Some(_) => {}
        }
        if declarations > 1 {
            findings.push(finding("duplicate-encoding-declaration", span));
        } else if byte_offset(text, span.end, reading) > DECLARATION_LIMIT {
            findings.push(finding("encoding-declaration-too-late", span));
        }
    }
    if declarations > 0 {
        return;
    }
    match reading.source {
        Source::Bom | Source::Transport if reading.encoding == UTF_8 => {}
        Source::Bom | Source::Transport => {
            findings.push(finding("encoding-not-utf-8", Span::new(0, 0)));
        }
        // Bytes that are no UTF-8 are read in a default encoding.
        Source::Default if !text.is_ascii() => {
            let first = text.find(|character: char| !character.is_ascii()).unwrap_or_default();
            let len = text[first..].chars().next().map_or(0, char::len_utf8);
            findings.push(finding("encoding-not-utf-8", Span::new(first, first + len)));
        }
        Source::Override => {}
        _ => findings.push(finding("undeclared-encoding", Span::new(0, 0))),
    }
}

/// If `node` declares an encoding: the encoding, or `None` if the label is unknown.
fn declaration(node: NodeRef<'_>) -> Option<Option<&'static Encoding>> {
    if !node.is_html(tag::META) {
        return None;
    }
    if let Some(label) = node.attr("charset") {
        return Some(Encoding::for_label(label.as_bytes()));
    }
    let is_pragma =
        node.attr("http-equiv").is_some_and(|it| it.eq_ignore_ascii_case("content-type"));
    let content = node.attr("content").filter(|_| is_pragma)?;
    match extract_from_content(content) {
        Some(encoding) => Some(Some(encoding)),
        None => content.to_ascii_lowercase().contains("charset").then_some(None),
    }
}

/// The offset in the source's bytes of an offset in its text.
fn byte_offset(text: &str, offset: usize, reading: &Reading) -> usize {
    let before = &text[..offset];
    let len = match reading.encoding {
        utf_16 if utf_16 == UTF_16LE || utf_16 == UTF_16BE => 2 * before.encode_utf16().count(),
        encoding => encoding.encode(before).0.len(),
    };
    reading.bom_len + len
}
