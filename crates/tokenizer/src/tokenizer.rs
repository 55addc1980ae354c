//! The public tokenizer: its state between chunks, and the run of the machine over a chunk.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

use sapwood_lexer::{DoctypeBuffer, Ending, Input, LINEAR, TagBuffer};
use sapwood_names::NameId;
use sapwood_scan::TextBuffer;
use sapwood_tree::{AttributeRange, CHUNK_LENGTH, Limit};

use crate::{
    Options, TextState, TokenSink,
    emit::TextRun,
    machine::{Machine, Pause},
    reference::Reference,
    state::State,
};

/// [Tokenizes](https://html.spec.whatwg.org/multipage/parsing.html#tokenization) HTML text that
/// comes in chunks.
///
/// Chunks may end anywhere, between CR and LF, in `&notin` or in `<!DOCT`: the tokens, their spans
/// and the errors don't depend on it, but for how a text is cut into runs.
///
/// ```
/// use sapwood::tokenizer::{Feedback, Options, Token, TokenSink, Tokenizer};
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
/// let mut tokenizer = Tokenizer::new(Options::default());
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
    pub(crate) state: State,
    /// Offset of the chunk in the input; between chunks, the number of bytes taken.
    pub(crate) offset: usize,
    /// Whether the last character was a CR that no state has seen yet: it may be half of a CR LF.
    pending_cr: bool,
    /// Whether the chunk is a U+FFFD that stands for a lone surrogate.
    pub(crate) lone_surrogate: bool,
    /// Up to where in the input control characters and noncharacters have been reported.
    input_reported: usize,
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
    pub(crate) room: crate::fast::Room,
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
const SHORTEST_PIECE: usize = 1 << 12;

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
    pub fn new(options: Options) -> Self {
        let mut last_start_tag = LastStartTag::default();
        if let Some(text) = &options.last_start_tag {
            last_start_tag.set(sapwood_names::Name { id: sapwood_names::tag_id(text), text });
        }
        Self {
            fast_path: options.fast_path
                && options.max_attributes >= LINEAR
                && options.max_token_length >= SHORTEST_PIECE,
            max_attributes: options.max_attributes,
            max_token_length: options.max_token_length,
            limit: None,
            state: options.state.into(),
            offset: 0,
            pending_cr: false,
            lone_surrogate: false,
            input_reported: 0,
            token_start: 0,
            tag: TagBuffer::default(),
            last_start_tag,
            comment: String::new(),
            doctype: DoctypeBuffer::default(),
            target: String::new(),
            data: String::new(),
            temporary_buffer: String::new(),
            return_state: State::Data,
            reference: Reference::default(),
            room: Default::default(),
            joined: TextBuffer::default(),
            buffered_attributes: Vec::new(),
        }
    }

    /// Starts over in the data state with another input, in the memory of this tokenizer.
    // It names every field, so that the compiler asks for the reset of a new one.
    pub fn restart(&mut self) {
        let Self {
            fast_path: _,
            max_attributes: _,
            max_token_length: _,
            limit,
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

    /// Tokenizes `chunk`, the next piece of the input.
    ///
    /// Returns how many of its bytes were taken: all, or fewer if the sink answered
    /// [`Feedback::Pause`](crate::Feedback::Pause); then feed the rest again to go on.
    /// A pause that is asked for in answer to text begins after the text read so far.
    ///
    /// Once a [limit](Self::limit) is reached, everything is taken and nothing comes of it.
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        if self.limit.is_some() {
            return chunk.len();
        }
        if self.max_token_length == usize::MAX && chunk.len() <= u32::MAX as usize {
            return self.feed_piece(chunk, sink).0;
        }
        self.feed_limited(chunk, sink)
    }

    /// [`feed`](Self::feed) where the length of tokens is limited, or ranges of the chunk don't fit 32 bits.
    fn feed_limited<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        // A token inside one piece is not too long.
        let longest = self.max_token_length.clamp(SHORTEST_PIECE, CHUNK_LENGTH);
        let mut taken = 0;
        while taken < chunk.len() {
            let mut end = chunk.len().min(taken + longest);
            while !chunk.is_char_boundary(end) {
                end -= 1;
            }
            let (at, pause) = self.feed_piece(&chunk[taken..end], sink);
            taken += at;
            if self.state.is_in_token(self.return_state)
                && self.offset - self.token_start > self.max_token_length
            {
                self.limit = Some(Limit::TokenLength);
            }
            if self.limit.is_some() {
                return chunk.len();
            }
            if pause == Pause::Asked {
                break;
            }
        }
        taken
    }

    /// Takes a piece of a chunk; returns how much of it was taken, and why not more.
    #[inline]
    fn feed_piece<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> (usize, Pause) {
        if self.pending_cr && !chunk.is_empty() {
            return self.feed_after_cr(chunk, sink);
        }
        let (mut taken, pause) = self.run(chunk, Ending::Unknown, sink);
        self.offset += taken;
        if pause == Pause::NeedsInput && taken < chunk.len() {
            self.pending_cr = true;
            self.offset += 1;
            taken += 1;
        }
        debug_assert!(pause == Pause::Asked || taken == chunk.len());
        (taken, pause)
    }

    /// [`feed_piece`](Self::feed_piece) after a CR, which is read again, now that what follows it is known.
    #[cold]
    fn feed_after_cr<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> (usize, Pause) {
        let pair = chunk.starts_with('\n');
        self.pending_cr = false;
        self.offset -= 1;
        let newline = if pair { "\r\n" } else { "\r" };
        let (at, pause) = self.run(newline, Ending::NoLineFeed, sink);
        if at == 0 {
            self.pending_cr = true;
            self.offset += 1;
            return (0, pause);
        }
        self.offset += newline.len();
        let taken = usize::from(pair);
        if pause == Pause::Asked {
            return (taken, pause);
        }
        let (more, pause) = self.feed_piece(&chunk[taken..], sink);
        (taken + more, pause)
    }

    /// Reads a lone surrogate, which a `str` can't hold: reports
    /// [`surrogate-in-input-stream`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-surrogate-in-input-stream)
    /// and goes on as if U+FFFD had been read, whose three bytes are counted.
    ///
    /// Returns whether it was taken; not if the sink paused just before it: then call this again.
    pub fn feed_lone_surrogate<S: TokenSink>(&mut self, sink: &mut S) -> bool {
        self.lone_surrogate = true;
        let taken = self.feed(char::REPLACEMENT_CHARACTER.encode_utf8(&mut [0; 4]), sink);
        self.lone_surrogate = false;
        taken != 0
    }

    /// Ends the input; the last token is [`Token::Eof`](crate::Token::Eof).
    ///
    /// A sink that asks for a pause isn't given one. Afterwards nothing may be fed. If a
    /// [limit](Self::limit) is reached, now or before, there is no last token.
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        if self.limit.is_some() {
            return;
        }
        let rest = if self.pending_cr { "\r" } else { "" };
        self.offset -= rest.len();
        self.pending_cr = false;
        let (at, pause) = self.run(rest, Ending::EndOfFile, sink);
        debug_assert!(pause == Pause::Ended || self.limit.is_some());
        self.offset += at;
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

    /// Runs the machine over `chunk`; returns how much of it was taken.
    fn run<S: TokenSink>(&mut self, chunk: &str, ending: Ending, sink: &mut S) -> (usize, Pause) {
        let input_reported = self.input_reported.saturating_sub(self.offset);
        let mut machine = Machine {
            tokenizer: self,
            sink,
            input: Input::new(chunk, ending),
            pausing: false,
            run: TextRun::default(),
            input_checked: input_reported,
            input_reported,
        };
        let pause = machine.run();
        let (at, input_reported) = (machine.input.at, machine.input_reported);
        self.input_reported = self.offset + input_reported;
        (at, pause)
    }
}
