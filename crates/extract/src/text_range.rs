//! Ranges of text in a tree.

use sapwood_tree::Node;

/// A range of text: two places in text nodes, in bytes of their data.
///
/// The text of the range is all between the places in tree order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRange<N> {
    /// The text node that the range starts in, and the offset in its data.
    pub start: (N, usize),
    /// The text node that the range ends in, and the offset in its data.
    pub end: (N, usize),
}

impl<'d, N: Node<'d>> TextRange<N> {
    /// Returns the range of all texts in a node, or `None` if there are none.
    #[must_use]
    pub fn of(node: N) -> Option<Self> {
        let mut texts = std::iter::once(node).chain(node.descendants()).filter(|it| it.has_text());
        let first = texts.next()?;
        let last = texts.last().unwrap_or(first);
        Some(Self { start: (first, 0), end: (last, last.data().len()) })
    }
}
