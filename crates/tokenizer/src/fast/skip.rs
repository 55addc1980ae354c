//! Attributes that the sink doesn't want, skipped on the fast path.
//!
//! # Problem
//!
//! A parser that builds no tree needs most tags only for their names. Reading their attributes costs more than
//! everything else.
//!
//! # Idea
//!
//! Only two bytes matter between a tag's name and its `>`: `>` itself, and the `=` before a value, which may hold a `>`.
//! A quote that follows no `=` is part of a name.
//!
//! # Invariant
//!
//! A `=` comes before a value only if a name comes before it. Whether one does shows in the byte before the `=`, unless
//! that is white space, a solidus or the end of a value. There nothing is skipped: the tag is read in full.
//!
//! See "Skipped attributes and text" in `docs/hot-path.md`.

use sapwood_scan::{Cursor, DoubleQuote, Found, Simd, SingleQuote, UnquotedEnd, ValueOrTagEnd};

/// Attributes that were passed over.
pub(super) struct SkippedAttributes {
    /// The index after the tag's `>`.
    pub(super) end: usize,
    pub(super) self_closing: bool,
}

/// Passes over the attributes at the cursor, which is right after the tag's name. Returns `None` if the tag has to be
/// read in full, or doesn't end in the chunk.
#[inline(always)]
pub(super) fn skip_attributes<V: Simd, const TAIL: bool>(
    chunk: &str,
    mut cursor: Cursor<'_, V, TAIL>,
) -> Option<SkippedAttributes> {
    let bytes = chunk.as_bytes();
    if !matches!(cursor.byte(0), b' ' | b'\n' | b'\t' | b'\r' | b'\x0c' | b'/') {
        // The name goes on behind a control character.
        return None;
    }
    // The end of the last value, or of the name.
    let mut value_end = cursor.at();
    loop {
        let Found { at, stop } = cursor.find::<ValueOrTagEnd>(0)?;
        let before = *bytes.get(at.wrapping_sub(1))?;
        if stop == b'>' {
            // A solidus in an unquoted value is part of that.
            let self_closing = before == b'/' && at > value_end;
            return Some(SkippedAttributes { end: at + 1, self_closing });
        }
        if at == value_end || before == b'/' || before.is_ascii_whitespace() {
            return None;
        }
        cursor = cursor.move_to(at + 1)?;
        let end = match cursor.byte(0) {
            b'"' => cursor.find::<DoubleQuote>(1)?.at + 1,
            b'\'' => cursor.find::<SingleQuote>(1)?.at + 1,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => return None,
            _ => match cursor.find::<UnquotedEnd>(0)? {
                Found { at, stop: b'>' } => {
                    return Some(SkippedAttributes { end: at + 1, self_closing: false });
                }
                Found { at, stop: b' ' | b'\n' } => at,
                _ => return None,
            },
        };
        value_end = end;
        cursor = cursor.move_to(end)?;
    }
}

#[cfg(test)]
mod tests {
    use sapwood_tree::{NameId, Span};

    use crate::{Feedback, Token, TokenSink, Tokenizer, TokenizerOptions};

    /// Records the start tags, without their attributes.
    #[derive(Default)]
    struct Tags {
        skips: bool,
        tags: Vec<(String, bool, Span)>,
        skipped: usize,
    }

    impl TokenSink for Tags {
        fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
            if let Token::StartTag(tag) = token {
                self.skipped += usize::from(tag.attributes.is_empty());
                self.tags.push((tag.name.text.to_owned(), tag.self_closing, span));
            }
            Feedback::Continue
        }

        fn skips_text(&self) -> bool {
            self.skips
        }

        fn skips_attributes(&self, _: NameId) -> bool {
            self.skips
        }
    }

    fn tags(input: &str, skips: bool) -> Tags {
        let mut sink = Tags { skips, ..Tags::default() };
        let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
        tokenizer.feed(input, &mut sink);
        tokenizer.finish(&mut sink);
        sink
    }

    #[test]
    fn tags_are_those_of_a_full_reading() {
        const PARTS: [&str; 24] = [
            " ",
            "\n",
            "\t",
            "/",
            "=",
            "\"",
            "'",
            ">",
            "<",
            "a",
            "b=c",
            "=\"x>y\"",
            "='x>y'",
            "= ",
            "=/",
            "&amp;",
            "\r\n",
            "\0",
            "\u{e9}",
            "href=\"/a?b=c&d\"",
            "class='x y'",
            "disabled",
            "`",
            "x=\"",
        ];
        let mut random = 1_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) as usize % below
        };
        let padding = "x".repeat(200);
        let mut skipped = 0;
        for _ in 0..20_000 {
            let mut input = String::new();
            for name in ["p", "div", "x-y"] {
                input += "text &amp; <";
                input += name;
                for _ in 0..next(8) {
                    input += PARTS[next(PARTS.len())];
                }
                input += ">";
            }
            input += &padding;
            let fast = tags(&input, true);
            assert_eq!(fast.tags, tags(&input, false).tags, "{input:?}");
            skipped += fast.skipped;
        }
        assert!(skipped > 20_000, "{skipped}");
    }
}
