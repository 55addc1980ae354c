//! The document as a [`TreeSource`].

use std::iter;

use tree_sink::{AttributeView, ElementView, NodeView, QualifiedName, ShadowRootInit, TreeSource};

use crate::{
    attributes::{AttributeRef, Attributes},
    document::Document,
    iter::Children,
    node::{NodeData, NodeRef},
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
        see(match node.data() {
            NodeData::Document => NodeView::Document,
            NodeData::Fragment => NodeView::Fragment,
            NodeData::Doctype(doctype) => NodeView::Doctype {
                name: doctype.name,
                public_id: doctype.public_id,
                system_id: doctype.system_id,
            },
            NodeData::Element(name) => NodeView::Element(ElementView {
                name: QualifiedName::new(name.namespace, name.name),
                attributes: node.attributes().map(AttributeRef::view),
            }),
            NodeData::Text(text) => NodeView::Text(text),
            NodeData::Comment(data) => NodeView::Comment(data),
            NodeData::ProcessingInstruction { target, data } => {
                NodeView::ProcessingInstruction { target, data }
            }
        })
    }

    #[inline]
    fn template_contents(&self, node: &NodeRef<'d>) -> Option<NodeRef<'d>> {
        node.template_contents()
    }

    fn shadow_root(&self, node: &NodeRef<'d>) -> Option<(NodeRef<'d>, ShadowRootInit)> {
        node.shadow_root().map(|shadow| (shadow.root, shadow.init))
    }
}

impl<'a> AttributeRef<'a> {
    #[inline]
    fn view(self) -> AttributeView<'a> {
        let local = names::Name { id: self.name_id(), text: self.local_name() };
        let mut name = QualifiedName::new(self.namespace(), local);
        name.prefix = self.prefix();
        AttributeView { name, value: self.value() }
    }
}
