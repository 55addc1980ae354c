//! UTF-8, borrowed from the input.

use std::borrow::Cow;

use encoding_rs::UTF_8;

use crate::decoder::Output;

/// How much is checked at once: little enough that it is still in a cache when it is parsed, and much,
/// since each end cuts a token.
const BLOCK: usize = 1 << 18;

/// The longest sequence.
const LONGEST: usize = 4;

/// What is kept between pieces: the beginning of a character.
#[derive(Debug, Default)]
pub(crate) struct Utf8 {
    cut: [u8; LONGEST],
    cut_len: usize,
}

impl Utf8 {
    #[inline]
    pub(crate) fn decode<'i: 'o, 'o>(
        &mut self,
        input: &mut &'i [u8],
        out: &'o mut Output,
    ) -> Option<&'o str> {
        if self.cut_len > 0 {
            return self.decode_cut(input, out);
        }
        let block = &input[..input.len().min(BLOCK)];
        let (block, rest) = input.split_at(block.len() - incomplete_tail(block));
        *input = rest;
        if block.is_empty() {
            // All that is left is the beginning of a character.
            self.cut[..rest.len()].copy_from_slice(rest);
            self.cut_len = rest.len();
            *input = &[];
            return None;
        }
        match UTF_8.decode_without_bom_handling_and_without_replacement(block) {
            Some(Cow::Borrowed(text)) => {
                out.same(text.len());
                Some(text)
            }
            _ => Some(replace_malformed(block, out)),
        }
    }

    /// Decodes a character that began in an earlier piece.
    #[cold]
    fn decode_cut<'o>(&mut self, input: &mut &[u8], out: &'o mut Output) -> Option<&'o str> {
        let had = self.cut_len;
        let taken = input.len().min(LONGEST - had);
        self.cut[had..had + taken].copy_from_slice(&input[..taken]);
        let bytes = &self.cut[..had + taken];
        let first = bytes.utf8_chunks().next()?;
        out.buffer.clear();
        let used = match first.valid() {
            "" if incomplete_tail(bytes) == bytes.len() => {
                self.cut_len = bytes.len();
                *input = &input[taken..];
                return None;
            }
            "" => {
                out.replace(first.invalid().len());
                first.invalid().len()
            }
            text => {
                out.buffer.push_str(text);
                out.same(text.len());
                text.len()
            }
        };
        self.cut_len = 0;
        *input = &input[used - had..];
        Some(&out.buffer)
    }

    pub(crate) fn finish(&mut self, out: &mut Output) {
        if self.cut_len > 0 {
            out.replace(self.cut_len);
            self.cut_len = 0;
        }
    }
}

/// Decodes `block`, in which something is malformed.
#[cold]
fn replace_malformed<'o>(block: &[u8], out: &'o mut Output) -> &'o str {
    out.buffer.clear();
    for chunk in block.utf8_chunks() {
        out.buffer.push_str(chunk.valid());
        out.same(chunk.valid().len());
        if !chunk.invalid().is_empty() {
            out.replace(chunk.invalid().len());
        }
    }
    &out.buffer
}

/// How many bytes at the end of `bytes` are the beginning of a character whose rest may come.
fn incomplete_tail(bytes: &[u8]) -> usize {
    let longest = bytes.len().min(LONGEST - 1);
    // Only the last byte that isn't a continuation can begin it.
    let Some(back) = (1..=longest).find(|&back| bytes[bytes.len() - back] & 0xc0 != 0x80) else {
        return 0;
    };
    let tail = &bytes[bytes.len() - back..];
    match str::from_utf8(tail) {
        Err(error) if error.error_len().is_none() => back,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::incomplete_tail;

    #[test]
    fn tails() {
        for (bytes, length) in [
            (&b""[..], 0),
            (b"a", 0),
            (b"a\xc3", 1),
            (b"a\xc3\xa9", 0),
            (b"\xe2\x82", 2),
            (b"\xe2\x82\xac", 0),
            (b"a\xf0\x9f\x98", 3),
            (b"\xf0\x9f\x98\x80", 0),
            (b"\xe0\x80", 0),
            (b"\xed\xa0", 0),
            (b"\xc0", 0),
            (b"\xf5", 0),
            (b"\x80\x80\x80", 0),
            (b"\xc3\x80\x80", 0),
            (b"\xf0\x80", 0),
        ] {
            assert_eq!(incomplete_tail(bytes), length, "{bytes:x?}");
        }
    }
}
