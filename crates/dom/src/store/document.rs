//! The document: the tables that make it up.

use std::fmt;

use sapwood_names::{HashMap, Name, NameId, Namespace, tag};
use sapwood_tree::{QualifiedName, QuirksMode, ShadowRootInit};

#[cfg(feature = "lossless")]
use crate::store::source::Source;
use crate::store::{
    arena::{Arena, FIRST_NODES},
    attributes::Attribute,
    copies::Copies,
    doctypes::Doctypes,
    names::Names,
    node::{Head, Kind, Link, Node, Slot},
    positions::Positions,
    texts::{Run, Texts},
};

/// A parsed document, or the fragment that a fragment parse yields.
///
/// The nodes lie in one vector, so a document is cheap to clone and to drop at any depth, and it is
/// `Send` and `Sync`. It is read through [`NodeRef`](crate::NodeRef)s. A document can hold 2³² nodes, 4 GiB of text
/// and attribute values, and 2²³ distinct names. Content past these limits is dropped, and
/// [`is_truncated`](Self::is_truncated) returns `true`.
#[derive(Clone)]
pub struct Document {
    pub(crate) nodes: Arena,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) texts: Texts,
    pub(crate) names: Names,
    pub(crate) doctypes: Doctypes,
    /// Template contents and shadow roots by their host, except those in the slot after their host.
    pub(crate) fragments: HashMap<Slot, Slot>,
    pub(crate) shadow_roots: Vec<ShadowRootInit>,
    /// Elements that own their attributes since an edit, with the capacity of their range.
    pub(crate) attribute_room: HashMap<Slot, u32>,
    pub(crate) positions: Option<Positions>,
    /// The copies of the input in the text buffer, if positions or the source depend on them.
    pub(crate) copies: Copies,
    #[cfg(feature = "lossless")]
    pub(crate) source: Option<Source>,
    pub(crate) document_element: Link,
    pub(crate) quirks_mode: QuirksMode,
    /// Whether the document was parsed as XML: then names are case-sensitive.
    pub(crate) is_xml: bool,
    /// Maximum number of attributes.
    pub(crate) attribute_limit: usize,
    /// Whether a node or an attribute was dropped; [`Texts`] and [`Names`] have flags of their own.
    pub(crate) truncated: bool,
}

const _: () = {
    const fn shareable<T: Send + Sync + Clone + fmt::Debug>() {}
    shareable::<Document>();
};

impl Document {
    pub(crate) fn with_root(root: Kind) -> Self {
        Self::with_nodes(Arena::new(root))
    }

    /// The placeholder of a document that was taken away. It allocates nothing; a parse can begin in it.
    pub(crate) fn taken() -> Self {
        Self::with_nodes(Arena::without_nodes())
    }

    fn with_nodes(nodes: Arena) -> Self {
        Self {
            nodes,
            attributes: Vec::new(),
            texts: Texts::new(),
            names: Names::new(),
            doctypes: Doctypes::default(),
            fragments: HashMap::default(),
            shadow_roots: Vec::new(),
            attribute_room: HashMap::default(),
            positions: None,
            copies: Copies::default(),
            #[cfg(feature = "lossless")]
            source: None,
            document_element: None,
            quirks_mode: QuirksMode::NoQuirks,
            is_xml: false,
            attribute_limit: u32::MAX as usize,
            truncated: false,
        }
    }

    /// Empties the document and keeps its memory.
    pub(crate) fn reset(&mut self, root: Kind) {
        self.nodes.reset(root);
        self.attributes.clear();
        self.texts.clear();
        self.names.clear();
        self.doctypes.clear();
        self.fragments.clear();
        self.shadow_roots.clear();
        self.attribute_room.clear();
        if let Some(positions) = &mut self.positions {
            positions.clear();
        }
        self.copies.clear();
        #[cfg(feature = "lossless")]
        {
            self.source = None;
        }
        self.document_element = None;
        self.quirks_mode = QuirksMode::NoQuirks;
        self.is_xml = false;
        self.attribute_limit = u32::MAX as usize;
        self.truncated = false;
    }

    /// Reserves memory for the nodes of a typical page of `input` bytes, and for the first ones.
    pub(crate) fn reserve_nodes(&mut self, input: usize) {
        let (nodes, _) = typical_counts(input);
        self.nodes.reserve(nodes + FIRST_NODES);
    }

    /// Reserves memory for the tree of a typical page of `input` bytes.
    pub(crate) fn reserve(&mut self, input: usize) {
        // The text is a copy of the page plus what moves or is decoded.
        let (nodes, attributes) = typical_counts(input);
        self.nodes.reserve(nodes);
        let _ = self.attributes.try_reserve_exact(attributes);
        if let Some(positions) = &mut self.positions {
            positions.reserve(nodes);
        }
        self.texts.reserve(input + input / 3 + 64);
    }

    /// Number of nodes, including those that were removed from the tree.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the document node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Number of attributes, including those that were removed or replaced. Elements that the parser reopened share
    /// theirs with the original.
    #[must_use]
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// Bytes of texts and attribute values, including those that were removed or replaced.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        self.texts.len()
    }

    /// Whether content was dropped because the document was full.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated || self.texts.truncated || self.names.truncated
    }

    /// Releases all memory that the nodes don't need: unused capacity, and the markup between the texts. Ids stay valid.
    ///
    /// It takes more than half of the time that the parse took, so it pays for documents that are kept.
    /// [`compact`](Self::compact) drops nodes that are no longer in the tree as well.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p class=a>Oak</p>");
    /// let before = document.heap_bytes();
    /// document.trim();
    /// assert!(document.heap_bytes() < before);
    /// assert_eq!(document.text_bytes(), "aOak".len());
    /// ```
    #[inline]
    pub fn trim(&mut self) {
        self.drop_unused_text();
        self.shrink_to_fit();
    }

    /// Releases unused capacity.
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.attributes.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.doctypes.shrink_to_fit();
        self.fragments.shrink_to_fit();
        self.shadow_roots.shrink_to_fit();
        if let Some(positions) = &mut self.positions {
            positions.shrink_to_fit();
        }
        self.copies.shrink_to_fit();
    }

    /// Heap bytes in use, unused capacity included.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.nodes.heap_bytes()
            + self.attributes.capacity() * size_of::<Attribute>()
            + self.texts.heap_bytes()
            + self.names.heap_bytes()
            + self.doctypes.heap_bytes()
            + self.fragments.capacity() * (size_of::<(Slot, Slot)>() + 1)
            + self.shadow_roots.capacity() * size_of::<ShadowRootInit>()
            + self.attribute_room.capacity() * (size_of::<(Slot, u32)>() + 1)
            + self.positions.as_ref().map_or(0, Positions::heap_bytes)
            + self.copies.heap_bytes()
            + self.source_bytes()
    }

    /// Heap bytes of the source.
    fn source_bytes(&self) -> usize {
        #[cfg(feature = "lossless")]
        if let Some(source) = &self.source {
            return source.heap_bytes();
        }
        0
    }

    /// Ends a parse: decides whether slot order is tree order.
    ///
    /// The parser returns to an element that it had left only for `head` after its end tag, and for `body` after
    /// `</body>` or `</html>`: among the children of the root and of the document element.
    pub(crate) fn end_parse(&mut self) {
        let is_html_context = || {
            let mut children = self.children_from(Slot::ROOT, None);
            let first = children.find(|child| self.nodes[*child].head.is(Kind::Element));
            first.is_some_and(|child| self.is_html(child, tag::HEAD))
        };
        let is_outer = self.nodes[Slot::ROOT].head.is(Kind::Document) || is_html_context();
        self.nodes.end_parse(
            [is_outer.then_some(Slot::ROOT), self.document_element].into_iter().flatten(),
        );
    }

    /// Adds a node. If the document is full, returns `None` and sets `truncated`.
    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> Link {
        let id = self.nodes.push(node);
        if id.is_none() {
            self.truncated = true;
        }
        id
    }

    /// The text of a name.
    #[inline]
    pub(crate) fn name_text(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    /// The local name of an element or attribute, with its id.
    #[inline]
    pub(crate) fn local_name(&self, name: NameId) -> Name<'_> {
        self.names.local_name(name)
    }

    /// The text, comment or processing instruction data of `node`.
    #[inline]
    pub(crate) fn data(&self, node: &Node) -> &str {
        self.texts.get(Run { start: node.start, len: node.len })
    }

    /// The fragment attached to `element`: its template contents or its shadow root.
    #[inline]
    pub(crate) fn fragment_of(&self, element: Slot) -> Link {
        if self.nodes[element].head.has_fragment() { self.attached_fragment(element) } else { None }
    }

    fn attached_fragment(&self, element: Slot) -> Link {
        self.next_to(element).or_else(|| self.fragments.get(&element).copied())
    }

    /// The fragment attached to `element`, if it is in the next slot, as template contents mostly are.
    fn next_to(&self, element: Slot) -> Link {
        let next = Slot::of_index(element.index() + 1)?;
        let node = self.nodes.get(next)?;
        (node.head.is(Kind::Fragment) && node.start == element.get()).then_some(next)
    }

    /// Attaches a new fragment to `host`; `shadow` is one more than the number of a shadow root, or 0. If the document
    /// is full, returns `None` and sets `truncated`.
    pub(crate) fn push_fragment(&mut self, host: Slot, shadow: u32) -> Link {
        let id = self.hang_fragment(host, shadow);
        self.truncated |= id.is_none();
        id
    }

    /// Attaches a new fragment to `host`, as [`Self::push_fragment`] does; never sets `truncated`.
    pub(crate) fn hang_fragment(&mut self, host: Slot, shadow: u32) -> Link {
        let id = self.nodes.push(Node::new(Head::of(Kind::Fragment), host.get(), shadow))?;
        let head = &mut self.nodes[host].head;
        *head = head.with_fragment();
        if self.next_to(host).is_none() {
            self.fragments.insert(host, id);
        }
        Some(id)
    }

    /// Removes `node` from the tree.
    pub(crate) fn take_out(&mut self, node: Slot) {
        if self.document_element == Some(node) {
            self.document_element = None;
        }
        self.nodes.unlink(node);
    }

    /// The children of `parent`, from one of them on.
    pub(crate) fn children_from(&self, parent: Slot, from: Link) -> impl Iterator<Item = Slot> {
        let first = from.or(self.nodes[parent].first_child);
        std::iter::successors(first, |child| self.nodes[*child].next)
    }

    /// Whether `node` is the document node of a document, which can't have every kind of child.
    #[inline]
    pub(crate) fn is_document(&self, node: Slot) -> bool {
        node == Slot::ROOT && self.nodes[node].head.is(Kind::Document)
    }

    /// Whether `node` is an element called `name` in the HTML namespace.
    #[inline]
    pub(crate) fn is_html(&self, node: Slot, name: NameId) -> bool {
        self.nodes[node].head.is_html(name)
    }

    /// The attributes of `node`; none if it isn't an element.
    pub(crate) fn attributes_of(&self, node: Slot) -> &[Attribute] {
        let node = &self.nodes[node];
        if !node.head.is(Kind::Element) {
            return &[];
        }
        &self.attributes[node.start as usize..][..node.len as usize]
    }

    /// The attributes of an element's node.
    #[inline]
    pub(crate) fn attributes_at(&self, element: &Node) -> &[Attribute] {
        &self.attributes[element.start as usize..][..element.len as usize]
    }

    /// The value of the attribute `name`, without a namespace, of an element.
    #[inline]
    pub(crate) fn known_attribute(&self, node: Slot, name: NameId) -> Option<&str> {
        let code = Attribute::code(name, Namespace::None);
        let found = self.attributes_of(node).iter().find(|attribute| attribute.name == code)?;
        Some(self.texts.get(found.value()))
    }

    /// The name of the element that `node` is, in full.
    #[inline]
    pub(crate) fn name_of_element(&self, node: &Node) -> QualifiedName<'_> {
        self.names.full_name(node.head.name(), node.head.namespace())
    }

    /// The name of `attribute` in full.
    pub(crate) fn name_of_attribute(&self, attribute: Attribute) -> QualifiedName<'_> {
        let mut name = self.names.full_name(attribute.name_id(), attribute.namespace());
        if name.namespace != Namespace::None && name.prefix.is_none() {
            name.prefix = name.namespace.attribute_prefix(name.local.text);
        }
        name
    }

    /// The length of the attribute's name in the source.
    pub(crate) fn attribute_name_len(&self, attribute: Attribute) -> usize {
        let QualifiedName { prefix, local, .. } = self.name_of_attribute(attribute);
        prefix.map_or(0, |prefix| prefix.len() + 1) + local.text.len()
    }
}

/// The numbers of nodes and attributes that the memory for a page of `input` bytes is made for.
fn typical_counts(input: usize) -> (usize, usize) {
    // A page has sixteen nodes and nine attributes a KiB, a dense one more than twice as many; unused capacity is never
    // touched. The length may be a wrong hint, so it is bounded. A fragment of a few bytes becomes a few nodes, the implied
    // ones among them.
    let input = input.min(u32::MAX as usize);
    (36 * input / 1024 + 8, 24 * input / 1024)
}

impl Default for Document {
    /// A document without content.
    fn default() -> Self {
        Self::with_root(Kind::Document)
    }
}

impl fmt::Debug for Document {
    /// The document's sizes; [`dump`](Self::dump) shows the tree.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("nodes", &self.len())
            .field("attributes", &self.attributes.len())
            .field("text_bytes", &self.texts.len())
            .field("quirks_mode", &self.quirks_mode)
            .field("truncated", &self.is_truncated())
            .finish_non_exhaustive()
    }
}
