use super::{Fuel, Pattern, Unknown};

/// The answer for a value: `None` if the pattern is invalid.
fn answer(pattern: &str, value: &str) -> Result<Option<bool>, Unknown> {
    let mut fuel = Fuel::default();
    let pattern = Pattern::new(pattern, &mut fuel);
    let found = pattern.matches(value, &mut fuel)?;
    Ok(if matches!(pattern, Pattern::Invalid) { None } else { Some(found) })
}

#[test]
fn matches_whole_values() {
    #[rustfmt::skip]
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("", &[""], &["a"]),
        ("a|b", &["a", "b"], &["ab", ""]),
        ("a|", &["a", ""], &["b"]),
        ("[a-c]+", &["abc"], &["abd"]),
        ("a{2,3}", &["aa", "aaa"], &["a", "aaaa"]),
        ("a{2,}?", &["aa", "aaaaa"], &["a"]),
        ("(?:a*)*", &["", "aaa"], &["b"]),
        ("^a$", &["a"], &["aa"]),
        (r"\ba\b.\B.", &["a  "], &["ab ", "a b"]),
        (r"\d\D\s\S\w\W", &["1a\u{feff}a_-"], &["1a aa_"]),
        (r"\x41\u0042\u{43}\cJ\0", &["ABC\n\0"], &["ABC"]),
        (r"\uD83D\uDE00", &["😀"], &["x"]),
        (".", &["😀", "é"], &["\n", "\u{2028}"]),
        ("(?s:.)", &["\n"], &["ab"]),
        ("(?m:a$\n^b)", &["a\nb"], &["ab"]),
        ("a$\n^b", &[], &["a\nb"]),
        ("(?i:straße)", &["STRAßE", "ſtraẞe"], &["STRASSE"]),
        ("(?i:a(?-i:b))", &["Ab"], &["AB"]),
        (r"(?i:[^x])", &["y"], &["x", "X"]),
        (r"(?i:\w)", &["\u{17f}", "\u{212a}"], &["é"]),
        (r"(?i:\W)", &["é"], &["\u{17f}", "k"]),
        (r"\p{Lu}\P{Lu}", &["Aa", "Éé"], &["aA"]),
        (r"\p{Script=Greek}+", &["αβγ"], &["abc"]),
        (r"\p{scx=Grek}+", &["αβγ"], &["abc"]),
        (r"[\p{L}--[a-z]]+", &["ÄÖ"], &["a"]),
        (r"[\w&&\d]+", &["123"], &["a"]),
        (r"[[a-z]--[aeiou]]+", &["xyz"], &["a"]),
        (r"[^[a-y]]", &["z"], &["b"]),
        (r"[\q{abc|d|}x]", &["abc", "d", "", "x"], &["ab", "a"]),
        (r"[\q{abc|d}--\q{abc}]", &["d"], &["abc"]),
        (r"[a\-z]+", &["a-z"], &["b"]),
        (r"[\&\!\b]+", &["&!\u{8}"], &["\\"]),
        (r"(?=.*\d)(?=.*[a-z]).{4,}", &["a234"], &["abcd", "1234", "a2"]),
        (r"(?!.*bad).+", &["good"], &["a bad one"]),
        (r".*(?<=ab)c", &["xabc"], &["xbbc"]),
        (r".*(?<!ab)c", &["xbbc"], &["xabc"]),
        (r"(?=(?!b).*(?<=c$))[abc]+", &["abc"], &["bc", "ab"]),
        (r"(.)\1", &["aa"], &["ab"]),
        (r"(?<x>a|b)\k<x>", &["aa", "bb"], &["ab"]),
        (r"(?:(?<x>a)|(?<x>b))\k<x>", &["aa", "bb"], &["ab"]),
        (r"\1(a)", &["a"], &["aa"]),
        (r"(?:(a)|b)*\1", &["ab", "aa"], &["aba"]),
        (r"(a\1)+", &["aa"], &["ab"]),
        (r"(?=(a+))\1b", &["aab"], &["aac"]),
        (r"(?<=(\d)\1)x|..x", &["11x"], &["1x"]),
        (r"(?i:(a)\1)", &["aA"], &["ab"]),
        (r"(a*)*b\1", &["aabaa", "b"], &["aab"]),
    ];
    for (pattern, matching, others) in cases {
        for (values, expected) in [(matching, true), (others, false)] {
            for value in *values {
                assert_eq!(answer(pattern, value), Ok(Some(expected)), "{pattern} on {value:?}");
            }
        }
    }
}

#[test]
fn rejects_invalid_patterns() {
    #[rustfmt::skip]
    let cases = [
        "(", ")", "a)(b", "[", "]", "{", "}", "a{", "a{1", "a{2,1}", "*", "a**", "(?=a)*", "^*", r"\b+", r"\", r"\c", r"\c1",
        r"\-", r"\a", r"\1", r"(a)\2", r"\k<x>", r"\k", "(?<x>a)(?<x>b)", "(?<1>a)", "(?<>a)", r"\01", r"\x4", r"\u12",
        r"\u{110000}", r"\u{}", "[z-a]", "[a-]", "[-a]", "[a--b&&c]", "[a&&&b]", "[(]", "[a||b]", "[/]", "[a-z--b]", "[&&a]",
        "[a&&]", r"[\d-z]", r"[a-\d]", r"[^\q{ab}]", r"\P{RGI_Emoji}", r"[^\p{RGI_Emoji}]", r"\p{lu}", r"\p{Greek}",
        r"\p{Script=greek}", r"\p{sc=grek}", r"\p{}", r"\p{-}", r"\p", r"\pL", "(?i-i:a)", "(?-:a)", "(?g:a)", "(?ii:a)", "(?a)",
        r"[\q{a]", r"\q{a}", r"[\k]",
    ];
    for pattern in cases {
        assert_eq!(answer(pattern, "a"), Ok(None), "{pattern}");
    }
}

#[test]
fn knows_all_names_of_properties() {
    let names = "gc=Lu General_Category=Uppercase_Letter Uppercase_Letter Cs punct digit LC Any ASCII Assigned AHex Bidi_M \
        EComp ExtPict IDST Regional_Indicator RI space XIDS Script=Kirat_Rai sc=Zyyy scx=Qaai Script_Extensions=SignWriting \
        Emoji CWU";
    for name in names.split_ascii_whitespace() {
        assert!(matches!(answer(&format!(r"\p{{{name}}}"), "a"), Ok(Some(_))), "{name}");
    }
}

#[test]
fn refuses_what_it_cannot_compute() {
    let nested = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    let classes = format!("{}a{}", "[".repeat(100_000), "]".repeat(100_000));
    #[rustfmt::skip]
    let cases = [
        r"\p{RGI_Emoji}", r"[\p{RGI_Emoji}--a]", r"\p{CWKCF}", "(?:(?:a{1000}){1000}){1000}", "(?:(?:){99999}){99999}",
        &nested, &classes,
    ];
    for pattern in cases {
        assert_eq!(answer(pattern, "a"), Err(Unknown), "{}", &pattern[..pattern.len().min(40)]);
    }
}

#[test]
fn takes_bounded_time_on_hostile_patterns() {
    let long = format!("{}b", "a".repeat(100_000));
    for pattern in ["(a+)+", "(a*)*", "(a|aa)+", "(a|a?)+", "(?=(a+)+)a*", "(?<!(a+)+c)(a|b|ab)*c"]
    {
        assert_eq!(answer(pattern, &long), Ok(Some(false)), "{pattern}");
    }
    // Backtracking until the fuel is used up.
    assert_eq!(answer(r"(?:(a+)+)+\1c", &long), Err(Unknown));
    assert_eq!(answer(&"(?=a)".repeat(20_000), &long), Err(Unknown));
    assert_eq!(answer(&"a?".repeat(50_000), &long), Err(Unknown));
    let classes = format!("[{}]", r"\p{L}".repeat(100_000));
    assert_eq!(answer(&classes, "a"), Ok(Some(true)));
    let folded = format!("(?i:{})", r"[\0-\u{10FFFF}]".repeat(100_000));
    assert_eq!(answer(&folded, "a"), Err(Unknown));
    assert_eq!(answer(&format!("[{}]", "a-z".repeat(100_000)), "b"), Ok(Some(true)));
}
