//! To and from other libraries' types, and media queries.

#![cfg(all(feature = "chrono", feature = "jiff", feature = "media-queries"))]

use sapwood_microsyntax::{
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
