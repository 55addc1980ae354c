//! A fuzz target for microsyntaxes.

use std::{fmt::Display, hint::black_box};

use sapwood::{
    Limits,
    microsyntax::{
        Dimension, FromAttribute,
        color::{self, Color},
        date::{
            Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
            Week, YearlessDate, with_year_in_range,
        },
        float,
        integer::{self, IntegerError},
        parse_dimension_list,
        refresh::Refresh,
        srcset, tokens,
    },
};

/// Parses a string as each microsyntax: valid values parse, and parsed values round-trip.
pub fn values(data: &[u8], _: &Limits) {
    let text = &*String::from_utf8_lossy(data);
    let is_integer = |error| error != IntegerError::NotAnInteger;
    assert!(!integer::is_valid(text) || integer::parse(text).err().is_none_or(is_integer));
    if let Some(number) = float::parse(text) {
        assert!(number.is_finite());
        assert_eq!(float::parse(&float::best_representation(number)), Some(number));
    }
    check_round_trip::<Month>(text, Month::is_valid);
    check_round_trip::<Date>(text, Date::is_valid);
    check_round_trip::<YearlessDate>(text, YearlessDate::is_valid);
    check_round_trip::<Time>(text, Time::is_valid);
    check_round_trip::<LocalDateTime>(text, LocalDateTime::is_valid);
    check_round_trip::<TimeZoneOffset>(text, TimeZoneOffset::is_valid);
    check_round_trip::<GlobalDateTime>(text, GlobalDateTime::is_valid);
    check_round_trip::<Week>(text, Week::is_valid);
    check_round_trip::<DateOrTime>(text, DateOrTime::is_valid);
    check_round_trip::<Color>(text, color::is_valid);
    assert!(!Duration::is_valid(text) || Duration::parse(text).is_some() || text.len() > 300);
    let moment = GlobalDateTime::parse(text).and_then(GlobalDateTime::to_utc);
    black_box((
        moment,
        Dimension::parse(text),
        parse_dimension_list(text),
        float::parse_list(text),
    ));
    black_box((Refresh::parse(text), Refresh::is_valid(text), srcset::parse(text)));
    black_box((srcset::is_valid(text), srcset::parse_sizes(text), tokens::are_unique(text)));
}

fn check_round_trip<T: FromAttribute + Display>(text: &str, is_valid: fn(&str) -> bool) {
    if is_valid(text) {
        // A year past the range is valid and has no value.
        let in_range = with_year_in_range(text);
        let text = in_range.as_deref().unwrap_or(text);
        let written = T::from_attribute(text).expect("a valid value parses").to_string();
        assert!(is_valid(&written), "{text:?} was written {written:?}");
        assert_eq!(T::from_attribute(&written).map(|it| it.to_string()), Some(written));
    }
}
