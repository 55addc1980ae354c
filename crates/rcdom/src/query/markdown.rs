//! HTML as Markdown.

use std::rc::Rc;

use sapwood_dom::markdown::MarkdownOptions;

use super::queried::Queried;
use crate::{dom::RcDom, node::Node};

/// # Writing Markdown
impl RcDom {
    /// Returns the document as Markdown, with the default options.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<title>Oak</title><p>Hard <em>wood</em>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// assert_eq!(dom.to_markdown(), "Hard *wood*\n");
    /// ```
    #[must_use]
    pub fn to_markdown(&self) -> String {
        self.to_markdown_with(&MarkdownOptions::default())
    }

    /// Returns the document as Markdown.
    #[must_use]
    pub fn to_markdown_with(&self, options: &MarkdownOptions) -> String {
        self.query(|_, root| root.to_markdown_with(options))
    }
}

/// # Writing Markdown
impl Node {
    /// Returns the node as Markdown, with the default options.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<h2>Oak</h2><p>Hard <b>and</b> heavy.";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let body = dom.document.children.borrow()[0].children.borrow()[1].clone();
    /// assert_eq!(body.to_markdown(), "## Oak\n\nHard **and** heavy.\n");
    /// ```
    #[must_use]
    pub fn to_markdown(self: &Rc<Self>) -> String {
        self.to_markdown_with(&MarkdownOptions::default())
    }

    /// Returns the node as Markdown.
    #[must_use]
    pub fn to_markdown_with(self: &Rc<Self>, options: &MarkdownOptions) -> String {
        self.query(|_, node| node.to_markdown_with(options))
    }
}
