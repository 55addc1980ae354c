//! Text that is put together of many short pieces.

use crate::{Baseline, Level, Stops, WINDOW, window};

/// How much of a long text is copied at a time: by a plain loop of vector moves, without the start of a string
/// move.
const PIECE: usize = 2000;

/// How many bytes a piece is copied as that is put beside others of its kind.
const WIDE: usize = 2 * WINDOW;

/// A text that grows at its end.
///
/// Short pieces are copied fastest out of a larger text: then they are read and written at a fixed width, and
/// what was too much is written over by the next.
///
/// ```
/// use sapwood_scan::{Ascii, AsciiPart, Baseline, EscapedInText, Output};
///
/// static TAGS: Ascii = Ascii::new(b"<p></p>");
/// const P: AsciiPart = AsciiPart::new(0, 3).unwrap();
/// let text = "1 < 2, and much that follows after it";
///
/// let mut output = Output::with_capacity(Baseline, 0);
/// output.push_ascii(&TAGS, P);
/// assert_eq!(output.push_run::<EscapedInText>(text, 0, 5), 2);
/// assert_eq!(output.as_str(), "<p>1 ");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Output<L: Level = Baseline> {
    /// Always UTF-8.
    bytes: Vec<u8>,
    level: L,
}

impl<L: Level> Output<L> {
    /// An empty text with room for so many bytes.
    #[must_use]
    pub fn with_capacity(level: L, bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), level }
    }

    /// Lends the text to one of another level.
    pub fn lend<M: Level, T>(&mut self, level: M, work: impl FnOnce(&mut Output<M>) -> T) -> T {
        let mut output = Output { bytes: std::mem::take(&mut self.bytes), level };
        let done = work(&mut output);
        self.bytes = output.bytes;
        done
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // SAFETY: what is added is UTF-8, by the type of what it is taken of and its first and last byte.
        unsafe { str::from_utf8_unchecked(&self.bytes) }
    }

    /// The text by itself.
    #[must_use]
    pub fn into_string(self) -> String {
        // SAFETY: as in `as_str`.
        unsafe { String::from_utf8_unchecked(self.bytes) }
    }

    /// How many bytes it has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Forgets the text, but not its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Adds `text`.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
        if bytes.len() <= PIECE {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.push_long(bytes);
        }
    }

    #[inline(never)]
    fn push_long(&mut self, bytes: &[u8]) {
        self.bytes.reserve(bytes.len());
        bytes.chunks(PIECE).for_each(|piece| self.bytes.extend_from_slice(piece));
    }

    /// Adds a part of `table`.
    #[inline(always)]
    pub fn push_ascii(&mut self, table: &Ascii, part: AsciiPart) {
        self.bytes.reserve(WINDOW);
        // SAFETY: there is room for a window.
        unsafe { self.push_ascii_reserved(table, part) };
    }

    /// Adds the `length` bytes of `text` that begin at `start`.
    ///
    /// # Panics
    ///
    /// If these aren't whole characters.
    #[inline(always)]
    pub fn push_part(&mut self, text: &str, start: usize, length: usize) {
        if let Some(window) = short::<WIDE>(text, start, length) {
            self.bytes.reserve(WIDE);
            // SAFETY: there is room for a window.
            unsafe { self.push_reserved(window, length) };
        } else {
            self.push_str(&text[start..][..length]);
        }
    }

    /// Adds the `length` bytes of `text` that begin at `start`, up to the first byte of `S`; returns how much
    /// that is.
    ///
    /// # Panics
    ///
    /// If these aren't whole characters.
    #[inline(always)]
    pub fn push_run<S: Stops>(&mut self, text: &str, start: usize, length: usize) -> usize {
        if let Some(window) = short::<WINDOW>(text, start, length) {
            self.bytes.reserve(WINDOW);
            // SAFETY: there is room for a window.
            return unsafe { self.push_short_run::<S>(window, length) };
        }
        self.push_long_run::<S>(text, start, length)
    }

    /// [`push_ascii`](Self::push_ascii), then [`push_run`](Self::push_run), then, if that is all of the run,
    /// `end`; otherwise it returns how much of the run that is.
    ///
    /// # Panics
    ///
    /// As `push_run`, and if `end` isn't ASCII.
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
        // SAFETY: there is room for two windows.
        unsafe { self.push_ascii_reserved(table, part) };
        if let Some(window) = short::<WINDOW>(text, start, length) {
            // SAFETY: there is room for another window, of which less than all counts.
            let run = unsafe { self.push_short_run::<S>(window, length) };
            if run != length {
                return Some(run);
            }
            let len = self.bytes.len();
            // SAFETY: so there is room for one byte more.
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

    /// # Safety
    ///
    /// There is room for a window.
    #[inline(always)]
    unsafe fn push_ascii_reserved(&mut self, table: &Ascii, part: AsciiPart) {
        let (at, length) = (part.at as usize, part.length as usize % WINDOW);
        if let Some(window) = window::<WINDOW>(&table.0, at) {
            // SAFETY: there is room.
            unsafe { self.push_reserved(window, length) };
        }
    }

    /// Adds the first `length` bytes of `window`, which is less than all, up to the first byte of `S`.
    ///
    /// # Safety
    ///
    /// There is room for a window.
    #[inline(always)]
    unsafe fn push_short_run<S: Stops>(&mut self, window: &[u8; WINDOW], length: usize) -> usize {
        const { assert!(S::BEGIN_CHARACTERS, "a run must end between characters") };
        let stops = self.level.stop_mask::<S>(window) | 1 << length;
        let run = stops.trailing_zeros() as usize;
        // SAFETY: there is room.
        unsafe { self.push_reserved(window, run) };
        run
    }

    #[inline(always)]
    fn push_long_run<S: Stops>(&mut self, text: &str, start: usize, length: usize) -> usize {
        const { assert!(S::BEGIN_CHARACTERS, "a run must end between characters") };
        let part = &text[start..][..length];
        self.level.copy_run::<S>(&mut self.bytes, &text.as_bytes()[start..], part.len())
    }

    /// Adds the first `length` of `bytes`, which are UTF-8.
    ///
    /// # Safety
    ///
    /// There is room for all of them.
    #[inline(always)]
    unsafe fn push_reserved<const LENGTH: usize>(&mut self, bytes: &[u8; LENGTH], length: usize) {
        let end = self.bytes.len();
        // SAFETY: there is room, and no more counts than was written.
        unsafe {
            self.bytes.as_mut_ptr().add(end).cast::<[u8; LENGTH]>().write(*bytes);
            self.bytes.set_len(end + length.min(LENGTH));
        }
    }
}

/// The window that begins with a part of `text`, if that is shorter and whole characters.
#[inline(always)]
fn short<const LENGTH: usize>(text: &str, start: usize, length: usize) -> Option<&[u8; LENGTH]> {
    window::<LENGTH>(text.as_bytes(), start).filter(|window| {
        length < LENGTH && !is_continuation(window[0]) && !is_continuation(window[length])
    })
}

/// Whether a character goes on with `byte`.
#[inline(always)]
fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..0xc0)
}

/// ASCII, of which any part is a text: as much as 16 bits can tell apart, so that no part is outside of it.
#[derive(Clone, Copy)]
pub struct Ascii([u8; ASCII]);

const ASCII: usize = (1 << u16::BITS) + WINDOW;

/// A part of an [`Ascii`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiPart {
    at: u16,
    length: u8,
}

impl AsciiPart {
    /// The `length` bytes from `at` on; `None` if that is too long.
    #[must_use]
    pub const fn new(at: u16, length: usize) -> Option<Self> {
        if length < WINDOW { Some(Self { at, length: length as u8 }) } else { None }
    }
}

impl Ascii {
    /// ASCII that begins with these bytes.
    ///
    /// # Panics
    ///
    /// If one of them isn't ASCII.
    #[must_use]
    pub const fn new(bytes: &[u8]) -> Self {
        assert!(bytes.is_ascii(), "not ASCII");
        let mut all = [0; ASCII];
        all.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
        Self(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EscapedInAttribute, run_naive};

    #[test]
    fn parts_of_every_length() {
        let text = "a&b \u{a0}\u{e9}\u{20ac}\u{1f600}<>\"' and what goes on without any ".repeat(4);
        for start in 0..text.len() {
            for end in start..=text.len() {
                let Some(part) = text.get(start..end) else { continue };
                let length = run_naive::<EscapedInAttribute>(part.as_bytes());
                let mut output = Output::<Baseline>::default();
                output.push_str("before ");
                let run = output.push_run::<EscapedInAttribute>(&text, start, end - start);
                assert_eq!(run, length, "{part:?}");
                assert_eq!(output.as_str(), format!("before {}", &part[..length]));
                let mut output = Output::<Baseline>::default();
                output.push_part(&text, start, end - start);
                output.push_part(&text, start, end - start);
                assert_eq!(output.as_str(), part.repeat(2));
            }
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let text = format!("\u{20ac}a\u{20ac}{}", "x".repeat(50));
        for (start, length) in [(1, 3), (0, 2), (0, 5), (2, 4), (50, 40), (3, usize::MAX)] {
            let refused = std::panic::catch_unwind(|| {
                Output::<Baseline>::default().push_run::<EscapedInAttribute>(&text, start, length)
            });
            assert!(refused.is_err(), "{start} {length}");
            let refused = std::panic::catch_unwind(|| {
                Output::<Baseline>::default().push_part(&text, start, length);
            });
            assert!(refused.is_err(), "{start} {length}");
        }
    }

    #[test]
    fn ascii_of_every_length() {
        static TABLE: Ascii = Ascii::new(&[b'x'; 100]);
        for at in 0..68 {
            for length in 0..WINDOW {
                let mut output = Output::<Baseline>::default();
                output.push_ascii(&TABLE, AsciiPart::new(at, length).unwrap());
                assert_eq!(output.into_string(), "x".repeat(length));
            }
        }
        let mut output = Output::<Baseline>::default();
        output.push_ascii(&TABLE, AsciiPart::new(u16::MAX, 31).unwrap());
        assert_eq!(output.into_string(), "\0".repeat(31));
        assert_eq!(AsciiPart::new(0, WINDOW), None);
    }
}
