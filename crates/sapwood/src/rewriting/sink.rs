//! The sink, which finds what the handlers are called for.

use std::mem;

use sapwood_names::{Name, NameId, Namespace, TagSet, sets, tag};
use sapwood_select::{NameSet, StreamSelector};
use sapwood_tree::{
    Attributes, ElementName, InsertionLocation, NewElement, Origin, QuirksMode, ShadowRootInit,
    Span, TreeSink,
};
use sapwood_tree_builder::TreeBuilderOptions;

use super::{
    element::is_raw,
    events::{Event, Place, Queue},
    handler_set::HandlerSet,
    handlers::{ContentHandler, ElementHandler, Handlers, Purpose, Start, Text},
    nodes::Node,
    units::{DoctypeHandler, DocumentEndHandler},
};
use crate::matching::{
    Frames, Handle, Kept, NodeSink, Nodes, Selectors, TRACKED, can_be_host, is_body, is_table,
    may_reopen,
};

/// The sink that a rewriter's tree builder writes to.
///
/// Most elements match nothing, lie in no match and leave no trace in the state of the selectors. Such an element has the
/// handle of its parent.
pub(super) struct Sink<'h, S> {
    selectors: Selectors,
    pub(super) handlers: Handlers<'h, S>,
    /// The events that they are to be called for, if they may wait.
    pub(super) queue: Queue,
    /// The handlers that are for texts.
    text_handlers: HandlerSet,
    /// The names that the selectors depend on, and those of elements that need a handle of their own.
    own: NameSet,
    /// The names of the elements whose attributes are needed again if they are reopened.
    kept_names: NameSet,
    /// Whether reopened elements, tables and the body need handles of their own, because the handlers of something in them
    /// depend on them.
    tracks: bool,
    pub(super) nodes: Nodes<Node<S>>,
    /// The body, as long as a `frameset` may replace it.
    replaceable_body: Option<ReplaceableBody>,
    attaches_shadow_roots: bool,
    /// The start of the token at hand, and whether it is a self-closing tag.
    token_start: usize,
    self_closing: bool,
    /// The node whose text may go on.
    text_in: Handle,
    /// A comment without a parent yet.
    comment: String,
    comment_span: Span,
    // Empty between events:
    matched: Vec<usize>,
}

/// A body that a `frameset` may replace.
struct ReplaceableBody {
    body: Handle,
    /// The root element, and its frames before the body.
    root: Handle,
    frames: Frames,
}

impl<'h, S> Sink<'h, S> {
    pub(super) fn new(options: &TreeBuilderOptions, state: S) -> Self {
        Self {
            selectors: Selectors::default(),
            handlers: Handlers::new(state, options.scripting),
            queue: Queue::default(),
            text_handlers: HandlerSet::default(),
            own: NameSet::default(),
            kept_names: NameSet::default(),
            tracks: false,
            nodes: Nodes::new(),
            replaceable_body: None,
            attaches_shadow_roots: options.declarative_shadow_roots,
            token_start: 0,
            self_closing: false,
            text_in: Handle::NONE,
            comment: String::new(),
            comment_span: Span::default(),
            matched: Vec::new(),
        }
    }

    /// Adds a handler of elements.
    pub(super) fn on_element(&mut self, selector: StreamSelector, call: ElementHandler<'h, S>) {
        self.select_for(selector, Purpose::Element(call));
    }

    /// Adds a handler of the texts or comments in some elements.
    pub(super) fn on_content(&mut self, selector: StreamSelector, call: ContentHandler<'h, S>) {
        let number = self.add_content_handler(call);
        self.select_for(selector, Purpose::Content(number));
    }

    /// Adds a handler of all texts or comments.
    pub(super) fn on_document_content(&mut self, call: ContentHandler<'h, S>) {
        let number = self.add_content_handler(call);
        self.nodes.get_mut(Handle::DOCUMENT).active.insert(number);
        self.reset_document();
    }

    pub(super) fn on_doctype(&mut self, call: DoctypeHandler<'h, S>) {
        self.handlers.doctypes.push(call);
    }

    pub(super) fn on_end(&mut self, call: DocumentEndHandler<'h, S>) {
        self.handlers.ends.push(call);
    }

    fn add_content_handler(&mut self, call: ContentHandler<'h, S>) -> usize {
        let number = self.handlers.contents.len();
        if matches!(call, ContentHandler::Text(_)) {
            self.text_handlers.insert(number);
            const RAW: TagSet = sets::RAW_TEXT_CHILDREN.union(TagSet::new(&[tag::NOSCRIPT]));
            self.own.insert_all(&const { NameSet::of(RAW) });
        }
        self.handlers.contents.push(call);
        number
    }

    fn select_for(&mut self, selector: StreamSelector, purpose: Purpose<'h, S>) {
        self.own.insert_all(selector.names());
        if matches!(purpose, Purpose::Content(_)) || !selector.is_local() {
            self.kept_names.insert_all(selector.names());
        }
        self.selectors.push(selector, &mut self.nodes.get_mut(Handle::DOCUMENT).scope);
        let tracks = matches!(purpose, Purpose::Content(_)) || !self.selectors.are_local();
        self.handlers.purposes.push(purpose);
        if tracks && !self.tracks {
            self.tracks = true;
            self.own.insert_all(&TRACKED);
        }
        self.reset_document();
    }

    /// Sets what the document's children see, after a handler was added.
    fn reset_document(&mut self) {
        let document = self.nodes.get_mut(Handle::DOCUMENT);
        document.wants_text = document.active.meets(&self.text_handlers);
    }

    /// Whether some text needs its place in the tree.
    pub(super) fn has_text_handlers(&self) -> bool {
        !self.text_handlers.is_empty()
    }

    /// Calls the handlers of the end.
    pub(super) fn end_document(&mut self) {
        if self.handlers.can_wait {
            return self.queue.push(Event::End);
        }
        // No handler waits.
        _ = self.handlers.document_end(0);
    }

    /// Takes a new child of `parent` into account: matches it, and calls its handlers. Returns whether some were there.
    fn enter(&mut self, parent: Handle, child: Handle, element: NewElement<'_>) -> bool {
        self.matched.clear();
        if let Some([parent, child]) = self.nodes.pair(parent, child) {
            self.selectors.select(&mut parent.scope, &mut child.scope, &element, &mut self.matched);
            child.active.clone_from(&parent.active);
            child.wants_text = parent.wants_text;
            child.is_raw = is_raw(&element, self.handlers.scripting);
        }
        let node = self.nodes.get_mut(child);
        let mut is_changed = false;
        for number in &self.matched {
            if let Purpose::Content(number) = self.handlers.purposes[*number] {
                node.active.insert(number);
                is_changed = true;
            }
        }
        if is_changed {
            node.wants_text = node.active.meets(&self.text_handlers);
        }
        if !self.matched.is_empty() && !node.is_copy && self.handlers.failure.is_none() {
            self.call_element_handlers(child, element);
        }
        !self.matched.is_empty()
    }

    /// Calls the handlers of the selectors in [`matched`](Self::matched).
    #[inline(never)]
    fn call_element_handlers(&mut self, node: Handle, element: NewElement<'_>) {
        let Self { handlers, nodes, matched, .. } = self;
        let start = Start::of(&element, nodes.get(node).self_closing);
        if handlers.can_wait {
            let mut kept = Box::<Kept>::default();
            kept.set(&element);
            let (origin, matched) = (element.origin, matched.clone());
            nodes.get_mut(node).is_watched = true;
            return self.queue.push(Event::Element { node, kept, origin, start, matched });
        }
        if let Ok(ending) = handlers.element(element, start, matched, 0) {
            let node = nodes.get_mut(node);
            node.is_watched = ending.is_some();
            node.ending = ending;
        }
    }

    /// Ends an element: by the end tag at `tag`, or at the start of the current token.
    #[cold]
    fn end(&mut self, element: Handle, tag: Option<Span>) {
        let token_start = self.token_start;
        if self.handlers.can_wait {
            self.end_open_text(Place::End { tag, token_start });
            if mem::take(&mut self.nodes.get_mut(element).is_watched) {
                self.queue.push(Event::EndTag { node: element, tag, token_start });
            }
            return;
        }
        let (tag, at) = self.handlers.end_place(tag, token_start);
        self.end_text(at);
        let Some(mut ending) = self.nodes.get_mut(element).ending.take() else { return };
        if self.handlers.failure.is_none() {
            // No handler waits.
            _ = self.handlers.end_element(element, &mut ending, (tag, at));
        }
    }

    /// Ends the text that may have gone on, because something else follows at `at`.
    #[inline(always)]
    fn end_text(&mut self, at: usize) {
        if self.text_in != Handle::NONE {
            self.end_open_text(Place::Span(Span::at(at)));
        }
    }

    #[cold]
    fn end_open_text(&mut self, place: Place) {
        let node = mem::replace(&mut self.text_in, Handle::NONE);
        if node != Handle::NONE {
            self.call_text_handlers(node, "", place, true);
        }
    }

    /// Takes a text of `parent`.
    #[inline]
    fn text(&mut self, parent: Handle, text: &str, span: Span) {
        if self.text_in != parent {
            self.end_text(span.start);
        }
        if self.nodes.get(parent).wants_text {
            self.text_in = parent;
            self.call_text_handlers(parent, text, Place::Span(span), false);
        }
    }

    fn call_text_handlers(&mut self, node: Handle, text: &str, place: Place, is_last: bool) {
        let Self { handlers, nodes, queue, .. } = self;
        if handlers.failure.is_some() {
            return;
        }
        let Node { active, is_raw, .. } = nodes.get(node);
        let is_raw = *is_raw;
        match place {
            Place::Span(span) if !handlers.can_wait => {
                // No handler waits.
                _ = handlers.text(Text { active, is_raw, text, span, is_last }, 0);
            }
            _ => {
                let (active, text) = (active.clone(), text.to_owned());
                queue.push(Event::Text { active, is_raw, text, place, is_last });
            }
        }
    }

    /// Calls the handlers of the comment that was created last, which is a child of `parent`.
    fn call_comment_handlers(&mut self, parent: Handle) {
        let Self { handlers, nodes, queue, comment, comment_span: span, .. } = self;
        let active = &nodes.get(parent).active;
        if handlers.can_wait {
            let (active, data) = (active.clone(), comment.clone());
            return queue.push(Event::Comment { active, data, span: *span });
        }
        // No handler waits.
        _ = handlers.comment(active, comment, *span, 0);
    }

    /// Places a node that was created without a parent.
    fn place(&mut self, parent: Handle, child: Handle) {
        if child == Handle::COMMENT {
            if !self.nodes.get(parent).active.is_empty() && self.handlers.failure.is_none() {
                self.call_comment_handlers(parent);
            }
            return;
        }
        self.set_parent(child, parent);
        let node = self.nodes.get_mut(child);
        if !mem::replace(&mut node.is_new, false) {
            return;
        }
        let (origin, table) = (node.origin, node.is_table);
        if let Some(name) = node.formatting {
            let name = ElementName { namespace: Namespace::Html, name: Name::known(name) };
            let attributes = Attributes::NONE;
            let element = NewElement { name, attributes, origin, html_integration_point: false };
            let has_matched = self.enter(parent, child, element);
            return self.set_shared(child, has_matched, false);
        }
        match node.kept.take() {
            Some(kept) => {
                let has_matched = kept
                    .with(|element| self.enter(parent, child, NewElement { origin, ..element }));
                self.nodes.get_mut(child).kept = Some(kept);
                self.set_shared(child, has_matched, table);
            }
            // Nothing in it depends on it.
            None => {
                if let Some([parent, node]) = self.nodes.pair(parent, child) {
                    node.scope.is_inert = parent.scope.is_inert;
                    node.active.clone_from(&parent.active);
                    node.wants_text = parent.wants_text;
                }
                self.set_shared(child, false, false);
            }
        }
    }

    /// Sets what handle the children of a node get that match nothing.
    fn set_shared(&mut self, handle: Handle, has_matched: bool, is_table: bool) {
        let node = self.nodes.get_mut(handle);
        let may_share = !self.attaches_shadow_roots && self.selectors.passes_on(&node.scope);
        let is_plain = !has_matched && !is_table && !node.is_raw;
        node.shared = if may_share && is_plain { handle } else { Handle::NONE };
        node.may_lend = may_share && !is_plain;
    }

    fn set_parent(&mut self, child: Handle, parent: Handle) {
        if self.nodes.get(child).is_table {
            let parent = if self.nodes.get(parent).is_table { Handle::NONE } else { parent };
            self.nodes.get_mut(child).parent_of_table = parent;
        }
    }

    /// Keeps an element.
    fn keep(&mut self, element: &NewElement<'_>) -> Box<Kept> {
        let mut kept = self.nodes.spare();
        kept.set(element);
        kept
    }

    /// Appends an element that may need a handle of its own.
    #[inline(never)]
    fn append_own(&mut self, parent: Handle, element: NewElement<'_>) -> Handle {
        let at = match element.origin {
            Origin::Tag(span) | Origin::Implied(span) => span.start,
        };
        self.end_text(at);
        let is_table = self.tracks && is_table(&element);
        let may_reopen = self.tracks && may_reopen(&element);
        let is_body = self.tracks && is_body(&element);
        let can_be_host = self.attaches_shadow_roots && can_be_host(&element);
        let is_raw = self.has_text_handlers() && is_raw(&element, self.handlers.scripting);
        let is_special = is_table || may_reopen || is_body || is_raw;
        let Node { shared, scope, .. } = self.nodes.get(parent);
        if *shared != Handle::NONE && !is_special && self.selectors.is_idle(scope, &element) {
            return *shared;
        }
        // The state before the body, in case a `frameset` replaces it.
        let before_body = is_body.then(|| self.nodes.get(parent).scope.frames.clone());
        let child = self.nodes.add();
        let node = self.nodes.get_mut(child);
        node.origin = element.origin;
        node.self_closing = self.self_closing;
        node.is_table = is_table;
        node.can_be_host = can_be_host;
        let has_matched = self.enter(parent, child, element);
        let is_equivalent = !has_matched
            && self
                .selectors
                .is_equivalent(&self.nodes.get(parent).scope, &self.nodes.get(child).scope);
        if is_equivalent && !is_special {
            let shared = self.nodes.get(parent).shared;
            if shared != Handle::NONE {
                self.nodes.release(child);
                return shared;
            }
        }
        if may_reopen {
            let name = element.name.name.id;
            if self.kept_names.contains(name) {
                let kept = self.keep(&element);
                self.nodes.get_mut(child).kept = Some(kept);
            } else {
                self.nodes.get_mut(child).formatting = Some(name);
            }
        }
        self.set_parent(child, parent);
        self.set_shared(child, has_matched, is_table);
        if is_equivalent && !is_special && self.nodes.get(parent).may_lend {
            let shared = self.nodes.get(child).shared;
            self.nodes.get_mut(parent).shared = shared;
        }
        if let Some(frames) = before_body {
            self.replaceable_body = Some(ReplaceableBody { body: child, root: parent, frames });
        }
        child
    }

    /// A node in which nothing matches.
    fn inert(&mut self) -> Handle {
        let handle = self.nodes.add();
        let active = self.nodes.get(Handle::DOCUMENT).active.clone();
        let wants_text = self.nodes.get(Handle::DOCUMENT).wants_text;
        let node = self.nodes.get_mut(handle);
        node.scope.is_inert = true;
        node.active = active;
        node.wants_text = wants_text;
        self.set_shared(handle, false, false);
        handle
    }

    /// The parent of a node that is inserted at `place`.
    fn resolve(&self, place: &InsertionLocation<'_, Handle>) -> Handle {
        match place {
            InsertionLocation::LastChild(parent) => **parent,
            InsertionLocation::Foster { table, above } => {
                match self.nodes.get(**table).parent_of_table {
                    Handle::NONE => **above,
                    parent => parent,
                }
            }
            InsertionLocation::Patch(patch) => patch.target,
        }
    }
}

impl<S> TreeSink for Sink<'_, S> {
    type Handle = Handle;
    type Output = S;

    fn document(&mut self) -> Handle {
        Handle::DOCUMENT
    }

    #[inline(always)]
    fn wants_text(&self, parent: &Handle) -> bool {
        self.nodes.get(*parent).wants_text
    }

    #[inline(always)]
    fn wants_attributes(&self, name: NameId) -> bool {
        self.selectors.names().contains(name)
    }

    #[inline(always)]
    fn begin_token(&mut self, span: Span, self_closing: bool) {
        self.token_start = span.start;
        self.self_closing = self_closing;
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        let attributes = match self.own.contains(element.name.name.id) {
            true => element.attributes,
            // Only its name counts when it is placed.
            false => Attributes::NONE,
        };
        let (Origin::Tag(span) | Origin::Implied(span)) = element.origin;
        self.end_text(span.start);
        let kept = self.keep(&NewElement { attributes, ..element });
        let handle = self.nodes.add();
        let can_be_host = self.attaches_shadow_roots && can_be_host(&element);
        let node = self.nodes.get_mut(handle);
        node.kept = Some(kept);
        node.is_new = true;
        node.origin = element.origin;
        node.self_closing = self.self_closing;
        node.is_table = self.tracks && is_table(&element);
        node.can_be_host = can_be_host;
        handle
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        if !self.own.contains(element.name.name.id) && self.text_in == Handle::NONE {
            let shared = self.nodes.get(*parent).shared;
            if shared != Handle::NONE {
                return shared;
            }
        }
        self.append_own(*parent, element)
    }

    fn reopen_element(&mut self, original: &Handle, at: Span) -> Handle {
        self.end_text(at.start);
        let kept = self.nodes.get_mut(*original).kept.take();
        let handle = match &kept {
            Some(kept) => kept.with(|element| {
                self.create_element(NewElement { origin: Origin::Implied(at), ..element })
            }),
            None => {
                let formatting = self.nodes.get(*original).formatting;
                let handle = self.nodes.add();
                let node = self.nodes.get_mut(handle);
                node.is_new = true;
                node.formatting = formatting;
                handle
            }
        };
        self.nodes.get_mut(*original).kept = kept;
        self.nodes.get_mut(handle).is_copy = true;
        handle
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Handle {
        self.end_text(span.start);
        if !self.handlers.contents.is_empty() {
            self.comment.clear();
            self.comment.push_str(data);
        }
        self.comment_span = span;
        Handle::COMMENT
    }

    fn create_processing_instruction(&mut self, _: &str, _: &str, span: Span) -> Handle {
        self.end_text(span.start);
        Handle::LEAF
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, span: Span) {
        let Self { handlers, queue, .. } = self;
        let names = [name, public_id, system_id];
        if handlers.can_wait {
            return queue.push(Event::Doctype { names: names.map(str::to_owned), span });
        }
        if handlers.failure.is_none() {
            // No handler waits.
            _ = handlers.doctype(names, span, 0);
        }
    }

    fn append(&mut self, parent: &Handle, child: &Handle) {
        self.end_text(self.token_start);
        self.place(*parent, *child);
    }

    fn append_text(&mut self, parent: &Handle, text: &str, span: Span) {
        self.text(*parent, text, span);
    }

    fn insert(&mut self, place: InsertionLocation<'_, Handle>, child: &Handle) {
        self.end_text(self.token_start);
        self.place(self.resolve(&place), *child);
    }

    fn insert_text(&mut self, place: InsertionLocation<'_, Handle>, text: &str, span: Span) {
        self.text(self.resolve(&place), text, span);
    }

    fn remove(&mut self, node: &Handle) {
        self.end_text(self.token_start);
        self.nodes.get_mut(*node).parent_of_table = Handle::NONE;
        if let Some(body) = self.replaceable_body.take_if(|body| body.body == *node) {
            self.nodes.get_mut(body.root).scope.frames = body.frames;
        }
    }

    fn reparent_children(&mut self, _: &Handle, _: &Handle) {}

    fn add_missing_attributes(&mut self, _: &Handle, _: Attributes<'_>) {}

    fn template_contents(&mut self, _: &Handle) -> Handle {
        self.inert()
    }

    fn attach_shadow_root(&mut self, host: &Handle, _: &ShadowRootInit) -> Option<Handle> {
        let can_be_host = mem::take(&mut self.nodes.get_mut(*host).can_be_host);
        can_be_host.then(|| self.inert())
    }

    #[inline(always)]
    fn frameset_not_ok(&mut self) {
        self.replaceable_body = None;
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.selectors.mode.quirks_mode = mode;
    }

    #[inline(always)]
    fn pop(&mut self, element: &Handle, end: Option<Span>) {
        let node = self.nodes.get(*element);
        if self.text_in != Handle::NONE || node.is_watched {
            self.end(*element, end);
        }
    }

    fn leave_stack(&mut self, element: &Handle, end: Option<Span>) {
        self.end(*element, end);
    }

    fn set_end_tag(&mut self, element: &Handle, tag: Span) {
        self.end(*element, Some(tag));
    }

    fn finish(self) -> S {
        self.handlers.state
    }
}

impl<S> NodeSink for Sink<'_, S> {
    type State = Node<S>;

    #[inline]
    fn nodes(&mut self) -> &mut Nodes<Node<S>> {
        &mut self.nodes
    }

    fn needed(&self) -> impl IntoIterator<Item = Handle> {
        let body = self.replaceable_body.as_ref().map(|body| [body.body, body.root]);
        body.into_iter().flatten().chain([self.text_in])
    }
}
