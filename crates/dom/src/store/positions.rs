//! Positions of nodes and attributes in the input.
//!
//! # Attributes
//!
//! *Problem.* A page has more attributes than elements, and few are ever asked for their position.
//!
//! *Idea.* The text buffer holds a copy of each chunk, so the place of a value in the buffer is its place in the input. Around the
//! value stands the markup: [`find_attribute`] walks back over a quote, `=` and the name, whose length is known. So the parser notes
//! nothing for an attribute whose value lies in a copied chunk: its position is *derived*. That of any other attribute is *noted*.
//!
//! *Invariant.* Values that an edit sets lie behind all copies, or their attribute is noted to have no position. Whatever moves the
//! text calls [`Positions::note_derived`] before.

use std::ops::Range;

use sapwood_tree::{AttributeParts, AttributeRange, Attributes, Span};

use crate::store::{copies::Copies, id::NodeId, node::Slot, texts::Run};

/// Origin of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The source has its start tag.
    Tag,
    /// The parser implied it: its start tag was omitted.
    Implied,
    /// The parser reconstructed this formatting element. (If [`Document::compact`](crate::Document::compact) dropped
    /// that, the origin is unknown.)
    Reopened(NodeId),
}

/// An [`Origin`] by slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotOrigin {
    Tag,
    Implied,
    Reopened(Slot),
}

/// A span in 32-bit offsets; offsets past 4 GiB are clamped.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ShortSpan {
    start: u32,
    end: u32,
}

impl ShortSpan {
    const NONE: Self = Self { start: u32::MAX, end: 0 };
    /// The mark of an attribute whose position is derived.
    const DERIVED: Self = Self { start: u32::MAX, end: 1 };

    #[inline(always)]
    fn new(span: Span) -> Self {
        if span.end >= u32::MAX as usize {
            return Self::clamped(span);
        }
        Self { start: span.start as u32, end: span.end as u32 }
    }

    #[cold]
    fn clamped(span: Span) -> Self {
        let short = |offset: usize| offset.min(u32::MAX as usize - 1) as u32;
        Self { start: short(span.start), end: short(span.end) }
    }

    fn span(self) -> Option<Span> {
        (self != Self::NONE).then(|| Span::new(self.start as usize, self.end as usize))
    }
}

/// The positions of a node.
#[derive(Clone, Copy)]
struct Position {
    span: ShortSpan,
    end_tag: ShortSpan,
}

impl Position {
    const NONE: Self = Self { span: ShortSpan::NONE, end_tag: ShortSpan::NONE };
}

/// The positions of all nodes and attributes.
#[derive(Clone, Default)]
pub(crate) struct Positions {
    /// By slot; nodes past the end have none.
    nodes: Vec<Position>,
    /// The elements whose origin isn't their start tag, by slot; `None` is unknown.
    other_origins: Vec<(Slot, Option<SlotOrigin>)>,
    /// The attributes whose position was noted, by index.
    attributes: Vec<ShortSpan>,
    /// Below this index, attributes past the end of the noted ones are derived; the others have no position.
    derived_end: usize,
    /// Attributes among derived ones whose value doesn't lie in the chunk, by index.
    buffered: Vec<(u32, ShortSpan)>,
}

impl Positions {
    pub(crate) fn clear(&mut self) {
        let Self { nodes, other_origins, attributes, derived_end, buffered } = self;
        nodes.clear();
        other_origins.clear();
        attributes.clear();
        *derived_end = 0;
        buffered.clear();
    }

    /// Reserves capacity for nodes; does nothing if memory is short.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        let _ = self.nodes.try_reserve_exact(nodes);
    }

    #[inline(always)]
    fn entry(&mut self, node: Slot) -> &mut Position {
        let index = node.index();
        if index >= self.nodes.len() {
            self.grow_to(index);
        }
        &mut self.nodes[index]
    }

    /// Makes room for the node and for those that come next.
    #[inline(never)]
    fn grow_to(&mut self, index: usize) {
        const MORE: usize = 64;
        self.nodes.resize(index + MORE, Position::NONE);
    }

    /// Records the span of a new node. An element has its start tag there.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: Slot, span: Span) {
        *self.entry(node) = Position { span: ShortSpan::new(span), ..Position::NONE };
    }

    /// Records the origin of a new element that isn't its start tag.
    pub(crate) fn push_other_origin(&mut self, element: Slot, origin: SlotOrigin) {
        debug_assert!(self.other_origins.last().is_none_or(|(last, _)| *last < element));
        self.other_origins.push((element, Some(origin)));
    }

    /// Extends the span of `node` by text that was appended to it.
    pub(crate) fn extend_span(&mut self, node: Slot, span: Span) {
        let more = ShortSpan::new(span);
        let entry = self.entry(node);
        entry.span.start = entry.span.start.min(more.start);
        entry.span.end = entry.span.end.max(more.end);
    }

    #[inline(always)]
    pub(crate) fn set_end_tag(&mut self, node: Slot, span: Span) {
        self.entry(node).end_tag = ShortSpan::new(span);
    }

    /// Begins a chunk with a copy in the text buffer. Until its end, attributes are derived unless they are noted.
    pub(crate) fn begin_chunk(&mut self) {
        self.derived_end = usize::MAX;
    }

    /// Ends a chunk; `attributes` is their number.
    pub(crate) fn end_chunk(&mut self, attributes: usize) {
        self.derived_end = self.derived_end.min(attributes);
    }

    /// Records the spans of those attributes that are buffered. The first of all is at `start`.
    #[inline(never)]
    pub(crate) fn set_buffered_attributes(
        &mut self,
        start: usize,
        ranges: &[AttributeRange],
        offset: usize,
    ) {
        for (index, range) in (start..).zip(ranges) {
            if range.is_buffered() {
                self.buffered.push((index as u32, ShortSpan::new(range.span(offset))));
            }
        }
    }

    /// Records the spans of `attributes`, the first of which is at `start`.
    #[inline(never)]
    pub(crate) fn set_attributes(&mut self, start: usize, attributes: AttributeParts<'_>) {
        for (index, span) in (start..).zip(Attributes::of_parts(attributes).spans()) {
            self.set_attribute(index, span);
        }
    }

    #[inline]
    pub(crate) fn set_attribute(&mut self, attribute: usize, span: Span) {
        self.note_attribute(attribute, ShortSpan::new(span));
    }

    fn note_attribute(&mut self, attribute: usize, span: ShortSpan) {
        let noted = self.attributes.len();
        if attribute >= noted {
            let derived_end = self.derived_end.clamp(noted, attribute);
            self.attributes.resize(derived_end, ShortSpan::DERIVED);
            self.attributes.resize(attribute + 1, ShortSpan::NONE);
        }
        self.attributes[attribute] = span;
    }

    fn noted_attribute(&self, attribute: usize) -> ShortSpan {
        let noted = match self.attributes.get(attribute) {
            Some(span) => *span,
            None if attribute < self.derived_end => ShortSpan::DERIVED,
            None => ShortSpan::NONE,
        };
        if noted != ShortSpan::DERIVED {
            return noted;
        }
        self.find_buffered(attribute).map_or(noted, |at| self.buffered[at].1)
    }

    fn find_buffered(&self, attribute: usize) -> Result<usize, usize> {
        self.buffered.binary_search_by_key(&attribute, |(index, _)| *index as usize)
    }

    /// Gives an attribute with the value of another its span, or the absence of one.
    pub(crate) fn move_attribute(&mut self, from: usize, to: usize) {
        self.change_attribute(to, self.noted_attribute(from));
    }

    /// Notes that an attribute isn't in the source.
    pub(crate) fn forget_attribute(&mut self, attribute: usize) {
        self.change_attribute(attribute, ShortSpan::NONE);
    }

    fn change_attribute(&mut self, attribute: usize, span: ShortSpan) {
        if self.noted_attribute(attribute) == span {
            return;
        }
        if span == ShortSpan::DERIVED
            && let Ok(at) = self.find_buffered(attribute)
        {
            self.buffered.remove(at);
        }
        self.note_attribute(attribute, span);
    }

    /// Forgets the attributes from `end` on.
    pub(crate) fn truncate_attributes(&mut self, end: usize) {
        self.attributes.truncate(end);
        let buffered = self.buffered.partition_point(|(index, _)| (*index as usize) < end);
        self.buffered.truncate(buffered);
    }

    /// Notes the spans that were derived. `attributes` are all, each with its value and the length of its name; `texts` is the
    /// text buffer, with `copies` of the input.
    pub(crate) fn note_derived(
        &mut self,
        attributes: impl Iterator<Item = (Run, usize)>,
        texts: &[u8],
        copies: &Copies,
    ) {
        for (index, (value, name_len)) in attributes.take(self.derived_end).enumerate() {
            let span = self.attribute(index, value, name_len, texts, copies);
            self.note_attribute(index, span.map_or(ShortSpan::NONE, ShortSpan::new));
        }
        self.derived_end = 0;
        self.buffered = Vec::new();
    }

    /// Keeps the positions of the nodes in `order` and of these ranges of attributes, in that order.
    pub(crate) fn keep(
        &mut self,
        order: &[Slot],
        new: impl Fn(Slot) -> Option<Slot>,
        attributes: impl Iterator<Item = Run>,
    ) {
        let position =
            |node: &Slot| self.nodes.get(node.index()).copied().unwrap_or(Position::NONE);
        // Slot 0 is no node.
        let nodes = std::iter::once(Position::NONE).chain(order.iter().map(position)).collect();
        let other_origin = |node: &Slot| {
            let origin = match *self.other_origin(*node)? {
                Some(SlotOrigin::Reopened(original)) => new(original).map(SlotOrigin::Reopened),
                origin => origin,
            };
            Some((new(*node)?, origin))
        };
        let other_origins = order.iter().filter_map(other_origin).collect();
        let attributes = attributes
            .flat_map(|run| run.start as usize..run.start as usize + run.len as usize)
            .map(|index| self.attributes.get(index).copied().unwrap_or(ShortSpan::NONE))
            .collect();
        *self = Self { nodes, other_origins, attributes, ..Self::default() };
    }

    pub(crate) fn span(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.span.span()
    }

    pub(crate) fn end_tag(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.end_tag.span()
    }

    /// The origin of an element.
    pub(crate) fn origin(&self, element: Slot) -> Option<SlotOrigin> {
        match self.other_origin(element) {
            Some(origin) => *origin,
            None => self.span(element).map(|_| SlotOrigin::Tag),
        }
    }

    fn other_origin(&self, element: Slot) -> Option<&Option<SlotOrigin>> {
        let at = self.other_origins.binary_search_by_key(&element, |(element, _)| *element);
        at.ok().map(|at| &self.other_origins[at].1)
    }

    /// The span of an attribute with this value and a name of `name_len` bytes; `texts` is the text buffer, with
    /// `copies` of the input.
    pub(crate) fn attribute(
        &self,
        attribute: usize,
        value: Run,
        name_len: usize,
        texts: &[u8],
        copies: &Copies,
    ) -> Option<Span> {
        match self.noted_attribute(attribute) {
            ShortSpan::DERIVED => derived(value, name_len, texts, copies),
            noted => noted.span(),
        }
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.other_origins.shrink_to_fit();
        self.attributes.shrink_to_fit();
        self.buffered.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Position>()
            + self.other_origins.capacity() * size_of::<(Slot, Option<SlotOrigin>)>()
            + self.attributes.capacity() * size_of::<ShortSpan>()
            + self.buffered.capacity() * size_of::<(u32, ShortSpan)>()
    }
}

/// The span of an attribute whose value lies in a copy of the input.
fn derived(value: Run, name_len: usize, texts: &[u8], copies: &Copies) -> Option<Span> {
    let copied = copies.before(value.start)?;
    let start = (value.start - copied.at) as usize;
    let range = find_attribute(copied.text(texts)?, start..start + value.len as usize, name_len)?;
    Some(Span::new(copied.offset + range.start, copied.offset + range.end))
}

/// Returns the range of the attribute in a tag of `chunk` that has its value there, and a name of `name_len` bytes.
///
/// An attribute without a value has an empty one after its name. A quote stands before an empty value only where it is that of the
/// value: the name would go on with it otherwise.
fn find_attribute(chunk: &[u8], value: Range<usize>, name_len: usize) -> Option<Range<usize>> {
    let before = |at: usize| chunk.get(at.checked_sub(1)?).copied();
    let quote = before(value.start).filter(|byte| matches!(byte, b'"' | b'\''));
    let is_quoted = quote.is_some() && chunk.get(value.end).copied() == quote;
    if value.is_empty() && !is_quoted {
        return Some(value.start.checked_sub(name_len)?..value.end);
    }
    let skip_whitespace = |mut at: usize| {
        while before(at).is_some_and(|byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
        {
            at -= 1;
        }
        at
    };
    let equals = skip_whitespace(value.start - usize::from(is_quoted));
    let name_end = (before(equals) == Some(b'=')).then(|| skip_whitespace(equals - 1))?;
    Some(name_end.checked_sub(name_len)?..value.end + usize::from(is_quoted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_around_their_values() {
        // The value is between `[` and `]`, which aren't in the markup; the attribute ends before `|`.
        for (markup, name) in [
            ("<a href=\"[/x]\"|>", "href"),
            ("<a href='[]'|>", "href"),
            ("<a href \t=\r\n[x]| id>", "href"),
            ("<a href=[=x]|>", "href"),
            ("<a =a=[b]|>", "=a"),
            ("<a hidden[]|>", "hidden"),
            ("<a b\"\"[]|>", "b\"\""),
            ("<a\nb'[]| '>", "b'"),
        ] {
            let plain = markup.replace(['[', ']', '|'], "");
            let (before, rest) = markup.split_once('[').unwrap();
            let (value, rest) = rest.split_once(']').unwrap();
            let end = before.len() + value.len() + rest.find('|').unwrap();
            let range = before.len()..before.len() + value.len();
            let found = find_attribute(plain.as_bytes(), range, name.len());
            assert_eq!(found, Some("<a ".len()..end), "{markup}");
        }
        assert_eq!(find_attribute(b"<a b", 4..4, 9), None);
        assert_eq!(find_attribute(b"x", 0..1, 1), None);
        assert_eq!(find_attribute(b"", 0..1, 1), None);
    }
}
