//! The public tokenizer: its creation, its reset, and its state between chunks.

use sapwood_lexer::{DoctypeBuffer, LINEAR, TagBuffer};
use sapwood_names::NameId;
use sapwood_scan::TextBuffer;
use sapwood_tree::{AttributeRange, Limit};

use crate::{
    TextState, TokenizerOptions,
    fast::Room,
    reference::Reference,
    state::{State, Unfinished},
};

/// [Tokenizes](https://html.spec.whatwg.org/multipage/parsing.html#tokenization) HTML text that
/// comes in chunks.
///
/// Chunks may end anywhere, between CR and LF, in `&notin` or in `<!DOCT`: the tokens, their spans
/// and the errors don't depend on it, but for how a text is cut into runs.
///
/// ```
/// use sapwood::tokenizer::{Feedback, Token, TokenSink, Tokenizer, TokenizerOptions};
/// use sapwood::Span;
///
/// #[derive(Default)]
/// struct Links(Vec<String>);
///
/// impl TokenSink for Links {
///     fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
///         if let Token::StartTag(tag) = token {
///             let href = tag.attributes.iter().find(|attribute| attribute.name.text == "href");
///             self.0.extend(href.map(|href| href.value.to_string()));
///         }
///         Feedback::Continue
///     }
/// }
///
/// let mut links = Links::default();
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// tokenizer.feed("Read <a hre", &mut links);
/// tokenizer.feed("f='/?a&amp;b'>this</a>", &mut links);
/// tokenizer.finish(&mut links);
/// assert_eq!(links.0, ["/?a&b"]);
/// ```
#[derive(Debug)]
pub struct Tokenizer {
    pub(crate) fast_path: bool,
    pub(crate) max_attributes: usize,
    pub(crate) max_token_length: usize,
    /// The limit that was reached: nothing more is read.
    pub(crate) limit: Option<Limit>,
    /// Offset of the token that was read to its end, but is too long.
    pub(crate) refused: Option<usize>,
    pub(crate) state: State,
    /// Offset of the chunk in the input; between chunks, the number of bytes taken.
    pub(crate) offset: usize,
    /// Whether the last character was a CR that no state has seen yet: it may be half of a CR LF.
    pub(crate) pending_cr: bool,
    /// Whether the chunk is a U+FFFD that stands for a lone surrogate.
    pub(crate) lone_surrogate: bool,
    /// Up to where in the input control characters and noncharacters have been reported.
    pub(crate) input_reported: usize,
    /// Offset of the `<` of the token in progress.
    pub(crate) token_start: usize,
    pub(crate) tag: TagBuffer<true>,
    pub(crate) last_start_tag: LastStartTag,
    pub(crate) comment: String,
    pub(crate) doctype: DoctypeBuffer,
    /// The target of the processing instruction in progress, and its data.
    pub(crate) target: String,
    pub(crate) data: String,
    /// The standard's [temporary buffer](https://html.spec.whatwg.org/multipage/parsing.html#temporary-buffer).
    pub(crate) temporary_buffer: String,
    pub(crate) return_state: State,
    pub(crate) reference: Reference,
    /// Room for a tag's attributes on the fast path.
    pub(crate) room: Room,
    /// Text of the token in progress on the fast path that the chunk doesn't hold as it is; empty between tokens.
    pub(crate) joined: TextBuffer,
    /// Room for the attributes of other tags.
    pub(crate) buffered_attributes: Vec<AttributeRange>,
}

/// The name of the start tag that was emitted last, for
/// [appropriate end tags](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token).
#[derive(Debug, Default)]
pub(crate) struct LastStartTag {
    /// Its id; when unknown, `text` holds the name, empty if there was none.
    id: NameId,
    text: String,
}

/// The minimum of the limit on token length that allows the fast path.
pub(crate) const SHORTEST_PIECE: usize = 1 << 12;

impl LastStartTag {
    #[inline]
    pub(crate) fn set_known(&mut self, id: NameId) {
        self.id = id;
    }

    #[inline]
    pub(crate) fn set(&mut self, name: sapwood_names::Name<'_>) {
        self.id = name.id;
        if name.id == NameId::UNKNOWN {
            self.text.clear();
            self.text.push_str(name.text);
        }
    }

    /// The name, if it is a known one.
    pub(crate) fn known(&self) -> Option<sapwood_names::Name<'static>> {
        (self.id != NameId::UNKNOWN).then(|| sapwood_names::Name::known(self.id))
    }

    /// The name, if there was a start tag.
    #[inline]
    pub(crate) fn name(&self) -> Option<sapwood_names::Name<'_>> {
        let text = if self.id == NameId::UNKNOWN { &self.text } else { self.id.as_str() };
        (!text.is_empty()).then_some(sapwood_names::Name { id: self.id, text })
    }
}

impl Tokenizer {
    /// Returns a tokenizer at the start of its input.
    #[must_use]
    pub fn new(options: TokenizerOptions) -> Self {
        let mut this = Self {
            fast_path: false,
            max_attributes: usize::MAX,
            max_token_length: usize::MAX,
            limit: None,
            refused: None,
            state: State::Data,
            offset: 0,
            pending_cr: false,
            lone_surrogate: false,
            input_reported: 0,
            token_start: 0,
            tag: TagBuffer::default(),
            last_start_tag: LastStartTag::default(),
            comment: String::new(),
            doctype: DoctypeBuffer::default(),
            target: String::new(),
            data: String::new(),
            temporary_buffer: String::new(),
            return_state: State::Data,
            reference: Reference::default(),
            room: Room::default(),
            joined: TextBuffer::default(),
            buffered_attributes: Vec::new(),
        };
        this.begin(&options);
        this
    }

    /// Begins another input with other options, in the memory of this tokenizer.
    pub fn restart(&mut self, options: &TokenizerOptions) {
        self.recycle();
        self.begin(options);
    }

    /// Sets what depends on the options, at the start of an input.
    fn begin(&mut self, options: &TokenizerOptions) {
        self.fast_path = options.fast_path
            && options.max_attributes >= LINEAR
            && options.max_token_length >= SHORTEST_PIECE;
        self.max_attributes = options.max_attributes;
        self.max_token_length = options.max_token_length;
        self.state = options.state.into();
        if let Some(text) = &options.last_start_tag {
            let id = sapwood_names::tag_id(text);
            self.last_start_tag.set(sapwood_names::Name { id, text });
        }
    }

    /// Begins another input in the data state, in the memory of this tokenizer.
    // It names every field, so that the compiler asks for the reset of a new one.
    pub fn recycle(&mut self) {
        let Self {
            fast_path: _,
            max_attributes: _,
            max_token_length: _,
            limit,
            refused,
            state,
            offset,
            pending_cr,
            lone_surrogate,
            input_reported,
            token_start,
            tag,
            last_start_tag,
            comment,
            // A doctype, the attributes of a tag and a return state are written before they are read.
            doctype: _,
            target,
            data,
            temporary_buffer,
            return_state: _,
            reference,
            room: _,
            joined: _,
            buffered_attributes: _,
        } = self;
        *limit = None;
        *refused = None;
        *state = State::Data;
        *offset = 0;
        *pending_cr = false;
        *lone_surrogate = false;
        *input_reported = 0;
        *token_start = 0;
        tag.clear();
        last_start_tag.id = NameId::UNKNOWN;
        for text in [&mut last_start_tag.text, comment, target, data, temporary_buffer] {
            text.clear();
        }
        *reference = Reference::default();
    }

    /// Returns the limit that was reached, if one was; later input is ignored.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Returns the number of input bytes taken. Spans count from the same origin.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the offset up to which the input has been passed on in tokens, at most: all tokens that follow begin there
    /// or later.
    // Hidden: for a caller that holds the source back until its tokens are known.
    #[doc(hidden)]
    #[must_use]
    pub fn unfinished_start(&self) -> usize {
        if let Some(refused) = self.refused {
            return refused;
        }
        let read = self.offset - usize::from(self.pending_cr);
        match self.state.unfinished(self.return_state) {
            Unfinished::Nothing => read,
            Unfinished::Brackets(count) => read - count,
            Unfinished::Reference => self.reference.start,
            Unfinished::Markup => self.token_start,
        }
    }

    /// Goes on in another state, as after a start tag whose content is raw text.
    pub fn switch_to(&mut self, state: TextState) {
        self.state = state.into();
    }

    /// The standard's name of the state that the next character will meet, such as
    /// `Tag name state`.
    #[must_use]
    pub fn state_name(&self) -> &'static str {
        self.state.name()
    }
}
