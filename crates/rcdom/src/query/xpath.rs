//! XPath expressions.

use std::rc::Rc;

use sapwood_dom::{XPath, XPathError};
use sapwood_xpath::{Item, Value};

use super::queried::{Queried, handle};
use crate::{
    dom::RcDom,
    node::{Handle, Node},
};

/// # XPath
impl RcDom {
    /// Returns the value of an XPath expression; `/` and the context node are the document.
    ///
    /// `expression` is text, or an [`XPath`]: compile one to use it more than once. The nodes of the value are
    /// [`Handle`]s; the index of an attribute is its position in the element's `attrs`.
    ///
    /// # Errors
    ///
    /// If `expression` isn't valid, with the position and what is expected there, or if the evaluation takes more steps
    /// than its [budget](XPath::with_budget).
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink, xpath::Value};
    ///
    /// let html = "<ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// assert!(dom.xpath("count(//li)")? == Value::Number(2.0));
    /// assert_eq!(dom.xpath_strings("//li/a/@href")?, ["/a", "/b"]);
    /// let link = dom.xpath_nodes("//a[contains(., 'w')]")?.remove(0);
    /// assert_eq!(link.text_content(), "Two");
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    pub fn xpath<X>(&self, expression: X) -> Result<Value<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        value(self, &expression.try_into()?)
    }

    /// Returns the first node of the tree that an expression yields, in document order, without attributes and
    /// namespaces.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath), or if the expression doesn't yield nodes.
    pub fn xpath_first<X>(&self, expression: X) -> Result<Option<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        first(self, &expression.try_into()?)
    }

    /// Returns the nodes of the tree that an expression yields, in document order, without attributes and namespaces.
    ///
    /// # Errors
    ///
    /// As [`xpath_first`](Self::xpath_first).
    pub fn xpath_nodes<X>(&self, expression: X) -> Result<Vec<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        nodes(self, &expression.try_into()?)
    }

    /// Returns the string-values of the nodes that an expression yields, in document order, or the only value of another
    /// type as a string.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath).
    pub fn xpath_strings<X>(&self, expression: X) -> Result<Vec<String>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        strings(self, &expression.try_into()?)
    }

    /// Returns the value of an expression as a string: of nodes the string-value of the first.
    ///
    /// # Errors
    ///
    /// As [`xpath`](Self::xpath).
    pub fn xpath_string<X>(&self, expression: X) -> Result<String, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        string(self, &expression.try_into()?)
    }
}

/// # XPath
impl Node {
    /// Returns the value of an XPath expression with this node as the context node; `/` is the root of its tree.
    ///
    /// # Errors
    ///
    /// As [`RcDom::xpath`].
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<table><tr><td>a<td>b<tr><td>c</table>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let row = dom.xpath_nodes("//tr")?.remove(0);
    /// assert_eq!(row.xpath_string("td[last()]")?, "b");
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    pub fn xpath<X>(self: &Rc<Self>, expression: X) -> Result<Value<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        value(self, &expression.try_into()?)
    }

    /// Returns the first node of the tree that an expression yields, in document order, without attributes and
    /// namespaces.
    ///
    /// # Errors
    ///
    /// As [`RcDom::xpath`], or if the expression doesn't yield nodes.
    pub fn xpath_first<X>(self: &Rc<Self>, expression: X) -> Result<Option<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        first(self, &expression.try_into()?)
    }

    /// Returns the nodes of the tree that an expression yields, in document order, without attributes and namespaces.
    ///
    /// # Errors
    ///
    /// As [`RcDom::xpath_first`].
    pub fn xpath_nodes<X>(self: &Rc<Self>, expression: X) -> Result<Vec<Handle>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        nodes(self, &expression.try_into()?)
    }

    /// Returns the string-values of the nodes that an expression yields, in document order, or the only value of another
    /// type as a string.
    ///
    /// # Errors
    ///
    /// As [`RcDom::xpath`].
    pub fn xpath_strings<X>(self: &Rc<Self>, expression: X) -> Result<Vec<String>, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        strings(self, &expression.try_into()?)
    }

    /// Returns the value of an expression as a string: of nodes the string-value of the first.
    ///
    /// # Errors
    ///
    /// As [`RcDom::xpath`].
    pub fn xpath_string<X>(self: &Rc<Self>, expression: X) -> Result<String, XPathError>
    where
        X: TryInto<XPath>,
        XPathError: From<X::Error>,
    {
        string(self, &expression.try_into()?)
    }
}

fn value(context: &impl Queried, xpath: &XPath) -> Result<Value<Handle>, XPathError> {
    context.query(|snapshot, node| Ok(xpath.evaluate(node)?.map(|node| handle(snapshot, node))))
}

fn first(context: &impl Queried, xpath: &XPath) -> Result<Option<Handle>, XPathError> {
    context.query(|snapshot, node| Ok(xpath.first_node(node)?.map(|node| handle(snapshot, node))))
}

fn nodes(context: &impl Queried, xpath: &XPath) -> Result<Vec<Handle>, XPathError> {
    context.query(|snapshot, node| {
        let nodes = xpath.items(node)?.into_iter().filter_map(Item::as_node);
        Ok(nodes.map(|node| handle(snapshot, node)).collect())
    })
}

fn strings(context: &impl Queried, xpath: &XPath) -> Result<Vec<String>, XPathError> {
    context.query(|_, node| xpath.strings(node))
}

fn string(context: &impl Queried, xpath: &XPath) -> Result<String, XPathError> {
    context.query(|_, node| xpath.string(node))
}
