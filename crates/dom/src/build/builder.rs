//! The sink that fills a [`Document`].
//!
//! See "From the sink to the arena" in `docs/hot-path.md`.

mod sink;

use std::mem;

use sapwood_names::{HashMap, Name, NameId, tag};
use sapwood_tree::{
    InsertionLocation, Limit, NewElement, ParseError, Patch, QualifiedElement, Span, TreeSink as _,
};

use crate::{
    build::{
        attributes::{GrownAttributes, QualifiedCodes},
        effort::Effort,
        patches::Patches,
    },
    store::{
        document::Document,
        id::NodeId,
        node::{Head, Kind, Link, Node, Slot},
        positions::{Positions, SlotOrigin},
        texts::{Chunk, Run},
    },
};

/// Options of a [`Builder`].
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BuilderOptions {
    /// Collect the parse errors. Only a `Builder<true>` can.
    pub errors: bool,
    /// Keep the positions of nodes and attributes and the origins of elements. Only a
    /// `Builder<true>` can.
    pub positions: bool,
    /// Build a fragment: the root is a document fragment and takes any children.
    pub fragment: bool,
    /// Expected bytes of input; memory is reserved for a page of that size.
    pub capacity_hint: usize,
    /// Maximum number of nodes, the document included.
    pub max_nodes: Option<usize>,
    /// A promise by the caller: a node that is appended follows, in tree order, all nodes that the tree has so far. The
    /// tree builders of this project keep it. Walks and searches of such a document are faster.
    ///
    /// The promise doesn't cover children of the root and of the document element, nor anything after a call of
    /// `insert` or `insert_text` that foster parents, or after one that moves a node.
    pub in_tree_order: bool,
    /// Note where the text buffer has copies of the input, for [`Document::set_copied_source`].
    pub(crate) copies: bool,
}

impl BuilderOptions {
    /// Sets [`errors`](Self#structfield.errors).
    #[must_use]
    pub fn errors(mut self, errors: bool) -> Self {
        self.errors = errors;
        self
    }

    /// Sets [`positions`](Self#structfield.positions).
    #[must_use]
    pub fn positions(mut self, positions: bool) -> Self {
        self.positions = positions;
        self
    }

    /// Sets [`fragment`](Self#structfield.fragment).
    #[must_use]
    pub fn fragment(mut self, fragment: bool) -> Self {
        self.fragment = fragment;
        self
    }

    /// Sets [`capacity_hint`](Self#structfield.capacity_hint).
    #[must_use]
    pub fn capacity_hint(mut self, capacity_hint: usize) -> Self {
        self.capacity_hint = capacity_hint;
        self
    }

    /// Sets [`max_nodes`](Self#structfield.max_nodes).
    #[must_use]
    pub fn max_nodes(mut self, max_nodes: Option<usize>) -> Self {
        self.max_nodes = max_nodes;
        self
    }

    /// Sets [`in_tree_order`](Self#structfield.in_tree_order).
    #[must_use]
    pub fn in_tree_order(mut self, in_tree_order: bool) -> Self {
        self.in_tree_order = in_tree_order;
        self
    }
}

/// The result of a [`Builder`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Built {
    /// The document.
    pub document: Document,
    /// The parse errors in the order of their positions, if [`BuilderOptions::errors`] is set.
    pub errors: Vec<ParseError>,
}

/// Builds a [`Document`]: the [`TreeSink`](sapwood_tree::TreeSink) for it.
///
/// With `REPORT` it collects parse errors and positions if [`BuilderOptions`] say so; otherwise the parser skips the checks
/// that serve only errors. Without `REPORT` the checks aren't even compiled.
///
/// The handles are the ids of the nodes in the finished document. All calls take amortized constant time, except
/// those that move, clone or search nodes.
#[derive(Debug)]
pub struct Builder<const REPORT: bool = false> {
    pub(crate) document: Document,
    pub(crate) options: BuilderOptions,
    /// The document's own ids by the dynamic ids that came with elements.
    pub(crate) element_names: Vec<NameId>,
    /// The document's own ids of qualified names.
    qualified: QualifiedCodes,
    errors: Vec<ParseError>,
    pub(crate) grown: GrownAttributes,
    pub(crate) patches: Patches,
    pub(crate) effort: Effort,
    /// Stands for every node past a limit; never in the tree.
    overflow_node: Link,
    /// The limit that was reached; from then on the tree stays as it is.
    limit: Option<Limit>,
    chunk: Chunk,
    pub(crate) has_doctype: bool,
    /// Whether errors are collected.
    is_reporting: bool,
    /// The original attributes of elements that a script changed.
    pub(crate) created: HashMap<Slot, Run>,
}

impl<const REPORT: bool> Builder<REPORT> {
    /// Starts an empty document.
    #[must_use]
    pub fn new(options: BuilderOptions) -> Self {
        Self::recycling(Document::taken(), options)
    }

    /// Starts an empty document that [recycles](crate::Parser#recycling) `document`.
    #[must_use]
    pub fn recycling(document: Document, options: BuilderOptions) -> Self {
        let mut this = Self::idle(options);
        this.restart(Some(document), options);
        this
    }

    /// A builder that [`recycle`](Self::recycle) starts, and that has no memory of its own before.
    #[must_use]
    pub fn idle(options: BuilderOptions) -> Self {
        Self {
            document: Document::taken(),
            options,
            element_names: Vec::new(),
            qualified: QualifiedCodes::default(),
            errors: Vec::new(),
            grown: GrownAttributes::default(),
            patches: Patches::default(),
            effort: Effort::default(),
            overflow_node: None,
            limit: None,
            chunk: Chunk::default(),
            has_doctype: false,
            is_reporting: false,
            created: HashMap::default(),
        }
    }

    /// Ends the parse as [`finish`](sapwood_tree::TreeSink::finish) does, but swaps the result into `document` and
    /// `errors`, and starts a new document that [recycles](crate::Parser#recycling) them.
    pub fn finish_recycling(&mut self, document: &mut Document, errors: &mut Vec<ParseError>) {
        self.finish_parse();
        mem::swap(&mut self.document, document);
        mem::swap(&mut self.errors, errors);
        self.options = BuilderOptions { fragment: false, capacity_hint: 0, ..self.options };
        self.reset();
    }

    /// Starts an empty document with other options. It recycles `recycled`, or else the document that is here.
    pub(crate) fn restart(&mut self, recycled: Option<Document>, options: BuilderOptions) {
        if let Some(document) = recycled {
            self.document = document;
        }
        self.options = options;
        self.is_reporting = REPORT && options.errors;
        if self.document.nodes.is_taken() {
            // Before the first nodes are added, so that they don't grow the arena.
            self.document.reserve_nodes(options.capacity_hint);
        }
        self.reset();
        self.document.reserve(options.capacity_hint);
    }

    /// Ends the parse as [`finish`](sapwood_tree::TreeSink::finish) does, without moving the builder, whose document is
    /// [taken](Document::taken) until a [restart](Self::restart). It and the stages before it are larger than most fragments.
    #[inline]
    pub(crate) fn take_document(&mut self) -> Document {
        self.finish_parse();
        mem::replace(&mut self.document, Document::taken())
    }

    /// The parse errors of the document that is [taken](Self::take_document) next.
    pub(crate) fn take_errors(&mut self) -> Vec<ParseError> {
        sort(&mut self.errors);
        mem::take(&mut self.errors)
    }

    /// Starts an empty document with the same options, recycling this one, whose content is lost.
    pub fn recycle(&mut self) {
        self.reset();
    }

    /// Empties the builder. It keeps the memory of all tables but those that few documents use.
    fn reset(&mut self) {
        let Self { document, options, element_names, errors, .. } = self;
        document.reset(if options.fragment { Kind::Fragment } else { Kind::Document });
        if !(REPORT && options.positions) {
            document.positions = None;
        } else if document.positions.is_none() {
            document.positions = Some(Positions::default());
        }
        if let Some(nodes) = options.max_nodes {
            document.nodes.set_limit(nodes);
        }
        element_names.clear();
        self.qualified.clear();
        errors.clear();
        self.grown.clear();
        self.patches.clear();
        self.effort = Effort::default();
        self.overflow_node = None;
        self.limit = None;
        self.chunk = Chunk::default();
        self.has_doctype = false;
        if !self.created.is_empty() {
            self.created = HashMap::default();
        }
    }

    /// Drops the overflow node and sorts the errors.
    fn finish_parse(&mut self) {
        // The order in which errors of a text and of its characters arrive depends on how the input was cut. Most are
        // in order already, so this is cheap.
        sort(&mut self.errors);
        if let Some(overflow_node) = self.overflow_node {
            self.document.nodes.unlink_children(overflow_node);
            self.document.nodes[overflow_node].parent = None;
            self.document.nodes.drop_last(overflow_node);
        }
        self.document.nodes.lift_limits();
        if self.options.in_tree_order {
            self.document.end_parse();
        } else {
            self.document.nodes.mark_unordered();
        }
    }

    /// Copies the part of the chunk that has the values of an element's attributes, so that they needn't be copied one by
    /// one. [`end_chunk`](sapwood_tree::TreeSink::end_chunk) must follow the element.
    #[inline(always)]
    pub(crate) fn begin_element(&mut self, element: &NewElement<'_>) {
        if let Some((ranges, chunk, ..)) = element.attributes.ranges()
            && let [first, .., last] | [first @ last] = ranges
            && !(first.is_buffered() || last.is_buffered())
        {
            let ((start, _), (end, len)) = (first.value(), last.value());
            let part = start as usize..(end + len) as usize;
            self.chunk = self.document.texts.copy_part(chunk, part);
        }
    }

    /// Appends an element as [`append_element`](sapwood_tree::TreeSink::append_element) does, for a sink that begins no
    /// chunks.
    #[doc(hidden)]
    #[inline]
    pub fn append_copied(&mut self, parent: &NodeId, element: NewElement<'_>) -> NodeId {
        self.begin_element(&element);
        let child = self.append_element(parent, element);
        self.end_chunk();
        child
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
            None => self.overflow_node(),
        }
    }

    /// The node that stands for all nodes past a limit. It is its own parent: so it seems to be in the tree already,
    /// and every insertion takes the slow path, which checks for a limit.
    #[cold]
    fn overflow_node(&mut self) -> Slot {
        self.set_full();
        if let Some(id) = self.overflow_node {
            return id;
        }
        let id = self.document.nodes.push_past_limit(Node::new(Head::of(Kind::Fragment), 0, 0));
        self.document.nodes[id].parent = Some(id);
        self.overflow_node = Some(id);
        id
    }

    /// Notes the limit that kept a node from being added, if one did.
    pub(crate) fn note_full(&mut self) {
        if self.document.truncated {
            self.set_full();
        }
    }

    #[cold]
    fn set_full(&mut self) {
        self.document.truncated = true;
        let nodes = &self.document.nodes;
        self.limit.get_or_insert_with(|| nodes.why_full());
    }

    /// Ends the growth of the document if a text or an attribute didn't fit, so that nothing is added behind it.
    #[inline]
    fn check_capacity(&mut self) {
        if self.document.is_truncated() {
            self.end_growth();
        }
    }

    #[cold]
    #[inline(never)]
    fn end_growth(&mut self) {
        self.document.truncated = true;
        self.limit.get_or_insert(Limit::Capacity);
        let nodes = &mut self.document.nodes;
        nodes.set_limit(nodes.len());
    }

    #[inline]
    fn note_span(&mut self, id: Slot, span: Span) {
        if let Some(positions) = &mut self.document.positions {
            positions.push(id, span);
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

    #[inline(always)]
    fn note_origin(&mut self, id: Slot, origin: SlotOrigin, span: Span) {
        if let Some(positions) = &mut self.document.positions {
            positions.push(id, span);
            if origin != SlotOrigin::Tag {
                positions.push_other_origin(id, origin);
            }
        }
    }

    /// The node of a new element.
    #[inline(always)]
    fn element_node<const SPANS: bool>(&mut self, element: NewElement<'_>) -> Option<Node> {
        let name = self.element_name(element.name.name)?;
        let head = Head::element(element.name.namespace, name)
            .with_integration_point(element.html_integration_point);
        let Run { start, len } = if element.attributes.is_empty() {
            Run::default()
        } else {
            let (run, may_be_full) =
                self.document.push_attributes::<SPANS>(&self.chunk, element.attributes);
            if may_be_full {
                self.check_capacity();
            }
            run
        };
        Some(Node::new(head, start, len))
    }

    #[inline(never)]
    pub(super) fn append_to_root(&mut self, element: NewElement<'_>) -> NodeId {
        let child = self.create_element(element);
        if self.limit.is_none() && self.admit_to_root(child.slot()) {
            self.document.nodes.link_last(Slot::ROOT, child.slot());
        }
        child
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
            let run = document.push_qualified_attributes::<REPORT>(chunk, qualified, element);
            self.check_capacity();
            run
        };
        Some(Node::new(Head::element(namespace, name), start, len))
    }

    /// Records the origin of a new element, or returns the overflow node if there was no room for it.
    #[inline]
    fn pushed_element<const SPANS: bool>(
        &mut self,
        id: Link,
        origin: SlotOrigin,
        span: Span,
    ) -> Slot {
        match id {
            Some(id) => {
                if SPANS {
                    self.note_origin(id, origin, span);
                }
                id
            }
            None => self.overflow_node(),
        }
    }

    /// Whether `child` can be linked without further checks: it has no parent, and the new parent isn't the root.
    #[inline]
    fn is_free(&self, parent: Slot, child: Slot) -> bool {
        self.document.nodes[child].parent.is_none() && parent != Slot::ROOT
    }

    /// Prepares `child` for being linked to `parent`; returns `false` if it can't be its child.
    #[inline]
    fn set_free(&mut self, parent: Slot, child: Slot) -> bool {
        if self.limit.is_some() {
            return false;
        }
        if self.document.nodes[child].parent.is_some() {
            self.take_out(child);
        }
        parent != Slot::ROOT || self.admit_to_root(child)
    }

    /// Prepares `child` for being linked to the root; returns `false` if it can't be its child.
    #[inline(always)]
    fn admit_to_root(&mut self, child: Slot) -> bool {
        let head = self.document.nodes[child].head;
        self.patches.note_root_child(&head);
        if self.document.is_document(Slot::ROOT) {
            match head.kind() {
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

    #[inline(never)]
    fn append_unfree(&mut self, parent: Slot, child: Slot) {
        if self.set_free(parent, child) {
            self.document.nodes.link_last(parent, child);
        }
    }

    /// Removes `node` from the tree.
    fn take_out(&mut self, node: Slot) {
        if self.limit.is_some() {
            return;
        }
        self.patches.out_of_order();
        self.document.take_out(node);
    }

    /// The parent of an insertion location, and the child to insert before unless that is the end.
    fn resolve(&self, place: InsertionLocation<'_, NodeId>) -> (Slot, Link) {
        let nodes = &self.document.nodes;
        match place {
            InsertionLocation::LastChild(parent) => (parent.slot(), None),
            InsertionLocation::Foster { table, above } => match nodes[table.slot()].parent {
                Some(parent) => (parent, Some(table.slot())),
                None => (above.slot(), None),
            },
            InsertionLocation::Patch(Patch { target, end, .. }) => {
                let target = target.slot();
                let end = end.map(NodeId::slot);
                (target, end.filter(|end| nodes[*end].parent == Some(target)))
            }
        }
    }

    /// Marks slots as unordered if a node is foster parented to the end of `parent` behind an open part of a table,
    /// which happens where no `table` is open.
    fn leave_table(&mut self, parent: Slot) {
        let nodes = &mut self.document.nodes;
        let is_part = |last: Slot| {
            let head = nodes[last].head;
            [tag::TR, tag::TBODY, tag::THEAD, tag::TFOOT].iter().any(|name| head.is_html(*name))
        };
        if nodes[parent].last_child.is_some_and(is_part) {
            nodes.mark_unordered();
        }
    }

    /// Appends `text` to the text node `node`.
    #[inline(never)]
    fn grow_text<const SPANS: bool>(&mut self, node: Slot, text: &str, span: Span) {
        // Text that follows a dropped node doesn't belong to this text.
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
                self.check_capacity();
            }
        }
        if SPANS && let Some(positions) = &mut self.document.positions {
            positions.extend_span(node, span);
        }
    }

    /// Appends `text`, which isn't empty, to `parent`, which isn't a document.
    #[inline(always)]
    fn put_text_last<const SPANS: bool>(&mut self, parent: Slot, text: &str, span: Span) {
        debug_assert!(!text.is_empty() && !self.document.is_document(parent));
        let nodes = &self.document.nodes;
        let last = nodes[parent].last_child;
        if let Some(last) = last
            && nodes[last].head.is(Kind::Text)
        {
            self.grow_text::<SPANS>(last, text, span);
        } else if let Some(start) = self.chunk.locate(text) {
            let node = Node::new(Head::of(Kind::Text), start as u32, text.len() as u32);
            self.put_node_last::<SPANS>(parent, last, node, span);
        } else {
            self.put_other_text_last::<SPANS>(parent, text, span);
        }
    }

    /// [`put_text_last`](Self::put_text_last) for a text that doesn't lie in the chunk, after a node that isn't text.
    #[inline(never)]
    fn put_other_text_last<const SPANS: bool>(&mut self, parent: Slot, text: &str, span: Span) {
        let Run { start, len } = self.document.texts.push(text);
        if len == 0 {
            self.check_capacity();
        }
        let node = Node::new(Head::of(Kind::Text), start, len);
        let last = self.document.nodes[parent].last_child;
        self.put_node_last::<SPANS>(parent, last, node, span);
    }

    /// Makes a text the last child of `parent`, whose last child is `last`.
    #[inline(always)]
    fn put_node_last<const SPANS: bool>(
        &mut self,
        parent: Slot,
        last: Link,
        node: Node,
        span: Span,
    ) {
        match self.document.nodes.push_last(parent, last, node) {
            Some(slot) if SPANS => self.note_span(slot, span),
            Some(_) => {}
            None => self.set_full(),
        }
    }

    fn new_text(&mut self, text: &str) -> Node {
        let Run { start, len } = self.document.texts.push_from(&self.chunk, text);
        if len == 0 {
            self.check_capacity();
        }
        Node::new(Head::of(Kind::Text), start, len)
    }
}

/// Sorts errors by position. It isn't generic: the standard library's sort is long code.
fn sort(errors: &mut [ParseError]) {
    errors.sort_by_key(|error| (error.span.start, error.span.end));
}
