//! The parts of a buffer that some text lies in, to drop the others.
//!
//! *Problem.* The buffer is a copy of the input, with the markup between the texts and those that have moved. The ranges of the texts
//! overlap, are shared, and come in no order, so they would have to be sorted.
//!
//! *Idea.* A bit for each byte says whether a text has it. The number of set bits before a byte is its place in what is left. It is
//! counted from the sum before each word of bits.
//!
//! *Invariant.* All bytes of a text are kept, so they stay next to each other.

use crate::store::texts::Run;

const BITS: usize = u64::BITS as usize;

/// The bytes of a buffer that texts lie in.
pub(crate) struct UsedText {
    words: Vec<u64>,
    /// The number of set bits before each word.
    before: Vec<u32>,
    /// The number of all set bits.
    len: u32,
}

impl UsedText {
    /// Marks `runs`, ranges of a buffer of `len` bytes; `None` if memory is short.
    #[inline]
    pub(crate) fn of(len: usize, runs: impl Iterator<Item = Run>) -> Option<Self> {
        let count = len / BITS + 1;
        let (mut words, mut before) = (Vec::new(), Vec::new());
        words.try_reserve_exact(count).ok()?;
        before.try_reserve_exact(count).ok()?;
        words.resize(count, 0);
        for run in runs.filter(|run| run.len > 0) {
            let start = run.start as usize;
            let last = start + run.len as usize - 1;
            let from_start = !0 << (start % BITS);
            let to_last = !0 >> (BITS - 1 - last % BITS);
            let (first_word, last_word) = (start / BITS, last / BITS);
            if first_word == last_word {
                words[first_word] |= from_start & to_last;
            } else {
                words[first_word] |= from_start;
                words[first_word + 1..last_word].fill(!0);
                words[last_word] |= to_last;
            }
        }
        let mut sum = 0;
        before.extend(words.iter().map(|word: &u64| {
            let before = sum;
            sum += word.count_ones();
            before
        }));
        Some(Self { words, before, len: sum })
    }

    /// The range in what is left.
    #[inline]
    pub(crate) fn moved(&self, run: Run) -> Run {
        if run.len == 0 {
            return Run::default();
        }
        let (word, bit) = (run.start as usize / BITS, run.start as usize % BITS);
        let within = self.words[word] & !(!0 << bit);
        Run { start: self.before[word] + within.count_ones(), len: run.len }
    }

    /// The parts of the buffer that are used, one after the other; `None` if memory is short.
    #[inline]
    pub(crate) fn kept(&self, buffer: &str) -> Option<String> {
        let mut kept = String::new();
        kept.try_reserve_exact(self.len as usize).ok()?;
        // The start of the part at hand, if there is one.
        let mut start = None;
        for (word, bits) in self.words.iter().enumerate() {
            let at = word * BITS;
            // The bits of which none has been looked at: where they begin to be set, or not to be.
            let mut left = match start {
                Some(_) => !bits,
                None => *bits,
            };
            while left != 0 {
                let edge = left.trailing_zeros();
                match start.take() {
                    Some(start) => kept.push_str(&buffer[start..at + edge as usize]),
                    None => start = Some(at + edge as usize),
                }
                left = !left & (!0 << edge);
            }
        }
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_keep_their_bytes() {
        let all: String = ('\0'..='~').cycle().take(1000).collect();
        // Xorshift.
        let mut state = 1_u32;
        let mut below = |most: u32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state % most
        };
        for _ in 0..300 {
            let runs: Vec<Run> = (0..below(40))
                .map(|_| {
                    let start = below(1000);
                    Run { start, len: below(1001 - start).min(below(200)) }
                })
                .collect();
            let used = UsedText::of(all.len(), runs.iter().copied()).unwrap();
            let kept = used.kept(&all).unwrap();
            let count = (0..1000)
                .filter(|at| runs.iter().any(|run| (run.start..run.start + run.len).contains(at)))
                .count();
            assert_eq!(kept.len(), count);
            for run in runs {
                let moved = used.moved(run);
                let text = |of: &str, run: Run| {
                    of[run.start as usize..(run.start + run.len) as usize].to_owned()
                };
                assert_eq!(text(&kept, moved), text(&all, run));
            }
        }
    }
}
