//! Searches over bytes for the few at which an HTML tokenizer stops.
//!
//! Each function returns the length of the longest prefix of its input that holds none of its stop
//! bytes. All stop bytes are ASCII, so in UTF-8 text the prefix ends between characters.
//!
//! ```
//! assert_eq!(sapwood_scan::text_run(b"1 + 1 < 3"), 6);
//! assert_eq!(sapwood_scan::text_run(b"no markup"), 9);
//! ```

mod input_errors;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod stops;

#[cfg(not(target_arch = "x86_64"))]
use portable as block;
#[cfg(target_arch = "x86_64")]
use sse2 as block;

pub use input_errors::{input_error_run, input_error_run_naive};
pub use stops::{Stops, block_run, run, run_naive};

/// How many bytes are looked at in one step.
pub const BLOCK: usize = 16;

/// The stops of [`text_run`].
pub const TEXT: Stops<4> = Stops::of([b'<', b'&', b'\0', b'\r']);
/// The stops of [`raw_text_run`].
pub const RAW_TEXT: Stops<3> = Stops::of([b'<', b'\0', b'\r']);
/// The stops of [`plaintext_run`].
pub const PLAINTEXT: Stops<2> = Stops::of([b'\0', b'\r']);
/// The stops of [`tag_name_run`].
pub const TAG_NAME: Stops<2> = Stops::of([b'/', b'>']).and_below(b'!');
/// The stops of [`attribute_name_run`].
pub const ATTRIBUTE_NAME: Stops<4> = Stops::of([b'/', b'<', b'=', b'>']).and_below(b'(');
/// The stops of [`double_quoted_run`].
pub const DOUBLE_QUOTED: Stops<4> = Stops::of([b'"', b'&', b'\0', b'\r']);
/// The stops of [`single_quoted_run`].
pub const SINGLE_QUOTED: Stops<4> = Stops::of([b'\'', b'&', b'\0', b'\r']);
/// The stops of [`unquoted_run`].
pub const UNQUOTED: Stops<7> =
    Stops::of([b'"', b'&', b'\'', b'<', b'=', b'>', b'`']).and_below(b'!');
/// The stops of [`comment_run`].
pub const COMMENT: Stops<4> = Stops::of([b'-', b'<', b'\0', b'\r']);
/// The stops of [`bogus_comment_run`].
pub const BOGUS_COMMENT: Stops<3> = Stops::of([b'>', b'\0', b'\r']);
/// The stops of [`cdata_run`].
pub const CDATA: Stops<3> = Stops::of([b']', b'\0', b'\r']);
/// The stops of [`processing_instruction_run`].
pub const PROCESSING_INSTRUCTION: Stops<3> = Stops::of([b'?', b'>', b'\r']);
/// The stops of [`doctype_identifier_run`].
pub const DOCTYPE_IDENTIFIER: Stops<5> = Stops::of([b'"', b'\'', b'>', b'\0', b'\r']);

/// Text in which references count: up to `<`, `&`, NUL or CR.
#[inline]
#[must_use]
pub fn text_run(bytes: &[u8]) -> usize {
    run(bytes, TEXT)
}

/// Text in which references don't count: up to `<`, NUL or CR.
#[inline]
#[must_use]
pub fn raw_text_run(bytes: &[u8]) -> usize {
    run(bytes, RAW_TEXT)
}

/// Text that nothing ends: up to NUL or CR.
#[inline]
#[must_use]
pub fn plaintext_run(bytes: &[u8]) -> usize {
    run(bytes, PLAINTEXT)
}

/// A tag's name: up to `/`, `>`, white space or a control character.
#[inline]
#[must_use]
pub fn tag_name_run(bytes: &[u8]) -> usize {
    run(bytes, TAG_NAME)
}

/// An attribute's name: up to `/`, `<`, `=`, `>`, white space, a control character, or one of
/// `!"#$%&'`.
#[inline]
#[must_use]
pub fn attribute_name_run(bytes: &[u8]) -> usize {
    run(bytes, ATTRIBUTE_NAME)
}

/// A value in double quotes: up to `"`, `&`, NUL or CR.
#[inline]
#[must_use]
pub fn double_quoted_run(bytes: &[u8]) -> usize {
    run(bytes, DOUBLE_QUOTED)
}

/// A value in single quotes: up to `'`, `&`, NUL or CR.
#[inline]
#[must_use]
pub fn single_quoted_run(bytes: &[u8]) -> usize {
    run(bytes, SINGLE_QUOTED)
}

/// A value without quotes: up to white space, a control character, `&`, `>`, or one of the
/// characters that are an error there.
#[inline]
#[must_use]
pub fn unquoted_run(bytes: &[u8]) -> usize {
    run(bytes, UNQUOTED)
}

/// A comment, or the text of a script inside `<!--`: up to `-`, `<`, NUL or CR.
#[inline]
#[must_use]
pub fn comment_run(bytes: &[u8]) -> usize {
    run(bytes, COMMENT)
}

/// A bogus comment: up to `>`, NUL or CR.
#[inline]
#[must_use]
pub fn bogus_comment_run(bytes: &[u8]) -> usize {
    run(bytes, BOGUS_COMMENT)
}

/// A CDATA section: up to `]`, NUL or CR.
#[inline]
#[must_use]
pub fn cdata_run(bytes: &[u8]) -> usize {
    run(bytes, CDATA)
}

/// A processing instruction's data: up to `?`, `>` or CR.
#[inline]
#[must_use]
pub fn processing_instruction_run(bytes: &[u8]) -> usize {
    run(bytes, PROCESSING_INSTRUCTION)
}

/// A public or system identifier: up to a quote, `>`, NUL or CR.
#[inline]
#[must_use]
pub fn doctype_identifier_run(bytes: &[u8]) -> usize {
    run(bytes, DOCTYPE_IDENTIFIER)
}

/// Tag white space: TAB, LF, FF, CR and space.
#[inline]
#[must_use]
pub fn whitespace_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len())
}

/// A comment that goes on: up to the first of `--`, NUL and CR.
///
/// A lone `-` at the end isn't a stop: whether it is followed by another isn't known.
#[inline]
#[must_use]
pub fn hyphens_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..)
        && let Some(first) = rest.first_chunk::<BLOCK>()
        && let Some(second) = rest[1..].first_chunk::<BLOCK>()
    {
        let mask = block::stop_mask(first, Stops::of([b'-']))
            & block::stop_mask(second, Stops::of([b'-']))
            | block::stop_mask(first, PLAINTEXT);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += BLOCK;
    }
    at + hyphens_run_naive(&bytes[at..])
}

/// What [`hyphens_run`] returns, a byte at a time.
#[must_use]
pub fn hyphens_run_naive(bytes: &[u8]) -> usize {
    (0..bytes.len())
        .find(|&at| PLAINTEXT.contains(bytes[at]) || bytes[at..].starts_with(b"--"))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_fast_matches_naive() {
        for text in ["--", "-", "-x-", "\0", "\r", "---", "\u{e9}--"] {
            for offset in 0..70 {
                for tail in 0..40 {
                    let bytes = ["x".repeat(offset), text.into(), "y".repeat(tail)].concat();
                    let bytes = bytes.as_bytes();
                    assert_eq!(
                        hyphens_run(bytes),
                        hyphens_run_naive(bytes),
                        "{text:?} {offset} {tail}"
                    );
                }
            }
        }
    }

    #[test]
    fn whitespace() {
        assert_eq!(whitespace_run(b" \t\n\x0c\rx"), 5);
        assert_eq!(whitespace_run(b"\x0b"), 0);
        assert_eq!(whitespace_run(b"  "), 2);
    }
}
