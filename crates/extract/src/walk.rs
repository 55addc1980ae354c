//! A walk that visits each node before and after its children.

use crate::NodeRef;

/// A step of a [`Walk`].
pub(crate) enum Step<'a> {
    /// A node, before its children.
    Enter(NodeRef<'a>),
    /// A node, after its children, unless these were skipped.
    Leave(NodeRef<'a>),
}

/// The descendants of a node in tree order, each entered and left.
pub(crate) struct Walk<'a> {
    root: NodeRef<'a>,
    node: NodeRef<'a>,
    done: Done,
}

/// The last step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    Entered,
    Left,
}

impl<'a> Walk<'a> {
    #[inline]
    pub(crate) fn over(root: NodeRef<'a>) -> Self {
        Self { root, node: root, done: Done::Entered }
    }

    /// Skips the children of the node that was entered last, and the step that leaves it.
    #[inline]
    pub(crate) fn skip_children(&mut self) {
        debug_assert!(self.node != self.root, "a step has entered a node");
        self.done = Done::Left;
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    #[inline]
    fn next(&mut self) -> Option<Step<'a>> {
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
        if self.node.id == self.root.id {
            return None;
        }
        self.done = Done::Left;
        Some(Step::Leave(self.node))
    }
}
