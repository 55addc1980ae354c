//! From bytes to document.

#[cfg(feature = "lossless")]
use std::borrow::Cow;
use std::{io, iter};

#[cfg(feature = "lossless")]
use sapwood_dom::SourceInput;
use sapwood_dom::{
    Document, DocumentDriver, FragmentContext, Limits, ParseOptions, Parsed, document_driver,
};
use sapwood_driver::{Driver, EncodingDeclaration, Event, Stages};
use sapwood_encoding::{
    Change, Confidence, Decoder, Encoding, OffsetMap, SniffOptions, Source, extract_from_content,
    sniff,
};
use sapwood_tree::{CHUNK_LENGTH, Limit, ParseError};

#[cfg(feature = "lossless")]
use crate::source::set_source;

/// The number of bytes of text in which a `meta` can change the encoding.
///
/// The standard sets no limit; but until it is certain about the encoding, [`ByteParser`] keeps all it
/// was given, to read it anew.
pub const LATE_DECLARATION: usize = 1 << 20;

/// The length of the pieces that are parsed while they are also kept. It is large, since a cut in the text can split a
/// token.
const KEPT_PIECE: usize = 1 << 18;

/// Memory is reserved for so many pieces of the size of the first one, and for so many bytes at most.
const EXPECTED_PIECES: usize = 4;
const MOST_EXPECTED: usize = 1 << 20;

/// How to parse bytes.
///
/// ```
/// use sapwood::{ByteOptions, ParseOptions, encoding::Encoding, parse_bytes_with};
///
/// let options = ByteOptions::default()
///     .http_charset(Encoding::for_label(b"windows-1251"))
///     .parsing(ParseOptions::default().errors(true));
/// let parsed = parse_bytes_with(b"<p>\xc4\xf3\xe1", &options);
/// assert_eq!(parsed.document.body().unwrap().text_content(), "Дуб");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteOptions {
    parsing: ParseOptions,
    sniffing: SniffOptions,
    offset_map: bool,
}

impl ByteOptions {
    /// How to parse the text.
    #[must_use]
    pub fn parsing(mut self, options: ParseOptions) -> Self {
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

    /// The `charset` of the `Content-Type` header, as read by
    /// [`encoding_of_content_type`](sapwood_encoding::encoding_of_content_type).
    #[must_use]
    pub fn http_charset(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.sniffing.http_charset = encoding;
        self
    }

    /// The encoding if nothing else is known; windows-1252 by default.
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.sniffing.default = encoding;
        self
    }

    /// Whether undeclared bytes that make sense as UTF-8 are taken for it. Off by default.
    ///
    /// [`parse_bytes_with`] looks at all bytes; [`ByteParser`] only at as many as the prescan does.
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

    /// These options without errors, positions, source and offsets, which links don't need.
    #[cfg(feature = "extract")]
    pub(crate) fn for_links(&self) -> Self {
        let mut parsing = self.parsing.clone().errors(false).positions(false);
        parsing.document.source = false;
        Self { parsing, sniffing: self.sniffing.clone(), offset_map: false }
    }

    #[cfg(feature = "extract")]
    pub(crate) fn limits(&self) -> &Limits {
        &self.parsing.document.limits
    }

    /// The options for the decoded text. Input is limited in bytes, not in text.
    fn text_options(&self) -> ParseOptions {
        let mut options = self.parsing.clone();
        options.document = options.document.of_decoded_text();
        options
    }
}

/// The result of a parse of bytes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedBytes {
    /// The document.
    pub document: Document,
    /// The parse errors in the order of their places, if [asked for](ParseOptions::errors). Places
    /// are those of the decoded text.
    pub errors: Vec<ParseError>,
    /// The encoding that the bytes were read in.
    pub encoding: &'static Encoding,
    /// The source of the encoding.
    pub source: Source,
    /// How sure it is.
    pub confidence: Confidence,
    /// The length of the byte order mark; 0 if there is none.
    pub bom_len: usize,
    /// Whether there was a malformed sequence, which became U+FFFD.
    pub malformed: bool,
    /// Whether the parse started over in another encoding.
    pub restarted: bool,
    /// The way back from places in the text to those in the bytes: there for UTF-8 without malformed
    /// sequences, and for the rest where [asked for](ByteOptions::offset_map).
    pub offset_map: Option<OffsetMap>,
    /// The limit that ended the parse before the end of the input, if any.
    pub limit: Option<Limit>,
}

/// Parses a document in bytes, its encoding found out as
/// [the standard says](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
///
/// ```
/// let document = sapwood::parse_bytes(b"<meta charset=shift_jis><p>\x8e\xf7");
/// assert_eq!(document.text_content(), "樹");
/// ```
#[must_use]
pub fn parse_bytes(bytes: &[u8]) -> Document {
    parse_bytes_with(bytes, &ByteOptions::default()).document
}

/// Parses a document in bytes with `options`; see [`parse_bytes`].
///
/// ```
/// use sapwood::{ByteOptions, encoding::Source, parse_bytes_with};
///
/// let parsed = parse_bytes_with(b"<meta charset=shift_jis><p>\x8e\xf7", &ByteOptions::default());
/// assert_eq!(parsed.document.body().unwrap().text_content(), "樹");
/// assert_eq!((parsed.encoding.name(), parsed.source), ("Shift_JIS", Source::MetaCharset));
/// ```
#[must_use]
pub fn parse_bytes_with(bytes: &[u8], options: &ByteOptions) -> ParsedBytes {
    parse_bytes_recycling(Document::default(), bytes, options)
}

/// Parses a document in bytes as [`parse_bytes_with`] does, and [recycles](crate::Parser#recycling) `document`.
///
/// ```
/// use sapwood::{ByteOptions, Document, parse_bytes_recycling};
///
/// let (options, mut document) = (ByteOptions::default(), Document::default());
/// for (page, title) in [(b"<title>Oak</title>", "Oak"), (b"<title>Elm</title>", "Elm")] {
///     document = parse_bytes_recycling(document, page, &options).document;
///     assert_eq!(document.title().as_deref(), Some(title));
/// }
/// ```
#[must_use]
pub fn parse_bytes_recycling(
    document: Document,
    bytes: &[u8],
    options: &ByteOptions,
) -> ParsedBytes {
    parse_with_driver(document_driver, document, bytes, options)
}

/// Creates a driver of documents; see [`document_driver`].
pub(crate) type NewDriver =
    fn(Document, Option<&FragmentContext<'_>>, &ParseOptions, usize) -> Box<dyn DocumentDriver>;

/// Parses a document in bytes by a driver.
pub(crate) fn parse_with_driver(
    new_driver: NewDriver,
    document: Document,
    bytes: &[u8],
    options: &ByteOptions,
) -> ParsedBytes {
    let mut input = InputLimit::new(&options.parsing.document.limits);
    let bytes = input.admit(bytes);
    let mut attempt = Attempt::sniffed(new_driver, bytes, options, document, bytes.len());
    attempt.feed_kept(bytes, 0, options);
    let parsed = attempt.finish(&input);
    #[cfg(feature = "lossless")]
    let parsed = match options.parsing.document.source {
        true => with_source(parsed, bytes.into(), options),
        false => parsed,
    };
    parsed
}

/// Gives a parsed document its source.
#[cfg(feature = "lossless")]
fn with_source(
    mut parsed: ParsedBytes,
    bytes: Cow<'_, [u8]>,
    options: &ByteOptions,
) -> ParsedBytes {
    let options = options.text_options().for_source();
    let scripting = options.tree.scripting;
    let input = SourceInput::html(scripting, move |text, positions| {
        sapwood_dom::parse_with(text, &options.clone().positions(positions)).document
    });
    let encoding = (parsed.encoding, parsed.bom_len);
    set_source(&mut parsed.document, bytes, encoding, input, parsed.limit);
    parsed
}

/// Parses all bytes of a reader: a file, a socket, the body of a response. See [`parse_bytes`].
///
/// ```
/// let document = sapwood::from_reader(&b"<meta charset=shift_jis><p>\x8e\xf7"[..])?;
/// assert_eq!(document.text_content(), "樹");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If reading fails.
pub fn from_reader(reader: impl io::Read) -> io::Result<Document> {
    Ok(from_reader_with(reader, &ByteOptions::default())?.document)
}

/// Parses all bytes of a reader with `options`; see [`from_reader`].
///
/// # Errors
///
/// If reading fails. A limit isn't an error: the rest of the input is left unread.
pub fn from_reader_with(reader: impl io::Read, options: &ByteOptions) -> io::Result<ParsedBytes> {
    let mut parser = ByteParser::new(options);
    read_pieces(reader, |piece| {
        parser.feed(piece);
        parser.limit().is_none()
    })?;
    Ok(parser.finish())
}

/// Reads pieces until the input ends or `feed` returns `false`.
pub(crate) fn read_pieces(
    mut reader: impl io::Read,
    mut feed: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK_LENGTH];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(len) if feed(&buffer[..len]) => {}
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Parses bytes that come in pieces, which may end anywhere.
///
/// The first 1,024 bytes wait until the encoding is known. While it is tentative, the bytes are kept, in
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
    /// The current attempt, once the encoding is known.
    attempt: Option<Attempt>,
    /// All bytes so far, while they may be read anew.
    kept: Vec<u8>,
    recycled: Document,
    input: InputLimit,
    /// All bytes so far, if the document keeps its source.
    #[cfg(feature = "lossless")]
    source: Vec<u8>,
}

impl ByteParser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &ByteOptions) -> Self {
        Self::recycling(Document::default(), options)
    }

    /// A parser of a document that [recycles](crate::Parser#recycling) another document.
    #[must_use]
    pub fn recycling(document: Document, options: &ByteOptions) -> Self {
        Self {
            options: options.clone(),
            attempt: None,
            kept: Vec::new(),
            recycled: document,
            input: InputLimit::new(&options.parsing.document.limits),
            #[cfg(feature = "lossless")]
            source: Vec::new(),
        }
    }

    /// Takes the next piece; does nothing once a [limit](Self::limit) is reached.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.limit().is_none() {
            let piece = self.input.admit(piece);
            #[cfg(feature = "lossless")]
            if self.options.parsing.document.source {
                self.source.extend_from_slice(piece);
            }
            self.feed_admitted(piece);
        }
    }

    /// The [limit](crate::Limits) that was reached, if one was: whatever is fed, nothing comes of it.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        let of_driver = self.attempt.as_ref().and_then(|attempt| attempt.driver.get().limit());
        of_driver.or(self.input.limit())
    }

    fn feed_admitted(&mut self, mut piece: &[u8]) {
        let needed = self.options.sniffing.needed();
        if self.attempt.is_none() && self.kept.len() + piece.len() < needed {
            self.kept.extend_from_slice(piece);
            return;
        }
        // If the encoding wasn't known, none of the kept bytes were parsed.
        let mut start = self.kept.len();
        let mut attempt = match self.attempt.take() {
            Some(attempt) => attempt,
            None => {
                let mut head = self.kept.clone();
                head.extend_from_slice(&piece[..needed - start]);
                start = 0;
                // After a large piece more pieces usually follow. Reserved memory that isn't used is never touched.
                self.start(&head, (piece.len() * EXPECTED_PIECES).min(MOST_EXPECTED))
            }
        };
        while attempt.tentative && !piece.is_empty() && attempt.driver.get().limit().is_none() {
            let (head, rest) = piece.split_at(piece.len().min(KEPT_PIECE));
            self.kept.extend_from_slice(head);
            piece = rest;
            attempt.feed_kept(&self.kept, start, &self.options);
            start = self.kept.len();
        }
        if !attempt.tentative {
            attempt.feed(&self.kept[start..]);
            self.kept = Vec::new();
            attempt.feed(piece);
        }
        self.attempt = Some(attempt);
    }

    /// Ends the input and returns what was parsed.
    #[must_use]
    pub fn finish(mut self) -> ParsedBytes {
        let parsed = match self.attempt.take() {
            Some(attempt) => attempt.finish(&self.input),
            None => {
                let kept = std::mem::take(&mut self.kept);
                let mut attempt = self.start(&kept, kept.len());
                attempt.feed_kept(&kept, 0, &self.options);
                attempt.finish(&self.input)
            }
        };
        #[cfg(feature = "lossless")]
        let parsed = match self.options.parsing.document.source {
            true => with_source(parsed, self.source.into(), &self.options),
            false => parsed,
        };
        parsed
    }

    /// Detects the encoding by `head`, the beginning of the input.
    fn start(&mut self, head: &[u8], capacity_hint: usize) -> Attempt {
        let recycled = std::mem::take(&mut self.recycled);
        Attempt::sniffed(document_driver, head, &self.options, recycled, capacity_hint)
    }
}

/// Feeds the bytes that are written. Writing fails once a limit is reached, so that a copy of an endless stream ends.
impl io::Write for ByteParser {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.feed(piece);
        write_result(piece, self.limit())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The result of writing `piece` to a parser that has reached `limit`.
pub(crate) fn write_result(piece: &[u8], limit: Option<Limit>) -> io::Result<usize> {
    match limit {
        Some(limit) => {
            Err(io::Error::new(io::ErrorKind::QuotaExceeded, format!("limit reached: {limit}")))
        }
        None => Ok(piece.len()),
    }
}

/// The limit on input in bytes.
pub(crate) struct InputLimit {
    left: usize,
    is_cut: bool,
}

impl InputLimit {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self::of(limits.max_input_bytes())
    }

    pub(crate) fn of(most: usize) -> Self {
        Self { left: most, is_cut: false }
    }

    /// Counts as much of `piece` as may be parsed, and returns that part.
    pub(crate) fn admit<'b>(&mut self, piece: &'b [u8]) -> &'b [u8] {
        let admitted = &piece[..piece.len().min(self.left)];
        self.left -= admitted.len();
        self.is_cut |= admitted.len() < piece.len();
        admitted
    }

    /// The limit, if there was more input than it allows.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.is_cut.then_some(Limit::InputBytes)
    }
}

/// A parse in one encoding.
struct Attempt {
    new_driver: NewDriver,
    driver: Box<dyn DocumentDriver>,
    decoder: Decoder,
    encoding: &'static Encoding,
    source: Source,
    bom_len: usize,
    tentative: bool,
    restarted: bool,
    is_limited: bool,
}

/// The encoding that the input is really in.
pub(crate) struct Redirection {
    pub(crate) encoding: &'static Encoding,
    source: Source,
    /// The end of its declaration in the input, and in the text that was fed last.
    end: usize,
    #[cfg(feature = "select")]
    pub(crate) taken: usize,
}

impl Attempt {
    /// A parse of an input that begins with `bytes`.
    fn sniffed(
        new_driver: NewDriver,
        bytes: &[u8],
        options: &ByteOptions,
        recycled: Document,
        capacity_hint: usize,
    ) -> Self {
        let sniffed = sniff(bytes, &options.sniffing);
        let tentative = sniffed.confidence == Confidence::Tentative;
        log::debug!(
            "encoding {}, {}, by {}",
            sniffed.encoding.name(),
            sniffed.confidence.as_str(),
            sniffed.source.as_str()
        );
        let mut parsing = options.text_options();
        parsing.tree.report_encoding = tentative;
        Self {
            new_driver,
            driver: new_driver(recycled, None, &parsing, capacity_hint),
            decoder: decoder(sniffed.encoding, sniffed.bom_len, options),
            encoding: sniffed.encoding,
            source: sniffed.source,
            bom_len: sniffed.bom_len,
            tentative,
            restarted: false,
            is_limited: options.parsing.document.limits != Limits::default(),
        }
    }

    /// Parses the bytes of `kept` from `start` on, where the last call ended. Parses all of `kept` anew if another
    /// encoding is declared.
    fn feed_kept(&mut self, kept: &[u8], start: usize, options: &ByteOptions) {
        let Some(Redirection { encoding, source, end, .. }) = self.feed(&kept[start..]) else {
            return;
        };
        // If everything up to and including the declaration is ASCII, it means the same in both encodings, and its
        // bytes are those of its text.
        let same_so_far = self.encoding.is_ascii_compatible()
            && encoding.is_ascii_compatible()
            && !options.offset_map
            && kept.get(..end).is_some_and(<[u8]>::is_ascii);
        log::debug!(
            "encoding {} declared up to byte {end} replaces {}; {}",
            encoding.name(),
            self.encoding.name(),
            if same_so_far { "parsing goes on" } else { "parsing starts over" }
        );
        (self.encoding, self.source) = (encoding, source);
        self.decoder = decoder(encoding, 0, options);
        if same_so_far {
            self.driver.get_mut().stop_reporting_encoding();
            self.feed(&kept[end..]);
        } else {
            let mut parsing = options.text_options();
            parsing.document.limits =
                parsing.document.limits.with_time_left(self.driver.get().time_left());
            self.driver = (self.new_driver)(Document::default(), None, &parsing, kept.len());
            self.restarted = true;
            self.feed(kept);
        }
    }

    /// Parses bytes, up to a declaration of another encoding.
    fn feed(&mut self, bytes: &[u8]) -> Option<Redirection> {
        let Self { driver, decoder, encoding, tentative, .. } = self;
        let driver = driver.get_mut();
        for mut piece in pieces(bytes, self.is_limited) {
            while driver.limit().is_none()
                && let Some(text) = decoder.decode(&mut piece)
            {
                let redirection = feed_text(driver, text, encoding, tentative);
                if redirection.is_some() {
                    return redirection;
                }
            }
        }
        None
    }

    /// Ends the input.
    fn finish(mut self, input: &InputLimit) -> ParsedBytes {
        if let Some(limit) = input.limit() {
            self.driver.get_mut().set_limit(limit);
        } else if let Some(text) = self.decoder.finish() {
            self.driver.get_mut().feed_all(text);
        }
        let malformed = self.decoder.malformed();
        let Parsed { document, errors, limit, .. } = self.driver.finish();
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

/// Cuts bytes into pieces if limits are set, so that no more is decoded before they are checked.
pub(crate) fn pieces(mut bytes: &[u8], is_limited: bool) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        let whole = (bytes, &[][..]);
        let (piece, rest) = if is_limited { split_piece(bytes) } else { whole };
        bytes = rest;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}

/// Splits off a piece, at the end of a UTF-8 character if it is UTF-8.
pub(crate) fn split_piece(bytes: &[u8]) -> (&[u8], &[u8]) {
    const LONGEST_CHARACTER: usize = 4;
    let end = bytes.len().min(CHUNK_LENGTH);
    let goes_on = |&at: &usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let back = (0..LONGEST_CHARACTER).find(|back| !goes_on(&(end - back.min(&end))));
    bytes.split_at(end - back.unwrap_or(0))
}

/// Splits off the next piece of input that isn't kept. While the encoding is `tentative`, it ends with the next `>`.
///
/// A `meta` that changes the encoding ends in `>`, which is the same byte in all encodings that can be changed. So no byte
/// behind it has been decoded when its declaration is met.
#[cfg(feature = "select")]
pub(crate) fn split_input(bytes: &[u8], tentative: bool) -> (&[u8], &[u8]) {
    let (piece, rest) = split_piece(bytes);
    let end = if tentative { piece.iter().position(|byte| *byte == b'>') } else { None };
    match end {
        Some(end) => bytes.split_at(end + 1),
        None => (piece, rest),
    }
}

/// Parses text that was decoded from `current`, up to a declaration of another encoding.
///
/// [Decides](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing) on the
/// declarations that the parser meets. The first that names an encoding counts: then the encoding isn't `tentative`
/// any more.
pub(crate) fn feed_text<P: Stages + ?Sized>(
    driver: &mut Driver<P>,
    text: &str,
    current: &'static Encoding,
    tentative: &mut bool,
) -> Option<Redirection> {
    let mut feed = driver.feed(text);
    loop {
        let declaration = match feed.next_event() {
            Event::NeedsInput | Event::Limit(_) => break,
            Event::Script(_) => continue,
            Event::Encoding(declaration) => declaration,
        };
        let end = feed.driver().offset();
        if end <= LATE_DECLARATION {
            let Some((declared, source)) = declared(&declaration) else { continue };
            if let Change::To(encoding) = sapwood_encoding::change(current, declared) {
                *tentative = false;
                return Some(Redirection {
                    encoding,
                    source,
                    end,
                    #[cfg(feature = "select")]
                    taken: feed.taken(),
                });
            }
        }
        *tentative = false;
        feed.driver().stop_reporting_encoding();
    }
    drop(feed);
    if *tentative && driver.offset() > LATE_DECLARATION {
        *tentative = false;
        driver.stop_reporting_encoding();
    }
    None
}

/// The encoding that a declaration names.
fn declared(declaration: &EncodingDeclaration) -> Option<(&'static Encoding, Source)> {
    let charset = declaration.charset.as_deref();
    let charset = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    let content = || declaration.content.as_deref().and_then(extract_from_content);
    match charset {
        Some(encoding) => Some((encoding, Source::MetaCharset)),
        None => content().map(|encoding| (encoding, Source::MetaHttpEquiv)),
    }
}
