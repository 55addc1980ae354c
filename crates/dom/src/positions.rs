//! Where nodes and attributes stand in the input.

use tree_sink::Span;

use crate::{
    arena::{Arena, Slot},
    id::NodeId,
    text::Run,
};

/// Why an element exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Its start tag was written.
    Tag,
    /// The parser implied it: its start tag was omitted.
    Implied,
    /// The parser opened this formatting element again. (If that is gone after
    /// [`Document::compact`](crate::Document::compact), no origin is known.)
    Reopened(NodeId),
}

/// The same, as a position holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Tag,
    Implied,
    Reopened(Slot),
}

/// A span in half the space; past 4 GiB it is cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Short {
    start: u32,
    end: u32,
}

impl Short {
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
    span: Short,
    end_tag: Short,
    /// A node's number, or one of the numbers below, which are no node's.
    origin: u32,
}

const NO_ORIGIN: u32 = 0;
const TAG: u32 = u32::MAX;
const IMPLIED: u32 = u32::MAX - 1;
const _: () = assert!(Arena::MAX_NODES + 1 < IMPLIED as usize);

impl Position {
    const NONE: Self = Self { span: Short::NONE, end_tag: Short::NONE, origin: NO_ORIGIN };
}

#[inline]
fn origin_number(origin: Option<Why>) -> u32 {
    match origin {
        None => NO_ORIGIN,
        Some(Why::Tag) => TAG,
        Some(Why::Implied) => IMPLIED,
        Some(Why::Reopened(original)) => original.get(),
    }
}

/// The positions of all nodes and attributes, by their numbers; those past the end have none.
#[derive(Clone, Default)]
pub(crate) struct Positions {
    nodes: Vec<Position>,
    attributes: Vec<Short>,
}

impl Positions {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.attributes.clear();
    }

    /// Reserves room, if there is memory for it.
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

    /// Notes where a new node stands, and why it is there if it is an element.
    #[inline]
    pub(crate) fn push(&mut self, node: Slot, span: Span, origin: Option<Why>) {
        let span = Short::new(span);
        let position = Position { span, origin: origin_number(origin), ..Position::NONE };
        if node.index() == self.nodes.len() {
            self.nodes.push(position);
        } else {
            *self.entry(node) = position;
        }
    }

    /// A run of text was added to `node`.
    pub(crate) fn extend_span(&mut self, node: Slot, span: Span) {
        let more = Short::new(span);
        let entry = self.entry(node);
        entry.span.start = entry.span.start.min(more.start);
        entry.span.end = entry.span.end.max(more.end);
    }

    pub(crate) fn set_end_tag(&mut self, node: Slot, span: Span) {
        self.entry(node).end_tag = Short::new(span);
    }

    #[inline]
    pub(crate) fn set_attribute(&mut self, attribute: usize, span: Span) {
        let span = Short::new(span);
        if attribute == self.attributes.len() {
            self.attributes.push(span);
        } else {
            self.set_earlier_attribute(attribute, span);
        }
    }

    #[inline(never)]
    fn set_earlier_attribute(&mut self, attribute: usize, span: Short) {
        if attribute >= self.attributes.len() {
            self.attributes.resize(attribute + 1, Short::NONE);
        }
        self.attributes[attribute] = span;
    }

    pub(crate) fn copy_attribute(&mut self, from: usize, to: usize) {
        if let Some(span) = self.attribute(from) {
            self.set_attribute(to, span);
        }
    }

    /// The attribute that was at `from`, or hadn't a place, is at `to` now.
    pub(crate) fn move_attribute(&mut self, from: usize, to: usize) {
        match self.attributes.get(from).copied() {
            Some(span) => self.set_earlier_attribute(to, span),
            None => self.forget_attribute(to),
        }
    }

    /// The attribute there wasn't written.
    pub(crate) fn forget_attribute(&mut self, attribute: usize) {
        if let Some(span) = self.attributes.get_mut(attribute) {
            *span = Short::NONE;
        }
    }

    /// Keeps the positions of the nodes that are in `order`, and of these ranges of attributes, in that order.
    pub(crate) fn keep(
        &mut self,
        order: &[Slot],
        new: impl Fn(Slot) -> Option<Slot>,
        attributes: impl Iterator<Item = Run>,
    ) {
        let position = |node: &Slot| {
            let old = self.nodes.get(node.index()).copied().unwrap_or(Position::NONE);
            let origin = match self.origin(*node) {
                Some(Why::Reopened(original)) => origin_number(new(original).map(Why::Reopened)),
                _ => old.origin,
            };
            Position { origin, ..old }
        };
        // Slot 0 is no node.
        let nodes = std::iter::once(Position::NONE).chain(order.iter().map(position)).collect();
        let attributes = attributes
            .flat_map(|run| run.start as usize..run.start as usize + run.len as usize)
            .map(|index| self.attributes.get(index).copied().unwrap_or(Short::NONE))
            .collect();
        *self = Self { nodes, attributes };
    }

    pub(crate) fn span(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.span.span()
    }

    pub(crate) fn end_tag(&self, node: Slot) -> Option<Span> {
        self.nodes.get(node.index())?.end_tag.span()
    }

    pub(crate) fn origin(&self, node: Slot) -> Option<Why> {
        match self.nodes.get(node.index())?.origin {
            NO_ORIGIN => None,
            TAG => Some(Why::Tag),
            IMPLIED => Some(Why::Implied),
            original => Slot::new(original).map(Why::Reopened),
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
            + self.attributes.capacity() * size_of::<Short>()
    }
}
