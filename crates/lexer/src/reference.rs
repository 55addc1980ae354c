//! Numeric character references.

/// Appends a digit to a character reference code. A code past U+10FFFF stays as it is, which avoids an overflow.
#[inline]
#[must_use]
pub fn push_digit(code: u32, radix: u32, digit: u32) -> u32 {
    if code > 0x0010_ffff { code } else { code * radix + digit }
}

/// Returns the character that windows-1252 has for a code from 0x80 to 0x9F.
#[must_use]
pub fn windows_1252(code: u32) -> char {
    #[rustfmt::skip]
    const CHARACTERS: [char; 32] = [
        '\u{20ac}', '\u{0081}', '\u{201a}', '\u{0192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
        '\u{02c6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{008d}', '\u{017d}', '\u{008f}',
        '\u{0090}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
        '\u{02dc}', '\u{2122}', '\u{0161}', '\u{203a}', '\u{0153}', '\u{009d}', '\u{017e}', '\u{0178}',
    ];
    CHARACTERS[code as usize % CHARACTERS.len()]
}
