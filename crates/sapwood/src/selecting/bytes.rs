//! Selecting while parsing bytes.

use std::{io, mem};

use sapwood_driver::{Driver, Stages};
use sapwood_encoding::{Confidence, Decoder, Encoding, SniffOptions, sniff};
use sapwood_tree::Limit;

use super::parser::SelectingParser;
use crate::bytes::{InputLimit, Redirection, feed_text, split_input, write_result};

/// A [`SelectingParser`] of bytes that come in pieces, which may end anywhere.
///
/// The first 1,024 bytes are kept until they are complete, since they decide on the encoding. Later bytes aren't kept,
/// so nothing can be parsed anew: if a `meta` after them declares another encoding, the bytes after that `meta` are
/// decoded from it, and the text before stays as it is. ([`ByteParser`](crate::ByteParser) starts over.)
///
/// ```
/// use sapwood::{encoding::SniffOptions, selecting::SelectingParser};
///
/// let mut names = Vec::new();
/// let mut parser = SelectingParser::default();
/// parser.on("b", |b| names.push(b.text_content()))?;
/// let mut parser = parser.from_bytes(&SniffOptions::default());
/// std::io::copy(&mut &b"<meta charset=windows-1251><b>\xc4\xf3\xe1</b>"[..], &mut parser)?;
/// assert_eq!(parser.finish(), None);
/// assert_eq!(names, ["Дуб"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SelectingByteParser<'h, S = ()> {
    parser: SelectingParser<'h, S>,
    sniffing: SniffOptions,
    input: InputLimit,
    /// The input so far, until the encoding is known.
    kept: Vec<u8>,
    decoding: Option<Decoding>,
}

/// The state of decoding.
struct Decoding {
    encoding: &'static Encoding,
    decoder: Decoder,
    /// Whether a `meta` may change the encoding.
    tentative: bool,
}

/// # Bytes
impl<'h, S> SelectingParser<'h, S> {
    /// Wraps this parser so that it takes bytes, by [`feed`](SelectingByteParser::feed) or [`io::Write`].
    #[must_use]
    pub fn from_bytes(self, sniffing: &SniffOptions) -> SelectingByteParser<'h, S> {
        SelectingByteParser::new(self, sniffing)
    }

    /// Parses all bytes of a reader: a file, a socket, the body of a response. The encoding is detected.
    ///
    /// ```
    /// use sapwood::selecting::SelectingParser;
    ///
    /// let mut names = Vec::new();
    /// let mut stream = SelectingParser::default();
    /// stream.on("b", |b| names.push(b.text_content()))?;
    /// stream.from_reader(&b"<meta charset=windows-1251><b>\xc4\xf3\xe1</b>"[..])?;
    /// assert_eq!(names, ["Дуб"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If reading fails. A limit isn't an error: the rest of the input is left unread.
    pub fn from_reader(self, reader: impl io::Read) -> io::Result<(S, Option<Limit>)> {
        let mut parser = self.from_bytes(&SniffOptions::default());
        crate::bytes::read_pieces(reader, |piece| {
            parser.feed(piece);
            parser.limit().is_none()
        })?;
        Ok(parser.finish_with_state())
    }
}

impl<'h, S> SelectingByteParser<'h, S> {
    pub(super) fn new(mut parser: SelectingParser<'h, S>, sniffing: &SniffOptions) -> Self {
        let input = InputLimit::of(parser.driver.lift_input_limit());
        let sniffing = sniffing.clone();
        Self { parser, sniffing, input, kept: Vec::new(), decoding: None }
    }

    /// Parses the next piece. Once a [limit](Self::limit) is reached, pieces are ignored.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.limit().is_some() {
            return;
        }
        let piece = self.input.admit(piece);
        match &mut self.decoding {
            Some(decoding) => decoding.feed(piece, &mut self.parser),
            None => {
                self.kept.extend_from_slice(piece);
                if self.kept.len() >= self.sniffing.needed() {
                    self.begin();
                }
            }
        }
    }

    /// Detects the encoding from the bytes that were kept, and parses them.
    fn begin(&mut self) {
        let kept = mem::take(&mut self.kept);
        let sniffed = sniff(&kept, &self.sniffing);
        let tentative = sniffed.confidence == Confidence::Tentative;
        if !tentative {
            self.parser.driver.stop_reporting_encoding();
        }
        let encoding = sniffed.encoding;
        log::debug!("encoding {}, by {}", encoding.name(), sniffed.source.as_str());
        let decoder = Decoder::new(encoding, sniffed.bom_len);
        let decoding = self.decoding.insert(Decoding { encoding, decoder, tentative });
        decoding.feed(&kept, &mut self.parser);
    }

    /// The state that the handlers share.
    #[must_use]
    pub fn state(&self) -> &S {
        self.parser.state()
    }

    /// The encoding of the bytes that come next, once it is known.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.decoding.as_ref().map(|decoding| decoding.encoding)
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.parser.limit().or(self.input.limit())
    }

    /// Ends the input, and with it the open elements. See [`SelectingParser::finish`].
    pub fn finish(self) -> Option<Limit> {
        self.finish_with_state().1
    }

    /// Ends the input. Returns the state and the limit that was reached, if any.
    pub fn finish_with_state(mut self) -> (S, Option<Limit>) {
        if self.decoding.is_none() {
            self.begin();
        }
        if let Some(limit) = self.input.limit() {
            self.parser.driver.set_limit(limit);
        } else if let Some(text) = self.decoding.as_mut().and_then(|it| it.decoder.finish()) {
            self.parser.feed(text);
        }
        self.parser.finish_with_state()
    }
}

impl Decoding {
    fn feed(&mut self, mut bytes: &[u8], parser: &mut SelectingParser<'_, impl Sized>) {
        while !bytes.is_empty() && parser.limit().is_none() {
            let (piece, rest) = split_input(bytes, self.tentative);
            self.feed_piece(piece, &mut parser.driver);
            parser.end_piece();
            bytes = rest;
        }
    }

    fn feed_piece(&mut self, mut piece: &[u8], driver: &mut Driver<impl Stages>) {
        let mut change = None;
        while let Some(text) = self.decoder.decode(&mut piece) {
            let redirection = feed_text(driver, text, self.encoding, &mut self.tentative);
            if let Some(Redirection { encoding, taken, .. }) = redirection {
                driver.feed_all(&text[taken..]);
                driver.stop_reporting_encoding();
                change = Some(encoding);
            }
        }
        if let Some(encoding) = change {
            log::debug!("encoding {} replaces {}", encoding.name(), self.encoding.name());
            self.encoding = encoding;
            self.decoder = Decoder::new(encoding, 0);
        }
    }
}

/// Feeds the bytes that are written. Writing fails once a limit is reached.
impl<S> io::Write for SelectingByteParser<'_, S> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.feed(piece);
        write_result(piece, self.limit())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
