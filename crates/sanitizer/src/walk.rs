//! The [sanitize algorithm](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#inner-sanitize-steps)
//! over a document.

use sapwood_dom::{AttributeList, Document, FilterAction, NodeData, NodeId, NodeRef};

use crate::{
    attributes::sanitize_attributes,
    compiled::{Compiled, Verdict},
    pass::Pass,
    report::RemovalKind,
    rewrite::{self, Decision},
};

/// Sanitizes everything below `root`; does nothing if the document has no such node.
pub(crate) fn sanitize_below(document: &mut Document, root: NodeId, pass: &mut Pass<'_>) {
    let _ = document.filter(root, |node, attributes| action(node, attributes, pass));
}

/// The action on a node.
#[inline]
fn action(node: NodeRef<'_>, attributes: &mut AttributeList, pass: &mut Pass<'_>) -> FilterAction {
    let (Some(namespace), Some(name)) = (node.namespace(), node.name_id()) else {
        return action_on_other(node, pass);
    };
    let known = pass.compiled.known_element(namespace, name);
    let verdict = known.unwrap_or_else(|| unknown_element(node, pass.compiled));
    if pass.rules.is_some() {
        return action_by_rules(node, verdict, attributes, pass);
    }
    match verdict {
        Verdict::Keep(rule) => sanitize_attributes(node, rule, attributes, pass),
        Verdict::Replace => unwrap(node, pass),
        Verdict::Remove => remove(node, pass),
    }
}

#[inline]
fn remove(node: NodeRef<'_>, pass: &mut Pass<'_>) -> FilterAction {
    pass.note_node(node, RemovalKind::Element);
    FilterAction::Remove
}

#[inline]
fn unwrap(element: NodeRef<'_>, pass: &mut Pass<'_>) -> FilterAction {
    pass.note_node(element, RemovalKind::Tags);
    FilterAction::Unwrap
}

#[inline(never)]
fn unknown_element(element: NodeRef<'_>, compiled: &Compiled) -> Verdict {
    match element.qualified_name() {
        Some(name) => compiled.element(name.namespace_url, name.local.text),
        None => Verdict::Remove,
    }
}

/// The action on a node that isn't an element.
#[inline]
fn action_on_other(node: NodeRef<'_>, pass: &mut Pass<'_>) -> FilterAction {
    let is_kept = node.is_text()
        || match node.data() {
            NodeData::Comment(_) => pass.compiled.comments,
            NodeData::ProcessingInstruction { target, .. } => pass.compiled.instruction(target),
            _ => true,
        };
    if is_kept { FilterAction::Keep } else { remove(node, pass) }
}

/// The action on an element under further rules.
#[inline(never)]
fn action_by_rules(
    element: NodeRef<'_>,
    verdict: Verdict,
    attributes: &mut AttributeList,
    pass: &mut Pass<'_>,
) -> FilterAction {
    let Some(rules) = pass.rules else { return FilterAction::Remove };
    match rules.decide(element, verdict) {
        Decision::Keep(rule) => rewrite::rewrite_attributes(element, rule, rules, attributes, pass),
        Decision::Unwrap => unwrap(element, pass),
        Decision::Escape => {
            let action = unwrap(element, pass);
            rewrite::escape(element, pass).unwrap_or(action)
        }
        Decision::Remove => remove(element, pass),
    }
}
