//! The output that all decoders share.

use crate::OffsetMap;

/// The results of decoding.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Text that can't be borrowed from the input.
    pub(crate) buffer: String,
    pub(crate) malformed: bool,
    /// The map back to the input, if requested.
    pub(crate) map: Option<OffsetMap>,
}

impl Output {
    /// Records `length` bytes that are equal to their text.
    #[inline]
    pub(crate) fn same(&mut self, length: usize) {
        if let Some(map) = &mut self.map {
            map.same(length);
        }
    }

    /// Records `bytes` bytes that decoded to `text` bytes of text.
    #[inline]
    pub(crate) fn step(&mut self, text: usize, bytes: usize) {
        if let Some(map) = &mut self.map {
            map.step(text, bytes);
        }
    }

    /// Appends U+FFFD for `bytes` malformed bytes.
    pub(crate) fn replace(&mut self, bytes: usize) {
        self.malformed = true;
        self.buffer.push(char::REPLACEMENT_CHARACTER);
        self.step(char::REPLACEMENT_CHARACTER.len_utf8(), bytes);
    }
}
