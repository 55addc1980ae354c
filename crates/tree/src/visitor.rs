//! The receiver of a walk.

/// Receives the nodes of [`Node::visit_descendants`](crate::Node::visit_descendants).
pub trait Visitor<N> {
    /// Visits a text node.
    fn text(&mut self, node: N);

    /// Enters an element. Returns whether its children are visited, after which the walk leaves it.
    fn element(&mut self, node: N) -> bool;

    /// Leaves a node after its children.
    fn leave(&mut self, node: N);
}
