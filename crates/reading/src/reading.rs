//! The methods of nodes and documents.

use dom::{Document, NodeRef};
use names::tag;

use crate::{
    forms, forms::Form, inner_text, links, links::Link, metadata, metadata::Meta,
    microdata::Microdata, tables::Table,
};

/// What can be read of a node, or of a whole document.
///
/// A document reads as its root does: all elements in it are looked at. Of a node, its descendants are.
pub trait Reading<'a>: Sized {
    /// The node whose descendants are read.
    fn root(self) -> NodeRef<'a>;

    /// The text as a person reads it: the standard's
    /// [`innerText`](https://html.spec.whatwg.org/multipage/dom.html#dom-innertext), under the styles that
    /// browsers have for elements and those in `style` attributes.
    ///
    /// White space collapses but in `pre` and its like; blocks stand on lines of their own, paragraphs with
    /// an empty line between; the cells of a table's row are separated by tabs. What isn't rendered is left
    /// out: `script`, `style`, `template`, `noscript`, what is `hidden`, what a closed `details` hides, the
    /// content of `textarea`, `canvas` and so on. Of a node that itself isn't rendered it is the plain
    /// [`text`](NodeRef::text), as in the standard. Style sheets aren't read.
    #[must_use]
    fn inner_text(self) -> String {
        inner_text::of(self.root())
    }

    /// All places that refer to another resource, in tree order, with those of the node itself.
    ///
    /// ```
    /// use sapwood::{Reading, reading::LinkKind};
    ///
    /// let document = sapwood::parse("<a href=/more>More</a><img srcset='a.png, b.png 2x'>");
    /// let links: Vec<_> = document.links().map(|link| (link.kind, link.value)).collect();
    /// assert_eq!(links[0], (LinkKind::Hyperlink, "/more".into()));
    /// assert_eq!(links[2], (LinkKind::Image, "b.png".into()));
    /// ```
    fn links(self) -> impl Iterator<Item = Link<'a>> {
        nodes(self.root()).flat_map(links::of)
    }

    /// What relative URLs in the document are relative to: the
    /// [base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), which the
    /// first `base` element with an `href` declares; without one, the URL of the document.
    ///
    /// ```
    /// use sapwood::{Reading, reading::url::Url};
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
    /// use sapwood::Reading;
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

    /// What the `script` elements of [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)
    /// hold, in tree order; an error for each that isn't JSON, or is deeper than 127 levels.
    ///
    /// ```
    /// use sapwood::Reading;
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

    /// The tables, in tree order, those inside other tables too; each is formed when its turn comes.
    ///
    /// ```
    /// use sapwood::Reading;
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

impl<'a> Reading<'a> for NodeRef<'a> {
    fn root(self) -> NodeRef<'a> {
        self
    }
}

impl<'a> Reading<'a> for &'a Document {
    fn root(self) -> NodeRef<'a> {
        self.document()
    }
}

/// A node and its descendants.
fn nodes(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::once(root).chain(root.descendants())
}
