//! The links of a page, without its document.

use sapwood_dom::{Document, Limits, ParseOptions, extract::Link, link_driver};
#[cfg(feature = "encoding")]
use sapwood_encoding::Encoding;
use sapwood_tree::Limit;

#[cfg(feature = "encoding")]
use crate::{ByteOptions, ParsedBytes, bytes::parse_with_driver};

/// The longest input that is parsed for links alone. Larger documents can reach the capacity of a [`Document`] by what links
/// don't need.
const LONGEST: usize = 1 << 26;

/// The links of a page, found without building its document.
///
/// For a crawler that needs the links of a page but not the page: texts, and the attributes of elements that hold no links, are
/// skipped. The links are those of the document: the same ones, in the same order.
///
/// ```
/// use sapwood::{ParseOptions, extract::PageLinks};
///
/// let html = "<p>An <a href=/oak rel=nofollow>oak</a> <img src=oak.png>";
/// let page = PageLinks::parse(html, &ParseOptions::default());
/// let links: Vec<_> = page.links().map(|link| (link.kind.as_str(), link.value.clone(), link.nofollow())).collect();
/// assert_eq!(links, [("hyperlink", "/oak".into(), true), ("image", "oak.png".into(), false)]);
/// ```
///
/// A program that reads page after page [recycles](crate::Parser#recycling) the memory:
///
/// ```
/// use sapwood::{ByteOptions, extract::PageLinks};
///
/// let (options, mut page) = (ByteOptions::default(), PageLinks::default());
/// for (html, link) in [(b"<a href=1>One</a>", "1"), (b"<a href=2>Two</a>", "2")] {
///     page = page.parse_bytes_recycling(html, &options);
///     assert_eq!(page.links().next().unwrap().value, link);
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PageLinks {
    document: Document,
    #[cfg(feature = "encoding")]
    encoding: Option<&'static Encoding>,
    limit: Option<Limit>,
}

impl PageLinks {
    /// Parses a page. Errors and positions aren't collected.
    // Inlined, as all calls that lead to the parser, so that the parser is compiled only where somebody uses it.
    #[inline]
    #[must_use]
    pub fn parse(html: &str, options: &ParseOptions) -> Self {
        Self::default().parse_recycling(html, options)
    }

    /// Parses the bytes of a page; their encoding is detected as by [`parse_bytes_with`](crate::parse_bytes_with).
    ///
    /// ```
    /// use sapwood::{ByteOptions, extract::PageLinks};
    ///
    /// let page = PageLinks::parse_bytes(b"<a href=/caf\xe9>", &ByteOptions::default());
    /// assert_eq!(page.links().next().unwrap().value, "/café");
    /// assert_eq!(page.encoding().unwrap().name(), "windows-1252");
    /// ```
    #[cfg(feature = "encoding")]
    #[inline]
    #[must_use]
    pub fn parse_bytes(bytes: &[u8], options: &ByteOptions) -> Self {
        Self::default().parse_bytes_recycling(bytes, options)
    }

    /// Parses another page, which [recycles](crate::Parser#recycling) this one.
    #[inline]
    #[must_use]
    pub fn parse_recycling(self, html: &str, options: &ParseOptions) -> Self {
        let options = options.clone().errors(false).positions(false);
        let mut document = self.document;
        if is_enough(html.len(), &options.document.limits) {
            let mut driver = link_driver(document, None, &options, html.len());
            driver.get_mut().feed_all(html);
            let parsed = driver.finish();
            document = parsed.document;
            if parsed.limit.is_none() {
                return Self { document, ..Self::default() };
            }
        }
        let mut parser = sapwood_dom::Parser::recycling(document, &options);
        parser.feed(html);
        let parsed = parser.finish();
        Self { document: parsed.document, limit: parsed.limit, ..Self::default() }
    }

    /// Parses the bytes of another page, which [recycles](crate::Parser#recycling) this one.
    #[cfg(feature = "encoding")]
    #[inline]
    #[must_use]
    pub fn parse_bytes_recycling(self, bytes: &[u8], options: &ByteOptions) -> Self {
        let options = options.for_links();
        let mut document = self.document;
        if is_enough(bytes.len(), options.limits()) {
            let parsed = parse_with_driver(link_driver, document, bytes, &options);
            if parsed.limit.is_none() {
                return Self::of_bytes(parsed);
            }
            document = parsed.document;
        }
        Self::of_bytes(crate::parse_bytes_recycling(document, bytes, &options))
    }

    #[cfg(feature = "encoding")]
    #[inline]
    fn of_bytes(parsed: ParsedBytes) -> Self {
        let ParsedBytes { document, encoding, limit, .. } = parsed;
        Self { document, encoding: Some(encoding), limit }
    }

    /// The links, in tree order: those of [`Document::links`].
    ///
    /// Their elements are in a tree without text. Elements that hold links have all their attributes.
    #[inline]
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        self.document.links()
    }

    /// The base URL of the page, whose own URL is `document_url`: that of [`Document::base_url`].
    ///
    /// ```
    /// use sapwood::{ParseOptions, extract::{PageLinks, url::Url}};
    ///
    /// let page = PageLinks::parse("<base href=/trees/><a href=oak>", &ParseOptions::default());
    /// let base = page.base_url(Some(&Url::parse("https://example.com/")?));
    /// let link = page.links().next().unwrap();
    /// assert_eq!(link.resolve(base.as_ref())?.as_str(), "https://example.com/trees/oak");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn base_url(
        &self,
        document_url: Option<&sapwood_dom::extract::url::Url>,
    ) -> Option<sapwood_dom::extract::url::Url> {
        self.document.base_url(document_url)
    }

    /// The encoding of the bytes; `None` if the page was text.
    #[cfg(feature = "encoding")]
    #[must_use]
    #[inline]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// The [limit](crate::Limits) that ended the parse of the page before its end, if any.
    #[must_use]
    #[inline]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Heap bytes in use, unused capacity included: what [`parse_recycling`](Self::parse_recycling) reuses.
    #[must_use]
    #[inline]
    pub fn heap_bytes(&self) -> usize {
        self.document.heap_bytes()
    }
}

/// Whether to parse an input of `len` bytes for links alone. Limits count what links don't need.
#[inline]
fn is_enough(len: usize, limits: &Limits) -> bool {
    len <= LONGEST && *limits == Limits::default()
}

/// `links`; `limit`, which may be null; and with the feature `encoding` the name of the encoding, which is null if the page
/// was text.
#[cfg(feature = "serde")]
impl serde::Serialize for PageLinks {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let links: Vec<_> = self.links().collect();
        let mut page = serializer
            .serialize_struct("PageLinks", 2 + usize::from(cfg!(feature = "encoding")))?;
        page.serialize_field("links", &links)?;
        page.serialize_field("limit", &self.limit)?;
        #[cfg(feature = "encoding")]
        page.serialize_field("encoding", &self.encoding.map(Encoding::name))?;
        page.end()
    }
}
