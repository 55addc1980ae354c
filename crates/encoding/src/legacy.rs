//! Decoding of legacy encodings, through a buffer.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::output::Output;

/// The maximum length of text that is decoded at once.
const BUFFER: usize = 1 << 15;

/// The maximum length of text that one byte can produce, including bytes that the decoder held back before.
const LONGEST: usize = 32;

#[derive(Debug)]
pub(crate) struct Legacy {
    decoder: encoding_rs::Decoder,
    /// The number of bytes read since the last output.
    held: usize,
}

impl Legacy {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self { decoder: encoding.new_decoder_without_bom_handling(), held: 0 }
    }

    pub(crate) fn decode<'i: 'o, 'o>(
        &mut self,
        input: &mut &'i [u8],
        out: &'o mut Output,
    ) -> Option<&'o str> {
        out.buffer.clear();
        out.buffer.reserve(BUFFER);
        if out.map.is_some() {
            self.decode_mapped(input, out);
        } else {
            let block = &input[..input.len().min(BUFFER)];
            // Single-byte decoders hold nothing back, so ASCII can be borrowed.
            if self.decoder.encoding().is_single_byte()
                && block.is_ascii()
                && let Ok(text) = str::from_utf8(block)
            {
                *input = &input[block.len()..];
                return Some(text);
            }
            self.take(input, input.len(), out);
        }
        // Without output, all of the input was read.
        Some(out.buffer.as_str()).filter(|text| !text.is_empty())
    }

    pub(crate) fn finish(&mut self, out: &mut Output) {
        out.buffer.reserve(LONGEST);
        let (_, _, malformed) = self.decoder.decode_to_string(&[], &mut out.buffer, true);
        out.malformed |= malformed;
        out.step(out.buffer.len(), self.held);
        self.held = 0;
    }

    /// Decodes up to `length` bytes of `input`, as far as the buffer has room.
    fn take(&mut self, input: &mut &[u8], length: usize, out: &mut Output) -> usize {
        let (_, read, malformed) =
            self.decoder.decode_to_string(&input[..length], &mut out.buffer, false);
        out.malformed |= malformed;
        *input = &input[read..];
        read
    }

    /// Decodes byte by byte, except in runs of ASCII, to record the bytes of each character.
    /// Returns the lengths of the last character of `text` in the text and in the input, if it ended a malformed sequence,
    /// but isn't part of it.
    fn character_after_malformed(&self, text: &str) -> Option<(usize, usize)> {
        let after = text.strip_prefix(char::REPLACEMENT_CHARACTER)?;
        let encoding = self.decoder.encoding();
        if after.len() == 1 && encoding.is_ascii_compatible() {
            return Some((1, 1));
        }
        let is_utf16 = encoding == UTF_16BE || encoding == UTF_16LE;
        (is_utf16 && after.chars().count() == 1).then_some((after.len(), 2))
    }

    fn decode_mapped(&mut self, input: &mut &[u8], out: &mut Output) {
        let ascii_compatible = self.decoder.encoding().is_ascii_compatible();
        while !input.is_empty() && out.buffer.len() + LONGEST <= BUFFER {
            let before = out.buffer.len();
            let room = BUFFER - LONGEST - before;
            let bytes = *input;
            let mut length = 1;
            if ascii_compatible && self.held == 0 {
                let block = &bytes[..bytes.len().min(room)];
                length = Encoding::ascii_valid_up_to(block).max(1);
            }
            let held = std::mem::take(&mut self.held);
            let read = self.take(input, length, out);
            let text = &out.buffer[before..];
            let text_len = text.len();
            // After held-back bytes, even ASCII can decode to different text.
            if held == 0 && text.is_ascii() && *text.as_bytes() == bytes[..read] {
                out.same(read);
            } else if let Some((after, its_bytes)) = self.character_after_malformed(text) {
                let malformed = held + read - its_bytes;
                out.step(text_len - after, malformed);
                out.step(after, its_bytes);
            } else if text_len > 0 {
                out.step(text_len, held + read);
            } else {
                self.held = held + read;
            }
        }
    }
}
