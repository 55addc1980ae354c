//! Results of expressions in a notation that each engine can write.

use std::{collections::HashMap, fmt};

use sapwood::{
    Document, Namespace, NodeId, NodeRef, XPathError,
    tree::{Node, NodeKind},
    xpath::{Item, Value},
};
use serde::Deserialize;

/// The result of an expression.
///
/// Elements, comments and processing instructions are numbered in tree order. A text is named after the node before it
/// (`7 tail`), or after its parent (`7 text`); an attribute after its element (`@7 {namespace}name`). The root is `/`, and
/// a namespace `prefix=URL`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Nodes in the order of the result.
    Nodes(Vec<String>),
    /// A string.
    String(String),
    /// A number, as its language writes it.
    Number(String),
    /// A boolean.
    Boolean(bool),
    /// The message of an error.
    Error(String),
}

impl Answer {
    /// Whether two results are equal. `-0` isn't `0`; messages of errors may differ.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nodes(own), Self::Nodes(other)) => own == other,
            (Self::String(own), Self::String(other)) => own == other,
            (Self::Boolean(own), Self::Boolean(other)) => own == other,
            (Self::Number(own), Self::Number(other)) => {
                let number = |text: &str| text.parse().unwrap_or(f64::NAN);
                let (own, other) = (number(own), number(other));
                own.to_bits() == other.to_bits() || own.is_nan() && other.is_nan()
            }
            (Self::Error(_), Self::Error(_)) => true,
            _ => false,
        }
    }

    /// Removes roots, and sorts namespaces, whose order is implementation-dependent.
    #[must_use]
    pub fn without_roots(self) -> Self {
        match self {
            Self::Nodes(mut nodes) => {
                nodes.retain(|node| node != "/");
                nodes.chunk_by_mut(|a, b| a.contains('=') && b.contains('=')).for_each(|run| {
                    if run[0].contains('=') {
                        run.sort_unstable();
                    }
                });
                Self::Nodes(nodes)
            }
            other => other,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "[{}]", nodes.join(", ")),
            Self::String(text) => write!(f, "{text:?}"),
            Self::Number(number) => f.write_str(number),
            Self::Boolean(is) => is.fmt(f),
            Self::Error(message) => write!(f, "error: {message}"),
        }
    }
}

/// The numbers of the elements, comments and processing instructions of a tree.
pub struct Numbers {
    numbers: HashMap<NodeId, usize>,
    nodes: Vec<NodeId>,
}

impl Numbers {
    /// Numbers the nodes of a document.
    #[must_use]
    pub fn new(document: &Document) -> Self {
        let nodes = document.root().descendants().filter(|node| is_numbered(*node));
        let nodes: Vec<_> = nodes.map(|node| node.node_id()).collect();
        let numbers = nodes.iter().enumerate().map(|(number, id)| (*id, number)).collect();
        Self { numbers, nodes }
    }

    /// Returns the node with a number.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    #[must_use]
    pub fn node<'d>(&self, document: &'d Document, number: usize) -> NodeRef<'d> {
        document.node(self.nodes[number]).expect("the document hasn't changed")
    }

    /// Returns the numbers of all elements.
    #[must_use]
    pub fn elements(&self, document: &Document) -> Vec<usize> {
        let is_element = |number: &usize| self.node(document, *number).is_element();
        (0..self.nodes.len()).filter(is_element).collect()
    }

    /// Returns the result of an evaluation.
    #[must_use]
    pub fn answer(&self, value: Result<Value<NodeRef<'_>>, XPathError>) -> Answer {
        match value {
            Ok(Value::NodeSet(items)) => {
                Answer::Nodes(items.into_iter().map(|item| self.describe(item)).collect())
            }
            Ok(Value::String(text)) => Answer::String(text),
            Ok(Value::Number(number)) => Answer::Number(number.to_string()),
            Ok(Value::Boolean(is)) => Answer::Boolean(is),
            Err(error) => Answer::Error(error.to_string()),
        }
    }

    fn describe(&self, item: Item<NodeRef<'_>>) -> String {
        let number = |node: NodeRef<'_>| self.numbers[&node.node_id()];
        if let Some((prefix, url)) = item.as_namespace() {
            return format!("{prefix}={url}");
        }
        let node = item.node();
        if let Some(attribute) = item.as_attribute() {
            let name = attribute.name;
            let local = name.local.text;
            return match name.namespace {
                Namespace::None => format!("@{} {local}", number(node)),
                _ => format!("@{} {{{}}}{local}", number(node), name.namespace_url),
            };
        }
        match node.kind() {
            NodeKind::Document | NodeKind::Fragment => "/".to_owned(),
            NodeKind::Text => {
                let mut siblings =
                    std::iter::successors(node.previous_sibling(), |node| node.previous_sibling());
                match (siblings.find(|node| is_numbered(*node)), node.parent()) {
                    (Some(before), _) => format!("{} tail", number(before)),
                    (None, Some(parent)) if is_numbered(parent) => {
                        format!("{} text", number(parent))
                    }
                    _ => "text".to_owned(),
                }
            }
            _ => number(node).to_string(),
        }
    }
}

fn is_numbered(node: NodeRef<'_>) -> bool {
    use NodeKind::{Comment, Element, ProcessingInstruction};
    matches!(node.kind(), Element | Comment | ProcessingInstruction)
}
