//! The traits that a tree implements.

use sapwood_names::{HashMap, LocalName, NameId, Namespace, NamespaceUrl};

use crate::{Select, Selector, simple};

/// The properties of a document that case-sensitivity depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentMode {
    /// Whether it is an HTML document: the names of HTML elements and their attributes, and the values of some
    /// attributes, match ASCII case-insensitively.
    pub html: bool,
    /// Whether it is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks): classes and ids match
    /// ASCII case-insensitively.
    pub quirks: bool,
}

/// An element, without its place in a tree.
pub trait Element {
    /// Whether this is its local name.
    fn is_named(&self, name: &LocalName) -> bool;

    /// Its local name.
    fn local_name(&self) -> &str;

    /// Its namespace; [`Namespace::Other`] for an unknown one.
    fn namespace(&self) -> Namespace;

    /// Whether it is in this namespace.
    fn is_in(&self, namespace: &NamespaceUrl) -> bool;

    /// A number that is equal for elements of the same tree with the same local name and namespace.
    fn type_key(&self) -> u64;

    /// The value of its attribute with this known name and no namespace.
    fn known_attribute(&self, name: NameId) -> Option<&str>;

    /// The value of its attribute with this name and no namespace.
    fn attribute(&self, name: &LocalName) -> Option<&str>;

    /// Whether `test` returns `true` for the value of an attribute with this name, in `namespace` if that is given and
    /// in any namespace otherwise.
    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool;
}

/// A node to search below: a [`Node`], or a type that has a root, such as a reference to a document.
#[doc(hidden)]
pub trait Scope {
    /// A node of the tree.
    type Node: Node;

    /// The node to search below.
    fn root(self) -> Self::Node;
}

impl<N: Node> Scope for N {
    type Node = N;

    fn root(self) -> N {
        self
    }
}

/// A node of a tree. The methods of [`Element`] are called on elements only.
pub trait Node: Element + Copy + Eq {
    /// The elements of an index list; [`Empty`](std::iter::Empty) for a tree without an index.
    #[doc(hidden)]
    type Indexed: ExactSizeIterator<Item = Self>;

    /// The mode of its document.
    fn document_mode(self) -> DocumentMode;

    /// A number that is unique in its tree.
    #[doc(hidden)]
    fn index(self) -> usize;

    /// An upper bound, exclusive, on the [`index`](Self::index) of every node in its tree.
    #[doc(hidden)]
    fn bound(self) -> usize;

    /// Whether it is an element.
    fn is_element(self) -> bool;

    /// Whether it is a document; a document fragment isn't.
    fn is_document(self) -> bool;

    /// Whether it is a text node with at least one character.
    fn has_text(self) -> bool;

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

    /// The [form owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner) of each
    /// form control in its tree, both as an [`index`](Self::index).
    #[doc(hidden)]
    fn form_owners(self) -> HashMap<usize, usize>;

    /// Calls `see` with the data of a text node.
    fn with_text<T>(self, see: impl FnOnce(&str) -> T) -> Option<T>;

    /// Returns all descendants with `key`, in tree order, if the tree has an index that lists them.
    #[doc(hidden)]
    fn indexed(self, key: &CandidateKey) -> Option<Self::Indexed> {
        let _ = key;
        None
    }

    /// Returns the number of descendants, if the tree has an index that knows it.
    #[doc(hidden)]
    fn descendant_count(self) -> Option<usize> {
        None
    }

    /// Whether it is a descendant of `ancestor`.
    fn is_within(self, ancestor: Self) -> bool;

    /// Returns the next element in tree order, among the descendants of `root`, with one of `keys`. Adds the number of
    /// nodes visited to `steps`.
    ///
    /// Selecting spends most of its time here, so a tree may override it with a faster scan.
    #[doc(hidden)]
    #[inline]
    fn next_candidate(self, root: Self, keys: &[CandidateKey], steps: &mut usize) -> Option<Self> {
        let mode = root.document_mode();
        let mut at = next_in_tree(self, root);
        while let Some(node) = at {
            *steps += 1;
            if node.is_element() && keys.iter().any(|key| key.fits(&node, mode)) {
                return at;
            }
            at = next_in_tree(node, root);
        }
        None
    }

    /// Calls `found` with each node after this one, among the descendants of `root`, that has one of `keys`, in tree
    /// order.
    #[doc(hidden)]
    fn each_candidate(self, root: Self, keys: &[CandidateKey], found: &mut dyn FnMut(Self)) {
        let mut at = self;
        while let Some(next) = at.next_candidate(root, keys, &mut 0) {
            found(next);
            at = next;
        }
    }

    // The next five run the engine. A tree that overrides each of them by the same call has the engine compiled once, in
    // the crate of the tree, rather than in every crate that selects.

    /// Begins a search below `root`.
    #[doc(hidden)]
    fn selected(selector: Selector, root: Self) -> Select<Self> {
        selector.search(root)
    }

    /// Returns the next match of a search.
    #[doc(hidden)]
    fn next_selected(select: &mut Select<Self>) -> Option<Self> {
        select.advance()
    }

    /// Returns the first match below `root`.
    #[doc(hidden)]
    fn first_selected(selector: &Selector, root: Self) -> Option<Self> {
        selector.search_first(root)
    }

    /// Whether this node matches.
    #[doc(hidden)]
    fn is_selected(self, selector: &Selector) -> bool {
        selector.test(self)
    }

    /// Returns the nearest inclusive ancestor that matches.
    #[doc(hidden)]
    fn closest_selected(self, selector: &Selector) -> Option<Self> {
        selector.search_ancestors(self)
    }
}

/// A necessary condition of a match that is cheap to test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidateKey {
    /// No condition.
    Any,
    /// This local name.
    Type(LocalName),
    /// An attribute with this known name and no namespace.
    Attribute(NameId),
    /// This id.
    Id(Box<str>),
    /// This class.
    Class(Box<str>),
}

impl CandidateKey {
    /// Ranks the kinds of keys: the higher, the fewer elements have it in most documents.
    pub(crate) fn rarity(&self) -> u8 {
        match self {
            Self::Any => 0,
            Self::Type(_) => 1,
            Self::Attribute(_) => 2,
            Self::Class(_) => 3,
            Self::Id(_) => 4,
        }
    }

    /// Whether an element has this key.
    #[inline]
    pub fn fits(&self, element: &impl Element, mode: DocumentMode) -> bool {
        match self {
            Self::Any => true,
            Self::Type(name) => element.is_named(name),
            Self::Attribute(name) => element.known_attribute(*name).is_some(),
            Self::Id(id) => simple::has_id(element, id, mode),
            Self::Class(class) => simple::has_class(element, class, mode),
        }
    }
}

/// Returns the nearest earlier sibling that is an element.
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

/// Returns the nearest later sibling that is an element.
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

/// Returns the node after `node` in tree order among the descendants of `root`.
#[inline]
pub(crate) fn next_in_tree<N: Node>(node: N, root: N) -> Option<N> {
    node.first_child().or_else(|| next_after(node, root))
}

/// Returns the node after `node` and its descendants in tree order among the descendants of `root`.
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

/// Returns the [root](https://dom.spec.whatwg.org/#concept-tree-root) of `node`.
pub(crate) fn root_of<N: Node>(mut node: N) -> N {
    while let Some(parent) = node.parent() {
        node = parent;
    }
    node
}
