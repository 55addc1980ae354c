//! The calls of a tree builder.
//!
//! See "From the sink to the arena" in `docs/hot-path.md`.

use std::time::Instant;

use sapwood_tree::{
    Budget, InsertionLocation, Limit, NewElement, ParseError, Patch, QualifiedElement, QuirksMode,
    ShadowRootInit, Span, TreeSink,
};

use super::{Builder, Built};
use crate::store::{
    doctypes::Doctype,
    id::NodeId,
    node::{Head, Kind, Node, Slot},
    positions::SlotOrigin,
    texts::{Chunk, Run},
};

#[inline]
fn origin_of(origin: sapwood_tree::Origin) -> (SlotOrigin, Span) {
    match origin {
        sapwood_tree::Origin::Tag(span) => (SlotOrigin::Tag, span),
        sapwood_tree::Origin::Implied(span) => (SlotOrigin::Implied, span),
    }
}

impl<const REPORT: bool> TreeSink for Builder<REPORT> {
    type Handle = NodeId;
    type Output = Built;

    const ERRORS: bool = REPORT;
    const REPORTS_ON_REQUEST: bool = REPORT;

    #[inline(always)]
    fn is_reporting(&self) -> bool {
        REPORT && self.is_reporting
    }

    #[inline(always)]
    fn reads_spans(&self) -> bool {
        REPORT && self.options.positions
    }

    fn document(&mut self) -> NodeId {
        self.id(Slot::ROOT)
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> NodeId {
        let id =
            self.element_node::<REPORT>(element).and_then(|node| self.document.nodes.push(node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element::<REPORT>(id, origin, span);
        self.id(slot)
    }

    fn reopen_element(&mut self, original: &NodeId, at: Span) -> NodeId {
        let original = original.slot();
        let Node { head, start, len, .. } = self.document.nodes[original];
        let Run { start, len } = self.created.get(&original).copied().unwrap_or(Run { start, len });
        // Both elements share the attributes.
        let id = if head.is(Kind::Element) {
            self.document.nodes.push(Node::new(head.without_fragment(), start, len))
        } else {
            None
        };
        let slot = self.pushed_element::<REPORT>(id, SlotOrigin::Reopened(original), at);
        self.id(slot)
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &NodeId, element: NewElement<'_>) -> NodeId {
        if parent.slot() == Slot::ROOT {
            return self.append_to_root(element);
        }
        self.append_element_in_lane::<REPORT>(parent, element)
    }

    #[inline(always)]
    fn append_element_in_lane<const SPANS: bool>(
        &mut self,
        parent: &NodeId,
        element: NewElement<'_>,
    ) -> NodeId {
        let origin = element.origin;
        let node = self.element_node::<SPANS>(element);
        let parent = parent.slot();
        debug_assert_ne!(parent, Slot::ROOT);
        let last = self.document.nodes[parent].last_child;
        let id = node.and_then(|node| self.document.nodes.push_last(parent, last, node));
        let (origin, span) = origin_of(origin);
        let slot = self.pushed_element::<SPANS>(id, origin, span);
        self.id(slot)
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> NodeId {
        self.document.is_xml = true;
        let id = self.qualified_node(&element).and_then(|node| self.document.nodes.push(node));
        let (origin, span) = origin_of(element.origin);
        let slot = self.pushed_element::<REPORT>(id, origin, span);
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
        let slot = self.pushed_element::<REPORT>(id, origin, span);
        self.id(slot)
    }

    fn create_comment(&mut self, data: &str, span: Span) -> NodeId {
        let Run { start, len } = self.document.texts.push_from(&self.chunk, data);
        self.check_capacity();
        let slot = self.push(Node::new(Head::of(Kind::Comment), start, len), span);
        self.id(slot)
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, span: Span) -> NodeId {
        let Some(name) = self.document.names.intern(target) else {
            let overflow_node = self.overflow_node();
            return self.id(overflow_node);
        };
        let Run { start, len } = self.document.texts.push_from(&self.chunk, data);
        self.check_capacity();
        let head = Head::of(Kind::ProcessingInstruction).with_name(name);
        let slot = self.push(Node::new(head, start, len), span);
        if self.overflow_node != Some(slot) {
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
        // There is only one, unless the document was cleared.
        let index = document.doctypes.push(Doctype { name, public_id, system_id });
        self.has_doctype = true;
        self.check_capacity();
        let slot = self.push(Node::new(Head::of(Kind::Doctype), index, 0), span);
        self.put_last(Slot::ROOT, slot);
    }

    #[inline]
    fn append(&mut self, parent: &NodeId, child: &NodeId) {
        self.put_last(parent.slot(), child.slot());
    }

    fn append_text(&mut self, parent: &NodeId, text: &str, span: Span) {
        let parent = parent.slot();
        if !text.is_empty() && !self.document.is_document(parent) {
            self.put_text_last::<REPORT>(parent, text, span);
        }
    }

    #[inline(always)]
    fn append_text_in_lane<const SPANS: bool>(&mut self, parent: &NodeId, text: &str, span: Span) {
        self.put_text_last::<SPANS>(parent.slot(), text, span);
    }

    fn insert(&mut self, place: InsertionLocation<'_, NodeId>, child: &NodeId) {
        let (parent, before) = self.resolve(place);
        if before.is_some() || matches!(place, InsertionLocation::Patch(_)) {
            self.patches.out_of_order();
        }
        self.leave_table(parent);
        let child = child.slot();
        let Some(before) = before else { return self.put_last(parent, child) };
        // Inserting a node before itself changes nothing.
        if before != child && (self.is_free(parent, child) || self.set_free(parent, child)) {
            self.document.nodes.link_before(before, child);
        }
    }

    fn insert_text(&mut self, place: InsertionLocation<'_, NodeId>, text: &str, span: Span) {
        let (parent, before) = self.resolve(place);
        if text.is_empty() {
            return;
        }
        self.leave_table(parent);
        if self.document.is_document(parent) {
            return;
        }
        let Some(before) = before else { return self.put_text_last::<REPORT>(parent, text, span) };
        match self.document.nodes[before].previous {
            Some(previous) if self.document.nodes[previous].head.is(Kind::Text) => {
                self.grow_text::<REPORT>(previous, text, span);
            }
            _ => {
                let node = self.new_text(text);
                let node = self.push(node, span);
                if self.overflow_node != Some(node) {
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

    fn add_missing_attributes(
        &mut self,
        element: &NodeId,
        attributes: sapwood_tree::Attributes<'_>,
    ) {
        if self.limit.is_some() {
            return;
        }
        let element = element.slot();
        self.document.add_missing_attributes::<REPORT>(&mut self.grown, element, attributes);
        self.check_capacity();
    }

    fn template_contents(&mut self, template: &NodeId) -> NodeId {
        if self.overflow_node == Some(template.slot()) {
            return *template;
        }
        let contents = self.document.fragment_of(template.slot());
        let contents = contents.or_else(|| self.document.push_fragment(template.slot(), 0));
        let contents = contents.unwrap_or_else(|| self.overflow_node());
        self.id(contents)
    }

    fn finish(mut self) -> Built {
        let errors = self.take_errors();
        Built { document: self.take_document(), errors }
    }

    fn begin_chunk(&mut self, chunk: &str, offset: usize) {
        if let Some(rest) = self.chunk.rest(chunk) {
            self.chunk = rest;
            return;
        }
        self.chunk = self.document.texts.copy_chunk(chunk);
        let positions = self.document.positions.as_mut().filter(|_| REPORT);
        if !(self.options.copies || positions.is_some()) {
            return;
        }
        if let Some(at) = self.chunk.locate_start(chunk) {
            self.document.copies.push(at, chunk.len(), offset);
            if let Some(positions) = positions {
                positions.begin_chunk();
            }
        }
    }

    fn end_chunk(&mut self) {
        self.chunk = Chunk::default();
        if REPORT && let Some(positions) = &mut self.document.positions {
            positions.end_chunk(self.document.attributes.len());
        }
    }

    /// The deadline is checked when the document's memory is used up, so at the latest when the document is
    /// twice as large.
    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.document.nodes.set_deadline(deadline);
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
        self.pop_in_lane::<REPORT>(element, end);
    }

    #[inline(always)]
    fn pop_in_lane<const SPANS: bool>(&mut self, element: &NodeId, end: Option<Span>) {
        if SPANS
            && let Some(end) = end
            && self.limit.is_none()
            && let Some(positions) = &mut self.document.positions
        {
            positions.set_end_tag(element.slot(), end);
        }
    }

    fn set_end_tag(&mut self, element: &NodeId, tag: Span) {
        self.pop(element, Some(tag));
    }

    fn associate_with_form(&mut self, element: &NodeId, form: &NodeId, form_is_open: bool) {
        let (element, form) = (element.slot(), form.slot());
        if !form_is_open && self.limit.is_none() && self.effort.is_connected(&self.document, form) {
            self.document.nodes.set_form_owner(element, form);
        }
    }

    fn attach_shadow_root(&mut self, host: &NodeId, init: &ShadowRootInit) -> Option<NodeId> {
        let root = self.document.attach_shadow_root(host.slot(), init);
        self.note_full();
        root.map(|root| self.id(root))
    }

    fn is_connected(&mut self, node: &NodeId, _budget: &mut Budget) -> bool {
        self.limit.is_none() && self.effort.is_connected(&self.document, node.slot())
    }

    fn fill_selectedcontent(
        &mut self,
        content: &NodeId,
        option: Option<&NodeId>,
        budget: &mut Budget,
    ) {
        if self.limit.is_none() {
            self.fill(content.slot(), option.map(|option| option.slot()), budget);
        }
    }

    fn begin_patch(
        &mut self,
        place: InsertionLocation<'_, NodeId>,
        name: &str,
    ) -> Option<Patch<NodeId>> {
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
