//! The nodes that the tree builder may yet ask something of.
//!
//! *Problem.* Handles must be small and may be sent to other threads, so they aren't counted references. But the tree
//! builder doesn't report when it drops the last handle of a node.
//!
//! *Idea.* A handle is an index. Between two pieces of input the tree builder lists the handles that it holds, and all other
//! nodes become free, if many were added since. Their number is proportional to the depth, so the work is amortized.

use std::{borrow::Cow, mem};

use sapwood_names::{Name, NameId};
use sapwood_tree::{Origin, Span};

use super::{
    content::{Insert, Inserts},
    edits::Edits,
    element::{Changes, EndChanges, EndHandler, EndTag, Kept as KeptPart, UserData},
    handler_set::HandlerSet,
};
use crate::matching::{Kept, Scope};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(pub(super) u32);

impl Handle {
    /// No node.
    pub(super) const NONE: Self = Self(u32::MAX);
    /// The document.
    pub(super) const DOCUMENT: Self = Self(0);
    /// A node without children of which no more is known.
    pub(super) const LEAF: Self = Self(1);
    /// The comment that was created last.
    pub(super) const COMMENT: Self = Self(2);
    /// The number of the nodes above, which are never free.
    const FIXED: usize = 3;

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node, as the tree builder has it.
pub(super) struct Node<S> {
    pub(super) scope: Scope,
    /// The handlers of texts and comments in it.
    pub(super) active: HandlerSet,
    /// Whether one of them is for texts.
    pub(super) wants_text: bool,
    /// Whether it holds raw text.
    pub(super) is_raw: bool,
    /// The node that children have which match nothing: itself, or one that they share.
    pub(super) shared: Handle,
    /// Whether the first child that matches nothing may become [`shared`](Self::shared).
    pub(super) may_lend: bool,
    /// The parent of a table, for content that is misplaced in it.
    pub(super) parent_of_table: Handle,
    pub(super) is_table: bool,
    /// The element itself, if it is needed again: it isn't in the tree yet, or it may be reopened.
    pub(super) kept: Option<Box<Kept>>,
    /// The name of a formatting element whose attributes aren't needed again.
    pub(super) formatting: Option<NameId>,
    /// Whether it isn't in the tree yet.
    pub(super) is_new: bool,
    /// Whether it is the copy of a formatting element.
    pub(super) is_copy: bool,
    /// Whether a shadow root can be attached to it.
    pub(super) can_be_host: bool,
    pub(super) origin: Origin,
    pub(super) self_closing: bool,
    /// The changes at its end, if any.
    pub(super) ending: Option<Box<Ending<S>>>,
    /// Whether there are such changes, or may be when its handlers have been called.
    pub(super) is_watched: bool,
    is_live: bool,
}

impl<S> Default for Node<S> {
    fn default() -> Self {
        Self {
            scope: Scope::default(),
            active: HandlerSet::default(),
            wants_text: false,
            is_raw: false,
            shared: Handle::NONE,
            may_lend: false,
            parent_of_table: Handle::NONE,
            is_table: false,
            kept: None,
            formatting: None,
            is_new: false,
            is_copy: false,
            can_be_host: false,
            origin: Origin::Implied(Span::default()),
            self_closing: false,
            ending: None,
            is_watched: false,
            is_live: false,
        }
    }
}

/// The changes at an element's end.
pub(super) struct Ending<S> {
    /// The name, and the one that it was given.
    pub(super) name: Cow<'static, str>,
    pub(super) new_name: Option<Box<str>>,
    pub(super) append: Inserts,
    pub(super) after: Inserts,
    pub(super) kept: KeptPart,
    pub(super) at_end: Vec<EndHandler<S>>,
    pub(super) user_data: UserData,
    /// The end of its start tag.
    pub(super) content_start: usize,
    pub(super) shape: Shape,
    pub(super) is_raw: bool,
    /// The end tag, if the end of the input cuts the element off.
    pub(super) cut_off: Option<String>,
}

/// The form of an element's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// With an end tag, which may be implied.
    Usual,
    /// As [`Usual`](Self::Usual), but after an implied end the parser reopens it.
    Formatting,
    /// It is void, or a self-closing foreign element without content.
    Empty,
    /// A self-closing foreign element that got content.
    Opened,
}

impl<S> Ending<S> {
    /// Takes from `changes` what concerns the end of an element; `None` if nothing does.
    pub(super) fn of(
        changes: &mut Changes<S>,
        edits: &Edits,
        (name, shape, is_raw): (Name<'_>, Shape, bool),
        content_start: usize,
    ) -> Option<Box<Self>> {
        let is_needed = !(changes.append.is_empty()
            && changes.after.is_empty()
            && changes.kept == KeptPart::All
            && changes.at_end.is_empty()
            && changes.name.is_none()
            && shape != Shape::Opened);
        is_needed.then(|| {
            let own = |inserts: &mut Inserts| -> Inserts {
                inserts.drain(..).map(|insert: Insert| insert.own(edits)).collect()
            };
            Box::new(Self {
                name: match name.id.is_known() {
                    true => Cow::Borrowed(name.id.as_str()),
                    false => Cow::Owned(name.text.to_owned()),
                },
                new_name: changes.name.map(|name| edits.text(name).into()),
                append: own(&mut changes.append),
                after: own(&mut changes.after),
                kept: changes.kept,
                at_end: mem::take(&mut changes.at_end),
                user_data: changes.user_data.take(),
                content_start,
                shape,
                is_raw,
                cut_off: None,
            })
        })
    }
}

impl<S> Ending<S> {
    /// The range of the end tag in the source: empty if there is none.
    pub(super) fn tag_span(&self, tag: Option<Span>, at: usize) -> Span {
        // The tag that created the element may be the current one.
        let tag = tag.unwrap_or(Span::at(at));
        Span::new(tag.start.max(self.content_start), tag.end.max(self.content_start))
    }

    /// The end as functions see it.
    pub(super) fn end_tag<'e>(
        &'e mut self,
        is_implied: bool,
        changes: &'e mut EndChanges,
        edits: &'e mut Edits,
    ) -> EndTag<'e> {
        let Self { name, is_raw, user_data, .. } = self;
        EndTag { name, is_implied, is_raw: *is_raw, changes, edits, user_data }
    }
}

/// All nodes.
pub(super) struct Nodes<S> {
    list: Vec<Node<S>>,
    free: Vec<u32>,
    /// The number of nodes that were added since the last sweep, and at which the next is due.
    added: usize,
    due: usize,
    /// Memory for elements that are kept.
    #[expect(clippy::vec_box, reason = "a node takes the box as it is")]
    spare: Vec<Box<Kept>>,
    marked: Vec<Handle>,
}

/// The number of nodes after which a sweep is worth while.
const FEW: usize = 256;

/// The number of kept elements whose memory is spared.
const SPARE: usize = 32;

impl<S> Nodes<S> {
    pub(super) fn new() -> Self {
        let mut list: Vec<_> = (0..Handle::FIXED).map(|_| Node::default()).collect();
        list[0].scope.is_document = true;
        list[1].scope.is_inert = true;
        Self { list, free: Vec::new(), added: 0, due: FEW, spare: Vec::new(), marked: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn get(&self, handle: Handle) -> &Node<S> {
        &self.list[handle.index()]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, handle: Handle) -> &mut Node<S> {
        &mut self.list[handle.index()]
    }

    /// A node and a new child of it.
    pub(super) fn pair(&mut self, parent: Handle, child: Handle) -> Option<[&mut Node<S>; 2]> {
        self.list.get_disjoint_mut([parent.index(), child.index()]).ok()
    }

    /// Adds a node.
    pub(super) fn add(&mut self) -> Handle {
        self.added += 1;
        if let Some(free) = self.free.pop() {
            return Handle(free);
        }
        // There are fewer nodes than bytes in a piece and open elements.
        let index = u32::try_from(self.list.len()).unwrap_or(u32::MAX - 1);
        self.list.push(Node::default());
        Handle(index)
    }

    /// Frees a node without handles.
    pub(super) fn release(&mut self, handle: Handle) {
        let node = &mut self.list[handle.index()];
        let mut scope = mem::take(&mut node.scope);
        scope.frames.clear();
        scope.is_inert = false;
        scope.is_document = false;
        let kept = node.kept.take();
        *node = Node { scope, ..Node::default() };
        self.free.push(handle.0);
        if let Some(kept) = kept.filter(|kept| kept.is_small())
            && self.spare.len() < SPARE
        {
            self.spare.push(kept);
        }
    }

    /// Memory for an element that is kept.
    pub(super) fn spare(&mut self) -> Box<Kept> {
        self.spare.pop().unwrap_or_default()
    }

    /// Whether enough nodes were added to look for those that are free.
    pub(super) fn is_due(&self) -> bool {
        self.added >= self.due
    }

    /// Frees all nodes but those in `live` and those that they lead to.
    pub(super) fn sweep(&mut self, live: &[Handle]) {
        self.marked.extend(live);
        self.marked.extend([Handle::DOCUMENT, Handle::LEAF, Handle::COMMENT]);
        let mut count = 0;
        while let Some(handle) = self.marked.pop() {
            let Some(node) = self.list.get_mut(handle.index()) else { continue };
            if !mem::replace(&mut node.is_live, true) {
                count += 1;
                self.marked.extend([node.shared, node.parent_of_table]);
            }
        }
        // Those that are free already aren't freed again.
        for free in &self.free {
            self.list[*free as usize].is_live = true;
        }
        for index in 0..self.list.len() {
            if !mem::take(&mut self.list[index].is_live) {
                self.release(Handle(index as u32));
            }
        }
        self.added = 0;
        self.due = FEW.max(2 * count).max(self.list.len() / 4);
    }
}
