//! Writing a part of a document as HTML.

use std::iter;

use sapwood_serializer::write_outer;
use sapwood_tree::{NodeSet, NodeView, QuirksMode, ShadowRootInit, TreeSource};

use crate::{
    read::{iter::Children, node::NodeRef},
    store::document::Document,
};

/// A document without the nodes of a set and their descendants.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'d> {
    pub(crate) document: &'d Document,
    pub(crate) skipped: &'d NodeSet,
}

impl<'d> Kept<'d> {
    /// A node and its content as HTML.
    pub(crate) fn to_html(self, node: NodeRef<'d>) -> String {
        let mut html = String::new();
        write_outer(&mut html, &self, &node, &sapwood_serializer::Options::default())
            .expect("writing to a string never fails");
        html
    }
}

/// The children of a node that aren't skipped.
pub(crate) struct KeptChildren<'d> {
    children: Children<'d>,
    skipped: &'d NodeSet,
}

impl<'d> Iterator for KeptChildren<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        let skipped = self.skipped;
        self.children.find(|child| !skipped.contains(*child))
    }
}

impl iter::FusedIterator for KeptChildren<'_> {}

impl<'d> TreeSource for Kept<'d> {
    type Node = NodeRef<'d>;
    type Children = KeptChildren<'d>;
    type Attributes<'a> = <&'d Document as TreeSource>::Attributes<'a>;

    fn children(&self, node: &NodeRef<'d>) -> KeptChildren<'d> {
        KeptChildren { children: node.children(), skipped: self.skipped }
    }

    fn view<T>(
        &self,
        node: &NodeRef<'d>,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        self.document.view(node, see)
    }

    fn template_contents(&self, node: &NodeRef<'d>) -> Option<NodeRef<'d>> {
        node.template_contents()
    }

    fn shadow_root(&self, node: &NodeRef<'d>) -> Option<(NodeRef<'d>, ShadowRootInit)> {
        self.document.shadow_root(node)
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        Some(self.document.quirks_mode())
    }
}
