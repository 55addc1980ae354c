//! From bytes to document.

use std::io;

use dom::Document;
use encoding::{
    Change, Confidence, Decoder, Encoding, OffsetMap, SniffOptions, Source, extract_from_content,
    sniff,
};
use tree_builder::EncodingDeclaration;
use tree_sink::{Limit, ParseError};

use crate::{
    Limits, Options,
    limits::split_bytes,
    parser::{AnyStages, Parsed, Verdict},
};

/// How much text may come before a `meta` that is to change the encoding.
///
/// The standard sets no limit; but until it is certain about the encoding, [`ByteParser`] keeps all it
/// was given, to read it anew.
pub const LATE_DECLARATION: usize = 1 << 20;

/// How much is taken at once while it is also kept: much, since where the text is cut, a token is.
const KEPT_PIECE: usize = 1 << 18;

/// For how many pieces of the first one's size memory is reserved, and for how many bytes at the most.
const EXPECTED_PIECES: usize = 4;
const MOST_EXPECTED: usize = 1 << 20;

/// How to parse bytes.
///
/// ```
/// use sapwood::{ByteOptions, Options, encoding::Encoding, parse_bytes};
///
/// let options = ByteOptions::default()
///     .transport(Encoding::for_label(b"windows-1251"))
///     .parsing(Options::default().errors(true));
/// let parsed = parse_bytes(b"<p>\xc4\xf3\xe1", &options);
/// assert_eq!(parsed.document.body().unwrap().text_content(), "Дуб");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteOptions {
    parsing: Options,
    sniffing: SniffOptions,
    offset_map: bool,
}

impl ByteOptions {
    /// How to parse the text.
    #[must_use]
    pub fn parsing(mut self, options: Options) -> Self {
        self.parsing = options;
        self
    }

    /// How to find out the encoding, all at once.
    #[must_use]
    pub fn sniffing(mut self, options: SniffOptions) -> Self {
        self.sniffing = options;
        self
    }

    /// The encoding that the user wants, whatever is declared.
    #[must_use]
    pub fn override_encoding(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.sniffing.override_encoding = encoding;
        self
    }

    /// The encoding that the transport layer names; see
    /// [`encoding_of_content_type`](encoding::encoding_of_content_type).
    #[must_use]
    pub fn transport(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.sniffing.transport = encoding;
        self
    }

    /// The encoding if nothing else is known. windows-1252, unless set.
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.sniffing.default = encoding;
        self
    }

    /// Whether undeclared bytes that make sense as UTF-8 are taken for it. Off by default.
    ///
    /// [`parse_bytes`] looks at all bytes; [`ByteParser`] only at as many as the prescan does.
    #[must_use]
    pub fn detect_utf8(mut self, on: bool) -> Self {
        self.sniffing.detect_utf8 = on;
        self
    }

    /// Whether to keep the way back from text to bytes in encodings where it takes effort; see
    /// [`ParsedBytes::offset_map`]. Off by default.
    #[must_use]
    pub fn offset_map(mut self, on: bool) -> Self {
        self.offset_map = on;
        self
    }
}

/// What a parse of bytes yields.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedBytes {
    /// The document.
    pub document: Document,
    /// The parse errors in the order of their places, if [asked for](Options::errors). Places
    /// are those of the decoded text.
    pub errors: Vec<ParseError>,
    /// The encoding that the bytes were read in.
    pub encoding: &'static Encoding,
    /// What decided on it.
    pub source: Source,
    /// How sure it is.
    pub confidence: Confidence,
    /// The length of the byte order mark; 0 if there is none.
    pub bom_len: usize,
    /// Whether there was a malformed sequence, which became U+FFFD.
    pub malformed: bool,
    /// Whether what was parsed in another encoding was thrown away.
    pub restarted: bool,
    /// The way back from places in the text to those in the bytes: there for UTF-8 without malformed
    /// sequences, and for the rest where [asked for](ByteOptions::offset_map).
    pub offset_map: Option<OffsetMap>,
    /// Why the parse ended before its input did, if so.
    pub limit: Option<Limit>,
}

/// Parses a document in bytes, its encoding found out as
/// [the standard says](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
///
/// ```
/// use sapwood::{ByteOptions, encoding::Source, parse_bytes};
///
/// let parsed = parse_bytes(b"<meta charset=shift_jis><p>\x8e\xf7", &ByteOptions::default());
/// assert_eq!(parsed.document.body().unwrap().text_content(), "樹");
/// assert_eq!((parsed.encoding.name(), parsed.source), ("Shift_JIS", Source::MetaCharset));
/// ```
#[must_use]
pub fn parse_bytes(bytes: &[u8], options: &ByteOptions) -> ParsedBytes {
    let most = options.parsing.limits.input_bytes.unwrap_or(usize::MAX);
    let (bytes, more) = bytes.split_at(bytes.len().min(most));
    let mut reading = Reading::sniffed(bytes, options, Document::default(), bytes.len());
    reading.feed_kept(bytes, 0, options);
    reading.finish(!more.is_empty())
}

/// Parses bytes that come in pieces, which may end anywhere.
///
/// Up to 1,024 bytes wait until the encoding can be told. While it is tentative, the bytes are kept, in
/// case a `meta` in the first [MiB](LATE_DECLARATION) of text declares another encoding; then they are
/// parsed anew. From then on nothing is kept.
///
/// ```
/// use sapwood::{ByteOptions, ByteParser};
///
/// let mut parser = ByteParser::new(&ByteOptions::default());
/// std::io::copy(&mut &b"<meta charset=utf-8><p>caf\xc3\xa9"[..], &mut parser).unwrap();
/// let parsed = parser.finish();
/// assert_eq!(parsed.document.body().unwrap().text_content(), "café");
/// ```
pub struct ByteParser {
    options: ByteOptions,
    /// What is parsing, once the encoding was told.
    reading: Option<Reading>,
    /// All bytes so far, while they may be read anew.
    kept: Vec<u8>,
    recycled: Document,
    /// How many more bytes are read.
    allowed: usize,
    /// Whether there were more.
    is_over: bool,
}

impl ByteParser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &ByteOptions) -> Self {
        Self::recycle(Document::default(), options)
    }

    /// A parser of a document that takes over the memory of one no longer needed.
    #[must_use]
    pub fn recycle(document: Document, options: &ByteOptions) -> Self {
        Self {
            options: options.clone(),
            reading: None,
            kept: Vec::new(),
            recycled: document,
            allowed: options.parsing.limits.input_bytes.unwrap_or(usize::MAX),
            is_over: false,
        }
    }

    /// Takes the next piece; does nothing once a [limit](Self::limit) is reached.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.limit().is_none() {
            let (piece, more) = piece.split_at(piece.len().min(self.allowed));
            self.allowed -= piece.len();
            self.feed_allowed(piece);
            self.is_over = !more.is_empty();
        }
    }

    /// The [limit](crate::Limits) that was reached, if one was: whatever is fed, nothing comes of it.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        let of_stages = self.reading.as_ref().and_then(|reading| reading.stages.limit());
        of_stages.or(self.is_over.then_some(Limit::InputBytes))
    }

    fn feed_allowed(&mut self, mut piece: &[u8]) {
        let needed = self.options.sniffing.needed();
        if self.reading.is_none() && self.kept.len() + piece.len() < needed {
            self.kept.extend_from_slice(piece);
            return;
        }
        // Of what was kept, nothing was parsed if the encoding wasn't told.
        let mut start = self.kept.len();
        let mut reading = match self.reading.take() {
            Some(reading) => reading,
            None => {
                let mut head = self.kept.clone();
                head.extend_from_slice(&piece[..needed - start]);
                start = 0;
                // Who sends large pieces has more of them. What is reserved in vain is never touched.
                self.start(&head, (piece.len() * EXPECTED_PIECES).min(MOST_EXPECTED))
            }
        };
        while reading.tentative && !piece.is_empty() && reading.stages.limit().is_none() {
            let (head, rest) = piece.split_at(piece.len().min(KEPT_PIECE));
            self.kept.extend_from_slice(head);
            piece = rest;
            reading.feed_kept(&self.kept, start, &self.options);
            start = self.kept.len();
        }
        if !reading.tentative {
            reading.feed(&self.kept[start..]);
            self.kept = Vec::new();
            reading.feed(piece);
        }
        self.reading = Some(reading);
    }

    /// Ends the input and returns what was parsed.
    #[must_use]
    pub fn finish(mut self) -> ParsedBytes {
        match self.reading.take() {
            Some(reading) => reading.finish(self.is_over),
            None => {
                let kept = std::mem::take(&mut self.kept);
                let mut reading = self.start(&kept, kept.len());
                reading.feed_kept(&kept, 0, &self.options);
                reading.finish(self.is_over)
            }
        }
    }

    /// Tells the encoding by `head`, the beginning of the input.
    fn start(&mut self, head: &[u8], capacity_hint: usize) -> Reading {
        let recycled = std::mem::take(&mut self.recycled);
        Reading::sniffed(head, &self.options, recycled, capacity_hint)
    }
}

/// Feeds what is written; fails once a limit is reached, so that no one goes on writing.
impl io::Write for ByteParser {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.feed(piece);
        match self.limit() {
            Some(limit) => {
                Err(io::Error::new(io::ErrorKind::QuotaExceeded, format!("limit reached: {limit}")))
            }
            None => Ok(piece.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A parse in one encoding.
struct Reading {
    stages: AnyStages,
    decoder: Decoder,
    encoding: &'static Encoding,
    source: Source,
    bom_len: usize,
    tentative: bool,
    restarted: bool,
    is_limited: bool,
}

/// An encoding that the input is to be read in instead, and the end of its declaration in the text.
struct Redirection {
    encoding: &'static Encoding,
    source: Source,
    end: usize,
}

impl Reading {
    /// A parse of an input that begins with `bytes`.
    fn sniffed(
        bytes: &[u8],
        options: &ByteOptions,
        recycled: Document,
        capacity_hint: usize,
    ) -> Self {
        let sniffed = sniff(bytes, &options.sniffing);
        let tentative = sniffed.confidence == Confidence::Tentative;
        let mut parsing = options.parsing.clone();
        parsing.tree.report_encoding = tentative;
        // They are counted in bytes, not in text.
        parsing.limits.input_bytes = None;
        Self {
            stages: AnyStages::new(recycled, None, &parsing, capacity_hint),
            decoder: decoder(sniffed.encoding, sniffed.bom_len, options),
            encoding: sniffed.encoding,
            source: sniffed.source,
            bom_len: sniffed.bom_len,
            tentative,
            restarted: false,
            is_limited: options.parsing.limits != Limits::default(),
        }
    }

    /// Takes the bytes of `kept` from `start`, all before which were taken; reads all of `kept` anew if
    /// it turns out that another encoding is meant.
    fn feed_kept(&mut self, kept: &[u8], start: usize, options: &ByteOptions) {
        let Some(Redirection { encoding, source, end }) = self.feed(&kept[start..]) else {
            return;
        };
        // What is ASCII means the same in both, up to and including the declaration; and then it is as
        // long as its text.
        let same_so_far = self.encoding.is_ascii_compatible()
            && encoding.is_ascii_compatible()
            && !options.offset_map
            && kept.get(..end).is_some_and(<[u8]>::is_ascii);
        (self.encoding, self.source) = (encoding, source);
        self.decoder = decoder(encoding, 0, options);
        self.tentative = false;
        if same_so_far {
            self.stages.stop_reporting_encoding();
            self.feed(&kept[end..]);
        } else {
            let mut parsing = options.parsing.clone();
            parsing.limits.input_bytes = None;
            parsing.limits.time = self.stages.time_left();
            self.stages = AnyStages::new(Document::default(), None, &parsing, kept.len());
            self.restarted = true;
            self.feed(kept);
        }
    }

    /// Takes bytes, up to a declaration of another encoding.
    fn feed(&mut self, mut bytes: &[u8]) -> Option<Redirection> {
        while !bytes.is_empty() && self.stages.limit().is_none() {
            let (piece, rest) = if self.is_limited { split_bytes(bytes) } else { (bytes, &[][..]) };
            if let Some(redirection) = self.feed_piece(piece) {
                return Some(redirection);
            }
            bytes = rest;
        }
        None
    }

    fn feed_piece(&mut self, mut bytes: &[u8]) -> Option<Redirection> {
        let Self { stages, decoder, encoding, tentative, .. } = self;
        let mut redirection = None;
        while let Some(text) = decoder.decode(&mut bytes) {
            stages.feed(text, |declaration, end| {
                let verdict = if end > LATE_DECLARATION {
                    Verdict::Settled
                } else {
                    judge(&declaration, encoding, end, &mut redirection)
                };
                *tentative &= verdict == Verdict::Ignored;
                verdict
            });
            if redirection.is_some() || stages.limit().is_some() {
                return redirection;
            }
        }
        if *tentative && stages.offset() > LATE_DECLARATION {
            *tentative = false;
            stages.stop_reporting_encoding();
        }
        None
    }

    /// Ends the input, which would go on if it `is_over` its limit.
    fn finish(mut self, is_over: bool) -> ParsedBytes {
        if is_over {
            self.stages.end_at(Limit::InputBytes);
        } else if let Some(text) = self.decoder.finish() {
            self.stages.feed(text, |_, _| Verdict::Settled);
        }
        let malformed = self.decoder.malformed();
        let Parsed { document, errors, limit } = self.stages.finish();
        ParsedBytes {
            document,
            errors,
            encoding: self.encoding,
            source: self.source,
            confidence: if self.tentative { Confidence::Tentative } else { Confidence::Certain },
            bom_len: self.bom_len,
            malformed,
            restarted: self.restarted,
            offset_map: self.decoder.into_offset_map(),
            limit,
        }
    }
}

fn decoder(encoding: &'static Encoding, bom_len: usize, options: &ByteOptions) -> Decoder {
    let decoder = Decoder::new(encoding, bom_len);
    if options.offset_map { decoder.mapped() } else { decoder }
}

/// Decides what becomes of what a `meta` declares.
fn judge(
    declaration: &EncodingDeclaration,
    current: &'static Encoding,
    end: usize,
    redirection: &mut Option<Redirection>,
) -> Verdict {
    let charset = declaration.charset.as_deref().and_then(|it| Encoding::for_label(it.as_bytes()));
    let content = || declaration.content.as_deref().and_then(extract_from_content);
    let declared = match charset {
        Some(encoding) => Some((encoding, Source::MetaCharset)),
        None => content().map(|encoding| (encoding, Source::MetaHttpEquiv)),
    };
    let Some((declared, source)) = declared else { return Verdict::Ignored };
    match encoding::change(current, declared) {
        Change::Keep => Verdict::Settled,
        Change::To(encoding) => {
            *redirection = Some(Redirection { encoding, source, end });
            Verdict::Changed
        }
    }
}
