//! All text of a document in one buffer.

/// A range of the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The buffer that holds text, comments and attribute values.
///
/// A text that ends where the buffer ends grows in place. Any other text that grows is moved to the
/// end of the buffer, where it gets room up to the next power of two, so that texts that grow by
/// turns are moved a logarithmic number of times. That power is the text's `room`; a text without
/// room has 0. What a text leaves behind stays in the buffer unused. Several nodes may share a
/// range, but only one of them has the room after it.
#[derive(Clone)]
pub(crate) struct Texts {
    buffer: String,
    /// How long the buffer may be; its capacity never exceeds that.
    limit: usize,
    /// Whether something didn't fit.
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
    }

    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Reserves room, if there is memory for it.
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

    /// Adds `text`; an empty run, and a mark, if it doesn't fit.
    #[inline]
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

    /// Makes room for `more` bytes; `false`, and a mark, if they don't fit.
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

    /// Adds `more` to the text at `run` if that is the last in the buffer and there is memory;
    /// returns its new length.
    #[inline]
    pub(crate) fn grow_last(&mut self, run: Run, more: &str) -> Option<u32> {
        let end = self.buffer.len();
        if run.start as usize + run.len as usize != end || more.len() > self.buffer.capacity() - end
        {
            return None;
        }
        self.buffer.push_str(more);
        Some(run.len + more.len() as u32)
    }

    /// Adds `more` to the text at `run`, which has `room`; returns where it is now and its room.
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
            // The room is filled with NUL bytes, each a character: any range of it may be replaced.
            self.buffer.replace_range(end..end + more.len(), more);
            return (grown(start), room);
        }
        let capacity = (len + 1).next_power_of_two();
        if !self.make_room(capacity) {
            return (run, room);
        }
        let moved = self.buffer.len();
        self.buffer.extend_from_within(start..end);
        self.buffer.push_str(more);
        self.buffer.extend(std::iter::repeat_n('\0', capacity - len));
        (grown(moved), capacity.trailing_zeros())
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
        assert_eq!((texts.get(first), 1 << room), ("éb", 4));
        let at = first.start;
        let (first, room) = texts.grow(first, room, "c");
        assert_eq!((texts.get(first), first.start), ("ébc", at));
        texts.push("other");
        let (first, room) = texts.grow(first, room, "😀");
        assert_eq!((texts.get(first), 1 << room), ("ébc😀", 16));
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
