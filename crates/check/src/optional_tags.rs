//! End tags that are omitted where [the standard requires
//! them](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags), without a parse error.

use sapwood::{Document, NameId, Namespace, NodeRef, dom::Origin, tag::*};
use sapwood_names::sets;

use crate::finding::{Finding, finding};

/// Finds missing end tags in all trees of the document.
pub(crate) fn check(document: &Document, findings: &mut Vec<Finding>) {
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            if node.origin() == Some(Origin::Tag)
                && node.end_tag().is_none()
                && !may_lack_end_tag(node)
                && let Some(span) = node.span()
            {
                findings.push(finding("end-tag-not-optional", span));
            }
        }
    }
}

/// Returns `true` if the end tag of an element can be omitted, or if the parser reports that it is missing.
fn may_lack_end_tag(node: NodeRef<'_>) -> bool {
    let Some(name) = node.name().filter(|name| name.namespace == Namespace::Html) else {
        return true;
    };
    let next = node.next_sibling();
    let is_last = next.is_none();
    let is_next =
        |names: &[NameId]| next.is_some_and(|next| names.iter().any(|&name| next.is_html(name)));
    match name.name.id {
        LI => is_next(&[LI]) || is_last,
        DT => is_next(&[DT, DD]),
        DD => is_next(&[DD, DT]) || is_last,
        P => next.is_some_and(may_follow_p) || is_last && node.parent().is_none_or(may_end_with_p),
        RT | RP => is_next(&[RT, RP]) || is_last,
        OPTGROUP => is_next(&[OPTGROUP, HR]) || is_last,
        OPTION => is_next(&[OPTION, OPTGROUP, HR]) || is_last,
        THEAD => is_next(&[TBODY, TFOOT]),
        TBODY => is_next(&[TBODY, TFOOT]) || is_last,
        TFOOT => is_last,
        TR => is_next(&[TR]) || is_last,
        TD | TH => is_next(&[TD, TH]) || is_last,
        _ => true,
    }
}

/// Whether the end tag of a `p` before `next` can be omitted.
fn may_follow_p(next: NodeRef<'_>) -> bool {
    next.name().is_some_and(|name| {
        let id = name.name.id;
        name.namespace == Namespace::Html && (id == TABLE || sets::ENDS_P.contains(id))
    })
}

/// Whether the end tag of a `p` that is the last child of `parent` can be omitted.
fn may_end_with_p(parent: NodeRef<'_>) -> bool {
    match parent.name() {
        Some(name) if name.namespace == Namespace::Html => {
            !sets::KEEPS_P.contains(name.name.id)
                && !sapwood_names::is_valid_custom_element_name(name.name.text)
        }
        Some(_) => false,
        None => true,
    }
}
