//! Which characters XML 1.0 allows where, and what is a name.

/// [White space](https://www.w3.org/TR/xml/#NT-S).
#[inline]
#[must_use]
pub const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// Whether XML may hold [this character](https://www.w3.org/TR/xml/#NT-Char) at all.
#[inline]
#[must_use]
pub const fn is_character(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}

/// Whether [a name begins](https://www.w3.org/TR/xml/#NT-NameStartChar) with it.
#[must_use]
pub const fn is_name_start(character: char) -> bool {
    matches!(
        character,
        ':' | '_' | 'A'..='Z' | 'a'..='z'
            | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
            | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}'
            | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}'
            | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}'
    )
}

/// Whether [a name goes on](https://www.w3.org/TR/xml/#NT-NameChar) with it.
#[must_use]
pub const fn is_name_character(character: char) -> bool {
    is_name_start(character)
        || matches!(
            character,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}'
        )
}

/// Whether it is a [name](https://www.w3.org/TR/xml/#NT-Name).
#[must_use]
pub fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(is_name_start) && characters.all(is_name_character)
}

/// Whether it is a name token.
#[must_use]
pub fn is_name_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["a", "_", ":", "a:b", "é", "x-1.2", "名前", "a\u{b7}"] {
            assert!(is_name(name), "{name}");
        }
        for none in ["", "1", "-a", ".", "a b", "a/", "\u{d7}", "a\u{37e}", "\u{300}"] {
            assert!(!is_name(none), "{none:?}");
        }
        assert!(is_name_token("1-\u{300}"));
    }

    #[test]
    fn characters() {
        assert!(is_character('\u{85}') && is_character('\u{fdd0}') && is_character('\u{1fffe}'));
        assert!(!is_character('\0') && !is_character('\x1f') && !is_character('\u{ffff}'));
    }
}
