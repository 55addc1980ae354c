//! The nodes that the tree builder may yet ask something of.
//!
//! *Problem.* Handles must be small and may be sent to other threads, so they aren't counted references. But the tree
//! builder doesn't report when it drops the last handle of a node.
//!
//! *Idea.* A handle is an index. Between two pieces of input the tree builder lists the handles that it holds, and all other
//! nodes become free, if many were added since. Their number is proportional to the depth, so the work is amortized.

use std::mem;

use sapwood_tree::TreeSink;
use sapwood_tree_builder::TreeBuilder;

use super::{Kept, Scope};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(u32);

impl Handle {
    /// No node.
    pub(crate) const NONE: Self = Self(u32::MAX);
    /// The document.
    pub(crate) const DOCUMENT: Self = Self(0);
    /// A node without children of which no more is known.
    pub(crate) const LEAF: Self = Self(1);
    /// The comment that was created last.
    #[cfg(feature = "rewriting")]
    pub(crate) const COMMENT: Self = Self(2);
    /// The number of the nodes above, which are never free.
    const FIXED: usize = 3;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The state that a parser keeps of a node.
pub(crate) trait NodeState: Default {
    /// The state of the selectors.
    fn scope(&mut self) -> &mut Scope;

    /// The nodes that are needed as long as this one is.
    fn leads_to(&self) -> [Handle; 2];

    /// Makes it as new, in the memory that it has. Returns the element that it kept.
    fn clear(&mut self) -> Option<Box<Kept>>;
}

/// All nodes.
pub(crate) struct Nodes<N> {
    list: Vec<N>,
    free: Vec<u32>,
    /// The number of nodes that were added since the last sweep, and at which the next is due.
    added: usize,
    due: usize,
    /// Memory for elements that are kept.
    #[expect(clippy::vec_box, reason = "a node takes the box as it is")]
    spare: Vec<Box<Kept>>,
    // Empty between sweeps:
    is_live: Vec<bool>,
    marked: Vec<Handle>,
}

/// The number of nodes that most pages need.
const FIRST: usize = 64;

/// The number of nodes after which a sweep is worth while.
const FEW: usize = 256;

/// The number of kept elements whose memory is spared.
const SPARE: usize = 32;

impl<N: NodeState> Nodes<N> {
    #[inline]
    pub(crate) fn new() -> Self {
        let mut list = Vec::with_capacity(FIRST);
        list.resize_with(Handle::FIXED, N::default);
        list[Handle::DOCUMENT.index()].scope().is_document = true;
        list[Handle::LEAF.index()].scope().is_inert = true;
        Self {
            list,
            free: Vec::new(),
            added: 0,
            due: FEW,
            spare: Vec::new(),
            is_live: Vec::new(),
            marked: Vec::new(),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, handle: Handle) -> &N {
        &self.list[handle.index()]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: Handle) -> &mut N {
        &mut self.list[handle.index()]
    }

    /// A node and a new child of it.
    #[inline]
    pub(crate) fn pair(&mut self, parent: Handle, child: Handle) -> Option<[&mut N; 2]> {
        self.list.get_disjoint_mut([parent.index(), child.index()]).ok()
    }

    /// Adds a node.
    #[inline]
    pub(crate) fn add(&mut self) -> Handle {
        self.added += 1;
        if let Some(free) = self.free.pop() {
            return Handle(free);
        }
        // There are fewer nodes than bytes in a piece and open elements.
        let index = u32::try_from(self.list.len()).unwrap_or(u32::MAX - 1);
        self.list.push(N::default());
        Handle(index)
    }

    /// Frees a node without handles.
    pub(crate) fn release(&mut self, handle: Handle) {
        let kept = self.list[handle.index()].clear();
        if self.free.len() == self.free.capacity() {
            self.free.reserve(self.list.len());
        }
        self.free.push(handle.0);
        if let Some(kept) = kept.filter(|kept| kept.is_small())
            && self.spare.len() < SPARE
        {
            self.spare.push(kept);
        }
    }

    /// Memory for an element that is kept.
    #[inline]
    pub(crate) fn spare(&mut self) -> Box<Kept> {
        self.spare.pop().unwrap_or_default()
    }

    /// Whether enough nodes were added to look for those that are free.
    #[inline]
    fn is_due(&self) -> bool {
        self.added >= self.due
    }

    /// Frees all nodes but those in `marked` and those that they lead to.
    fn free_all_but(&mut self, mut marked: Vec<Handle>) {
        marked.extend((0..Handle::FIXED as u32).map(Handle));
        let mut is_live = mem::take(&mut self.is_live);
        is_live.resize(self.list.len(), false);
        let mut count = 0;
        while let Some(handle) = marked.pop() {
            let Some(is_live) = is_live.get_mut(handle.index()) else { continue };
            if !mem::replace(is_live, true) {
                count += 1;
                marked.extend(self.list[handle.index()].leads_to());
            }
        }
        // Those that are free already aren't freed again.
        for free in &self.free {
            is_live[*free as usize] = true;
        }
        for (index, is_live) in is_live.drain(..).enumerate() {
            if !is_live {
                self.release(Handle(index as u32));
            }
        }
        self.added = 0;
        self.due = FEW.max(2 * count).max(self.list.len() / 4);
        (self.is_live, self.marked) = (is_live, marked);
    }
}

/// A sink with such nodes.
pub(crate) trait NodeSink: TreeSink<Handle = Handle> {
    /// Its state of a node.
    type State: NodeState;

    /// All nodes.
    fn nodes(&mut self) -> &mut Nodes<Self::State>;

    /// The nodes that it needs, beside those that the tree builder has handles of.
    fn needed(&self) -> impl IntoIterator<Item = Handle>;
}

/// Frees the nodes that neither the tree builder nor its sink needs, if it is time.
#[inline]
pub(crate) fn sweep<S: NodeSink>(builder: &mut TreeBuilder<S>) {
    let nodes = builder.sink_mut().nodes();
    if !nodes.is_due() {
        return;
    }
    let mut marked = mem::take(&mut nodes.marked);
    builder.for_each_handle(&mut |handle| marked.push(*handle));
    marked.extend(builder.sink().needed());
    builder.sink_mut().nodes().free_all_but(marked);
}
