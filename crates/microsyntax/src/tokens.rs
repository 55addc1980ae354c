//! [Space-separated](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#space-separated-tokens) and
//! [comma-separated](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#comma-separated-tokens) tokens.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

/// Returns the tokens of a set of space-separated tokens: [split on ASCII
/// whitespace](https://infra.spec.whatwg.org/#split-on-ascii-whitespace).
///
/// ```
/// use sapwood::microsyntax::tokens;
///
/// let rel: Vec<_> = tokens::space_separated(" nofollow\tnoopener ").collect();
/// assert_eq!(rel, ["nofollow", "noopener"]);
/// ```
#[inline]
pub fn space_separated(input: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    input.split(|character: char| character.is_ascii_whitespace()).filter(|token| !token.is_empty())
}

/// Returns the tokens of a set of comma-separated tokens: [split on
/// commas](https://infra.spec.whatwg.org/#split-on-commas).
///
/// ```
/// use sapwood::microsyntax::tokens;
///
/// let tokens: Vec<_> = tokens::comma_separated(" a ,b,,d d,").collect();
/// assert_eq!(tokens, ["a", "b", "", "d d"]);
/// assert_eq!(tokens::comma_separated("").count(), 0);
/// ```
#[inline]
pub fn comma_separated(input: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    let is_space = |character: char| character.is_ascii_whitespace();
    input.split_terminator(',').map(move |token| token.trim_matches(is_space))
}

/// Whether no token occurs twice, as in an ordered or unordered set of unique space-separated tokens.
/// Case-sensitive.
#[must_use]
#[inline]
pub fn are_unique(input: &str) -> bool {
    let mut seen = BTreeSet::new();
    space_separated(input).all(|token| seen.insert(token))
}

/// Whether no token occurs twice and `is_allowed` returns `true` for each.
#[must_use]
pub fn are_unique_and(input: &str, is_allowed: impl Fn(&str) -> bool) -> bool {
    are_unique(input) && space_separated(input).all(is_allowed)
}

/// Whether `token` is among the space-separated tokens, ASCII case-insensitively, as in `rel`.
#[must_use]
#[inline]
pub fn contains_ignoring_case(input: &str, token: &str) -> bool {
    space_separated(input).any(|it| it.eq_ignore_ascii_case(token))
}

/// Serializes a set of space-separated tokens.
#[must_use]
pub fn serialize<'a>(tokens: impl IntoIterator<Item = &'a str>) -> String {
    join(tokens, " ")
}

pub(crate) fn join<'a>(tokens: impl IntoIterator<Item = &'a str>, separator: &str) -> String {
    tokens.into_iter().collect::<Vec<_>>().join(separator)
}
