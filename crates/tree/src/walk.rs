//! Walks that visit each node before and after its children.

use crate::node::Node;

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<N> {
    /// A node, before its children.
    Enter(N),
    /// A node, after its children, unless these were skipped.
    Leave(N),
}

/// The descendants of a node in tree order, each entered and left.
#[derive(Clone, Copy, Debug)]
pub struct Walk<N> {
    root: N,
    node: N,
    done: Done,
}

/// The last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Entered,
    Left,
}

impl<'d, N: Node<'d>> Walk<N> {
    /// Starts a walk.
    #[inline]
    #[must_use]
    pub fn over(root: N) -> Self {
        Self { root, node: root, done: Done::Entered }
    }

    /// Skips the children of the node that was entered last, and the step that leaves it.
    #[inline]
    pub fn skip_children(&mut self) {
        debug_assert!(self.node != self.root, "a step has entered a node");
        self.done = Done::Left;
    }
}

impl<'d, N: Node<'d>> Iterator for Walk<N> {
    type Item = Step<N>;

    #[inline]
    fn next(&mut self) -> Option<Step<N>> {
        let entered = match self.done {
            Done::Entered => self.node.first_child(),
            Done::Left => self.node.next_sibling(),
        };
        if let Some(node) = entered {
            (self.node, self.done) = (node, Done::Entered);
            return Some(Step::Enter(node));
        }
        if self.done == Done::Left {
            self.node = self.node.parent()?;
        }
        if self.node == self.root {
            return None;
        }
        self.done = Done::Left;
        Some(Step::Leave(self.node))
    }
}
