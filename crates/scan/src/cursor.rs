//! Reading a text in windows without a bounds check for each.
//!
//! # Problem
//!
//! A tag is read in short steps: a name, `="`, a value, a space. If each step checks that its window lies in the
//! text, the checks cost more than the searches.
//!
//! # Idea
//!
//! A [`Cursor`] is a position with at least [`AHEAD`](Cursor::AHEAD) bytes after it. Everything that begins within the
//! first bytes of that room can be read without a check, which covers a whole attribute up to the window of its
//! value. Only a move of the cursor compares: once per attribute, tag or text.
//!
//! The last bytes of a text have too few bytes after them. There a cursor with `TAIL` reads copies of the windows,
//! padded with NUL.
//!
//! # Invariant
//!
//! `at <= last`. Without `TAIL`, `last + AHEAD <= text.len()`; with `TAIL`, `last < text.len()`. The fields are private,
//! and [`Cursor::move_to`] is the only function that makes a cursor.

use crate::{
    BLOCK, Simd, Stops, Taken, WINDOW, block,
    stops::{ends_between_characters, is_continuation},
    words,
};

/// A stop that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its index in the text.
    pub at: usize,
    /// The stop itself.
    pub stop: u8,
}

/// A position in a text with [`AHEAD`](Self::AHEAD) bytes after it; with `TAIL`, a position anywhere in the text.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, V, const TAIL: bool> {
    text: &'a str,
    at: usize,
    /// The last position of a cursor.
    last: usize,
    simd: V,
}

/// A run of less than [`BLOCK`] bytes as two little-endian words padded with zero bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The length of the run.
    pub length: usize,
    /// The first eight bytes.
    pub w0: u64,
    /// The next eight bytes.
    pub w1: u64,
}

impl<'a, V: Simd, const TAIL: bool> Cursor<'a, V, TAIL> {
    /// The number of bytes that can be read at any cursor. Past the end of the text they are NUL.
    pub const AHEAD: usize = 96;

    /// Returns the cursor at index `at` of `text`, if there is enough text after it.
    #[inline]
    #[must_use]
    pub fn new(simd: V, text: &'a str, at: usize) -> Option<Self> {
        let last = text.len().checked_sub(if TAIL { 1 } else { Self::AHEAD })?;
        Self { text, at: 0, last, simd }.move_to(at)
    }

    /// Returns the cursor at index `at` of the same text, if there is enough text after it.
    #[inline(always)]
    #[must_use]
    pub fn move_to(self, at: usize) -> Option<Self> {
        (at <= self.last).then_some(Self { at, ..self })
    }

    /// The index in the text.
    #[inline(always)]
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the byte `offset` bytes after the cursor.
    ///
    /// # Panics
    ///
    /// Panics, like the other functions, if that is past [`AHEAD`](Self::AHEAD).
    #[inline(always)]
    #[must_use]
    pub fn byte(&self, offset: usize) -> u8 {
        self.window(offset, &mut [0; 1])[0]
    }

    /// Returns the bytes `offset` bytes after the cursor.
    #[inline(always)]
    #[must_use]
    pub fn bytes<const LENGTH: usize>(&self, offset: usize) -> [u8; LENGTH] {
        *self.window(offset, &mut [0; LENGTH])
    }

    /// Returns the two bytes `offset` bytes after the cursor.
    #[inline(always)]
    #[must_use]
    pub fn pair(&self, offset: usize) -> [u8; 2] {
        self.bytes(offset)
    }

    /// Returns the bytes `offset` bytes after the cursor; with `TAIL`, a padded copy in `room`, which is zero before.
    #[inline(always)]
    fn window<'b, const LENGTH: usize>(
        &self,
        offset: usize,
        room: &'b mut [u8; LENGTH],
    ) -> &'b [u8; LENGTH]
    where
        'a: 'b,
    {
        assert!(offset <= const { Self::AHEAD - LENGTH });
        let start = self.at + offset;
        if TAIL {
            let rest = self.text.as_bytes().get(start..).unwrap_or_default();
            let length = rest.len().min(LENGTH);
            room[..length].copy_from_slice(&rest[..length]);
            return room;
        }
        // SAFETY: `at + AHEAD <= text.len()` by the invariant, and `offset + LENGTH <= AHEAD`.
        unsafe { &*self.text.as_ptr().add(start).cast::<[u8; LENGTH]>() }
    }

    /// Returns the run of at most `BLOCK - 1` bytes before the first byte of `S`, `offset` bytes after the cursor; `None`
    /// if it ends with NUL, which would look like padding. After the end of the text NULs are read.
    #[inline(always)]
    #[must_use]
    pub fn word<S: Stops>(&self, offset: usize) -> Option<Word> {
        let mut room = [0; BLOCK];
        let block = self.window(offset, &mut room);
        let mask = block::stop_mask::<S>(block);
        if mask == 0 {
            return None;
        }
        let length = mask.trailing_zeros() as usize % BLOCK;
        if !S::contains(0) && length != 0 && block[length - 1] == 0 {
            return None;
        }
        let (w0, w1) = words(block, length);
        Some(Word { length, w0, w1 })
    }

    /// Returns the first byte of `S` at least `offset` bytes after the cursor; `None` if there is none in the text.
    #[inline(always)]
    #[must_use]
    pub fn find<S: Stops>(&self, offset: usize) -> Option<Found> {
        let mut at = self.at + offset;
        let mut mask = self.simd.stop_mask::<S>(self.window(offset, &mut [0; WINDOW]));
        if mask == 0 {
            at += WINDOW;
            mask = self.simd.stop_mask::<S>(self.window(offset + WINDOW, &mut [0; WINDOW]));
        }
        at += if mask != 0 {
            mask.trailing_zeros() as usize
        } else {
            self.simd.long_run::<S>(self.text.as_bytes().get(at..)?)
        };
        if (TAIL || mask == 0) && at >= self.text.len() {
            return None;
        }
        // SAFETY: `at < text.len()`, as just checked, or because both windows lie in the text.
        let stop = unsafe { *self.text.as_bytes().get_unchecked(at) };
        Some(Found { at, stop })
    }

    /// Takes the run `offset` bytes after the cursor, as [`take`](crate::take()) does.
    #[inline(always)]
    #[must_use]
    pub fn take<S: Stops>(&self, offset: usize) -> Option<Taken<'a>> {
        const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
        let Found { at: end, stop } = self.find::<S>(offset)?;
        if is_continuation(self.byte(offset)) {
            return None;
        }
        // SAFETY: `start <= end < text.len()`. A character begins at `start`, as just checked, and at `end`, because
        // there is a stop of `S`.
        let text = unsafe { self.text.get_unchecked(self.at + offset..end) };
        Some(Taken { text, end, stop })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AttributeName, Baseline, Equals, SimdTask, TagName, Text, dispatch, run_naive, take,
    };

    /// Compares the cursor at each place of a text with searches byte by byte.
    struct Check<'a>(&'a str);

    impl Check<'_> {
        fn run_of<S: Stops, V: Simd, const TAIL: bool>(&self, simd: V) {
            let text = self.0;
            let padded = [text.as_bytes(), &[0; 200]].concat();
            for at in 0..text.len() + 2 {
                let Some(cursor) = Cursor::<V, TAIL>::new(simd, text, at) else {
                    assert!(at >= text.len() || !TAIL && at + 96 > text.len());
                    continue;
                };
                for offset in [0, 1, 7, 32] {
                    assert_eq!(cursor.byte(offset), padded[at + offset]);
                    let stop = at + offset + run_naive::<S>(&padded[at + offset..]);
                    let found = text
                        .as_bytes()
                        .get(stop)
                        .map(|&stop_byte| Found { at: stop, stop: stop_byte });
                    assert_eq!(cursor.find::<S>(offset), found);
                    assert_eq!(cursor.take::<S>(offset), take::<S>(text, at + offset));
                    let length = run_naive::<S>(&padded[at + offset..]);
                    let run = &padded[at + offset..][..length];
                    let expected = (length < BLOCK && !run.ends_with(b"\0")).then(|| {
                        let mut block = [0; BLOCK];
                        block[..length].copy_from_slice(&padded[at + offset..][..length]);
                        let (w0, w1) = words(&block, length);
                        Word { length, w0, w1 }
                    });
                    assert_eq!(cursor.word::<S>(offset), expected);
                }
            }
        }
    }

    impl SimdTask for Check<'_> {
        type Output = ();

        fn run<V: Simd>(self, simd: V) {
            self.run_of::<Text, V, false>(simd);
            self.run_of::<TagName, V, false>(simd);
            self.run_of::<AttributeName, V, false>(simd);
            self.run_of::<Text, V, true>(simd);
            self.run_of::<TagName, V, true>(simd);
            self.run_of::<AttributeName, V, true>(simd);
            self.run_of::<Equals, V, false>(simd);
            self.run_of::<Equals, V, true>(simd);
        }
    }

    #[test]
    fn a_cursor_reads_what_a_slice_does() {
        for filler in ["x", "\u{e9}", "\u{1f600}"] {
            for before in 0..100 {
                for stop in ["<", "", "\0=", "="] {
                    let text = [&filler.repeat(before), stop, &filler.repeat(100)].concat();
                    Check(&text).run(Baseline);
                    dispatch(Check(&text));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "offset")]
    fn refuses_bytes_past_its_room() {
        let text = "x".repeat(200);
        let cursor = Cursor::<_, false>::new(Baseline, &text, 0).unwrap();
        let _ = cursor.pair(95);
    }
}
