//! A text that a page states about itself, as a tree: its lines as paragraphs.

use std::iter::Empty;

use sapwood_names::{Name, Namespace, tag};
use sapwood_serializer::{SerializeOptions, write_inner};
use sapwood_tree::{
    AttributeView, DocumentMode, Node, NodeKind, NodeSource, QualifiedName, QuirksMode, Tree,
};

/// The lines of a text that have more than white space.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    lines: Vec<String>,
}

impl Stated {
    /// Reads the lines as an HTML parser reads text.
    pub(super) fn of(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.trim_ascii().is_empty());
        Self { lines: lines.map(|line| line.replace('\0', "").replace('\r', "\n")).collect() }
    }

    /// The document node.
    pub(super) fn root(&self) -> StatedNode<'_> {
        StatedNode { lines: &self.lines, index: 0 }
    }

    /// The paragraphs as HTML.
    pub(super) fn to_html(&self) -> String {
        let (mut html, root) = (String::new(), self.root());
        write_inner(&mut html, &NodeSource::of(root), &root, &SerializeOptions::default())
            .expect("writing to a string never fails");
        html
    }
}

impl Tree for Stated {
    type Node<'d> = StatedNode<'d>;
}

/// A node: the document at index 0, and for each line a paragraph at an odd index, followed by its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedNode<'d> {
    lines: &'d [String],
    index: usize,
}

impl StatedNode<'_> {
    /// The node at `index`, if there is one.
    fn at(self, index: usize) -> Option<Self> {
        (index < self.bound()).then_some(Self { index, ..self })
    }
}

impl PartialEq for StatedNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.lines, other.lines)
    }
}

impl Eq for StatedNode<'_> {}

impl<'d> Node<'d> for StatedNode<'d> {
    type Indexed = Empty<Self>;

    fn kind(self) -> NodeKind {
        match self.index {
            0 => NodeKind::Document,
            odd if odd % 2 == 1 => NodeKind::Element,
            _ => NodeKind::Text,
        }
    }

    fn parent(self) -> Option<Self> {
        match self.kind() {
            NodeKind::Document => None,
            NodeKind::Element => self.at(0),
            _ => self.at(self.index - 1),
        }
    }

    fn first_child(self) -> Option<Self> {
        if self.kind() == NodeKind::Text { None } else { self.at(self.index + 1) }
    }

    fn last_child(self) -> Option<Self> {
        match self.kind() {
            NodeKind::Document => self.at((2 * self.lines.len()).checked_sub(1)?),
            _ => self.first_child(),
        }
    }

    fn previous_sibling(self) -> Option<Self> {
        let has_one = self.kind() == NodeKind::Element && self.index > 1;
        if has_one { self.at(self.index - 2) } else { None }
    }

    fn next_sibling(self) -> Option<Self> {
        if self.kind() == NodeKind::Element { self.at(self.index + 2) } else { None }
    }

    fn name(self) -> QualifiedName<'d> {
        QualifiedName::new(Namespace::Html, Name::known(tag::P))
    }

    fn attribute(self, _: usize) -> Option<AttributeView<'d>> {
        None
    }

    fn data(self) -> &'d str {
        &self.lines[self.index / 2 - 1]
    }

    fn mode(self) -> DocumentMode {
        DocumentMode { html: true, quirks_mode: QuirksMode::NoQuirks }
    }

    fn index(self) -> usize {
        self.index
    }

    fn bound(self) -> usize {
        2 * self.lines.len() + 1
    }
}
