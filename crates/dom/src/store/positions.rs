//! Positions of nodes and attributes in the input.

use sapwood_tree::{AttributeParts, AttributeRange, Attributes, Span};

use crate::store::{arena::Arena, id::NodeId, node::Slot, texts::Run};

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

    #[inline]
    fn new(span: Span) -> Self {
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
    /// The slot of the original element, or one of the numbers below.
    origin: u32,
}

const NO_ORIGIN: u32 = 0;
const TAG: u32 = u32::MAX;
const IMPLIED: u32 = u32::MAX - 1;
const _: () = assert!(Arena::MAX_NODES + 1 < IMPLIED as usize);

impl Position {
    const NONE: Self = Self { span: ShortSpan::NONE, end_tag: ShortSpan::NONE, origin: NO_ORIGIN };
}

#[inline]
fn origin_number(origin: Option<SlotOrigin>) -> u32 {
    match origin {
        None => NO_ORIGIN,
        Some(SlotOrigin::Tag) => TAG,
        Some(SlotOrigin::Implied) => IMPLIED,
        Some(SlotOrigin::Reopened(original)) => original.get(),
    }
}

/// The positions of all nodes and attributes by index; those past the end have none.
#[derive(Clone, Default)]
pub(crate) struct Positions {
    nodes: Vec<Position>,
    attributes: Vec<ShortSpan>,
}

impl Positions {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.attributes.clear();
    }

    /// Reserves capacity; does nothing if memory is short.
    pub(crate) fn reserve(&mut self, nodes: usize, attributes: usize) {
        let _ = self.nodes.try_reserve_exact(nodes);
        let _ = self.attributes.try_reserve_exact(attributes);
    }

    #[inline]
    fn entry(&mut self, node: Slot) -> &mut Position {
        let index = node.index();
        if index >= self.nodes.len() {
            self.grow_to(index);
        }
        &mut self.nodes[index]
    }

    #[inline(never)]
    fn grow_to(&mut self, index: usize) {
        self.nodes.resize(index + 1, Position::NONE);
    }

    /// Records the span of a new node and, for an element, its origin.
    #[inline]
    pub(crate) fn push(&mut self, node: Slot, span: Span, origin: Option<SlotOrigin>) {
        let span = ShortSpan::new(span);
        let position = Position { span, origin: origin_number(origin), ..Position::NONE };
        if node.index() == self.nodes.len() {
            self.nodes.push(position);
        } else {
            *self.entry(node) = position;
        }
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

    /// Records the spans of `attributes`, the first of which is at `start`.
    #[inline(always)]
    pub(crate) fn set_attributes(&mut self, start: usize, attributes: Attributes<'_>) {
        if start == self.attributes.len()
            && let Some((ranges, offset)) = attributes.span_ranges()
        {
            let to_span = |range: &AttributeRange| ShortSpan::new(range.span(offset));
            sapwood_scan::push_all(&mut self.attributes, ranges, to_span, |spans, more| {
                spans.reserve(more);
                true
            });
        } else {
            self.set_other_attributes(start, attributes.into_parts());
        }
    }

    #[inline(never)]
    fn set_other_attributes(&mut self, start: usize, attributes: AttributeParts<'_>) {
        for (offset, span) in Attributes::of_parts(attributes).spans().enumerate() {
            self.set_attribute(start + offset, span);
        }
    }

    #[inline]
    pub(crate) fn set_attribute(&mut self, attribute: usize, span: Span) {
        let span = ShortSpan::new(span);
        if attribute == self.attributes.len() {
            self.attributes.push(span);
        } else {
            self.set_earlier_attribute(attribute, span);
        }
    }

    #[inline(never)]
    fn set_earlier_attribute(&mut self, attribute: usize, span: ShortSpan) {
        if attribute >= self.attributes.len() {
            self.attributes.resize(attribute + 1, ShortSpan::NONE);
        }
        self.attributes[attribute] = span;
    }

    pub(crate) fn copy_attribute(&mut self, from: usize, to: usize) {
        if let Some(span) = self.attribute(from) {
            self.set_attribute(to, span);
        }
    }

    /// Copies the span, or its absence, from one attribute to another.
    pub(crate) fn move_attribute(&mut self, from: usize, to: usize) {
        match self.attributes.get(from).copied() {
            Some(span) => self.set_earlier_attribute(to, span),
            None => self.forget_attribute(to),
        }
    }

    /// Notes that an attribute isn't in the source.
    pub(crate) fn forget_attribute(&mut self, attribute: usize) {
        if let Some(span) = self.attributes.get_mut(attribute) {
            *span = ShortSpan::NONE;
        }
    }

    /// Keeps the positions of the nodes in `order` and of these ranges of attributes, in that order.
    pub(crate) fn keep(
        &mut self,
        order: &[Slot],
        new: impl Fn(Slot) -> Option<Slot>,
        attributes: impl Iterator<Item = Run>,
    ) {
        let position = |node: &Slot| {
            let old = self.nodes.get(node.index()).copied().unwrap_or(Position::NONE);
            let origin = match self.origin(*node) {
                Some(SlotOrigin::Reopened(original)) => {
                    origin_number(new(original).map(SlotOrigin::Reopened))
                }
                _ => old.origin,
            };
            Position { origin, ..old }
        };
        // Slot 0 is no node.
        let nodes = std::iter::once(Position::NONE).chain(order.iter().map(position)).collect();
        let attributes = attributes
            .flat_map(|run| run.start as usize..run.start as usize + run.len as usize)
            .map(|index| self.attributes.get(index).copied().unwrap_or(ShortSpan::NONE))
            .collect();
        *self = Self { nodes, attributes };
    }

    pub(crate) fn span(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.span.span()
    }

    pub(crate) fn end_tag(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.end_tag.span()
    }

    pub(crate) fn origin(&self, node: Slot) -> Option<SlotOrigin> {
        match self.nodes.get(node.index())?.origin {
            NO_ORIGIN => None,
            TAG => Some(SlotOrigin::Tag),
            IMPLIED => Some(SlotOrigin::Implied),
            original => Slot::new(original).map(SlotOrigin::Reopened),
        }
    }

    pub(crate) fn attribute(&self, attribute: usize) -> Option<Span> {
        self.attributes.get(attribute)?.span()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.attributes.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Position>()
            + self.attributes.capacity() * size_of::<ShortSpan>()
    }
}
