//! Tags on the fast path.

use std::mem;

use lexer::{LINEAR, recycle};
use names::Name;
use tree_sink::{Attribute, Span};

use super::{
    attribute::{has_duplicates, read_attribute},
    name::{ReadName, read_tag_name},
    value::Decoded,
};
use crate::{Feedback, Tag, Token, TokenSink, machine::Machine};

/// The end of a tag or comment, and the sink's answer to it.
pub(super) type Sent = (usize, Feedback);

/// A start tag that was read, but for its attributes.
struct ReadStartTag<'c> {
    name: Name<'c>,
    self_closing: bool,
    end: usize,
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Reads and emits the start tag at `open`.
    #[inline(always)]
    pub(super) fn fast_start_tag(&mut self, open: usize) -> Option<Sent> {
        let base = self.tokenizer.offset;
        let decoded = &mut self.tokenizer.decoded;
        let Some(ReadStartTag { name, self_closing, end }) =
            read_start_tag(self.input.chunk, base, open, &mut self.attributes, decoded)
        else {
            decoded.clear();
            return None;
        };
        self.report_input_errors(end);
        let span = Span::new(base + open, base + end);
        self.tokenizer.last_start_tag.set(name);
        if self.tokenizer.decoded.is_empty() {
            let tag = Tag { name, attributes: &self.attributes, self_closing };
            return Some((end, self.sink.token(Token::StartTag(tag), span)));
        }
        Some((end, self.fast_send_decoded(name, self_closing, span)))
    }

    /// Emits a start tag of which values were decoded.
    #[inline(never)]
    fn fast_send_decoded(&mut self, name: Name<'c>, self_closing: bool, span: Span) -> Feedback {
        let mut room = recycle(mem::take(&mut self.tokenizer.buffered_attributes));
        room.reserve(LINEAR);
        room.extend_from_slice(&self.attributes);
        for (place, value) in self.tokenizer.decoded.values() {
            if let Some(attribute) = room.get_mut(place) {
                attribute.value = value;
            }
        }
        let tag = Tag { name, attributes: &room, self_closing };
        let feedback = self.sink.token(Token::StartTag(tag), span);
        self.tokenizer.buffered_attributes = recycle(room);
        self.tokenizer.decoded.clear();
        feedback
    }

    /// Reads and emits the end tag at `open`, if it is nothing but a name.
    #[inline(always)]
    pub(super) fn fast_end_tag(&mut self, open: usize) -> Option<Sent> {
        let bytes = self.input.chunk.as_bytes();
        if !bytes.get(open + 2)?.is_ascii_alphabetic() {
            return None;
        }
        let ReadName { name, end: mut at } = read_tag_name(self.input.chunk, open + 2)?;
        if *bytes.get(at)? != b'>' {
            at += scan::whitespace_run(&bytes[at..]);
            if *bytes.get(at)? != b'>' {
                return None;
            }
        }
        Some(self.fast_send_end_tag(name, open, at + 1))
    }

    /// Emits an end tag that has neither attributes nor a solidus.
    #[inline(always)]
    pub(super) fn fast_send_end_tag(&mut self, name: Name<'_>, open: usize, end: usize) -> Sent {
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        let tag = Tag { name, attributes: &[], self_closing: false };
        (end, self.sink.token(Token::EndTag(tag), span))
    }
}

/// Reads the start tag at `open` in the chunk, which begins at `base` in the input. Its attributes
/// replace those in `attributes`; `decoded` is empty before.
#[inline(always)]
fn read_start_tag<'c>(
    chunk: &'c str,
    base: usize,
    open: usize,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Option<ReadStartTag<'c>> {
    let bytes = chunk.as_bytes();
    attributes.clear();
    let ReadName { name, end: mut at } = read_tag_name(chunk, open + 1)?;
    let self_closing = loop {
        match *bytes.get(at)? {
            b'>' => break false,
            b'/' if bytes.get(at + 1) == Some(&b'>') => break true,
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                let mut next = *bytes.get(at)?;
                while next.is_ascii_whitespace() {
                    at += 1;
                    next = *bytes.get(at)?;
                }
                if next != b'>' && next != b'/' {
                    at = read_attribute(chunk, base, at, attributes, decoded)?;
                }
            }
            _ => return None,
        }
    };
    if has_duplicates(attributes) {
        return None;
    }
    Some(ReadStartTag { name, self_closing, end: at + 1 + usize::from(self_closing) })
}
