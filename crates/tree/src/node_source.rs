//! A tree of nodes as a [`TreeSource`].

use std::{marker::PhantomData, vec};

use crate::{
    AttributeView, DocumentMode, ElementView, Node, NodeKind, NodeView, QuirksMode, ShadowRootInit,
    TreeSource, node::attributes, traverse::Children,
};

/// The tree of a [`Node`] as a [`TreeSource`], for serializers and comparisons.
#[derive(Clone, Copy, Debug)]
pub struct NodeSource<'d, N> {
    mode: DocumentMode,
    nodes: PhantomData<(&'d (), N)>,
}

impl<'d, N: Node<'d>> NodeSource<'d, N> {
    /// Creates the source of the tree that `node` is in.
    pub fn of(node: N) -> Self {
        Self { mode: node.mode(), nodes: PhantomData }
    }
}

impl<'d, N: Node<'d>> TreeSource for NodeSource<'d, N> {
    type Node = N;
    type Children = Children<N>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &N) -> Children<N> {
        Node::children(*node)
    }

    fn view<T>(&self, node: &N, see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T) -> T {
        see(match node.kind() {
            NodeKind::Document => NodeView::Document,
            NodeKind::Fragment => NodeView::Fragment,
            NodeKind::Doctype => {
                let ids = node.doctype_ids();
                NodeView::Doctype {
                    name: node.name().local.text,
                    public_id: ids.public_id,
                    system_id: ids.system_id,
                }
            }
            NodeKind::Element => {
                let attributes: Vec<_> = attributes(*node).collect();
                NodeView::Element(ElementView {
                    name: node.name(),
                    attributes: attributes.into_iter(),
                })
            }
            NodeKind::Text => NodeView::Text(node.data()),
            NodeKind::Comment => NodeView::Comment(node.data()),
            NodeKind::ProcessingInstruction => NodeView::ProcessingInstruction {
                target: node.name().local.text,
                data: node.data(),
            },
        })
    }

    fn template_contents(&self, node: &N) -> Option<N> {
        node.template_contents()
    }

    fn shadow_root(&self, node: &N) -> Option<(N, ShadowRootInit)> {
        Node::shadow_root(*node)
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        Some(self.mode.quirks_mode)
    }

    fn is_html_document(&self) -> bool {
        self.mode.html
    }
}
