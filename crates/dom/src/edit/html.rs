//! Edits with HTML, which is parsed as a fragment.

use sapwood_names::{Namespace, tag};
use sapwood_tree::Limit;
use sapwood_tree_builder::FragmentContext;

use super::EditError;
use crate::{Document, NodeData, NodeId, NodeRef, ParseOptions, parse_fragment_with};

/// # Editing with HTML
///
/// These methods parse HTML as a fragment, with default [`ParseOptions`] unless they take others: the default
/// amplification limit holds. In a shadow root HTML is parsed as in its host, in another fragment and in `html` as in
/// `body`.
///
/// If a call fails, nothing has changed. [`EditError::StaleId`]: the id isn't of this document.
/// [`EditError::NotAnElement`]: there is no element in which the HTML could be parsed. [`EditError::NoParent`]: there is
/// no place before, after or instead of the node. [`EditError::Limit`]: parsing reached a limit. [`EditError::Full`]: the
/// document is full.
impl Document {
    /// [Sets the inner HTML of `element`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml):
    /// parses `html` as a fragment in `element`, and replaces the children by the nodes of the fragment.
    ///
    /// For a `template` element, the children of its contents are replaced.
    ///
    /// ```
    /// let mut document = sapwood::parse("<table><tr><td>old</table>");
    /// let row = document.select_ids("tr")?[0];
    /// document.set_inner_html(row, "<td>1<td>2")?;
    /// assert_eq!(document.node(row).unwrap().outer_html(), "<tr><td>1</td><td>2</td></tr>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::Full`], [`EditError::Limit`].
    pub fn set_inner_html(
        &mut self,
        element: impl Into<NodeId>,
        html: &str,
    ) -> Result<(), EditError> {
        self.set_inner_html_with(element, html, &ParseOptions::default())
    }

    /// Does the same as [`set_inner_html`](Self::set_inner_html), but parses with `options`.
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn set_inner_html_with(
        &mut self,
        element: impl Into<NodeId>,
        html: &str,
        options: &ParseOptions,
    ) -> Result<(), EditError> {
        let element = element.into();
        let parsed = self.parse_fragment_in(element, html, options)?;
        let target = contents(self.node(element).ok_or(EditError::StaleId)?);
        let fragment = self.import(parsed.root())?;
        self.remove_children(target)?;
        self.append(target, fragment)
    }

    /// Parses `html` as a fragment in `element`, as [`set_inner_html`](Self::set_inner_html) does, and returns it as a
    /// document of its own, from which [`import`](Self::import) copies. This document doesn't change.
    ///
    /// ```
    /// use sapwood::ParseOptions;
    ///
    /// let document = sapwood::parse("<table><tr><td>old</table>");
    /// let row = document.select_first("tr")?.unwrap();
    /// let cells = document.parse_fragment_in(row, "<td>1<td>2", &ParseOptions::default())?;
    /// assert_eq!(cells.to_html(), "<td>1</td><td>2</td>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::Full`], [`EditError::Limit`].
    pub fn parse_fragment_in(
        &self,
        element: impl Into<NodeId>,
        html: &str,
        options: &ParseOptions,
    ) -> Result<Document, EditError> {
        let node = self.node(element).ok_or(EditError::StaleId)?;
        parse_in(node.host().unwrap_or(node), false, html, options)
    }

    /// Replaces `node` by the nodes of `html`, which is parsed as a fragment in its parent, as the setter of
    /// [`outerHTML`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml) does.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>An <blink>old</blink> page");
    /// let blink = document.select_ids("blink")?[0];
    /// document.set_outer_html(blink, "<em>ancient</em> <b>web</b>")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>An <em>ancient</em> <b>web</b> page</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NoParent`], [`EditError::NotAnElement`] if the parent is the document,
    /// [`EditError::Full`], [`EditError::Limit`].
    pub fn set_outer_html(&mut self, node: impl Into<NodeId>, html: &str) -> Result<(), EditError> {
        let node = node.into();
        let fragment = self.parse_beside(node, html)?;
        self.insert_before(node, fragment)?;
        self.remove(node)
    }

    /// Parses `html` as a fragment in `parent` and inserts its nodes after the last child.
    ///
    /// For a `template` element, they become children of its contents.
    ///
    /// ```
    /// let mut document = sapwood::parse("<ul><li>One</ul>");
    /// let list = document.select_ids("ul")?[0];
    /// document.append_html(list, "<li>Two<li>Three")?;
    /// document.prepend_html(list, "<li>Zero")?;
    /// assert_eq!(document.select("li")?.count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn append_html(&mut self, parent: impl Into<NodeId>, html: &str) -> Result<(), EditError> {
        let (target, fragment) = self.parse_inside(parent.into(), html)?;
        self.append(target, fragment)
    }

    /// Parses `html` as a fragment in `parent` and inserts its nodes before the first child. See
    /// [`append_html`](Self::append_html).
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn prepend_html(&mut self, parent: impl Into<NodeId>, html: &str) -> Result<(), EditError> {
        let (target, fragment) = self.parse_inside(parent.into(), html)?;
        self.prepend(target, fragment)
    }

    /// Parses `html` as a fragment in the parent of `sibling` and inserts its nodes before `sibling`.
    ///
    /// ```
    /// let mut document = sapwood::parse("<h2>Oak</h2>");
    /// let heading = document.select_ids("h2")?[0];
    /// document.insert_html_before(heading, "<hr>")?;
    /// document.insert_html_after(heading, "<p>A tree.")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<hr><h2>Oak</h2><p>A tree.</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_outer_html`](Self::set_outer_html).
    pub fn insert_html_before(
        &mut self,
        sibling: impl Into<NodeId>,
        html: &str,
    ) -> Result<(), EditError> {
        let sibling = sibling.into();
        let fragment = self.parse_beside(sibling, html)?;
        self.insert_before(sibling, fragment)
    }

    /// Parses `html` as a fragment in the parent of `sibling` and inserts its nodes after `sibling`. See
    /// [`insert_html_before`](Self::insert_html_before).
    ///
    /// # Errors
    ///
    /// As [`set_outer_html`](Self::set_outer_html).
    pub fn insert_html_after(
        &mut self,
        sibling: impl Into<NodeId>,
        html: &str,
    ) -> Result<(), EditError> {
        let sibling = sibling.into();
        let fragment = self.parse_beside(sibling, html)?;
        self.insert_after(sibling, fragment)
    }

    /// The node whose children HTML in `parent` becomes, and the HTML as a fragment of this document.
    #[inline]
    fn parse_inside(&mut self, parent: NodeId, html: &str) -> Result<(NodeId, NodeId), EditError> {
        let parent = self.node(parent).ok_or(EditError::StaleId)?;
        let target = contents(parent);
        let parsed =
            parse_in(parent.host().unwrap_or(parent), true, html, &ParseOptions::default())?;
        Ok((target, self.import(parsed.root())?))
    }

    /// The HTML as a fragment of this document, parsed in the parent of `sibling`.
    #[inline]
    fn parse_beside(&mut self, sibling: NodeId, html: &str) -> Result<NodeId, EditError> {
        let parent = self.node(sibling).ok_or(EditError::StaleId)?.parent();
        let parent = parent.ok_or(EditError::NoParent)?;
        let parsed =
            parse_in(parent.host().unwrap_or(parent), true, html, &ParseOptions::default())?;
        self.import(parsed.root())
    }
}

/// The node that has the children: the contents of a `template` element, or else the node.
#[inline]
fn contents(node: NodeRef<'_>) -> NodeId {
    node.template_contents().unwrap_or(node).node_id()
}

/// Parses `html` in `context`, or in `body` if that is a fragment without a host. [Inserted
/// HTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml) is parsed
/// in `body` also if the context is `html`, whose content would get a `head` and a `body`.
#[inline]
fn parse_in(
    context: NodeRef<'_>,
    inserted: bool,
    html: &str,
    options: &ParseOptions,
) -> Result<Document, EditError> {
    let attributes: Vec<_> = context
        .attrs()
        .filter(|attribute| attribute.namespace() == Namespace::None)
        .map(|attribute| (attribute.local_name(), attribute.value()))
        .collect();
    let (namespace, local_name) = match context.data() {
        NodeData::Element(_) if inserted && context.is_html(tag::HTML) => (Namespace::Html, "body"),
        NodeData::Element(name) => (name.namespace, name.name.text),
        NodeData::Fragment => (Namespace::Html, "body"),
        _ => return Err(EditError::NotAnElement),
    };
    let in_form = context.is_html(tag::FORM) || context.ancestors().any(|it| it.is_html(tag::FORM));
    let context = FragmentContext {
        namespace,
        local_name,
        attributes: &attributes,
        quirks_mode: context.owner().quirks_mode(),
        in_form,
    };
    let parsed = parse_fragment_with(html, context, options);
    match parsed.limit {
        Some(Limit::Capacity) => Err(EditError::Full),
        Some(limit) => Err(EditError::Limit(limit)),
        None => Ok(parsed.document),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sapwood_tree::Limit;

    use crate::{
        Document, EditError, Limits, NodeId, ParseOptions, parse, parse_fragment, parse_with,
    };

    fn find(document: &Document, name: &str) -> NodeId {
        let found = document.root().descendants().find(|it| it.local_name() == Some(name));
        found.unwrap().node_id()
    }

    #[test]
    fn parses_in_the_context_of_the_element() {
        #[rustfmt::skip]
        let cases = [
            ("<p>old</p>", "p", "<td>1<b>2", "<p>1<b>2</b></p>"),
            ("<table><tr></table>", "tr", "<td>1<b>2", "<tr><td>1<b>2</b></td></tr>"),
            ("<select></select>", "select", "<option>1<option>2", "<select><option>1</option><option>2</option></select>"),
            ("<textarea></textarea>", "textarea", "<b>&amp;", "<textarea>&lt;b&gt;&amp;</textarea>"),
            ("<style></style>", "style", "<b>&amp;", "<style><b>&amp;</style>"),
            ("<svg><desc></desc></svg>", "svg", "<lineargradient/><p>", "<svg><linearGradient></linearGradient><p></p></svg>"),
            ("<svg><desc></desc></svg>", "desc", "<lineargradient/>", "<desc><lineargradient></lineargradient></desc>"),
            ("<form><div></div></form>", "div", "<form>1</form>", "<div>1</div>"),
            ("<template>old</template>", "template", "<td>1", "<template><td>1</td></template>"),
            ("<p>old</p>", "p", "", "<p></p>"),
        ];
        for (page, name, html, outer) in cases {
            let mut document = parse(page);
            let element = find(&document, name);
            document.set_inner_html(element, html).unwrap();
            assert_eq!(document.node(element).unwrap().outer_html(), outer, "{html} in {page}");
        }
    }

    #[test]
    fn sets_template_contents_and_shadow_roots() {
        let options = ParseOptions::default().declarative_shadow_roots(true);
        let html = "<p><template shadowrootmode=open>old</template></p><template>old</template>";
        let mut document = parse_with(html, &options).document;
        let host = document.node(find(&document, "p")).unwrap();
        let shadow = host.shadow_root().unwrap().root.node_id();
        document.set_inner_html(shadow, "<div>1</p>2").unwrap();
        assert_eq!(document.node(shadow).unwrap().inner_html(), "<div>1<p></p>2</div>");
        let template = document.node(find(&document, "template")).unwrap();
        let contents = template.template_contents().unwrap().node_id();
        document.set_inner_html(contents, "<td>1").unwrap();
        assert_eq!(document.node(contents).unwrap().inner_html(), "<td>1</td>");
    }

    #[test]
    fn reports_limits_and_changes_nothing() {
        let mut document = parse("<p>text");
        let p = find(&document, "p");
        let limits = [
            (Limits::default().input_bytes(5), Limit::InputBytes),
            (Limits::default().nodes(3), Limit::Nodes),
            (Limits::default().depth(1), Limit::Depth),
            (Limits::default().attributes(0), Limit::Attributes),
            (Limits::default().token_length(5), Limit::TokenLength),
            (Limits::default().time(Duration::ZERO), Limit::Time),
        ];
        for (limits, limit) in limits {
            let options = ParseOptions::default().limits(limits);
            let result = document.set_inner_html_with(p, "<b id=1><i>one</i>", &options);
            assert_eq!(result, Err(EditError::Limit(limit)));
        }
        let names: String = (0..2_000).map(|name| format!("<b id={name}>")).collect();
        let quadratic = format!("<p>{names}{}", "<p>x".repeat(2_000));
        let result = document.set_inner_html(p, &quadratic);
        assert_eq!(result, Err(EditError::Limit(Limit::Amplification)));
        assert_eq!(document.body().unwrap().inner_html(), "<p>text</p>");
    }

    #[test]
    fn inserts_in_the_context_of_the_parent() {
        type Edit = fn(&mut Document, NodeId, &str) -> Result<(), EditError>;
        #[rustfmt::skip]
        let cases: [(&str, &str, Edit, &str, &str); 9] = [
            ("<ul><li>1</ul>", "li", |d, id, h| d.insert_html_before(id, h), "<li>0", "<ul><li>0</li><li>1</li></ul>"),
            ("<ul><li>1</ul>", "li", |d, id, h| d.insert_html_after(id, h), "<li>2", "<ul><li>1</li><li>2</li></ul>"),
            ("<table><tr></table>", "tr", |d, id, h| d.append_html(id, h), "<td>1", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
            ("<table><tr></table>", "tr", |d, id, h| d.insert_html_after(id, h), "<tr><td>1", "<table><tbody><tr></tr><tr><td>1</td></tr></tbody></table>"),
            ("<p>a<b>b</b>c", "b", |d, id, h| d.set_outer_html(id, h), "1<i>2", "<p>a1<i>2</i>c</p>"),
            ("<p>a<b>b</b>c", "b", |d, id, h| d.set_outer_html(id, h), "", "<p>ac</p>"),
            ("<p>a", "p", |d, id, h| d.prepend_html(id, h), "<b>1", "<p><b>1</b>a</p>"),
            ("<p></p><template>a</template>", "template", |d, id, h| d.append_html(id, h), "<td>1", "<p></p><template>a<td>1</td></template>"),
            ("<p>a", "body", |d, id, h| d.append_html(id, h), "<title>1</title>", "<p>a</p><title>1</title>"),
        ];
        for (page, name, edit, html, inner) in cases {
            let mut document = parse(page);
            let element = find(&document, name);
            edit(&mut document, element, html).unwrap();
            assert_eq!(document.body().unwrap().inner_html(), inner, "{html} in {page}");
        }
        let mut document = parse("<p>");
        let html = document.document_element().unwrap().node_id();
        document.append_html(html, "<b>1").unwrap();
        assert_eq!(document.to_html(), "<html><head></head><body><p></p></body><b>1</b></html>");
        assert_eq!(document.insert_html_after(html, "x"), Err(EditError::NotAnElement));
        let root = document.root().node_id();
        assert_eq!(document.set_outer_html(root, "x"), Err(EditError::NoParent));
        let mut fragment = parse_fragment("<p>", "body");
        fragment.append_html(fragment.root().node_id(), "<td>1").unwrap();
        assert_eq!(fragment.to_html(), "<p></p>1");
    }

    #[test]
    fn limits_inserted_html() {
        let mut document = parse("<p>text");
        let p = find(&document, "p");
        let names: String = (0..2_000).map(|name| format!("<b id={name}>")).collect();
        let quadratic = format!("<p>{names}{}", "<p>x".repeat(2_000));
        let amplification = Err(EditError::Limit(Limit::Amplification));
        assert_eq!(document.append_html(p, &quadratic), amplification);
        assert_eq!(document.insert_html_before(p, &quadratic), amplification);
        assert_eq!(document.set_outer_html(p, &quadratic), amplification);
        assert_eq!(document.body().unwrap().inner_html(), "<p>text</p>");
    }

    #[test]
    fn rejects_nodes_without_inner_html() {
        let mut document = parse("<p>text");
        let root = document.root().node_id();
        let p = document.body().unwrap().first_child().unwrap();
        let text = p.first_child().unwrap().node_id();
        for node in [root, text] {
            assert_eq!(document.set_inner_html(node, "x"), Err(EditError::NotAnElement));
        }
        let stale = find(&parse("<p>"), "p");
        assert_eq!(document.set_inner_html(stale, "x"), Err(EditError::StaleId));
        assert_eq!(document.body().unwrap().inner_html(), "<p>text</p>");
    }
}
