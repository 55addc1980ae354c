//! [`TreeSource`] implementation, which the serializer reads.

use std::{iter, rc::Rc, slice};

use sapwood_markup5ever::{Attribute, QualName, interface};
use sapwood_names::{Name, Namespace, attribute_id, tag_id};
use sapwood_tree::{AttributeView, ElementView, NodeView, QualifiedName, QuirksMode, TreeSource};

use crate::{
    dom::RcDom,
    node::{Handle, NodeData},
};

/// Iterator over the children of a node.
#[derive(Clone, Debug)]
pub struct Children {
    parent: Handle,
    next: usize,
}

impl Iterator for Children {
    type Item = Handle;

    #[inline]
    fn next(&mut self) -> Option<Handle> {
        let child = self.parent.children.borrow().get(self.next).map(Rc::clone)?;
        self.next += 1;
        Some(child)
    }
}

impl TreeSource for RcDom {
    type Node = Handle;
    type Children = Children;
    type Attributes<'a> =
        iter::Map<slice::Iter<'a, Attribute>, fn(&'a Attribute) -> AttributeView<'a>>;

    #[inline]
    fn children(&self, node: &Handle) -> Children {
        Children { parent: Rc::clone(node), next: 0 }
    }

    fn view<T>(
        &self,
        node: &Handle,
        read: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        match &node.data {
            NodeData::Document => read(NodeView::Document),
            NodeData::Doctype { name, public_id, system_id } => {
                read(NodeView::Doctype { name, public_id, system_id })
            }
            NodeData::Text { contents } => read(NodeView::Text(&contents.borrow())),
            NodeData::Comment { contents } => read(NodeView::Comment(contents)),
            NodeData::ProcessingInstruction { target, contents } => {
                read(NodeView::ProcessingInstruction { target, data: contents })
            }
            NodeData::Element { name, attrs, .. } => read(NodeView::Element(ElementView {
                name: qualified(name, Name { id: tag_id(&name.local), text: &name.local }),
                attributes: attrs.borrow().iter().map(attribute_view),
            })),
        }
    }

    fn template_contents(&self, node: &Handle) -> Option<Handle> {
        match &node.data {
            NodeData::Element { template_contents, .. } => template_contents.borrow().clone(),
            _ => None,
        }
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        Some(match self.quirks_mode.get() {
            interface::QuirksMode::Quirks => QuirksMode::Quirks,
            interface::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
            interface::QuirksMode::NoQuirks => QuirksMode::NoQuirks,
        })
    }

    /// Returns `true` unless the root element is in a namespace other than those of HTML, SVG and MathML: the tree doesn't
    /// know which parser filled it.
    fn is_html_document(&self) -> bool {
        let children = self.document.children.borrow();
        let root = iter::once(&self.document).chain(&*children).find_map(|node| match &node.data {
            NodeData::Element { name, .. } => Some(Namespace::of_url(&name.ns)),
            _ => None,
        });
        matches!(root, None | Some(Namespace::Html | Namespace::Svg | Namespace::MathMl))
    }
}

fn attribute_view(attribute: &Attribute) -> AttributeView<'_> {
    let local = &attribute.name.local;
    AttributeView {
        name: qualified(&attribute.name, Name { id: attribute_id(local), text: local }),
        value: &attribute.value,
    }
}

fn qualified<'a>(name: &'a QualName, local: Name<'a>) -> QualifiedName<'a> {
    QualifiedName {
        prefix: name.prefix.as_deref().filter(|prefix| !prefix.is_empty()),
        namespace: Namespace::of_url(&name.ns),
        namespace_url: &name.ns,
        local,
    }
}
