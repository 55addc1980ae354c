//! The sink that keeps the open elements and the matches alone.

use std::{mem, ops::Range, rc::Rc};

use sapwood_dom::{Builder, NodeId, NodeRef};
use sapwood_names::NameId;
use sapwood_select::{NameSet, StreamSelector};
use sapwood_tree::{
    Attributes, InsertionLocation, Limit, NewElement, QuirksMode, ShadowRootInit, Span, TreeSink,
};

use super::open::{Handle, Inside, Left, Ticket, open};
use crate::matching::{
    Frames, Kept, Scope, Selectors, TRACKED, can_be_host, is_body, is_table, may_reopen,
};

/// The reason for which a parse always has a state.
const ENDED: &str = "the state is taken when the parse ends";

/// A function that is called with the state of the parser and an element.
pub(super) type Call<'h, S> = Box<dyn FnMut(&mut S, NodeRef<'_>) + 'h>;

/// The sink that a stream's tree builder writes to.
///
/// Most elements match nothing, lie in no match and leave no trace in the state of the selectors. Such an element has
/// the handle of its parent, so it costs no more than the count of that handle's owners.
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
    replaceable_body: Option<ReplaceableBody>,
    left: Rc<Left>,
    document: Handle,
    /// Stands for all nodes outside of matches that have no children, such as comments.
    leaf: Handle,
    /// Whether the parser attaches declarative shadow roots. Then no elements share a handle, which notes the shadow host.
    attaches_shadow_roots: bool,
    full: Option<Limit>,
}

/// An element that matched.
struct Match {
    node: NodeId,
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
        let left = Rc::default();
        let document = Scope { is_document: true, ..Scope::default() };
        let document = Inside { scope: document, ..Inside::default() };
        let leaf = Inside::inert(None);
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
            document: open(document, None, false, &left),
            leaf: open(leaf, None, false, &left),
            left,
            attaches_shadow_roots,
            full: None,
        }
    }

    pub(super) fn on(&mut self, selector: StreamSelector, call: Call<'h, S>) {
        self.own.insert_all(selector.names());
        self.selectors.push(selector, &mut self.document.inside.borrow_mut().scope);
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
        self.end_forgotten();
        self.keep_body();
        self.state.take().unwrap_or_else(|| unreachable!("{ENDED}"))
    }

    /// Forgets the matches that haven't ended.
    pub(super) fn give_up(&mut self) {
        self.keep_body();
        self.open = 0;
        self.matches.clear();
    }

    /// The node of `handle` in the tree that is being built.
    #[inline]
    fn node(&self, handle: &Handle) -> Option<NodeId> {
        if self.open == 0 {
            return None;
        }
        let node = handle.inside.borrow().node;
        node.filter(|(tree, _)| *tree == self.tree).map(|(_, node)| node)
    }

    /// A handle to a node of which no more is known than where it is in the tree that is being built.
    fn leaf(&mut self, create: impl FnOnce(&mut Builder<false>) -> NodeId) -> Handle {
        if self.open == 0 {
            return Rc::clone(&self.leaf);
        }
        let node = Some((self.tree, create(&mut self.builder)));
        let inside = Inside::inert(node);
        open(inside, None, false, &self.left)
    }

    /// Keeps an element.
    fn keep(&self, element: &NewElement<'_>) -> Box<Kept> {
        let mut kept = self.left.spare.borrow_mut().pop().unwrap_or_default();
        kept.set(element);
        kept
    }

    /// Puts `child` into what `parent` is the inside of; `link` does it in the tree that is being built,
    /// if both are in it.
    fn place(
        &mut self,
        parent: &Handle,
        child: &Handle,
        link: impl FnOnce(&mut Builder<false>, NodeId),
    ) {
        let matched = if child.is_new.replace(false) {
            child.kept.as_ref().map(|kept| kept.with(|element| self.enter(parent, child, element)))
        } else {
            None
        };
        child.set_parent(parent);
        if let (Some(_), Some(node)) = (self.node(parent), self.node(child)) {
            link(&mut self.builder, node);
        } else if let (Some(true), Some(node)) = (matched, self.node(child)) {
            self.link_to_root(node);
        }
    }

    fn link_to_root(&mut self, node: NodeId) {
        let root = self.builder.document();
        self.builder.append(&root, &node);
    }

    /// Finds out what a new child of `parent` matches; returns whether it does. If it does and isn't in
    /// the tree that is being built, it gets a node there, without a parent.
    fn enter(&mut self, parent: &Handle, child: &Handle, element: NewElement<'_>) -> bool {
        let mut inside = child.inside.borrow_mut();
        let matched = self.select(&mut parent.inside.borrow_mut(), &mut inside, element);
        drop(inside);
        self.note_matches(child, matched, element)
    }

    /// Notes that `element` matches the selectors of some handlers, if it does.
    fn note_matches(
        &mut self,
        child: &Handle,
        matched: Range<usize>,
        element: NewElement<'_>,
    ) -> bool {
        if matched.is_empty() {
            let may_share = !child.is_table && !self.attaches_shadow_roots;
            child
                .is_shared
                .set(may_share && self.selectors.passes_on(&child.inside.borrow().scope));
            return false;
        }
        let node = self.node(child).unwrap_or_else(|| {
            self.begin_tree();
            let node = self.create(child, element);
            child.inside.borrow_mut().node = Some((self.tree, node));
            node
        });
        child.ticket.set(Some(Ticket { tree: self.tree, number: self.matches.len() as u32 }));
        self.matches.push(Match { node, handlers: matched, has_ended: false });
        self.open += 1;
        true
    }

    /// Creates an element in the tree that is being built.
    fn create(&mut self, handle: &Handle, element: NewElement<'_>) -> NodeId {
        let Some(kept) = &handle.kept else { return self.builder.create_element(element) };
        // The copy is small, so the builder may copy it as a whole.
        self.builder.begin_chunk(kept.chunk(), 0);
        let node = kept.with(|element| self.builder.create_element(element));
        self.builder.end_chunk();
        node
    }

    /// Matches a new child of the node whose state is `parent`. Sets the state of the child, and returns the range of
    /// its handlers in [`matched`](Self::matched).
    fn select(
        &mut self,
        parent: &mut Inside,
        child: &mut Inside,
        element: NewElement<'_>,
    ) -> Range<usize> {
        if self.open == 0 {
            self.matched.clear();
        }
        let first = self.matched.len();
        self.selectors.select(&mut parent.scope, &mut child.scope, element, &mut self.matched);
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
    fn append_own(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        self.end_forgotten();
        let is_table = is_table(&element);
        let may_reopen = may_reopen(&element);
        // The state before the body, in case a `frameset` replaces it.
        let before_body = is_body(&element).then(|| {
            let first = if self.open > 0 { self.matches.len() } else { 0 };
            (first, parent.inside.borrow().scope.frames.clone())
        });
        let within = self.node(parent);
        let mut inside = Inside::default();
        let matched = self.select(&mut parent.inside.borrow_mut(), &mut inside, element);
        if matched.is_empty()
            && self.open == 0
            && !(is_table || may_reopen || before_body.is_some())
            && parent.is_shared.get()
            && self.selectors.is_equivalent(&parent.inside.borrow().scope, &inside.scope)
        {
            return Rc::clone(parent);
        }
        let kept = may_reopen.then(|| self.keep(&element));
        if let Some(parent) = within {
            inside.node = Some((self.tree, self.builder.append_element(&parent, element)));
        }
        let child = open(inside, kept, is_table, &self.left);
        child.is_new.set(false);
        child.can_be_host.set(self.attaches_shadow_roots && can_be_host(&element));
        child.set_parent(parent);
        if let Some((first, frames)) = before_body {
            let (body, root) = (Rc::clone(&child), Rc::clone(parent));
            let ended = Vec::new();
            self.replaceable_body = Some(ReplaceableBody { body, root, frames, first, ended });
        }
        self.note_matches(&child, matched, element);
        if within.is_none()
            && let Some(node) = self.node(&child)
        {
            self.link_to_root(node);
        }
        child
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
            && let Some(node) = self.builder.current().node(ended.node)
        {
            let state = self.state.as_mut().unwrap_or_else(|| unreachable!("{ENDED}"));
            for number in &self.matched[ended.handlers.clone()] {
                self.handlers[*number](state, node);
            }
        }
        self.open -= 1;
    }

    /// Ends the matches that waited for the body to be final.
    fn keep_body(&mut self) {
        let Some(body) = self.replaceable_body.take() else { return };
        body.ended.into_iter().for_each(|ticket| self.end(ticket));
    }

    /// Forgets the matches in a body that a `frameset` replaces.
    fn replace_body(&mut self) {
        let Some(body) = self.replaceable_body.take() else { return };
        body.root.inside.borrow_mut().scope.frames = body.frames;
        for replaced in self.matches.iter_mut().skip(body.first) {
            self.open -= usize::from(!mem::replace(&mut replaced.has_ended, true));
        }
    }

    /// Ends the matches whose elements were forgotten: some formatting elements never end by themselves.
    fn end_forgotten(&mut self) {
        while self.open > 0 {
            let Some(ticket) = self.left.forgotten.borrow_mut().pop() else { return };
            self.end(ticket);
        }
    }

    /// The parent of a node that is inserted at `place`.
    fn resolve(&self, place: &InsertionLocation<'_, Handle>) -> Handle {
        match place {
            InsertionLocation::LastChild(parent) => Rc::clone(parent),
            InsertionLocation::Foster { table, above } => {
                table.parent_of_table.borrow().clone().unwrap_or_else(|| Rc::clone(above))
            }
            InsertionLocation::Patch(patch) => Rc::clone(&patch.target),
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

    #[inline(always)]
    fn reads_spans(&self) -> bool {
        false
    }

    fn document(&mut self) -> Handle {
        Rc::clone(&self.document)
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
        self.end_forgotten();
        let node = (self.open > 0).then(|| (self.tree, self.builder.create_element(element)));
        let inside = Inside { node, ..Inside::default() };
        let attributes = match self.own.contains(element.name.name.id) {
            true => element.attributes,
            // Only its name counts when it is placed.
            false => Attributes::NONE,
        };
        let kept = self.keep(&NewElement { attributes, ..element });
        let handle = open(inside, Some(kept), is_table(&element), &self.left);
        handle.can_be_host.set(self.attaches_shadow_roots && can_be_host(&element));
        handle
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        if self.open == 0 && parent.is_shared.get() && !self.own.contains(element.name.name.id) {
            return Rc::clone(parent);
        }
        self.append_own(parent, element)
    }

    fn reopen_element(&mut self, original: &Handle, _: Span) -> Handle {
        match &original.kept {
            Some(kept) => kept.with(|element| self.create_element(element)),
            // Only formatting elements are reopened, and of them all is kept.
            None => self.leaf(|builder| builder.document()),
        }
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Handle {
        self.leaf(|builder| builder.create_comment(data, span))
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, span: Span) -> Handle {
        self.leaf(|builder| builder.create_processing_instruction(target, data, span))
    }

    fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}

    fn append(&mut self, parent: &Handle, child: &Handle) {
        let within = self.node(parent);
        self.place(parent, child, |builder, node| {
            if let Some(parent) = within {
                builder.append(&parent, &node);
            }
        });
    }

    fn append_text(&mut self, parent: &Handle, text: &str, span: Span) {
        if let Some(parent) = self.node(parent) {
            self.builder.append_text(&parent, text, span);
        }
    }

    fn insert(&mut self, place: InsertionLocation<'_, Handle>, child: &Handle) {
        let parent = self.resolve(&place);
        let within = self.node(&parent);
        let table = match &place {
            InsertionLocation::Foster { table, above } => {
                self.node(table).map(|table| (table, self.node(above)))
            }
            _ => None,
        };
        self.place(&parent, child, |builder, node| match (table, within) {
            (Some((table, above)), _) => {
                let above = above.unwrap_or(table);
                builder.insert(InsertionLocation::Foster { table: &table, above: &above }, &node);
            }
            (None, Some(parent)) => builder.append(&parent, &node),
            (None, None) => {}
        });
    }

    fn insert_text(&mut self, place: InsertionLocation<'_, Handle>, text: &str, span: Span) {
        let Some(parent) = self.node(&self.resolve(&place)) else { return };
        let table = match &place {
            InsertionLocation::Foster { table, .. } => self.node(table),
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
        *node.parent_of_table.borrow_mut() = None;
        if let Some(node) = self.node(node) {
            self.builder.remove(&node);
        }
        let is_body = |body: &ReplaceableBody| Rc::ptr_eq(&body.body, node);
        if self.replaceable_body.as_ref().is_some_and(is_body) {
            self.replace_body();
        }
    }

    fn reparent_children(&mut self, from: &Handle, to: &Handle) {
        if let (Some(from), Some(to)) = (self.node(from), self.node(to)) {
            self.builder.reparent_children(&from, &to);
        }
    }

    fn add_missing_attributes(&mut self, element: &Handle, attributes: Attributes<'_>) {
        if let Some(node) = self.node(element) {
            self.builder.add_missing_attributes(&node, attributes);
        }
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        let within = self.node(template);
        let node = within.map(|node| (self.tree, self.builder.template_contents(&node)));
        let inside = Inside::inert(node);
        open(inside, None, false, &self.left)
    }

    fn attach_shadow_root(&mut self, host: &Handle, init: &ShadowRootInit) -> Option<Handle> {
        if !host.can_be_host.replace(false) {
            return None;
        }
        let within = self.node(host);
        let node = within.and_then(|node| self.builder.attach_shadow_root(&node, init));
        let node = node.map(|node| (self.tree, node));
        let inside = Inside::inert(node);
        Some(open(inside, None, false, &self.left))
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

    fn pop(&mut self, element: &Handle, _: Option<Span>) {
        self.end_forgotten();
        if let Some(ticket) = element.ticket.take() {
            self.end(ticket);
        }
    }

    fn finish(mut self) -> S {
        self.end_parse()
    }
}
