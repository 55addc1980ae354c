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
//! The last bytes of a text have too few bytes after them. There a cursor with `TAIL` reads a [copy](Tail) of them that
//! is padded with NUL.
//!
//! # Invariant
//!
//! `at <= last`, and `AHEAD` bytes can be read from `bytes + at` on. Without `TAIL`, these are the text itself:
//! `last + AHEAD <= text.len()`. With `TAIL`, they are the copy, which ends `AHEAD` bytes after the text:
//! `last < text.len()`. The fields are private, and [`Cursor::move_to`] is the only function that moves a cursor.
//!
//! See "Cursor and tail" in `docs/hot-path.md`.

use std::{mem::MaybeUninit, ptr};

use crate::{
    BLOCK, Simd, Stops, Taken, block,
    stops::{ends_between_characters, is_continuation},
    window::WINDOW,
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

/// The number of bytes that can be read at any cursor.
const AHEAD: usize = 96;

/// The number of bytes that a [`Tail`] has room for.
const LONGEST_TAIL: usize = 1024;

/// Room for a copy of the last bytes of a text, with NULs after them.
#[derive(Debug)]
pub struct Tail([MaybeUninit<u8>; LONGEST_TAIL + AHEAD]);

impl Tail {
    /// The largest number of bytes that are copied.
    pub const LONGEST: usize = LONGEST_TAIL;

    /// Room for a copy.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "a default is moved, and this is large")]
    #[must_use]
    pub const fn new() -> Self {
        Self([const { MaybeUninit::uninit() }; LONGEST_TAIL + AHEAD])
    }

    /// Copies `text` from index `at` on and returns the cursor there. Returns `None` if there are no bytes, or more
    /// than [`LONGEST`](Self::LONGEST).
    #[inline(always)]
    #[must_use]
    pub fn cursor<'a, V: Simd>(
        &'a mut self,
        simd: V,
        text: &'a str,
        at: usize,
    ) -> Option<Cursor<'a, V, true>> {
        let rest = text.as_bytes().get(at..)?;
        if rest.is_empty() || rest.len() > LONGEST_TAIL {
            return None;
        }
        // SAFETY: a byte is a byte that may be uninitialized.
        let last: &[MaybeUninit<u8>] = unsafe { &*(ptr::from_ref(rest) as *const _) };
        let (copy, padding) = self.0.split_at_mut(last.len());
        copy.copy_from_slice(last);
        padding[..AHEAD].fill(MaybeUninit::new(0));
        let bytes = self.0.as_ptr().cast::<u8>().wrapping_sub(at);
        Some(Cursor { text, bytes, at, last: text.len() - 1, simd })
    }
}

/// A position in a text with [`AHEAD`](Self::AHEAD) bytes after it; with `TAIL`, a position in the copy in a [`Tail`].
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, V, const TAIL: bool> {
    text: &'a str,
    /// The address of the text's first byte; with `TAIL`, the one that it would have in front of the copy.
    bytes: *const u8,
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

impl<'a, V: Simd> Cursor<'a, V, false> {
    /// Returns the cursor at index `at` of `text`, if there is enough text after it.
    #[inline]
    #[must_use]
    pub fn new(simd: V, text: &'a str, at: usize) -> Option<Self> {
        let last = text.len().checked_sub(AHEAD)?;
        Self { text, bytes: text.as_ptr(), at: 0, last, simd }.move_to(at)
    }
}

impl<'a, V: Simd, const TAIL: bool> Cursor<'a, V, TAIL> {
    /// The number of bytes that can be read at any cursor. Past the end of the text they are NUL.
    pub const AHEAD: usize = AHEAD;

    /// Returns the cursor at index `at` of the same text, if there is enough text after it. With `TAIL`, a cursor moves
    /// forward only.
    #[inline(always)]
    #[must_use]
    pub fn move_to(self, at: usize) -> Option<Self> {
        (at <= self.last && (!TAIL || at >= self.at)).then_some(Self { at, ..self })
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
        self.window::<1>(offset)[0]
    }

    /// Returns the bytes `offset` bytes after the cursor.
    #[inline(always)]
    #[must_use]
    pub fn bytes<const LENGTH: usize>(&self, offset: usize) -> [u8; LENGTH] {
        *self.window(offset)
    }

    /// Returns the two bytes `offset` bytes after the cursor.
    #[inline(always)]
    #[must_use]
    pub fn pair(&self, offset: usize) -> [u8; 2] {
        self.bytes(offset)
    }

    /// Returns the bytes `offset` bytes after the cursor.
    #[inline(always)]
    fn window<const LENGTH: usize>(&self, offset: usize) -> &'a [u8; LENGTH] {
        assert!(offset <= const { AHEAD - LENGTH });
        // SAFETY: by the invariant, `AHEAD` bytes from `at` on can be read, and `offset + LENGTH <= AHEAD`.
        unsafe { &*self.bytes.wrapping_add(self.at + offset).cast::<[u8; LENGTH]>() }
    }

    /// Returns the run of at most `BLOCK - 1` bytes before the first byte of `S`, `offset` bytes after the cursor; `None`
    /// if it ends with NUL, which would look like padding. After the end of the text NULs are read.
    #[inline(always)]
    #[must_use]
    pub fn word<S: Stops>(&self, offset: usize) -> Option<Word> {
        let block = self.window(offset);
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
        self.find_or_end::<S>(offset).filter(|found| !TAIL || found.at < self.text.len())
    }

    /// Returns the first byte of `S` at least `offset` bytes after the cursor. If there is none in the text, returns the
    /// end of the text, as a NUL, with `TAIL`, and `None` otherwise.
    #[inline(always)]
    fn find_or_end<S: Stops>(&self, offset: usize) -> Option<Found> {
        let mut at = self.at + offset;
        let mut mask = self.simd.stop_mask::<S>(self.window(offset));
        if mask == 0 {
            at += WINDOW;
            mask = self.simd.stop_mask::<S>(self.window(offset + WINDOW));
        }
        at += if mask != 0 {
            mask.trailing_zeros() as usize
        } else {
            match self.text.as_bytes().get(at..) {
                Some(rest) => self.simd.long_run::<S>(rest),
                None if TAIL => 0,
                None => return None,
            }
        };
        if (TAIL || mask == 0) && at >= self.text.len() {
            return TAIL.then_some(Found { at: self.text.len(), stop: 0 });
        }
        // SAFETY: `at < text.len()`, as just checked, or because both windows lie in the text.
        let stop = unsafe { *self.text.as_bytes().get_unchecked(at) };
        Some(Found { at, stop })
    }

    /// Takes the run `offset` bytes after the cursor, as [`take`](crate::take()) does.
    #[inline(always)]
    #[must_use]
    pub fn take<S: Stops>(&self, offset: usize) -> Option<Taken<'a>> {
        self.take_or_rest::<S>(offset).filter(|taken| !TAIL || taken.end < self.text.len())
    }

    /// Takes the run as [`take`](Self::take) does; with `TAIL`, also one that the text ends with, as if NUL followed.
    #[inline(always)]
    #[must_use]
    pub fn take_or_rest<S: Stops>(&self, offset: usize) -> Option<Taken<'a>> {
        const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
        let Found { at: end, stop } = self.find_or_end::<S>(offset)?;
        if is_continuation(self.byte(offset)) || (TAIL && self.at + offset > end) {
            return None;
        }
        // SAFETY: `start <= end <= text.len()`. A character begins at `start`, as just checked, and at `end`, because
        // the text ends or there is a stop of `S`.
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
        fn run_of<S: Stops, V: Simd>(&self, simd: V) {
            let mut tail = Tail::new();
            let first = tail.cursor(simd, self.0, 0);
            self.run_at::<S, V, false>(|at| Cursor::new(simd, self.0, at));
            self.run_at::<S, V, true>(|at| first?.move_to(at));
        }

        fn run_at<'c, S: Stops, V: Simd + 'c, const TAIL: bool>(
            &self,
            cursor_at: impl Fn(usize) -> Option<Cursor<'c, V, TAIL>>,
        ) {
            let text = self.0;
            let padded = [text.as_bytes(), &[0; 200]].concat();
            for at in 0..text.len() + 2 {
                let Some(cursor) = cursor_at(at) else {
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
                    let taken = take::<S>(text, at + offset);
                    assert_eq!(cursor.take::<S>(offset), taken);
                    let rest = text.get(at + offset..).filter(|_| TAIL && found.is_none());
                    let rest = rest.map(|rest| Taken { text: rest, end: text.len(), stop: 0 });
                    assert_eq!(cursor.take_or_rest::<S>(offset), taken.or(rest));
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
            self.run_of::<Text, V>(simd);
            self.run_of::<TagName, V>(simd);
            self.run_of::<AttributeName, V>(simd);
            self.run_of::<Equals, V>(simd);
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
