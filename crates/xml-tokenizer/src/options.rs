//! What a tokenizer is made from.

/// How to tokenize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Read references as HTML does: its 2,125 names that end in `;` are known, unless the document
    /// declares them, and the numbers 0x80 to 0x9F stand for what windows-1252 has there.
    pub html_references: bool,
    /// Whether tags, comments and references that lie whole in a chunk are read in one pass, past the
    /// state machine. The tokens are the same; without it everything is just slower.
    pub fast_path: bool,
    /// How deep entities may nest; deeper references stay as they are written.
    pub max_entity_depth: usize,
    /// How many bytes of replacement text may be read, beyond eight for each byte of the input before
    /// the reference; after that, references to entities stay as they are written.
    pub max_expansion: usize,
    /// How many attributes a tag may have; those that are left out because their name came earlier
    /// don't count. Below sixteen there is no fast path.
    pub max_attributes: usize,
    /// How many bytes of the input a tag, comment, processing instruction or DOCTYPE may take. Text
    /// has no length: it is handed over as it comes. Below 4,096 there is no fast path.
    pub max_token_length: usize,
}

impl Options {
    /// How many bytes of replacement text may be read after so much input.
    pub(crate) fn allowed_expansion(&self, input: usize) -> usize {
        self.max_expansion.saturating_add(input.saturating_mul(8))
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            html_references: false,
            fast_path: true,
            max_entity_depth: 16,
            max_expansion: 8 << 20,
            max_attributes: usize::MAX,
            max_token_length: usize::MAX,
        }
    }
}
