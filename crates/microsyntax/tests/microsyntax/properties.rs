//! Properties of all values: valid ones can be read, normal forms stay as they are, dates agree with `jiff`,
//! floats with Rust, and nothing panics.

use std::fmt::Display;

use sapwood_microsyntax::{
    Dimension, FromAttribute, attributes, color,
    date::{
        Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
        Week, YearlessDate, days_in_month, weeks_in_year, with_year_in_range,
    },
    float, integer, parse_dimension_list, parse_nonzero_dimension,
    refresh::Refresh,
    srcset, tokens,
};

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A text of what the microsyntaxes are made of.
    fn text(&mut self) -> String {
        const PIECES: [&str; 44] = [
            "0",
            "1",
            "2",
            "9",
            "12",
            "29",
            "30",
            "31",
            "59",
            "60",
            "2026",
            "0001",
            "99999",
            "-",
            "--",
            "+",
            ".",
            ",",
            ";",
            ":",
            "T",
            "Z",
            "W",
            "P",
            "D",
            "H",
            "M",
            "S",
            "Y",
            "e",
            "E",
            "%",
            "*",
            " ",
            "\t",
            "#",
            "f",
            "red",
            "url=",
            "x",
            "w",
            "(",
            "\u{e9}",
            "\u{1f600}",
        ];
        let length = self.next() % 9;
        (0..length).map(|_| PIECES[(self.next() % PIECES.len() as u64) as usize]).collect()
    }
}

fn normal_form<T: FromAttribute + Display + PartialEq + std::fmt::Debug>(
    text: &str,
    is_valid: fn(&str) -> bool,
) {
    let read = T::from_attribute(text);
    if is_valid(text) && with_year_in_range(text).is_none() {
        let read = read.as_ref().unwrap_or_else(|| panic!("{text:?} is valid, but isn't read"));
        let written = read.to_string();
        assert_eq!(T::from_attribute(&written).as_ref(), Some(read), "{text:?} gives {written:?}");
        assert!(is_valid(&written), "{text:?} gives {written:?}, which isn't valid");
        let again = T::from_attribute(&written).unwrap().to_string();
        assert_eq!(again, written);
    }
}

#[test]
fn whatever_the_text() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300_000 {
        let text = random.text();
        normal_form::<Month>(&text, Month::is_valid);
        normal_form::<Date>(&text, Date::is_valid);
        normal_form::<YearlessDate>(&text, YearlessDate::is_valid);
        normal_form::<Time>(&text, Time::is_valid);
        normal_form::<LocalDateTime>(&text, LocalDateTime::is_valid);
        normal_form::<TimeZoneOffset>(&text, TimeZoneOffset::is_valid);
        normal_form::<GlobalDateTime>(&text, GlobalDateTime::is_valid);
        normal_form::<Week>(&text, Week::is_valid);
        normal_form::<Duration>(&text, Duration::is_valid);
        normal_form::<DateOrTime>(&text, DateOrTime::is_valid);
        normal_form::<Dimension>(&text, |_| false);
        if integer::is_valid(&text) {
            assert!(integer::parse(&text) != Err(integer::IntegerError::NotAnInteger));
        }
        if integer::is_valid_non_negative(&text) {
            assert!(integer::parse_non_negative(&text) != Err(integer::IntegerError::NotAnInteger));
        }
        if let Some(color) = color::parse(&text) {
            assert!(color::is_valid_lowercase(&color.to_string()));
            assert_eq!(color::parse(&color.to_string()), Some(color));
            assert_eq!(color::parse_legacy(&text), Some(color));
        }
        if LocalDateTime::is_valid_normalized(&text) && with_year_in_range(&text).is_none() {
            assert_eq!(LocalDateTime::parse(&text).unwrap().to_string(), text);
        }
        if float::is_valid_list(&text) {
            assert_eq!(float::parse_list(&text).len(), text.split(',').count());
        }
        let _ = (parse_dimension_list(&text), parse_nonzero_dimension(&text));
        let _ = (Refresh::is_valid(&text), Refresh::parse(&text), srcset::parse(&text));
        let _ = (srcset::is_valid(&text), srcset::parse_sizes(&text), tokens::are_unique(&text));
        let _ = (tokens::comma_separated(&text).count(), attributes::rule_of(&text, &text));
    }
}

#[test]
fn floats_agree_with_rust() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..300_000 {
        let number = f64::from_bits(random.next());
        if !number.is_finite() {
            continue;
        }
        let written = float::best_representation(number);
        assert!(float::is_valid(&written), "{written}");
        assert_eq!(float::parse(&written), Some(number + 0.0), "{written}");
        // What Rust takes and the standard calls valid, both read alike.
        let text = random.text();
        if float::is_valid(&text) {
            let rust: f64 = text.parse().unwrap();
            assert_eq!(float::parse(&text), rust.is_finite().then_some(rust + 0.0), "{text}");
        }
    }
}

#[test]
fn dates_agree_with_jiff_over_400_years() {
    let mut days = jiff::civil::date(1800, 1, 1);
    let mut date = Date::new(1800, 1, 1).unwrap();
    while days.year() < 2200 {
        assert_eq!(date.to_string(), days.to_string());
        assert_eq!(Date::parse(&date.to_string()), Some(date));
        assert_eq!(i64::from(date.weekday()), i64::from(days.weekday().to_monday_one_offset()));
        assert_eq!(
            i16::from(days_in_month(date.year, date.month)),
            i16::from(days.days_in_month())
        );
        if days.day() == 1 && days.month() == 7 {
            let week = days.iso_week_date();
            let weeks = weeks_in_year(date.year);
            assert_eq!(i16::from(weeks), i16::from(week.weeks_in_year()), "{days}");
        }
        let next = date.next().unwrap();
        assert_eq!(next.previous(), Some(date));
        assert_eq!(next.day_number(), date.day_number() + 1);
        date = next;
        days = days.tomorrow().unwrap();
    }
}

#[test]
fn moments_agree_with_jiff() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..20_000 {
        let year = 2 + random.next() % 9_990;
        let [month, day, hour, minute, zone_hour, zone_minute] =
            [12, 28, 24, 60, 24, 60].map(|most| random.next() % most);
        let sign = if random.next().is_multiple_of(2) { '+' } else { '-' };
        let text = format!(
            "{year:04}-{:02}-{:02}T{hour:02}:{minute:02}{sign}{zone_hour:02}:{zone_minute:02}",
            month + 1,
            day + 1
        );
        let moment = GlobalDateTime::parse(&text).unwrap();
        let utc = moment.to_utc().unwrap();
        let Ok(stamp) = text.parse::<jiff::Timestamp>() else { continue };
        let expected = stamp.to_string();
        assert_eq!(format!("{}:00Z", utc), expected, "{text}");
    }
}

#[test]
fn long_values_take_linear_time() {
    let many = 200_000;
    assert_eq!(integer::parse(&"9".repeat(many)), Err(integer::IntegerError::OutOfRange));
    assert_eq!(float::parse(&("0.".to_owned() + &"1".repeat(many))), Some(1.0 / 9.0));
    assert_eq!(float::parse_list(&"1,".repeat(many)).len(), many);
    assert_eq!(srcset::parse(&"a 2x,".repeat(many)).len(), many);
    assert_eq!(tokens::comma_separated(&",".repeat(many)).count(), many);
    assert!(Duration::parse(&"1s".repeat(many)).is_some());
    assert!(!Duration::is_valid(&"1s".repeat(many)));
    assert!(color::parse_legacy(&"#".repeat(many)).is_some());
    assert_eq!(srcset::parse_sizes(&"(a) 1px,".repeat(many)).len(), many);
}
