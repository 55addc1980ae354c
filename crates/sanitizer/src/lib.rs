//! Untrusted HTML made safe: the [HTML Sanitizer
//! API](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization) of the standard.
//!
//! A [`Sanitizer`] holds a configuration: which elements and attributes are kept, removed, or replaced by their
//! children. It works on a tree, after parsing, as a browser does.
//!
//! | | |
//! |---|---|
//! | [`Document::set_html`], [`Document::parse_html`] | markup to a safe tree |
//! | [`Document::set_html_unsafe`], [`Document::parse_html_unsafe`] | markup to a tree by the configuration alone |
//! | [`Document::sanitize`] | a tree that is there already |
//! | [`Sanitizer::clean`] | markup to markup that stays safe when it is parsed again |
//! | [`Policy`] | the same with rules beyond the standard: URL schemes, styles, classes, callbacks |
//!
//! Whatever the configuration says, the safe methods remove elements and event handlers that run scripts, and
//! `javascript:` URLs of links and forms.

mod canonical;
mod compiled;
mod config;
mod generated;
mod instance;
#[cfg(feature = "json")]
mod json;
mod policy;
#[cfg(feature = "json")]
mod policy_json;
mod presets;
mod proven;
mod report;
mod rewrite;
mod style;
#[cfg(test)]
mod tests;
mod url;
mod walk;

pub use self::{
    canonical::ConfigError,
    config::{
        SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    },
    instance::Sanitizer,
    policy::{ElementAction, Policy, RelativeUrls, Unlisted},
    report::{Removal, RemovalKind, Report},
};
use self::{compiled::Compiled, walk::Pass};
use crate::{Document, EditError, NodeData, NodeId, NodeRef, Options, parse_with};
use sapwood_names::{Namespace, tag};

/// # Setting and parsing untrusted HTML
///
/// The safe methods remove what can run scripts, whatever the [`Sanitizer`] says. Template contents and shadow roots
/// are sanitized, too, and declarative shadow roots are attached. HTML that [amplifies](crate::Limits) itself is
/// refused where an edit can fail, and cut where a document is parsed.
impl Document {
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
    /// document.set_html(list, html, &Sanitizer::default())?;
    /// assert_eq!(
    ///     document.node(list).unwrap().inner_html(),
    ///     "<li>Oak</li><li><a>Ash</a></li>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn set_html(
        &mut self,
        element: impl Into<NodeId>,
        html: &str,
        sanitizer: &Sanitizer,
    ) -> Result<(), EditError> {
        let element = element.into();
        let node = self.node(element).ok_or(EditError::StaleId)?;
        if is_script(node.host().unwrap_or(node)) {
            return Ok(());
        }
        self.set_filtered(element, html, sanitizer.compiled(true))
    }

    /// Replaces the content of `element` by HTML that the configuration alone filters, as
    /// [`setHTMLUnsafe`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtmlunsafe)
    /// does. No script runs.
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn set_html_unsafe(
        &mut self,
        element: impl Into<NodeId>,
        html: &str,
        sanitizer: &Sanitizer,
    ) -> Result<(), EditError> {
        self.set_filtered(element.into(), html, sanitizer.compiled(false))
    }

    /// Parses a document and sanitizes it, as
    /// [`Document.parseHTML`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtml) does.
    ///
    /// ```
    /// use sapwood::{Document, sanitizer::Sanitizer};
    ///
    /// let html = "<title>Oak</title><body onload=evil()><p>A tree<iframe src=/evil>";
    /// let document = Document::parse_html(html, &Sanitizer::default());
    /// assert_eq!(document.to_html(), "<html><head><title>Oak</title></head><body><p>A tree</p></body></html>");
    /// ```
    #[must_use]
    pub fn parse_html(html: &str, sanitizer: &Sanitizer) -> Self {
        parse_filtered(html, sanitizer.compiled(true))
    }

    /// Parses a document and filters it by the configuration alone, as
    /// [`Document.parseHTMLUnsafe`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtmlunsafe)
    /// does.
    #[must_use]
    pub fn parse_html_unsafe(html: &str, sanitizer: &Sanitizer) -> Self {
        parse_filtered(html, sanitizer.compiled(false))
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
    /// let removed = document.sanitize(document.root().node_id(), &Sanitizer::default())?;
    /// assert_eq!(removed, 3);
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1>Oak</h1><p>A <b>tree</b></p>");
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize(
        &mut self,
        node: impl Into<NodeId>,
        sanitizer: &Sanitizer,
    ) -> Result<usize, EditError> {
        self.filter(node.into(), sanitizer.compiled(true))
    }

    /// Does the same as [`sanitize`](Self::sanitize), and lists what is removed.
    ///
    /// ```
    /// use sapwood::{Options, parse_with, sanitizer::{RemovalKind, Sanitizer}};
    ///
    /// let html = "<p>An <b onclick=evil()>oak</b><script>evil()</script>";
    /// let mut document = parse_with(html, &Options::default().positions(true)).document;
    /// let root = document.root().node_id();
    /// let report = document.sanitize_with_report(root, &Sanitizer::default())?;
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
        &mut self,
        node: impl Into<NodeId>,
        sanitizer: &Sanitizer,
    ) -> Result<Report, EditError> {
        let slot = self.node(node).ok_or(EditError::StaleId)?.id;
        let mut pass = Pass::new(sanitizer.compiled(true));
        pass.report = Some(Report::of(self));
        self.sanitize_below(slot, &mut pass);
        let mut report = pass.report.unwrap_or_default();
        report.total = pass.changes;
        Ok(report)
    }

    /// Filters what is below `node` by the configuration alone: scripts stay unless it removes them. Returns the
    /// number of nodes and attributes that were removed.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize_unsafe(
        &mut self,
        node: impl Into<NodeId>,
        sanitizer: &Sanitizer,
    ) -> Result<usize, EditError> {
        self.filter(node.into(), sanitizer.compiled(false))
    }

    /// Sanitizes what is below `node` under a policy, and lists what is removed or changed.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn sanitize_by(
        &mut self,
        node: impl Into<NodeId>,
        policy: &Policy,
    ) -> Result<Report, EditError> {
        let slot = self.node(node).ok_or(EditError::StaleId)?.id;
        let compiled = policy.sanitizer.compiled(true);
        let mut pass = Pass::with_rules(compiled, Some(&policy.rules), self);
        pass.report = Some(Report::of(self));
        self.sanitize_below(slot, &mut pass);
        let mut report = pass.report.unwrap_or_default();
        report.total = pass.changes;
        Ok(report)
    }

    fn filter(&mut self, node: NodeId, compiled: &Compiled) -> Result<usize, EditError> {
        let slot = self.node(node).ok_or(EditError::StaleId)?.id;
        let mut pass = Pass::new(compiled);
        self.sanitize_below(slot, &mut pass);
        Ok(pass.changes)
    }

    fn set_filtered(
        &mut self,
        element: NodeId,
        html: &str,
        compiled: &Compiled,
    ) -> Result<(), EditError> {
        self.set_inner_html_through(element, html, &parse_options(), |fragment| {
            fragment.sanitize_below(fragment.root().id, &mut Pass::new(compiled));
        })
    }
}

/// The options with which the methods of the standard parse.
fn parse_options() -> Options {
    Options::default().declarative_shadow_roots(true)
}

fn parse_filtered(html: &str, compiled: &Compiled) -> Document {
    let mut document = parse_with(html, &parse_options()).document;
    document.sanitize_below(document.root().id, &mut Pass::new(compiled));
    document
}

/// Whether it is a `script` element of HTML or SVG.
fn is_script(node: NodeRef<'_>) -> bool {
    match node.data() {
        NodeData::Element(element) => {
            matches!(element.namespace, Namespace::Html | Namespace::Svg)
                && element.name.text == tag::SCRIPT.as_str()
        }
        _ => false,
    }
}
