//! The form owners of all controls in a tree.

use std::collections::HashMap;

use sapwood_tree::form_owners;

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
        form_owners(*self)
            .into_iter()
            .map(|(control, form)| (control.node_id(), form.node_id()))
            .collect()
    }
}
