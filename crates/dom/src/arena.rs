//! The nodes, and the links between them.

mod node;

use std::time::Instant;

use tree_sink::Limit;

pub(crate) use self::node::{Head, Kind, Link, MAX_NAMES, Node, Slot, namespace};
use crate::id::{Generations, NodeId};

/// What the order of the slots tells of the order of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Nothing yet: a parser is at work, and may have put each new node after all others so far.
    Growing,
    /// If the node in the slot after another's is in the same tree, it comes after that in tree order, too.
    /// Almost every parsed document is like that.
    OfTree,
    /// Nothing: nodes were put elsewhere.
    Scattered,
}

/// The nodes and their links.
///
/// Slot 0 is never a node, so that a node's number is its index and no number is zero.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    order: Order,
    /// What finds elements. It is gone when links change.
    #[cfg(feature = "select")]
    pub(crate) index: crate::index::LazyIndex,
    generations: Generations,
    /// How many slots there may be.
    limit: usize,
    /// When the vector no longer grows.
    deadline: Option<Instant>,
    /// Whether it didn't, because of that.
    late: bool,
}

impl Clone for Arena {
    fn clone(&self) -> Self {
        Self {
            nodes: self.nodes.clone(),
            #[cfg(feature = "select")]
            index: Default::default(),
            generations: self.generations.of_clone(self.nodes.len()),
            ..*self
        }
    }
}

impl std::ops::Index<Slot> for Arena {
    type Output = Node;

    #[inline]
    fn index(&self, id: Slot) -> &Node {
        &self.nodes[id.index()]
    }
}

impl std::ops::IndexMut<Slot> for Arena {
    #[inline]
    fn index_mut(&mut self, id: Slot) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

impl Arena {
    /// The last two numbers are kept free: one for the place where refused nodes go, one that
    /// means "a tag" in an origin.
    pub(crate) const MAX_NODES: usize = u32::MAX as usize - 4;

    pub(crate) fn new(root: Kind) -> Self {
        let mut arena = Self {
            nodes: Vec::new(),
            order: Order::Scattered,
            #[cfg(feature = "select")]
            index: Default::default(),
            generations: Generations::new(),
            limit: Self::MAX_NODES,
            deadline: None,
            late: false,
        };
        arena.fill(root);
        arena.scatter();
        arena
    }

    /// Forgets all nodes, but not their memory.
    pub(crate) fn reset(&mut self, root: Kind) {
        self.generations = Generations::new();
        self.fill(root);
    }

    fn fill(&mut self, root: Kind) {
        self.nodes.clear();
        self.nodes.push(Node::new(Head::of(Kind::Fragment), 0, 0));
        self.nodes.push(Node::new(Head::of(root), 0, 0));
        self.order = Order::Growing;
        self.forget_index();
        self.lift_limits();
    }

    /// Notes that nodes were put elsewhere than after all others.
    pub(crate) fn scatter(&mut self) {
        self.order = Order::Scattered;
        self.forget_index();
    }

    /// Notes that nodes go out of the tree. Where the order is known it is that of what is left, but what a
    /// parser takes away may have been out of order.
    fn lose(&mut self) {
        if self.order == Order::Growing {
            self.scatter();
        } else {
            self.forget_index();
        }
    }

    /// Notes that elements, or their attributes, are no longer where they were.
    pub(crate) fn forget_index(&mut self) {
        #[cfg(feature = "select")]
        self.index.forget();
    }

    /// Whether a parser is at work.
    #[cfg(feature = "select")]
    pub(crate) fn is_growing(&self) -> bool {
        self.order == Order::Growing
    }

    /// Notes that a parser is done, which came back to what it had left among the children of `outer` alone.
    pub(crate) fn settle(&mut self, outer: impl IntoIterator<Item = Slot>) {
        if self.order == Order::Growing {
            let ordered = outer.into_iter().all(|parent| self.are_apart(parent));
            self.order = if ordered { Order::OfTree } else { Order::Scattered };
        }
    }

    /// Whether all that is in a child of `parent` was there before the next child.
    fn are_apart(&self, parent: Slot) -> bool {
        let mut child = self[parent].first_child;
        while let Some(node) = child {
            child = self[node].next;
            if child.is_some_and(|next| self.last_in_tree(node) > next) {
                return false;
            }
        }
        true
    }

    /// Limits the number of nodes.
    pub(crate) fn set_limit(&mut self, nodes: usize) {
        self.limit = nodes.saturating_add(1).min(Self::MAX_NODES);
        // The vector's capacity is what is looked at.
        self.nodes.shrink_to(self.limit);
    }

    /// Sets when there is to be no more memory: whoever goes on by then fills at most what there is.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    pub(crate) fn lift_limits(&mut self) {
        self.limit = Self::MAX_NODES;
        self.deadline = None;
        self.late = false;
    }

    /// Why the arena is full, if it is.
    pub(crate) fn why_full(&self) -> Limit {
        if self.late {
            Limit::Time
        } else if self.nodes.len() >= self.limit && self.limit < Self::MAX_NODES {
            Limit::Nodes
        } else {
            Limit::Capacity
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Puts other nodes, which are in tree order, in the place of all, of a new generation; returns the
    /// generations that were.
    pub(crate) fn replace(&mut self, nodes: Vec<Node>) -> Generations {
        self.nodes = nodes;
        self.order = Order::OfTree;
        self.forget_index();
        std::mem::replace(&mut self.generations, Generations::new())
    }

    /// All slots, of which the first is never a node.
    #[inline]
    pub(crate) fn entries(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<&Node> {
        self.nodes.get(slot.index())
    }

    /// The id of the node in `slot`.
    #[inline]
    pub(crate) fn id(&self, slot: Slot) -> NodeId {
        NodeId::new(slot, self.generations.of(slot))
    }

    /// The same while all nodes are of one generation, as during a parse.
    #[inline]
    pub(crate) fn current_id(&self, slot: Slot) -> NodeId {
        NodeId::new(slot, self.generations.current())
    }

    /// The slot of the node that `id` means; `None` if it isn't one of these.
    #[inline]
    pub(crate) fn slot(&self, id: NodeId) -> Link {
        let slot = id.slot();
        (slot.index() < self.nodes.len() && self.generations.of(slot) == id.generation())
            .then_some(slot)
    }

    /// Reserves room, if there is memory for it.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        let _ =
            self.nodes.try_reserve_exact(nodes.min(self.limit.saturating_sub(self.nodes.len())));
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        #[cfg(feature = "select")]
        let nodes = nodes + self.index.heap_bytes();
        nodes
    }

    /// Adds a node; `None` if the arena is full.
    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> Option<Slot> {
        let index = self.nodes.len();
        if index == self.nodes.capacity() && !self.grow() {
            return None;
        }
        self.nodes.push(node);
        Slot::of_index(index)
    }

    /// Doubles the capacity, up to the limit; `false` if that is reached.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> bool {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            self.late = true;
            return false;
        }
        let len = self.nodes.len();
        let more = len.max(8).min(self.limit.saturating_sub(len));
        self.nodes.reserve_exact(more);
        more > 0
    }

    /// Adds a node as the last child of `parent`, whose last child is `last`.
    #[inline]
    pub(crate) fn push_last(&mut self, parent: Slot, last: Link, node: Node) -> Option<Slot> {
        let id = self.push(Node { parent: Some(parent), previous: last, ..node })?;
        let nodes = &mut self.nodes[..];
        nodes[parent.index()].last_child = Some(id);
        match last {
            Some(last) => nodes[last.index()].next = Some(id),
            None => nodes[parent.index()].first_child = Some(id),
        }
        Some(id)
    }

    /// Adds the one node that may stand past the limit.
    pub(crate) fn push_past_limit(&mut self, node: Node) -> Slot {
        self.nodes.reserve_exact(1);
        self.nodes.push(node);
        Slot::of_index(self.nodes.len() - 1).unwrap_or(Slot::ROOT)
    }

    /// Takes that node away again, to which nothing leads any more.
    pub(crate) fn drop_last(&mut self, node: Slot) {
        if node.index() + 1 == self.nodes.len() {
            self.nodes.pop();
        }
    }

    /// Makes `child`, which has no parent, the last child of `parent`.
    #[inline]
    pub(crate) fn link_last(&mut self, parent: Slot, child: Slot) {
        if self.order != Order::Growing || child.index() + 1 != self.nodes.len() {
            self.scatter();
        }
        let nodes = &mut self.nodes[..];
        let node = &mut nodes[parent.index()];
        let last = node.last_child.replace(child);
        match last {
            Some(last) => nodes[last.index()].next = Some(child),
            None => node.first_child = Some(child),
        }
        let node = &mut nodes[child.index()];
        node.parent = Some(parent);
        node.previous = last;
    }

    /// Puts `child`, which has no parent, before `sibling`, which has one.
    pub(crate) fn link_before(&mut self, sibling: Slot, child: Slot) {
        self.scatter();
        let parent = self[sibling].parent;
        let previous = self[sibling].previous.replace(child);
        match (previous, parent) {
            (Some(previous), _) => self[previous].next = Some(child),
            (None, Some(parent)) => self[parent].first_child = Some(child),
            (None, None) => {}
        }
        let node = &mut self[child];
        node.parent = parent;
        node.previous = previous;
        node.next = Some(sibling);
    }

    /// Takes `node` out of its parent, if it has one.
    pub(crate) fn unlink(&mut self, node: Slot) {
        let entry = &mut self[node];
        let Some(parent) = entry.parent.take() else { return };
        self.lose();
        let entry = &mut self[node];
        let previous = entry.previous.take();
        let next = entry.next.take();
        match previous {
            Some(previous) => self[previous].next = next,
            None => self[parent].first_child = next,
        }
        match next {
            Some(next) => self[next].previous = previous,
            None => self[parent].last_child = previous,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(crate) fn move_children(&mut self, from: Slot, to: Slot) {
        let Some(first) = self[from].first_child.take() else { return };
        self.scatter();
        let last = self[from].last_child.take();
        let mut next = Some(first);
        while let Some(child) = next {
            self[child].parent = Some(to);
            next = self[child].next;
        }
        let before = self[to].last_child;
        self[to].last_child = last;
        self[first].previous = before;
        match before {
            Some(before) => self[before].next = Some(first),
            None => self[to].first_child = Some(first),
        }
    }

    /// Takes all children out of `parent`.
    pub(crate) fn unlink_children(&mut self, parent: Slot) {
        self.lose();
        let mut next = self[parent].first_child.take();
        self[parent].last_child = None;
        while let Some(child) = next {
            let node = &mut self[child];
            next = node.next.take();
            node.previous = None;
            node.parent = None;
        }
    }

    /// The node after `node` in tree order, among the descendants of `root`.
    #[inline]
    pub(crate) fn next_in_tree(&self, node: Slot, root: Slot) -> Link {
        if let [next] = self.few_after(node, 1)
            && next.is_below(root)
        {
            return Slot::of_index(node.index() + 1);
        }
        self.next_by_links(node, root)
    }

    /// The first node after `node` in tree order that `fits`, among the descendants of `root`, and how many
    /// were passed on the way to it or to the end.
    #[cfg(feature = "select")]
    #[inline]
    pub(crate) fn next_that(
        &self,
        node: Slot,
        root: Slot,
        fits: impl Fn(Slot, &Node) -> bool,
    ) -> (Link, usize) {
        let (mut at, mut passed) = (node, 0);
        loop {
            let first = at.index() + 1;
            for (offset, next) in self.few_after(at, usize::MAX - first).iter().enumerate() {
                let Some(slot) = Slot::of_index(first + offset).filter(|_| next.is_below(root))
                else {
                    break;
                };
                if fits(slot, next) {
                    return (Some(slot), passed + offset + 1);
                }
                at = slot;
            }
            passed += at.index() + 1 - first;
            let Some(next) = self.next_by_links(at, root) else { return (None, passed) };
            at = next;
            passed += 1;
            if fits(at, &self[at]) {
                return (Some(at), passed);
            }
        }
    }

    /// The nodes in the slots right after that of `node`, at most so many. As long as these
    /// [are below](Node::is_below) a node that has `node` below it, they come after `node` in tree order; if that
    /// can't be said, there are none.
    #[inline]
    pub(crate) fn few_after(&self, node: Slot, most: usize) -> &[Node] {
        let first = node.index() + 1;
        let end = self.nodes.len().min(first + most);
        if self.order == Order::OfTree { &self.nodes[first..end] } else { &[] }
    }

    fn next_by_links(&self, node: Slot, root: Slot) -> Link {
        if let Some(child) = self[node].first_child {
            return Some(child);
        }
        self.next_after(node, root)
    }

    /// The last of `node` and its descendants in tree order.
    pub(crate) fn last_in_tree(&self, mut node: Slot) -> Slot {
        while let Some(last) = self[node].last_child {
            node = last;
        }
        node
    }

    /// The node before `node` in tree order, its parent included.
    pub(crate) fn previous_in_tree(&self, node: Slot) -> Link {
        match self[node].previous {
            Some(previous) => Some(self.last_in_tree(previous)),
            None => self[node].parent,
        }
    }

    /// The root of the tree that `node` is in.
    pub(crate) fn root_of(&self, mut node: Slot) -> Slot {
        while let Some(parent) = self[node].parent {
            node = parent;
        }
        node
    }

    /// The node after `node` and all its descendants in tree order, among the descendants of `root`.
    #[inline]
    pub(crate) fn next_after(&self, mut node: Slot, root: Slot) -> Link {
        while node != root {
            let entry = &self[node];
            if entry.next.is_some() {
                return entry.next;
            }
            node = entry.parent?;
        }
        None
    }
}
