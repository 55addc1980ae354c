//! A tree that implements only what `Node` requires: the cases of `fixtures/xpath` have the same values on it.

use std::{fs, path::Path};

use sapwood::{
    NodeRef, XPath,
    tree::{AttributeView, DocumentMode, Node, NodeKind, QualifiedName},
    xpath::{Item, Value},
};

/// A node without indexes and searches of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plain<'d>(NodeRef<'d>);

impl<'d> Node<'d> for Plain<'d> {
    type Indexed = std::iter::Empty<Self>;

    fn kind(self) -> NodeKind {
        Node::kind(self.0)
    }

    fn parent(self) -> Option<Self> {
        Node::parent(self.0).map(Self)
    }

    fn first_child(self) -> Option<Self> {
        Node::first_child(self.0).map(Self)
    }

    fn last_child(self) -> Option<Self> {
        Node::last_child(self.0).map(Self)
    }

    fn previous_sibling(self) -> Option<Self> {
        Node::previous_sibling(self.0).map(Self)
    }

    fn next_sibling(self) -> Option<Self> {
        Node::next_sibling(self.0).map(Self)
    }

    // In another order than that of the tree.
    fn index(self) -> usize {
        self.bound() - 1 - Node::index(self.0)
    }

    fn bound(self) -> usize {
        Node::bound(self.0)
    }

    fn mode(self) -> DocumentMode {
        Node::mode(self.0)
    }

    fn name(self) -> QualifiedName<'d> {
        Node::name(self.0)
    }

    fn data(self) -> &'d str {
        Node::data(self.0)
    }

    fn attribute(self, index: usize) -> Option<AttributeView<'d>> {
        Node::attribute(self.0, index)
    }
}

#[test]
fn plain_trees_have_the_same_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/xpath");
    for file in ["core.tsv", "axes.tsv", "html.tsv", "exslt.tsv"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let mut documents = std::collections::BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let columns: Vec<_> = line.split('\t').collect();
            if let Some(name) = columns[0].strip_prefix('@') {
                let markup = columns[2].replace("\\n", "\n");
                let document = match columns[1] {
                    "html" => sapwood::parse(&markup),
                    _ => sapwood::xml::parse(&markup),
                };
                documents.insert(name.to_owned(), document);
                continue;
            }
            let root = documents[columns[0]].root();
            let Ok(xpath) = XPath::parse(columns[1]) else { continue };
            let plain = xpath.evaluate(Plain(root)).map(|value| match value {
                Value::NodeSet(items) => Value::NodeSet(items.into_iter().map(unwrap).collect()),
                Value::String(text) => Value::String(text),
                Value::Number(number) => Value::Number(number),
                Value::Boolean(is) => Value::Boolean(is),
            });
            let own = xpath.evaluate(root);
            assert_eq!(format!("{plain:?}"), format!("{own:?}"), "{line}");
        }
    }
}

fn unwrap<'d>(item: Item<Plain<'d>>) -> Item<NodeRef<'d>> {
    match item {
        Item::Node(node) => Item::Node(node.0),
        Item::Attribute { element, index } => Item::Attribute { element: element.0, index },
        Item::Namespace { element, index } => Item::Namespace { element: element.0, index },
    }
}
