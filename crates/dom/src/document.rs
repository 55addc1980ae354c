//! The document: what it holds and how a reader enters it.

use std::{collections::HashMap, fmt};

use names::{Name, NameId, tag};
use tree_sink::{QuirksMode, ShadowRootInit};

use crate::{
    arena::{Arena, Head, Kind, Link, Node, Slot},
    attributes::Attribute,
    id::NodeId,
    node::NodeRef,
    own_names::Names,
    positions::Positions,
    text::{Run, Texts},
};

/// A parsed document, or the fragment that a fragment parse yields.
///
/// The nodes lie in one vector, so a document is cheap to clone and to drop at any depth, and it is
/// `Send` and `Sync`. It is read through [`NodeRef`]s. A document can hold 2³² nodes, 4 GiB of text
/// and attribute values, and 2²³ distinct names; what is past that is left out, and
/// [`is_truncated`](Self::is_truncated) tells.
#[derive(Clone)]
pub struct Document {
    pub(crate) nodes: Arena,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) texts: Texts,
    pub(crate) names: Names,
    pub(crate) doctypes: Vec<Doctype>,
    /// Template contents and shadow roots by the element that has them, but for those that come right
    /// after it among the nodes.
    pub(crate) fragments: HashMap<Slot, Slot>,
    pub(crate) shadow_roots: Vec<ShadowRootInit>,
    /// The elements that have their attributes for themselves since they were changed, and room for how many.
    pub(crate) attribute_room: HashMap<Slot, u32>,
    pub(crate) positions: Option<Positions>,
    pub(crate) document_element: Link,
    pub(crate) quirks_mode: QuirksMode,
    /// Whether it came from XML: then names count as they are written.
    pub(crate) is_xml: bool,
    /// How many attributes there may be.
    pub(crate) attribute_limit: usize,
    /// Whether a node or an attribute was left out; [`Texts`] and [`Names`] tell for themselves.
    pub(crate) truncated: bool,
}

/// The parts of a doctype.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doctype {
    pub(crate) name: Run,
    pub(crate) public_id: Run,
    pub(crate) system_id: Run,
}

impl Doctype {
    /// The same, its parts moved.
    pub(crate) fn map(self, moved: impl Fn(Run) -> Run) -> Self {
        Self {
            name: moved(self.name),
            public_id: moved(self.public_id),
            system_id: moved(self.system_id),
        }
    }
}

const _: () = {
    const fn shareable<T: Send + Sync + Clone + fmt::Debug>() {}
    shareable::<Document>();
};

impl Document {
    pub(crate) fn with_root(root: Kind) -> Self {
        Self {
            nodes: Arena::new(root),
            attributes: Vec::new(),
            texts: Texts::new(),
            names: Names::new(),
            doctypes: Vec::new(),
            fragments: HashMap::new(),
            shadow_roots: Vec::new(),
            attribute_room: HashMap::new(),
            positions: None,
            document_element: None,
            quirks_mode: QuirksMode::NoQuirks,
            is_xml: false,
            attribute_limit: u32::MAX as usize,
            truncated: false,
        }
    }

    /// Forgets everything, but not the memory.
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
        self.document_element = None;
        self.quirks_mode = QuirksMode::NoQuirks;
        self.is_xml = false;
        self.attribute_limit = u32::MAX as usize;
        self.truncated = false;
    }

    /// Reserves what the tree of `input` bytes of a typical page takes.
    pub(crate) fn reserve(&mut self, input: usize) {
        // A page has sixteen nodes and nine attributes a KiB, a dense one more than twice as many; what
        // is reserved and not used is never touched. And a copy of the page, with what moves or is decoded beside it.
        // The hint is no promise, so it is bounded.
        let kib = input.min(u32::MAX as usize) / 1024 + 1;
        let (nodes, attributes) = (36 * kib, 24 * kib);
        self.nodes.reserve(nodes);
        let _ = self.attributes.try_reserve_exact(attributes);
        if let Some(positions) = &mut self.positions {
            positions.reserve(nodes, attributes);
        }
        self.texts.reserve(input + input / 3 + 64);
    }

    /// The node that everything else descends from: the document node, or for a fragment parse the
    /// fragment that has the parsed nodes as its children.
    #[inline]
    #[must_use]
    pub fn document(&self) -> NodeRef<'_> {
        NodeRef { document: self, id: Slot::ROOT }
    }

    /// The node with this id; `None` if the id is of another document or stale.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.nodes.slot(id).map(|id| NodeRef { document: self, id })
    }

    /// The [document element](https://dom.spec.whatwg.org/#document-element): the element child of
    /// the document node. A fragment has none.
    #[must_use]
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        self.document_element.map(|id| NodeRef { document: self, id })
    }

    /// [The head element](https://html.spec.whatwg.org/multipage/dom.html#the-head-element-2): the
    /// first `head` child of the `html` element.
    #[must_use]
    pub fn head(&self) -> Option<NodeRef<'_>> {
        self.html()?.children().find(|child| child.is_html(tag::HEAD))
    }

    /// [The body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2): the
    /// first `body` or `frameset` child of the `html` element.
    #[must_use]
    pub fn body(&self) -> Option<NodeRef<'_>> {
        let is_body =
            |child: &NodeRef<'_>| child.is_html(tag::BODY) || child.is_html(tag::FRAMESET);
        self.html()?.children().find(is_body)
    }

    fn html(&self) -> Option<NodeRef<'_>> {
        self.document_element().filter(|element| element.is_html(tag::HTML))
    }

    /// The document's [doctype](https://dom.spec.whatwg.org/#concept-doctype) node.
    #[must_use]
    pub fn doctype(&self) -> Option<NodeRef<'_>> {
        self.document().children().find(|child| child.head().is(Kind::Doctype))
    }

    /// The [mode](https://dom.spec.whatwg.org/#concept-document-mode) that the doctype asked for.
    #[must_use]
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }

    /// How many nodes there are, those included that were taken out of the tree.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the document node is all there is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Whether something had to be left out because the document was full.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated || self.texts.truncated || self.names.truncated
    }

    /// Gives back the memory that was reserved and not used.
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
    }

    /// How many bytes the document holds outside itself, what is reserved included.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.nodes.heap_bytes()
            + self.attributes.capacity() * size_of::<Attribute>()
            + self.texts.heap_bytes()
            + self.names.heap_bytes()
            + self.doctypes.capacity() * size_of::<Doctype>()
            + self.fragments.capacity() * (size_of::<(Slot, Slot)>() + 1)
            + self.shadow_roots.capacity() * size_of::<ShadowRootInit>()
            + self.attribute_room.capacity() * (size_of::<(Slot, u32)>() + 1)
            + self.positions.as_ref().map_or(0, Positions::heap_bytes)
    }

    /// Notes that a parser is done with the document.
    ///
    /// It came back to elements it had left only in `head` after its end tag, and in `body` after that of it or of
    /// `html`: among the children of the root and of the document element.
    pub(crate) fn settle(&mut self) {
        let is_html_context = || {
            let first = self.document().first_element_child();
            first.is_some_and(|child| child.is_html(tag::HEAD))
        };
        let is_outer = self.nodes[Slot::ROOT].head.is(Kind::Document) || is_html_context();
        self.nodes
            .settle([is_outer.then_some(Slot::ROOT), self.document_element].into_iter().flatten());
    }

    /// Adds a node; `None`, and a mark, if the document is full.
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

    /// The fragment that hangs on `element`: its template contents or its shadow root.
    pub(crate) fn fragment_of(&self, element: Slot) -> Link {
        if !self.nodes[element].head.has_fragment() {
            return None;
        }
        self.next_to(element).or_else(|| self.fragments.get(&element).copied())
    }

    /// The fragment that hangs on `element`, if it was made right after it: so are those of templates.
    fn next_to(&self, element: Slot) -> Link {
        let next = Slot::of_index(element.index() + 1)?;
        let node = self.nodes.get(next)?;
        (node.head.is(Kind::Fragment) && node.start == element.get()).then_some(next)
    }

    /// Hangs a new fragment on `host`; `shadow` is one more than the number of a shadow root.
    pub(crate) fn push_fragment(&mut self, host: Slot, shadow: u32) -> Link {
        let id = self.hang_fragment(host, shadow);
        self.truncated |= id.is_none();
        id
    }

    /// The same, without a mark if the document is full.
    pub(crate) fn hang_fragment(&mut self, host: Slot, shadow: u32) -> Link {
        let id = self.nodes.push(Node::new(Head::of(Kind::Fragment), host.get(), shadow))?;
        let head = &mut self.nodes[host].head;
        *head = head.with_fragment();
        if self.next_to(host).is_none() {
            self.fragments.insert(host, id);
        }
        Some(id)
    }

    /// Takes `node` out of the tree.
    pub(crate) fn take_out(&mut self, node: Slot) {
        if self.document_element == Some(node) {
            self.document_element = None;
        }
        self.nodes.unlink(node);
    }

    /// Whether `node` is the document node of a document, which refuses some children.
    #[inline]
    pub(crate) fn is_document(&self, node: Slot) -> bool {
        node == Slot::ROOT && self.nodes[node].head.is(Kind::Document)
    }

    /// Whether `node` is an element called `name` in the HTML namespace.
    #[inline]
    pub(crate) fn is_html(&self, node: Slot, name: NameId) -> bool {
        self.nodes[node].head.is_html(name)
    }
}

impl Default for Document {
    /// A document without content.
    fn default() -> Self {
        Self::with_root(Kind::Document)
    }
}

impl fmt::Debug for Document {
    /// The document's sizes; [`outline`](Self::outline) shows the tree.
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
