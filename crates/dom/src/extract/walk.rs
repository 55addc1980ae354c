//! A walk that visits each node before and after its children.

use crate::NodeRef;

/// A step of a [`Walk`].
pub(crate) enum Step<'a> {
    /// A node, before its children.
    Enter(NodeRef<'a>),
    /// A node, after its children.
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
    Skipped,
    Left,
}

impl<'a> Walk<'a> {
    pub(crate) fn over(root: NodeRef<'a>) -> Self {
        Self { root, node: root, done: Done::Entered }
    }

    /// Skips the children of the node that was entered last.
    pub(crate) fn skip_children(&mut self) {
        self.done = Done::Skipped;
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    #[inline]
    fn next(&mut self) -> Option<Step<'a>> {
        let child = if self.done == Done::Entered { self.node.first_child() } else { None };
        let entered =
            child.or_else(|| if self.done == Done::Left { self.node.next_sibling() } else { None });
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
