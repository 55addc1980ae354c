//! The language of a text by its script, where the page declares none.

/// Ranges of letters, and the language of most texts in them. A script of several large languages has a tag of
/// [BCP 47](https://www.rfc-editor.org/info/bcp47) that names the script alone; Latin letters tell nothing.
const SCRIPTS: &[(std::ops::RangeInclusive<char>, &str)] = &[
    ('\u{370}'..='\u{3ff}', "el"),
    ('\u{400}'..='\u{52f}', "und-Cyrl"),
    ('\u{530}'..='\u{58f}', "hy"),
    ('\u{590}'..='\u{5ff}', "he"),
    ('\u{600}'..='\u{6ff}', "und-Arab"),
    ('\u{900}'..='\u{97f}', "und-Deva"),
    ('\u{980}'..='\u{9ff}', "bn"),
    ('\u{a00}'..='\u{a7f}', "pa"),
    ('\u{a80}'..='\u{aff}', "gu"),
    ('\u{b00}'..='\u{b7f}', "or"),
    ('\u{b80}'..='\u{bff}', "ta"),
    ('\u{c00}'..='\u{c7f}', "te"),
    ('\u{c80}'..='\u{cff}', "kn"),
    ('\u{d00}'..='\u{d7f}', "ml"),
    ('\u{d80}'..='\u{dff}', "si"),
    ('\u{e00}'..='\u{e7f}', "th"),
    ('\u{e80}'..='\u{eff}', "lo"),
    ('\u{f00}'..='\u{fff}', "bo"),
    ('\u{1000}'..='\u{109f}', "my"),
    ('\u{10a0}'..='\u{10ff}', "ka"),
    ('\u{1200}'..='\u{137f}', "und-Ethi"),
    ('\u{1780}'..='\u{17ff}', "km"),
    ('\u{3041}'..='\u{30ff}', "ja"),
    ('\u{4e00}'..='\u{9fff}', "zh"),
    ('\u{ac00}'..='\u{d7af}', "ko"),
];

/// Fewer letters tell nothing.
const FEWEST_LETTERS: usize = 20;

/// The language of a text, if more than half of its letters are of one script.
pub(crate) fn language_of(text: &str) -> Option<&'static str> {
    let mut counts = [0; SCRIPTS.len()];
    let mut letters = 0;
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        letters += 1;
        if let Some(at) = SCRIPTS.iter().position(|(range, _)| range.contains(&letter)) {
            counts[at] += 1;
        }
    }
    let of =
        |name: &str| SCRIPTS.iter().zip(&counts).find(|(it, _)| it.1 == name).map_or(0, |it| *it.1);
    // Japanese writes words in Han characters, and what is between them in its own.
    let (kana, han) = (of("ja"), of("zh"));
    if kana * 10 > han && (kana + han) * 2 > letters && letters >= FEWEST_LETTERS {
        return Some("ja");
    }
    let (most, count) = SCRIPTS.iter().zip(&counts).max_by_key(|(_, count)| **count)?;
    (letters >= FEWEST_LETTERS && count * 2 > letters).then_some(most.1)
}

#[cfg(test)]
mod tests {
    use super::language_of;

    #[test]
    fn languages_by_script() {
        let texts = [
            ("The oak is a tree of the beech family.", None),
            ("Η δρυς είναι δέντρο της οικογένειας των φηγοειδών", Some("el")),
            ("Дуб — дерево семейства буковых, растёт медленно", Some("und-Cyrl")),
            ("オークはブナ科の木で、ゆっくりと成長する樹木です", Some("ja")),
            ("橡树是山毛榉科的一种树它生长缓慢木材坚硬耐用持久", Some("zh")),
            ("참나무는 참나무과의 나무로 천천히 자라며 단단하다", Some("ko")),
            ("Δρυς", None),
            ("", None),
        ];
        for (text, expected) in texts {
            assert_eq!(language_of(text), expected, "{text}");
        }
    }
}
