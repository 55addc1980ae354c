//! Reads trees of `markup5ever_rcdom`.

use std::vec;

use ::markup5ever_rcdom::{Handle, NodeData, RcDom};
use sapwood::{
    TreeSource,
    tree::{AttributeView, ElementView, NodeView},
};

/// A readable tree of `markup5ever_rcdom`.
pub struct MarkupRcDom<'t>(pub &'t RcDom);

impl TreeSource for MarkupRcDom<'_> {
    type Node = Handle;
    type Children = vec::IntoIter<Handle>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &Handle) -> Self::Children {
        node.children.borrow().clone().into_iter()
    }

    fn view<T>(
        &self,
        node: &Handle,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        match &node.data {
            NodeData::Document => see(NodeView::Document),
            NodeData::Doctype { name, public_id, system_id } => {
                see(NodeView::Doctype { name, public_id, system_id })
            }
            NodeData::Text { contents } => see(NodeView::Text(&contents.borrow())),
            NodeData::Comment { contents } => see(NodeView::Comment(contents)),
            NodeData::ProcessingInstruction { target, contents } => {
                see(NodeView::ProcessingInstruction { target, data: contents })
            }
            NodeData::Element { name, attrs, .. } => {
                let attrs = attrs.borrow();
                let attributes: Vec<_> = attrs
                    .iter()
                    .map(|attribute| {
                        let name = &attribute.name;
                        let prefix = name.prefix.as_deref();
                        let name = super::name(prefix, &name.ns, &name.local);
                        super::attribute(name, &attribute.value)
                    })
                    .collect();
                see(NodeView::Element(ElementView {
                    name: super::name(name.prefix.as_deref(), &name.ns, &name.local),
                    attributes: attributes.into_iter(),
                }))
            }
        }
    }

    fn template_contents(&self, node: &Handle) -> Option<Handle> {
        match &node.data {
            NodeData::Element { template_contents, .. } => template_contents.borrow().clone(),
            _ => None,
        }
    }
}
