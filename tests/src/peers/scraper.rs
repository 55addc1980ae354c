//! Reads trees of `scraper`.

use std::vec;

use ::scraper::{Html, Node};
use ego_tree::{NodeId, NodeRef};
use sapwood::{
    TreeSource,
    tree::{AttributeView, ElementView, NodeView},
};

/// A readable tree of `scraper`.
///
/// `scraper` keeps template contents in a fragment that is the first child.
pub struct Scraper<'t>(pub &'t Html);

impl<'t> Scraper<'t> {
    fn get(&self, node: NodeId) -> NodeRef<'t, Node> {
        self.0.tree.get(node).expect("a node of this tree")
    }
}

impl TreeSource for Scraper<'_> {
    type Node = NodeId;
    type Children = vec::IntoIter<NodeId>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &NodeId) -> Self::Children {
        let children = self.get(*node).children().filter(|child| !child.value().is_fragment());
        children.map(|child| child.id()).collect::<Vec<_>>().into_iter()
    }

    fn view<T>(
        &self,
        node: &NodeId,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        see(match self.get(*node).value() {
            Node::Document => NodeView::Document,
            Node::Fragment => NodeView::Fragment,
            Node::Doctype(doctype) => NodeView::Doctype {
                name: doctype.name(),
                public_id: doctype.public_id(),
                system_id: doctype.system_id(),
            },
            Node::Comment(comment) => NodeView::Comment(comment),
            Node::Text(text) => NodeView::Text(text),
            Node::ProcessingInstruction(instruction) => NodeView::ProcessingInstruction {
                target: &instruction.target,
                data: &instruction.data,
            },
            Node::Element(element) => {
                let name = &element.name;
                let attributes: Vec<_> = element
                    .attrs
                    .iter()
                    .map(|(name, value)| {
                        let prefix = name.prefix.as_deref();
                        super::attribute(super::name(prefix, &name.ns, &name.local), value)
                    })
                    .collect();
                NodeView::Element(ElementView {
                    name: super::name(name.prefix.as_deref(), &name.ns, &name.local),
                    attributes: attributes.into_iter(),
                })
            }
        })
    }

    fn template_contents(&self, node: &NodeId) -> Option<NodeId> {
        let first = self.get(*node).first_child()?;
        first.value().is_fragment().then(|| first.id())
    }
}
