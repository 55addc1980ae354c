//! The document as a [`TreeSource`].

use std::iter;

use sapwood_tree::{AttributeView, ElementView, NodeView, QuirksMode, ShadowRootInit, TreeSource};

use crate::{
    read::{
        attributes::{AttributeRef, Attributes},
        iter::Children,
        node::{DoctypeRef, NodeData, NodeRef},
    },
    store::{document::Document, node::Kind},
};

impl<'d> TreeSource for &'d Document {
    type Node = NodeRef<'d>;
    type Children = Children<'d>;
    type Attributes<'a> = iter::Map<Attributes<'a>, fn(AttributeRef<'a>) -> AttributeView<'a>>;

    #[inline]
    fn children(&self, node: &NodeRef<'d>) -> Children<'d> {
        node.children()
    }

    #[inline]
    fn view<T>(
        &self,
        node: &NodeRef<'d>,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        let entry = node.entry();
        see(match entry.head.kind() {
            Kind::Element => NodeView::Element(ElementView {
                name: node.qualified_name_of(entry),
                attributes: node.attrs().map(AttributeRef::view),
            }),
            Kind::Text => NodeView::Text(self.data(entry)),
            Kind::Comment => NodeView::Comment(self.data(entry)),
            Kind::ProcessingInstruction => NodeView::ProcessingInstruction {
                target: self.name_text(entry.head.name()),
                data: self.data(entry),
            },
            Kind::Document => NodeView::Document,
            Kind::Fragment => NodeView::Fragment,
            Kind::Doctype => match node.data() {
                NodeData::Doctype(DoctypeRef { name, public_id, system_id }) => {
                    NodeView::Doctype { name, public_id, system_id }
                }
                _ => unreachable!("a doctype has a doctype's data"),
            },
        })
    }

    #[inline]
    fn template_contents(&self, node: &NodeRef<'d>) -> Option<NodeRef<'d>> {
        node.template_contents()
    }

    fn shadow_root(&self, node: &NodeRef<'d>) -> Option<(NodeRef<'d>, ShadowRootInit)> {
        node.shadow_root().map(|shadow| (shadow.root, shadow.init))
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        Some(Document::quirks_mode(self))
    }

    fn is_html_document(&self) -> bool {
        !self.is_xml
    }
}
