//! The characters of a search, in which case and accents make no difference.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Calls `write` for each character that a search compares instead of `character`.
///
/// Browsers compare by the primary weights of the Unicode Collation Algorithm. Two characters of the same weight give the
/// same text here; a few give the same that browsers tell apart, which makes directives longer than they need to be.
pub(super) fn fold(character: char, mut write: impl FnMut(char)) {
    if character.is_ascii() {
        return write(character.to_ascii_lowercase());
    }
    match character {
        '‘' | '’' | '‚' | '‛' | '′' | '׳' => write('\''),
        '“' | '”' | '„' | '‟' | '″' | '״' => write('"'),
        _ if is_ignorable(character) => {}
        _ => {
            let base = std::iter::once(character).nfkd().filter(|it| !is_combining_mark(*it));
            // The capital of `ß` is `SS`, and that of `ς` is that of `σ`.
            base.flat_map(char::to_uppercase).flat_map(char::to_lowercase).for_each(|it| {
                match it {
                    // Katakana as Hiragana.
                    'ァ'..='ヶ' => write(char::from_u32(it as u32 - 0x60).unwrap_or(it)),
                    'ø' => write('o'),
                    'đ' => write('d'),
                    'ł' => write('l'),
                    _ => write(it),
                }
            });
        }
    }
}

/// Whether a search passes over a character.
pub(super) fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Folds a text, with white space collapsed.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        word.chars().for_each(|character| fold(character, |it| folded.push(it)));
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_kinds_of_quotes_make_no_difference() {
        for (left, right) in [
            ("Résumé", "resume"),
            ("STRASSE", "straße"),
            ("“so-called”", "\"so-called\""),
            ("ﬁne", "fine"),
            ("co\u{ad}operate", "cooperate"),
            ("Ｆｕｌｌ", "full"),
            ("カタカナ", "かたかな"),
            ("  a \n b ", "a b"),
        ] {
            assert_eq!(folded(left), folded(right));
        }
        assert_ne!(folded("oak"), folded("elm"));
    }
}
