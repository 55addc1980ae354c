//! The form owners of all controls of a tree.

use sapwood_names::{HashMap, Namespace, attr, sets, tag};

use crate::{
    node::{Node, id_of},
    traverse::{next_after, root_of},
};

/// Returns the form controls that have a
/// [form owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner) in the tree of
/// `node`, each with its owner. Where a control comes more than once, the last owner counts.
///
/// The owner is the form that a `form` attribute names, else the form that the parser associated with the control
/// ([`Node::parsed_form_owners`]), else the nearest `form` ancestor.
pub fn form_owners<'d, N: Node<'d>>(node: N) -> Vec<(N, N)> {
    let root = root_of(node);
    let (mut owners, mut named) = (Vec::new(), Vec::new());
    let mut open_forms = Vec::new();
    let mut at = Some(root);
    while let Some(node) = at {
        visit(node, &open_forms, &mut owners, &mut named);
        let child = node.first_child();
        if child.is_some() && node.is_html(tag::FORM) {
            open_forms.push(node);
        }
        at = child.or_else(|| {
            let mut last = node;
            loop {
                if last == root {
                    return None;
                }
                if let Some(next) = last.next_sibling() {
                    return Some(next);
                }
                last = last.parent()?;
                open_forms.pop_if(|form| *form == last);
            }
        });
    }
    owners.extend(root.parsed_form_owners());
    if !named.is_empty() {
        let by_id = first_by_id(root);
        for (control, id) in named {
            if let Some(form) = by_id.get(id).filter(|it| it.is_html(tag::FORM)) {
                owners.push((control, *form));
            }
        }
    }
    owners
}

/// Notes the owner of one node, or the form that it names.
fn visit<'d, N: Node<'d>>(
    node: N,
    open_forms: &[N],
    owners: &mut Vec<(N, N)>,
    named: &mut Vec<(N, &'d str)>,
) {
    if !node.is_element() {
        return;
    }
    let name = node.name();
    if name.namespace != Namespace::Html || !sets::FORM_ASSOCIATED.contains(name.local.id) {
        return;
    }
    if name.local.id != tag::IMG
        && let Some(form) = node.known_attribute(attr::FORM)
    {
        named.push((node, form));
    } else if let Some(form) = open_forms.last() {
        owners.push((node, *form));
    }
}

/// Returns the first element with each id.
fn first_by_id<'d, N: Node<'d>>(root: N) -> HashMap<&'d str, N> {
    let mut by_id = HashMap::default();
    let mut at = Some(root);
    while let Some(node) = at {
        if node.is_element()
            && node != root
            && let Some(id) = id_of(node)
        {
            by_id.entry(id).or_insert(node);
        }
        at = node.first_child().or_else(|| next_after(node, root));
    }
    by_id
}
