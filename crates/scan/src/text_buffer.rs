//! A text put together from many short pieces.
//!
//! # Problem
//!
//! A page is written from pieces of five to thirty bytes. For each, `String::push_str` calls `memcpy` with a
//! length that differs every time, so the processor mispredicts a branch at nearly every piece.
//!
//! # Idea
//!
//! A short piece is copied at a fixed width, [`WINDOW`], out of a longer text: a load, a store and an addition
//! without a branch on the length. The bytes beyond the piece are garbage that the next piece overwrites.
//!
//! # Invariants
//!
//! * `bytes[..len]` is UTF-8. Each piece is a whole `&str`, a part of one that begins and ends between
//!   characters ([`short`] and [`Stops`]), or ASCII.
//! * A window is read only where the source has that many bytes ([`window`]), and written only where the
//!   buffer has room for all of it (`reserve` before each write).
//!
//! See "Text" in `docs/hot-path.md`.

use crate::{
    Baseline, Simd, Stops,
    stops::{ends_between_characters, is_continuation},
    window::{WINDOW, window},
};

/// The size of the parts in which a long text is copied: a loop of vector moves, without the start-up cost of a
/// string move (`rep movsb`).
const PART: usize = 2000;

/// The width of a copied part when the parts are likely to be texts, which are longer than names and values.
const WIDE: usize = 2 * WINDOW;

/// A text that grows at its end, made for short pieces that are parts of a longer text.
///
/// ```
/// use sapwood_scan::{Ascii, AsciiPart, Baseline, EscapedInText, TextBuffer};
///
/// static TAGS: Ascii = Ascii::new(b"<p></p>");
/// const P: AsciiPart = AsciiPart::new(0, 3).unwrap();
/// let text = "1 < 2, and much that follows after it";
///
/// let mut buffer = TextBuffer::with_capacity(Baseline, 0);
/// buffer.push_ascii(&TAGS, P);
/// assert_eq!(buffer.push_run::<EscapedInText>(text, 0, 5), 2);
/// assert_eq!(buffer.as_str(), "<p>1 ");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TextBuffer<V: Simd = Baseline> {
    /// Always UTF-8.
    bytes: Vec<u8>,
    simd: V,
}

impl<V: Simd> TextBuffer<V> {
    /// Returns an empty buffer with room for `capacity` bytes.
    #[must_use]
    pub fn with_capacity(simd: V, capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity), simd }
    }

    /// Runs `task` on this text with another instruction set.
    pub fn with_simd<W: Simd, T>(
        &mut self,
        simd: W,
        task: impl FnOnce(&mut TextBuffer<W>) -> T,
    ) -> T {
        let mut buffer = TextBuffer { bytes: std::mem::take(&mut self.bytes), simd };
        let result = task(&mut buffer);
        self.bytes = buffer.bytes;
        result
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // SAFETY: `bytes` is always UTF-8.
        unsafe { str::from_utf8_unchecked(&self.bytes) }
    }

    /// Returns the text as a `String`.
    #[must_use]
    pub fn into_string(self) -> String {
        // SAFETY: `bytes` is always UTF-8.
        unsafe { String::from_utf8_unchecked(self.bytes) }
    }

    /// Returns the length of the text in bytes.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Makes room for `more` bytes.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        self.bytes.reserve(more);
    }

    /// Removes the text and keeps the capacity.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Appends `text`.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
        if bytes.len() <= PART {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.push_long(bytes);
        }
    }

    #[inline(never)]
    fn push_long(&mut self, bytes: &[u8]) {
        self.bytes.reserve(bytes.len());
        bytes.chunks(PART).for_each(|part| self.bytes.extend_from_slice(part));
    }

    /// Appends `text` with ASCII letters in lower case.
    pub fn push_lowercase(&mut self, text: &str) {
        let start = self.len();
        self.push_str(text);
        self.bytes[start..].make_ascii_lowercase();
    }

    /// Appends `character`.
    #[inline]
    pub fn push_char(&mut self, character: char) {
        if character.is_ascii() {
            self.bytes.push(character as u8);
        } else {
            self.push_str(character.encode_utf8(&mut [0; 4]));
        }
    }

    /// Appends a part of `table`.
    #[inline(always)]
    pub fn push_ascii(&mut self, table: &Ascii, part: AsciiPart) {
        self.bytes.reserve(WINDOW);
        // SAFETY: a window was just reserved.
        unsafe { self.push_ascii_reserved(table, part) };
    }

    /// Appends the `length` bytes of `text` from `start`.
    ///
    /// # Panics
    ///
    /// Panics if they aren't whole characters.
    #[inline(always)]
    pub fn push_part(&mut self, text: &str, start: usize, length: usize) {
        if let Some(window) = short::<WIDE>(text, start, length) {
            self.bytes.reserve(WIDE);
            // SAFETY: `WIDE` bytes were just reserved, and `short` checked both ends of the part.
            unsafe { self.push_reserved(window, length) };
        } else {
            self.push_str(&text[start..][..length]);
        }
    }

    /// Appends the `length` bytes of `text` from `start`, or those before the first byte of `S` if that is less;
    /// returns their number.
    ///
    /// # Panics
    ///
    /// Panics if the `length` bytes aren't whole characters.
    #[inline(always)]
    pub fn push_run<S: Stops>(&mut self, text: &str, start: usize, length: usize) -> usize {
        if let Some(window) = short::<WINDOW>(text, start, length) {
            self.bytes.reserve(WINDOW);
            // SAFETY: a window was just reserved, and `short` checked both ends of the part.
            return unsafe { self.push_short_run::<S>(window, length) };
        }
        self.push_long_run::<S>(text, start, length)
    }

    /// Appends a part of `table`, then a run as [`push_run`](Self::push_run) does, then `end`.
    ///
    /// If the run is shorter than `length`, stops after it and returns its length.
    ///
    /// # Panics
    ///
    /// Panics as `push_run` does, and if `end` isn't ASCII.
    #[inline(always)]
    pub fn push_between<S: Stops>(
        &mut self,
        table: &Ascii,
        part: AsciiPart,
        (text, start, length): (&str, usize, usize),
        end: u8,
    ) -> Option<usize> {
        assert!(end.is_ascii(), "not ASCII");
        self.bytes.reserve(2 * WINDOW);
        // SAFETY: two windows were just reserved.
        unsafe { self.push_ascii_reserved(table, part) };
        if let Some(window) = short::<WINDOW>(text, start, length) {
            // SAFETY: the part of the table took less than one of the two windows, so there is room for
            // another; `short` checked both ends of the part.
            let run = unsafe { self.push_short_run::<S>(window, length) };
            if run != length {
                return Some(run);
            }
            let len = self.bytes.len();
            // SAFETY: each part took less than a window, so at least two bytes of the two windows are free;
            // `end` is ASCII.
            unsafe {
                self.bytes.as_mut_ptr().add(len).write(end);
                self.bytes.set_len(len + 1);
            }
            return None;
        }
        let run = self.push_long_run::<S>(text, start, length);
        if run != length {
            return Some(run);
        }
        self.bytes.push(end);
        None
    }

    /// Appends a part of `table`.
    ///
    /// # Safety
    ///
    /// The buffer has room for a window.
    #[inline(always)]
    unsafe fn push_ascii_reserved(&mut self, table: &Ascii, part: AsciiPart) {
        let (at, length) = (part.at as usize, part.length as usize % WINDOW);
        if let Some(window) = window::<WINDOW>(&table.0, at) {
            // SAFETY: the caller reserved a window, and any part of ASCII is UTF-8.
            unsafe { self.push_reserved(window, length) };
        }
    }

    /// Appends the first `length` bytes of `window`, or those before the first byte of `S` if that is less;
    /// returns their number.
    ///
    /// # Safety
    ///
    /// The buffer has room for a window, `length` is less than that, and those bytes are UTF-8.
    #[inline(always)]
    unsafe fn push_short_run<S: Stops>(&mut self, window: &[u8; WINDOW], length: usize) -> usize {
        const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
        let stops = self.simd.stop_mask::<S>(window) | 1 << length;
        let run = stops.trailing_zeros() as usize;
        // SAFETY: the caller reserved a window. The run ends at `length` or at a stop of `S`, where a character
        // begins.
        unsafe { self.push_reserved(window, run) };
        run
    }

    #[inline(always)]
    fn push_long_run<S: Stops>(&mut self, text: &str, start: usize, length: usize) -> usize {
        const { assert!(ends_between_characters::<S>(), "a run must end between characters") };
        // The slice checks that both ends are character boundaries; a run inside it ends at one, too.
        let part = &text[start..][..length];
        self.simd.copy_run::<S>(&mut self.bytes, &text.as_bytes()[start..], part.len())
    }

    /// Appends the first `length` of `bytes` by copying them all.
    ///
    /// # Safety
    ///
    /// The buffer has room for `LENGTH` bytes, and the first `length` of `bytes` are UTF-8.
    #[inline(always)]
    unsafe fn push_reserved<const LENGTH: usize>(&mut self, bytes: &[u8; LENGTH], length: usize) {
        let end = self.bytes.len();
        debug_assert!(self.bytes.capacity() - end >= LENGTH, "no room for a window");
        // SAFETY: the caller reserved `LENGTH` bytes, and at most that many are counted.
        unsafe {
            self.bytes.as_mut_ptr().add(end).cast::<[u8; LENGTH]>().write(*bytes);
            self.bytes.set_len(end + length.min(LENGTH));
        }
    }
}

/// Returns the window of `text` from `start`, if the part of `length` bytes is shorter and whole characters.
#[inline(always)]
fn short<const LENGTH: usize>(text: &str, start: usize, length: usize) -> Option<&[u8; LENGTH]> {
    window::<LENGTH>(text.as_bytes(), start).filter(|window| {
        length < LENGTH && !is_continuation(window[0]) && !is_continuation(window[length])
    })
}

/// A table of ASCII text, padded with NUL so that it has a whole window at every `u16` index.
#[derive(Clone, Copy)]
pub struct Ascii([u8; ASCII_LEN]);

/// The length of an [`Ascii`] table.
const ASCII_LEN: usize = (1 << u16::BITS) + WINDOW;

/// A part of an [`Ascii`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiPart {
    at: u16,
    length: u8,
}

impl AsciiPart {
    /// Returns the part of `length` bytes from `at`; `None` if it is longer than 31 bytes.
    #[must_use]
    pub const fn new(at: u16, length: usize) -> Option<Self> {
        if length < WINDOW { Some(Self { at, length: length as u8 }) } else { None }
    }
}

impl Ascii {
    /// Returns a table that begins with `bytes`.
    ///
    /// # Panics
    ///
    /// Panics if they aren't ASCII, or too many for the table.
    #[must_use]
    pub const fn new(bytes: &[u8]) -> Self {
        // By words, because constant evaluation takes its time for each byte.
        let (words, rest) = bytes.as_chunks();
        let (mut index, mut all_bits) = (0, 0);
        while index < words.len() {
            all_bits |= u64::from_ne_bytes(words[index]);
            index += 1;
        }
        assert!(all_bits & 0x8080_8080_8080_8080 == 0 && rest.is_ascii(), "not ASCII");
        let mut all = [0; ASCII_LEN];
        all.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
        Self(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EscapedInAttribute, run_naive};

    #[test]
    fn copies_runs_and_parts_of_every_length() {
        let text = "a&b \u{a0}\u{e9}\u{20ac}\u{1f600}<>\"' and what goes on without any ".repeat(4);
        for start in 0..text.len() {
            for end in start..=text.len() {
                let Some(part) = text.get(start..end) else { continue };
                let length = run_naive::<EscapedInAttribute>(part.as_bytes());
                let mut buffer = TextBuffer::<Baseline>::default();
                buffer.push_str("before ");
                let run = buffer.push_run::<EscapedInAttribute>(&text, start, end - start);
                assert_eq!(run, length, "{part:?}");
                assert_eq!(buffer.as_str(), format!("before {}", &part[..length]));
                let mut buffer = TextBuffer::<Baseline>::default();
                buffer.push_part(&text, start, end - start);
                buffer.push_part(&text, start, end - start);
                assert_eq!(buffer.as_str(), part.repeat(2));
            }
        }
    }

    #[test]
    fn refuses_parts_that_split_characters() {
        let text = format!("\u{20ac}a\u{20ac}{}", "x".repeat(50));
        for (start, length) in [(1, 3), (0, 2), (0, 5), (2, 4), (50, 40), (3, usize::MAX)] {
            let outcome = std::panic::catch_unwind(|| {
                TextBuffer::<Baseline>::default()
                    .push_run::<EscapedInAttribute>(&text, start, length)
            });
            assert!(outcome.is_err(), "{start} {length}");
            let outcome = std::panic::catch_unwind(|| {
                TextBuffer::<Baseline>::default().push_part(&text, start, length);
            });
            assert!(outcome.is_err(), "{start} {length}");
        }
    }

    #[test]
    fn copies_ascii_of_every_length() {
        static TABLE: Ascii = Ascii::new(&[b'x'; 100]);
        for at in 0..68 {
            for length in 0..WINDOW {
                let mut buffer = TextBuffer::<Baseline>::default();
                buffer.push_ascii(&TABLE, AsciiPart::new(at, length).unwrap());
                assert_eq!(buffer.into_string(), "x".repeat(length));
            }
        }
        let mut buffer = TextBuffer::<Baseline>::default();
        buffer.push_ascii(&TABLE, AsciiPart::new(u16::MAX, 31).unwrap());
        assert_eq!(buffer.into_string(), "\0".repeat(31));
        assert_eq!(AsciiPart::new(0, WINDOW), None);
    }
}
