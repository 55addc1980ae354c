//! Options of a parse of HTML.

use sapwood_driver::Limits;

use crate::{Builder, BuilderOptions, Document};

/// Options on the document that a parser of HTML or XML builds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentOptions {
    /// Whether to collect parse errors.
    pub errors: bool,
    /// Whether to keep positions.
    pub positions: bool,
    /// Whether to keep the source.
    pub source: bool,
    /// The limits.
    pub limits: Limits,
}

impl DocumentOptions {
    /// Whether the sink has to collect errors or positions.
    #[must_use]
    pub fn reports(&self) -> bool {
        self.errors || self.positions
    }

    /// A sink that builds a document in the memory of another, of an input of about `capacity_hint` bytes.
    #[must_use]
    pub fn builder<const REPORT: bool>(
        &self,
        recycled: Document,
        fragment: bool,
        capacity_hint: usize,
    ) -> Builder<REPORT> {
        Builder::recycling(recycled, self.builder_options(fragment, capacity_hint))
    }

    /// The options of that sink.
    pub(crate) fn builder_options(&self, fragment: bool, capacity_hint: usize) -> BuilderOptions {
        BuilderOptions {
            errors: self.errors,
            positions: self.positions,
            fragment,
            capacity_hint: capacity_hint.min(self.limits.max_input_bytes()),
            max_nodes: self.limits.max_nodes(),
            in_tree_order: true,
            copies: self.source,
        }
    }

    /// These options for text that is decoded from bytes: the input is limited in bytes, not in text.
    #[must_use]
    pub fn of_decoded_text(&self) -> Self {
        Self { limits: self.limits.clone().without_input_bytes(), ..*self }
    }
}

/// How to parse. The default is what [`parse`](crate::parse) does.
///
/// ```
/// use sapwood::{ParseOptions, parse_with};
///
/// let options = ParseOptions::default().scripting(true).errors(true);
/// let parsed = parse_with("<noscript><p>No scripts</noscript>", &options);
/// assert_eq!(parsed.errors[0].code.as_str(), "missing-doctype");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOptions {
    // Hidden, as the next two: the parsers of the façade read what the methods below set, and the sanitizer sets its budget.
    #[doc(hidden)]
    pub tree: sapwood_tree_builder::TreeBuilderOptions,
    #[doc(hidden)]
    pub document: DocumentOptions,
    plain_machine: bool,
}

// Hidden, as the fields above.
#[doc(hidden)]
impl ParseOptions {
    #[must_use]
    pub fn uses_fast_path(&self) -> bool {
        !self.plain_machine
    }

    /// These options for parsing a source again, to find what was edited: without a limit on time.
    #[cfg(feature = "lossless")]
    #[must_use]
    pub fn for_source(&self) -> Self {
        let mut options = self.clone().errors(false).source(false);
        options.document.limits = options.document.limits.with_time_left(None);
        options
    }
}

impl ParseOptions {
    /// Whether scripting is taken to be enabled, so that the content of `noscript` is raw text. No
    /// script ever runs. Off by default.
    #[must_use]
    pub fn scripting(mut self, on: bool) -> Self {
        self.tree.scripting = on;
        self
    }

    /// Whether to collect [parse errors](crate::Parsed::errors). Off by default: the checks that
    /// serve errors alone don't run then.
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

    /// Whether the document keeps its source, so that [`Document::to_source`] can write it with edits in it. Off by default.
    ///
    /// Most sources take no memory of their own until they are first asked for, and then as much as the input. Parsers of documents keep
    /// them, from text and from bytes; a parser that runs scripts doesn't.
    #[cfg(feature = "lossless")]
    #[must_use]
    pub fn source(mut self, on: bool) -> Self {
        self.document.source = on;
        self
    }

    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document),
    /// which needs no DOCTYPE. Off by default.
    #[must_use]
    pub fn iframe_srcdoc(mut self, on: bool) -> Self {
        self.tree.iframe_srcdoc = on;
        self
    }

    /// Whether `<template shadowrootmode>` attaches a [shadow
    /// root](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode), as for
    /// a page that a browser navigates to. Off by default.
    #[must_use]
    pub fn declarative_shadow_roots(mut self, on: bool) -> Self {
        self.tree.declarative_shadow_roots = on;
        self
    }

    /// Whether `<template for>` replaces the content between markers. On by default.
    #[must_use]
    pub fn template_for(mut self, on: bool) -> Self {
        self.tree.template_for = on;
        self
    }

    /// Whether tags are read in one pass where they can be. On by default; off leaves everything to
    /// the plain state machine, which gives the same tree more slowly and serves to check the
    /// other.
    #[must_use]
    pub fn fast_path(mut self, on: bool) -> Self {
        self.plain_machine = !on;
        self
    }

    /// The limits on the parse. By default only amplification is limited.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.document.limits = limits;
        self
    }
}
