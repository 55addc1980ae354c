//! The sink that calls the handlers, and turns what they ask for into edits of the source.
//!
//! One file of over 700 lines: a sink is one `impl`, and its calls change the same open elements and edits.

use std::mem;

use sapwood_names::{Name, NameId, Namespace, TagSet, sets, tag};
use sapwood_select::{NameSet, StreamSelector};
use sapwood_tree::{
    Attributes, ElementName, InsertionLocation, NewElement, Origin, QuirksMode, ShadowRootInit,
    Span, TreeSink,
};
use sapwood_tree_builder::TreeBuilderOptions;

use super::{
    content::{HandlerResult, Inserts, place_all},
    edits::{Edits, TagChange, TextRange},
    element::{Changes, Element, EndChanges, EndTag, Kept as KeptPart, is_raw, is_void},
    handler_set::HandlerSet,
    nodes::{Ending, Handle, Node, Nodes, Shape},
    tags::push_start_tag,
    units::{
        Comment, CommentHandler, Doctype, DoctypeHandler, DocumentEnd, DocumentEndHandler,
        TextHandler, TextPiece, UnitChanges,
    },
};
use crate::matching::{
    Frames, Kept, Selectors, TRACKED, can_be_host, is_body, is_table, may_reopen,
};

/// A function for each element that matches a selector.
pub(super) type ElementHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut Element<'_, S>) -> HandlerResult + Send + 'h>;

/// The purpose of a selector.
enum Purpose<'h, S> {
    Element(ElementHandler<'h, S>),
    /// The handler of texts or comments of this number.
    Content(usize),
}

/// A function for texts or comments.
pub(super) enum ContentHandler<'h, S> {
    Text(TextHandler<'h, S>),
    Comment(CommentHandler<'h, S>),
}

/// A failure of a handler, and where it was called.
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) error: Box<dyn std::error::Error + Send + Sync>,
}

/// The sink that a rewriter's tree builder writes to.
///
/// Most elements match nothing, lie in no match and leave no trace in the state of the selectors. Such an element has the
/// handle of its parent.
pub(super) struct Sink<'h, S> {
    selectors: Selectors,
    /// The purpose of each selector.
    purposes: Vec<Purpose<'h, S>>,
    content_handlers: Vec<ContentHandler<'h, S>>,
    /// The handlers in `content_handlers` that are for texts.
    text_handlers: HandlerSet,
    doctype_handlers: Vec<DoctypeHandler<'h, S>>,
    end_handlers: Vec<DocumentEndHandler<'h, S>>,
    pub(super) state: S,
    /// The names that the selectors depend on, and those of elements that need a handle of their own.
    own: NameSet,
    /// The names of the elements whose attributes are needed again if they are reopened.
    kept_names: NameSet,
    /// Whether reopened elements, tables and the body need handles of their own, because the handlers of something in them
    /// depend on them.
    tracks: bool,
    pub(super) nodes: Nodes<S>,
    pub(super) edits: Edits,
    pub(super) failure: Option<Failure>,
    /// The body, as long as a `frameset` may replace it.
    replaceable_body: Option<ReplaceableBody>,
    attaches_shadow_roots: bool,
    scripting: bool,
    /// The start of the token at hand, and whether it is a self-closing tag.
    token_start: usize,
    self_closing: bool,
    /// The node whose text may go on.
    text_in: Handle,
    /// The start of the content of a `pre` that content was inserted before.
    pub(super) line_feed_at: Option<usize>,
    /// A comment without a parent yet.
    comment: String,
    comment_span: Span,
    // Empty between events:
    matched: Vec<usize>,
    changes: Changes<S>,
    unit_changes: UnitChanges,
    end_changes: EndChanges,
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
            purposes: Vec::new(),
            content_handlers: Vec::new(),
            text_handlers: HandlerSet::default(),
            doctype_handlers: Vec::new(),
            end_handlers: Vec::new(),
            state,
            own: NameSet::default(),
            kept_names: NameSet::default(),
            tracks: false,
            nodes: Nodes::new(),
            edits: Edits::default(),
            failure: None,
            replaceable_body: None,
            attaches_shadow_roots: options.declarative_shadow_roots,
            scripting: options.scripting,
            token_start: 0,
            self_closing: false,
            text_in: Handle::NONE,
            line_feed_at: None,
            comment: String::new(),
            comment_span: Span::default(),
            matched: Vec::new(),
            changes: Changes::default(),
            unit_changes: UnitChanges::default(),
            end_changes: EndChanges::default(),
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
        self.doctype_handlers.push(call);
    }

    pub(super) fn on_end(&mut self, call: DocumentEndHandler<'h, S>) {
        self.end_handlers.push(call);
    }

    fn add_content_handler(&mut self, call: ContentHandler<'h, S>) -> usize {
        let number = self.content_handlers.len();
        if matches!(call, ContentHandler::Text(_)) {
            self.text_handlers.insert(number);
            const RAW: TagSet = sets::RAW_TEXT_CHILDREN.union(TagSet::new(&[tag::NOSCRIPT]));
            self.own.insert_all(&const { NameSet::of(RAW) });
        }
        self.content_handlers.push(call);
        number
    }

    fn select_for(&mut self, selector: StreamSelector, purpose: Purpose<'h, S>) {
        self.own.insert_all(selector.names());
        if matches!(purpose, Purpose::Content(_)) || !selector.is_local() {
            self.kept_names.insert_all(selector.names());
        }
        self.selectors.push(selector, &mut self.nodes.get_mut(Handle::DOCUMENT).scope);
        let tracks = matches!(purpose, Purpose::Content(_)) || !self.selectors.are_local();
        self.purposes.push(purpose);
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

    /// Calls the handlers of the end. Returns what they append.
    pub(super) fn end_document(
        &mut self,
    ) -> Result<Inserts, Box<dyn std::error::Error + Send + Sync>> {
        let Self { end_handlers, edits, state, .. } = self;
        let mut appended = Vec::new();
        for call in end_handlers {
            call(state, &mut DocumentEnd { appended: &mut appended, edits })?;
        }
        Ok(appended)
    }

    fn fail(&mut self, at: usize, result: HandlerResult) {
        if let Err(error) = result
            && self.failure.is_none()
        {
            self.failure = Some(Failure { at, error });
        }
    }

    /// Takes a new child of `parent` into account: matches it, and calls its handlers. Returns whether some were there.
    fn enter(&mut self, parent: Handle, child: Handle, element: NewElement<'_>) -> bool {
        self.matched.clear();
        if let Some([parent, child]) = self.nodes.pair(parent, child) {
            self.selectors.select(&mut parent.scope, &mut child.scope, element, &mut self.matched);
            child.active.clone_from(&parent.active);
            child.wants_text = parent.wants_text;
            child.is_raw = is_raw(&element, self.scripting);
        }
        let node = self.nodes.get_mut(child);
        let mut is_changed = false;
        for number in &self.matched {
            if let Purpose::Content(number) = self.purposes[*number] {
                node.active.insert(number);
                is_changed = true;
            }
        }
        if is_changed {
            node.wants_text = node.active.meets(&self.text_handlers);
        }
        if !self.matched.is_empty() && !node.is_copy && self.failure.is_none() {
            self.call_element_handlers(child, element);
        }
        !self.matched.is_empty()
    }

    /// Calls the handlers of the selectors in [`matched`](Self::matched).
    #[inline(never)]
    fn call_element_handlers(&mut self, node: Handle, element: NewElement<'_>) {
        let (start, is_tag) = match element.origin {
            Origin::Tag(span) => (span, true),
            Origin::Implied(span) if is_void(&element) => (span, false),
            Origin::Implied(span) => (Span::at(span.start), false),
        };
        self.changes.clear();
        let node_of = self.nodes.get(node);
        let mut result = Ok(());
        for number in &self.matched {
            let Purpose::Element(call) = &mut self.purposes[*number] else { continue };
            let mut element =
                Element::new(element, &mut self.changes, &mut self.edits, node_of.is_raw);
            result = call(&mut self.state, &mut element);
            if result.is_err() {
                break;
            }
        }
        if result.is_err() {
            return self.fail(start.start, result);
        }
        let self_closing = node_of.self_closing;
        let ending = self.start(element, start, is_tag, self_closing);
        self.nodes.get_mut(node).ending = ending;
    }

    /// Writes the changes at a start tag. Returns those at the element's end.
    fn start(
        &mut self,
        element: NewElement<'_>,
        start: Span,
        is_tag: bool,
        self_closing: bool,
    ) -> Option<Box<Ending<S>>> {
        let Self { changes, edits, .. } = self;
        let is_html = element.name.namespace == Namespace::Html;
        let gets_content = !changes.prepend.is_empty() || !changes.append.is_empty();
        let shape = if is_void(&element) {
            Shape::Empty
        } else if self_closing && !is_html {
            if gets_content { Shape::Opened } else { Shape::Empty }
        } else if may_reopen(&element) {
            Shape::Formatting
        } else {
            Shape::Usual
        };
        changes.drop_unchanged(&element, edits);
        place_all(&mut changes.before, start.start, edits);
        if let Some(replacement) = changes.replacement.take() {
            replacement.place(start.start, edits);
        }
        match changes.kept {
            KeptPart::Nothing => edits.leave_out_from(start.start),
            KeptPart::Content => edits.cut(start),
            KeptPart::All | KeptPart::Tags => {
                let is_changed = changes.name.is_some() || !changes.attributes.is_empty();
                if is_changed && !is_tag {
                    let html = start_tag(element, changes, edits);
                    edits.insert(start.start, html);
                    edits.cut(start);
                } else if is_changed || shape == Shape::Opened {
                    let first = edits.attributes.len();
                    edits.attributes.append(&mut changes.attributes);
                    let change = TagChange {
                        name: changes.name,
                        attributes: (first, edits.attributes.len()),
                        opens: shape == Shape::Opened,
                    };
                    edits.change_tag(start, change);
                }
            }
        }
        if changes.kept != KeptPart::Nothing {
            let skips_line_feed = is_html
                && matches!(element.name.name.id, tag::PRE | tag::LISTING | tag::TEXTAREA)
                && is_tag
                && !changes.prepend.is_empty();
            if skips_line_feed {
                // The parser takes this one for the line feed that it takes no notice of.
                let line_feed = edits.store("\n");
                edits.insert(start.end, line_feed);
            }
            place_all(&mut changes.prepend, start.end, edits);
            if skips_line_feed && changes.kept == KeptPart::All {
                edits.cut_line_feed(start.end);
                self.line_feed_at = Some(start.end);
            }
            if changes.kept == KeptPart::Tags {
                edits.leave_out_from(start.end);
            }
        }
        let is_raw = is_raw(&element, self.scripting);
        Ending::of(changes, edits, (element.name.name, shape, is_raw), start.end)
    }

    /// Ends an element: by the end tag at `tag`, or at the start of the current token.
    #[cold]
    fn end(&mut self, element: Handle, tag: Option<Span>) {
        // If an element inside took the end tag, this one ends after it.
        let edited = self.edits.end();
        let tag = tag.filter(|tag| tag.start >= edited);
        let at = tag.map_or(self.token_start.max(edited), |tag| tag.start);
        self.end_text(at);
        let Some(mut ending) = self.nodes.get_mut(element).ending.take() else { return };
        if self.failure.is_some() {
            return;
        }
        let is_implied = tag.is_none();
        // The tag that created the element may be the current one.
        let tag = tag.unwrap_or(Span::at(at));
        let tag = Span::new(tag.start.max(ending.content_start), tag.end.max(ending.content_start));
        let Self { edits, end_changes, .. } = self;
        let mut result = Ok(());
        for call in mem::take(&mut ending.at_end) {
            let mut end = EndTag {
                name: &ending.name,
                is_implied,
                is_raw: ending.is_raw,
                changes: end_changes,
                edits,
                user_data: &mut ending.user_data,
            };
            result = call(&mut self.state, &mut end);
            if result.is_err() {
                break;
            }
        }
        if result.is_err() {
            return self.fail(tag.start, result);
        }
        if ending.kept == KeptPart::Tags {
            edits.leave_out_to(tag.start);
        }
        place_all(&mut ending.append, tag.start, edits);
        place_all(&mut end_changes.before, tag.start, edits);
        let end_name = end_changes.name.take();
        let is_cut = mem::take(&mut end_changes.is_removed);
        match ending.kept {
            KeptPart::Nothing => edits.leave_out_to(tag.end),
            KeptPart::Content => edits.cut(tag),
            KeptPart::All | KeptPart::Tags if is_cut => edits.cut(tag),
            KeptPart::All | KeptPart::Tags => {
                let name = end_name.or(ending.new_name.as_ref().map(|name| edits.store(name)));
                let has_after = !(ending.after.is_empty() && end_changes.after.is_empty());
                let is_missing = is_implied
                    && match ending.shape {
                        Shape::Usual => has_after || ending.new_name.is_some(),
                        Shape::Formatting => ending.new_name.is_some(),
                        Shape::Empty => false,
                        Shape::Opened => true,
                    };
                if is_missing {
                    let name = ending.new_name.as_deref().unwrap_or(&ending.name);
                    let html = edits.store_by(|into| into.extend(["</", name, ">"]));
                    edits.insert(tag.start, html);
                } else if name.is_some() && !is_implied {
                    let change = TagChange { name, attributes: (0, 0), opens: false };
                    edits.change_tag(tag, change);
                }
            }
        }
        place_all(&mut end_changes.after, tag.end, edits);
        place_all(&mut ending.after, tag.end, edits);
    }

    /// Ends the text that may have gone on, because something else follows at `at`.
    #[inline(always)]
    fn end_text(&mut self, at: usize) {
        if self.text_in != Handle::NONE {
            self.end_open_text(at);
        }
    }

    #[cold]
    fn end_open_text(&mut self, at: usize) {
        let node = mem::replace(&mut self.text_in, Handle::NONE);
        self.call_text_handlers(node, "", Span::at(at), true);
    }

    /// Takes a text of `parent`.
    #[inline]
    fn text(&mut self, parent: Handle, text: &str, span: Span) {
        if self.text_in != parent {
            self.end_text(span.start);
        }
        if self.nodes.get(parent).wants_text {
            self.text_in = parent;
            self.call_text_handlers(parent, text, span, false);
        }
    }

    fn call_text_handlers(&mut self, node: Handle, text: &str, span: Span, is_last: bool) {
        if self.failure.is_some() {
            return;
        }
        let Self { nodes, content_handlers, unit_changes, edits, state, .. } = self;
        let node = nodes.get(node);
        let mut result = Ok(());
        let mut next = 0;
        while let Some(number) = node.active.next(next) {
            next = number + 1;
            let ContentHandler::Text(call) = &mut content_handlers[number] else { continue };
            let is_raw = node.is_raw;
            let mut piece = TextPiece { text, is_last, is_raw, changes: unit_changes, edits };
            result = call(state, &mut piece);
            if result.is_err() {
                break;
            }
        }
        self.end_unit(span, result);
    }

    /// Writes the changes of a text, a comment or the DOCTYPE.
    fn end_unit(&mut self, span: Span, result: HandlerResult) {
        let Self { unit_changes: changes, edits, .. } = self;
        if result.is_err() {
            return self.fail(span.start, result);
        }
        place_all(&mut changes.before, span.start, edits);
        if let Some(replacement) = changes.replacement.take() {
            replacement.place(span.start, edits);
        }
        let data = changes.data.take();
        if mem::take(&mut changes.is_removed) {
            edits.cut(span);
        } else if let Some(data) = data {
            let data = edits.text(data).to_owned();
            let html = edits.store_by(|into| into.extend(["<!--", &data, "-->"]));
            edits.insert(span.start, html);
            edits.cut(span);
        }
        place_all(&mut changes.after, span.end, edits);
    }

    /// Calls the handlers of the comment that was created last, which is a child of `parent`.
    fn call_comment_handlers(&mut self, parent: Handle) {
        let comment = mem::take(&mut self.comment);
        let span = self.comment_span;
        let Self { nodes, content_handlers, unit_changes, edits, state, .. } = self;
        let node = nodes.get(parent);
        let mut result = Ok(());
        let mut next = 0;
        while let Some(number) = node.active.next(next) {
            next = number + 1;
            let ContentHandler::Comment(call) = &mut content_handlers[number] else { continue };
            result = call(state, &mut Comment { data: &comment, changes: unit_changes, edits });
            if result.is_err() {
                break;
            }
        }
        self.end_unit(span, result);
        self.comment = comment;
    }

    /// Places a node that was created without a parent.
    fn place(&mut self, parent: Handle, child: Handle) {
        if child == Handle::COMMENT {
            if !self.nodes.get(parent).active.is_empty() && self.failure.is_none() {
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
        let is_raw = self.has_text_handlers() && is_raw(&element, self.scripting);
        let is_special = is_table || may_reopen || is_body || is_raw;
        let Node { shared, scope, .. } = self.nodes.get(parent);
        if *shared != Handle::NONE && !is_special && self.selectors.is_idle(scope, element) {
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

/// Stores the start tag of an element whose tag was implied.
fn start_tag<S>(element: NewElement<'_>, changes: &Changes<S>, edits: &mut Edits) -> TextRange {
    let name = changes.name.map_or(element.name.name.text, |name| edits.text(name));
    let attributes = changes
        .attributes
        .iter()
        .filter_map(|change| Some((edits.text(change.name), edits.text(change.value?))));
    let mut html = String::new();
    push_start_tag(name, attributes, &mut html);
    edits.store(&html)
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
        if !self.content_handlers.is_empty() {
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
        if self.failure.is_some() {
            return;
        }
        let Self { doctype_handlers, unit_changes: changes, state, .. } = self;
        let mut result = Ok(());
        for call in doctype_handlers {
            result = call(state, &mut Doctype { name, public_id, system_id, changes });
            if result.is_err() {
                break;
            }
        }
        self.end_unit(span, result);
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
        if self.text_in != Handle::NONE || self.nodes.get(*element).ending.is_some() {
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
        self.state
    }
}

impl<S> Sink<'_, S> {
    /// Frees the nodes that the tree builder has no handle of.
    pub(super) fn sweep(&mut self, live: &mut Vec<Handle>) {
        if let Some(body) = &self.replaceable_body {
            live.extend([body.body, body.root]);
        }
        live.push(self.text_in);
        self.nodes.sweep(live);
    }
}
