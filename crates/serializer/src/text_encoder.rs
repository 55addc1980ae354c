//! Encoding of text, with character references for the characters that the encoding lacks.

use std::fmt;

use sapwood_encoding::{
    Encoding,
    encoding_rs::{Encoder, EncoderResult, ISO_2022_JP, UTF_8},
};

/// Encodes text in pieces, and writes numeric character references for what the encoding lacks.
pub struct TextEncoder {
    encoder: Encoder,
    bytes: Vec<u8>,
}

impl fmt::Debug for TextEncoder {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextEncoder").field(&self.encoder.encoding().name()).finish()
    }
}

impl TextEncoder {
    /// An encoder; `None` for UTF-8, in which text is stored as it is.
    #[inline]
    #[must_use]
    pub fn new(encoding: &'static Encoding) -> Option<Self> {
        let encoding = encoding.output_encoding();
        (encoding != UTF_8).then(|| Self { encoder: encoding.new_encoder(), bytes: Vec::new() })
    }

    /// Encodes the next piece of the text; `is_last`: there will be none after it.
    #[inline]
    pub fn encode(&mut self, text: &str, is_last: bool) -> &[u8] {
        self.bytes.clear();
        let encoding = self.encoder.encoding();
        let mut run = 0;
        for (at, character) in text.char_indices() {
            if !has_character(encoding, character) {
                self.push(&text[run..at], false);
                self.push(&format!("&#{};", u32::from(character)), false);
                run = at + character.len_utf8();
            }
        }
        self.push(&text[run..], is_last);
        &self.bytes
    }

    #[inline]
    fn push(&mut self, text: &str, is_last: bool) {
        let mut read = 0;
        loop {
            let rest = &text[read..];
            let most = self.encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
            self.bytes.reserve(most.unwrap_or(rest.len()));
            let (result, count) = self.encoder.encode_from_utf8_to_vec_without_replacement(
                rest,
                &mut self.bytes,
                is_last,
            );
            read += count;
            if result == EncoderResult::InputEmpty {
                return;
            }
            debug_assert!(result == EncoderResult::OutputFull, "{result:?} was looked for before");
        }
    }
}

/// Whether a character can be encoded so that decoding returns it.
///
/// Some encoders aren't injective: Shift_JIS encodes U+00A5 as a backslash.
#[inline]
#[must_use]
pub fn has_character(encoding: &'static Encoding, character: char) -> bool {
    if character.is_ascii() {
        return encoding != ISO_2022_JP || !matches!(character, '\x0e' | '\x0f' | '\x1b');
    }
    let mut buffer = [0; 4];
    let text = &*character.encode_utf8(&mut buffer);
    let (bytes, _, is_replaced) = encoding.encode(text);
    !is_replaced && encoding.decode_without_bom_handling(&bytes).0 == text
}
