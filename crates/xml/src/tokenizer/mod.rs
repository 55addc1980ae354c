//! [Tokenization](https://ygg01.github.io/xml5_draft/#tokenization): a function for each state of the draft.
//!
//! [`Tokenizer`] holds what outlives a chunk; `machine` runs over one, which `feed` gives it.

mod declaration;
mod declared;
mod document_type;
mod emit;
mod error_filter;
mod errors;
mod expand;
mod fast;
mod feed;
mod identifier;
mod machine;
mod options;
mod reference;
mod state;
mod subset;
mod token;

use std::time::Instant;

use sapwood_lexer::{DoctypeBuffer, LINEAR, TagBuffer};
use sapwood_tree::{Budget, Limit};

pub(crate) use self::error_filter::ErrorFilter;
pub use self::{
    declaration::XmlDeclaration,
    document_type::{
        AttributeDefinition, AttributeList, DocumentType, Entity, Instruction, Notation,
    },
    options::XmlTokenizerOptions,
    token::{Attribute, Doctype, Feedback, Tag, Token, TokenSink},
};
use self::{fast::Decoded, reference::Reference, state::State, subset::Subset};

/// Tokenizes XML text that comes in chunks.
///
/// Chunks may end anywhere, between CR and LF, in `&am` or in `<!DOCT`: the tokens, their spans and the
/// errors don't depend on it, but for how a text is cut into runs.
///
/// ```
/// use sapwood::{Span, xml::tokenizer::{Feedback, Token, TokenSink, Tokenizer, XmlTokenizerOptions}};
///
/// #[derive(Default)]
/// struct Titles(String, bool);
///
/// impl TokenSink for Titles {
///     fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
///         match token {
///             Token::StartTag(tag) => self.1 = tag.name == "title",
///             Token::Text(text) | Token::EscapedText(text) if self.1 => self.0 += text,
///             _ => {}
///         }
///         Feedback::Continue
///     }
/// }
///
/// let mut titles = Titles::default();
/// let mut tokenizer = Tokenizer::new(XmlTokenizerOptions::default());
/// for chunk in ["<feed><ti", "tle>Q&am", "p;A</title></feed>"] {
///     tokenizer.feed(chunk, &mut titles);
/// }
/// tokenizer.finish(&mut titles);
/// assert_eq!(titles.0, "Q&A");
/// ```
#[derive(Debug, Default)]
pub struct Tokenizer {
    pub(crate) options: XmlTokenizerOptions,
    pub(crate) state: State,
    /// Offset of the input after a byte order mark.
    pub(crate) start: usize,
    pub(crate) declaration: Option<XmlDeclaration>,
    /// Offset of the chunk in the input.
    pub(crate) offset: usize,
    /// Whether the last chunk ended in a CR that waits for what follows it.
    pending_cr: bool,
    pub(crate) limit: Option<Limit>,
    /// Whether nothing more is read.
    pub(crate) stopped: bool,
    /// Offset of the token in progress.
    pub(crate) token_start: usize,
    pub(crate) return_state: State,
    pub(crate) reference: Reference,
    pub(crate) tag: TagBuffer<false>,
    /// Whether a quoted value ended just before, so that white space has to follow.
    pub(crate) value_just_ended: bool,
    pub(crate) comment: String,
    pub(crate) target: String,
    pub(crate) data: String,
    /// The part of a keyword read so far.
    pub(crate) matched: String,
    pub(crate) doctype: DoctypeBuffer,
    pub(crate) subset: Subset,
    pub(crate) document_type: DocumentType,
    /// The names of the entities whose replacement text is being read.
    pub(crate) open_entities: Vec<String>,
    /// Pays for replacement texts and default values of attributes.
    pub(crate) budget: Budget,
    pub(crate) error_filter: ErrorFilter,
    /// The number of `]` at the end of the text so far, up to two, and their end.
    pub(crate) brackets: u8,
    pub(crate) brackets_end: usize,
    pub(crate) decoded: Decoded,
    pub(crate) buffered_attributes: Vec<Attribute<'static>>,
    attributes: Vec<Attribute<'static>>,
}

impl Tokenizer {
    /// Returns a tokenizer at the start of its input.
    #[must_use]
    pub fn new(options: XmlTokenizerOptions) -> Self {
        // The fast path doesn't check these limits, so they must be out of its reach.
        let fast_path = options.fast_path
            && options.max_attributes >= LINEAR
            && options.max_token_length >= Self::SHORTEST_LIMIT;
        Self {
            budget: Budget::new(options.amplification),
            options: XmlTokenizerOptions { fast_path, ..options },
            attributes: Vec::with_capacity(LINEAR),
            ..Self::default()
        }
    }

    const SHORTEST_LIMIT: usize = 4096;

    /// Returns the limit that was reached, if one was.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit.or(self.budget.limit())
    }

    /// Sets the time after which replacing entities ends the parse.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.budget.set_deadline(deadline);
    }

    /// Returns the number of input bytes taken. Spans count from the same origin.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The XML declaration, if there is a well-formed one.
    #[must_use]
    pub fn declaration(&self) -> Option<&XmlDeclaration> {
        self.declaration.as_ref()
    }

    /// Returns the declarations of the internal subset read so far.
    #[must_use]
    pub fn document_type(&self) -> &DocumentType {
        &self.document_type
    }

    /// Returns the XML declaration and the declarations of the internal subset.
    #[must_use]
    pub fn into_declarations(self) -> (Option<XmlDeclaration>, DocumentType) {
        (self.declaration, self.document_type)
    }
}
