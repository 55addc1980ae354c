//! Tags on the fast path.

use std::mem;

use lexer::{LINEAR, recycle};
use names::Name;
use scan::{BLOCK, Baseline, Cursor, Simd};
use tree_sink::{Attribute, Span};

use super::{
    attribute::{Part, has_duplicates, read_common_attribute, read_part},
    name::{ReadName, read_tag_name},
    value::Decoded,
};
use crate::{Feedback, Tag, Token, TokenSink, machine::Machine};

/// A start tag that was read, but for its attributes.
struct ReadStartTag {
    name: ReadName,
    self_closing: bool,
    end: usize,
}

/// Why a start tag wasn't read.
enum Unread {
    /// It holds something that the fast path leaves to the state machine.
    Unusual,
    /// The cursor can't move on to its next part, so near is the end of the chunk.
    NoRoom,
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Reads and emits the start tag at the cursor.
    #[inline(always)]
    pub(super) fn fast_start_tag<V: Simd, const TAIL: bool>(
        &mut self,
        cursor: Cursor<'c, V, TAIL>,
    ) -> Option<usize> {
        let base = self.tokenizer.offset;
        let decoded = &mut self.tokenizer.decoded;
        self.attributes.clear();
        let read = read_start_tag(self.input.chunk, cursor, base, &mut self.attributes, decoded);
        let ReadStartTag { name, self_closing, end } = match read {
            Ok(read) => read,
            Err(unread) => {
                decoded.clear();
                let is_retried = !TAIL && matches!(unread, Unread::NoRoom);
                return if is_retried { self.fast_last_start_tag(cursor.at()) } else { None };
            }
        };
        let name = name.at(self.input.chunk, cursor.at() + 1);
        self.report_input_errors(end);
        let span = Span::new(base + cursor.at(), base + end);
        self.tokenizer.last_start_tag.set(name);
        let feedback = if self.tokenizer.decoded.is_empty() {
            let tag = Tag { name, attributes: &self.attributes, self_closing };
            self.sink.token(Token::StartTag(tag), span)
        } else {
            self.fast_send_decoded(name, self_closing, span)
        };
        self.fast_sent(end, feedback)
    }

    /// Reads and emits the start tag at `at`, which begins before the last bytes of the chunk and goes on in them.
    #[inline(never)]
    fn fast_last_start_tag(&mut self, at: usize) -> Option<usize> {
        let cursor = Cursor::<_, true>::new(Baseline, self.input.chunk, at)?;
        self.fast_start_tag(cursor)
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

    /// Reads and emits the end tag at the cursor, if it is nothing but a name.
    #[inline(always)]
    pub(super) fn fast_end_tag<V: Simd, const TAIL: bool>(
        &mut self,
        cursor: Cursor<'c, V, TAIL>,
    ) -> Option<usize> {
        if !cursor.byte(2).is_ascii_alphabetic() {
            return None;
        }
        let name = read_tag_name(self.input.chunk, cursor, 2)?;
        let length = name.length;
        let mut end = cursor.at() + 2 + length;
        if length >= BLOCK || cursor.byte(2 + length) != b'>' {
            let bytes = self.input.chunk.as_bytes();
            end += scan::whitespace_run(&bytes[end..]);
            if *bytes.get(end)? != b'>' {
                return None;
            }
        }
        let name = name.at(self.input.chunk, cursor.at() + 2);
        let feedback = self.fast_send_end_tag(name, cursor.at(), end + 1);
        self.fast_sent(end + 1, feedback)
    }

    /// Emits an end tag that has neither attributes nor a solidus.
    #[inline(always)]
    pub(super) fn fast_send_end_tag(
        &mut self,
        name: Name<'_>,
        open: usize,
        end: usize,
    ) -> Feedback {
        self.report_input_errors(end);
        let span = Span::new(self.offset(open), self.offset(end));
        let tag = Tag { name, attributes: &[], self_closing: false };
        self.sink.token(Token::EndTag(tag), span)
    }
}

/// Reads the start tag at the cursor in the chunk, which begins at `base` in the input. Both `attributes` and `decoded`
/// are empty before.
#[inline(always)]
fn read_start_tag<'c, V: Simd, const TAIL: bool>(
    chunk: &'c str,
    cursor: Cursor<'c, V, TAIL>,
    base: usize,
    attributes: &mut Vec<Attribute<'c>>,
    decoded: &mut Decoded,
) -> Result<ReadStartTag, Unread> {
    let name = read_tag_name(chunk, cursor, 1).ok_or(Unread::Unusual)?;
    let mut cursor = cursor.move_to(cursor.at() + 1 + name.length).ok_or(Unread::NoRoom)?;
    // The low bits of the names' ids, which tell most names apart.
    let mut seen = 0u64;
    let mut may_have_duplicates = false;
    let (end, self_closing) = loop {
        let (id, end) = if cursor.byte(0) == b'>' {
            break (cursor.at() + 1, false);
        } else if cursor.byte(0) == b' '
            && attributes.len() < attributes.capacity()
            && let Some((attribute, end)) = read_common_attribute(chunk, cursor, base)
        {
            attributes.push(attribute);
            (attribute.name.id, end)
        } else {
            match read_part(chunk, cursor, base, attributes, decoded) {
                Some(Part::Attribute(id, end)) => (id, end),
                Some(Part::End(end)) => break (end, false),
                Some(Part::SelfClosingEnd(end)) => break (end, true),
                Some(Part::NoRoom) => return Err(Unread::NoRoom),
                None => return Err(Unread::Unusual),
            }
        };
        let bit = 1 << (id.index() % 64);
        may_have_duplicates |= seen & bit != 0;
        seen |= bit;
        cursor = cursor.move_to(end).ok_or(Unread::NoRoom)?;
    };
    if may_have_duplicates && has_duplicates(attributes) {
        return Err(Unread::Unusual);
    }
    Ok(ReadStartTag { name, self_closing, end })
}
