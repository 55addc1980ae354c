//! Attaching [declarative shadow roots](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).

use sapwood_names::{Namespace, is_valid_shadow_host_name};
use sapwood_tree::ShadowRootInit;

use crate::store::{
    document::Document,
    node::{Kind, Link, Slot},
};

impl Document {
    /// [Attaches a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root); `None`
    /// if `host` can't have one or already has one.
    pub(crate) fn attach_shadow_root(&mut self, host: Slot, init: &ShadowRootInit) -> Link {
        let head = self.nodes[host].head;
        let is_host = head.is(Kind::Element)
            && head.namespace() == Namespace::Html
            && !head.has_fragment()
            && is_valid_shadow_host_name(head.name(), self.name_text(head.name()));
        if !is_host {
            return None;
        }
        let entry = u32::try_from(self.shadow_roots.len() + 1).ok()?;
        let root = self.push_fragment(host, entry)?;
        self.shadow_roots.push(*init);
        Some(root)
    }
}
