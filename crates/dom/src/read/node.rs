//! References to nodes.

use std::{fmt, hash, ptr};

use sapwood_names::{NameId, Namespace};
use sapwood_tree::{ElementName, QualifiedName, Span};

use crate::store::{
    document::Document,
    id::NodeId,
    node::{Head, Kind, Link, Node, Slot},
    positions::{Origin, SlotOrigin},
    texts::Run,
};

/// A node of a [`Document`]: the document and the node's number.
///
/// Two references are equal if they refer to the same node of the same document.
///
/// # Examples
///
/// ```
/// use sapwood::NodeData;
///
/// let document = sapwood::parse("<a href=/home>home<b>page</b></a>");
/// let link = document.select_first("a")?.unwrap();
/// assert_eq!((link.tag_name(), link.attr("href"), link.attr("class")), (Some("a"), Some("/home"), None));
/// assert_eq!(link.children().count(), 2);
/// assert!(matches!(link.first_child().unwrap().data(), NodeData::Text("home")));
/// assert_eq!(link.text_content(), "homepage");
/// # Ok::<(), sapwood::SelectorError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    pub(crate) document: &'a Document,
    pub(crate) id: Slot,
}

/// The kind of a node, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeData<'a> {
    /// The document node.
    Document,
    /// A document fragment: the root of a fragment parse, template contents, or a shadow root.
    Fragment,
    /// A doctype.
    Doctype(DoctypeRef<'a>),
    /// An element.
    Element(ElementName<'a>),
    /// A text node.
    Text(&'a str),
    /// A comment.
    Comment(&'a str),
    /// A processing instruction.
    ProcessingInstruction {
        /// The name after `<?`.
        target: &'a str,
        /// The text after the target and the white space that follows it.
        data: &'a str,
    },
}

/// The parts of a doctype; a missing one is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoctypeRef<'a> {
    /// The name.
    pub name: &'a str,
    /// The public identifier.
    pub public_id: &'a str,
    /// The system identifier.
    pub system_id: &'a str,
}

impl<'a> NodeRef<'a> {
    #[inline]
    pub(crate) fn entry(self) -> &'a Node {
        &self.document.nodes[self.id]
    }

    #[inline]
    pub(crate) fn head(self) -> Head {
        self.entry().head
    }

    #[inline]
    fn link(self, link: Link) -> Option<Self> {
        link.map(|id| Self { id, ..self })
    }

    /// The node's id, which outlives the borrow of the document and is what edits take. The `id` attribute is
    /// [`element_id`](Self::element_id).
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak");
    /// let p = document.select_first("p")?.unwrap().node_id();
    /// document.set_text(p, "Elm")?;
    /// assert_eq!(document.node(p).unwrap().text_content(), "Elm");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn node_id(&self) -> NodeId {
        self.document.nodes.id(self.id)
    }

    /// The document that the node is part of.
    #[inline]
    #[must_use]
    pub fn owner(&self) -> &'a Document {
        self.document
    }

    /// The kind of the node, with its data.
    #[must_use]
    pub fn data(&self) -> NodeData<'a> {
        let entry = self.entry();
        match entry.head.kind() {
            Kind::Document => NodeData::Document,
            Kind::Fragment => NodeData::Fragment,
            Kind::Doctype => {
                let doctype = self.document.doctypes.get(entry.start);
                let text = |run: Run| self.document.texts.get(run);
                NodeData::Doctype(DoctypeRef {
                    name: text(doctype.name),
                    public_id: text(doctype.public_id),
                    system_id: text(doctype.system_id),
                })
            }
            Kind::Element => NodeData::Element(self.name_of(entry)),
            Kind::Text => NodeData::Text(self.document.data(entry)),
            Kind::Comment => NodeData::Comment(self.document.data(entry)),
            Kind::ProcessingInstruction => NodeData::ProcessingInstruction {
                target: self.document.name_text(entry.head.name()),
                data: self.document.data(entry),
            },
        }
    }

    #[inline]
    fn name_of(self, entry: &Node) -> ElementName<'a> {
        ElementName {
            namespace: entry.head.namespace(),
            name: self.document.local_name(entry.head.name()),
        }
    }

    /// Whether it is an element.
    #[inline]
    #[must_use]
    pub fn is_element(&self) -> bool {
        self.head().is(Kind::Element)
    }

    /// Whether it is the HTML element called `name`.
    #[inline]
    #[must_use]
    pub fn is_html(&self, name: NameId) -> bool {
        self.head().is_html(name)
            || self.document.names.has_qualified() && self.is_qualified_html(name)
    }

    /// Whether it is the HTML element called `name`, written with a prefix.
    fn is_qualified_html(&self, name: NameId) -> bool {
        let head = self.head();
        head.namespace() == Namespace::Html
            && self.is_element()
            && self.document.names.local(head.name()) == name
    }

    /// The name of an element. The id of an unknown name is specific to this document.
    #[inline]
    #[must_use]
    pub fn name(&self) -> Option<ElementName<'a>> {
        self.is_element().then(|| self.name_of(self.entry()))
    }

    /// The id of an element's local name: a known one, or one of this document.
    #[inline]
    #[must_use]
    pub fn name_id(&self) -> Option<NameId> {
        let head = self.head();
        head.is(Kind::Element).then(|| self.document.names.local(head.name()))
    }

    /// The name in an element's tags: its local name; lower case for HTML elements.
    ///
    /// A prefix, which only XML has, is part of [`qualified_name`](Self::qualified_name).
    ///
    /// ```
    /// let document = sapwood::parse("<P>Oak");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// assert_eq!((p.tag_name(), p.first_child().unwrap().tag_name()), (Some("p"), None));
    /// ```
    #[must_use]
    pub fn tag_name(&self) -> Option<&'a str> {
        self.local_name()
    }

    /// The local name of an element.
    #[must_use]
    pub fn local_name(&self) -> Option<&'a str> {
        self.is_element().then(|| self.document.local_name(self.head().name()).text)
    }

    /// The prefix of an element's name. The HTML parser sets none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'a str> {
        self.qualified_name()?.prefix
    }

    /// The URL of an element's namespace, `""` if it has none.
    ///
    /// For an unknown namespace, [`namespace`](Self::namespace) is [`Namespace::Other`].
    #[must_use]
    pub fn namespace_uri(&self) -> Option<&'a str> {
        Some(self.qualified_name()?.namespace_url)
    }

    /// The name of an element, with its prefix and the URL of its namespace. It prints as `prefix:local`.
    #[must_use]
    pub fn qualified_name(&self) -> Option<QualifiedName<'a>> {
        self.is_element().then(|| self.qualified_name_of(self.entry()))
    }

    #[inline]
    pub(crate) fn qualified_name_of(self, entry: &Node) -> QualifiedName<'a> {
        self.document.name_of_element(entry)
    }

    /// The namespace of an element.
    #[inline]
    #[must_use]
    pub fn namespace(&self) -> Option<Namespace> {
        self.is_element().then(|| self.head().namespace())
    }

    /// Whether it is an [HTML integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point) because of
    /// its tag's attributes.
    #[must_use]
    pub fn html_integration_point(&self) -> bool {
        self.head().is_integration_point()
    }

    /// Whether it is a text.
    #[inline]
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.head().is(Kind::Text)
    }

    /// The text of a text node.
    #[inline]
    #[must_use]
    pub fn as_text(&self) -> Option<&'a str> {
        let entry = self.entry();
        entry.head.is(Kind::Text).then(|| self.document.data(entry))
    }

    /// The parent.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak");
    /// assert_eq!(document.select_first("p")?.unwrap().parent(), document.body());
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.link(self.entry().parent)
    }

    /// The first child.
    #[inline]
    #[must_use]
    pub fn first_child(&self) -> Option<Self> {
        self.link(self.entry().first_child)
    }

    /// The last child.
    #[inline]
    #[must_use]
    pub fn last_child(&self) -> Option<Self> {
        self.link(self.entry().last_child)
    }

    /// The sibling before this node.
    #[inline]
    #[must_use]
    pub fn previous_sibling(&self) -> Option<Self> {
        self.link(self.entry().previous)
    }

    /// The sibling after this node.
    ///
    /// ```
    /// let document = sapwood::parse("<dt>Oak<dd>20 m");
    /// let dt = document.select_first("dt")?.unwrap();
    /// assert_eq!(dt.next_sibling().unwrap().text_content(), "20 m");
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn next_sibling(&self) -> Option<Self> {
        self.link(self.entry().next)
    }

    /// The fragment that holds the contents of a `template` element.
    #[inline]
    #[must_use]
    pub fn template_contents(&self) -> Option<Self> {
        let id = self.document.fragment_of(self.id)?;
        (self.document.nodes[id].len == 0).then_some(Self { id, ..*self })
    }

    /// The element whose template contents or shadow root this fragment is.
    #[must_use]
    pub fn host(&self) -> Option<Self> {
        let entry = self.entry();
        if !entry.head.is(Kind::Fragment) {
            return None;
        }
        self.link(Slot::new(entry.start))
    }

    /// The position in the input, if positions were kept: the start tag of an element, or the span from the first to
    /// the last piece of a text.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.document.positions.as_ref()?.span(self.id)
    }

    /// The position of the end tag of an element, if it has one and positions were kept.
    ///
    /// `html`, `body` and a `form` have one also where the tag doesn't end their content; the last `</body>` counts.
    #[must_use]
    pub fn end_tag(&self) -> Option<Span> {
        self.document.positions.as_ref()?.end_tag(self.id)
    }

    /// The origin of an element, if positions were kept.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        if !self.is_element() {
            return None;
        }
        Some(match self.document.positions.as_ref()?.origin(self.id)? {
            SlotOrigin::Tag => Origin::Tag,
            SlotOrigin::Implied => Origin::Implied,
            SlotOrigin::Reopened(original) => Origin::Reopened(self.document.nodes.id(original)),
        })
    }
}

impl From<NodeRef<'_>> for NodeId {
    fn from(node: NodeRef<'_>) -> Self {
        node.node_id()
    }
}

impl From<&NodeRef<'_>> for NodeId {
    fn from(node: &NodeRef<'_>) -> Self {
        node.node_id()
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl hash::Hash for NodeRef<'_> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
        ptr::hash(self.document, state);
    }
}

impl fmt::Debug for NodeRef<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} ", self.id.get())?;
        match self.data() {
            NodeData::Element(name) => write!(f, "<{}>", name.name.text),
            data => data.fmt(f),
        }
    }
}
