//! The way back from text to the bytes that it was decoded from.

/// Finds the byte of the input at which a place in the decoded text was written.
///
/// It holds one entry for each run of characters that are alike in how many bytes they take in the
/// input and in the text: a single one for UTF-8, one for each word of another script in an older
/// encoding.
///
/// ```
/// use sapwood_encoding::{Decoder, encoding_rs::SHIFT_JIS};
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
    /// How far the text and the input go.
    text: usize,
    bytes: usize,
}

/// From here on, characters of `byte_step` bytes became text of `text_step` bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    text: usize,
    byte: usize,
    text_step: u32,
    byte_step: u32,
}

impl OffsetMap {
    /// A map of no text after a byte order mark; it goes on byte by byte.
    pub(crate) fn new(bom_len: usize) -> Self {
        let run = Run { text: 0, byte: bom_len, text_step: 1, byte_step: 1 };
        Self { runs: vec![run], text: 0, bytes: bom_len }
    }

    /// The byte of the input, its byte order mark counted, at which the character at `text` in the
    /// decoded text begins; between characters that were decoded together, the first of them.
    #[must_use]
    pub fn byte_offset(&self, text: usize) -> usize {
        let after = self.runs.partition_point(|run| run.text <= text);
        let Some(run) = after.checked_sub(1).and_then(|at| self.runs.get(at)) else { return text };
        let steps = (text - run.text) / run.text_step as usize;
        run.byte + steps * run.byte_step as usize
    }

    /// How many runs of like characters there are.
    #[must_use]
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// Whether text and input are the same but for a byte order mark.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.runs.len() == 1
    }

    /// Adds `length` bytes that are their own text.
    #[inline]
    pub(crate) fn same(&mut self, length: usize) {
        if length > 0 {
            self.begin(1, 1);
            self.text += length;
            self.bytes += length;
        }
    }

    /// Adds `bytes` bytes that became `text` bytes of text.
    pub(crate) fn step(&mut self, text: usize, bytes: usize) {
        if text > 0 {
            self.begin(text, bytes);
        }
        self.text += text;
        self.bytes += bytes;
    }

    /// Begins a run where the text ends, unless the last one goes on.
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
            // The first run may turn out to be of another kind.
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
        assert!(map.is_identity());
        map.step(3, 2);
        map.step(3, 2);
        map.same(1);
        let offsets: Vec<usize> = (0..14).map(|text| map.byte_offset(text)).collect();
        assert_eq!(offsets, [3, 4, 5, 6, 7, 8, 8, 8, 10, 10, 10, 12, 13, 14]);
        assert_eq!(map.run_count(), 3);

        let mut map = OffsetMap::new(0);
        map.step(2, 1);
        assert_eq!((map.run_count(), map.byte_offset(3)), (1, 1));
    }
}
