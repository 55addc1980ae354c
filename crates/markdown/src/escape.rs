//! Escapes of text that would be markup where it stands.

use std::ops::Range;

use super::{
    delimiters::Class,
    options::{Escaping, Extensions},
};

/// The characters around a text, and facts about its block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    pub(super) escaping: Escaping,
    /// The character before; a line feed at the start of a line.
    pub(super) before: char,
    /// Whether the text begins a line of a paragraph.
    pub(super) begins_line: bool,
    /// Whether that is the first line.
    pub(super) is_first_line: bool,
    /// The first character after; a line feed at the end of a line.
    pub(super) after: char,
    pub(super) is_in_link: bool,
    pub(super) is_in_cell: bool,
    /// Whether a `]` of the block is followed by `(`, `[` or `:`, or references have definitions.
    pub(super) has_link_end: bool,
    /// Whether there is more than one `~` in the block.
    pub(super) has_strike: bool,
    /// Whether no character of the block can be markup within a line.
    pub(super) is_plain: bool,
    pub(super) extensions: Extensions,
}

/// The characters that can be markup somewhere within a line.
const fn is_special(byte: u8) -> bool {
    matches!(
        byte,
        b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'!' | b'<' | b'&' | b'~' | b'|' | b':' | b'.'
    )
}

const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_special(byte as u8);
        byte += 1;
    }
    table
};

/// Writes `text` so that it is read as text.
pub(super) fn write(out: &mut String, text: &str, around: &Surroundings) {
    if around.escaping == Escaping::None {
        out.push_str(text);
        return;
    }
    let is_full = around.escaping == Escaping::Full;
    let bytes = text.as_bytes();
    let mut copied = write_block_start(out, text, around);
    let mut at = copied;
    loop {
        at += match (is_full, around.is_plain) {
            (true, _) => full_run(&bytes[at..]),
            (false, true) => break,
            (false, false) => sapwood_scan::markdown_run(&bytes[at..]),
        };
        let Some(&mark) = bytes.get(at) else { break };
        if matches!(mark, b'*' | b'_' | b'~' | b'=' | b'+') {
            // A run is one delimiter, and decided on as a whole.
            let end = run_end(bytes, at);
            let is_markup = match mark {
                b'=' => around.extensions.has_highlights && end - at > 1,
                b'+' => around.extensions.has_insertions && end - at > 1,
                _ => is_full || can_delimit(text, at..end, around),
            };
            if is_markup {
                out.push_str(&text[copied..at]);
                (at..end).for_each(|_| out.extend(['\\', char::from(mark)]));
                copied = end;
            }
            at = end;
            continue;
        }
        let escaped = match mark {
            b'.' => (is_www(text, at) && !around.is_in_link).then_some(at),
            b'w' | b'W' => (is_www(text, at + 3) && !around.is_in_link).then_some(at + 3),
            b':' => (is_scheme(text, at) && !around.is_in_link).then_some(at),
            _ => (is_full || is_escaped(text, at, around)).then_some(at),
        };
        if let Some(escaped) = escaped {
            out.push_str(&text[copied..escaped]);
            out.push('\\');
            (copied, at) = (escaped, escaped);
        }
        at += 1;
    }
    let rest = &text[copied..];
    match rest.strip_suffix('!') {
        // It would make an image of the link.
        Some(rest) if around.after == '[' && !is_full => out.extend([rest, "\\!"]),
        _ => out.push_str(rest),
    }
}

/// Writes the beginning of `text` with an escape if it would begin a block; returns its length, or 0.
fn write_block_start(out: &mut String, text: &str, around: &Surroundings) -> usize {
    let bytes = text.as_bytes();
    if around.begins_line
        && let Some(at) = block_start(text, around)
        && !matches!(bytes[at], b'*' | b'_' | b'~' if can_delimit(text, at..run_end(bytes, at), around))
        && !is_escaped(text, at, around)
    {
        out.push_str(&text[..at]);
        out.push('\\');
        out.push(char::from(bytes[at]));
        return at + 1;
    }
    0
}

/// Whether a text without marks is written as it is, whatever is around it.
#[inline]
pub(super) fn is_copied(text: &str) -> bool {
    let [first, .., last] = text.as_bytes() else { return false };
    !matches!(first, b'>' | b'-' | b'#' | b':' | b'0'..=b'9') && *last != b'!'
}

/// The length of the prefix of `bytes` without a character that can be markup somewhere within a line.
fn full_run(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| SPECIAL[usize::from(*byte)]).unwrap_or(bytes.len())
}

/// Whether the special character at `at` would be markup.
fn is_escaped(text: &str, at: usize, around: &Surroundings) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied();
    match bytes[at] {
        b'\\' => next.map_or(around.after != ' ', |next| next.is_ascii_punctuation()),
        b'`' => true,
        b'[' => around.is_in_link || around.has_link_end,
        b']' => around.is_in_link,
        b'^' => around.extensions.has_superscripts,
        b'<' => next.is_some_and(|next| next.is_ascii_alphabetic() || b"/!?".contains(&next)),
        b'&' => is_reference(&bytes[at + 1..]),
        b'|' => around.is_in_cell,
        _ => false,
    }
}

/// The end of the run of one byte that begins at `at`.
fn run_end(bytes: &[u8], at: usize) -> usize {
    let length = bytes[at..].iter().take_while(|byte| **byte == bytes[at]).count();
    at + length
}

/// Whether a run of delimiters can open or close emphasis, or the like.
fn can_delimit(text: &str, run: Range<usize>, around: &Surroundings) -> bool {
    let mark = text.as_bytes()[run.start];
    if mark == b'~' && !around.has_strike && !around.extensions.has_subscripts {
        return false;
    }
    let before = text[..run.start].chars().next_back().unwrap_or(around.before);
    let after = text[run.end..].chars().next().unwrap_or(around.after);
    let [before_class, after_class] = [Class::of(before), Class::of(after)];
    // A delimiter of ours may be the same character, and the run longer than it seems.
    if run.start == 0 && before_class != Class::Space
        || run.end == text.len() && after_class != Class::Space
    {
        return true;
    }
    let opens = after_class.opens_after(before_class);
    let closes = before_class.opens_after(after_class);
    if mark != b'_' {
        return opens || closes;
    }
    opens && (!closes || before_class == Class::Punctuation)
        || closes && (!opens || after_class == Class::Punctuation)
}

/// Whether `rest`, after a `&`, begins with the rest of a character reference.
pub(super) fn is_reference(rest: &[u8]) -> bool {
    let numeric = rest.first() == Some(&b'#');
    let body = &rest[usize::from(numeric)..];
    let length = body.iter().take(32).position(|byte| !byte.is_ascii_alphanumeric());
    length.is_some_and(|length| length > 0 && body[length] == b';')
}

/// Whether the `.` at `at` ends a `www.` that some readers take for a link.
fn is_www(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    at >= 3
        && bytes.get(at) == Some(&b'.')
        && bytes[at - 3..at].eq_ignore_ascii_case(b"www")
        && bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace())
        && (at == 3 || !bytes[at - 4].is_ascii_alphanumeric())
}

/// Whether the `:` at `at` ends a scheme that some readers take for the start of a link.
fn is_scheme(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at + 1..].starts_with(b"//")
        && ["http", "https", "ftp"].iter().any(|scheme| {
            at.checked_sub(scheme.len())
                .is_some_and(|start| bytes[start..at].eq_ignore_ascii_case(scheme.as_bytes()))
        })
}

/// The place in `text`, which begins a line, of a character that must be escaped so that the line begins no block.
pub(super) fn block_start(text: &str, around: &Surroundings) -> Option<usize> {
    let bytes = text.as_bytes();
    let ends_word = |at: usize| match bytes.get(at) {
        Some(byte) => *byte == b' ',
        None => matches!(around.after, ' ' | '\n'),
    };
    let run = |mark: u8| bytes.iter().take_while(|byte| **byte == mark).count();
    let is_line_of = |marks: &[u8]| {
        around.after == '\n' && bytes.iter().all(|byte| marks.contains(byte) || *byte == b' ')
    };
    let starts = match bytes.first()? {
        b'>' => true,
        b'+' | b'*' => ends_word(1),
        b'-' => ends_word(1) || is_line_of(b"-|:"),
        b'#' => run(b'#') <= 6 && ends_word(run(b'#')),
        b'~' => run(b'~') >= 3 || around.extensions.has_definitions && ends_word(1),
        b'_' => is_line_of(b"_"),
        b'=' => !around.is_first_line && is_line_of(b"="),
        b':' if around.extensions.has_definitions && ends_word(1) => true,
        b'|' | b':' => !around.is_first_line && is_line_of(b"-|:"),
        b'[' => {
            bytes.get(2) == Some(&b']')
                && matches!(bytes[1], b' ' | b'x' | b'X')
                && (ends_word(3) || bytes.get(3) == Some(&b'\t'))
        }
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_item = digits <= 9
                && matches!(bytes.get(digits), Some(b'.' | b')'))
                && ends_word(digits + 1);
            return is_item.then_some(digits);
        }
        _ => false,
    };
    starts.then_some(0)
}
