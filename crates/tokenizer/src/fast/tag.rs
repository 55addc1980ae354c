//! Tags on the fast path.
//!
//! See "Start tags" in `docs/hot-path.md`.

use sapwood_names::{Name, NameId};
use sapwood_scan::{Baseline, Cursor, Simd, TagName, Tail};
use sapwood_tree::{Attributes, Span};

use super::{
    attribute::{Part, drop_duplicates, may_have_duplicates, read_common_attribute, read_part},
    name::{ReadName, read_common_end_tag_name, read_other, read_start_tag_name},
    room::Room,
    skip::{SkippedAttributes, skip_attributes},
};
use crate::{Feedback, Tag, Token, TokenSink, machine::Machine};

/// A start tag that was read; its attributes are in the [`Room`].
struct ReadStartTag {
    name: ReadName,
    attributes: usize,
    self_closing: bool,
    end: usize,
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads and emits the start tag at the cursor.
    #[inline(always)]
    pub(super) fn fast_start_tag<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<usize> {
        let chunk = self.input.chunk;
        let Some(ReadStartTag { name, attributes, self_closing, end }) =
            self.fast_read_start_tag::<V, TAIL, FULL>(cursor)
        else {
            let may_lack_room = !TAIL && chunk.len() - cursor.at() <= Tail::LONGEST;
            return if may_lack_room { self.fast_last_start_tag(cursor.at()) } else { None };
        };
        self.fast_report_input_errors::<FULL>(end);
        if S::TAKES_TOKENS && name.id != NameId::UNKNOWN {
            self.tokenizer.last_start_tag.set_known(name.id);
            let base = self.tokenizer.offset;
            let Room { ranges, decoded } = &self.tokenizer.room;
            let attributes =
                Attributes::of_ranges(&ranges[..attributes], chunk, decoded.as_str(), base);
            let span = Span::new(base + cursor.at(), base + end);
            if self.sink.take_start_tag::<FULL>(name.id, attributes, self_closing, span) {
                return Some(end);
            }
        }
        let tag = ReadStartTag { name, attributes, self_closing, end };
        if S::TAKES_TOKENS {
            self.fast_send_start_tag(cursor.at(), tag)
        } else {
            self.fast_send_start_tag_inline(cursor.at(), tag)
        }
    }

    #[inline(never)]
    fn fast_send_start_tag(&mut self, open: usize, tag: ReadStartTag) -> Option<usize> {
        self.fast_send_start_tag_inline(open, tag)
    }

    /// Emits the start tag at `open`.
    #[inline(always)]
    fn fast_send_start_tag_inline(&mut self, open: usize, tag: ReadStartTag) -> Option<usize> {
        let chunk = self.input.chunk;
        let base = self.tokenizer.offset;
        let name = tag.name.at(chunk, open + 1);
        self.tokenizer.last_start_tag.set(name);
        let Room { ranges, decoded } = &self.tokenizer.room;
        let ranges = &ranges[..tag.attributes];
        let attributes = Attributes::of_ranges(ranges, chunk, decoded.as_str(), base);
        let span = Span::new(base + open, base + tag.end);
        let token = Tag { name, attributes, self_closing: tag.self_closing };
        let feedback = self.sink.token(Token::StartTag(token), span);
        self.fast_sent(tag.end, feedback)
    }

    /// Reads the start tag at the cursor, without its attributes if the sink doesn't want them.
    #[inline(always)]
    fn fast_read_start_tag<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<ReadStartTag> {
        let chunk = self.input.chunk;
        let name = read_start_tag_name(chunk, cursor)?;
        let cursor = cursor.move_to(cursor.at() + 1 + name.length)?;
        if !FULL && !TAIL && cursor.byte(0) != b'>' && self.sink.skips_attributes(name.id) {
            let longest = self.tokenizer.max_attributes.saturating_mul(2);
            if let Some(SkippedAttributes { end, self_closing }) = skip_attributes(chunk, cursor)
                && end - cursor.at() <= longest
            {
                return Some(ReadStartTag { name, attributes: 0, self_closing, end });
            }
        }
        let reports = self.reports_in_lane::<FULL>();
        self.tokenizer.room.read_start_tag(chunk, cursor, name, reports)
    }

    /// Reads and emits the start tag at `at`, which may go on in the last bytes of the chunk.
    #[inline(never)]
    fn fast_last_start_tag(&mut self, at: usize) -> Option<usize> {
        let mut tail = Tail::new();
        self.fast_tail_start_tag::<_, true, true>(tail.cursor(Baseline, self.input.chunk, at)?)
    }

    /// [`fast_start_tag`](Self::fast_start_tag) for the last bytes of a chunk, compiled once.
    #[inline(never)]
    pub(super) fn fast_tail_start_tag<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<usize> {
        self.fast_start_tag::<V, TAIL, FULL>(cursor)
    }

    /// Reads and emits the end tag at the cursor, if it is nothing but a name.
    #[inline(always)]
    pub(super) fn fast_end_tag<V: Simd, const TAIL: bool, const FULL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<usize> {
        let start = cursor.at() + 2;
        // All errors before the tag are before its `>`: it is a known name.
        self.fast_report_input_errors::<FULL>(start);
        let offset = self.offset(cursor.at());
        if let Some(length) = self.sink.take_end_tag::<FULL>(cursor.bytes(2), offset) {
            return Some(start + length + 1);
        }
        if S::TAKES_TOKENS {
            self.fast_other_end_tag::<V, TAIL>(cursor)
        } else {
            self.fast_other_end_tag_inline::<V, TAIL>(cursor)
        }
    }

    #[inline(never)]
    fn fast_other_end_tag<V: Simd, const TAIL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<usize> {
        self.fast_other_end_tag_inline::<V, TAIL>(cursor)
    }

    /// Reads and emits the end tag at the cursor, if it is a name and white space.
    #[inline(always)]
    fn fast_other_end_tag_inline<V: Simd, const TAIL: bool>(
        &mut self,
        cursor: Cursor<'_, V, TAIL>,
    ) -> Option<usize> {
        let chunk = self.input.chunk;
        let start = cursor.at() + 2;
        let (name, end) = match read_common_end_tag_name(cursor) {
            Some(name) => (name, start + name.length + 1),
            None => read_end_tag(chunk, start)?,
        };
        let feedback = self.fast_send_end_tag(name.at(chunk, start), cursor.at(), end);
        self.fast_sent(end, feedback)
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
        let tag = Tag { name, attributes: Attributes::NONE, self_closing: false };
        self.sink.token(Token::EndTag(tag), span)
    }
}

/// Reads the rest of the end tag whose name is at `start`; returns the name and the end of the tag.
#[inline(never)]
fn read_end_tag(chunk: &str, start: usize) -> Option<(ReadName, usize)> {
    let bytes = chunk.as_bytes();
    if !bytes.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let name = read_other::<TagName>(chunk, start)?;
    let end = start + name.length;
    let end = end + sapwood_scan::whitespace_run(&bytes[end..]);
    (*bytes.get(end)? == b'>').then_some((name, end + 1))
}

impl Room {
    /// Reads the rest of the start tag `name`, from the cursor on.
    #[inline(always)]
    fn read_start_tag<V: Simd, const TAIL: bool>(
        &mut self,
        chunk: &str,
        mut cursor: Cursor<'_, V, TAIL>,
        name: ReadName,
        reports: bool,
    ) -> Option<ReadStartTag> {
        let mut attributes = 0;
        self.decoded.clear();
        let (end, self_closing) = loop {
            let space = cursor.byte(0);
            if space == b'>' {
                break (cursor.at() + 1, false);
            }
            let is_space = matches!(space, b' ' | b'\n');
            let room = self.ranges.get_mut(attributes);
            let end = if is_space
                && let Some(room) = room
                && let Some(end) =
                    read_common_attribute(chunk, cursor, room, &mut self.decoded, reports)
            {
                attributes += 1;
                end
            } else if is_space && cursor.pair(1) == *b"/>" {
                break (cursor.at() + 3, true);
            } else if cursor.pair(0) == *b"/>" {
                break (cursor.at() + 2, true);
            } else {
                match read_part(chunk, cursor, &mut self.decoded, reports)? {
                    Part::Space(at) => at,
                    Part::Attribute(attribute) => {
                        *self.ranges.get_mut(attributes)? = attribute;
                        attributes += 1;
                        attribute.end()
                    }
                    Part::End(end) => break (end, false),
                    Part::SelfClosingEnd(end) => break (end, true),
                }
            };
            cursor = cursor.move_to(end)?;
        };
        let ranges = &mut self.ranges[..attributes];
        if ranges.len() > 1 && may_have_duplicates(ranges) {
            attributes = drop_duplicates(chunk, self.decoded.as_str(), ranges);
            if reports && attributes < ranges.len() {
                return None;
            }
        }
        Some(ReadStartTag { name, attributes, self_closing, end })
    }
}
