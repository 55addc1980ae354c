//! What a tree has to tell of its nodes.

use names::{NameId, Namespace, attr};

use crate::{
    local,
    program::{NamespaceUrl, Word},
};

/// What kind of document a tree is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flavour {
    /// Whether it is an HTML document: names of HTML elements and their attributes match whatever the
    /// selector's case, and the values of some attributes too.
    pub html: bool,
    /// Whether it is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks): classes and ids match
    /// whatever their case.
    pub quirks: bool,
}

/// An element by itself.
pub trait Element {
    /// Whether its local name is this one.
    fn is_named(&self, name: &Word) -> bool;

    /// Its local name.
    fn local_name(&self) -> &str;

    /// Its namespace; [`Namespace::Other`] for those that aren't known.
    fn namespace(&self) -> Namespace;

    /// Whether it is in this namespace.
    fn is_in(&self, namespace: &NamespaceUrl) -> bool;

    /// A number that two elements of a tree share if they have the same local name and namespace.
    fn type_key(&self) -> u64;

    /// The value of its attribute of this known name and no namespace.
    fn known_attribute(&self, name: NameId) -> Option<&str>;

    /// The value of its attribute of this name and no namespace.
    fn attribute(&self, name: &Word) -> Option<&str>;

    /// Whether `test` holds for the value of one of its attributes of this name, in `namespace` if that is
    /// given.
    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &Word,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool;
}

/// A node of a tree. Those that aren't elements answer what [`Element`] asks as they like.
pub trait Node: Element + Copy + Eq {
    /// Elements as an index lists them; [`Empty`](std::iter::Empty) if the tree has none.
    type Indexed: ExactSizeIterator<Item = Self>;

    /// What kind of document it is part of.
    fn flavour(self) -> Flavour;

    /// Its number, which no other node of its tree has.
    fn index(self) -> usize;

    /// A number that all in its tree are less than.
    fn bound(self) -> usize;

    /// Whether it is an element.
    fn is_element(self) -> bool;

    /// Whether it is a document: not a fragment.
    fn is_document(self) -> bool;

    /// Whether it is a text node that isn't empty.
    fn has_text(self) -> bool;

    /// Its parent, of whatever kind.
    fn parent(self) -> Option<Self>;

    /// Its first child, of whatever kind.
    fn first_child(self) -> Option<Self>;

    /// Its last child, of whatever kind.
    fn last_child(self) -> Option<Self>;

    /// The sibling before it, of whatever kind.
    fn previous_sibling(self) -> Option<Self>;

    /// The sibling after it, of whatever kind.
    fn next_sibling(self) -> Option<Self>;

    /// Calls `see` with the text of a text node.
    fn with_text<T>(self, see: impl FnOnce(&str) -> T) -> Option<T>;

    /// All descendants that have `key`, in tree order, if the tree has an index that lists them: it takes no
    /// search to tell how many there are.
    fn indexed(self, key: &Key) -> Option<Self::Indexed> {
        let _ = key;
        None
    }

    /// Whether it is a descendant of `ancestor`.
    fn is_within(self, ancestor: Self) -> bool;

    /// The next element after this node in tree order, among the descendants of `root`, that one of `keys`
    /// fits. The nodes that were passed are added to `steps`.
    ///
    /// Most of the time goes into this, so a tree may have a faster way.
    #[inline]
    fn next_candidate(self, root: Self, keys: &[Key], steps: &mut usize) -> Option<Self> {
        let flavour = root.flavour();
        let mut at = next_in_tree(self, root);
        while let Some(node) = at {
            *steps += 1;
            if node.is_element() && keys.iter().any(|key| key.fits(&node, flavour)) {
                return at;
            }
            at = next_in_tree(node, root);
        }
        None
    }
}

/// What an element must have to be worth a closer look.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Key {
    /// Nothing in particular.
    Any,
    /// This local name.
    Type(Word),
    /// An attribute of this known name and no namespace.
    Attribute(NameId),
    /// This id.
    Id(Box<str>),
    /// This class.
    Class(Box<str>),
}

impl Key {
    /// The attribute that an element that has it has.
    #[inline]
    #[must_use]
    pub fn attribute(&self) -> Option<NameId> {
        match self {
            Self::Any | Self::Type(_) => None,
            Self::Attribute(name) => Some(*name),
            Self::Id(_) => Some(attr::ID),
            Self::Class(_) => Some(attr::CLASS),
        }
    }

    /// The more, the fewer elements have it, in most documents.
    pub(crate) fn rarity(&self) -> u8 {
        match self {
            Self::Any => 0,
            Self::Type(_) => 1,
            Self::Attribute(_) => 2,
            Self::Class(_) => 3,
            Self::Id(_) => 4,
        }
    }

    /// Whether an element whose [`attribute`](Self::attribute) is `value` has it.
    #[inline]
    #[must_use]
    pub fn accepts(&self, value: &str, flavour: Flavour) -> bool {
        match self {
            Self::Any | Self::Type(_) | Self::Attribute(_) => true,
            Self::Id(id) => local::equal(value, id, flavour.quirks),
            Self::Class(class) => local::has_token(value, class, flavour.quirks),
        }
    }

    #[inline]
    fn has_value(&self, element: &impl Element, name: NameId, flavour: Flavour) -> bool {
        element.known_attribute(name).is_some_and(|value| self.accepts(value, flavour))
    }

    /// Whether an element has it.
    #[inline]
    pub fn fits(&self, element: &impl Element, flavour: Flavour) -> bool {
        match self {
            Self::Any => true,
            Self::Type(name) => element.is_named(name),
            Self::Attribute(name) => element.known_attribute(*name).is_some(),
            Self::Id(_) => self.has_value(element, attr::ID, flavour),
            Self::Class(_) => self.has_value(element, attr::CLASS, flavour),
        }
    }
}

/// The element before `node` among its siblings.
pub(crate) fn previous_element<N: Node>(node: N) -> Option<N> {
    let mut at = node.previous_sibling();
    while let Some(node) = at {
        if node.is_element() {
            return at;
        }
        at = node.previous_sibling();
    }
    None
}

/// The element after `node` among its siblings.
pub(crate) fn next_element<N: Node>(node: N) -> Option<N> {
    let mut at = node.next_sibling();
    while let Some(node) = at {
        if node.is_element() {
            return at;
        }
        at = node.next_sibling();
    }
    None
}

/// The node after `node` in tree order among the descendants of `root`.
#[inline]
pub(crate) fn next_in_tree<N: Node>(node: N, root: N) -> Option<N> {
    node.first_child().or_else(|| next_after(node, root))
}

/// The node after `node` and its descendants in tree order among the descendants of `root`.
#[inline]
pub(crate) fn next_after<N: Node>(mut node: N, root: N) -> Option<N> {
    while node != root {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
    None
}

/// The node that `node` and all of its tree descend from.
pub(crate) fn root_of<N: Node>(mut node: N) -> N {
    while let Some(parent) = node.parent() {
        node = parent;
    }
    node
}
