//! The part of [`text-transform`](https://drafts.csswg.org/css-text/#text-transform-property) that is applied:
//! all but `full-width` and `full-size-kana`.

use std::borrow::Cow;

use super::{casing::Language, math};

/// The value of the property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TextTransform {
    #[default]
    None,
    Capitalize,
    Uppercase,
    Lowercase,
    /// A text of one letter is in italics: `mi` in MathML.
    MathAuto,
}

impl TextTransform {
    #[inline]
    pub(super) fn parse(value: &str) -> Option<Self> {
        Some(match value {
            "none" => Self::None,
            "capitalize" => Self::Capitalize,
            "uppercase" => Self::Uppercase,
            "lowercase" => Self::Lowercase,
            "math-auto" => Self::MathAuto,
            _ => return None,
        })
    }

    /// Applies the transformation to a text; `is_in_word`: the text before it ends within a word.
    #[inline]
    pub(super) fn apply(self, text: &str, language: Language, is_in_word: bool) -> Cow<'_, str> {
        match self {
            Self::None => Cow::Borrowed(text),
            Self::Capitalize => Cow::Owned(capitalized(text, language, is_in_word)),
            Self::Uppercase => Cow::Owned(language.uppercase(text)),
            Self::Lowercase => Cow::Owned(language.lowercase(text)),
            Self::MathAuto => {
                math::italic(text).map_or(Cow::Borrowed(text), |it| Cow::Owned(it.to_string()))
            }
        }
    }
}

#[inline]
fn capitalized(text: &str, language: Language, mut is_in_word: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let mut length = character.len_utf8();
        if is_in_word {
            out.push(character);
        } else if let Some((titlecase, replaced)) = language.titlecase(rest) {
            out.push_str(titlecase);
            length = replaced;
        } else {
            out.push(titlecase(character));
        }
        is_in_word = is_word_part(character).unwrap_or(is_in_word);
        rest = &rest[length..];
    }
    out
}

/// Whether a text ends within a word. Looks at no more than its last characters.
#[inline]
pub(super) fn ends_in_word(text: &str) -> bool {
    text.chars().rev().take(8).find_map(is_word_part).unwrap_or(false)
}

/// Whether a character is part of a word; `None` if it goes on with what is before it, as an apostrophe does.
#[inline]
fn is_word_part(character: char) -> Option<bool> {
    match character {
        '\'' | '’' | '\u{ad}' | '\u{300}'..='\u{36f}' => None,
        // Each ideograph is a word.
        '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'.. => Some(false),
        _ => Some(character.is_alphanumeric() || character == '_'),
    }
}

/// The [titlecase mapping](https://www.unicode.org/reports/tr44/#Simple_Titlecase_Mapping), where that is one
/// character.
#[inline]
fn titlecase(character: char) -> char {
    match character {
        'Ǆ' | 'ǆ' => 'ǅ',
        'Ǉ' | 'ǉ' => 'ǈ',
        'Ǌ' | 'ǌ' => 'ǋ',
        'Ǳ' | 'ǳ' => 'ǲ',
        // Georgian has capitals, but no titlecase.
        '\u{10d0}'..='\u{10ff}' => character,
        _ => {
            let mut upper = character.to_uppercase();
            if upper.len() == 1 { upper.next().unwrap_or(character) } else { character }
        }
    }
}
