//! Nodes as the tree builder of a selecting parser has them, with what they keep for their children.

use sapwood_dom::NodeId;
use sapwood_names::NameId;

use crate::matching::{Handle, Kept, NodeState, Scope};

/// The number of a match in its tree.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    pub(super) tree: u32,
    pub(super) number: u32,
}

/// A node, as the tree builder has it.
#[derive(Default)]
pub(super) struct Node {
    pub(super) scope: Scope,
    /// The node itself in the tree of this number.
    pub(super) copy: Option<(u32, NodeId)>,
    pub(super) ticket: Option<Ticket>,
    /// The parent of a table: nodes that are misplaced in the table become children of that. A parent that is a table isn't noted.
    pub(super) parent_of_table: Option<Handle>,
    /// The handle that children have which match nothing, if they need none of their own: that of the node, unless it must have
    /// its handle for itself. For a formatting element it is that of its parent.
    pub(super) shared: Option<Handle>,
    /// The element itself, if it isn't in the tree yet, or may be reopened when its copy is gone.
    pub(super) kept: Option<Box<Kept>>,
    /// The name, if the parser may reopen the element.
    pub(super) formatting: Option<NameId>,
    pub(super) is_table: bool,
    /// Whether it isn't in the tree yet.
    pub(super) is_new: bool,
    /// Whether a shadow root can be attached to it.
    pub(super) can_be_host: bool,
}

impl NodeState for Node {
    #[inline]
    fn scope(&mut self) -> &mut Scope {
        &mut self.scope
    }

    #[inline]
    fn leads_to(&self) -> [Handle; 2] {
        [self.parent_of_table, self.shared].map(|handle| handle.unwrap_or(Handle::NONE))
    }

    #[inline]
    fn clear(&mut self) -> Option<Box<Kept>> {
        let Self { scope, copy, ticket, parent_of_table, shared, formatting, .. } = self;
        scope.clear();
        *copy = None;
        *ticket = None;
        *parent_of_table = None;
        *shared = None;
        *formatting = None;
        self.is_table = false;
        self.is_new = false;
        self.can_be_host = false;
        self.kept.take()
    }
}
