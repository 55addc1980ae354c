//! XPath expressions over a document.

use sapwood_xpath::{Item, Value, XPath, XPathError};

use crate::{read::node::NodeRef, store::document::Document};

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

    /// The first node of the tree that an expression yields, in document order: the first of [`xpath_nodes`].
    /// [`XPath::first`] finds attributes and namespaces, too.
    ///
    /// ```
    /// let document = sapwood::parse("<a href=/x>X</a>");
    /// assert_eq!(document.xpath_first("//a[@href]")?, document.body().unwrap().first_child());
    /// assert_eq!(document.xpath_first("//a/@href")?, None);
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath), or if the expression doesn't yield nodes.
    ///
    /// [`xpath_nodes`]: Self::xpath_nodes
    pub fn xpath_first<X>(&self, expression: X) -> Result<Option<NodeRef<'_>>, XPathError>
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
        evaluate(&expression.try_into()?, self)
    }

    /// The first node of the tree that an expression yields, in document order, as [`Document::xpath_first`].
    ///
    /// # Errors
    ///
    /// As [`Document::xpath_first`].
    pub fn xpath_first<X>(self, expression: X) -> Result<Option<Self>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        first(&expression.try_into()?, self)
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
        let items = items(&expression.try_into()?, self)?;
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
        strings(&expression.try_into()?, self)
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
        string(&expression.try_into()?, self)
    }
}

// The evaluation is compiled here, once, and not with each type of expression in each crate that evaluates one.

fn evaluate<'d>(xpath: &XPath, node: NodeRef<'d>) -> Result<Value<NodeRef<'d>>, XPathError> {
    xpath.evaluate(node)
}

fn first<'d>(xpath: &XPath, node: NodeRef<'d>) -> Result<Option<NodeRef<'d>>, XPathError> {
    xpath.first_node(node)
}

fn items<'d>(xpath: &XPath, node: NodeRef<'d>) -> Result<Vec<Item<NodeRef<'d>>>, XPathError> {
    xpath.items(node)
}

fn strings(xpath: &XPath, node: NodeRef<'_>) -> Result<Vec<String>, XPathError> {
    xpath.strings(node)
}

fn string(xpath: &XPath, node: NodeRef<'_>) -> Result<String, XPathError> {
    xpath.string(node)
}
