//! Options for parsing.

use markup5ever::interface::QuirksMode;
use sapwood_driver::Limits;

/// Options for parsing: html5ever's, and two of Sapwood's own.
///
/// ```
/// use sapwood_markup5ever::{ParseOpts, tree_builder::TreeBuilderOpts};
///
/// let opts = ParseOpts {
///     tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
///     ..Default::default()
/// };
/// assert!(opts.tokenizer.discard_bom);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOpts {
    /// Options for the tokenizer.
    pub tokenizer: TokenizerOpts,
    /// Options for tree construction.
    pub tree_builder: TreeBuilderOpts,
    /// Representation of processing instructions in trees that are filled through
    /// [`markup5ever::interface::TreeSink`].
    pub processing_instructions: ProcessingInstructions,
    /// Limits that end a parse early. By default only amplification is limited. Nodes are counted as they are created. Through
    /// [`markup5ever::interface::TreeSink`] that includes a text for each run of text, but not what the sink clones into
    /// a `selectedcontent`.
    pub limits: Limits,
}

/// Options for the tokenizer.
#[derive(Clone, Debug)]
pub struct TokenizerOpts {
    /// Whether messages of parse errors include the position in the input. Off by default.
    pub exact_errors: bool,
    /// Whether a U+FEFF at the beginning of the input is dropped. On by default.
    pub discard_bom: bool,
}

impl Default for TokenizerOpts {
    fn default() -> Self {
        Self { exact_errors: false, discard_bom: true }
    }
}

/// Options for tree construction.
#[derive(Clone, Copy, Debug)]
pub struct TreeBuilderOpts {
    /// Same effect as [`TokenizerOpts::exact_errors`]; setting either is enough.
    pub exact_errors: bool,
    /// Whether the parser treats scripting as enabled, so that the content of `noscript` is raw text. On
    /// by default, as in html5ever but not in the rest of Sapwood.
    pub scripting_enabled: bool,
    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document).
    /// Off by default.
    pub iframe_srcdoc: bool,
    /// Whether the DOCTYPE is left out of the tree. Off by default.
    pub drop_doctype: bool,
    /// Mode of the document of a fragment's context element. Ignored when parsing a document, which
    /// determines its own mode. No quirks by default.
    pub quirks_mode: QuirksMode,
}

impl Default for TreeBuilderOpts {
    fn default() -> Self {
        Self {
            exact_errors: false,
            scripting_enabled: true,
            iframe_srcdoc: false,
            drop_doctype: false,
            quirks_mode: QuirksMode::NoQuirks,
        }
    }
}

/// Representation of processing instructions, which the HTML standard has had since 2026.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProcessingInstructions {
    /// A comment `?target data?`, as html5ever creates. This is the default because html5ever never
    /// creates processing instructions from HTML, so a sink may not support them.
    #[default]
    AsComments,
    /// A processing instruction, as the standard requires.
    AsThemselves,
}
