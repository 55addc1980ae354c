//! Writing documents and nodes as HTML.

use std::fmt;

use sapwood_serializer::{Minify, minify_inner};

use crate::{read::node::NodeRef, store::document::Document, write::serialize};

impl Document {
    /// The document as HTML: its
    /// [serialization](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) with
    /// default [options](sapwood_serializer::SerializeOptions).
    ///
    /// Parsing it yields the same document, with the [exceptions that the standard
    /// names](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
    #[inline]
    #[must_use]
    pub fn to_html(&self) -> String {
        // The size of all text and values, plus a quarter for tags.
        let capacity = self.texts.len() + self.texts.len() / 4;
        serialize::inner(self.root(), capacity)
    }

    /// The content of the [root](Self::root) as HTML, like [`to_html`](Self::to_html).
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak");
    /// assert_eq!(document.inner_html(), "<html><head></head><body><p>Oak</p></body></html>");
    /// ```
    #[inline]
    #[must_use]
    pub fn inner_html(&self) -> String {
        self.to_html()
    }

    /// The document as minified HTML that yields the same tree: omits optional tags, quotes and character references.
    ///
    /// [`Minify`] has options that change the tree.
    #[inline]
    #[must_use]
    pub fn to_minified_html(&self) -> String {
        let mut html = String::with_capacity(self.texts.len());
        minify_inner(&mut html, &self, &self.root(), &Minify::default())
            .expect("writing to a string never fails");
        html
    }
}

/// Writes HTML, or XML for a document that was parsed as XML.
///
/// ```
/// let document = sapwood::parse("<p>Fish & chips<br>");
/// assert_eq!(document.to_string(), "<html><head></head><body><p>Fish &amp; chips<br></p></body></html>");
/// assert_eq!(document.select_first("br")?.unwrap().to_string(), "<br>");
/// # Ok::<(), sapwood::SelectorError>(())
/// ```
impl fmt::Display for Document {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(f)
    }
}

/// Writes the node and its content as HTML, or as XML in a document that was parsed as XML.
impl fmt::Display for NodeRef<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&if self.document.is_xml { self.outer_xml() } else { self.outer_html() })
    }
}

impl NodeRef<'_> {
    /// The content of the node as HTML: the `innerHTML` of an element.
    ///
    /// For other options, or another destination, see [`sapwood_serializer::write_inner`].
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak <b>tree</b>");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(p.inner_html(), "Oak <b>tree</b>");
    /// ```
    #[inline]
    #[must_use]
    pub fn inner_html(&self) -> String {
        serialize::inner(*self, 0)
    }

    /// The node and its content as HTML: the `outerHTML` of an element.
    ///
    /// For other options, or another destination, see [`sapwood_serializer::write_outer`].
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak <b>tree</b>");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(p.outer_html(), "<p>Oak <b>tree</b></p>");
    /// ```
    #[inline]
    #[must_use]
    pub fn outer_html(&self) -> String {
        serialize::outer(*self)
    }
}
