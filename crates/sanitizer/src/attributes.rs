//! Attributes under a configuration.

use sapwood_dom::{AttributeList, AttributeRef, FilterAction, NodeRef};
use sapwood_names::Namespace;

use crate::{
    compiled::{Compiled, Rule, is_unsafe_value},
    pass::{AttributesKey, Pass},
    report::RemovalKind,
};

/// Keeps the attributes of `element` that the rule with this number keeps.
///
/// They are only counted at first, because most elements keep all their attributes or none, and then there is no list.
#[inline]
pub(crate) fn sanitize_attributes(
    element: NodeRef<'_>,
    number: u16,
    attributes: &mut AttributeList,
    pass: &mut Pass<'_>,
) -> FilterAction {
    let rule = pass.compiled.rule(number);
    // The first kept attribute, the last one, and their number.
    let (mut first, mut last, mut count) = (0, 0, 0);
    for (position, attribute) in element.attrs().enumerate() {
        if keeps(element, attribute, rule, pass.compiled) {
            if count == 0 {
                first = position;
            }
            last = position;
            count += 1;
        }
    }
    let removed = element.attrs().len() - count;
    if removed == 0 {
        return FilterAction::Keep;
    }
    if pass.report.is_none() {
        pass.changes += removed;
    } else {
        report_attributes(element, rule, pass);
    }
    if count == 0 || last - first + 1 == count {
        // Neighbors take no memory, so they need not be shared.
        (first..first + count).for_each(|position| attributes.keep(position));
        return FilterAction::SetAttributes;
    }
    let key = AttributesKey::of(element, number);
    if let Some(copied) = pass.copied_attributes(key) {
        return copied;
    }
    for (position, attribute) in element.attrs().enumerate() {
        if keeps(element, attribute, rule, pass.compiled) {
            attributes.keep(position);
        }
    }
    pass.set_attributes(key, element)
}

#[cold]
fn report_attributes(element: NodeRef<'_>, rule: &Rule, pass: &mut Pass<'_>) {
    for attribute in element.attrs() {
        if !keeps(element, attribute, rule, pass.compiled) {
            pass.note_attribute(element, attribute, RemovalKind::Attribute);
        }
    }
}

/// Whether the attribute is kept on `element`.
#[inline(always)]
pub(crate) fn keeps(
    element: NodeRef<'_>,
    attribute: AttributeRef<'_>,
    rule: &Rule,
    compiled: &Compiled,
) -> bool {
    let name = attribute.name_id();
    let is_listed = if name.is_known() && attribute.namespace() == Namespace::None {
        rule.keeps_known(name)
    } else {
        keeps_unknown(attribute, rule, compiled)
    };
    is_listed
        && !(rule.has_urls
            && compiled.may_navigate(name)
            && is_unsafe(element, attribute, attribute.value()))
}

#[inline(never)]
fn keeps_unknown(attribute: AttributeRef<'_>, rule: &Rule, compiled: &Compiled) -> bool {
    let name = attribute.qualified_name();
    compiled.attribute(rule, name.namespace_url, name.local.text)
}

/// Whether the attribute would be unsafe on `element` with this value.
#[inline(never)]
pub(crate) fn is_unsafe(element: NodeRef<'_>, attribute: AttributeRef<'_>, value: &str) -> bool {
    let Some(name) = element.name() else { return false };
    let attribute = (attribute.namespace(), attribute.local_name());
    is_unsafe_value((name.namespace, name.name.text), attribute, value)
}
