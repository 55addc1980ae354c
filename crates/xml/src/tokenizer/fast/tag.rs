//! Tags on the fast path.

use std::mem;

use sapwood_lexer::{LINEAR, recycle};
use sapwood_names::xml::is_whitespace;
use sapwood_scan::{AttributeName, Stops, TagName, Taken, XmlDoubleQuoted, XmlSingleQuoted};

use super::{
    decoded::Decoded,
    reference::{Read, read},
};
use crate::tokenizer::{Attribute, Tag, Token, TokenSink, machine::Machine};

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Reads and emits the end tag here, if it is nothing but a name.
    #[inline(always)]
    pub(super) fn fast_end_tag(&mut self) -> Option<()> {
        let start = self.input.at;
        let Taken { text, end, stop: b'>' } =
            sapwood_scan::take::<TagName>(self.input.chunk, start + 2)?
        else {
            return None;
        };
        if text.is_empty() || text.starts_with([':', '<']) {
            return None;
        }
        self.input.at = end + 1;
        self.report_input_errors(end + 1);
        self.send(Token::EndTag(text), self.span(start, end + 1));
        Some(())
    }

    /// Reads and emits the start tag or empty tag here.
    #[inline(always)]
    pub(super) fn fast_start_tag(&mut self) -> Option<()> {
        let start = self.input.at;
        let Taken { text: name, mut end, mut stop } =
            sapwood_scan::take::<TagName>(self.input.chunk, start + 1)?;
        self.attributes.clear();
        if stop != b'>' {
            (end, stop) = match self.fast_attributes(end) {
                Some(read) => read,
                None => {
                    self.tokenizer.decoded.text.clear();
                    self.tokenizer.decoded.values.clear();
                    return None;
                }
            };
        }
        let is_empty = stop == b'/';
        self.input.at = end + 1 + usize::from(is_empty);
        let span = self.span(start, self.input.at);
        if S::ERRORS {
            self.fast_check_names(name, start);
        }
        if self.tokenizer.decoded.values.is_empty() {
            let attributes = mem::take(&mut self.attributes);
            self.send_tag(Tag { name, attributes: &attributes }, is_empty, span);
            self.attributes = attributes;
        } else {
            self.fast_send_decoded(name, is_empty, span);
        }
        Some(())
    }

    /// Emits a tag of which values were decoded.
    #[inline(never)]
    fn fast_send_decoded(&mut self, name: &str, is_empty: bool, span: sapwood_tree::Span) {
        let mut decoded = mem::take(&mut self.tokenizer.decoded);
        let mut room = recycle(mem::take(&mut self.tokenizer.buffered_attributes));
        room.extend_from_slice(&self.attributes);
        for (place, value) in &decoded.values {
            if let Some(attribute) = room.get_mut(*place) {
                attribute.value = &decoded.text[value.clone()];
            }
        }
        self.send_tag(Tag { name, attributes: &room }, is_empty, span);
        self.tokenizer.buffered_attributes = recycle(room);
        decoded.text.clear();
        decoded.values.clear();
        self.tokenizer.decoded = decoded;
    }

    /// Reads attributes from the end of the tag's name on; returns where the tag's `>` or `/>` is, and
    /// which of the two.
    #[inline(always)]
    fn fast_attributes(&mut self, mut at: usize) -> Option<(usize, u8)> {
        let bytes = self.input.chunk.as_bytes();
        let mut seen = 0u64;
        loop {
            match *bytes.get(at)? {
                b'>' => return Some((at, b'>')),
                b'/' if bytes.get(at + 1) == Some(&b'>') => return Some((at, b'/')),
                byte if is_whitespace(byte) => at += 1,
                _ => return None,
            }
            while is_whitespace(*bytes.get(at)?) {
                at += 1;
            }
            if matches!(bytes[at], b'>' | b'/') {
                continue;
            }
            at = self.fast_attribute(at)?;
            let (last, earlier) = self.attributes.split_last()?;
            // Two bits of a name's length, and three each of its ends.
            let name = last.name.as_bytes();
            let (first, end) = (name[0], name[name.len() - 1]);
            let bit =
                1 << ((name.len() & 3) << 4 ^ usize::from(first & 7) << 3 ^ usize::from(end & 7));
            if seen & bit != 0 && earlier.iter().any(|attribute| attribute.name == last.name) {
                return None;
            }
            seen |= bit;
        }
    }

    /// Reads the attribute at `start`; returns where it ends.
    #[inline(always)]
    fn fast_attribute(&mut self, start: usize) -> Option<usize> {
        let Taken { text: name, end, stop: b'=' } =
            sapwood_scan::take::<AttributeName>(self.input.chunk, start)?
        else {
            return None;
        };
        if name.is_empty() || name.as_bytes()[0] == b':' || self.attributes.len() == LINEAR {
            return None;
        }
        let (value, end) = match self.input.chunk.as_bytes().get(end + 1)? {
            b'"' => self.fast_value::<XmlDoubleQuoted>(end + 2, b'"')?,
            b'\'' => self.fast_value::<XmlSingleQuoted>(end + 2, b'\'')?,
            _ => return None,
        };
        let span = self.span(start, end);
        self.attributes.push(Attribute { name, value, span });
        Some(end)
    }

    /// Reads the value at `start`; returns it, or nothing if it had to be decoded, and where its quote
    /// ends.
    #[inline(always)]
    fn fast_value<Q: Stops>(&mut self, start: usize, quote: u8) -> Option<(&'c str, usize)> {
        let Taken { text, end, stop } = sapwood_scan::take::<Q>(self.input.chunk, start)?;
        if stop == quote {
            return Some((text, end + 1));
        }
        Some(("", self.fast_decode::<Q>(start, end, quote)?))
    }

    /// Reads the value at `start`, of which nothing is to be decoded up to `at`.
    #[inline(never)]
    fn fast_decode<Q: Stops>(&mut self, start: usize, mut at: usize, quote: u8) -> Option<usize> {
        let bytes = self.input.chunk.as_bytes();
        let Decoded { text, values } = &mut self.tokenizer.decoded;
        let decoded_start = text.len();
        let mut copied = start;
        loop {
            let rest = &bytes[at..];
            let (character, length) = match rest {
                [byte, ..] if *byte == quote => break,
                [b'\t' | b'\n', ..] => (' ', 1),
                [b'\r', b'\n', ..] if self.reference.is_none() => (' ', 2),
                [b'&', ..] => {
                    let Read { character, length } = read(rest)?;
                    (character, length)
                }
                _ => return None,
            };
            text.push_str(&self.input.chunk[copied..at]);
            text.push(character);
            at += length;
            copied = at;
            at += sapwood_scan::run::<Q>(&bytes[at..]);
        }
        text.push_str(&self.input.chunk[copied..at]);
        values.push((self.attributes.len(), decoded_start..text.len()));
        Some(at + 1)
    }

    /// Reports names that XML doesn't allow, of the tag at `start` that was read.
    fn fast_check_names(&mut self, name: &str, start: usize) {
        self.report_input_errors(self.input.at);
        self.check_name(name, self.name_span(name, self.offset(start + 1)));
        for place in 0..self.attributes.len() {
            let Attribute { name, span, .. } = self.attributes[place];
            self.check_name(name, self.name_span(name, span.start));
        }
    }
}
