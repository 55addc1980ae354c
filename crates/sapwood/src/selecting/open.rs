//! Nodes as the tree builder has them, with what they keep for their children.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use sapwood_dom::NodeId;

use crate::matching::{Kept, Scope};

/// The number of a match in its tree.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    pub(super) tree: u32,
    pub(super) number: u32,
}

/// A node, as the tree builder has it.
pub(super) type Handle = Rc<Open>;

/// A node that the tree builder may yet ask something of.
pub(super) struct Open {
    pub(super) inside: RefCell<Inside>,
    /// The parent of a table: nodes that are misplaced in the table become children of that.
    pub(super) parent_of_table: RefCell<Option<Handle>>,
    pub(super) is_table: bool,
    /// Whether children that match nothing may have this handle, too.
    pub(super) is_shared: Cell<bool>,
    /// The element itself, if it is needed again: it isn't in the tree yet, or it may be reopened.
    pub(super) kept: Option<Box<Kept>>,
    /// Whether it isn't in the tree yet.
    pub(super) is_new: Cell<bool>,
    /// Whether a shadow root can be attached to it.
    pub(super) can_be_host: Cell<bool>,
    pub(super) ticket: Cell<Option<Ticket>>,
    pub(super) left: Rc<Left>,
}

/// The state that a node keeps for its children. Only a table leads to its parent, and a parent that is a table
/// doesn't: so a dropped node never takes a chain of others with it.
#[derive(Default)]
pub(super) struct Inside {
    pub(super) scope: Scope,
    /// The node itself in the tree of this number.
    pub(super) node: Option<(u32, NodeId)>,
}

impl Inside {
    /// The state of a node in which nothing matches.
    #[inline]
    pub(super) fn inert(node: Option<(u32, NodeId)>) -> Self {
        Self { scope: Scope { is_inert: true, ..Scope::default() }, node }
    }
}

/// Tickets and memory of dropped nodes.
#[derive(Default)]
pub(super) struct Left {
    /// Matches whose elements the tree builder dropped without popping them.
    pub(super) forgotten: RefCell<Vec<Ticket>>,
    /// Memory for elements that are kept.
    #[expect(clippy::vec_box, reason = "a node takes the box as it is")]
    pub(super) spare: RefCell<Vec<Box<Kept>>>,
}

/// The number of kept elements whose memory is spared.
const SPARE: usize = 32;

impl Drop for Open {
    #[inline]
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.get() {
            self.left.forgotten.borrow_mut().push(ticket);
        }
        if let Some(kept) = self.kept.take()
            && kept.is_small()
        {
            let mut spare = self.left.spare.borrow_mut();
            if spare.len() < SPARE {
                spare.push(kept);
            }
        }
    }
}

/// Creates the handle of a node.
#[inline]
pub(super) fn open(
    inside: Inside,
    kept: Option<Box<Kept>>,
    is_table: bool,
    left: &Rc<Left>,
) -> Handle {
    Rc::new(Open {
        inside: RefCell::new(inside),
        parent_of_table: RefCell::new(None),
        is_table,
        is_new: Cell::new(kept.is_some()),
        can_be_host: Cell::new(false),
        kept,
        is_shared: Cell::new(false),
        ticket: Cell::new(None),
        left: Rc::clone(left),
    })
}

impl Open {
    /// Notes the parent of a table.
    #[inline]
    pub(super) fn set_parent(&self, parent: &Handle) {
        if self.is_table {
            let parent = (!parent.is_table).then(|| Rc::clone(parent));
            *self.parent_of_table.borrow_mut() = parent;
        }
    }
}
