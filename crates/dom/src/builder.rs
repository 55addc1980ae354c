//! The sink that fills a [`Document`].

use std::{collections::HashMap, mem, time::Instant};

use names::{Name, NameId, tag};
use tree_sink::{
    Limit, NewElement, ParseError, Patch, Place, QualifiedElement, QuirksMode, ShadowRootInit,
    Span, TreeSink,
};

use crate::{
    arena::{Head, Kind, Link, Node, Slot},
    attributes::{GrownAttributes, QualifiedCodes},
    document::{Doctype, Document},
    effort::Effort,
    id::NodeId,
    patch::Patches,
    positions::{Positions, Why},
    selectedcontent::Selects,
    text::{Chunk, Run},
};

/// What a [`Builder`] is to keep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Collect the parse errors. Only a `Builder<true>` can.
    pub errors: bool,
    /// Keep the positions of nodes and attributes and the origins of elements. Only a
    /// `Builder<true>` can.
    pub positions: bool,
    /// Build a fragment: the root is a document fragment and takes any children.
    pub fragment: bool,
    /// How many bytes of input are to be expected; memory is reserved for a page of that size.
    pub capacity_hint: usize,
    /// How many nodes the document may have, itself included.
    pub max_nodes: Option<usize>,
    /// A promise: what is appended to an element comes after all that is in the tree so far, as it does when this
    /// project's tree builders call. Walks and searches of such a document are faster.
    ///
    /// The children of the root and of the document element, and what they hold, are excepted, and so is what
    /// comes after a call of `insert` or `insert_text` that foster parents, or of one that moves a node.
    pub in_tree_order: bool,
}

/// What a [`Builder`] has built.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The document.
    pub document: Document,
    /// The parse errors in the order of their places, if they were asked for.
    pub errors: Vec<ParseError>,
}

/// Builds a [`Document`]: the [`TreeSink`] for it.
///
/// With `REPORT` it can collect parse errors and positions, as [`Options`] say; without, it never
/// looks at them, and the parser doesn't check for what are errors only.
///
/// The handles are the numbers of the nodes in the finished document. All calls take constant time,
/// amortized, but for those that move, clone or search nodes.
#[derive(Debug)]
pub struct Builder<const REPORT: bool = false> {
    pub(crate) document: Document,
    pub(crate) options: Options,
    /// The document's own ids by the dynamic ids that came with elements.
    pub(crate) element_names: Vec<NameId>,
    /// Likewise for names with any prefix and namespace.
    qualified: QualifiedCodes,
    errors: Vec<ParseError>,
    pub(crate) grown: GrownAttributes,
    pub(crate) patches: Patches,
    pub(crate) selects: Selects,
    pub(crate) effort: Effort,
    /// Stands for every node that there was no number for; never in the tree.
    refused: Link,
    /// Why there is none.
    limit: Option<Limit>,
    chunk: Chunk,
    pub(crate) has_doctype: bool,
    /// Where the attributes of elements are that they were created with, of those that a script
    /// changed.
    pub(crate) created: HashMap<Slot, Run>,
}

impl<const REPORT: bool> Builder<REPORT> {
    /// Starts an empty document.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::recycle(Document::default(), options)
    }

    /// Starts an empty document in the memory of `document`, whose content is lost.
    #[must_use]
    pub fn recycle(document: Document, options: Options) -> Self {
        let mut this = Self {
            document,
            options,
            element_names: Vec::new(),
            qualified: QualifiedCodes::default(),
            errors: Vec::new(),
            grown: GrownAttributes::default(),
            patches: Patches::default(),
            selects: Selects::default(),
            effort: Effort::default(),
            refused: None,
            limit: None,
            chunk: Chunk::default(),
            has_doctype: false,
            created: HashMap::new(),
        };
        this.reset();
        this
    }

    /// Ends the parse as [`finish`](TreeSink::finish) does, but gives what was built in exchange for
    /// memory, whose content is lost, and starts a document in it.
    pub fn restart(&mut self, document: &mut Document, errors: &mut Vec<ParseError>) {
        self.tidy();
        mem::swap(&mut self.document, document);
        mem::swap(&mut self.errors, errors);
        self.options = Options { fragment: false, capacity_hint: 0, ..self.options };
        self.reset();
    }

    /// Empties all and keeps the memory, but for that of what few documents have.
    fn reset(&mut self) {
        let Self { document, options, element_names, errors, selects, .. } = self;
        document.reset(if options.fragment { Kind::Fragment } else { Kind::Document });
        if !(REPORT && options.positions) {
            document.positions = None;
        } else if document.positions.is_none() {
            document.positions = Some(Positions::default());
        }
        if let Some(nodes) = options.max_nodes {
            document.nodes.set_limit(nodes);
        }
        document.reserve(options.capacity_hint);
        element_names.clear();
        self.qualified.clear();
        errors.clear();
        selects.clear();
        self.grown = GrownAttributes::default();
        self.patches = Patches::default();
        self.effort = Effort::default();
        self.refused = None;
        self.limit = None;
        self.chunk = Chunk::default();
        self.has_doctype = false;
        self.created = HashMap::new();
    }

    /// Takes what was refused out of the node that stood for it, and puts the errors in order.
    fn tidy(&mut self) {
        // As they come, those of a text's characters and those of the text itself depend on how it was
        // cut. Most are in order already, which makes this cheap.
        self.errors.sort_by_key(|error| (error.span.start, error.span.end));
        if let Some(refused) = self.refused {
            self.document.nodes.unlink_children(refused);
            self.document.nodes[refused].parent = None;
            self.document.nodes.drop_last(refused);
        }
        self.document.nodes.lift_limits();
        if self.options.in_tree_order {
            self.document.settle();
        } else {
            self.document.nodes.scatter();
        }
    }

    /// Sets when the document is no longer to grow. That is looked at when its memory is used up, so at
    /// the latest when it is twice as large.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.document.nodes.set_deadline(deadline);
    }

    /// Runs `parse`, during which the text that the builder is given mostly lies in `chunk`.
    ///
    /// The document takes a copy of the whole chunk, and then needs no copy of each text in it. To
    /// call this is never necessary; without it each text is copied by itself.
    ///
    /// `builder` finds the builder in what is parsing, and `parse` feeds `chunk` to it.
    pub fn with_chunk<P, T>(
        parser: &mut P,
        chunk: &str,
        builder: impl Fn(&mut P) -> &mut Self,
        parse: impl FnOnce(&mut P) -> T,
    ) -> T {
        let this = builder(parser);
        this.chunk = this.document.texts.hold(chunk);
        let result = parse(parser);
        // From here on another text may lie where the chunk lay.
        builder(parser).chunk = Chunk::default();
        result
    }

    /// The document so far.
    #[must_use]
    pub fn current(&self) -> &Document {
        &self.document
    }

    #[inline]
    fn id(&self, slot: Slot) -> NodeId {
        self.document.nodes.current_id(slot)
    }

    /// Adds a node without a parent.
    #[inline]
    fn push(&mut self, node: Node, span: Span) -> Slot {
        match self.document.push(node) {
            Some(id) => {
                if REPORT {
                    self.note_span(id, span);
                }
                id
            }
            None => self.refused(),
        }
    }

    /// The node that stands for those there is no number for. It is its own parent, so that it
    /// passes for a node that is in the tree already and every insertion takes the slow way.
    #[cold]
    fn refused(&mut self) -> Slot {
        self.set_full();
        if let Some(id) = self.refused {
            return id;
        }
        let id = self.document.nodes.push_past_limit(Node::new(Head::of(Kind::Fragment), 0, 0));
        self.document.nodes[id].parent = Some(id);
        self.refused = Some(id);
        id
    }

    #[cold]
    fn set_full(&mut self) {
        self.document.truncated = true;
        let nodes = &self.document.nodes;
        self.limit.get_or_insert_with(|| nodes.why_full());
    }

    #[inline]
    fn note_span(&mut self, id: Slot, span: Span) {
        if let Some(positions) = &mut self.document.positions {
            positions.push(id, span, None);
        }
    }

    /// The document's own id of an element's name.
    #[inline]
    fn element_name(&mut self, name: Name<'_>) -> Option<NameId> {
        if name.id.is_known() { Some(name.id) } else { self.unknown_element_name(name) }
    }

    #[inline(never)]
    fn unknown_element_name(&mut self, name: Name<'_>) -> Option<NameId> {
        let Some(at) = name.id.index().checked_sub(NameId::FIRST_DYNAMIC.index()) else {
            return self.document.names.intern(name.text);
        };
        if let Some(own) = self.element_names.get(at) {
            return Some(*own);
        }
        let own = self.document.names.intern(name.text)?;
        if at == self.element_names.len() {
            self.element_names.push(own);
        }
        Some(own)
    }

    #[inline]
    fn note_origin(&mut self, id: Slot, origin: Why, span: Span) {
        if let Some(positions) = &mut self.document.positions {
            positions.push(id, span, Some(origin));
        }
    }

    /// The node of a new element.
    #[inline(always)]
    fn element_node(&mut self, element: NewElement<'_>) -> Option<Node> {
        let name = self.element_name(element.name.name)?;
        let head = Head::element(element.name.namespace, name)
            .with_integration_point(element.html_integration_point);
        let Run { start, len } = if element.attributes.is_empty() {
            Run::default()
        } else {
            self.document.push_attributes::<REPORT>(&self.chunk, element.attributes)
        };
        Some(Node::new(head, start, len))
    }

    /// The node of a new element with a qualified name.
    #[inline]
    fn qualified_node(&mut self, element: &QualifiedElement<'_>) -> Option<Node> {
        let Self { document, qualified, chunk, .. } = self;
        let (name, namespace) =
            qualified.element(&mut document.names, element.names, element.name)?;
        let Run { start, len } = if element.attributes.is_empty() {
            Run::default()
        } else {
            document.push_qualified_attributes::<REPORT>(chunk, qualified, element)
        };
        Some(Node::new(Head::element(namespace, name), start, len))
    }

    /// What becomes of a new element: its origin is noted, or it is refused.
    #[inline]
    fn pushed_element(&mut self, id: Link, origin: Why, span: Span) -> Slot {
        match id {
            Some(id) => {
                if REPORT {
                    self.note_origin(id, origin, span);
                }
                id
            }
            None => self.refused(),
        }
    }

    /// Whether `child` may be appended or inserted: it may if it has no parent and the new parent
    /// isn't the document.
    #[inline]
    fn is_free(&self, parent: Slot, child: Slot) -> bool {
        self.document.nodes[child].parent.is_none() && parent != Slot::ROOT
    }

    /// Makes `child` free to be put into `parent`; `false` if it is refused.
    fn set_free(&mut self, parent: Slot, child: Slot) -> bool {
        if self.limit.is_some() {
            return false;
        }
        if self.document.nodes[child].parent.is_some() {
            self.take_out(child);
        }
        if parent == Slot::ROOT {
            self.patches.note_root_child(&self.document.nodes[child].head);
        }
        if self.document.is_document(parent) {
            match self.document.nodes[child].head.kind() {
                Kind::Element if self.document.document_element.is_some() => return false,
                Kind::Element => self.document.document_element = Some(child),
                Kind::Text | Kind::Fragment | Kind::Document => return false,
                Kind::Doctype | Kind::Comment | Kind::ProcessingInstruction => {}
            }
        }
        true
    }

    #[inline]
    fn put_last(&mut self, parent: Slot, child: Slot) {
        if self.is_free(parent, child) {
            self.document.nodes.link_last(parent, child);
        } else {
            self.append_unfree(parent, child);
        }
    }

    #[cold]
    #[inline(never)]
    fn append_unfree(&mut self, parent: Slot, child: Slot) {
        if self.set_free(parent, child) {
            self.document.nodes.link_last(parent, child);
        }
    }

    /// Takes `node` out of the tree for good or to put it elsewhere.
    fn take_out(&mut self, node: Slot) {
        if self.limit.is_some() {
            return;
        }
        self.patches.out_of_order();
        self.document.take_out(node);
    }

    /// The parent that `place` means, and the child to insert before if it isn't the end.
    fn resolve(&self, place: Place<'_, NodeId>) -> (Slot, Link) {
        let nodes = &self.document.nodes;
        match place {
            Place::LastChild(parent) => (parent.slot(), None),
            Place::Foster { table, above } => match nodes[table.slot()].parent {
                Some(parent) => (parent, Some(table.slot())),
                None => (above.slot(), None),
            },
            Place::Patch(Patch { target, end, .. }) => {
                let target = target.slot();
                let end = end.map(NodeId::slot);
                (target, end.filter(|end| nodes[*end].parent == Some(target)))
            }
        }
    }

    /// Notes that what is foster parented to the end of `parent` may come after parts of a table that are still
    /// open, as it may where there is no `table`.
    fn leave_table(&mut self, parent: Slot) {
        let nodes = &mut self.document.nodes;
        let is_part = |last: Slot| {
            let head = nodes[last].head;
            [tag::TR, tag::TBODY, tag::THEAD, tag::TFOOT].iter().any(|name| head.is_html(*name))
        };
        if nodes[parent].last_child.is_some_and(is_part) {
            nodes.scatter();
        }
    }

    /// Joins `text` to the text node `node`.
    #[inline(never)]
    fn grow_text(&mut self, node: Slot, text: &str, span: Span) {
        // What follows something that was refused doesn't belong here.
        if self.limit.is_some() {
            return;
        }
        let entry = &mut self.document.nodes[node];
        let run = Run { start: entry.start, len: entry.len };
        match self.document.texts.grow_last(&self.chunk, run, text) {
            Some(len) => entry.len = len,
            None => {
                let (run, room) = self.document.texts.grow(run, entry.head.room(), text);
                entry.start = run.start;
                entry.len = run.len;
                entry.head = entry.head.with_room(room);
            }
        }
        if REPORT && let Some(positions) = &mut self.document.positions {
            positions.extend_span(node, span);
        }
    }

    /// Adds `text`, which isn't empty, to the end of `parent`.
    #[inline(always)]
    fn put_text_last(&mut self, parent: Slot, text: &str, span: Span) {
        let last = self.document.nodes[parent].last_child;
        if let Some(last) = last
            && self.document.nodes[last].head.is(Kind::Text)
        {
            self.grow_text(last, text, span);
        } else if !self.document.is_document(parent) {
            let node = self.new_text(text);
            match self.document.nodes.push_last(parent, last, node) {
                Some(slot) if REPORT => self.note_span(slot, span),
                Some(_) => {}
                None => self.set_full(),
            }
        }
    }

    #[inline]
    fn new_text(&mut self, text: &str) -> Node {
        let Run { start, len } = self.document.texts.push_from(&self.chunk, text);
        Node::new(Head::of(Kind::Text), start, len)
    }
}

#[inline]
fn origin_of(origin: tree_sink::Origin) -> (Why, Span) {
    match origin {
        tree_sink::Origin::Tag(span) => (Why::Tag, span),
        tree_sink::Origin::Implied(span) => (Why::Implied, span),
    }
}

impl<const REPORT: bool> TreeSink for Builder<REPORT> {
    type Handle = NodeId;
    type Output = Parsed;

    const ERRORS: bool = REPORT;

    fn document(&mut self) -> NodeId {
        self.id(Slot::ROOT)
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> NodeId {
        let id = self.element_node(element).and_then(|node| self.document.nodes.push(node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element(id, origin, span);
        self.id(slot)
    }

    fn reopen_element(&mut self, original: &NodeId, at: Span) -> NodeId {
        let original = original.slot();
        let Node { head, start, len, .. } = self.document.nodes[original];
        let Run { start, len } = self.created.get(&original).copied().unwrap_or(Run { start, len });
        // They share their attributes.
        let id = if head.is(Kind::Element) {
            self.document.nodes.push(Node::new(head.without_fragment(), start, len))
        } else {
            None
        };
        let slot = self.pushed_element(id, Why::Reopened(original), at);
        self.id(slot)
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &NodeId, element: NewElement<'_>) -> NodeId {
        if parent.slot() == Slot::ROOT {
            let child = self.create_element(element);
            self.append(parent, &child);
            return child;
        }
        let node = self.element_node(element);
        let parent = parent.slot();
        let last = self.document.nodes[parent].last_child;
        let id = node.and_then(|node| self.document.nodes.push_last(parent, last, node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element(id, origin, span);
        self.id(slot)
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> NodeId {
        self.document.is_xml = true;
        let id = self.qualified_node(&element).and_then(|node| self.document.nodes.push(node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element(id, origin, span);
        self.id(slot)
    }

    #[inline]
    fn append_qualified_element(
        &mut self,
        parent: &NodeId,
        element: QualifiedElement<'_>,
    ) -> NodeId {
        if parent.slot() == Slot::ROOT {
            let child = self.create_qualified_element(element);
            self.append(parent, &child);
            return child;
        }
        let node = self.qualified_node(&element);
        let parent = parent.slot();
        let last = self.document.nodes[parent].last_child;
        let id = node.and_then(|node| self.document.nodes.push_last(parent, last, node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element(id, origin, span);
        self.id(slot)
    }

    fn create_comment(&mut self, data: &str, span: Span) -> NodeId {
        let Run { start, len } = self.document.texts.push_from(&self.chunk, data);
        let slot = self.push(Node::new(Head::of(Kind::Comment), start, len), span);
        self.id(slot)
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, span: Span) -> NodeId {
        let Some(name) = self.document.names.intern(target) else {
            let refused = self.refused();
            return self.id(refused);
        };
        let Run { start, len } = self.document.texts.push_from(&self.chunk, data);
        let head = Head::of(Kind::ProcessingInstruction).with_name(name);
        let slot = self.push(Node::new(head, start, len), span);
        if self.refused != Some(slot) {
            self.patches.note_marker(slot, target, data);
        }
        self.id(slot)
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, span: Span) {
        let document = &mut self.document;
        if !document.is_document(Slot::ROOT)
            || document.document_element.is_some()
            || self.has_doctype
        {
            return;
        }
        let name = document.texts.push(name);
        let public_id = document.texts.push(public_id);
        let system_id = document.texts.push(system_id);
        // There is one, unless the document was cleared.
        let index = document.doctypes.len() as u32;
        document.doctypes.push(Doctype { name, public_id, system_id });
        self.has_doctype = true;
        let slot = self.push(Node::new(Head::of(Kind::Doctype), index, 0), span);
        self.put_last(Slot::ROOT, slot);
    }

    #[inline]
    fn append(&mut self, parent: &NodeId, child: &NodeId) {
        self.put_last(parent.slot(), child.slot());
    }

    #[inline(always)]
    fn append_text(&mut self, parent: &NodeId, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        self.put_text_last(parent.slot(), text, span);
    }

    fn insert(&mut self, place: Place<'_, NodeId>, child: &NodeId) {
        let (parent, before) = self.resolve(place);
        if before.is_some() || matches!(place, Place::Patch(_)) {
            self.patches.out_of_order();
        }
        self.leave_table(parent);
        let child = child.slot();
        let Some(before) = before else { return self.put_last(parent, child) };
        // A node before itself stays where it is.
        if before != child && (self.is_free(parent, child) || self.set_free(parent, child)) {
            self.document.nodes.link_before(before, child);
        }
    }

    fn insert_text(&mut self, place: Place<'_, NodeId>, text: &str, span: Span) {
        let (parent, before) = self.resolve(place);
        if text.is_empty() {
            return;
        }
        self.leave_table(parent);
        let Some(before) = before else { return self.put_text_last(parent, text, span) };
        if self.document.is_document(parent) {
            return;
        }
        match self.document.nodes[before].previous {
            Some(previous) if self.document.nodes[previous].head.is(Kind::Text) => {
                self.grow_text(previous, text, span);
            }
            _ => {
                let node = self.new_text(text);
                let node = self.push(node, span);
                if self.refused != Some(node) {
                    self.document.nodes.link_before(before, node);
                }
            }
        }
    }

    fn remove(&mut self, node: &NodeId) {
        self.take_out(node.slot());
    }

    fn reparent_children(&mut self, from: &NodeId, to: &NodeId) {
        self.patches.out_of_order();
        let (from, to) = (from.slot(), to.slot());
        if from == to || self.limit.is_some() {
            return;
        }
        if from != Slot::ROOT && !self.document.is_document(to) {
            return self.document.nodes.move_children(from, to);
        }
        while let Some(child) = self.document.nodes[from].first_child {
            self.take_out(child);
            self.put_last(to, child);
        }
    }

    fn add_missing_attributes(&mut self, element: &NodeId, attributes: tree_sink::Attributes<'_>) {
        if self.limit.is_some() {
            return;
        }
        let element = element.slot();
        self.document.add_missing_attributes::<REPORT>(&mut self.grown, element, attributes);
    }

    fn template_contents(&mut self, template: &NodeId) -> NodeId {
        if self.refused == Some(template.slot()) {
            return *template;
        }
        let contents = self.document.fragment_of(template.slot());
        let contents = contents.or_else(|| self.document.push_fragment(template.slot(), 0));
        let contents = contents.unwrap_or_else(|| self.refused());
        self.id(contents)
    }

    fn finish(mut self) -> Parsed {
        self.tidy();
        Parsed { document: self.document, errors: self.errors }
    }

    #[inline]
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn clear_document(&mut self) {
        self.clear();
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        if self.limit.is_none() {
            self.document.quirks_mode = mode;
        }
    }

    fn error(&mut self, error: ParseError) {
        if REPORT && self.options.errors && self.limit.is_none() {
            self.errors.push(error);
        }
    }

    #[inline]
    fn pop(&mut self, element: &NodeId, end: Option<Span>) {
        if REPORT
            && let Some(end) = end
            && self.limit.is_none()
            && let Some(positions) = &mut self.document.positions
        {
            positions.set_end_tag(element.slot(), end);
        }
    }

    fn attach_shadow_root(&mut self, host: &NodeId, init: &ShadowRootInit) -> Option<NodeId> {
        self.document.attach_shadow_root(host.slot(), init).map(|root| self.id(root))
    }

    fn selectedcontent_inserted(&mut self, content: &NodeId, select: &NodeId) {
        if self.limit.is_none() {
            self.insert_selectedcontent(content.slot(), select.slot());
        }
    }

    fn option_popped(&mut self, option: &NodeId, select: &NodeId, in_disabled_optgroup: bool) {
        if self.limit.is_none() {
            self.pop_option(option.slot(), select.slot(), in_disabled_optgroup);
        }
    }

    fn begin_patch(&mut self, place: Place<'_, NodeId>, name: &str) -> Option<Patch<NodeId>> {
        if self.limit.is_some() {
            return None;
        }
        let (scope, _) = self.resolve(place);
        let patch = self.patches.begin(&mut self.document, &mut self.effort, scope, name)?;
        let Patch { target, start, end } = patch;
        Some(Patch {
            target: self.id(target),
            start: self.id(start),
            end: end.map(|end| self.id(end)),
        })
    }

    fn end_patch(&mut self, patch: &Patch<NodeId>) {
        self.take_out(patch.start.slot());
        if let Some(end) = patch.end {
            self.take_out(end.slot());
        }
    }
}
