//! XPath expressions over a document.

use sapwood_names::{LocalName, Namespace, attr};
use sapwood_tree::{AttributeView, QualifiedName};
use sapwood_xpath::{CandidateKey, Item, Node, NodeKind, Value, XPath, XPathError};

use crate::{
    query::candidates::{IndexKey, Indexed, ValueTest},
    read::node::{NodeData, NodeRef},
    store::{
        document::Document,
        node::{Kind, Slot},
    },
};

impl Document {
    /// The value of an XPath expression; `/` and the context node are the [root](Self::root).
    ///
    /// `expression` is text, or an [`XPath`]: compile one to use it more than once. In an HTML document, a name without a
    /// prefix is that of an HTML element or of an attribute, in any case; in an XML document names match exactly.
    ///
    /// Searches use the element index, as `select` does (with the feature of that name).
    ///
    /// ```
    /// let document = sapwood::parse("<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>");
    /// assert_eq!(document.xpath("count(//li)")?.to_number(), 2.0);
    /// assert_eq!(document.xpath_strings("//li/a/@href")?, ["/a", "/b"]);
    /// assert_eq!(document.xpath_string("//a[contains(., 'w')]")?, "Two");
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `expression` isn't valid, with the position and what is expected there, or if the evaluation takes more steps
    /// than its [budget](XPath::with_budget).
    pub fn xpath<X>(&self, expression: X) -> Result<Value<NodeRef<'_>>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        self.root().xpath(expression)
    }

    /// The first node that an expression yields, in document order.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath), or if the expression doesn't yield nodes.
    pub fn xpath_first<X>(&self, expression: X) -> Result<Option<Item<NodeRef<'_>>>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        self.root().xpath_first(expression)
    }

    /// The nodes of the tree that an expression yields, in document order, without attributes and namespaces.
    ///
    /// # Errors
    ///
    /// As [`xpath_first`](Self::xpath_first).
    pub fn xpath_nodes<X>(&self, expression: X) -> Result<Vec<NodeRef<'_>>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        self.root().xpath_nodes(expression)
    }

    /// The string-values of the nodes that an expression yields, in document order, or the only value of another type
    /// as a string.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath).
    pub fn xpath_strings<X>(&self, expression: X) -> Result<Vec<String>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        self.root().xpath_strings(expression)
    }

    /// The value of an expression as a string: of nodes the string-value of the first.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath).
    pub fn xpath_string<X>(&self, expression: X) -> Result<String, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        self.root().xpath_string(expression)
    }
}

impl<'a> NodeRef<'a> {
    /// The value of an XPath expression with this node as the context node; `/` is the root of its tree.
    ///
    /// ```
    /// let document = sapwood::parse("<table><tr><td>a<td>b<tr><td>c</table>");
    /// for row in document.xpath_nodes("//tr")? {
    ///     println!("{}", row.xpath_string("td[last()]")?);
    /// }
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Document::xpath`].
    pub fn xpath<X>(self, expression: X) -> Result<Value<Self>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        expression.try_into()?.evaluate(self)
    }

    /// The first node that an expression yields, in document order.
    ///
    /// # Errors
    ///
    /// As [`Document::xpath_first`].
    pub fn xpath_first<X>(self, expression: X) -> Result<Option<Item<Self>>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        expression.try_into()?.first(self)
    }

    /// The nodes of the tree that an expression yields, in document order, without attributes and namespaces.
    ///
    /// # Errors
    ///
    /// As [`Document::xpath_first`].
    pub fn xpath_nodes<X>(self, expression: X) -> Result<Vec<Self>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        let items = expression.try_into()?.items(self)?;
        Ok(items.into_iter().filter_map(Item::as_node).collect())
    }

    /// The string-values of the nodes that an expression yields, in document order, or the only value of another type
    /// as a string.
    ///
    /// # Errors
    ///
    /// As [`Document::xpath`].
    pub fn xpath_strings<X>(self, expression: X) -> Result<Vec<String>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        expression.try_into()?.strings(self)
    }

    /// The value of an expression as a string: of nodes the string-value of the first.
    ///
    /// # Errors
    ///
    /// As [`Document::xpath`].
    pub fn xpath_string<X>(self, expression: X) -> Result<String, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        expression.try_into()?.string(self)
    }
}

// For XPath alone: users call the inherent methods.
#[doc(hidden)]
impl<'a> Node<'a> for NodeRef<'a> {
    type Indexed = Indexed<'a>;

    #[inline]
    fn kind(self) -> NodeKind {
        match self.head().kind() {
            Kind::Document | Kind::Fragment => NodeKind::Root,
            Kind::Element => NodeKind::Element,
            Kind::Text => NodeKind::Text,
            Kind::Comment => NodeKind::Comment,
            Kind::ProcessingInstruction => NodeKind::ProcessingInstruction,
            Kind::Doctype => NodeKind::Other,
        }
    }

    #[inline]
    fn parent(self) -> Option<Self> {
        NodeRef::parent(&self)
    }

    #[inline]
    fn first_child(self) -> Option<Self> {
        NodeRef::first_child(&self)
    }

    #[inline]
    fn last_child(self) -> Option<Self> {
        NodeRef::last_child(&self)
    }

    #[inline]
    fn previous_sibling(self) -> Option<Self> {
        NodeRef::previous_sibling(&self)
    }

    #[inline]
    fn next_sibling(self) -> Option<Self> {
        NodeRef::next_sibling(&self)
    }

    #[inline]
    fn index(self) -> usize {
        self.id.index()
    }

    fn bound(self) -> usize {
        self.document.nodes.len() + 1
    }

    #[inline]
    fn is_index_ordered(self) -> bool {
        self.document.nodes.is_in_tree_order()
    }

    fn in_html_document(self) -> bool {
        !self.document.is_xml
    }

    fn qualified_name(self) -> QualifiedName<'a> {
        self.qualified_name_of(self.entry())
    }

    fn target(self) -> &'a str {
        match NodeRef::data(&self) {
            NodeData::ProcessingInstruction { target, .. } => target,
            _ => "",
        }
    }

    #[inline]
    fn data(self) -> &'a str {
        self.document.data(self.entry())
    }

    fn attribute(self, index: usize) -> Option<AttributeView<'a>> {
        let attribute = *self.document.attributes_of(self.id).get(index)?;
        let value = self.document.texts.get(attribute.value());
        Some(AttributeView { name: self.document.name_of_attribute(attribute), value })
    }

    #[inline]
    fn attribute_count(self) -> usize {
        self.document.attributes_of(self.id).len()
    }

    #[inline]
    fn namespace(self) -> Namespace {
        self.head().namespace()
    }

    #[inline]
    fn is_named(self, name: &LocalName) -> bool {
        self.has_local_name(self.head().name(), name)
    }

    #[inline]
    fn find_attribute(self, name: &LocalName) -> Option<(usize, &'a str)> {
        self.find_plain_attribute(name)
    }

    fn indexed(self, key: &CandidateKey) -> Option<Indexed<'a>> {
        self.indexed_by(match key {
            CandidateKey::Type(name) => IndexKey::Type(name),
            CandidateKey::Attribute(name) if name.is_attribute => IndexKey::Attribute(name.id),
            CandidateKey::Id(id) => IndexKey::Id(id),
            CandidateKey::Class(class) => IndexKey::Class(class),
            _ => return None,
        })
    }

    fn next_candidate(self, root: Self, key: &CandidateKey, steps: &mut u64) -> Option<Self> {
        let mut passed = 0;
        let found = match key {
            CandidateKey::Type(name) if name.is_tag && !self.document.names.has_qualified() => {
                self.next_of_type(root, name.id, &mut passed)
            }
            CandidateKey::Type(name) => self.next_matching(root, &mut passed, 4, |index, node| {
                let is_named = |id| NodeRef { id, ..self }.is_named(name);
                node.head.is(Kind::Element) && Slot::of_index(index).is_some_and(is_named)
            }),
            CandidateKey::Attribute(name) if name.is_attribute => {
                self.next_with_attribute(root, name.id, ValueTest::Any, &mut passed)
            }
            CandidateKey::Id(id) => {
                let test = ValueTest::Equal { text: id, ignores_case: false };
                self.next_with_attribute(root, attr::ID, test, &mut passed)
            }
            CandidateKey::Class(class) => {
                let test = ValueTest::Word { word: class, ignores_case: false };
                self.next_with_attribute(root, attr::CLASS, test, &mut passed)
            }
            _ => self.next_element(root, &mut passed),
        };
        *steps += passed as u64;
        found
    }
}
