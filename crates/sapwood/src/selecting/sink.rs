//! The sink that keeps the open elements and the matches alone.

use std::{
    cell::{Cell, RefCell},
    mem,
    rc::Rc,
};

use dom::{Builder, NodeId, NodeRef};
use names::{Namespace, sets};
use select::{DocumentMode, StreamFrame, StreamSelector};
use tree_sink::{Attributes, InsertionLocation, Limit, NewElement, QuirksMode, Span, TreeSink};

use super::element::{Kept, Start};

/// Whom to call for what.
struct Handler<'h> {
    selector: StreamSelector,
    call: Box<dyn FnMut(NodeRef<'_>) + 'h>,
}

/// The sink that a stream's tree builder writes to.
pub(super) struct Sink<'h> {
    handlers: Vec<Handler<'h>>,
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
    inside: Rc<RefCell<Inside>>,
    /// The state that its parent keeps for its children.
    around: RefCell<Option<Rc<RefCell<Inside>>>>,
    /// The element itself, if it is needed again: it isn't in the tree yet, or it may be reopened.
    kept: Option<Box<Kept>>,
    /// Whether it isn't in the tree yet.
    is_new: Cell<bool>,
    ticket: Cell<Option<Ticket>>,
    forgotten: Rc<RefCell<Vec<Ticket>>>,
}

/// The state that a node keeps for its children. No node leads to its parent: so a dropped node never takes a
/// chain of others with it.
struct Inside {
    /// For each handler.
    frames: Vec<StreamFrame>,
    /// The node itself in the tree of this number.
    node: Option<(u32, NodeId)>,
    /// Whether it is the document.
    is_document: bool,
    /// Whether nothing in it matches.
    is_inert: bool,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.get() {
            self.forgotten.borrow_mut().push(ticket);
        }
    }
}

impl<'h> Sink<'h> {
    pub(super) fn new(max_nodes: Option<usize>) -> Self {
        let forgotten = Rc::new(RefCell::new(Vec::new()));
        let inside = Inside { frames: Vec::new(), node: None, is_document: true, is_inert: false };
        Self {
            handlers: Vec::new(),
            builder: Builder::new(options(max_nodes)),
            tree: 0,
            matches: Vec::new(),
            open: 0,
            document: open(inside, None, &forgotten),
            forgotten,
            mode: DocumentMode { html: true, quirks: false },
            max_nodes,
            full: None,
        }
    }

    pub(super) fn on(&mut self, selector: StreamSelector, call: Box<dyn FnMut(NodeRef<'_>) + 'h>) {
        self.document.inside.borrow_mut().frames.push(selector.root_frame());
        self.handlers.push(Handler { selector, call });
    }

    /// Forgets the matches that haven't ended.
    pub(super) fn give_up(&mut self) {
        self.open = 0;
        self.matches.clear();
    }

    /// The node of `handle` in the tree that is being built.
    fn node(&self, inside: &RefCell<Inside>) -> Option<NodeId> {
        inside
            .borrow()
            .node
            .filter(|(tree, _)| *tree == self.tree && self.open > 0)
            .map(|(_, node)| node)
    }

    /// A handle to a node of which no more is known than where it is in the tree that is being built.
    fn leaf(&mut self, create: impl FnOnce(&mut Builder<false>) -> NodeId) -> Handle {
        let node = (self.open > 0).then(|| (self.tree, create(&mut self.builder)));
        let inside = Inside { frames: Vec::new(), node, is_document: false, is_inert: true };
        open(inside, None, &self.forgotten)
    }

    /// Puts `child` into what `parent` is the inside of; `link` does it in the tree that is being built,
    /// if both are in it.
    fn place(
        &mut self,
        parent: &Rc<RefCell<Inside>>,
        child: &Handle,
        link: impl FnOnce(&mut Builder<false>, NodeId),
    ) {
        let matched = if child.is_new.replace(false) {
            child.kept.as_ref().map(|kept| kept.with(|element| self.enter(parent, child, element)))
        } else {
            None
        };
        *child.around.borrow_mut() = Some(Rc::clone(parent));
        if let (Some(_), Some(node)) = (self.node(parent), self.node(&child.inside)) {
            link(&mut self.builder, node);
        } else if let (Some(true), Some(node)) = (matched, self.node(&child.inside)) {
            self.link_to_root(node);
        }
    }

    fn link_to_root(&mut self, node: NodeId) {
        let root = self.builder.document();
        self.builder.append(&root, &node);
    }

    /// Finds out what a new child of `parent` matches; returns whether it does. If it does and isn't in
    /// the tree that is being built, it gets a node there, without a parent.
    fn enter(&mut self, parent: &RefCell<Inside>, child: &Handle, element: NewElement<'_>) -> bool {
        let mut parent = parent.borrow_mut();
        if parent.is_inert {
            child.inside.borrow_mut().is_inert = true;
            return false;
        }
        let is_root = parent.is_document;
        let mut matched = Vec::new();
        let mut frames = Vec::with_capacity(self.handlers.len());
        for (number, (handler, frame)) in self.handlers.iter().zip(&mut parent.frames).enumerate() {
            let start = Start(element);
            let (matches, inside) = handler.selector.enter(frame, &start, self.mode, is_root);
            if matches {
                matched.push(number);
            }
            frames.push(inside);
        }
        child.inside.borrow_mut().frames = frames;
        if matched.is_empty() {
            return false;
        }
        let node = match self.node(&child.inside) {
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
                (self.handlers[*handler].call)(node);
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

    /// The place that `place` is in the tree that is being built, and what it is the inside of.
    fn resolve(&self, place: &InsertionLocation<'_, Handle>) -> Rc<RefCell<Inside>> {
        match place {
            InsertionLocation::LastChild(parent) => Rc::clone(&parent.inside),
            InsertionLocation::Foster { table, above } => {
                table.around.borrow().clone().unwrap_or_else(|| Rc::clone(&above.inside))
            }
            InsertionLocation::Patch(patch) => Rc::clone(&patch.target.inside),
        }
    }
}

fn options(max_nodes: Option<usize>) -> dom::BuilderOptions {
    dom::BuilderOptions { fragment: true, max_nodes, ..dom::BuilderOptions::default() }
}

fn open(inside: Inside, kept: Option<Box<Kept>>, forgotten: &Rc<RefCell<Vec<Ticket>>>) -> Handle {
    Rc::new(Open {
        inside: Rc::new(RefCell::new(inside)),
        around: RefCell::new(None),
        is_new: Cell::new(kept.is_some()),
        kept,
        ticket: Cell::new(None),
        forgotten: Rc::clone(forgotten),
    })
}

/// Returns `true` if the parser may reopen the element.
fn may_reopen(element: &NewElement<'_>) -> bool {
    element.name.namespace == Namespace::Html && sets::FORMATTING.contains(element.name.name.id)
}

impl TreeSink for Sink<'_> {
    type Handle = Handle;
    type Output = ();

    fn document(&mut self) -> Handle {
        Rc::clone(&self.document)
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        self.end_forgotten();
        let node = (self.open > 0).then(|| (self.tree, self.builder.create_element(element)));
        let inside = Inside { frames: Vec::new(), node, is_document: false, is_inert: false };
        open(inside, Some(Box::new(Kept::new(&element))), &self.forgotten)
    }

    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        self.end_forgotten();
        let within = self.node(&parent.inside);
        let node = within.map(|parent| (self.tree, self.builder.append_element(&parent, element)));
        let kept = may_reopen(&element).then(|| Box::new(Kept::new(&element)));
        let inside = Inside { frames: Vec::new(), node, is_document: false, is_inert: false };
        let child = open(inside, kept, &self.forgotten);
        child.is_new.set(false);
        *child.around.borrow_mut() = Some(Rc::clone(&parent.inside));
        if self.enter(&parent.inside, &child, element)
            && within.is_none()
            && let Some(node) = self.node(&child.inside)
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
        let within = self.node(&parent.inside);
        self.place(&parent.inside, child, |builder, node| {
            if let Some(parent) = within {
                builder.append(&parent, &node);
            }
        });
    }

    fn append_text(&mut self, parent: &Handle, text: &str, span: Span) {
        if let Some(parent) = self.node(&parent.inside) {
            self.builder.append_text(&parent, text, span);
        }
    }

    fn insert(&mut self, place: InsertionLocation<'_, Handle>, child: &Handle) {
        let parent = self.resolve(&place);
        let within = self.node(&parent);
        let table = match &place {
            InsertionLocation::Foster { table, above } => {
                self.node(&table.inside).map(|table| (table, self.node(&above.inside)))
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
            InsertionLocation::Foster { table, .. } => self.node(&table.inside),
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
        *node.around.borrow_mut() = None;
        if let Some(node) = self.node(&node.inside) {
            self.builder.remove(&node);
        }
    }

    fn reparent_children(&mut self, from: &Handle, to: &Handle) {
        if let (Some(from), Some(to)) = (self.node(&from.inside), self.node(&to.inside)) {
            self.builder.reparent_children(&from, &to);
        }
    }

    fn add_missing_attributes(&mut self, element: &Handle, attributes: Attributes<'_>) {
        if let Some(node) = self.node(&element.inside) {
            self.builder.add_missing_attributes(&node, attributes);
        }
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        let within = self.node(&template.inside);
        let node = within.map(|node| (self.tree, self.builder.template_contents(&node)));
        let inside = Inside { frames: Vec::new(), node, is_document: false, is_inert: true };
        open(inside, None, &self.forgotten)
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

    fn finish(mut self) {
        self.end_forgotten();
    }
}
