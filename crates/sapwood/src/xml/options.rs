//! Options of a parse of XML.

use crate::Limits;

/// How to parse XML. The default is what [`parse`](crate::xml::parse) does.
///
/// ```
/// use sapwood::xml::{Options, parse_with};
///
/// let xhtml = "<p>Caf&eacute;</p>";
/// let parsed = parse_with(xhtml, &Options::default().html_references(true).errors(true));
/// assert_eq!(parsed.document.document_element().unwrap().text_content(), "Café");
/// assert!(parsed.errors.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub(super) tokenizer: ::xml::Options,
    pub(super) errors: bool,
    pub(super) positions: bool,
    pub(super) limits: Limits,
}

impl Options {
    /// Whether the sink has to collect errors or positions.
    pub(super) fn reports(&self) -> bool {
        self.errors || self.positions
    }

    /// Whether to collect [errors](crate::xml::Parsed::errors). Off by default: the checks that serve
    /// errors alone don't run then.
    #[must_use]
    pub fn errors(mut self, on: bool) -> Self {
        self.errors = on;
        self
    }

    /// Whether the document remembers where its nodes and attributes were written. Off by default.
    #[must_use]
    pub fn positions(mut self, on: bool) -> Self {
        self.positions = on;
        self
    }

    /// Whether HTML's named references, such as `&eacute;`, stand for what they do in HTML, unless the
    /// document declares them. Off by default.
    #[must_use]
    pub fn html_references(mut self, on: bool) -> Self {
        self.tokenizer.html_references = on;
        self
    }

    /// How deep entities may nest: 16 by default. References to those that nest deeper stay as they are
    /// written, and are reported.
    #[must_use]
    pub fn entity_depth(mut self, most: usize) -> Self {
        self.tokenizer.max_entity_depth = most;
        self
    }

    /// Whether tags are read in one pass where they can be. On by default; off leaves everything to the
    /// plain state machine, which gives the same tree more slowly and serves to check the other.
    #[must_use]
    pub fn fast_path(mut self, on: bool) -> Self {
        self.tokenizer.fast_path = on;
        self
    }

    /// When to end a parse early. Nothing is limited by default, but for entities.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}
