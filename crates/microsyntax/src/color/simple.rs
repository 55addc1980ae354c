//! Simple colours, and the rules for legacy colours.

use core::fmt;

use crate::{FromAttribute, generated::NAMED_COLORS};

/// A [simple colour](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#simple-colour). `Display`
/// writes it as `#rrggbb`, by the [rules for serializing simple color
/// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-serialising-simple-colour-values).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    pub(crate) const BLACK: Self = Self { red: 0, green: 0, blue: 0 };
}

/// The most characters that count.
const MOST: usize = 128;

/// The [rules for parsing simple color
/// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-simple-colour-values).
#[must_use]
#[inline]
pub fn parse(input: &str) -> Option<Color> {
    let digits = input.strip_prefix('#')?.as_bytes();
    let [a, b, c, d, e, f] = digits.try_into().ok()?;
    let byte = |high: u8, low: u8| Some(hex_digit(high)? << 4 | hex_digit(low)?);
    Some(Color { red: byte(a, b)?, green: byte(c, d)?, blue: byte(e, f)? })
}

/// Whether this is a [valid simple
/// color](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-simple-colour).
#[must_use]
#[inline]
pub fn is_valid(value: &str) -> bool {
    parse(value).is_some()
}

/// Whether this is a [valid lowercase simple
/// color](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-lowercase-simple-colour).
#[must_use]
#[inline]
pub fn is_valid_lowercase(value: &str) -> bool {
    is_valid(value) && !value.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// The [rules for parsing a legacy color
/// value](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value),
/// which make a colour of nearly anything.
#[must_use]
#[inline]
pub fn parse_legacy(input: &str) -> Option<Color> {
    if input.is_empty() {
        return None;
    }
    let input = input.trim_matches(|character: char| character.is_ascii_whitespace());
    if input.eq_ignore_ascii_case("transparent") {
        return None;
    }
    if let Some(color) = named(input) {
        return Some(color);
    }
    if let [b'#', red, green, blue] = *input.as_bytes()
        && let (Some(red), Some(green), Some(blue)) =
            (hex_digit(red), hex_digit(green), hex_digit(blue))
    {
        return Some(Color { red: red * 17, green: green * 17, blue: blue * 17 });
    }
    // Each character as a hexadecimal digit, those that aren't one as 0.
    let mut digits = [0; MOST + 2];
    let mut length = 0;
    for character in input.chars().take(MOST) {
        // Those past U+FFFF count as two.
        for _ in 0..1 + usize::from(character > '\u{ffff}') {
            if length < MOST {
                digits[length] = u8::try_from(character).ok().and_then(hex_digit).unwrap_or(0);
                length += 1;
            }
        }
    }
    let start = usize::from(input.starts_with('#'));
    // Zeros follow, up to a multiple of three.
    let part = (length - start).div_ceil(3).max(1);
    let component = |index: usize| &digits[start + index * part..start + (index + 1) * part];
    let mut components = [0, 1, 2].map(component);
    if part > 8 {
        components = components.map(|digits| &digits[part - 8..]);
    }
    while components[0].len() > 2 && components.iter().all(|digits| digits[0] == 0) {
        components = components.map(|digits| &digits[1..]);
    }
    let [red, green, blue] =
        components.map(|digits| digits.iter().take(2).fold(0, |sum, digit| sum << 4 | digit));
    Some(Color { red, green, blue })
}

/// The [named color](https://drafts.csswg.org/css-color/#named-colors) called so, in any case.
#[must_use]
#[inline]
pub fn named(name: &str) -> Option<Color> {
    let mut lowercase = [0; 24];
    let lowercase = lowercase.get_mut(..name.len())?;
    lowercase.copy_from_slice(name.as_bytes());
    lowercase.make_ascii_lowercase();
    let name = str::from_utf8(lowercase).ok()?;
    let index = NAMED_COLORS.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    let [red, green, blue] = NAMED_COLORS[index].1;
    Some(Color { red, green, blue })
}

#[inline]
fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

impl fmt::Display for Color {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// By the rules for legacy colours.
impl FromAttribute for Color {
    #[inline]
    fn from_attribute(value: &str) -> Option<Self> {
        parse_legacy(value)
    }
}
