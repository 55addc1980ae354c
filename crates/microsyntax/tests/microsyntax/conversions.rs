//! To and from other libraries' types; colors and media queries.

use sapwood_microsyntax::{
    color::{ColorSpace, CssColor},
    date::{BeforeYearOne, Date, LocalDateTime, OutOfRange, Time},
    media,
};

#[test]
fn there_and_back() {
    for text in ["2026-11-21T12:30:15.5", "0001-01-01T00:00", "9999-12-31T23:59:59.999"] {
        let local = LocalDateTime::parse(text).unwrap();
        let by_jiff = jiff::civil::DateTime::try_from(local).unwrap();
        assert_eq!(LocalDateTime::try_from(by_jiff), Ok(local));
        let by_chrono = chrono::NaiveDateTime::try_from(local).unwrap();
        assert_eq!(LocalDateTime::try_from(by_chrono), Ok(local));
    }
    let far = Date::parse("300000-01-01").unwrap();
    assert_eq!(jiff::civil::Date::try_from(far), Err(OutOfRange));
    assert_eq!(chrono::NaiveDate::try_from(far), Err(OutOfRange));
    assert_eq!(Date::try_from(jiff::civil::date(0, 1, 1)), Err(BeforeYearOne));
    let bad = Time { hour: 99, ..Time::default() };
    assert_eq!(chrono::NaiveTime::try_from(bad), Err(OutOfRange));
    assert_eq!(jiff::civil::Time::try_from(bad), Err(OutOfRange));
}

#[test]
fn media_queries() {
    let valid = [
        "",
        " ",
        "all",
        "screen",
        "only screen",
        "not print and (color)",
        "(color)",
        "not (color)",
        "(a) and (b) and (c)",
        "(a) or (b) or (c)",
        "((a) and (b)) or (c)",
        "screen and (min-width: 1px)",
        "screen, print",
        "(1px < width <= 2px)",
        "f(x)",
        "unknown-type",
        "screen and (not (a))",
        "(",
    ];
    let invalid = [
        ",",
        "screen,",
        "not",
        "only",
        "and",
        "or",
        "layer",
        "only (color)",
        "screen (color)",
        "screen and",
        "screen and print",
        "screen and (a) or (b)",
        "(a) and (b) or (c)",
        "not (a) and (b)",
        "(a) (b)",
        "(color))",
        "1px",
        "(a]",
        "screen and not (a) and (b)",
    ];
    for query in valid {
        assert!(media::is_valid(query), "{query:?}");
    }
    for query in invalid {
        assert!(!media::is_valid(query), "{query:?}");
    }
    assert!(!media::is_valid(&"(".repeat(200_000)));
}

/// Random CSS tokens in the notations of colors: parsing, converting and writing never panics, and what is written is
/// the same color.
#[test]
fn colors_round_trip() {
    const TOKENS: [&str; 40] = [
        "rgb(",
        "rgba(",
        "hsl(",
        "hwb(",
        "lab(",
        "lch(",
        "oklab(",
        "oklch(",
        "color(",
        "srgb ",
        "display-p3 ",
        "rec2020 ",
        "xyz ",
        "prophoto-rgb ",
        "none ",
        "1 ",
        "50% ",
        "0 ",
        "-1 ",
        ".5 ",
        "1e39 ",
        "-1e39 ",
        "1e-45 ",
        "360deg ",
        "1e38turn ",
        "-1e9rad ",
        "120 ",
        "300% ",
        "/ ",
        ", ",
        ")",
        "/**/",
        "(",
        "calc(",
        "a",
        "#fff",
        "red",
        "\\",
        "\"",
        "\u{1f600}",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end as u64) as usize
    };
    let mut parsed = 0;
    for _ in 0..100_000 {
        // A function, often followed by the right number of components.
        let mut text = TOKENS[below(9)].to_owned();
        if text == "color(" {
            text.push_str(TOKENS[9 + below(5)]);
        }
        for _ in 0..2 + below(4) {
            let end = if below(4) == 0 { 26 } else { 14 };
            text.push_str(TOKENS[14 + below(end)]);
        }
        for text in [text.clone(), text.replace(' ', ", ").replace("%, ", "% ")] {
            let Some(color) = CssColor::parse(&text) else { continue };
            parsed += 1;
            assert!((0.0..=1.0).contains(&color.alpha()), "{text}");
            for space in [ColorSpace::Srgb, ColorSpace::DisplayP3] {
                assert_eq!(color.components(space).len(), 3);
                assert!(!color.serialize_well(space, true).is_empty());
            }
            let written = color.to_string();
            let again = CssColor::parse(&written).expect(&written).to_string();
            assert_eq!(again, written, "{text}");
        }
    }
    assert!(parsed > 5_000, "{parsed}");
}
