//! What a caller decides before a parse.

use markup5ever::interface::QuirksMode;

/// How to parse: html5ever's options, and one of our own.
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
    /// For the tokenizer.
    pub tokenizer: TokenizerOpts,
    /// For tree construction.
    pub tree_builder: TreeBuilderOpts,
    /// What becomes of processing instructions in trees that are filled through
    /// [`markup5ever::interface::TreeSink`].
    pub processing_instructions: ProcessingInstructions,
}

/// Options for the tokenizer.
#[derive(Clone, Debug)]
pub struct TokenizerOpts {
    /// Whether the messages of parse errors tell their place in the input, too. Off by default.
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
    /// As [`TokenizerOpts::exact_errors`]: either is enough.
    pub exact_errors: bool,
    /// Whether scripting is taken to be enabled, so that the content of `noscript` is raw text. On by
    /// default, as in html5ever and unlike elsewhere in Sapwood.
    pub scripting_enabled: bool,
    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document).
    /// Off by default.
    pub iframe_srcdoc: bool,
    /// Whether the DOCTYPE is left out of the tree. Off by default.
    pub drop_doctype: bool,
    /// The mode of the document that the context element of a fragment is in; documents find out
    /// themselves. No quirks by default.
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

/// What becomes of a processing instruction, which the standard has known since 2026.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProcessingInstructions {
    /// The comment that html5ever makes of it: `?target data?`. The default: a tree that html5ever
    /// fills with HTML was never asked for a processing instruction, and may not be able to make one.
    #[default]
    AsComments,
    /// A processing instruction, as the standard has it.
    AsThemselves,
}
