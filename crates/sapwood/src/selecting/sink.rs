//! The sink that keeps the open elements and the matches alone.

use std::{
    cell::{Cell, RefCell},
    mem,
    rc::Rc,
};

use dom::{Builder, NodeId, NodeRef};
use names::{Namespace, sets, tag};
use select::{DocumentMode, StreamFrame, StreamSelector};
use tree_sink::{Attributes, InsertionLocation, Limit, NewElement, QuirksMode, Span, TreeSink};

use super::element::{Kept, Start};

/// A function to call for the elements that match a selector.
struct Handler<'h, S> {
    selector: StreamSelector,
    call: Call<'h, S>,
}

/// A function that is called with the state of the parser and an element.
pub(super) type Call<'h, S> = Box<dyn FnMut(&mut S, NodeRef<'_>) + 'h>;

/// The sink that a stream's tree builder writes to.
pub(super) struct Sink<'h, S> {
    handlers: Vec<Handler<'h, S>>,
    /// The state that the handlers share.
    pub(super) state: S,
    /// Builds the trees of the matches, one after the other.
    builder: Builder<false>,
    /// The number of that tree. Nodes of earlier ones are gone.
    tree: u32,
    /// The matches in it.
    matches: Vec<Match>,
    /// The number of matches that haven't ended.
    open: usize,
    /// Matches whose elements the tree builder dropped without popping them.
    forgotten: Rc<RefCell<Vec<Ticket>>>,
    document: Handle,
    mode: DocumentMode,
    max_nodes: Option<usize>,
    full: Option<Limit>,
}

/// An element that matched.
struct Match {
    node: NodeId,
    /// The handlers whose selectors it matched.
    handlers: Box<[usize]>,
    has_ended: bool,
}

/// The number of a match in its tree.
#[derive(Clone, Copy)]
struct Ticket {
    tree: u32,
    number: usize,
}

/// A node, as the tree builder has it.
pub(super) type Handle = Rc<Open>;

/// A node that the tree builder may yet ask something of.
pub(super) struct Open {
    inside: RefCell<Inside>,
    /// The parent of a table: nodes that are misplaced in the table become children of that.
    parent_of_table: RefCell<Option<Handle>>,
    is_table: bool,
    /// The element itself, if it is needed again: it isn't in the tree yet, or it may be reopened.
    kept: Option<Box<Kept>>,
    /// Whether it isn't in the tree yet.
    is_new: Cell<bool>,
    ticket: Cell<Option<Ticket>>,
    forgotten: Rc<RefCell<Vec<Ticket>>>,
}

/// The state that a node keeps for its children. Only a table leads to its parent, and a parent that is a table
/// doesn't: so a dropped node never takes a chain of others with it.
#[derive(Default)]
struct Inside {
    frames: Frames,
    /// The node itself in the tree of this number.
    node: Option<(u32, NodeId)>,
    /// Whether it is the document.
    is_document: bool,
    /// Whether nothing in it matches.
    is_inert: bool,
}

/// The frame of each handler. The first one needs no allocation.
#[derive(Default)]
struct Frames {
    first: Option<StreamFrame>,
    others: Vec<StreamFrame>,
}

impl Frames {
    fn push(&mut self, frame: StreamFrame) {
        if self.first.is_none() {
            self.first = Some(frame);
        } else {
            self.others.push(frame);
        }
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut StreamFrame> {
        self.first.iter_mut().chain(&mut self.others)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.get() {
            self.forgotten.borrow_mut().push(ticket);
        }
    }
}

impl<'h, S> Sink<'h, S> {
    pub(super) fn new(max_nodes: Option<usize>, state: S) -> Self {
        let forgotten = Rc::new(RefCell::new(Vec::new()));
        let inside = Inside { is_document: true, ..Inside::default() };
        Self {
            handlers: Vec::new(),
            state,
            builder: Builder::new(options(max_nodes)),
            tree: 0,
            matches: Vec::new(),
            open: 0,
            document: open(inside, None, false, &forgotten),
            forgotten,
            mode: DocumentMode { html: true, quirks: false },
            max_nodes,
            full: None,
        }
    }

    pub(super) fn on(&mut self, selector: StreamSelector, call: Call<'h, S>) {
        self.document.inside.borrow_mut().frames.push(selector.root_frame());
        self.handlers.push(Handler { selector, call });
    }

    /// Forgets the matches that haven't ended.
    pub(super) fn give_up(&mut self) {
        self.open = 0;
        self.matches.clear();
    }

    /// The node of `handle` in the tree that is being built.
    fn node(&self, handle: &Handle) -> Option<NodeId> {
        if self.open == 0 {
            return None;
        }
        let node = handle.inside.borrow().node;
        node.filter(|(tree, _)| *tree == self.tree).map(|(_, node)| node)
    }

    /// A handle to a node of which no more is known than where it is in the tree that is being built.
    fn leaf(&mut self, create: impl FnOnce(&mut Builder<false>) -> NodeId) -> Handle {
        let node = (self.open > 0).then(|| (self.tree, create(&mut self.builder)));
        let inside = Inside { node, is_inert: true, ..Inside::default() };
        open(inside, None, false, &self.forgotten)
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
        let mut parent = parent.inside.borrow_mut();
        let mut inside = child.inside.borrow_mut();
        if parent.is_inert {
            inside.is_inert = true;
            return false;
        }
        let is_root = parent.is_document;
        let mut matched = Vec::new();
        inside.frames = Frames::default();
        let frames = self.handlers.iter().zip(parent.frames.iter_mut());
        for (number, (handler, frame)) in frames.enumerate() {
            let start = Start(element);
            let (matches, own) = handler.selector.enter(frame, &start, self.mode, is_root);
            if matches {
                matched.push(number);
            }
            inside.frames.push(own);
        }
        if matched.is_empty() {
            return false;
        }
        drop((parent, inside));
        let node = match self.node(child) {
            Some(node) => node,
            None => {
                self.begin_tree();
                let node = self.builder.create_element(element);
                child.inside.borrow_mut().node = Some((self.tree, node));
                node
            }
        };
        child.ticket.set(Some(Ticket { tree: self.tree, number: self.matches.len() }));
        self.matches.push(Match { node, handlers: matched.into(), has_ended: false });
        self.open += 1;
        true
    }

    /// Starts a tree if none is being built, in the memory of the last.
    fn begin_tree(&mut self) {
        if self.open > 0 {
            return;
        }
        self.tree = self.tree.wrapping_add(1);
        self.matches.clear();
        let last = mem::replace(&mut self.builder, Builder::new(options(None)));
        self.builder = Builder::recycle(last.finish().document, options(self.max_nodes));
    }

    /// Calls those who asked for a match.
    fn end(&mut self, ticket: Ticket) {
        if ticket.tree != self.tree {
            return;
        }
        let Some(ended) = self.matches.get_mut(ticket.number) else { return };
        if mem::replace(&mut ended.has_ended, true) {
            return;
        }
        self.full = self.full.or(self.builder.limit());
        if self.full.is_none()
            && let Some(node) = self.builder.current().node(ended.node)
        {
            for handler in &ended.handlers {
                (self.handlers[*handler].call)(&mut self.state, node);
            }
        }
        self.open -= 1;
    }

    /// Ends the matches whose elements were forgotten: some formatting elements never end by themselves.
    fn end_forgotten(&mut self) {
        while self.open > 0 {
            let Some(ticket) = self.forgotten.borrow_mut().pop() else { return };
            self.end(ticket);
        }
        self.forgotten.borrow_mut().clear();
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

fn options(max_nodes: Option<usize>) -> dom::BuilderOptions {
    dom::BuilderOptions { fragment: true, max_nodes, ..dom::BuilderOptions::default() }
}

fn open(
    inside: Inside,
    kept: Option<Box<Kept>>,
    is_table: bool,
    forgotten: &Rc<RefCell<Vec<Ticket>>>,
) -> Handle {
    Rc::new(Open {
        inside: RefCell::new(inside),
        parent_of_table: RefCell::new(None),
        is_table,
        is_new: Cell::new(kept.is_some()),
        kept,
        ticket: Cell::new(None),
        forgotten: Rc::clone(forgotten),
    })
}

impl Open {
    /// Notes the parent of a table.
    fn set_parent(&self, parent: &Handle) {
        if self.is_table {
            let parent = (!parent.is_table).then(|| Rc::clone(parent));
            *self.parent_of_table.borrow_mut() = parent;
        }
    }
}

fn is_table(element: &NewElement<'_>) -> bool {
    element.name.namespace == Namespace::Html && element.name.name.id == tag::TABLE
}

/// Returns `true` if the parser may reopen the element.
fn may_reopen(element: &NewElement<'_>) -> bool {
    element.name.namespace == Namespace::Html && sets::FORMATTING.contains(element.name.name.id)
}

impl<S> TreeSink for Sink<'_, S> {
    type Handle = Handle;
    type Output = S;

    fn document(&mut self) -> Handle {
        Rc::clone(&self.document)
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        self.end_forgotten();
        let node = (self.open > 0).then(|| (self.tree, self.builder.create_element(element)));
        let inside = Inside { node, ..Inside::default() };
        open(inside, Some(Box::new(Kept::new(&element))), is_table(&element), &self.forgotten)
    }

    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        self.end_forgotten();
        let within = self.node(parent);
        let node = within.map(|parent| (self.tree, self.builder.append_element(&parent, element)));
        let kept = may_reopen(&element).then(|| Box::new(Kept::new(&element)));
        let inside = Inside { node, ..Inside::default() };
        let child = open(inside, kept, is_table(&element), &self.forgotten);
        child.is_new.set(false);
        child.set_parent(parent);
        if self.enter(parent, &child, element)
            && within.is_none()
            && let Some(node) = self.node(&child)
        {
            self.link_to_root(node);
        }
        child
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
        let inside = Inside { node, is_inert: true, ..Inside::default() };
        open(inside, None, false, &self.forgotten)
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.mode.quirks = mode == QuirksMode::Quirks;
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
        self.end_forgotten();
        self.state
    }
}
