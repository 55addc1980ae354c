//! The form owners of all controls in a tree.

use std::collections::HashMap;

use sapwood_names::{Namespace, attr, sets, tag};

use crate::{read::node::NodeRef, store::id::NodeId};

impl NodeRef<'_> {
    /// The [form owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner) of each
    /// form control in the tree of this node; controls without one are left out.
    ///
    /// The owner is the form that a `form` attribute names, else the form that the parser associated with the control
    /// (see [`Document::parsed_form_owners`](crate::Document::parsed_form_owners)), else the nearest `form` ancestor.
    #[inline]
    #[must_use]
    pub fn form_owners(&self) -> HashMap<NodeId, NodeId> {
        self.owned_controls().into_iter().collect()
    }

    /// The controls with [owners](Self::form_owners), each with its owner. Where a control comes more than once, the last
    /// owner counts.
    pub(crate) fn owned_controls(self) -> Vec<(NodeId, NodeId)> {
        let root = self.ancestors().last().unwrap_or(self);
        let (mut owners, mut named) = (Vec::new(), Vec::new());
        let mut open_forms = Vec::new();
        let mut node = root;
        'walk: loop {
            if node.is_html(tag::FORM) {
                open_forms.push(node);
            } else if let Some(name) = node.name()
                && name.namespace == Namespace::Html
                && sets::FORM_ASSOCIATED.contains(name.name.id)
            {
                if name.name.id != tag::IMG
                    && let Some(form) = node.known_attribute(attr::FORM)
                {
                    named.push((node.node_id(), form));
                } else if let Some(form) = open_forms.last() {
                    owners.push((node.node_id(), form.node_id()));
                }
            }
            if let Some(child) = node.first_child() {
                node = child;
                continue;
            }
            loop {
                open_forms.pop_if(|form| *form == node);
                if node == root {
                    break 'walk;
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { break 'walk };
                node = parent;
            }
        }
        let parsed = self.owner().parsed_form_owners();
        owners.extend(parsed.map(|(control, form)| (control.node_id(), form.node_id())));
        if !named.is_empty() {
            // The first element with each id.
            let mut by_id = sapwood_names::HashMap::default();
            for element in root.descendants() {
                if let Some(id) = element.element_id() {
                    by_id.entry(id).or_insert(element);
                }
            }
            for (control, id) in named {
                if let Some(form) = by_id.get(id).filter(|it| it.is_html(tag::FORM)) {
                    owners.push((control, form.node_id()));
                }
            }
        }
        owners
    }
}
