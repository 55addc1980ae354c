//! Writing a part of a tree as HTML.

use std::iter::FusedIterator;

use sapwood_serializer::{SerializeOptions, write_outer};
use sapwood_tree::{
    Children, Node, NodeSet, NodeSource, NodeView, QuirksMode, ShadowRootInit, TreeSource,
};

/// A tree without the nodes of a set and their descendants.
#[derive(Clone, Copy)]
struct Kept<'s, 'd, N> {
    source: NodeSource<'d, N>,
    skipped: &'s NodeSet,
}

/// A node and its content as HTML, without the nodes of a set and their descendants.
pub(super) fn to_html<'d>(node: impl Node<'d>, skipped: &NodeSet) -> String {
    let mut html = String::new();
    let kept = Kept { source: NodeSource::of(node), skipped };
    write_outer(&mut html, &kept, &node, &SerializeOptions::default())
        .expect("writing to a string never fails");
    html
}

/// The children of a node that aren't skipped.
struct KeptChildren<'s, N> {
    children: Children<N>,
    skipped: &'s NodeSet,
}

impl<'d, N: Node<'d>> Iterator for KeptChildren<'_, N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        let skipped = self.skipped;
        self.children.find(|child| !skipped.contains(*child))
    }
}

impl<'d, N: Node<'d>> FusedIterator for KeptChildren<'_, N> {}

impl<'s, 'd, N: Node<'d>> TreeSource for Kept<'s, 'd, N> {
    type Node = N;
    type Children = KeptChildren<'s, N>;
    type Attributes<'a> = <NodeSource<'d, N> as TreeSource>::Attributes<'a>;

    fn children(&self, node: &N) -> KeptChildren<'s, N> {
        KeptChildren { children: self.source.children(node), skipped: self.skipped }
    }

    fn view<T>(&self, node: &N, see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T) -> T {
        self.source.view(node, see)
    }

    fn template_contents(&self, node: &N) -> Option<N> {
        self.source.template_contents(node)
    }

    fn shadow_root(&self, node: &N) -> Option<(N, ShadowRootInit)> {
        TreeSource::shadow_root(&self.source, node)
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        self.source.quirks_mode()
    }

    fn is_html_document(&self) -> bool {
        self.source.is_html_document()
    }
}
