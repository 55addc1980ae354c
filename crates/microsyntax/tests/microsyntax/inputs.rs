//! The values of range controls, and the validity of numbers, dates and e-mail addresses.

use sapwood_microsyntax::{
    email,
    input::{NumericValidity, sanitize},
};

/// Returns the value of an attribute in a list of names and values.
fn find<'a>(attributes: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(found, _)| *found == name).map(|(_, value)| *value)
}

#[test]
fn ranges_are_set_to_decimal_steps_within_their_bounds() {
    #[rustfmt::skip]
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("min", "0"), ("max", "1"), ("step", "0.1"), ("value", "0.3")], "0.3"),
        (&[("min", "0"), ("max", "1"), ("step", "0.1"), ("value", "0.15")], "0.2"),
        (&[("min", "-1"), ("max", "1"), ("step", "0.2"), ("value", "0.25")], "0.2"),
        (&[("max", "10"), ("step", "3"), ("value", "5")], "5"),
        (&[("min", "0"), ("max", "10"), ("step", "4"), ("value", "10")], "8"),
        (&[("step", "10"), ("value", "-3")], "7"),
        (&[("step", "300"), ("value", "105")], "100"),
        (&[("step", "any"), ("value", "0.15")], "0.15"),
        (&[("min", "5"), ("max", "1")], "5"),
        (&[("step", "1e-300"), ("value", "1e2")], "100"),
        (&[], "50"),
    ];
    for (attributes, expected) in cases {
        let found = sanitize("range", |name| find(attributes, name));
        assert_eq!(found, *expected, "{attributes:?}");
    }
}

#[test]
fn numeric_validity_follows_min_max_and_step() {
    // Letters: has range limitations, underflow, overflow, step mismatch.
    type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);
    #[rustfmt::skip]
    let cases: &[Case] = &[
        ("number", "1", &[], ""),
        ("number", "", &[("min", "1")], "l"),
        ("number", "0", &[("min", "1")], "lu"),
        ("number", "3", &[("min", "5"), ("max", "1")], "luo"),
        ("number", "0.5", &[("min", "0")], "ls"),
        ("number", "0.5", &[("value", "0.5")], ""),
        ("number", "0.5", &[], "s"),
        ("number", "30", &[("min", "10"), ("step", "20")], "l"),
        ("time", "12:00", &[("min", "21:00"), ("max", "06:00")], "luo"),
        ("time", "05:00", &[("min", "21:00"), ("max", "06:00")], "l"),
        ("time", "05:00", &[("min", "06:00"), ("max", "21:00")], "lu"),
        ("time", "10:00:00.5", &[("min", "10:00"), ("step", "0.5")], "l"),
        ("date", "2020-03-01", &[("min", "2020-02-28"), ("step", "2")], "l"),
        ("date", "2020-02-29", &[("min", "2020-02-28"), ("step", "2")], "ls"),
        ("month", "2021-01", &[("min", "2020-11"), ("step", "2")], "l"),
        ("week", "2021-W01", &[("max", "2020-W53")], "lo"),
        ("week", "2021-W01", &[("min", "2020-W53"), ("step", "2")], "ls"),
        ("datetime-local", "2020-01-01T00:00:30", &[("min", "2019-12-31T23:59")], "ls"),
        ("range", "50", &[], "l"),
    ];
    for (kind, value, attributes, expected) in cases {
        let validity = NumericValidity::check(kind, value, |name| find(attributes, name)).unwrap();
        let flags = [
            (validity.has_range_limitations, 'l'),
            (validity.range_underflow, 'u'),
            (validity.range_overflow, 'o'),
            (validity.step_mismatch, 's'),
        ];
        let found: String = flags.iter().filter(|(is, _)| *is).map(|(_, letter)| *letter).collect();
        assert_eq!(found, *expected, "{kind} {value:?} {attributes:?}");
    }
    assert_eq!(NumericValidity::check("text", "1", |_| None), None);
}

#[test]
fn email_addresses_have_labels_of_at_most_63_letters() {
    let label = "a".repeat(63);
    for valid in ["a@b", ".@b-c.d1", "a!#$%&'*+/=?^_`{|}~-@b", &format!("a@{label}.{label}")] {
        assert!(email::is_valid(valid), "{valid}");
    }
    for invalid in ["", "a", "@b", "a@", "a@b@c", "a@-b", "a@b-", "a@b..c", "a b@c", "é@b", "a@é"]
    {
        assert!(!email::is_valid(invalid), "{invalid}");
    }
    assert!(!email::is_valid(&format!("a@{label}a")));
    assert!(email::is_valid_list("") && email::is_valid_list(" a@b ,c@d"));
    assert!(!email::is_valid_list("a@b,,c@d") && !email::is_valid_list(" "));
}
