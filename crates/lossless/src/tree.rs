//! Trees that know their source.

use sapwood_tree::{Node, Span};

/// A node that knows where it came from.
pub trait SourceNode<'d>: Node<'d> {
    /// Returns the number of the node among those of the first parse; `None` if it was added later.
    fn source_index(self) -> Option<usize>;

    /// Returns the position of a start tag, or of the markup or text of a node that is no element. An element
    /// without a tag of its own has none.
    fn source_span(self) -> Option<Span>;

    /// Returns the position of an end tag.
    fn source_end_tag(self) -> Option<Span>;

    /// Returns the position of the attribute at this position among the node's attributes.
    fn source_attribute(self, position: usize) -> Option<Span>;

    /// Returns `true` for an element that the parser implied.
    fn is_implied(self) -> bool;
}

/// A tree that was parsed with positions.
pub trait SourceTree {
    /// A node of the tree.
    type Node<'d>: SourceNode<'d>
    where
        Self: 'd;

    /// Returns the root.
    fn source_root(&self) -> Self::Node<'_>;

    /// Returns the number of nodes, which reserves memory for a list of them.
    fn node_count(&self) -> usize;
}
