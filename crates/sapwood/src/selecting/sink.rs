//! The sink that keeps the open elements and the matches alone.

use std::{mem, ops::Range};

use sapwood_dom::{Builder, NodeId, NodeRef};
use sapwood_names::NameId;
use sapwood_select::{NameSet, StreamSelector};
use sapwood_tree::{
    Attributes, InsertionLocation, Limit, NewElement, QuirksMode, ShadowRootInit, Span, TreeSink,
};

use super::nodes::{Node, Ticket};
use crate::matching::{
    Frames, Handle, Kept, NodeSink, Nodes, Selectors, TRACKED, can_be_host, is_body, is_table,
    may_reopen,
};

/// The reason for which a parse always has a state.
const ENDED: &str = "the state is taken when the parse ends";

/// A function that is called with the state of the parser and an element.
pub(super) type Call<'h, S> = Box<dyn FnMut(&mut S, NodeRef<'_>) + 'h>;

/// The sink that a stream's tree builder writes to.
///
/// Most elements match nothing, lie in no match and leave no trace in the state of the selectors. Such an element has
/// the handle of its parent, so it costs nothing.
pub(super) struct Sink<'h, S> {
    /// The selectors, and the function of each.
    selectors: Selectors,
    handlers: Vec<Call<'h, S>>,
    /// The state that the handlers share, until the end of the parse.
    state: Option<S>,
    /// The names that the selectors depend on, and those of elements that need a handle of their own.
    own: NameSet,
    /// Builds the trees of the matches, one after the other.
    builder: Builder<false>,
    /// The number of that tree. Nodes of earlier ones are gone.
    tree: u32,
    /// The matches in it.
    matches: Vec<Match>,
    /// The numbers of the handlers of all matches.
    matched: Vec<usize>,
    /// The number of matches that haven't ended, or whose functions haven't been called.
    open: usize,
    /// The body, as long as a `frameset` may replace it.
    replaceable_body: Option<Box<ReplaceableBody>>,
    nodes: Nodes<Node>,
    /// Formatting elements that no more is kept of than their copies in the tree.
    copied: Vec<Handle>,
    /// Matches that left the stack of open elements, and get no more content.
    left: Vec<Ticket>,
    /// Whether the parser attaches declarative shadow roots. Then no elements share a handle, which notes the shadow host.
    attaches_shadow_roots: bool,
    full: Option<Limit>,
}

/// An element that matched.
struct Match {
    copy: NodeId,
    /// The handlers whose selectors it matched.
    handlers: Range<usize>,
    has_ended: bool,
}

/// A body that a `frameset` may replace. Then its elements aren't in the document, so their matches wait.
struct ReplaceableBody {
    body: Handle,
    /// The root element, and its frames before the body.
    root: Handle,
    frames: Frames,
    /// The number of matches before it in the tree that is being built.
    first: usize,
    /// The matches in it that have ended.
    ended: Vec<Ticket>,
}

impl<'h, S> Sink<'h, S> {
    pub(super) fn new(max_nodes: Option<usize>, attaches_shadow_roots: bool, state: S) -> Self {
        Self {
            selectors: Selectors::default(),
            handlers: Vec::new(),
            state: Some(state),
            own: TRACKED,
            builder: Builder::idle(options(max_nodes)),
            tree: 0,
            matches: Vec::new(),
            matched: Vec::new(),
            open: 0,
            replaceable_body: None,
            nodes: Nodes::new(),
            copied: Vec::new(),
            left: Vec::new(),
            attaches_shadow_roots,
            full: None,
        }
    }

    pub(super) fn on(&mut self, selector: StreamSelector, call: Call<'h, S>) {
        self.own.insert_all(selector.names());
        self.selectors.push(selector, &mut self.nodes.get_mut(Handle::DOCUMENT).scope);
        self.handlers.push(call);
    }

    pub(super) fn state(&self) -> &S {
        self.state.as_ref().unwrap_or_else(|| unreachable!("{ENDED}"))
    }

    pub(super) fn state_mut(&mut self) -> &mut S {
        self.state.as_mut().unwrap_or_else(|| unreachable!("{ENDED}"))
    }

    /// Ends the parse as [`finish`](TreeSink::finish) does, and returns the state, without moving the sink, which can't be used any
    /// more. It and the stages before it are larger than most pages' matches.
    pub(super) fn end_parse(&mut self) -> S {
        self.end_left();
        self.keep_body();
        self.state.take().unwrap_or_else(|| unreachable!("{ENDED}"))
    }

    /// Forgets the matches that haven't ended.
    pub(super) fn give_up(&mut self) {
        self.keep_body();
        self.open = 0;
        self.matches.clear();
    }

    /// The copy of a node in the tree that is being built.
    #[inline]
    fn copy(&self, handle: Handle) -> Option<NodeId> {
        if self.open == 0 {
            return None;
        }
        let copy = self.nodes.get(handle).copy;
        copy.filter(|(tree, _)| *tree == self.tree).map(|(_, copy)| copy)
    }

    /// A handle to a node of which no more is known than where it is in the tree that is being built.
    fn leaf(&mut self, create: impl FnOnce(&mut Builder<false>) -> NodeId) -> Handle {
        if self.open == 0 {
            return Handle::LEAF;
        }
        let copy = create(&mut self.builder);
        self.inert(Some(copy))
    }

    /// Adds a node in which nothing matches.
    fn inert(&mut self, copy: Option<NodeId>) -> Handle {
        let handle = self.nodes.add();
        let node = self.nodes.get_mut(handle);
        node.scope.is_inert = true;
        node.copy = copy.map(|copy| (self.tree, copy));
        handle
    }

    /// Keeps an element.
    fn keep(&mut self, element: &NewElement<'_>) -> Box<Kept> {
        let mut kept = self.nodes.spare();
        kept.set(element);
        kept
    }

    /// Keeps the formatting elements that may be reopened when the tree that is being built, with their copies, is gone.
    fn keep_copied(&mut self) {
        while let Some(handle) = self.copied.pop() {
            self.keep_copy(handle);
        }
    }

    /// Keeps the element of a node that it has a copy of, if it may be reopened.
    fn keep_copy(&mut self, handle: Handle) {
        let Node { copy, kept: None, formatting: Some(name), .. } = *self.nodes.get(handle) else {
            return;
        };
        let copy = copy.filter(|(tree, _)| *tree == self.tree);
        let Some(copy) = copy.and_then(|(_, copy)| self.builder.current().node(copy)) else {
            return;
        };
        let mut kept = self.nodes.spare();
        kept.set_copy(copy, name);
        self.nodes.get_mut(handle).kept = Some(kept);
    }

    /// Puts `child` into what `parent` is the inside of; `link` does it in the tree that is being built,
    /// if both are in it.
    fn place(
        &mut self,
        parent: Handle,
        child: Handle,
        link: impl FnOnce(&mut Builder<false>, NodeId),
    ) {
        let mut matched = false;
        let node = self.nodes.get_mut(child);
        if mem::take(&mut node.is_new)
            && let Some(kept) = node.kept.take()
        {
            matched = kept.with(|element| self.enter(parent, child, element));
            self.nodes.get_mut(child).kept = Some(kept);
        }
        self.set_parent(child, parent);
        if let (Some(_), Some(copy)) = (self.copy(parent), self.copy(child)) {
            link(&mut self.builder, copy);
        } else if let (true, Some(copy)) = (matched, self.copy(child)) {
            self.link_to_root(copy);
        }
    }

    fn link_to_root(&mut self, node: NodeId) {
        let root = self.builder.document();
        self.builder.append(&root, &node);
    }

    /// Finds out what a new child of `parent` matches; returns whether it does. If it does and isn't in
    /// the tree that is being built, it gets a copy there, without a parent.
    fn enter(&mut self, parent: Handle, child: Handle, element: NewElement<'_>) -> bool {
        let matched = self.select(parent, child, &element);
        if self.copy(child).is_none() && !matched.is_empty() {
            self.begin_tree();
            let copy = self.builder.create_element(element);
            self.nodes.get_mut(child).copy = Some((self.tree, copy));
        }
        self.note_matches(parent, child, matched)
    }

    /// Notes that the element of `child`, which has a copy if it matches, matches the selectors of some handlers.
    #[inline]
    fn note_matches(&mut self, parent: Handle, child: Handle, matched: Range<usize>) -> bool {
        let node = self.nodes.get(child);
        let Some((tree, copy)) = node.copy.filter(|_| !matched.is_empty()) else {
            let shared = self.shared(parent, child);
            self.nodes.get_mut(child).shared = shared;
            return false;
        };
        let ticket = Ticket { tree, number: self.matches.len() as u32 };
        self.nodes.get_mut(child).ticket = Some(ticket);
        self.matches.push(Match { copy, handlers: matched, has_ended: false });
        self.open += 1;
        true
    }

    /// The [shared handle](Node::shared) of `child`, which matches nothing.
    #[inline]
    fn shared(&self, parent: Handle, child: Handle) -> Option<Handle> {
        let node = self.nodes.get(child);
        if self.open > 0 || node.is_table || self.attaches_shadow_roots {
            return None;
        }
        if node.formatting.is_none() {
            return self.selectors.passes_on(&node.scope).then_some(child);
        }
        let parent = self.nodes.get(parent);
        parent.shared.filter(|_| self.selectors.is_equivalent(&parent.scope, &node.scope))
    }

    /// Matches a new child of `parent`. Sets the state of the child, and returns the range of
    /// its handlers in [`matched`](Self::matched).
    #[inline]
    fn select(&mut self, parent: Handle, child: Handle, element: &NewElement<'_>) -> Range<usize> {
        if self.open == 0 {
            self.matched.clear();
        }
        let first = self.matched.len();
        if let Some([parent, child]) = self.nodes.pair(parent, child) {
            self.selectors.select(&mut parent.scope, &mut child.scope, element, &mut self.matched);
        }
        first..self.matched.len()
    }

    /// Starts a tree if none is being built, in the memory of the last.
    fn begin_tree(&mut self) {
        if self.open > 0 {
            return;
        }
        self.tree = self.tree.wrapping_add(1);
        self.matches.clear();
        self.builder.recycle();
    }

    /// Appends an element that may need a handle of its own.
    #[inline(never)]
    fn append_own(&mut self, parent: Handle, element: NewElement<'_>) -> Handle {
        self.end_left();
        let may_reopen = may_reopen(&element);
        let is_special = is_table(&element) || is_body(&element);
        let before_body = if is_special { self.before_body(parent, &element) } else { None };
        let child = self.nodes.add();
        let matched = self.select(parent, child, &element);
        let place = match self.copy(parent) {
            None if matched.is_empty() => None,
            None => {
                self.begin_tree();
                Some(self.builder.document())
            }
            within => within,
        };
        if let Some(place) = place {
            let copy = self.builder.append_copied(&place, element);
            self.nodes.get_mut(child).copy = Some((self.tree, copy));
            if may_reopen {
                self.copied.push(child);
            }
        } else if may_reopen {
            let kept = self.keep(&element);
            self.nodes.get_mut(child).kept = Some(kept);
        } else if !is_special
            && self.open == 0
            && let Node { shared: Some(shared), scope, .. } = self.nodes.get(parent)
            && self.selectors.is_equivalent(scope, &self.nodes.get(child).scope)
        {
            let shared = *shared;
            self.nodes.release(child);
            return shared;
        }
        let node = self.nodes.get_mut(child);
        node.formatting = may_reopen.then_some(element.name.name.id);
        node.can_be_host = self.attaches_shadow_roots && can_be_host(&element);
        if is_special {
            node.is_table = is_table(&element);
            self.set_parent(child, parent);
        }
        self.note_matches(parent, child, matched);
        if let Some(body) = before_body {
            self.replaceable_body = Some(Box::new(ReplaceableBody { body: child, ..*body }));
            self.lend(child);
        }
        child
    }

    /// The state before `element`, if that is a body, in case a `frameset` replaces it.
    #[cold]
    fn before_body(&self, root: Handle, element: &NewElement<'_>) -> Option<Box<ReplaceableBody>> {
        is_body(element).then(|| {
            let frames = self.nodes.get(root).scope.frames.clone();
            let first = if self.open > 0 { self.matches.len() } else { 0 };
            Box::new(ReplaceableBody { body: root, root, frames, first, ended: Vec::new() })
        })
    }

    /// Gives the children of `parent` that match nothing another shared handle than its own, so that it alone has that.
    fn lend(&mut self, parent: Handle) {
        if self.nodes.get(parent).shared == Some(parent) {
            let frames = self.nodes.get(parent).scope.frames.clone();
            let lent = self.nodes.add();
            let node = self.nodes.get_mut(lent);
            node.scope.frames = frames;
            node.shared = Some(lent);
            self.nodes.get_mut(parent).shared = Some(lent);
        }
    }

    /// Notes the parent of a table.
    #[inline]
    fn set_parent(&mut self, child: Handle, parent: Handle) {
        if self.nodes.get(child).is_table {
            let parent = (!self.nodes.get(parent).is_table).then_some(parent);
            self.nodes.get_mut(child).parent_of_table = parent;
        }
    }

    /// Calls those who asked for a match.
    fn end(&mut self, ticket: Ticket) {
        if ticket.tree != self.tree {
            return;
        }
        if let Some(body) = &mut self.replaceable_body {
            if ticket.number as usize >= body.first {
                body.ended.push(ticket);
                return;
            }
            // The root element ends with the document.
            self.keep_body();
        }
        let Some(ended) = self.matches.get_mut(ticket.number as usize) else { return };
        if mem::replace(&mut ended.has_ended, true) {
            return;
        }
        self.full = self.full.or(self.builder.limit());
        if self.full.is_none()
            && let Some(node) = self.builder.current().node(ended.copy)
        {
            let state = self.state.as_mut().unwrap_or_else(|| unreachable!("{ENDED}"));
            for number in &self.matched[ended.handlers.clone()] {
                self.handlers[*number](state, node);
            }
        }
        self.open -= 1;
        if self.open == 0 {
            self.keep_copied();
        }
    }

    /// Ends the matches that waited for the body to be final.
    fn keep_body(&mut self) {
        let Some(body) = self.replaceable_body.take() else { return };
        body.ended.into_iter().for_each(|ticket| self.end(ticket));
    }

    /// Forgets the matches in a body that a `frameset` replaces.
    fn replace_body(&mut self) {
        let Some(body) = self.replaceable_body.take() else { return };
        self.nodes.get_mut(body.root).scope.frames = body.frames;
        for replaced in self.matches.iter_mut().skip(body.first) {
            self.open -= usize::from(!mem::replace(&mut replaced.has_ended, true));
        }
        if self.open == 0 {
            self.keep_copied();
        }
    }

    /// Ends the matches that left the stack.
    #[inline]
    fn end_left(&mut self) {
        while let Some(ticket) = self.left.pop() {
            self.end(ticket);
        }
    }

    /// Takes into account that an element was popped off the stack of open elements, by the end tag at `end` or implicitly.
    fn pop_own(&mut self, element: Handle, end: Option<Span>) {
        self.end_left();
        let node = self.nodes.get_mut(element);
        let is_gone = end.is_some() && node.formatting.take().is_some();
        if let Some(ticket) = node.ticket.take() {
            self.end(ticket);
        }
        if is_gone {
            // Its end tag takes it off the list of active formatting elements, too.
            self.nodes.release(element);
        }
    }

    /// The parent of a node that is inserted at `place`.
    fn resolve(&self, place: &InsertionLocation<'_, Handle>) -> Handle {
        match place {
            InsertionLocation::LastChild(parent) => **parent,
            InsertionLocation::Foster { table, above } => {
                self.nodes.get(**table).parent_of_table.unwrap_or(**above)
            }
            InsertionLocation::Patch(patch) => patch.target,
        }
    }
}

#[inline]
fn options(max_nodes: Option<usize>) -> sapwood_dom::BuilderOptions {
    sapwood_dom::BuilderOptions::default().fragment(true).max_nodes(max_nodes)
}

impl<S> TreeSink for Sink<'_, S> {
    type Handle = Handle;
    type Output = S;

    const CLOSES_LEFT: bool = true;

    #[inline(always)]
    fn reads_spans(&self) -> bool {
        false
    }

    fn document(&mut self) -> Handle {
        Handle::DOCUMENT
    }

    #[inline(always)]
    fn wants_text(&self, _: &Handle) -> bool {
        self.open > 0
    }

    #[inline(always)]
    fn wants_attributes(&self, name: NameId) -> bool {
        self.open > 0 || self.selectors.names().contains(name)
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        let copy = (self.open > 0).then(|| (self.tree, self.builder.create_element(element)));
        let attributes = match self.own.contains(element.name.name.id) {
            true => element.attributes,
            // Only its name counts when it is placed.
            false => Attributes::NONE,
        };
        let kept = self.keep(&NewElement { attributes, ..element });
        let handle = self.nodes.add();
        let node = self.nodes.get_mut(handle);
        node.copy = copy;
        node.kept = Some(kept);
        node.is_new = true;
        node.is_table = is_table(&element);
        node.can_be_host = self.attaches_shadow_roots && can_be_host(&element);
        handle
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        if self.open == 0
            && let Some(shared) = self.nodes.get(*parent).shared
            && !self.own.contains(element.name.name.id)
        {
            return shared;
        }
        self.append_own(*parent, element)
    }

    fn reopen_element(&mut self, original: &Handle, _: Span) -> Handle {
        self.keep_copy(*original);
        let Some(kept) = self.nodes.get_mut(*original).kept.take() else {
            // Of all formatting elements all is kept, unless a limit ends the parse.
            return self.leaf(|builder| builder.document());
        };
        let handle = kept.with(|element| self.create_element(element));
        self.nodes.get_mut(*original).kept = Some(kept);
        handle
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Handle {
        self.leaf(|builder| builder.create_comment(data, span))
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, span: Span) -> Handle {
        self.leaf(|builder| builder.create_processing_instruction(target, data, span))
    }

    fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}

    fn append(&mut self, parent: &Handle, child: &Handle) {
        let within = self.copy(*parent);
        self.place(*parent, *child, |builder, copy| {
            if let Some(parent) = within {
                builder.append(&parent, &copy);
            }
        });
    }

    fn append_text(&mut self, parent: &Handle, text: &str, span: Span) {
        if let Some(parent) = self.copy(*parent) {
            self.builder.append_text(&parent, text, span);
        }
    }

    fn insert(&mut self, place: InsertionLocation<'_, Handle>, child: &Handle) {
        let parent = self.resolve(&place);
        let within = self.copy(parent);
        let table = match &place {
            InsertionLocation::Foster { table, above } => {
                self.copy(**table).map(|table| (table, self.copy(**above)))
            }
            _ => None,
        };
        self.place(parent, *child, |builder, copy| match (table, within) {
            (Some((table, above)), _) => {
                let above = above.unwrap_or(table);
                builder.insert(InsertionLocation::Foster { table: &table, above: &above }, &copy);
            }
            (None, Some(parent)) => builder.append(&parent, &copy),
            (None, None) => {}
        });
    }

    fn insert_text(&mut self, place: InsertionLocation<'_, Handle>, text: &str, span: Span) {
        let Some(parent) = self.copy(self.resolve(&place)) else { return };
        let table = match &place {
            InsertionLocation::Foster { table, .. } => self.copy(**table),
            _ => None,
        };
        match table {
            Some(table) => {
                let place = InsertionLocation::Foster { table: &table, above: &parent };
                self.builder.insert_text(place, text, span);
            }
            None => self.builder.append_text(&parent, text, span),
        }
    }

    fn remove(&mut self, node: &Handle) {
        self.nodes.get_mut(*node).parent_of_table = None;
        if let Some(copy) = self.copy(*node) {
            self.builder.remove(&copy);
        }
        if self.replaceable_body.as_ref().is_some_and(|body| body.body == *node) {
            self.replace_body();
        }
    }

    fn reparent_children(&mut self, from: &Handle, to: &Handle) {
        if let (Some(from), Some(to)) = (self.copy(*from), self.copy(*to)) {
            self.builder.reparent_children(&from, &to);
        }
    }

    fn add_missing_attributes(&mut self, element: &Handle, attributes: Attributes<'_>) {
        if let Some(copy) = self.copy(*element) {
            self.builder.add_missing_attributes(&copy, attributes);
        }
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        let copy = self.copy(*template);
        let contents = copy.map(|copy| self.builder.template_contents(&copy));
        self.inert(contents)
    }

    fn attach_shadow_root(&mut self, host: &Handle, init: &ShadowRootInit) -> Option<Handle> {
        if !mem::take(&mut self.nodes.get_mut(*host).can_be_host) {
            return None;
        }
        let copy = self.copy(*host);
        let root = copy.and_then(|copy| self.builder.attach_shadow_root(&copy, init));
        Some(self.inert(root))
    }

    #[inline(always)]
    fn frameset_not_ok(&mut self) {
        if self.replaceable_body.is_some() {
            self.keep_body();
        }
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.selectors.mode.quirks_mode = mode;
    }

    fn limit(&self) -> Option<Limit> {
        self.full.or_else(|| self.builder.limit())
    }

    #[inline(always)]
    fn pop(&mut self, element: &Handle, end: Option<Span>) {
        let Node { ticket, formatting, .. } = self.nodes.get(*element);
        if ticket.is_some() || formatting.is_some() || !self.left.is_empty() {
            self.pop_own(*element, end);
        }
    }

    fn close_left(&mut self, element: &Handle) {
        let node = self.nodes.get_mut(*element);
        // Nor is it on the list of active formatting elements any more.
        node.formatting = None;
        // The tree of its match has nodes that the adoption agency may yet move into another match.
        self.left.extend(node.ticket.take());
    }

    fn finish(mut self) -> S {
        self.end_parse()
    }
}

impl<S> NodeSink for Sink<'_, S> {
    type State = Node;

    #[inline]
    fn nodes(&mut self) -> &mut Nodes<Node> {
        &mut self.nodes
    }

    fn needed(&self) -> impl IntoIterator<Item = Handle> {
        self.replaceable_body.as_ref().map(|body| [body.body, body.root]).into_iter().flatten()
    }
}
