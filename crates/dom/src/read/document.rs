//! Entry points into a document: its root, document element, head and body.

use sapwood_names::tag;
use sapwood_tree::QuirksMode;

use crate::{
    read::{iter::Descendants, node::NodeRef},
    store::{
        document::Document,
        id::NodeId,
        node::{Kind, Slot},
    },
};

impl Document {
    /// The node that everything else descends from: the document node, or for a fragment parse the
    /// fragment that has the parsed nodes as its children.
    ///
    /// ```
    /// let document = sapwood::parse("<!doctype html><p>Oak");
    /// assert_eq!(document.root().children().count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { document: self, id: Slot::ROOT }
    }

    /// The node with this id; `None` if the id is of another document or stale.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak");
    /// let p = document.body().unwrap().first_child().unwrap().node_id();
    /// document.set_attribute(p, "lang", "en")?;
    /// assert_eq!(document.node(p).unwrap().attr("lang"), Some("en"));
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    #[must_use]
    pub fn node(&self, id: impl Into<NodeId>) -> Option<NodeRef<'_>> {
        self.nodes.slot(id.into()).map(|id| NodeRef { document: self, id })
    }

    /// The [document element](https://dom.spec.whatwg.org/#document-element): the element child of
    /// the document node. A fragment has none.
    #[must_use]
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        self.document_element.map(|id| NodeRef { document: self, id })
    }

    /// [The head element](https://html.spec.whatwg.org/multipage/dom.html#the-head-element-2): the
    /// first `head` child of the `html` element.
    #[must_use]
    pub fn head(&self) -> Option<NodeRef<'_>> {
        self.html()?.children().find(|child| child.is_html(tag::HEAD))
    }

    /// [The body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2): the
    /// first `body` or `frameset` child of the `html` element.
    ///
    /// ```
    /// let document = sapwood::parse("<title>Trees</title><p>Oak");
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Oak</p>");
    /// ```
    #[must_use]
    pub fn body(&self) -> Option<NodeRef<'_>> {
        let is_body =
            |child: &NodeRef<'_>| child.is_html(tag::BODY) || child.is_html(tag::FRAMESET);
        self.html()?.children().find(is_body)
    }

    /// The first element in tree order with this [ID](https://dom.spec.whatwg.org/#concept-id); case matters.
    ///
    /// Repeated calls use the element index, as `select` does.
    ///
    /// ```
    /// let document = sapwood::parse("<p id=a>One<p id=b>Two");
    /// assert_eq!(document.get_element_by_id("b").unwrap().text_content(), "Two");
    /// ```
    #[must_use]
    pub fn get_element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        let has_id = |node: &NodeRef<'_>| node.element_id() == Some(id);
        if let Some(index) = self.index() {
            let node = |id: &Slot| NodeRef { document: self, id: *id };
            return index.with_id(id).iter().map(node).find(has_id);
        }
        let mut passed = 0;
        let found = self.descendants().inspect(|_| passed += 1).find(has_id);
        self.nodes.index.note(passed);
        found
    }

    /// All nodes below the [root](Self::root) in tree order.
    ///
    /// Template contents and shadow trees are trees of their own and not included.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak");
    /// let names: Vec<_> = document.descendants().filter_map(|node| node.tag_name()).collect();
    /// assert_eq!(names, ["html", "head", "body", "p"]);
    /// ```
    #[must_use]
    pub fn descendants(&self) -> Descendants<'_> {
        self.root().descendants()
    }

    /// The text of all text nodes, as [`NodeRef::text_content`] of the [root](Self::root).
    ///
    /// ```
    /// assert_eq!(sapwood::parse("<p>Oak<p>Elm").text_content(), "OakElm");
    /// ```
    #[must_use]
    pub fn text_content(&self) -> String {
        self.root().text_content()
    }

    fn html(&self) -> Option<NodeRef<'_>> {
        self.document_element().filter(|element| element.is_html(tag::HTML))
    }

    /// The form controls whose [form
    /// owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner) isn't their nearest
    /// `form` ancestor, each with that form, in the order in which they were parsed.
    ///
    /// In `<div><form></div><input></form>` the parser associates the control with a form that is already closed.
    /// As in a browser, the association ends when the control or the form is removed from the tree of the other, or
    /// when the control gets a `form` attribute. Owners that a `form` attribute names are not included.
    pub fn parsed_form_owners(&self) -> impl Iterator<Item = (NodeRef<'_>, NodeRef<'_>)> {
        let node = |id| NodeRef { document: self, id };
        let owners =
            self.nodes.form_owners().map(move |(control, form)| (node(control), node(form)));
        // A form may have been renamed since.
        owners.filter(|(_, form)| form.is_html(tag::FORM))
    }

    /// The document's [doctype](https://dom.spec.whatwg.org/#concept-doctype) node.
    #[must_use]
    pub fn doctype(&self) -> Option<NodeRef<'_>> {
        self.root().children().find(|child| child.head().is(Kind::Doctype))
    }

    /// The [mode](https://dom.spec.whatwg.org/#concept-document-mode) that the doctype asked for.
    #[must_use]
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }
}
