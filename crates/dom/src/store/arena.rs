//! The nodes and the links between them.
//!
//! # Slot order
//!
//! A walk by links jumps through memory and tests three links a node. But a parser creates most nodes in tree order, so
//! the next node of a walk is mostly the one in the next slot. The arena keeps track of whether that holds.
//!
//! The invariant of [`SlotOrder::TreeOrder`]: if the nodes in two consecutive slots are in the same tree, the second
//! comes after the first in tree order. A walk below a node can then go through the slots without links, as long as
//! each node's parent isn't before the root of the walk ([`Node::is_below`]); only where that ends does it follow
//! links. Fragments and removed nodes have no parent, so they end such a run.
//!
//! Appending a new node at the end of the open elements keeps the order; every other link breaks it
//! ([`Arena::mark_unordered`]). Removing a node keeps it, with one exception: during a parse
//! ([`SlotOrder::Building`]) the order isn't known yet, and the removed node may be the one that is out of order.
//!
//! See "Nodes and attributes" in `docs/hot-path.md`.

use std::time::Instant;

use sapwood_tree::Limit;

use crate::store::{
    form_owners::FormOwners,
    id::{Generations, NodeId},
    node::{Head, Kind, Link, Node, Slot},
};

/// How slot order relates to tree order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlotOrder {
    /// A parser is at work and has so far put each new node after all others; [`Arena::end_parse`] decides.
    Building,
    /// The second of two nodes of one tree in consecutive slots comes later in tree order. Almost all parsed documents
    /// are like this.
    TreeOrder,
    /// Slot order says nothing about tree order.
    Unordered,
}

/// The nodes and their links.
///
/// Slot 0 holds no node, so a node's number is its index and no number is zero.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    order: SlotOrder,
    /// Lazily built element index; dropped on any change of links.
    pub(crate) index: crate::store::index::LazyIndex,
    generations: Generations,
    /// Form owners that differ from the nearest form ancestor, if there are any.
    form_owners: Option<Box<FormOwners>>,
    /// Maximum number of slots.
    limit: usize,
    /// When the vector stops growing.
    deadline: Option<Instant>,
    /// Whether the deadline kept it from growing.
    late: bool,
}

impl Clone for Arena {
    fn clone(&self) -> Self {
        Self {
            nodes: self.nodes.clone(),
            index: Default::default(),
            generations: self.generations.of_clone(self.nodes.len()),
            form_owners: self.form_owners.clone(),
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

/// Number of nodes in an empty arena: an unused one, so that no link is 0, and the root.
pub(crate) const FIRST_NODES: usize = 2;

impl Arena {
    /// Maximum number of nodes. It leaves numbers for the node past the limit ([`Self::push_past_limit`]) and for the
    /// origins that are no node.
    pub(crate) const MAX_NODES: usize = u32::MAX as usize - 4;

    pub(crate) fn new(root: Kind) -> Self {
        Self::with_capacity(root, 0)
    }

    /// An arena with capacity for so many nodes besides its root, if there is memory.
    pub(crate) fn with_capacity(root: Kind, capacity: usize) -> Self {
        let mut arena = Self::without_nodes();
        let _ = arena.nodes.try_reserve_exact(capacity + FIRST_NODES);
        arena.fill(root);
        arena.mark_unordered();
        arena
    }

    /// An arena without memory and without a root, which stands where one was taken away.
    pub(crate) fn without_nodes() -> Self {
        Self {
            nodes: Vec::new(),
            order: SlotOrder::Unordered,
            index: Default::default(),
            generations: Generations::new(),
            form_owners: None,
            limit: Self::MAX_NODES,
            deadline: None,
            late: false,
        }
    }

    /// Whether there isn't even a root.
    pub(crate) fn is_taken(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Removes all nodes and keeps their memory.
    pub(crate) fn reset(&mut self, root: Kind) {
        self.generations = Generations::new();
        self.fill(root);
    }

    fn fill(&mut self, root: Kind) {
        self.nodes.clear();
        self.nodes.push(Node::new(Head::of(Kind::Fragment), 0, 0));
        self.nodes.push(Node::new(Head::of(root), 0, 0));
        self.order = SlotOrder::Building;
        self.forget_index();
        self.clear_form_owners();
        self.lift_limits();
    }

    /// Notes that a node was linked elsewhere than after all others.
    pub(crate) fn mark_unordered(&mut self) {
        self.order = SlotOrder::Unordered;
        self.forget_index();
    }

    /// Prepares for removing nodes. That keeps slot order valid, except while parsing: the removed node may be the
    /// one out of order.
    fn before_unlink(&mut self) {
        if self.order == SlotOrder::Building {
            self.mark_unordered();
        } else {
            self.forget_index();
        }
    }

    /// Drops the element index because elements or attributes change.
    pub(crate) fn forget_index(&mut self) {
        self.index.forget();
    }

    /// Whether a parser is still building the tree in slot order.
    pub(crate) fn is_building(&self) -> bool {
        self.order == SlotOrder::Building
    }

    /// Whether slot order is tree order.
    pub(crate) fn is_in_tree_order(&self) -> bool {
        self.order == SlotOrder::TreeOrder
    }

    /// Decides at the end of a parse whether slot order is tree order. The parser may have returned to an element that
    /// it had left, but only among the children of `outer`.
    pub(crate) fn end_parse(&mut self, outer: impl IntoIterator<Item = Slot>) {
        if self.order == SlotOrder::Building {
            let ordered = outer.into_iter().all(|parent| self.are_apart(parent));
            self.order = if ordered { SlotOrder::TreeOrder } else { SlotOrder::Unordered };
        }
    }

    /// Whether each child of `parent` got its last descendant before its next sibling was created.
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
        // Appending compares with the vector's capacity only.
        self.nodes.shrink_to(self.limit);
    }

    /// Sets the time after which the vector doesn't grow; nodes that fit into its capacity are still added.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    pub(crate) fn lift_limits(&mut self) {
        self.limit = Self::MAX_NODES;
        self.deadline = None;
        self.late = false;
    }

    /// The limit that keeps a full arena from growing.
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

    /// Replaces all nodes by others in tree order, in a new generation; returns the old generations. `new_slots` maps
    /// old slots to new ones.
    #[inline]
    pub(crate) fn replace(&mut self, nodes: Vec<Node>, new_slots: &[Link]) -> Generations {
        if let Some(form_owners) = &mut self.form_owners {
            form_owners.renumber(new_slots);
        }
        self.nodes = nodes;
        self.order = SlotOrder::TreeOrder;
        self.forget_index();
        std::mem::replace(&mut self.generations, Generations::new())
    }

    /// All slots; the first holds no node.
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

    /// The ids of the nodes in `slots`.
    #[cfg(feature = "select")]
    pub(crate) fn ids(&self, slots: &[Slot]) -> Vec<NodeId> {
        if self.generations.is_single() {
            // A loop that the compiler turns into one of vectors.
            slots.iter().map(|slot| self.current_id(*slot)).collect()
        } else {
            slots.iter().map(|slot| self.id(*slot)).collect()
        }
    }

    /// The id of the node in `slot` while all nodes are of one generation, as during a parse.
    #[inline]
    pub(crate) fn current_id(&self, slot: Slot) -> NodeId {
        NodeId::new(slot, self.generations.current())
    }

    /// The slot of the node with this id; `None` if the id is stale or of another document.
    #[inline]
    pub(crate) fn slot(&self, id: NodeId) -> Link {
        let slot = id.slot();
        (slot.index() < self.nodes.len() && self.generations.of(slot) == id.generation())
            .then_some(slot)
    }

    /// Reserves capacity; does nothing if memory is short.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        let _ =
            self.nodes.try_reserve_exact(nodes.min(self.limit.saturating_sub(self.nodes.len())));
    }

    /// All nodes by their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.nodes.iter_mut()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let nodes = nodes + self.index.heap_bytes();
        nodes + self.form_owners.as_ref().map_or(0, |owners| owners.heap_bytes())
    }

    /// Makes `form`, which isn't an ancestor of `control`, its form owner.
    pub(crate) fn set_form_owner(&mut self, control: Slot, form: Slot) {
        self.form_owners.get_or_insert_default().insert(control, form);
    }

    /// Makes the nearest form ancestor of `control` its form owner again.
    pub(crate) fn reset_form_owner(&mut self, control: Slot) {
        if let Some(form_owners) = &mut self.form_owners {
            form_owners.remove(control);
        }
    }

    /// Whether there may be a control whose form owner isn't its nearest form ancestor.
    pub(crate) fn has_form_owners(&self) -> bool {
        self.form_owners.is_some()
    }

    pub(crate) fn clear_form_owners(&mut self) {
        self.form_owners = None;
    }

    /// The controls whose form owner isn't their nearest form ancestor, each with its owner.
    pub(crate) fn form_owners(&self) -> impl Iterator<Item = (Slot, Slot)> {
        self.form_owners.iter().flat_map(|owners| owners.iter(&self.nodes))
    }

    /// Notes that the link from `node` to its parent was cut.
    #[inline]
    fn note_unlinked(&mut self, node: Slot) {
        if let Some(form_owners) = &mut self.form_owners {
            form_owners.note_unlinked(node);
        }
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
    #[inline(always)]
    pub(crate) fn push_last(&mut self, parent: Slot, last: Link, node: Node) -> Option<Slot> {
        let Node { head, start, len, .. } = node;
        let index = self.nodes.len();
        if index == self.nodes.capacity() {
            return self.push_last_growing(parent, last, head, start, len);
        }
        // The parent first: the caller has just read it, so it needs no second check of its index.
        let id = Slot::of_index(index);
        let nodes = &mut self.nodes[..];
        nodes[parent.index()].last_child = id;
        match last {
            Some(last) => nodes[last.index()].next = id,
            None => nodes[parent.index()].first_child = id,
        }
        let node = Node::new(head, start, len);
        self.nodes.push(Node { parent: Some(parent), previous: last, ..node });
        id
    }

    /// [`push_last`](Self::push_last) where the arena may have no room.
    #[cold]
    #[inline(never)]
    fn push_last_growing(
        &mut self,
        parent: Slot,
        last: Link,
        head: Head,
        start: u32,
        len: u32,
    ) -> Option<Slot> {
        if !self.grow() {
            return None;
        }
        self.push_last(parent, last, Node::new(head, start, len))
    }

    /// Adds a node in spite of the limit: the overflow node of a builder.
    pub(crate) fn push_past_limit(&mut self, node: Node) -> Slot {
        self.nodes.reserve_exact(1);
        self.nodes.push(node);
        Slot::of_index(self.nodes.len() - 1).unwrap_or(Slot::ROOT)
    }

    /// Drops the node that [`Self::push_past_limit`] added; no link leads to it any more.
    pub(crate) fn drop_last(&mut self, node: Slot) {
        if node.index() + 1 == self.nodes.len() {
            self.nodes.pop();
        }
    }

    /// Makes `child`, which has no parent, the last child of `parent`.
    #[inline]
    pub(crate) fn link_last(&mut self, parent: Slot, child: Slot) {
        if self.order != SlotOrder::Building || child.index() + 1 != self.nodes.len() {
            self.mark_unordered();
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

    /// Inserts `child`, which has no parent, before `sibling`, which has one.
    pub(crate) fn link_before(&mut self, sibling: Slot, child: Slot) {
        self.mark_unordered();
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

    /// Removes `node` from its parent, if it has one.
    pub(crate) fn unlink(&mut self, node: Slot) {
        let entry = &mut self[node];
        let Some(parent) = entry.parent.take() else { return };
        self.before_unlink();
        self.note_unlinked(node);
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
        self.mark_unordered();
        let last = self[from].last_child.take();
        let mut next = Some(first);
        while let Some(child) = next {
            self[child].parent = Some(to);
            next = self[child].next;
            self.note_unlinked(child);
        }
        let before = self[to].last_child;
        self[to].last_child = last;
        self[first].previous = before;
        match before {
            Some(before) => self[before].next = Some(first),
            None => self[to].first_child = Some(first),
        }
    }

    /// Removes all children of `parent`.
    pub(crate) fn unlink_children(&mut self, parent: Slot) {
        self.before_unlink();
        let mut next = self[parent].first_child.take();
        self[parent].last_child = None;
        while let Some(child) = next {
            let node = &mut self[child];
            next = node.next.take();
            node.previous = None;
            node.parent = None;
            self.note_unlinked(child);
        }
    }

    /// Puts the children of `node`, which has some, in its place. Slot order stays as valid as it was: `node` leaves,
    /// and the order of all other nodes stays.
    #[inline]
    pub(crate) fn replace_with_children(&mut self, node: Slot) {
        let Node { parent: Some(parent), previous, next, first_child, last_child, .. } = self[node]
        else {
            return;
        };
        let (Some(first), Some(last)) = (first_child, last_child) else { return };
        self.before_unlink();
        self.note_unlinked(node);
        let mut child = Some(first);
        while let Some(slot) = child {
            self[slot].parent = Some(parent);
            child = self[slot].next;
            self.note_unlinked(slot);
        }
        self[first].previous = previous;
        self[last].next = next;
        match previous {
            Some(previous) => self[previous].next = Some(first),
            None => self[parent].first_child = Some(first),
        }
        match next {
            Some(next) => self[next].previous = Some(last),
            None => self[parent].last_child = Some(last),
        }
        let entry = &mut self[node];
        *entry = Node::new(entry.head, entry.start, entry.len);
    }

    /// The node after `node` in tree order, among the descendants of `root`.
    #[inline]
    pub(crate) fn next_in_tree(&self, node: Slot, root: Slot) -> Link {
        if let [next] = self.next_slots(node, 1)
            && next.is_below(root)
        {
            return Slot::of_index(node.index() + 1);
        }
        self.next_by_links(node, root)
    }

    /// The first node after `node` in tree order that `fits`, among the descendants of `root`, and the number of nodes
    /// visited. `fits` sees the index of a node and the node.
    #[inline]
    pub(crate) fn next_matching(
        &self,
        node: Slot,
        root: Slot,
        fits: impl Fn(usize, &Node) -> bool,
    ) -> (Link, usize) {
        // Slot after slot, up to the first that isn't below `root`; from there by links, to the next such run. A run is one
        // node if slot order isn't tree order. The one call of `fits` is inlined in the loop.
        let is_ordered = self.order == SlotOrder::TreeOrder;
        let (mut at, mut passed) = (node, 0);
        let (mut first, mut run) = (node.index() + 1, self.next_slots(node, usize::MAX));
        loop {
            let belongs = |next: &Node| !is_ordered || next.is_below(root);
            let mut entries = run.iter().enumerate();
            let stop = entries.position(|(at, next)| !belongs(next) || fits(first + at, next));
            let visited = stop.unwrap_or(run.len());
            passed += visited;
            if stop.is_some() && belongs(&run[visited]) {
                return (Slot::of_index(first + visited), passed + 1);
            }
            if visited > 0 {
                at = Slot::of_index(first + visited - 1).unwrap_or(at);
            }
            let Some(next) = self.next_by_links(at, root) else { return (None, passed) };
            (at, first) = (next, next.index());
            run = if is_ordered { &self.nodes[first..] } else { std::slice::from_ref(&self[next]) };
        }
    }

    /// The nodes in at most `most` slots after that of `node`, or none if slot order isn't tree order. Up to the first
    /// that isn't [below](Node::is_below) an ancestor of `node`, they follow `node` in tree order.
    #[inline]
    pub(crate) fn next_slots(&self, node: Slot, most: usize) -> &[Node] {
        let first = node.index() + 1;
        let end = self.nodes.len().min(first.saturating_add(most));
        if self.order == SlotOrder::TreeOrder { &self.nodes[first..end] } else { &[] }
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
