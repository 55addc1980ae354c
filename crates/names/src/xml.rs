//! The character classes and names of XML 1.0.

/// Returns `true` for [white space](https://www.w3.org/TR/xml/#NT-S).
#[inline]
#[must_use]
pub const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// Returns `true` if XML may contain the [character](https://www.w3.org/TR/xml/#NT-Char).
#[inline]
#[must_use]
pub const fn is_character(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}

/// Returns `true` for a [`NameStartChar`](https://www.w3.org/TR/xml/#NT-NameStartChar).
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

/// Returns `true` for a [`NameChar`](https://www.w3.org/TR/xml/#NT-NameChar).
#[must_use]
pub const fn is_name_character(character: char) -> bool {
    is_name_start(character)
        || matches!(
            character,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}'
        )
}

/// Returns `true` for a [`Name`](https://www.w3.org/TR/xml/#NT-Name).
#[must_use]
pub fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(is_name_start) && characters.all(is_name_character)
}

/// Splits a qualified name at its colon into prefix and local name.
///
/// Returns `None` for a name without a colon, and for one that isn't qualified: with an empty prefix, with
/// another colon, or with a local part that begins no name.
///
/// ```
/// use sapwood_names::xml::split_qualified_name;
///
/// assert_eq!(split_qualified_name("svg:a"), Some(("svg", "a")));
/// for name in ["a", ":a", "a:", "a:b:c", "a:1"] {
///     assert_eq!(split_qualified_name(name), None);
/// }
/// ```
#[must_use]
pub fn split_qualified_name(name: &str) -> Option<(&str, &str)> {
    let (prefix, local) = name.split_once(':')?;
    (!prefix.is_empty() && may_follow_prefix(local)).then_some((prefix, local))
}

/// Returns `true` for a local name that [`split_qualified_name`] splits from a prefix.
#[must_use]
pub fn may_follow_prefix(local: &str) -> bool {
    local.starts_with(is_name_start) && !local.contains(':')
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
    }

    #[test]
    fn characters() {
        assert!(is_character('\u{85}') && is_character('\u{fdd0}') && is_character('\u{1fffe}'));
        assert!(!is_character('\0') && !is_character('\x1f') && !is_character('\u{ffff}'));
    }
}
