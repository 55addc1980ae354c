//! The tag in which the file ends, and its quote that isn't closed.
//!
//! The end of the file is where the standard reports it. A quote that isn't closed takes all that follows for a value,
//! tags included, so the last `<` need not be that of the tag. It is found forwards: from the end of the last node
//! there is only text, tags without an effect on the tree, and the unfinished tag.

use sapwood::{Document, LineIndex, Span, dom::Origin};

use crate::{advice::unfinished_tag, finding::Finding};

/// A tag that the source ends in.
struct Unfinished {
    start: usize,
    /// The end of its name.
    name_end: usize,
    /// The quote of the value in which the source ends.
    quote: Option<usize>,
}

/// Moves an `eof-in-tag` among the findings about `html` to its tag, and says which it is.
pub(crate) fn explain(html: &str, document: &Document, findings: &mut [Finding]) {
    let Some(finding) = findings.iter_mut().find(|finding| finding.code == "eof-in-tag") else {
        return;
    };
    let Some(tag) = find(html, end_of_nodes(document)) else { return };
    let name = &html[tag.start + 1..tag.name_end];
    let quote = tag.quote.map(|at| {
        let place = LineIndex::new(html).line_column(at);
        (char::from(html.as_bytes()[at]), place.line, place.column)
    });
    finding.span = Span::new(tag.start, tag.quote.map_or(html.len(), |at| at + 1));
    finding.detail = Some(unfinished_tag(name, quote));
}

/// The position after the last tag, text and so on that the tree has.
fn end_of_nodes(document: &Document) -> usize {
    let mut end = 0;
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root().map(|shadow| shadow.root));
            // An element that is implied by the end of the file is there.
            let span = node.span().filter(|_| node.origin() != Some(Origin::Implied));
            let spans = [span, node.end_tag()];
            end = spans.into_iter().flatten().map(|span| span.end).fold(end, usize::max);
        }
    }
    end
}

/// The tag that isn't finished in `html` from `at` on, where no tag, comment or value is open.
fn find(html: &str, mut at: usize) -> Option<Unfinished> {
    let bytes = html.as_bytes();
    loop {
        let start = at + html.get(at..)?.find('<')?;
        let name = start + 1 + usize::from(bytes.get(start + 1) == Some(&b'/'));
        if html[start..].starts_with("<!--") {
            at = start + html[start..].find("-->")? + "-->".len();
        } else if bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            match end_of_tag(bytes, name) {
                Ok(end) => at = end,
                Err((name_end, quote)) => return Some(Unfinished { start, name_end, quote }),
            }
        } else {
            at = start + 1;
        }
    }
}

/// The end of the tag whose name begins at `at`; if there is none, the end of the name, and the quote that is open.
fn end_of_tag(bytes: &[u8], mut at: usize) -> Result<usize, (usize, Option<usize>)> {
    let from = |at: usize, is_end: &dyn Fn(u8) -> bool| {
        bytes[at..].iter().position(|&byte| is_end(byte)).map_or(bytes.len(), |len| at + len)
    };
    let is_space = |byte: u8| byte.is_ascii_whitespace();
    at = from(at, &|byte| is_space(byte) || matches!(byte, b'/' | b'>'));
    let name_end = at;
    loop {
        at = from(at, &|byte| !is_space(byte) && byte != b'/');
        match bytes.get(at) {
            None => return Err((name_end, None)),
            Some(b'>') => return Ok(at + 1),
            Some(_) => {}
        }
        // A name may begin with `=`.
        at = from(at + 1, &|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        let equals = from(at, &|byte| !is_space(byte));
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at = from(equals + 1, &|byte| !is_space(byte));
        match bytes.get(at) {
            Some(&quote @ (b'"' | b'\'')) => {
                let close = from(at + 1, &|byte| byte == quote);
                if close == bytes.len() {
                    return Err((name_end, Some(at)));
                }
                at = close + 1;
            }
            _ => at = from(at, &|byte| is_space(byte) || byte == b'>'),
        }
    }
}
