//! The output: the source, with the edits applied.
//!
//! The source that may yet be edited is held back as it came, in bytes. Edits have offsets in the decoded text. In well-formed
//! UTF-8 both are the same but for an offset; elsewhere the decoder's map leads from one to the other, and the text is held back as
//! well, because tags are changed in their text.

use std::{borrow::Cow, mem};

use sapwood_encoding::{
    Decoder, Encoding,
    encoding_rs::{ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE},
};
use sapwood_serializer::TextEncoder;

use super::{
    content::{ContentWriter, HandlerResult},
    edits::{Edit, Edits},
    iso_2022_jp::Shift,
    tags::{self, Part, Scratch},
};

/// The source that is held back, and the state of the output.
pub(super) struct Output {
    /// Bytes that have been read but not written.
    held: Vec<u8>,
    /// The offset in the input of the first of them.
    start: usize,
    /// Their text, unless it is equal to the bytes.
    text: String,
    /// The offset in the decoded text at which the text begins.
    text_start: usize,
    /// Whether the text is equal to the bytes.
    is_same: bool,
    /// The offsets of the decoder's text in all text and in the input.
    decoder_text: usize,
    decoder_bytes: usize,
    /// The length of the byte order mark.
    bom_len: usize,
    encoder: Encoder,
    scratch: Scratch,
}

/// Encodes what is inserted.
enum Encoder {
    /// UTF-8.
    Same,
    Utf16 {
        is_big_endian: bool,
        units: Vec<u8>,
    },
    Legacy(Box<TextEncoder>),
    /// ISO-2022-JP, with the states of the source and of the output. Two escape sequences in a row are an error, which shows as
    /// U+FFFD, so none is written before it is known which state comes next.
    Iso2022Jp {
        /// The encoder that wrote last; `None` if source was written since, or nothing.
        encoder: Option<Box<TextEncoder>>,
        source: Shift,
        output: Shift,
    },
}

impl Encoder {
    fn new(encoding: &'static Encoding) -> Self {
        if encoding == UTF_16BE || encoding == UTF_16LE {
            return Self::Utf16 { is_big_endian: encoding == UTF_16BE, units: Vec::new() };
        }
        match TextEncoder::new(encoding).map(Box::new) {
            None => Self::Same,
            Some(encoder) if encoding == ISO_2022_JP => Self::Iso2022Jp {
                encoder: Some(encoder),
                source: Shift::Ascii,
                output: Shift::Ascii,
            },
            Some(encoder) => Self::Legacy(encoder),
        }
    }

    /// Writes new text.
    fn write(&mut self, text: &str, write: &mut dyn FnMut(&[u8])) {
        match self {
            Self::Same => write(text.as_bytes()),
            Self::Utf16 { is_big_endian, units } => {
                units.clear();
                for unit in text.encode_utf16() {
                    let bytes =
                        if *is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                    units.extend(bytes);
                }
                write(units);
            }
            Self::Legacy(encoder) => write(encoder.encode(text, false)),
            Self::Iso2022Jp { .. } if text.is_empty() => {}
            Self::Iso2022Jp { encoder, output, .. } => {
                if encoder.is_none() {
                    *encoder = TextEncoder::new(ISO_2022_JP).map(Box::new);
                    let character = output.character().unwrap_or_else(|| {
                        write(Shift::Ascii.escape());
                        *output = Shift::Ascii;
                        ""
                    });
                    // A new encoder begins in ASCII; a character brings it into the state of the output.
                    if let Some(encoder) = encoder {
                        encoder.encode(character, false);
                    }
                }
                if let Some(encoder) = encoder {
                    let bytes = encoder.encode(text, false);
                    output.read(bytes);
                    write(bytes);
                }
            }
        }
    }

    /// Writes source.
    fn keep(&mut self, bytes: &[u8], write: &mut dyn FnMut(&[u8])) {
        if bytes.is_empty() {
            return;
        }
        if let Self::Iso2022Jp { encoder, source, output } = self {
            *encoder = None;
            if *source != *output && !Shift::begins(bytes) {
                write(source.escape());
            }
            source.read(bytes);
            *output = *source;
        }
        write(bytes);
    }

    /// Ends new text after which no source comes.
    fn end(&mut self, write: &mut dyn FnMut(&[u8])) {
        if let Self::Iso2022Jp { encoder: Some(_), output, .. } = self
            && *output != Shift::Ascii
        {
            write(Shift::Ascii.escape());
            *output = Shift::Ascii;
        }
    }
}

impl Output {
    pub(super) fn new(encoding: &'static Encoding, bom_len: usize) -> Self {
        Self {
            held: Vec::new(),
            start: 0,
            text: String::new(),
            text_start: 0,
            is_same: encoding == UTF_8,
            decoder_text: 0,
            decoder_bytes: 0,
            bom_len,
            encoder: Encoder::new(encoding),
            scratch: Scratch::default(),
        }
    }

    /// Changes the encoding of the input that comes next, whose text begins at `text`. Everything before it was written.
    pub(super) fn change_encoding(&mut self, encoding: &'static Encoding, text: usize) {
        self.decoder_text = text;
        self.decoder_bytes = self.start + self.held.len();
        self.text_start = text;
        self.text.clear();
        self.is_same = encoding == UTF_8;
        self.encoder = Encoder::new(encoding);
    }

    /// The bytes that are held back and not read yet, when `piece` comes next.
    pub(super) fn source<'p>(&mut self, piece: &'p [u8]) -> Source<'p> {
        Source { held: mem::take(&mut self.held), piece }
    }

    /// Takes note of a text that was decoded from the end of `source`, at `offset` in all text.
    pub(super) fn note_text(&mut self, source: &Source<'_>, text: &str, offset: usize) {
        if self.is_same {
            let before = self.mark() + offset - self.text_start;
            let in_piece = before.checked_sub(source.held.len());
            if in_piece
                .and_then(|start| source.piece.get(start..))
                .is_some_and(|own| std::ptr::eq(own.as_ptr(), text.as_ptr()))
                || *source.range(before, before + text.len()) == *text.as_bytes()
            {
                return;
            }
            self.is_same = false;
            self.text.clear();
            let same = source.range(self.mark(), before);
            self.text.push_str(str::from_utf8(&same).unwrap_or_default());
        }
        self.text.push_str(text);
    }

    /// The length of the byte order mark, if it is held back.
    fn mark(&self) -> usize {
        self.bom_len.saturating_sub(self.start)
    }

    /// Writes the source with its edits, up to the character at `safe` of the text or, if that is `None`, all of it. Holds back
    /// the rest.
    pub(super) fn write(
        &mut self,
        source: Source<'_>,
        edits: &mut Edits,
        decoder: &mut Decoder,
        safe: Option<usize>,
        write: &mut dyn FnMut(&[u8]),
    ) -> HandlerResult {
        let (start, base, mark) = (self.start, self.decoder_bytes, self.mark());
        let mut offset_of = |text: usize| {
            let own = text.saturating_sub(self.decoder_text);
            let map = decoder.offset_map();
            let byte = base + map.map_or(own, |map| map.byte_offset(own));
            byte.saturating_sub(start).min(source.len())
        };
        let end = safe.map_or(source.len(), &mut offset_of);
        let text_start = self.text_start;
        let text = |from: usize, to: usize| {
            let (from, to) = (from - text_start, to - text_start);
            match self.is_same {
                true => source.range(mark + from, mark + to),
                false => {
                    let to = to.min(self.text.len());
                    self.text.as_bytes().get(from..to).unwrap_or_default().into()
                }
            }
        };
        let mut writer = SourceWriter { source: &source, at: 0, encoder: &mut self.encoder, write };
        let result = apply(edits, &mut writer, offset_of, text, &mut self.scratch);
        if result.is_ok() {
            writer.keep_to(end);
        }
        let at = writer.at;
        self.start += at;
        let Source { mut held, piece } = source;
        match at.checked_sub(held.len()) {
            Some(at) => {
                held.clear();
                held.extend_from_slice(&piece[at..]);
            }
            None => {
                held.drain(..at);
                held.extend_from_slice(piece);
            }
        }
        self.held = held;
        if let Some(safe) = safe {
            if !self.is_same {
                let read = (safe - self.text_start).min(self.text.len());
                self.text.drain(..read);
            }
            self.text_start = safe;
            if let Some(map) = decoder.offset_map() {
                map.forget_before(safe.saturating_sub(self.decoder_text));
            }
        }
        edits.clear();
        result
    }

    /// Holds back all source.
    pub(super) fn keep(&mut self, source: Source<'_>) {
        self.held = source.held;
        self.held.extend_from_slice(source.piece);
    }

    /// Ends the content after all source.
    pub(super) fn end_content(&mut self, write: &mut dyn FnMut(&[u8])) {
        self.encoder.end(write);
    }
}

/// The bytes that are held back, and those that come next.
pub(super) struct Source<'p> {
    held: Vec<u8>,
    piece: &'p [u8],
}

impl Source<'_> {
    fn len(&self) -> usize {
        self.held.len() + self.piece.len()
    }

    /// The parts of a range before and after the start of the piece.
    fn parts(&self, start: usize, end: usize) -> [&[u8]; 2] {
        let first = self.held.len();
        let held = self.held.get(start.min(first)..end.min(first));
        let piece = self.piece.get(start.max(first) - first..end.max(first) - first);
        [held, piece].map(Option::unwrap_or_default)
    }

    /// The bytes of a range.
    fn range(&self, start: usize, end: usize) -> Cow<'_, [u8]> {
        match self.parts(start, end.min(self.len())) {
            [part, []] | [[], part] => part.into(),
            parts => parts.concat().into(),
        }
    }
}

/// Writes source in order.
struct SourceWriter<'w, 'p> {
    source: &'w Source<'p>,
    /// The number of bytes that were written or left out.
    at: usize,
    encoder: &'w mut Encoder,
    write: &'w mut dyn FnMut(&[u8]),
}

impl SourceWriter<'_, '_> {
    /// Writes the source up to `end`.
    fn keep_to(&mut self, end: usize) {
        if self.at < end {
            match self.encoder {
                // An escape sequence may lie in both parts.
                Encoder::Iso2022Jp { .. } => {
                    self.encoder.keep(&self.source.range(self.at, end), self.write);
                }
                _ => {
                    let [held, piece] = self.source.parts(self.at, end);
                    self.encoder.keep(held, self.write);
                    self.encoder.keep(piece, self.write);
                }
            }
            self.at = end;
        }
    }

    /// Leaves the source out up to `end`.
    fn skip_to(&mut self, end: usize) {
        if self.at < end {
            if let Encoder::Iso2022Jp { source, .. } = self.encoder {
                source.read(&self.source.range(self.at, end));
            }
            self.at = end;
        }
    }

    fn insert(&mut self, text: &str) {
        self.encoder.write(text, self.write);
    }
}

/// Writes the source up to the end of the last edit.
fn apply<'s>(
    edits: &mut Edits,
    source: &mut SourceWriter<'_, '_>,
    mut offset_of: impl FnMut(usize) -> usize,
    text: impl Fn(usize, usize) -> Cow<'s, [u8]>,
    scratch: &mut Scratch,
) -> HandlerResult {
    let mut list = mem::take(&mut edits.list);
    let mut result = Ok(());
    for edit in list.drain(..) {
        match edit {
            Edit::Insert { at, html } => {
                source.keep_to(offset_of(at));
                source.insert(edits.text(html));
            }
            Edit::Stream { at, stream } => {
                source.keep_to(offset_of(at));
                let mut insert = |text: &str| source.insert(text);
                result = stream(&mut ContentWriter::new(&mut insert));
                if result.is_err() {
                    break;
                }
            }
            Edit::LineFeed(at) => {
                source.keep_to(offset_of(at));
                let length = match *text(at, at + 2) {
                    [b'\r', b'\n'] => 2,
                    [b'\r' | b'\n', ..] => 1,
                    _ => 0,
                };
                source.skip_to(offset_of(at + length));
            }
            Edit::Cut(span) => {
                source.keep_to(offset_of(span.start));
                source.skip_to(offset_of(span.end));
            }
            Edit::Tag(span, change) => {
                source.keep_to(offset_of(span.start));
                tags::change(
                    &text(span.start, span.end),
                    change,
                    edits,
                    scratch,
                    |part| match part {
                        Part::Source(start, end) => {
                            source.skip_to(offset_of(span.start + start));
                            source.keep_to(offset_of(span.start + end));
                        }
                        Part::New(text) => source.insert(text),
                    },
                );
                source.skip_to(offset_of(span.end));
            }
        }
    }
    edits.list = list;
    result
}
