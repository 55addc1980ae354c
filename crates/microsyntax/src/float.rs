//! [Floating-point
//! numbers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#floating-point-numbers), and lists
//! of them.

use alloc::{format, string::String, vec::Vec};

use crate::{FromAttribute, cursor::Cursor};

/// The [rules for parsing floating-point number
/// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-floating-point-number-values).
///
/// The result is the nearest double; never −0, infinite or NaN. `None` where the rules give an error, also
/// when the number is so large that it would round to ±2^1024.
#[must_use]
#[inline]
pub fn parse(input: &str) -> Option<f64> {
    let mut input = Cursor::new(input);
    input.skip_whitespace();
    if input.peek() == Some('+') {
        input.next();
        // A sign after it isn't part of a number.
        if input.peek() == Some('-') {
            return None;
        }
    }
    let number = number(input.rest)?;
    // The number also follows Rust's grammar, whose parser rounds correctly.
    let value: f64 = number.parse().ok()?;
    // Adding zero makes −0 be 0.
    value.is_finite().then_some(value + 0.0)
}

/// The part at the beginning of `text` that is a number, as the steps go over it.
#[inline]
fn number(text: &str) -> Option<&str> {
    let mut input = Cursor::new(text);
    let _ = input.take('-');
    let whole = input.digits();
    let mut end = input;
    if input.take('.').is_some() {
        let fraction = input.digits();
        if !fraction.is_empty() || !whole.is_empty() {
            end = input;
        }
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
    } else if whole.is_empty() {
        return None;
    }
    let mut input = end;
    if input.take('e').or_else(|| input.take('E')).is_some() {
        let _ = input.take('-').or_else(|| input.take('+'));
        if !input.digits().is_empty() {
            end = input;
        }
    }
    Some(&text[..text.len() - end.rest.len()])
}

/// Whether this is a [valid floating-point
/// number](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number).
#[must_use]
#[inline]
pub fn is_valid(value: &str) -> bool {
    let mut input = Cursor::new(value);
    let _ = input.take('-');
    let whole = input.digits();
    let has_fraction = input.take('.').is_some();
    if has_fraction && input.digits().is_empty() || !has_fraction && whole.is_empty() {
        return false;
    }
    if input.take('e').or_else(|| input.take('E')).is_some() {
        let _ = input.take('-').or_else(|| input.take('+'));
        if input.digits().is_empty() {
            return false;
        }
    }
    input.is_at_end()
}

/// The [best representation of a
/// number](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#best-representation-of-the-number-as-a-floating-point-number):
/// the shortest digits that give it again, with an exponent from 10²¹ on and below 10⁻⁶.
///
/// ```
/// use sapwood::microsyntax::float;
///
/// assert_eq!(float::best_representation(0.1 + 0.2), "0.30000000000000004");
/// assert_eq!(float::best_representation(1e21), "1e+21");
/// assert_eq!(float::best_representation(1e-7), "1e-7");
/// ```
#[must_use]
#[inline]
pub fn best_representation(number: f64) -> String {
    let magnitude = if number < 0.0 { -number } else { number };
    if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) && magnitude.is_finite() {
        let text = format!("{number:e}");
        return if magnitude >= 1.0 { text.replace('e', "e+") } else { text };
    }
    // Adding zero makes −0 be 0.
    format!("{}", number + 0.0)
}

/// The [rules for parsing a list of floating-point
/// numbers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-floating-point-numbers).
#[must_use]
#[inline]
pub fn parse_list(input: &str) -> Vec<f64> {
    let is_delimiter =
        |character: char| character.is_ascii_whitespace() || matches!(character, ',' | ';');
    let begins_number =
        |character: char| character.is_ascii_digit() || matches!(character, '.' | '-');
    let mut input = Cursor::new(input);
    let mut numbers = Vec::new();
    input.collect(is_delimiter);
    while !input.is_at_end() {
        input.collect(|character| !is_delimiter(character) && !begins_number(character));
        let unparsed = input.collect(|character| !is_delimiter(character));
        numbers.push(parse(unparsed).unwrap_or(0.0));
        input.collect(is_delimiter);
    }
    numbers
}

/// Whether this is a [valid list of floating-point
/// numbers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-list-of-floating-point-numbers).
#[must_use]
#[inline]
pub fn is_valid_list(value: &str) -> bool {
    value.split(',').all(is_valid)
}

impl FromAttribute for f64 {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        parse(value)
    }
}
