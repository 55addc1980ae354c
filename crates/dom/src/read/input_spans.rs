//! The bytes of the source that parts of a text were parsed from.
//!
//! A text node knows the span of its source as a whole. Within the span the tokenizer replaced character references and line
//! ends, and dropped some characters: [`Walk`] repeats these steps. Where they don't match, the text was made of several
//! pieces with other markup between them, or was edited: then the span of the whole text is all that is known.

use std::ops::Range;

use sapwood_tree::Span;

use crate::read::node::{NodeData, NodeRef};
#[cfg(feature = "lossless")]
use crate::{read::source_walk::Walk, store::source::SourceInput};

/// Returns the spans of parts of a text's data, which are sorted.
pub(crate) fn input_spans(node: NodeRef<'_>, parts: &[Range<usize>]) -> Vec<Option<Span>> {
    let whole = node.span();
    let (Some(span), NodeData::Text(data)) = (whole, node.data()) else {
        return vec![whole; parts.len()];
    };
    #[cfg(feature = "lossless")]
    if let Some(source) = &node.document.source {
        let ranges = in_source(&source.input, span, data, parts);
        return ranges
            .into_iter()
            .map(|it| it.map(|it| Span::new(it.start, it.end)).or(whole))
            .collect();
    }
    // A text of the length of its source is most likely a copy of it.
    let is_copy = span.range().len() == data.len();
    let part = |part: &Range<usize>| {
        if is_copy { Span::new(span.start + part.start, span.start + part.end) } else { span }
    };
    parts.iter().map(|it| Some(part(it))).collect()
}

/// The ranges of parts of `data` in its source, where they are known.
#[cfg(feature = "lossless")]
fn in_source(
    input: &SourceInput,
    span: Span,
    data: &str,
    parts: &[Range<usize>],
) -> Vec<Option<Range<usize>>> {
    let Some(bytes) = input.bytes.get(span.range()) else { return vec![None; parts.len()] };
    let text = input.coding.as_ref().map(|coding| coding.decode(bytes));
    // In an encoding of one byte for each character the offsets are numbers of characters.
    if text.as_ref().is_some_and(|text| text.chars().count() != bytes.len()) {
        return vec![None; parts.len()];
    }
    let source = text.as_ref().map_or(bytes, |text| text.as_bytes());
    let mut walk = Walk::new(source, data);
    let (mut counted, mut characters) = (0, 0);
    let mut offset = |to: usize| {
        let Some(text) = &text else { return to };
        characters += text.get(counted..to).map_or(0, |it| it.chars().count());
        counted = to;
        characters
    };
    let ranges = parts.iter().map(|part| {
        let Range { start, end } = walk.part(part)?;
        Some(span.start + offset(start)..span.start + offset(end))
    });
    ranges.collect()
}
