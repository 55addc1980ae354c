//! Content of a document: text as a person sees it, links, forms, tables and metadata.
//!
//! The algorithms are those of [`sapwood_extract`], over the nodes of the arena. The methods don't change a document, don't
//! recurse on its depth, and take linear time.

#[cfg(feature = "url")]
pub use sapwood_extract::Base;
#[cfg(feature = "json")]
pub use sapwood_extract::serde_json;
pub use sapwood_extract::{FormError, LinkKind, Method, PropertyValue, Record, RowGroup};
#[cfg(feature = "url")]
pub use sapwood_extract::{Submission, SubmissionError, url};

use crate::{Document, NodeRef};

/// A reference to a resource by its URL.
pub type Link<'d> = sapwood_extract::Link<'d, NodeRef<'d>>;
/// A `meta` element.
pub type Meta<'d> = sapwood_extract::Meta<'d, NodeRef<'d>>;
/// A `form` element with its controls.
pub type Form<'d> = sapwood_extract::Form<NodeRef<'d>>;
/// A control of a form.
pub type Control<'d> = sapwood_extract::Control<NodeRef<'d>>;
/// An `option` of a `select`.
pub type FormOption<'d> = sapwood_extract::FormOption<NodeRef<'d>>;
/// A table, its spans resolved.
pub type Table<'d> = sapwood_extract::Table<NodeRef<'d>>;
/// A row of a table.
pub type Row<'t, 'd> = sapwood_extract::Row<'t, NodeRef<'d>>;
/// A cell of a table.
pub type Cell<'d> = sapwood_extract::Cell<NodeRef<'d>>;
/// The texts of the slots of a table, by row.
pub type TableTexts<'t, 'd> = sapwood_extract::TableTexts<'t, NodeRef<'d>>;
/// The microdata items of a document.
pub type Microdata<'d> = sapwood_extract::Microdata<'d, NodeRef<'d>>;
/// The text of a document as browsers search it for text fragments.
#[cfg(feature = "url")]
pub type TextFragments<'d> = sapwood_extract::TextFragments<NodeRef<'d>>;
/// A range of text: two places in text nodes, in bytes of their data.
pub type TextRange<'d> = sapwood_extract::TextRange<NodeRef<'d>>;
/// An item of microdata.
pub type Item<'d> = sapwood_extract::Item<'d, NodeRef<'d>>;
/// A property of an item.
pub type Property<'d> = sapwood_extract::Property<NodeRef<'d>>;

/// # Extracting content
impl<'a> NodeRef<'a> {
    /// The text as a person reads it: the standard's
    /// [`innerText`](https://html.spec.whatwg.org/multipage/dom.html#dom-innertext), under the styles that
    /// browsers have for elements and those in `style` attributes.
    ///
    /// White space collapses outside `pre`, `listing`, `plaintext` and `xmp`; blocks are on lines of their own,
    /// paragraphs with an empty line between; the cells of a table's row are separated by tabs. Elements that
    /// aren't rendered are left out: `script`, `style`, `template`, `noscript`, `hidden` ones, the contents of
    /// a closed `details`, of `textarea`, `canvas` and other replaced elements. An `object` without `data`
    /// represents its fallback content. The inner text of a node that itself isn't rendered is the plain
    /// [text content](NodeRef::text_content), as in the standard. Style sheets aren't read.
    ///
    /// ```
    /// let document = sapwood::parse("<h1>Oak\n tree</h1><script>x()</script><p>Hard<br>wood");
    /// assert_eq!(document.body().unwrap().inner_text(), "Oak tree\n\nHard\nwood");
    /// ```
    #[must_use]
    #[inline]
    pub fn inner_text(self) -> String {
        sapwood_extract::inner_text(self)
    }

    /// The references to other resources, in tree order, those of the node itself included.
    ///
    /// ```
    /// use sapwood::extract::LinkKind;
    ///
    /// let document = sapwood::parse("<nav><a href=/more>More</a></nav><a href=/>Home</a>");
    /// let nav = document.select_first("nav")?.unwrap();
    /// let links: Vec<_> = nav.links().map(|link| (link.kind, link.value)).collect();
    /// assert_eq!(links, [(LinkKind::Hyperlink, "/more".into())]);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    pub fn links(self) -> impl Iterator<Item = Link<'a>> {
        sapwood_extract::links(self)
    }

    /// The URL that an attribute of an element holds, resolved against `base`, usually the [base
    /// URL](Document::base_url) of the document.
    ///
    /// The attribute is found as [`attr`](Self::attr) finds it, and white space around the URL doesn't count. An empty value is
    /// the base URL itself. `None` if the element has no such attribute, or if its value isn't a URL, or is a relative one
    /// without a base. Attributes with several URLs, such as `srcset` and `ping`, are for [`links`](Self::links).
    ///
    /// ```
    /// use sapwood::extract::url::Url;
    ///
    /// let document = sapwood::parse("<base href=/trees/><a href=' oak '>Oak</a><img alt=Elm>");
    /// let base = document.base_url(Some(&Url::parse("https://example.com/")?));
    /// let link = document.select_first("a")?.unwrap();
    /// let url = link.url("href", base.as_ref());
    /// assert_eq!(url.unwrap().as_str(), "https://example.com/trees/oak");
    /// assert_eq!(document.select_first("img")?.unwrap().url("src", base.as_ref()), None);
    /// assert_eq!(link.url("href", None), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn url(self, attribute: &str, base: Option<&url::Url>) -> Option<url::Url> {
        sapwood_extract::attribute_url(self, attribute, base)
    }

    /// Returns a [text directive](https://wicg.github.io/scroll-to-text-fragment/) for the text of the node, as
    /// [`Document::text_fragment`] does.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Hard <b>wood.</b>");
    /// let bold = document.select_first("b")?.unwrap();
    /// assert_eq!(bold.text_fragment().as_deref(), Some("text=wood."));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn text_fragment(self) -> Option<String> {
        use sapwood_tree::Node;

        TextFragments::new(self.node_document()).directive(&TextRange::of(self)?)
    }

    /// The `meta` elements, in tree order.
    #[inline]
    pub fn meta(self) -> impl Iterator<Item = Meta<'a>> {
        sapwood_extract::metas(self)
    }

    /// The forms, in tree order, each with its controls.
    #[must_use]
    #[inline]
    pub fn forms(self) -> Vec<Form<'a>> {
        sapwood_extract::forms(self)
    }

    /// The [microdata](https://html.spec.whatwg.org/multipage/microdata.html) items.
    #[must_use]
    #[inline]
    pub fn microdata(self) -> Microdata<'a> {
        Microdata::of(self)
    }

    /// The contents of the `script` elements of [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)
    /// in tree order; an error for each that isn't JSON, or is deeper than 127 levels.
    #[cfg(feature = "json")]
    #[inline]
    pub fn json_ld(self) -> impl Iterator<Item = Result<serde_json::Value, serde_json::Error>> {
        sapwood_extract::json_ld(self)
    }

    /// The tables, in tree order, nested ones included. Each is formed when the iterator reaches it.
    ///
    /// ```
    /// let document = sapwood::parse("<table><tr><td>1<td>2</table>");
    /// let element = document.select_first("table")?.unwrap();
    /// let table = element.tables().next().unwrap();
    /// assert_eq!((table.width(), table.height()), (2, 1));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[inline]
    pub fn tables(self) -> impl Iterator<Item = Table<'a>> {
        sapwood_extract::tables(self)
    }
}

/// # Extracting content
impl Document {
    /// [The title of the document](https://html.spec.whatwg.org/multipage/dom.html#document.title), white space
    /// collapsed; `None` if it has no `title` element.
    ///
    /// ```
    /// let document = sapwood::parse("<title>\n  The  oak\n</title>");
    /// assert_eq!(document.title().as_deref(), Some("The oak"));
    /// ```
    #[must_use]
    #[inline]
    pub fn title(&self) -> Option<String> {
        sapwood_extract::title(self.root())
    }

    /// The [document base
    /// URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), against which
    /// relative URLs are resolved: the one that the first `base` element with an `href` declares, or else the
    /// URL of the document. A declared URL of more than 2,048 bytes is ignored, because every link would repeat it.
    ///
    /// ```
    /// use sapwood::extract::url::Url;
    ///
    /// let document = sapwood::parse("<base href=/a/><a href=b>");
    /// let base = document.base_url(Some(&Url::parse("https://example.com/")?));
    /// let link = document.links().next().unwrap();
    /// assert_eq!(link.resolve(base.as_ref())?.as_str(), "https://example.com/a/b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn base_url(&self, document_url: Option<&url::Url>) -> Option<url::Url> {
        sapwood_extract::base_url(self.root(), document_url)
    }

    /// Returns a [text directive](https://wicg.github.io/scroll-to-text-fragment/) for a range of text: after `#:~:` in the URL
    /// of the page, browsers scroll to the range and highlight it.
    ///
    /// `None` where the range can't be told from other text; see
    /// [`TextFragments::directive`](sapwood_extract::TextFragments::directive). For several ranges, collect the text once by
    /// [`text_fragments`](Self::text_fragments).
    ///
    /// ```
    /// use sapwood::extract::TextRange;
    ///
    /// let document = sapwood::parse("<p>Hard wood.<p>Soft wood, of firs.");
    /// let last = document.select("p")?.last().unwrap();
    /// let directive = document.text_fragment(&TextRange::of(last).unwrap());
    /// assert_eq!(directive.as_deref(), Some("text=Soft%20wood%2C%20of%20firs."));
    ///
    /// // The second "wood" is told from the first by the words around it.
    /// let text = last.first_child().unwrap();
    /// let range = TextRange { start: (text, 5), end: (text, 9) };
    /// let directive = document.text_fragment(&range);
    /// assert_eq!(directive.as_deref(), Some("text=Soft-,wood,-%2C%20of"));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn text_fragment(&self, range: &TextRange<'_>) -> Option<String> {
        self.text_fragments().directive(range)
    }

    /// Collects the text in which browsers search for text fragments.
    ///
    /// ```
    /// let document = sapwood::parse("<p>The <b>oak</b> is hard.<p>The oak is old.");
    /// let fragments = document.text_fragments();
    /// let range = fragments.find("https://example.com/#:~:text=the%20oak,-is%20old").unwrap();
    /// assert_eq!(range.start.0.text_content(), "The oak is old.");
    /// assert_eq!((range.start.1, range.end.1), (0, 7));
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    #[inline]
    pub fn text_fragments(&self) -> TextFragments<'_> {
        TextFragments::new(self.root())
    }

    /// The text as a person reads it: [`NodeRef::inner_text`] of the root.
    ///
    /// ```
    /// let document = sapwood::parse("<title>Oak</title><p>Leaves <b>and</b>\n acorns<p hidden>x");
    /// assert_eq!(document.inner_text(), "Leaves and acorns");
    /// ```
    #[must_use]
    #[inline]
    pub fn inner_text(&self) -> String {
        self.root().inner_text()
    }

    /// The references to other resources, in tree order.
    ///
    /// ```
    /// use sapwood::extract::LinkKind;
    ///
    /// let document = sapwood::parse("<a href=/more>More</a><img srcset='a.png, b.png 2x'>");
    /// let links: Vec<_> = document.links().map(|link| (link.kind, link.value)).collect();
    /// assert_eq!(links[0], (LinkKind::Hyperlink, "/more".into()));
    /// assert_eq!(links[2], (LinkKind::Image, "b.png".into()));
    /// ```
    #[inline]
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        self.root().links()
    }

    /// The `meta` elements, in tree order.
    ///
    /// ```
    /// let document = sapwood::parse("<meta property=og:title content=Sap>");
    /// let title = document.meta().find(|meta| meta.is("og:title")).unwrap();
    /// assert_eq!(title.content, Some("Sap"));
    /// ```
    #[inline]
    pub fn meta(&self) -> impl Iterator<Item = Meta<'_>> {
        self.root().meta()
    }

    /// The forms, in tree order, each with its controls.
    ///
    /// ```
    /// let document = sapwood::parse("<form action=/find><input name=q value=oak></form>");
    /// let form = &document.forms()[0];
    /// assert_eq!(form.action(), Some("/find"));
    /// assert_eq!(form.control("q").unwrap().value(), "oak");
    /// ```
    #[must_use]
    #[inline]
    pub fn forms(&self) -> Vec<Form<'_>> {
        self.root().forms()
    }

    /// The [microdata](https://html.spec.whatwg.org/multipage/microdata.html) items.
    ///
    /// ```
    /// let document = sapwood::parse("<div itemscope><b itemprop=name>Oak</b></div>");
    /// let microdata = document.microdata();
    /// let item = microdata.top_level().next().unwrap();
    /// assert_eq!(item.properties[0].element.text_content(), "Oak");
    /// ```
    #[must_use]
    #[inline]
    pub fn microdata(&self) -> Microdata<'_> {
        self.root().microdata()
    }

    /// The contents of the `script` elements of [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)
    /// in tree order; an error for each that isn't JSON, or is deeper than 127 levels.
    ///
    /// ```
    /// let document =
    ///     sapwood::parse(r#"<script type="application/ld+json">{"@type": "Tree", "name": "Oak"}</script>"#);
    /// let data = document.json_ld().next().unwrap()?;
    /// assert_eq!(data["name"], "Oak");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "json")]
    #[inline]
    pub fn json_ld(&self) -> impl Iterator<Item = Result<serde_json::Value, serde_json::Error>> {
        self.root().json_ld()
    }

    /// The tables, in tree order, nested ones included. Each is formed when the iterator reaches it.
    ///
    /// ```
    /// let document = sapwood::parse("<table><tr><th rowspan=2>Oak<td>20 m<tr><td>200 a</table>");
    /// let table = document.tables().next().unwrap();
    /// let rows: Vec<Vec<_>> = table
    ///     .rows()
    ///     .map(|row| row.cells().flatten().map(|cell| cell.text()).collect())
    ///     .collect();
    /// assert_eq!(rows, [["Oak", "20 m"], ["Oak", "200 a"]]);
    /// ```
    #[inline]
    pub fn tables(&self) -> impl Iterator<Item = Table<'_>> {
        self.root().tables()
    }
}
