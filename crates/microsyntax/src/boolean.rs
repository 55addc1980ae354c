//! [Boolean attributes](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attributes).

/// The value that an attribute stands for: whether it is there.
#[must_use]
#[inline]
pub fn parse(value: Option<&str>) -> bool {
    value.is_some()
}

/// Whether `value` is right for the boolean attribute called `name`: empty, or the name.
///
/// ```
/// use sapwood::microsyntax::boolean;
///
/// assert!(boolean::is_valid("checked", "") && boolean::is_valid("checked", "Checked"));
/// assert!(!boolean::is_valid("checked", "true"));
/// ```
#[must_use]
#[inline]
pub fn is_valid(name: &str, value: &str) -> bool {
    value.is_empty() || value.eq_ignore_ascii_case(name)
}
