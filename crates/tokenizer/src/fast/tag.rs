//! Tags on the fast path.

use std::mem;

use names::Name;
use scan::{DoubleQuoted, SingleQuoted};
use tree_sink::{Attribute, Namespace, Span};

use super::name::{ReadName, read_attribute_name, read_tag_name};
use crate::{
    Feedback, Tag, Token, TokenSink,
    buffer::{LINEAR, recycle},
    machine::Machine,
};

/// Where a tag ends, and what the sink answered to it.
pub(super) type Sent = (usize, Feedback);

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Reads and emits the start tag at `open`.
    #[inline]
    pub(super) fn fast_start_tag(&mut self, open: usize) -> Option<Sent> {
        let bytes = self.chunk.as_bytes();
        let ReadName { name, end: mut at, .. } = read_tag_name(self.chunk, open + 1)?;
        self.attributes.clear();
        self.kept.decoded.clear();
        // The bits of the names so far.
        let mut seen = 0;
        let self_closing = loop {
            match *bytes.get(at)? {
                b'>' => break false,
                byte if byte.is_ascii_whitespace() => {
                    at += 1;
                    while bytes.get(at)?.is_ascii_whitespace() {
                        at += 1;
                    }
                }
                b'/' if bytes.get(at + 1) == Some(&b'>') => {
                    at += 1;
                    break true;
                }
                _ => return None,
            }
            match bytes.get(at)? {
                b'>' | b'/' => continue,
                _ => at = self.fast_attribute(at, &mut seen)?,
            }
        };
        at += 1;
        self.report_input_errors(at);
        let span = Span::new(self.offset(open), self.offset(at));
        self.kept.last_start_tag.set(name);
        let feedback = if self.kept.decoded.is_empty() {
            let tag = Tag { name, attributes: &self.attributes, self_closing };
            self.sink.token(Token::StartTag(tag), span)
        } else {
            self.fast_send_decoded(name, self_closing, span)
        };
        Some((at, feedback))
    }

    /// Reads the attribute at `start`; returns where it ends.
    #[inline(always)]
    fn fast_attribute(&mut self, start: usize, seen: &mut u64) -> Option<usize> {
        let bytes = self.chunk.as_bytes();
        let ReadName { name, end: mut at, bit } = read_attribute_name(self.chunk, start)?;
        if *seen & bit != 0 && self.attributes.iter().any(|earlier| earlier.name == name) {
            return None;
        }
        *seen |= bit;
        let mut end = at;
        let mut value = "";
        let mut next = *bytes.get(at)?;
        if next.is_ascii_whitespace() {
            at += scan::whitespace_run(&bytes[at..]);
            next = *bytes.get(at)?;
            // White space that no `=` follows separates two attributes.
            if next != b'=' {
                at = end;
            }
        }
        if next == b'=' {
            at += 1;
            let mut quote = *bytes.get(at)?;
            if quote.is_ascii_whitespace() {
                at += scan::whitespace_run(&bytes[at..]);
                quote = *bytes.get(at)?;
            }
            (value, end) = match quote {
                b'"' => self.fast_quoted_value::<DoubleQuoted>(at + 1, b'"')?,
                b'\'' => self.fast_quoted_value::<SingleQuoted>(at + 1, b'\'')?,
                _ => self.fast_unquoted_value(at)?,
            };
            at = end;
        }
        if self.attributes.len() == LINEAR {
            return None;
        }
        let span = Span::new(self.offset(start), self.offset(end));
        self.attributes.push(Attribute { name, namespace: Namespace::None, value, span });
        Some(at)
    }

    /// Emits a start tag of which values were decoded.
    #[inline(never)]
    fn fast_send_decoded(&mut self, name: Name<'c>, self_closing: bool, span: Span) -> Feedback {
        let mut room = recycle(mem::take(&mut self.kept.buffered_attributes));
        room.extend_from_slice(&self.attributes);
        for (place, value) in self.kept.decoded.values() {
            if let Some(attribute) = room.get_mut(place) {
                attribute.value = value;
            }
        }
        let tag = Tag { name, attributes: &room, self_closing };
        let feedback = self.sink.token(Token::StartTag(tag), span);
        self.kept.buffered_attributes = recycle(room);
        feedback
    }

    /// Reads and emits the end tag at `open`, if it is nothing but a name.
    #[inline]
    pub(super) fn fast_end_tag(&mut self, open: usize) -> Option<Sent> {
        let bytes = self.chunk.as_bytes();
        if !bytes.get(open + 2)?.is_ascii_alphabetic() {
            return None;
        }
        let ReadName { name, end: mut at, .. } = read_tag_name(self.chunk, open + 2)?;
        if *bytes.get(at)? != b'>' {
            at += scan::whitespace_run(&bytes[at..]);
            if *bytes.get(at)? != b'>' {
                return None;
            }
        }
        Some(self.fast_send_end_tag(name, open, at + 1))
    }

    /// Emits an end tag that has neither attributes nor a solidus.
    #[inline]
    pub(super) fn fast_send_end_tag(&mut self, name: Name<'_>, open: usize, end: usize) -> Sent {
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        let tag = Tag { name, attributes: &[], self_closing: false };
        (end, self.sink.token(Token::EndTag(tag), span))
    }
}
