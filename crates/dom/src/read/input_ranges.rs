//! The places in the input that parts of nodes were parsed from.
//!
//! A text node knows the span of its source as a whole. Within the span the tokenizer replaced character references and line
//! ends, and dropped some characters: [`Walk`] repeats these steps. Where they don't match, the text was made of several
//! pieces with other markup between them, or was edited: then the span of the whole text is all that is known.
//!
//! Spans are in the decoded input. The source knows which bytes these are. A document that kept its source and no positions is
//! parsed again, as it is to write edits.

use std::ops::Range;

use crate::read::node::{NodeData, NodeRef};
#[cfg(feature = "lossless")]
use {
    crate::{read::source_walk::Walk, store::node::Slot},
    sapwood_names::{Namespace, sets, tag},
    sapwood_tree::{ElementHead, Node as _},
};

/// A node, and a part of its data.
type Part<'a> = (NodeRef<'a>, Option<Range<usize>>);

/// Returns the ranges of parts of nodes of one document: in bytes of its source, if it was kept, or else of the decoded input.
pub(crate) fn input_ranges(parts: &[Part<'_>]) -> Vec<Option<Range<usize>>> {
    #[cfg(feature = "lossless")]
    if let Some((first, _)) = parts.first()
        && let Some(source) = &first.document.source
    {
        let text = source.text(first.document);
        // A document without positions is parsed again to have them.
        let again = first.document.positions.is_none().then(|| (source.input.parse)(&text, true));
        let span_of = |node: NodeRef<'_>| match &again {
            None => node.span(),
            Some(again) => {
                again.positions.as_ref()?.span(Slot::of_index(source.index_in_parse(node.id)?)?)
            }
        };
        let mut ranges = Vec::with_capacity(parts.len());
        for group in parts.chunk_by(are_in_order) {
            let span = span_of(group[0].0).map(|span| span.range());
            add_in_source(group, span, text.as_bytes(), &mut ranges);
        }
        if let Some(coding) = &source.input.coding {
            coding.to_bytes(source.bytes(first.document), &mut ranges);
        }
        return ranges;
    }
    parts.iter().map(without_source).collect()
}

/// Whether one part follows another in the same node.
#[cfg(feature = "lossless")]
fn are_in_order((node, part): &Part<'_>, (next_node, next): &Part<'_>) -> bool {
    let is_after = part.as_ref().zip(next.as_ref()).is_some_and(|(a, b)| a.end <= b.start);
    node == next_node && is_after
}

/// Adds the ranges of parts of one node, which has the span, in the text of the source.
#[cfg(feature = "lossless")]
fn add_in_source(
    group: &[Part<'_>],
    span: Option<Range<usize>>,
    source: &[u8],
    ranges: &mut Vec<Option<Range<usize>>>,
) {
    let node = group[0].0;
    let own = span.clone().and_then(|range| source.get(range));
    let (Some(span), Some(own), NodeData::Text(data)) = (&span, own, NodeRef::data(&node)) else {
        return ranges.extend(group.iter().map(|_| span.clone()));
    };
    let mut walk = Walk::new(own, data, is_raw_text(node));
    ranges.extend(group.iter().map(|(_, part)| {
        let range = part.as_ref().and_then(|part| walk.part(part));
        let range = range.map(|it| span.start + it.start..span.start + it.end);
        Some(range.unwrap_or_else(|| span.clone()))
    }));
}

/// Whether a text was parsed as raw text.
#[cfg(feature = "lossless")]
fn is_raw_text(text: NodeRef<'_>) -> bool {
    let Some(source) = &text.document.source else { return false };
    let is_raw = |head: ElementHead| {
        head.namespace == Namespace::Html
            && (sets::RAW_TEXT_CHILDREN.contains(head.name)
                || head.name == tag::NOSCRIPT && source.input.scripting)
    };
    !source.input.is_xml && text.parent().and_then(|it| it.element_head()).is_some_and(is_raw)
}

/// The range of a part in the decoded input, as far as it is known without the source.
fn without_source((node, part): &Part<'_>) -> Option<Range<usize>> {
    let span = node.span()?.range();
    match (part, node.data()) {
        // A text of the length of its source is most likely a copy of it.
        (Some(part), NodeData::Text(data)) if data.len() == span.len() => {
            Some(span.start + part.start..span.start + part.end)
        }
        _ => Some(span),
    }
}
