//! The tokenizer as its users see it: what it keeps between chunks, and how chunks reach the machine.

use std::mem;

use tree_sink::{Limit, Span};

use crate::{
    Attribute, DocumentType, Options, TokenSink, XmlDeclaration,
    buffer::{DoctypeBuffer, LINEAR, TagBuffer, recycle},
    fast::Decoded,
    machine::{Machine, Pause},
    reference::Reference,
    state::State,
    subset::Subset,
};

/// Tokenizes XML text that comes in chunks.
///
/// Chunks may end anywhere, between CR and LF, in `&am` or in `<!DOCT`: the tokens, their spans and the
/// errors don't depend on it, but for how a text is cut into runs.
///
/// ```
/// use sapwood_xml_tokenizer::{Feedback, Options, Token, TokenSink, Tokenizer};
/// use tree_sink::Span;
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
/// let mut tokenizer = Tokenizer::new(Options::default());
/// for chunk in ["<feed><ti", "tle>Q&am", "p;A</title></feed>"] {
///     tokenizer.feed(chunk, &mut titles);
/// }
/// tokenizer.finish(&mut titles);
/// assert_eq!(titles.0, "Q&A");
/// ```
#[derive(Debug)]
pub struct Tokenizer {
    pub(crate) options: Options,
    pub(crate) state: State,
    /// Where the input begins, behind a byte order mark.
    pub(crate) start: usize,
    pub(crate) declaration: Option<XmlDeclaration>,
    /// How many bytes of input came before the chunk.
    pub(crate) offset: usize,
    /// Whether the last chunk ended in a CR that waits for what follows it.
    pending_cr: bool,
    pub(crate) limit: Option<Limit>,
    /// Whether nothing more is read.
    pub(crate) stopped: bool,
    /// Where in the input the token in progress begins.
    pub(crate) token_start: usize,
    pub(crate) return_state: State,
    pub(crate) reference: Reference,
    pub(crate) tag: TagBuffer,
    pub(crate) comment: String,
    pub(crate) target: String,
    pub(crate) data: String,
    /// What was read of a keyword.
    pub(crate) matched: String,
    pub(crate) doctype: DoctypeBuffer,
    pub(crate) subset: Subset,
    pub(crate) document_type: DocumentType,
    /// The names of the entities whose replacement text is being read.
    pub(crate) open_entities: Vec<String>,
    /// How much replacement text was read.
    pub(crate) expanded: usize,
    /// How many `]` the text so far ends in, up to two, and where.
    pub(crate) brackets: u8,
    pub(crate) brackets_end: usize,
    pub(crate) decoded: Decoded,
    pub(crate) buffered_attributes: Vec<Attribute<'static>>,
    attributes: Vec<Attribute<'static>>,
}

impl Tokenizer {
    /// A tokenizer at the beginning of its input.
    #[must_use]
    pub fn new(options: Options) -> Self {
        // What the fast path doesn't look at, it must be able to rely on.
        let fast_path = options.fast_path
            && options.max_attributes >= LINEAR
            && options.max_token_length >= Self::SHORTEST_LIMIT;
        Self {
            options: Options { fast_path, ..options },
            state: State::Data,
            start: 0,
            declaration: None,
            offset: 0,
            pending_cr: false,
            limit: None,
            stopped: false,
            token_start: 0,
            return_state: State::Data,
            reference: Reference::default(),
            tag: TagBuffer::default(),
            comment: String::new(),
            target: String::new(),
            data: String::new(),
            matched: String::new(),
            doctype: DoctypeBuffer::default(),
            subset: Subset::default(),
            document_type: DocumentType::default(),
            open_entities: Vec::new(),
            expanded: 0,
            brackets: 0,
            brackets_end: 0,
            decoded: Decoded::default(),
            buffered_attributes: Vec::new(),
            attributes: Vec::with_capacity(LINEAR),
        }
    }

    const SHORTEST_LIMIT: usize = 4096;

    /// Takes the next chunk of the input.
    ///
    /// Returns how much was taken: all, unless the sink or a limit [stopped](Self::is_stopped) it.
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) -> usize {
        if chunk.is_empty() || self.stopped {
            return 0;
        }
        let mut taken = 0;
        if self.offset == 0 && chunk.starts_with(BYTE_ORDER_MARK) {
            taken = BYTE_ORDER_MARK.len_utf8();
            (self.start, self.offset) = (taken, taken);
        }
        if mem::take(&mut self.pending_cr) {
            // The CR was counted when it was taken.
            self.offset -= 1;
            let newline = if chunk.starts_with('\n') { "\r\n" } else { "\r" };
            self.run(newline, Ending::Chunk, sink);
            self.offset += newline.len();
            taken += newline.len() - 1;
        }
        let (at, _) = self.run(&chunk[taken..], Ending::Unknown, sink);
        taken += at;
        self.offset += at;
        if !self.stopped && taken < chunk.len() {
            self.pending_cr = true;
            self.offset += 1;
            taken += 1;
        }
        taken
    }

    /// Ends the input; the last token is [`Token::Eof`](crate::Token::Eof), unless reading was
    /// [stopped](Self::is_stopped).
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        if self.stopped {
            return;
        }
        let rest = if self.pending_cr { "\r" } else { "" };
        self.offset -= rest.len();
        self.pending_cr = false;
        let (at, _) = self.run(rest, Ending::File, sink);
        self.offset += at;
    }

    /// The limit that was reached, if one was.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Whether nothing is read any more, because of a limit or because the sink said so.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How many bytes of input were taken. Spans count from the beginning of the input, too.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The XML declaration, if there is a well-formed one.
    #[must_use]
    pub fn declaration(&self) -> Option<&XmlDeclaration> {
        self.declaration.as_ref()
    }

    /// What the document's internal subset declares, so far as it was read.
    #[must_use]
    pub fn document_type(&self) -> &DocumentType {
        &self.document_type
    }

    /// Both of these.
    #[must_use]
    pub fn into_declarations(self) -> (Option<XmlDeclaration>, DocumentType) {
        (self.declaration, self.document_type)
    }

    /// Runs the machine over `chunk`; returns how much of it was taken.
    fn run<S: TokenSink>(&mut self, chunk: &str, ending: Ending, sink: &mut S) -> (usize, Pause) {
        let attributes = recycle(mem::take(&mut self.attributes));
        let mut machine = Machine {
            kept: self,
            sink,
            chunk,
            at: 0,
            current: 0,
            ended: ending == Ending::File,
            cr_stands_alone: ending != Ending::Unknown,
            reference: None::<Span>,
            input_checked: 0,
            attributes,
        };
        let pause = machine.run();
        let at = machine.at;
        self.attributes = recycle(machine.attributes);
        (at, pause)
    }
}

/// Is no part of the text where it comes first.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What comes after a chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Anything.
    Unknown,
    /// No LF.
    Chunk,
    /// End of file.
    File,
}
