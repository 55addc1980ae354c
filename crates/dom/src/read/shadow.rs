//! [Declarative shadow roots](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).

use sapwood_tree::ShadowRootInit;

use crate::read::node::NodeRef;

/// A shadow root: its declaration and the fragment that is its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShadowRootRef<'a> {
    /// The attributes of the `template` start tag.
    pub init: ShadowRootInit,
    /// The root of the shadow tree; its [`host`](NodeRef::host) is the element it is attached to.
    pub root: NodeRef<'a>,
}

impl<'a> NodeRef<'a> {
    /// The shadow root that a `template` element declared for this element.
    #[must_use]
    #[inline]
    pub fn shadow_root(&self) -> Option<ShadowRootRef<'a>> {
        let id = self.document.fragment_of(self.id)?;
        let entry = (self.document.nodes[id].len as usize).checked_sub(1)?;
        Some(ShadowRootRef { init: self.document.shadow_roots[entry], root: Self { id, ..*self } })
    }
}
