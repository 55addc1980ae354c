//! Parsing for links: a tree of all elements, without text and most attributes.
//!
//! *Problem.* Which links a document has, and in which order, depends on its whole tree: tags move elements, reopen `a`
//! elements, add attributes to `body`, and replace it. But most of the time of a parse is spent on text and attributes,
//! and few of them matter for links.
//!
//! *Idea.* A [`Builder`] receives everything but texts, the data of comments, and attributes of elements that hold no
//! links. The links of its document are found as those of any document. The tokenizer skips what the sink doesn't want.
//!
//! *Invariant.* The tree has the elements of the whole document, in the same places. Three rules read what is left out,
//! because they copy or count nodes: filling a `selectedcontent`, `<template for>`, and limits. Where one of them would
//! apply, the sink reaches a limit instead, and the caller parses the whole document.

use sapwood_driver::{Driver, Html};
use sapwood_extract::reads_attributes;
use sapwood_names::NameId;
use sapwood_tree::{
    Attributes, Budget, InsertionLocation, Limit, NewElement, ParseError, Patch, QuirksMode,
    ShadowRootInit, Span, TreeSink,
};
use sapwood_tree_builder::FragmentContext;

use super::parser::{DocumentDriver, DocumentStages, Parsed};
use crate::{Builder, Built, Document, NodeId, ParseOptions};

/// A [`document_driver`](super::document_driver) that keeps only what links need.
///
/// If it reaches a limit, the document isn't complete, though the whole document may not reach any.
#[must_use]
#[inline]
pub fn link_driver(
    recycled: Document,
    context: Option<&FragmentContext<'_>>,
    options: &ParseOptions,
    capacity_hint: usize,
) -> Box<dyn DocumentDriver> {
    let limits = &options.document.limits;
    // Most of the input isn't stored.
    let builder = options.document.builder(recycled, context.is_some(), capacity_hint / 4);
    let sink = LinkBuilder { builder, needs_all: false };
    let stages = Html::new(sink, context, options.tree, options.uses_fast_path(), limits);
    Box::new(Driver::new(stages, limits))
}

/// The sink; see the [module](self).
struct LinkBuilder {
    builder: Builder<false>,
    /// Whether a rule applies that reads what is left out.
    needs_all: bool,
}

impl TreeSink for LinkBuilder {
    type Handle = NodeId;
    type Output = Built;

    #[inline(always)]
    fn reads_spans(&self) -> bool {
        false
    }

    #[inline]
    fn document(&mut self) -> NodeId {
        self.builder.document()
    }

    #[inline(always)]
    fn wants_text(&self, _: &NodeId) -> bool {
        false
    }

    #[inline(always)]
    fn wants_attributes(&self, name: NameId) -> bool {
        reads_attributes(name)
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> NodeId {
        self.builder.create_element(element)
    }

    #[inline]
    fn reopen_element(&mut self, original: &NodeId, at: Span) -> NodeId {
        self.builder.reopen_element(original, at)
    }

    #[inline]
    fn create_comment(&mut self, _: &str, span: Span) -> NodeId {
        self.builder.create_comment("", span)
    }

    #[inline]
    fn create_processing_instruction(&mut self, target: &str, _: &str, span: Span) -> NodeId {
        self.builder.create_processing_instruction(target, "", span)
    }

    #[inline]
    fn append(&mut self, parent: &NodeId, child: &NodeId) {
        self.builder.append(parent, child);
    }

    #[inline(always)]
    fn append_text(&mut self, _: &NodeId, _: &str, _: Span) {}

    #[inline]
    fn insert(&mut self, place: InsertionLocation<'_, NodeId>, child: &NodeId) {
        self.builder.insert(place, child);
    }

    #[inline]
    fn insert_text(&mut self, _: InsertionLocation<'_, NodeId>, _: &str, _: Span) {}

    #[inline]
    fn remove(&mut self, node: &NodeId) {
        self.builder.remove(node);
    }

    #[inline]
    fn reparent_children(&mut self, from: &NodeId, to: &NodeId) {
        self.builder.reparent_children(from, to);
    }

    #[inline]
    fn add_missing_attributes(&mut self, element: &NodeId, attributes: Attributes<'_>) {
        self.builder.add_missing_attributes(element, attributes);
    }

    #[inline]
    fn template_contents(&mut self, template: &NodeId) -> NodeId {
        self.builder.template_contents(template)
    }

    #[inline]
    fn finish(self) -> Built {
        self.builder.finish()
    }

    #[inline(always)]
    fn append_element(&mut self, parent: &NodeId, element: NewElement<'_>) -> NodeId {
        self.builder.append_copied(parent, element)
    }

    #[inline(always)]
    fn append_element_in_lane<const REPORT: bool>(
        &mut self,
        parent: &NodeId,
        element: NewElement<'_>,
    ) -> NodeId {
        self.builder.begin_element(&element);
        let child = self.builder.append_element_in_lane::<false>(parent, element);
        self.builder.end_chunk();
        child
    }

    #[inline]
    fn clear_document(&mut self) {
        self.builder.clear_document();
    }

    #[inline]
    fn limit(&self) -> Option<Limit> {
        if self.needs_all { Some(Limit::Capacity) } else { self.builder.limit() }
    }

    #[inline]
    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.builder.set_quirks_mode(mode);
    }

    #[inline]
    fn error(&mut self, _: ParseError) {}

    #[inline]
    fn attach_shadow_root(&mut self, host: &NodeId, init: &ShadowRootInit) -> Option<NodeId> {
        self.builder.attach_shadow_root(host, init)
    }

    #[inline]
    fn is_connected(&mut self, node: &NodeId, budget: &mut Budget) -> bool {
        self.builder.is_connected(node, budget)
    }

    #[inline]
    fn fill_selectedcontent(&mut self, _: &NodeId, _: Option<&NodeId>, _: &mut Budget) {
        self.needs_all = true;
    }

    #[inline]
    fn begin_patch(&mut self, _: InsertionLocation<'_, NodeId>, _: &str) -> Option<Patch<NodeId>> {
        self.needs_all = true;
        None
    }
}

type LinkStages = Html<LinkBuilder>;

impl DocumentDriver for Driver<LinkStages> {
    #[inline]
    fn get(&self) -> &Driver<DocumentStages> {
        self
    }

    #[inline]
    fn get_mut(&mut self) -> &mut Driver<DocumentStages> {
        self
    }

    #[inline]
    fn finish(self: Box<Self>) -> Parsed {
        let (Built { document, errors }, limit) = (*self).finish();
        Parsed { document, errors, limit }
    }
}
