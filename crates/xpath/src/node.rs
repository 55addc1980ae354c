//! The trait that a tree implements.

use sapwood_names::{LocalName, Namespace, attr};
use sapwood_tree::{AttributeView, QualifiedName};

use crate::text;

/// The kind of a node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A document or a document fragment: the root node of XPath's data model.
    Root,
    /// An element.
    Element,
    /// A text node. Adjacent text nodes are one text node to an expression.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A node that XPath's data model doesn't have, such as a doctype.
    Other,
}

/// A node of a tree that expressions are evaluated on; `'d` is how long the tree's texts can be borrowed.
///
/// Elements and texts under the root are the tree: template contents and shadow trees are trees of their own.
pub trait Node<'d>: Copy + Eq {
    /// The elements of an index list; [`Empty`](std::iter::Empty) for a tree without an index.
    #[doc(hidden)]
    type Indexed: ExactSizeIterator<Item = Self>;

    /// Its kind.
    fn kind(self) -> NodeKind;

    /// Its parent node.
    fn parent(self) -> Option<Self>;

    /// Its first child node.
    fn first_child(self) -> Option<Self>;

    /// Its last child node.
    fn last_child(self) -> Option<Self>;

    /// Its previous sibling node.
    fn previous_sibling(self) -> Option<Self>;

    /// Its next sibling node.
    fn next_sibling(self) -> Option<Self>;

    /// A number that is unique in its tree.
    fn index(self) -> usize;

    /// An upper bound, exclusive, on the [`index`](Self::index) of every node in its tree.
    fn bound(self) -> usize;

    /// Whether the order of the [`index`](Self::index)es is tree order.
    fn is_index_ordered(self) -> bool {
        false
    }

    /// Whether its document is an HTML document: the names of HTML elements and their attributes then match ASCII
    /// case-insensitively, and a name without a prefix is that of an HTML element.
    fn in_html_document(self) -> bool;

    /// The name of an element. Other nodes aren't asked for it.
    fn qualified_name(self) -> QualifiedName<'d>;

    /// The target of a processing instruction. Other nodes aren't asked for it.
    fn target(self) -> &'d str;

    /// The data of a text node, a comment or a processing instruction. Other nodes aren't asked for it.
    fn data(self) -> &'d str;

    /// The attribute of an element at this position in source order; none for other nodes.
    fn attribute(self, index: usize) -> Option<AttributeView<'d>>;

    /// The number of an element's attributes.
    #[doc(hidden)]
    fn attribute_count(self) -> usize {
        (0..).map_while(|index| self.attribute(index)).count()
    }

    /// The namespace of an element.
    #[doc(hidden)]
    #[inline]
    fn namespace(self) -> Namespace {
        self.qualified_name().namespace
    }

    /// Whether this is the local name of an element.
    #[doc(hidden)]
    #[inline]
    fn is_named(self, name: &LocalName) -> bool {
        self.qualified_name().local.text == name.text
    }

    /// The position and value of an element's attribute with this name and no namespace.
    #[doc(hidden)]
    #[inline]
    fn find_attribute(self, name: &LocalName) -> Option<(usize, &'d str)> {
        (0..).map_while(|index| self.attribute(index)).enumerate().find_map(|(index, attribute)| {
            let own = attribute.name;
            let is_it = own.namespace == Namespace::None && own.local.text == name.text;
            is_it.then_some((index, attribute.value))
        })
    }

    /// Appends the data of all text nodes below this node, and returns the number of nodes visited.
    #[doc(hidden)]
    fn push_text(self, text: &mut String) -> u64 {
        let mut visited = 0;
        let mut at = self.first_child();
        while let Some(node) = at {
            visited += 1;
            if node.kind() == NodeKind::Text {
                text.push_str(node.data());
            }
            at = next_in_tree(node, self);
        }
        visited
    }

    /// Returns all descendants with `key`, in tree order, if the tree has an index that lists them.
    #[doc(hidden)]
    fn indexed(self, key: &CandidateKey) -> Option<Self::Indexed> {
        let _ = key;
        None
    }

    /// Returns the next element in tree order, among the descendants of `root`, with `key`. Adds the number of nodes
    /// visited to `steps`.
    #[doc(hidden)]
    #[inline]
    fn next_candidate(self, root: Self, key: &CandidateKey, steps: &mut u64) -> Option<Self> {
        let mut at = next_in_tree(self, root);
        while let Some(node) = at {
            *steps += 1;
            if node.kind() == NodeKind::Element && key.fits(node) {
                return at;
            }
            at = next_in_tree(node, root);
        }
        None
    }
}

/// A necessary condition of a match that is cheap to test, or that an index can list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidateKey {
    /// An element.
    Element,
    /// This local name.
    Type(LocalName),
    /// An attribute with this name and no namespace.
    Attribute(LocalName),
    /// This id.
    Id(Box<str>),
    /// This class.
    Class(Box<str>),
}

impl CandidateKey {
    fn fits<'d, N: Node<'d>>(&self, element: N) -> bool {
        let value = |name| element.find_attribute(&LocalName::new(name)).map(|found| found.1);
        match self {
            Self::Element => true,
            Self::Type(name) => element.is_named(name),
            Self::Attribute(name) => element.find_attribute(name).is_some(),
            Self::Id(id) => value(attr::ID.as_str()) == Some(id),
            Self::Class(class) => {
                value(attr::CLASS.as_str()).is_some_and(|value| text::has_token(value, class))
            }
        }
    }
}

/// Returns the node after `node` in tree order among the descendants of `root`.
#[inline]
pub(crate) fn next_in_tree<'d, N: Node<'d>>(node: N, root: N) -> Option<N> {
    node.first_child().or_else(|| next_after(node, Some(root), &mut 0))
}

/// Returns the node after `node` and its descendants in tree order, among the descendants of `root` if there is one.
/// Adds the number of ancestors climbed to `steps`.
#[inline]
pub(crate) fn next_after<'d, N: Node<'d>>(
    mut node: N,
    root: Option<N>,
    steps: &mut u64,
) -> Option<N> {
    while Some(node) != root {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        *steps += 1;
        node = node.parent()?;
    }
    None
}

/// Returns the last of `node` and its descendants in tree order. Adds the number of descents to `steps`.
pub(crate) fn last_in_tree<'d, N: Node<'d>>(mut node: N, steps: &mut u64) -> N {
    while let Some(last) = node.last_child() {
        *steps += 1;
        node = last;
    }
    node
}

/// Returns the root of the tree that `node` is in.
pub(crate) fn root_of<'d, N: Node<'d>>(mut node: N) -> N {
    while let Some(parent) = node.parent() {
        node = parent;
    }
    node
}

/// Whether XPath's data model has this node: not a doctype, not an empty text node, and not a text node after another
/// one that isn't empty, which is part of that one. Adds the number of text nodes passed to `steps`.
pub(crate) fn is_visible<'d, N: Node<'d>>(node: N, steps: &mut u64) -> bool {
    match node.kind() {
        NodeKind::Other => false,
        NodeKind::Text => is_text(node, steps),
        _ => true,
    }
}

/// Whether a text node is the first of its run of adjacent text nodes that has characters: it represents the run.
/// Adds the number of text nodes passed to `steps`.
pub(crate) fn is_text<'d, N: Node<'d>>(node: N, steps: &mut u64) -> bool {
    !node.data().is_empty() && preceding_text(node, steps).is_none()
}

/// Returns the nearest text node before this one in its run that has characters.
fn preceding_text<'d, N: Node<'d>>(node: N, steps: &mut u64) -> Option<N> {
    let mut at = node.previous_sibling();
    while let Some(text) = at.filter(|text| text.kind() == NodeKind::Text) {
        if !text.data().is_empty() {
            return at;
        }
        *steps += 1;
        at = text.previous_sibling();
    }
    None
}

/// Returns the node that represents `node` in XPath's data model.
pub(crate) fn representative<'d, N: Node<'d>>(mut node: N) -> N {
    if node.kind() == NodeKind::Text {
        while let Some(text) = preceding_text(node, &mut 0) {
            node = text;
        }
    }
    node
}
