//! All text of a document in one buffer.
//!
//! # Chunks
//!
//! Most text nodes and attribute values are substrings of the input. Copying each of them separately costs more than
//! copying the input as a whole, so the buffer takes a copy of each [`Chunk`] of input first. When the parser then
//! hands over a string, its address shows whether it lies in the chunk; if so, its range of the copy is known and
//! nothing is copied. The address is compared only while the chunk is borrowed, so no other string can be at that
//! address.
//!
//! # Growing text
//!
//! The parser appends to a text node piece by piece, and pieces of several nodes may alternate (foster parenting).
//! A text at the end of the buffer grows in place, as does one whose next piece follows it in the chunk. Any other text
//! moves to the end of the buffer. The first move allocates no spare room, since most texts move once and then stay
//! last. A later move pads the text with NUL bytes up to the next power of two, its *room*, so a text moves a
//! logarithmic number of times and the total cost is linear. The bytes left behind stay unused. Nodes may share a
//! range, but only the one that has the room may write to it.
//!
//! See "The copied chunk" in `docs/hot-path.md`.

use std::ops::Range;

use crate::store::used_text::UsedText;

/// The room of a text that has moved once, as a power of two. Such a text has at least two bytes, so it has no spare
/// room.
const MOVED: u32 = 1;

/// Bytes of a chunk that are copied at a time.
const PIECE: usize = 4000;

/// A range of the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Run {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// A chunk of the input during its parse, of which the buffer has a copy. It must not outlive the borrow of the
/// chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chunk {
    address: usize,
    len: usize,
    /// Start of the copy.
    at: usize,
}

impl Chunk {
    /// Returns the offset in the buffer of `text`, if the chunk begins with it.
    #[inline(always)]
    pub(crate) fn locate_start(&self, text: &str) -> Option<usize> {
        let is_start = text.as_ptr() as usize == self.address && text.len() <= self.len;
        is_start.then_some(self.at)
    }

    /// Returns the chunk that begins with `rest`, if that lies in this one.
    #[inline]
    pub(crate) fn rest(&self, rest: &str) -> Option<Self> {
        let at = self.locate(rest)?;
        Some(Self { address: rest.as_ptr() as usize, len: rest.len(), at })
    }

    /// Returns the offset in the buffer of `text`, if it lies in the chunk.
    #[inline]
    pub(crate) fn locate(&self, text: &str) -> Option<usize> {
        let offset = (text.as_ptr() as usize).wrapping_sub(self.address);
        let lies_within = offset < self.len && text.len() <= self.len - offset;
        if lies_within { Some(self.at.wrapping_add(offset)) } else { None }
    }
}

/// The buffer of text, comments and attribute values: a copy of the input, and strings that the input doesn't contain
/// literally. The [module](self) explains chunks and room.
#[derive(Clone)]
pub(crate) struct Texts {
    buffer: String,
    /// Maximum length of the buffer; its capacity never exceeds that.
    limit: usize,
    /// Whether a string didn't fit.
    pub(crate) truncated: bool,
}

impl Texts {
    pub(crate) fn new() -> Self {
        Self { buffer: String::new(), limit: u32::MAX as usize, truncated: false }
    }

    pub(crate) fn clear(&mut self) {
        self.buffer.clear();
        self.limit = u32::MAX as usize;
        self.truncated = false;
    }

    #[cfg(test)]
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.buffer.shrink_to(bytes);
    }

    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Reserves capacity; does nothing if memory is short.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        let _ = self.buffer.try_reserve_exact(bytes.min(self.limit - self.buffer.len()));
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.buffer.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.buffer.capacity()
    }

    #[inline]
    pub(crate) fn get(&self, run: Run) -> &str {
        let start = run.start as usize;
        &self.buffer[start..start + run.len as usize]
    }

    /// All texts, one after the other.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.as_bytes()
    }

    /// Whether `more` bytes fit.
    pub(crate) fn fits(&self, more: usize) -> bool {
        more <= self.limit - self.buffer.len()
    }

    /// Copies the text at `run`, which [fits](Self::fits), to the end of the buffer.
    pub(crate) fn push_again(&mut self, run: Run) {
        let start = run.start as usize;
        if self.make_room(run.len as usize) {
            self.buffer.extend_from_within(start..start + run.len as usize);
        }
    }

    /// Drops the bytes that no text has. Returns `false`, and does nothing, if memory is short.
    #[inline]
    pub(crate) fn keep(&mut self, used: &UsedText) -> bool {
        let kept = used.kept(&self.buffer);
        let has_memory = kept.is_some();
        if let Some(kept) = kept {
            self.buffer = kept;
        }
        has_memory
    }

    /// The whole buffer.
    #[inline]
    pub(crate) fn whole(&self) -> &str {
        &self.buffer
    }

    /// Copies `chunk`, so that texts in it needn't be copied one by one. A chunk that doesn't fit isn't an error, since
    /// its texts may fit.
    pub(crate) fn copy_chunk(&mut self, chunk: &str) -> Chunk {
        if !self.fits(chunk.len()) || !self.make_room(chunk.len()) {
            return Chunk::default();
        }
        let at = self.buffer.len();
        // `memcpy` copies small pieces with vector moves; a large one would use `rep movsb`, which starts slowly.
        let mut left = chunk;
        while left.len() > PIECE {
            let mut end = PIECE;
            while !left.is_char_boundary(end) {
                end -= 1;
            }
            let (piece, rest) = left.split_at(end);
            self.buffer.push_str(piece);
            left = rest;
        }
        self.buffer.push_str(left);
        Chunk { address: chunk.as_ptr() as usize, len: chunk.len(), at }
    }

    /// Copies a part of a chunk. Texts that lie in the rest of the chunk must not be located.
    #[inline]
    pub(crate) fn copy_part(&mut self, chunk: &str, part: Range<usize>) -> Chunk {
        let Some(copied) = chunk.get(part.clone()) else { return Chunk::default() };
        let at = self.push(copied).start as usize;
        if self.truncated {
            return Chunk::default();
        }
        Chunk {
            address: chunk.as_ptr() as usize,
            len: chunk.len(),
            at: at.wrapping_sub(part.start),
        }
    }

    /// Adds `text`, which may lie in `chunk`. If it doesn't fit, returns an empty run and sets `truncated`.
    #[inline(always)]
    pub(crate) fn push_from(&mut self, chunk: &Chunk, text: &str) -> Run {
        match chunk.locate(text) {
            Some(start) => {
                let run = Run { start: start as u32, len: text.len() as u32 };
                debug_assert_eq!(self.get(run), text);
                run
            }
            None => self.push(text),
        }
    }

    /// Adds `text`. If it doesn't fit, returns an empty run and sets `truncated`.
    #[inline(never)]
    pub(crate) fn push(&mut self, text: &str) -> Run {
        let start = self.buffer.len();
        if text.len() > self.buffer.capacity() - start {
            return self.push_slow(text);
        }
        self.buffer.push_str(text);
        Run { start: start as u32, len: text.len() as u32 }
    }

    #[cold]
    #[inline(never)]
    fn push_slow(&mut self, text: &str) -> Run {
        if !self.make_room(text.len()) {
            return Run::default();
        }
        let start = self.buffer.len();
        self.buffer.push_str(text);
        Run { start: start as u32, len: text.len() as u32 }
    }

    /// Makes room for `more` bytes. If they don't fit, returns `false` and sets `truncated`.
    fn make_room(&mut self, more: usize) -> bool {
        let len = self.buffer.len();
        if more > self.limit - len {
            self.truncated = true;
            return false;
        }
        if more > self.buffer.capacity() - len {
            self.buffer.reserve_exact(more.max(len).min(self.limit - len));
        }
        true
    }

    /// Appends `more` to the text at `run` if that needs no move: `more` follows the text in `chunk`, or the text is at
    /// the end of the buffer and there is capacity. Returns the new length.
    #[inline]
    pub(crate) fn grow_last(&mut self, chunk: &Chunk, run: Run, more: &str) -> Option<u32> {
        let run_end = run.start as usize + run.len as usize;
        if chunk.locate(more) == Some(run_end) {
            return Some(run.len + more.len() as u32);
        }
        let end = self.buffer.len();
        if run_end != end || more.len() > self.buffer.capacity() - end {
            return None;
        }
        self.buffer.push_str(more);
        Some(run.len + more.len() as u32)
    }

    /// Appends `more` to the text at `run`, which has `room`; returns its new range and room.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self, run: Run, room: u32, more: &str) -> (Run, u32) {
        let start = run.start as usize;
        let end = start + run.len as usize;
        let len = run.len as usize + more.len();
        let grown = |start: usize| Run { start: start as u32, len: len as u32 };
        if end == self.buffer.len() {
            if !self.make_room(more.len()) {
                return (run, room);
            }
            self.buffer.push_str(more);
            return (grown(start), room);
        }
        if room != 0 && len <= 1 << room {
            // The room consists of NUL bytes, each a character, so any range of it may be replaced.
            self.buffer.replace_range(end..end + more.len(), more);
            return (grown(start), room);
        }
        // Most texts that move do so once, from the copy of the input to the end, and grow there.
        let had_room = room;
        let (capacity, room) = match room {
            0 => (len, MOVED),
            _ => ((len + 1).next_power_of_two(), (len + 1).next_power_of_two().trailing_zeros()),
        };
        if !self.make_room(capacity) {
            return (run, had_room);
        }
        let moved = self.buffer.len();
        self.buffer.extend_from_within(start..end);
        self.buffer.push_str(more);
        self.buffer.extend(std::iter::repeat_n('\0', capacity - len));
        (grown(moved), room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_grows_in_place() {
        let mut texts = Texts::new();
        let run = texts.push("ab");
        let (run, room) = texts.grow(run, 0, "cd");
        assert_eq!((texts.get(run), run.start, room), ("abcd", 0, 0));
        assert_eq!(texts.len(), 4);
    }

    #[test]
    fn an_inner_text_moves_and_gets_room() {
        let mut texts = Texts::new();
        let first = texts.push("é");
        texts.push("other");
        let (first, room) = texts.grow(first, 0, "b");
        assert_eq!((texts.get(first), room), ("éb", MOVED));
        texts.push("other");
        let (first, room) = texts.grow(first, room, "c");
        assert_eq!((texts.get(first), 1 << room), ("ébc", 8));
        let at = first.start;
        let (first, room) = texts.grow(first, room, "dddd");
        assert_eq!((texts.get(first), first.start), ("ébcdddd", at));
        texts.push("other");
        let (first, room) = texts.grow(first, room, "😀");
        assert_eq!((texts.get(first), 1 << room), ("ébcdddd😀", 16));
    }

    #[test]
    fn a_shared_range_is_never_written_twice() {
        let mut texts = Texts::new();
        let shared = texts.push("a");
        let (one, _) = texts.grow(shared, 0, "1");
        let (two, _) = texts.grow(shared, 0, "2");
        assert_eq!([shared, one, two].map(|run| texts.get(run)), ["a", "a1", "a2"]);
        // `one` has moved and has room; a copy of it hasn't.
        let (one, room) = texts.grow(one, 0, "b");
        let (copy, _) = texts.grow(one, 0, "x");
        let (one, _) = texts.grow(one, room, "y");
        assert_eq!([one, copy].map(|run| texts.get(run)), ["a1by", "a1bx"]);
    }

    #[test]
    fn a_text_in_the_chunk_is_not_copied() {
        let input = String::from("one two three");
        let mut texts = Texts::new();
        texts.push("before");
        let chunk = texts.copy_chunk(&input);
        let held = texts.len();
        let run = texts.push_from(&chunk, &input[..3]);
        let len = texts.grow_last(&chunk, run, &input[3..7]).unwrap();
        assert_eq!(texts.get(Run { len, ..run }), "one two");
        assert_eq!(texts.len(), held);
        // Not what follows it, and not in the chunk at all.
        assert_eq!(texts.grow_last(&chunk, run, &input[8..]), None);
        let copied = texts.push_from(&chunk, &input.clone()[..3]);
        assert_eq!((texts.get(copied), texts.len()), ("one", held + 3));
    }

    #[test]
    fn texts_that_grow_by_turns_stay_linear() {
        let mut texts = Texts::new();
        let mut grown = [(texts.push(""), 0), (texts.push(""), 0), (texts.push(""), 0)];
        let rounds = 200_000;
        for _ in 0..rounds {
            for (run, room) in &mut grown {
                (*run, *room) = texts.grow(*run, *room, "x");
            }
        }
        for (run, _) in grown {
            assert_eq!(run.len, rounds);
            assert!(texts.get(run).bytes().all(|byte| byte == b'x'));
        }
        assert!(texts.len() < 3 * 4 * rounds as usize, "{}", texts.len());
    }

    #[test]
    fn past_the_limit_nothing_is_added() {
        let mut texts = Texts::new();
        texts.set_limit(4);
        let run = texts.push("abc");
        assert_eq!(texts.push("de"), Run::default());
        assert!(texts.truncated);
        assert_eq!(texts.grow(run, 0, "de").0, run);
        let (run, _) = texts.grow(run, 0, "d");
        assert_eq!(texts.get(run), "abcd");
    }
}
