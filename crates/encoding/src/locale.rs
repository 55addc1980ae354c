//! Default encodings by [locale](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).

use encoding_rs::*;

/// Returns the default encoding for a locale, given as a language tag such as `ja` or `zh-Hant-HK`.
///
/// It follows the standard's table, with windows-1252 for other locales. Chinese without a script or a region is
/// taken for simplified Chinese.
///
/// ```
/// use sapwood::encoding::default_for_locale;
///
/// assert_eq!(default_for_locale("ja").name(), "Shift_JIS");
/// assert_eq!(default_for_locale("zh-TW").name(), "Big5");
/// assert_eq!(default_for_locale("en-GB").name(), "windows-1252");
/// ```
#[must_use]
#[inline]
pub fn default_for_locale(tag: &str) -> &'static Encoding {
    let mut subtags = tag.split(['-', '_']);
    let language = subtags.next().unwrap_or_default();
    let by_language = [
        ("ar fa", WINDOWS_1256),
        ("az ku tr", WINDOWS_1254),
        ("ba be bg kk ky mk ru sah sr tg tt uk", WINDOWS_1251),
        ("cs hr sk", WINDOWS_1250),
        ("el", ISO_8859_7),
        ("et lt lv", WINDOWS_1257),
        ("he", WINDOWS_1255),
        ("hu pl sl", ISO_8859_2),
        ("ja", SHIFT_JIS),
        ("ko", EUC_KR),
        ("th", WINDOWS_874),
        ("vi", WINDOWS_1258),
        ("zh", chinese(subtags)),
    ];
    by_language
        .into_iter()
        .find(|(languages, _)| languages.split(' ').any(|it| it.eq_ignore_ascii_case(language)))
        .map_or(WINDOWS_1252, |(_, encoding)| encoding)
}

/// Chooses by the first subtag that is a script or a region.
fn chinese<'a>(subtags: impl Iterator<Item = &'a str>) -> &'static Encoding {
    for subtag in subtags {
        let is = |values: &[&str]| values.iter().any(|it| it.eq_ignore_ascii_case(subtag));
        if is(&["Hant", "HK", "MO", "TW"]) {
            return BIG5;
        }
        if is(&["Hans", "CN", "SG"]) {
            return GBK;
        }
    }
    GBK
}

#[cfg(test)]
mod tests {
    use super::default_for_locale;

    #[test]
    fn tags() {
        for (tag, name) in [
            ("AR-eg", "windows-1256"),
            ("tr", "windows-1254"),
            ("sah", "windows-1251"),
            ("sr-Latn", "windows-1251"),
            ("sk", "windows-1250"),
            ("el", "ISO-8859-7"),
            ("lv", "windows-1257"),
            ("he", "windows-1255"),
            ("pl_PL", "ISO-8859-2"),
            ("ko-KR", "EUC-KR"),
            ("th", "windows-874"),
            ("vi", "windows-1258"),
            ("zh", "GBK"),
            ("zh-Hans-HK", "GBK"),
            ("zh-SG", "GBK"),
            ("zh-hant", "Big5"),
            ("zh-MO", "Big5"),
            ("de", "windows-1252"),
            ("", "windows-1252"),
        ] {
            assert_eq!(default_for_locale(tag).name(), name, "{tag}");
        }
    }
}
