//! Numbers: conversion from and to strings, and rounding.

use crate::text::is_space;

/// [Converts](https://www.w3.org/TR/xpath-10/#function-number) a string to a number; NaN if it isn't one.
pub(crate) fn parse(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    let digits = text.strip_prefix('-').unwrap_or(text);
    // Rust's grammar of numbers is larger: it has a plus sign, exponents and names.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if !is_number {
        return f64::NAN;
    }
    text.parse().unwrap_or(f64::NAN)
}

/// [Converts](https://www.w3.org/TR/xpath-10/#function-string) a number to a string: without an exponent, and with as
/// many digits as distinguish it from all other numbers.
pub(crate) fn format(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if number == 0.0 {
        // Negative zero, too.
        "0".to_owned()
    } else {
        number.to_string()
    }
}

/// [Rounds](https://www.w3.org/TR/xpath-10/#function-round) to the nearest integer, and to the higher one of two.
pub(crate) fn round(number: f64) -> f64 {
    let floor = number.floor();
    // `floor(number + 0.5)` would be wrong where the sum is rounded, as for 0.49999999999999994.
    let rounded = if number - floor >= 0.5 { floor + 1.0 } else { floor };
    // From -0.5 on the result is negative zero.
    if rounded == 0.0 { 0.0_f64.copysign(number) } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_like_the_specification() {
        let cases = [
            (0.5, 1.0),
            (1.5, 2.0),
            (2.5, 3.0),
            (-1.5, -1.0),
            (-2.5, -2.0),
            (0.499_999_999_999_999_94, 0.0),
            (4_503_599_627_370_497.0, 4_503_599_627_370_497.0),
            (f64::INFINITY, f64::INFINITY),
        ];
        for (number, expected) in cases {
            assert_eq!(round(number), expected, "{number}");
        }
        assert!(round(f64::NAN).is_nan());
        for number in [-0.0, -0.2, -0.5] {
            assert!(round(number) == 0.0 && round(number).is_sign_negative(), "{number}");
        }
        assert!(round(0.2).is_sign_positive());
    }

    #[test]
    fn formats_without_an_exponent() {
        assert_eq!(format(1e21), "1000000000000000000000");
        assert_eq!(format(1e-7), "0.0000001");
        assert_eq!(format(-0.0), "0");
        assert_eq!(format(-1.5), "-1.5");
    }

    #[test]
    fn parses_only_the_specified_grammar() {
        for text in
            ["", " ", ".", "-", "+1", "1e3", "inf", "NaN", "1 2", "--1", "- 1", "1.2.3", "\u{a0}1"]
        {
            assert!(parse(text).is_nan(), "{text:?}");
        }
        for (text, number) in [(" 1\n", 1.0), ("-1.", -1.0), (".5", 0.5), ("-.5", -0.5)] {
            assert_eq!(parse(text), number, "{text:?}");
        }
    }
}
