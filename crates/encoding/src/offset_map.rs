//! The map from decoded text back to bytes.

/// Maps offsets in decoded text to byte offsets in the input.
///
/// *Idea.* Consecutive characters that each take the same number of bytes in the input, and the same number in
/// the text, form a run. A run is one entry, and an offset within it is found by arithmetic. UTF-8 is a single run; a
/// legacy encoding has about one for each word of non-Latin script.
///
/// ```
/// use sapwood::encoding::{Decoder, encoding_rs::SHIFT_JIS};
///
/// let mut input = &b"<p>\x8e\xf7\x96\xd8</p>"[..];
/// let mut decoder = Decoder::new(SHIFT_JIS, 0).mapped();
/// assert_eq!(decoder.decode(&mut input), Some("<p>樹木</p>"));
/// let map = decoder.into_offset_map().unwrap();
/// assert_eq!(map.byte_offset("<p>樹木".len()), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetMap {
    runs: Vec<Run>,
    /// The lengths of the text and the input so far.
    text: usize,
    bytes: usize,
}

/// A run of characters of `byte_step` bytes in the input and `text_step` bytes in the text, starting at these offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    text: usize,
    byte: usize,
    text_step: u32,
    byte_step: u32,
}

impl OffsetMap {
    /// Creates a map of empty text after a byte order mark.
    #[inline]
    pub(crate) fn new(bom_len: usize) -> Self {
        let run = Run { text: 0, byte: bom_len, text_step: 1, byte_step: 1 };
        Self { runs: vec![run], text: 0, bytes: bom_len }
    }

    /// Returns the byte offset in the input, byte order mark included, of the character at offset `text` in the decoded
    /// text. For characters that were decoded together, it is the offset of the first.
    #[must_use]
    #[inline]
    pub fn byte_offset(&self, text: usize) -> usize {
        let after = self.runs.partition_point(|run| run.text <= text);
        let Some(run) = after.checked_sub(1).and_then(|at| self.runs.get(at)) else { return text };
        let steps = (text - run.text) / run.text_step as usize;
        run.byte + steps * run.byte_step as usize
    }

    /// Forgets what lies before an offset in the text, which isn't asked for again.
    pub fn forget_before(&mut self, text: usize) {
        let after = self.runs.partition_point(|run| run.text <= text);
        self.runs.drain(..after.saturating_sub(1));
    }

    /// Appends `length` bytes that are equal to their text.
    #[inline]
    pub(crate) fn same(&mut self, length: usize) {
        if length > 0 {
            self.begin(1, 1);
            self.text += length;
            self.bytes += length;
        }
    }

    /// Appends `bytes` bytes that decoded to `text` bytes of text.
    #[inline]
    pub(crate) fn step(&mut self, text: usize, bytes: usize) {
        if text > 0 {
            self.begin(text, bytes);
        }
        self.text += text;
        self.bytes += bytes;
    }

    /// Begins a run at the end of the text, unless the last run continues.
    #[inline]
    fn begin(&mut self, text_step: usize, byte_step: usize) {
        let narrow = |step| u32::try_from(step).unwrap_or(u32::MAX);
        let run = Run {
            text: self.text,
            byte: self.bytes,
            text_step: narrow(text_step),
            byte_step: narrow(byte_step),
        };
        match self.runs.last_mut() {
            Some(last) if (last.text_step, last.byte_step) == (run.text_step, run.byte_step) => {}
            // The last run is still empty.
            Some(last) if last.text == run.text => *last = run,
            _ => self.runs.push(run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OffsetMap;

    #[test]
    fn runs() {
        let mut map = OffsetMap::new(3);
        map.same(2);
        map.same(3);
        assert_eq!(map.runs.len(), 1);
        map.step(3, 2);
        map.step(3, 2);
        map.same(1);
        let offsets: Vec<usize> = (0..14).map(|text| map.byte_offset(text)).collect();
        assert_eq!(offsets, [3, 4, 5, 6, 7, 8, 8, 8, 10, 10, 10, 12, 13, 14]);
        assert_eq!(map.runs.len(), 3);

        let mut map = OffsetMap::new(0);
        map.step(2, 1);
        assert_eq!((map.runs.len(), map.byte_offset(3)), (1, 1));
    }
}
