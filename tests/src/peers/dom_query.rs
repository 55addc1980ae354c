//! Reads trees of `dom_query`.

use std::vec;

use ::dom_query::{Document, NodeData, NodeId};
use sapwood::{
    TreeSource,
    tree::{AttributeView, ElementView, NodeView},
};

/// A readable tree of `dom_query`.
pub struct DomQuery<'t>(pub &'t Document);

impl TreeSource for DomQuery<'_> {
    type Node = NodeId;
    type Children = vec::IntoIter<NodeId>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &NodeId) -> Self::Children {
        self.0.tree.child_ids_of(node).into_iter()
    }

    fn view<T>(
        &self,
        node: &NodeId,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        let seen = self.0.tree.query_node(node, |node| {
            see(match &node.data {
                NodeData::Document => NodeView::Document,
                NodeData::Fragment => NodeView::Fragment,
                NodeData::Doctype { name, public_id, system_id } => {
                    NodeView::Doctype { name, public_id, system_id }
                }
                NodeData::Text { contents } => NodeView::Text(contents),
                NodeData::Comment { contents } => NodeView::Comment(contents),
                NodeData::ProcessingInstruction { target, contents } => {
                    NodeView::ProcessingInstruction { target, data: contents }
                }
                NodeData::Element(element) => {
                    let name = &element.name;
                    let attributes: Vec<_> = element
                        .attrs
                        .iter()
                        .map(|attribute| {
                            let name = &attribute.name;
                            let prefix = name.prefix.as_deref();
                            let name = super::name(prefix, &name.ns, &name.local);
                            super::attribute(name, &attribute.value)
                        })
                        .collect();
                    NodeView::Element(ElementView {
                        name: super::name(name.prefix.as_deref(), &name.ns, &name.local),
                        attributes: attributes.into_iter(),
                    })
                }
            })
        });
        seen.expect("a node of this tree")
    }

    fn template_contents(&self, node: &NodeId) -> Option<NodeId> {
        let contents = |element: &::dom_query::Element| element.template_contents;
        self.0.tree.query_node(node, |node| node.as_element().and_then(contents)).flatten()
    }
}
