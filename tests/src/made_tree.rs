//! Trees written by hand as nested lists, to serialize trees that no parser builds.

use std::{ops::Range, vec};

use sapwood::{
    NameId, Namespace, TreeSource,
    tree::{AttributeView, ElementView, Name, NodeView, QualifiedName},
};
use serde::Deserialize;

/// A node in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Made {
    /// A text.
    Text(String),
    /// An HTML element: its name, its attributes (namespace, qualified name, value) and its children.
    Element(String, Vec<(Option<String>, String, String)>, Vec<Self>),
    /// A comment.
    Comment {
        /// Its data.
        comment: String,
    },
    /// The document.
    Document {
        /// Its children.
        document: Vec<Self>,
    },
    /// A doctype.
    Doctype {
        /// Its name.
        doctype: String,
    },
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target and its data.
        pi: (String, String),
    },
}

/// The nodes of a tree; siblings are adjacent.
pub struct Tree<'a> {
    nodes: Vec<(&'a Made, Range<usize>)>,
}

impl<'a> Tree<'a> {
    /// Returns the tree below `root`.
    #[must_use]
    pub fn of(root: &'a Made) -> Self {
        let mut nodes = vec![(root, 0..0)];
        let mut at = 0;
        while let Some((made, _)) = nodes.get(at) {
            if let Made::Element(_, _, children) | Made::Document { document: children } = made {
                let start = nodes.len();
                nodes.extend(children.iter().map(|child| (child, 0..0)));
                nodes[at].1 = start..nodes.len();
            }
            at += 1;
        }
        Self { nodes }
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> usize {
        0
    }
}

impl<'t> TreeSource for Tree<'t> {
    type Node = usize;
    type Children = Range<usize>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &usize) -> Range<usize> {
        self.nodes[*node].1.clone()
    }

    fn view<T>(
        &self,
        node: &usize,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        see(match self.nodes[*node].0 {
            Made::Text(text) => NodeView::Text(text),
            Made::Comment { comment } => NodeView::Comment(comment),
            Made::Document { .. } => NodeView::Document,
            Made::Doctype { doctype } => {
                NodeView::Doctype { name: doctype, public_id: "", system_id: "" }
            }
            Made::ProcessingInstruction { pi: (target, data) } => {
                NodeView::ProcessingInstruction { target, data }
            }
            Made::Element(name, attributes, _) => NodeView::Element(ElementView {
                name: QualifiedName::new(Namespace::Html, known(name)),
                attributes: attributes.iter().map(attribute).collect::<Vec<_>>().into_iter(),
            }),
        })
    }

    fn template_contents(&self, _: &usize) -> Option<usize> {
        None
    }
}

fn attribute((url, name, value): &(Option<String>, String, String)) -> AttributeView<'_> {
    let known = [Namespace::Xml, Namespace::XmlNs, Namespace::XLink];
    let namespace = match url.as_deref() {
        None | Some("") => Namespace::None,
        Some(url) => known
            .into_iter()
            .find(|namespace| namespace.as_url() == url)
            .unwrap_or(Namespace::Other),
    };
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, name.as_str()),
    };
    let local = Name { id: NameId::UNKNOWN, text: local };
    let namespace_url = url.as_deref().unwrap_or_default();
    AttributeView { name: QualifiedName { prefix, namespace, namespace_url, local }, value }
}

fn known(text: &str) -> Name<'_> {
    Name { id: sapwood::tag_id(text), text }
}
