//! Options of a parse of XML.

use sapwood_dom::DocumentOptions;

use crate::Limits;

/// How to parse XML. The default is what [`parse`](crate::xml::parse) does.
///
/// ```
/// use sapwood::xml::{XmlParseOptions, parse_with};
///
/// let xhtml = "<p>Caf&eacute;</p>";
/// let parsed = parse_with(xhtml, &XmlParseOptions::default().html_references(true).errors(true));
/// assert_eq!(parsed.document.document_element().unwrap().text_content(), "Café");
/// assert!(parsed.errors.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlParseOptions {
    pub(super) tokenizer: sapwood_xml::XmlTokenizerOptions,
    pub(super) document: DocumentOptions,
}

impl XmlParseOptions {
    /// Whether to collect [errors](crate::xml::Parsed::errors). Off by default: the checks that serve
    /// errors alone don't run then.
    #[must_use]
    pub fn errors(mut self, on: bool) -> Self {
        self.document.errors = on;
        self
    }

    /// Whether the document remembers where its nodes and attributes were written. Off by default.
    #[must_use]
    pub fn positions(mut self, on: bool) -> Self {
        self.document.positions = on;
        self
    }

    /// Whether the document keeps its source, so that [`Document::to_source`](crate::Document::to_source) can write it with
    /// edits in it; see [`ParseOptions::source`](crate::ParseOptions::source). Off by default.
    #[cfg(feature = "lossless")]
    #[must_use]
    pub fn source(mut self, on: bool) -> Self {
        self.document.source = on;
        self
    }

    /// These options for parsing a source again.
    #[cfg(feature = "lossless")]
    pub(super) fn for_source(&self) -> Self {
        let mut options = self.clone().errors(false).source(false);
        options.document.limits = options.document.limits.with_time_left(None);
        options
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

    /// The limits on the parse. By default only amplification is limited.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.document.limits = limits;
        self
    }
}
