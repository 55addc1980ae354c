//! The trait through which queries and other algorithms read a tree that lends its texts.
//!
//! This file and `traverse.rs` are two halves of one recursion: the provided methods walk by the steps there, which are
//! written in terms of the required methods here.

use std::{ops::Range, sync::LazyLock};

use sapwood_names::{
    KeyedHash, LocalName, Name, NameId, Namespace, NamespaceUrl, attr, attribute_id, tag_id,
};

use crate::{
    AttributeView, CandidateKey, QualifiedName, ShadowRootInit,
    candidate_key::has_token,
    properties::{DoctypeIds, DocumentMode, ElementHead, NameFlags, NodeKind},
    traverse::{Ancestors, Children, Descendants, next_in_tree, root_of},
    visitor::Visitor,
};

/// A node of a tree that lends its texts for `'d`; nodes are visited in any order.
///
/// Selectors, XPath expressions and text extraction are written against this trait. A tree that keeps its data in cells
/// can't implement it: it implements [`TreeSource`](crate::TreeSource) and is queried through `sapwood::dom::Snapshot`. Every tree of
/// nodes is a `TreeSource` by [`NodeSource`](crate::NodeSource).
///
/// The first twelve methods are required. The others have defaults made of these, and a tree overrides those that it
/// answers faster. Template contents and shadow trees are trees of their own.
///
/// # Examples
///
/// A tree of elements and texts, which then selects, evaluates an XPath expression, and writes itself:
///
/// ```
/// use sapwood::{
///     Namespace, QuirksMode, Selector, XPath, attribute_id,
///     serializer::{SerializeOptions, write_outer},
///     tag_id,
///     tree::{AttributeView, DocumentMode, Name, Node, NodeKind, NodeSource, QualifiedName},
/// };
///
/// /// An element, or a text if the name is empty.
/// struct Entry {
///     name: &'static str,
///     attributes: Vec<(&'static str, String)>,
///     text: String,
///     parent: Option<usize>,
///     /// Its position among its siblings.
///     position: usize,
///     children: Vec<usize>,
/// }
///
/// struct Tree(Vec<Entry>);
///
/// #[derive(Clone, Copy)]
/// struct Toy<'d>(&'d Tree, usize);
///
/// impl PartialEq for Toy<'_> {
///     fn eq(&self, other: &Self) -> bool { self.1 == other.1 }
/// }
///
/// impl Eq for Toy<'_> {}
///
/// impl<'d> Toy<'d> {
///     fn entry(self) -> &'d Entry { &self.0.0[self.1] }
///     fn at(self, index: Option<&usize>) -> Option<Self> { Some(Self(self.0, *index?)) }
///     fn sibling(self, position: usize) -> Option<Self> {
///         self.at(self.parent()?.entry().children.get(position))
///     }
/// }
///
/// impl<'d> Node<'d> for Toy<'d> {
///     type Indexed = std::iter::Empty<Self>;
///
///     fn kind(self) -> NodeKind {
///         if self.entry().name.is_empty() { NodeKind::Text } else { NodeKind::Element }
///     }
///     fn parent(self) -> Option<Self> { self.at(self.entry().parent.as_ref()) }
///     fn first_child(self) -> Option<Self> { self.at(self.entry().children.first()) }
///     fn last_child(self) -> Option<Self> { self.at(self.entry().children.last()) }
///     fn previous_sibling(self) -> Option<Self> { self.sibling(self.entry().position.checked_sub(1)?) }
///     fn next_sibling(self) -> Option<Self> { self.sibling(self.entry().position + 1) }
///     fn name(self) -> QualifiedName<'d> {
///         let text = self.entry().name;
///         QualifiedName::new(Namespace::Html, Name { id: tag_id(text), text })
///     }
///     fn attribute(self, position: usize) -> Option<AttributeView<'d>> {
///         let (text, value) = self.entry().attributes.get(position)?;
///         let name = QualifiedName::new(Namespace::None, Name { id: attribute_id(text), text });
///         Some(AttributeView { name, value })
///     }
///     fn data(self) -> &'d str { &self.entry().text }
///     fn mode(self) -> DocumentMode {
///         DocumentMode { html: true, quirks_mode: QuirksMode::NoQuirks }
///     }
///     fn index(self) -> usize { self.1 }
///     fn bound(self) -> usize { self.0.0.len() }
/// }
///
/// // `<ul><li class="tall">Oak</li><li>Elm</li></ul>`
/// let entry = |name, text: &str, parent, position, children: &[usize]| {
///     Entry { name, attributes: Vec::new(), text: text.to_owned(), parent, position, children: children.to_vec() }
/// };
/// let mut tree = Tree(vec![
///     entry("ul", "", None, 0, &[1, 3]),
///     entry("li", "", Some(0), 0, &[2]),
///     entry("", "Oak", Some(1), 0, &[]),
///     entry("li", "", Some(0), 1, &[4]),
///     entry("", "Elm", Some(3), 0, &[]),
/// ]);
/// tree.0[1].attributes.push(("class", "tall".to_owned()));
/// let root = Toy(&tree, 0);
///
/// let tall: Vec<_> = Selector::new("li.tall:first-child")?.search(root).collect();
/// assert!(tall == [Toy(&tree, 1)]);
/// assert_eq!(XPath::parse("//li[2]")?.strings(root)?, ["Elm"]);
///
/// let mut html = String::new();
/// write_outer(&mut html, &NodeSource::of(root), &root, &SerializeOptions::default())?;
/// assert_eq!(html, "<ul><li class=\"tall\">Oak</li><li>Elm</li></ul>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Node<'d>: Copy + Eq {
    /// The elements of an index list; [`Empty`](std::iter::Empty) for a tree without an index.
    type Indexed: ExactSizeIterator<Item = Self>;

    /// Returns the type of this node.
    fn kind(self) -> NodeKind;

    /// Returns the parent node.
    fn parent(self) -> Option<Self>;

    /// Returns the first child node.
    fn first_child(self) -> Option<Self>;

    /// Returns the last child node.
    fn last_child(self) -> Option<Self>;

    /// Returns the previous sibling node.
    fn previous_sibling(self) -> Option<Self>;

    /// Returns the next sibling node.
    fn next_sibling(self) -> Option<Self>;

    /// Returns the name of an element. The local name of a processing instruction is its target, and that of a doctype
    /// is its name; both are in no namespace. Other nodes aren't asked for it.
    fn name(self) -> QualifiedName<'d>;

    /// Returns the attribute of an element at this position in source order; `None` for other nodes.
    fn attribute(self, position: usize) -> Option<AttributeView<'d>>;

    /// Returns the data of a text node, a comment or a processing instruction. Other nodes aren't asked for it.
    fn data(self) -> &'d str;

    /// Returns the mode of the document.
    fn mode(self) -> DocumentMode;

    /// Returns a number that is unique in the tree, below its [`bound`](Self::bound).
    fn index(self) -> usize;

    /// Returns an upper bound, exclusive, on the [`index`](Self::index) of every node of the tree.
    fn bound(self) -> usize;

    /// Returns `true` if the order of the [`index`](Self::index)es is tree order.
    fn is_index_ordered(self) -> bool {
        false
    }

    /// Returns the children in tree order.
    #[inline]
    fn children(self) -> Children<Self> {
        Children::of(self)
    }

    /// Returns the descendants in tree order.
    #[inline]
    fn descendants(self) -> Descendants<Self> {
        Descendants::of(self)
    }

    /// Returns the ancestors, the parent first.
    #[inline]
    fn ancestors(self) -> Ancestors<Self> {
        Ancestors::of(self)
    }

    /// Visits the texts and elements below this node in tree order. A tree may override it with a walk that looks each node up once.
    #[inline]
    fn visit_descendants(self, visitor: &mut impl Visitor<Self>) {
        let (mut next, mut parent) = (self.first_child(), self);
        loop {
            while let Some(node) = next {
                next = node.next_sibling();
                match node.kind() {
                    NodeKind::Text => visitor.text(node),
                    NodeKind::Element if visitor.element(node) => {
                        (next, parent) = (node.first_child(), node);
                    }
                    _ => {}
                }
            }
            if parent == self {
                return;
            }
            visitor.leave(parent);
            next = parent.next_sibling();
            parent = parent.parent().unwrap_or(self);
        }
    }

    /// Returns the document node, or the root of a fragment; also for a node whose own root is another one, such as
    /// template contents.
    fn node_document(self) -> Self {
        root_of(self)
    }

    /// Returns the identifiers of a doctype. Other nodes aren't asked for them.
    fn doctype_ids(self) -> DoctypeIds<'d> {
        DoctypeIds::default()
    }

    /// Returns the node that holds the contents of a `template` element; `None` for any other node.
    fn template_contents(self) -> Option<Self> {
        None
    }

    /// Returns the shadow root of an element and its properties.
    fn shadow_root(self) -> Option<(Self, ShadowRootInit)> {
        None
    }

    /// Returns the form controls that the parser associated with a `form` that isn't their ancestor, each with that
    /// form, over the whole tree.
    fn parsed_form_owners(self) -> Vec<(Self, Self)> {
        Vec::new()
    }

    /// Returns `true` if it is an element.
    #[inline]
    fn is_element(self) -> bool {
        self.kind() == NodeKind::Element
    }

    /// Returns `true` if it is a text node with at least one character.
    #[inline]
    fn has_text(self) -> bool {
        self.kind() == NodeKind::Text && !self.data().is_empty()
    }

    /// Returns the head of an element; `None` for any other node.
    #[inline]
    fn element_head(self) -> Option<ElementHead> {
        self.is_element().then(|| {
            let name = self.name();
            let id = known_or(name.local, tag_id);
            let attribute_count = self.attribute_count();
            ElementHead { namespace: name.namespace, name: id, attribute_count }
        })
    }

    /// Returns the namespace of an element; [`Namespace::Other`] for an unknown one.
    #[inline]
    fn namespace(self) -> Namespace {
        self.name().namespace
    }

    /// Returns `true` if `namespace` is that of this element.
    fn is_in(self, namespace: &NamespaceUrl) -> bool {
        is_in(self.name(), namespace)
    }

    /// Returns `true` if `name` is the local name of this element.
    #[inline]
    fn is_named(self, name: &LocalName) -> bool {
        self.name().local.text == name.text
    }

    /// Returns a number that is equal for elements of one tree with the same local name and namespace, and differs
    /// between others but for a chance of one in 2⁶⁴.
    fn type_key(self) -> u64 {
        type_key(self.name())
    }

    /// Returns `true` if it is an HTML element with this name.
    #[inline]
    fn is_html(self, name: NameId) -> bool {
        self.is_element() && {
            let own = self.name();
            own.namespace == Namespace::Html && own.local.text == name.as_str()
        }
    }

    /// Returns the number of an element's attributes.
    fn attribute_count(self) -> usize {
        attributes(self).count()
    }

    /// Returns the position and the value of an element's attribute with this name and no namespace.
    #[inline]
    fn find_attribute(self, name: &LocalName) -> Option<(usize, &'d str)> {
        find_attribute(self, &name.text)
    }

    /// Returns the value of an element's attribute with this known name and no namespace.
    #[inline]
    fn known_attribute(self, name: NameId) -> Option<&'d str> {
        Some(find_attribute(self, name.as_str())?.1)
    }

    /// Returns the values of the attributes with these known names and no namespace. A tree may find them in one pass.
    #[inline]
    fn known_attributes<const N: usize>(self, names: [NameId; N]) -> [Option<&'d str>; N] {
        names.map(|name| self.known_attribute(name))
    }

    /// Returns the namespace and the id of the local name of each attribute, in the order of their positions. A tree may
    /// do so without a look at values and texts of names.
    #[inline]
    fn attribute_names(self) -> impl Iterator<Item = (Namespace, NameId)> {
        attributes(self).map(|attribute| {
            let name = attribute.name;
            (name.namespace, known_or(name.local, attribute_id))
        })
    }

    /// Returns the bitwise or of the flags of an element's attributes: `flags` has those of each known name without a
    /// namespace, by its index. Attributes in a namespace have the flags `in_namespace`, and others none.
    ///
    /// Text and Markdown ask each element once whether it has an attribute that matters; most have none.
    #[inline]
    fn attribute_flags(self, flags: &NameFlags, in_namespace: u8) -> u8 {
        self.attribute_names().fold(0, |all, (namespace, name)| {
            all | match namespace {
                Namespace::None => flags.get(name.index()).copied().unwrap_or(0),
                _ => in_namespace,
            }
        })
    }

    /// Returns the value of the attribute at this position.
    #[inline]
    fn attribute_value(self, position: usize) -> Option<&'d str> {
        Some(self.attribute(position)?.value)
    }

    /// Returns the value of the attribute with this qualified name, as
    /// [`getAttribute`](https://dom.spec.whatwg.org/#dom-element-getattribute) in the DOM. Case is ignored on HTML
    /// elements.
    fn attr(self, name: &str) -> Option<&'d str> {
        let is_html = self.is_element() && self.namespace() == Namespace::Html;
        let same = |a: &str, b: &str| if is_html { a.eq_ignore_ascii_case(b) } else { a == b };
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let is_it = |own: &QualifiedName<'_>| match own.prefix {
            // To the HTML tokenizer, a colon is part of the local name.
            None => same(own.local.text, name),
            Some(its) => prefix.is_some_and(|it| same(its, it)) && same(own.local.text, local),
        };
        attributes(self).find(|attribute| is_it(&attribute.name)).map(|attribute| attribute.value)
    }

    /// Returns a text that holds the [`data`](Self::data), and the range of the data in it.
    ///
    /// A vector search is faster where more bytes follow. A tree that keeps its texts in one buffer returns the buffer.
    #[inline]
    fn data_in_buffer(self) -> (&'d str, Range<usize>) {
        let data = self.data();
        (data, 0..data.len())
    }

    /// Returns the ranges of the input that parts of nodes of one tree were parsed from, if the tree knows them. A part is a
    /// range of a text's data, or the node as a whole: the start tag of an element.
    ///
    /// Parts of a text beside each other and in order take one walk over its source. A part whose place is unknown has the
    /// range of the whole text.
    fn input_ranges(parts: &[(Self, Option<Range<usize>>)]) -> Vec<Option<Range<usize>>> {
        vec![None; parts.len()]
    }

    /// Returns an estimate of the length of the text below this node in bytes, for which memory may be reserved; 0 if it
    /// isn't known.
    #[inline]
    fn text_length_hint(self) -> usize {
        0
    }

    /// Returns the data of all text nodes below this node in one text, or the data of a text, comment or processing
    /// instruction.
    fn text_content(self) -> String {
        match self.kind() {
            NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => {
                self.data().to_owned()
            }
            _ => {
                let mut text = String::new();
                self.push_text(&mut text);
                text
            }
        }
    }

    /// Appends the data of all text nodes below this node, and returns the number of nodes visited.
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

    /// Returns `true` if it is a descendant of `ancestor`.
    fn is_within(self, ancestor: Self) -> bool {
        let mut at = self.parent();
        while let Some(node) = at {
            if node == ancestor {
                return true;
            }
            at = node.parent();
        }
        false
    }

    /// Returns all descendants with `key`, in tree order, if the tree has an index that lists them.
    fn indexed(self, key: &CandidateKey) -> Option<Self::Indexed> {
        let _ = key;
        None
    }

    /// Returns the number of descendants, if the tree has an index that knows it.
    fn descendant_count(self) -> Option<usize> {
        None
    }

    /// Returns the next element in tree order, among the descendants of `root`, with one of `keys`. Adds the number of
    /// nodes visited to `steps`.
    ///
    /// Queries spend most of their time here, so a tree may override it with a faster scan.
    #[inline]
    fn next_candidate(self, root: Self, keys: &[CandidateKey], steps: &mut usize) -> Option<Self> {
        let mode = root.mode();
        let mut at = next_in_tree(self, root);
        while let Some(node) = at {
            *steps += 1;
            if node.is_element() && keys.iter().any(|key| key.fits(node, mode)) {
                return at;
            }
            at = next_in_tree(node, root);
        }
        None
    }

    /// Returns the next HTML element with this known name in tree order, among the descendants of `root`.
    #[inline]
    fn next_html(self, root: Self, name: NameId) -> Option<Self> {
        self.next_fitting(root, |head| head.name == name && head.namespace == Namespace::Html)
    }

    /// Returns the next element in tree order, among the descendants of `root`, whose head `fits`.
    ///
    /// Links are searched for by it, so a tree may override it with a scan that looks at nothing but heads.
    #[inline]
    fn next_fitting(self, root: Self, fits: impl Fn(ElementHead) -> bool) -> Option<Self> {
        let mut at = next_in_tree(self, root);
        while let Some(node) = at {
            if node.element_head().is_some_and(&fits) {
                return at;
            }
            at = next_in_tree(node, root);
        }
        None
    }

    /// Calls `found` with each node after this one, among the descendants of `root`, that has one of `keys`, in tree
    /// order.
    fn each_candidate(self, root: Self, keys: &[CandidateKey], found: &mut dyn FnMut(Self)) {
        let mut at = self;
        while let Some(next) = at.next_candidate(root, keys, &mut 0) {
            found(next);
            at = next;
        }
    }
}

/// A type of trees, for types that outlive the borrow of a tree and refer to its nodes, such as a rule about them.
pub trait Tree {
    /// A node.
    type Node<'d>: Node<'d>;
}

/// Returns the id of a name; for a name without one, the id that `find` knows for its text.
#[inline]
fn known_or(name: Name<'_>, find: impl FnOnce(&str) -> NameId) -> NameId {
    if name.id == NameId::UNKNOWN { find(name.text) } else { name.id }
}

/// Returns the attributes of an element in source order.
#[inline]
pub fn attributes<'d, N: Node<'d>>(element: N) -> impl Iterator<Item = AttributeView<'d>> {
    (0..).map_while(move |position| element.attribute(position))
}

/// Returns `true` if a name is in this namespace.
#[must_use]
pub fn is_in(name: QualifiedName<'_>, namespace: &NamespaceUrl) -> bool {
    name.namespace == namespace.namespace
        && (name.namespace != Namespace::Other || name.namespace_url == namespace.url)
}

fn find_attribute<'d, N: Node<'d>>(element: N, name: &str) -> Option<(usize, &'d str)> {
    attributes(element).enumerate().find_map(|(position, attribute)| {
        let own = attribute.name;
        let is_it = own.namespace == Namespace::None && own.local.text == name;
        is_it.then_some((position, attribute.value))
    })
}

fn type_key(name: QualifiedName<'_>) -> u64 {
    static HASH: LazyLock<KeyedHash> = LazyLock::new(KeyedHash::new_random);
    HASH.hash(name.local.text.as_bytes()) ^ HASH.hash(name.namespace_url.as_bytes()).rotate_left(1)
}

/// Returns the [id](https://dom.spec.whatwg.org/#concept-id) of an element.
pub(crate) fn id_of<'d, N: Node<'d>>(element: N) -> Option<&'d str> {
    element.known_attribute(attr::ID).filter(|id| !id.is_empty())
}

/// The test against a node is here, because nodes are found by keys.
impl CandidateKey {
    /// Returns `true` if an element has this key. Ids and classes are compared as in selectors, so in
    /// [quirks mode](DocumentMode::is_quirks) without regard to case.
    #[inline]
    pub fn fits<'d, N: Node<'d>>(&self, element: N, mode: DocumentMode) -> bool {
        match self {
            Self::Any => true,
            Self::Type(name) => element.is_named(name),
            Self::Attribute(name) if name.is_attribute => {
                element.known_attribute(name.id).is_some()
            }
            Self::Attribute(name) => element.find_attribute(name).is_some(),
            Self::Id(id) => element.known_attribute(attr::ID).is_some_and(|own| {
                if mode.is_quirks() { own.eq_ignore_ascii_case(id) } else { *own == **id }
            }),
            Self::Class(class) => element
                .known_attribute(attr::CLASS)
                .is_some_and(|classes| has_token(classes, class, mode.is_quirks())),
        }
    }
}
