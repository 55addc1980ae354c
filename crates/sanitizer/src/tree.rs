//! Markup to trees, and trees that are there already.

use sapwood_dom::{Document, EditError, NodeId, NodeRef, ParseOptions, parse_with};
use sapwood_names::{Namespace, tag};

use crate::{
    compiled::Compiled, instance::Sanitizer, pass::Pass, policy::Policy, report::Report,
    walk::sanitize_below,
};

/// # Setting and parsing untrusted HTML
///
/// The safe methods remove what can run scripts, whatever the configuration says. Template contents and shadow roots
/// are sanitized, too, and declarative shadow roots are attached. HTML that [amplifies](sapwood_dom::Limits) itself is
/// refused where an edit can fail, and cut where a document is parsed.
impl Sanitizer {
    /// Replaces the content of `element` by sanitized HTML, as
    /// [`setHTML`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtml) does.
    ///
    /// For a `template` element, its contents are replaced. A `script` element stays as it is.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let mut document = sapwood::parse("<ul></ul>");
    /// let list = document.select_ids("ul")?[0];
    /// let html = "<li onclick=evil()>Oak<script>evil()</script><li><a href=javascript:evil()>Ash</a>";
    /// Sanitizer::default().set_html(&mut document, list, html)?;
    /// assert_eq!(
    ///     document.node(list).unwrap().inner_html(),
    ///     "<li>Oak</li><li><a>Ash</a></li>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Document::set_inner_html`].
    pub fn set_html(
        &self,
        document: &mut Document,
        element: impl Into<NodeId>,
        html: &str,
    ) -> Result<(), EditError> {
        let element = element.into();
        let node = document.node(element).ok_or(EditError::StaleId)?;
        if is_script(node.host().unwrap_or(node)) {
            return Ok(());
        }
        set_filtered(document, element, html, self.compiled(true))
    }

    /// Replaces the content of `element` by HTML that the configuration alone filters, as
    /// [`setHTMLUnsafe`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtmlunsafe)
    /// does. No script runs.
    ///
    /// # Errors
    ///
    /// As [`Document::set_inner_html`].
    pub fn set_html_unsafe(
        &self,
        document: &mut Document,
        element: impl Into<NodeId>,
        html: &str,
    ) -> Result<(), EditError> {
        set_filtered(document, element.into(), html, self.compiled(false))
    }

    /// Parses a document and sanitizes it, as
    /// [`Document.parseHTML`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtml) does.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let html = "<title>Oak</title><body onload=evil()><p>A tree<iframe src=/evil>";
    /// let document = Sanitizer::default().parse_html(html);
    /// assert_eq!(document.to_html(), "<html><head><title>Oak</title></head><body><p>A tree</p></body></html>");
    /// ```
    #[must_use]
    pub fn parse_html(&self, html: &str) -> Document {
        parse_filtered(html, self.compiled(true))
    }

    /// Parses a document and filters it by the configuration alone, as
    /// [`Document.parseHTMLUnsafe`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtmlunsafe)
    /// does.
    #[must_use]
    pub fn parse_html_unsafe(&self, html: &str) -> Document {
        parse_filtered(html, self.compiled(false))
    }

    /// [Sanitizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitize) what is below `node`;
    /// returns the number of nodes and attributes that were removed. The node itself stays as it is.
    ///
    /// Time and memory are linear in the tree. An element that would be replaced by children that a document can't
    /// have, such as text, is removed instead.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let mut document = sapwood::parse("<h1 class=big>Oak</h1><p>A <b onclick=evil()>tree</b><img src=a>");
    /// let root = document.root().node_id();
    /// let removed = Sanitizer::default().sanitize(&mut document, root)?;
    /// assert_eq!(removed, 3);
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1>Oak</h1><p>A <b>tree</b></p>");
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize(
        &self,
        document: &mut Document,
        node: impl Into<NodeId>,
    ) -> Result<usize, EditError> {
        filter(document, node.into(), self.compiled(true))
    }

    /// Does the same as [`sanitize`](Self::sanitize), and lists what is removed.
    ///
    /// ```
    /// use sapwood::{ParseOptions, parse_with, sanitizer::{RemovalKind, Sanitizer}};
    ///
    /// let html = "<p>An <b onclick=evil()>oak</b><script>evil()</script>";
    /// let mut document = parse_with(html, &ParseOptions::default().positions(true)).document;
    /// let root = document.root().node_id();
    /// let report = Sanitizer::default().sanitize_with_report(&mut document, root)?;
    /// let [handler, script] = report.removals() else { panic!() };
    /// assert_eq!((handler.kind, &*handler.name), (RemovalKind::Attribute, "onclick"));
    /// assert_eq!(&html[script.span.unwrap().range()], "<script>");
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize_with_report(
        &self,
        document: &mut Document,
        node: impl Into<NodeId>,
    ) -> Result<Report, EditError> {
        report(document, node.into(), Pass::new(self.compiled(true)))
    }

    /// Filters what is below `node` by the configuration alone: scripts stay unless it removes them. Returns the
    /// number of nodes and attributes that were removed.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize_unsafe(
        &self,
        document: &mut Document,
        node: impl Into<NodeId>,
    ) -> Result<usize, EditError> {
        filter(document, node.into(), self.compiled(false))
    }
}

/// # Trees
impl Policy {
    /// Sanitizes what is below `node`, as [`Sanitizer::sanitize`] does, under the rules of the policy, and lists what is
    /// removed or changed.
    ///
    /// ```
    /// use sapwood::sanitizer::Policy;
    ///
    /// let mut document = sapwood::parse("<x-y><a href=javascript:evil()>Oak</a></x-y>");
    /// let body = document.body().unwrap().node_id();
    /// let report = Policy::ammonia().sanitize(&mut document, body)?;
    /// assert_eq!(document.body().unwrap().inner_html(), r#"<a rel="noopener noreferrer">Oak</a>"#);
    /// assert_eq!((report.removals().len(), report.total()), (2, 3));
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize(
        &self,
        document: &mut Document,
        node: impl Into<NodeId>,
    ) -> Result<Report, EditError> {
        let compiled = self.sanitizer.compiled(true);
        let pass = Pass::with_rules(compiled, Some(&self.rules), document);
        report(document, node.into(), pass)
    }
}

/// The id of a node of this document.
fn check(document: &Document, node: NodeId) -> Result<NodeId, EditError> {
    document.node(node).map(|node| node.node_id()).ok_or(EditError::StaleId)
}

fn filter(document: &mut Document, node: NodeId, compiled: &Compiled) -> Result<usize, EditError> {
    let node = check(document, node)?;
    let mut pass = Pass::new(compiled);
    sanitize_below(document, node, &mut pass);
    Ok(pass.changes)
}

fn report(document: &mut Document, node: NodeId, mut pass: Pass<'_>) -> Result<Report, EditError> {
    let node = check(document, node)?;
    pass.report = Some(Report::of(document));
    sanitize_below(document, node, &mut pass);
    Ok(pass.into_report())
}

fn set_filtered(
    document: &mut Document,
    element: NodeId,
    html: &str,
    compiled: &Compiled,
) -> Result<(), EditError> {
    let mut parsed = document.parse_fragment_in(element, html, &parse_options())?;
    filter_all(&mut parsed, compiled);
    let fragment = document.import(parsed.root())?;
    let node = document.node(element).ok_or(EditError::StaleId)?;
    let target = node.template_contents().unwrap_or(node).node_id();
    document.remove_children(target)?;
    document.append(target, fragment)
}

/// The options with which the methods of the standard parse.
fn parse_options() -> ParseOptions {
    ParseOptions::default().declarative_shadow_roots(true)
}

fn parse_filtered(html: &str, compiled: &Compiled) -> Document {
    let mut document = parse_with(html, &parse_options()).document;
    filter_all(&mut document, compiled);
    document
}

fn filter_all(document: &mut Document, compiled: &Compiled) {
    let root = document.root().node_id();
    sanitize_below(document, root, &mut Pass::new(compiled));
}

/// Whether it is a `script` element of HTML or SVG.
fn is_script(node: NodeRef<'_>) -> bool {
    node.name().is_some_and(|name| {
        matches!(name.namespace, Namespace::Html | Namespace::Svg) && name.name.id == tag::SCRIPT
    })
}
