//! The trait that gives documents and nodes their methods.

use dom::{Document, NodeRef};
use names::tag;

use crate::{
    forms, forms::Form, inner_text, links, links::Link, metadata, metadata::Meta,
    microdata::Microdata, tables::Table,
};

/// Extracts text, links, forms, tables and metadata from a document, or from a node and its descendants.
///
/// Memory and output are linear in the input; where the standard's algorithms could exceed that, the types say
/// how they are bounded. A caller that resolves links or repeats the text of cells multiplies on its own
/// account: [`links`](Self::links) and [`tables`](Self::tables) are iterators, so that output can be written
/// item by item.
pub trait Extract<'a>: Sized {
    /// The node from whose descendants the methods extract.
    fn root(self) -> NodeRef<'a>;

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
    #[must_use]
    fn inner_text(self) -> String {
        inner_text::of(self.root())
    }

    /// The references to other resources, in tree order, those of the node itself included.
    ///
    /// ```
    /// use sapwood::{Extract, extract::LinkKind};
    ///
    /// let document = sapwood::parse("<a href=/more>More</a><img srcset='a.png, b.png 2x'>");
    /// let links: Vec<_> = document.links().map(|link| (link.kind, link.value)).collect();
    /// assert_eq!(links[0], (LinkKind::Hyperlink, "/more".into()));
    /// assert_eq!(links[2], (LinkKind::Image, "b.png".into()));
    /// ```
    fn links(self) -> impl Iterator<Item = Link<'a>> {
        nodes(self.root()).flat_map(links::of)
    }

    /// The [document base
    /// URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), against which
    /// relative URLs are resolved: the one that the first `base` element with an `href` declares, or else the
    /// URL of the document.
    ///
    /// ```
    /// use sapwood::{Extract, extract::url::Url};
    ///
    /// let document = sapwood::parse("<base href=/a/><a href=b>");
    /// let base = document.base_url(Some(&Url::parse("https://example.com/")?));
    /// let link = document.links().next().unwrap();
    /// assert_eq!(link.resolve(base.as_ref())?.as_str(), "https://example.com/a/b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "url")]
    fn base_url(self, document_url: Option<&url::Url>) -> Option<url::Url> {
        links::base_url(self.root(), document_url)
    }

    /// [The title of the document](https://html.spec.whatwg.org/multipage/dom.html#document.title), white space
    /// collapsed; `None` if it has no `title` element.
    fn title(self) -> Option<String> {
        metadata::title(self.root())
    }

    /// The `meta` elements, in tree order.
    ///
    /// ```
    /// use sapwood::Extract;
    ///
    /// let document = sapwood::parse("<meta property=og:title content=Sap>");
    /// let title = document.meta().find(|meta| meta.is("og:title")).unwrap();
    /// assert_eq!(title.content, Some("Sap"));
    /// ```
    fn meta(self) -> impl Iterator<Item = Meta<'a>> {
        nodes(self.root()).filter_map(Meta::of)
    }

    /// The forms, in tree order, each with its controls.
    fn forms(self) -> Vec<Form<'a>> {
        forms::forms(self.root())
    }

    /// The [microdata](https://html.spec.whatwg.org/multipage/microdata.html) items.
    fn microdata(self) -> Microdata<'a> {
        Microdata::of(self.root())
    }

    /// The contents of the `script` elements of [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)
    /// in tree order; an error for each that isn't JSON, or is deeper than 127 levels.
    ///
    /// ```
    /// use sapwood::Extract;
    ///
    /// let document =
    ///     sapwood::parse(r#"<script type="application/ld+json">{"@type": "Tree", "name": "Oak"}</script>"#);
    /// let data = document.json_ld().next().unwrap()?;
    /// assert_eq!(data["name"], "Oak");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "json")]
    fn json_ld(self) -> impl Iterator<Item = Result<serde_json::Value, serde_json::Error>> {
        nodes(self.root())
            .filter(|node| metadata::is_json_ld(*node))
            .map(|script| serde_json::from_str(&metadata::child_text(script)))
    }

    /// The tables, in tree order, nested ones included. Each is formed when the iterator reaches it.
    ///
    /// ```
    /// use sapwood::Extract;
    ///
    /// let document = sapwood::parse("<table><tr><th rowspan=2>Oak<td>20 m<tr><td>200 a</table>");
    /// let table = document.tables().next().unwrap();
    /// let rows: Vec<Vec<_>> = table
    ///     .rows()
    ///     .map(|row| row.cells().flatten().map(|cell| cell.text()).collect())
    ///     .collect();
    /// assert_eq!(rows, [["Oak", "20 m"], ["Oak", "200 a"]]);
    /// ```
    fn tables(self) -> impl Iterator<Item = Table<'a>> {
        nodes(self.root()).filter(|node| node.is_html(tag::TABLE)).map(Table::of)
    }
}

impl<'a> Extract<'a> for NodeRef<'a> {
    fn root(self) -> NodeRef<'a> {
        self
    }
}

impl<'a> Extract<'a> for &'a Document {
    fn root(self) -> NodeRef<'a> {
        self.root()
    }
}

/// A node and its descendants.
fn nodes(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::once(root).chain(root.descendants())
}
