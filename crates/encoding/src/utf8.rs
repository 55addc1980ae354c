//! Decoding of UTF-8, borrowed from the input where possible.

use sapwood_scan::from_utf8;

use crate::output::Output;

/// The number of bytes copied at once around malformed sequences.
const BLOCK: usize = 1 << 16;

/// The length of the longest sequence.
const LONGEST: usize = 4;

/// The state between chunks: an incomplete character.
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
        let (whole, tail) = input.split_at(input.len() - incomplete_tail(input));
        if whole.is_empty() {
            // Only an incomplete character is left.
            self.cut[..tail.len()].copy_from_slice(tail);
            self.cut_len = tail.len();
            *input = &[];
            return None;
        }
        // Return all of it at once: a cut in the text would cut a token.
        match from_utf8(whole) {
            Ok(text) => {
                out.same(text.len());
                *input = tail;
                Some(text)
            }
            Err(error) => Some(decode_malformed(input, whole.len(), error.valid_up_to(), out)),
        }
    }

    /// Decodes a character that began in an earlier chunk.
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

/// Decodes a part of the first `length` bytes of `input`, which contain a malformed sequence after the first `valid` ones.
///
/// *Problem.* Copying everything would waste the long valid part before the sequence; validating it again for each
/// malformed sequence would take quadratic time.
///
/// *Idea.* A valid part of at least [`BLOCK`] bytes is borrowed; anything else is copied, a block at a time.
///
/// *Invariant.* Each call consumes every byte that it has validated, so no byte is read more than three times.
#[cold]
fn decode_malformed<'i: 'o, 'o>(
    input: &mut &'i [u8],
    length: usize,
    valid: usize,
    out: &'o mut Output,
) -> &'o str {
    if valid >= BLOCK
        && let Ok(text) = from_utf8(&input[..valid])
    {
        out.same(valid);
        *input = &input[valid..];
        return text;
    }
    // Don't cut a character at the end of the block; `length` is a boundary already.
    let end = if length > BLOCK { BLOCK - incomplete_tail(&input[..BLOCK]) } else { length };
    let (block, rest) = input.split_at(end);
    *input = rest;
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

/// Returns the length of the incomplete character at the end of `bytes`.
fn incomplete_tail(bytes: &[u8]) -> usize {
    let longest = bytes.len().min(LONGEST - 1);
    // Only the last byte that isn't a continuation byte can begin it.
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
