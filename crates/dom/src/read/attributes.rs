//! Attributes of an element, for reading.

use std::{borrow::Cow, iter::FusedIterator, ops::Range};

use sapwood_names::{NameId, Namespace};
use sapwood_tree::{AttributeView, QualifiedName, Span};

use crate::{
    read::node::NodeRef,
    store::{attributes::Attribute, document::Document, node::Kind},
};

/// An attribute of an element, for reading.
#[derive(Clone, Copy)]
pub struct AttributeRef<'a> {
    document: &'a Document,
    index: usize,
}

impl<'a> AttributeRef<'a> {
    pub(crate) const fn new(document: &'a Document, index: usize) -> Self {
        Self { document, index }
    }

    #[inline]
    fn entry(self) -> Attribute {
        self.document.attributes[self.index]
    }

    /// The name and value.
    #[inline(always)]
    pub(crate) fn view(self) -> AttributeView<'a> {
        let value = self.document.texts.get(self.entry().value());
        AttributeView { name: self.qualified_name(), value }
    }

    /// The attribute's index in its document, below [`Document::attribute_count`]. Elements share an attribute that
    /// the parser copied when it reopened an element; two different attributes never have one index.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The qualified name, as it is written in the source: `href`, `xlink:href`.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        let name = self.qualified_name();
        match name.prefix {
            None => Cow::Borrowed(name.local.text),
            Some(_) => Cow::Owned(name.to_string()),
        }
    }

    /// The local name; in HTML lower case, except for some attributes of SVG and MathML elements.
    #[inline]
    #[must_use]
    pub fn local_name(&self) -> &'a str {
        self.document.local_name(self.entry().name_id()).text
    }

    /// The id of the local name: a known one, or one of this document.
    #[inline]
    #[must_use]
    pub fn name_id(&self) -> NameId {
        self.document.names.local(self.entry().name_id())
    }

    /// The namespace; in HTML none, except for a few attributes of SVG and MathML elements.
    #[inline]
    #[must_use]
    pub fn namespace(&self) -> Namespace {
        self.entry().namespace()
    }

    /// The prefix. HTML's parser gives the one that [goes with the
    /// namespace](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes):
    /// `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'a str> {
        self.qualified_name().prefix
    }

    /// The URL of the namespace, `""` if there is none.
    #[must_use]
    pub fn namespace_uri(&self) -> &'a str {
        self.qualified_name().namespace_url
    }

    /// The name with its prefix and the URL of its namespace. It prints as `prefix:local`.
    #[inline]
    #[must_use]
    pub fn qualified_name(&self) -> QualifiedName<'a> {
        self.document.name_of_attribute(self.entry())
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn value(&self) -> &'a str {
        self.document.texts.get(self.entry().value())
    }

    /// The span from the name to the end of the value and its quote, if positions were kept.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let Document { positions, texts, copies, .. } = self.document;
        let (value, texts) = (self.entry().value(), texts.bytes());
        let name_len = self.document.attribute_name_len(self.entry());
        positions.as_ref()?.attribute(self.index, value, name_len, texts, copies)
    }
}

impl std::fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={:?}", self.qualified_name(), self.value())
    }
}

/// The attributes of an element in source order.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    document: &'a Document,
    range: Range<usize>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        let entry = node.entry();
        let start = entry.start as usize;
        let len = if entry.head.is(Kind::Element) { entry.len as usize } else { 0 };
        Self { document: node.document, range: start..start + len }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = AttributeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<AttributeRef<'a>> {
        self.range.next().map(|index| AttributeRef { document: self.document, index })
    }

    #[inline]
    fn nth(&mut self, position: usize) -> Option<AttributeRef<'a>> {
        self.range.nth(position).map(|index| AttributeRef { document: self.document, index })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.range.next_back().map(|index| AttributeRef { document: self.document, index })
    }
}

impl ExactSizeIterator for Attributes<'_> {}
impl FusedIterator for Attributes<'_> {}

/// One method finds an attribute by the name that is written in the source, the others by namespace and local name.
impl<'a> NodeRef<'a> {
    /// The value of the attribute with this qualified name, as
    /// [`getAttribute`](https://dom.spec.whatwg.org/#dom-element-getattribute) in the DOM.
    ///
    /// Case is ignored on HTML elements.
    ///
    /// ```
    /// let document = sapwood::parse("<a HREF=/wood>more</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert_eq!(link.attr("href"), Some("/wood"));
    /// assert_eq!(link.attr("title"), None);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn attr(&self, name: &str) -> Option<&'a str> {
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let is_html = self.namespace() == Some(Namespace::Html);
        let same = |a: &str, b: &str| if is_html { a.eq_ignore_ascii_case(b) } else { a == b };
        let is_it = |attribute: &AttributeRef<'a>| {
            let local_name = attribute.local_name();
            // To the HTML tokenizer, a colon is part of the local name.
            same(local_name, name) && attribute.prefix().is_none()
                || prefix.is_some()
                    && same(local_name, local)
                    && attribute.prefix().zip(prefix).is_some_and(|(its, it)| same(its, it))
        };
        self.attrs().find(is_it).map(|attribute| attribute.value())
    }

    /// The value of the attribute in `namespace` that has this local name.
    #[must_use]
    pub fn attr_ns(&self, namespace: Namespace, local_name: &str) -> Option<&'a str> {
        let is_it = |attribute: &AttributeRef<'a>| {
            attribute.namespace() == namespace && attribute.local_name() == local_name
        };
        self.attrs().find(is_it).map(|attribute| attribute.value())
    }

    /// The attributes of an element in source order; none for other nodes.
    ///
    /// ```
    /// let document = sapwood::parse("<a href=/wood class=next>more</a>");
    /// for attribute in document.select_first("a")?.unwrap().attrs() {
    ///     println!("{} is {}", attribute.name(), attribute.value());
    /// }
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn attrs(&self) -> Attributes<'a> {
        Attributes::of(*self)
    }

    /// Whether the element has an attribute with this qualified name; case is ignored on HTML elements.
    ///
    /// ```
    /// let document = sapwood::parse("<input disabled>");
    /// assert!(document.select_first("input")?.unwrap().has_attribute("disabled"));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attr(name).is_some()
    }

    /// The value of the attribute without a namespace that has this known name. It compares ids in place of text.
    // Hidden: `attr` finds the same; this serves loops over all elements in other crates.
    #[doc(hidden)]
    #[must_use]
    pub fn known_attribute(&self, name: NameId) -> Option<&'a str> {
        self.document.known_attribute(self.id, name)
    }
}
