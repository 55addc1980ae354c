//! The trees of `sapwood_rcdom` beside documents: queries on both have the same results.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use sapwood::Document;
use sapwood_markup5ever::ProcessingInstructions;
use sapwood_rcdom::{
    Handle, Namespace, NodeData, ParseOpts, QualName, RcDom, parse_document, parse_fragment,
    tendril::TendrilSink, tree_builder::TreeBuilderOpts,
};

static COMPARED: AtomicUsize = AtomicUsize::new(0);
static SKIPPED: AtomicUsize = AtomicUsize::new(0);

/// Parses as [`sapwood::parse`] does.
#[must_use]
pub fn parse(html: &str) -> RcDom {
    parse_document(RcDom::default(), options()).one(html)
}

/// Parses a fragment with a `body` as its context, and returns the `html` element that is its root.
#[must_use]
pub fn parse_in_body(html: &str) -> Handle {
    let body =
        QualName::new(None, Namespace::from(sapwood::Namespace::Html.as_url()), "body".into());
    let dom = parse_fragment(RcDom::default(), options(), body, Vec::new(), false).one(html);
    dom.document.children.borrow()[0].clone()
}

fn options() -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
        processing_instructions: ProcessingInstructions::AsThemselves,
        ..Default::default()
    }
}

/// Calls `compare` with the tree of `html`, unless it isn't that of `document`: an `RcDom` has no shadow roots, fills no
/// `<template for>`, and doesn't know which form the parser associated with a control outside it.
///
/// # Errors
///
/// As `compare`.
pub fn compare(
    html: &str,
    document: &Document,
    compare: impl FnOnce(&RcDom) -> Result<(), String>,
) -> Result<(), String> {
    let dom = parse(html);
    // Controls outside the form that the parser gave them.
    let is_associated = document.parsed_form_owners().next().is_some();
    if is_associated || dom.snapshot().document().dump().to_string() != document.dump().to_string()
    {
        SKIPPED.fetch_add(1, Relaxed);
        return Ok(());
    }
    COMPARED.fetch_add(1, Relaxed);
    compare(&dom).map_err(|error| format!("rcdom: {error}"))
}

/// Returns the number of trees that were compared since the last call, and of those that were skipped.
#[must_use]
pub fn counts() -> (usize, usize) {
    (COMPARED.swap(0, Relaxed), SKIPPED.swap(0, Relaxed))
}

/// Returns the value of an attribute of an element.
#[must_use]
pub fn attribute(node: &Handle, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    let attrs = attrs.borrow();
    attrs.iter().find(|own| *own.name.local == *name).map(|own| own.value.to_string())
}

/// Returns the local name of an element.
#[must_use]
pub fn local_name(node: &Handle) -> Option<String> {
    let NodeData::Element { name, .. } = &node.data else { return None };
    Some(name.local.to_string())
}
