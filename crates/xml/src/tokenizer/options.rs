//! Options of the tokenizer.

use sapwood_tree::Budget;

/// Options of a [`Tokenizer`](crate::tokenizer::Tokenizer).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct XmlTokenizerOptions {
    /// Read references as HTML does: its 2,125 names that end in `;` are known, unless the document
    /// declares them, and the numbers 0x80 to 0x9F stand for what windows-1252 has there.
    pub html_references: bool,
    /// Whether tags, comments and references that lie whole in a chunk are read in one pass, past the
    /// state machine. The tokens are the same; without it everything is just slower.
    pub fast_path: bool,
    /// How deep entities may nest; deeper references stay as they are written.
    pub max_entity_depth: usize,
    /// The factor of the [`Budget`] that replacement texts of entities and default values of attributes draw
    /// on; `u64::MAX` lifts the limit.
    pub amplification: u64,
    /// The maximum number of attributes of a tag; those that are left out because their name came earlier
    /// don't count. Below sixteen there is no fast path.
    pub max_attributes: usize,
    /// The maximum length in bytes of a tag, comment, processing instruction or DOCTYPE. Text
    /// has no length: it is handed over as it comes. Below 4,096 there is no fast path.
    pub max_token_length: usize,
}

impl XmlTokenizerOptions {
    /// Sets [`html_references`](Self#structfield.html_references).
    #[must_use]
    pub fn html_references(mut self, html_references: bool) -> Self {
        self.html_references = html_references;
        self
    }

    /// Sets [`fast_path`](Self#structfield.fast_path).
    #[must_use]
    pub fn fast_path(mut self, fast_path: bool) -> Self {
        self.fast_path = fast_path;
        self
    }

    /// Sets [`max_entity_depth`](Self#structfield.max_entity_depth).
    #[must_use]
    pub fn max_entity_depth(mut self, max_entity_depth: usize) -> Self {
        self.max_entity_depth = max_entity_depth;
        self
    }

    /// Sets [`amplification`](Self#structfield.amplification).
    #[must_use]
    pub fn amplification(mut self, amplification: u64) -> Self {
        self.amplification = amplification;
        self
    }

    /// Sets [`max_attributes`](Self#structfield.max_attributes).
    #[must_use]
    pub fn max_attributes(mut self, max_attributes: usize) -> Self {
        self.max_attributes = max_attributes;
        self
    }

    /// Sets [`max_token_length`](Self#structfield.max_token_length).
    #[must_use]
    pub fn max_token_length(mut self, max_token_length: usize) -> Self {
        self.max_token_length = max_token_length;
        self
    }
}

impl Default for XmlTokenizerOptions {
    fn default() -> Self {
        Self {
            html_references: false,
            fast_path: true,
            max_entity_depth: 16,
            amplification: Budget::DEFAULT_FACTOR,
            max_attributes: usize::MAX,
            max_token_length: usize::MAX,
        }
    }
}
