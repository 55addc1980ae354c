//! [E-mail addresses](https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address).

use crate::tokens;

/// The longest label of a domain.
const MAX_LABEL: usize = 63;

/// Whether this is a [valid e-mail
/// address](https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), which the standard defines more
/// simply than RFC 5322.
///
/// ```
/// use sapwood::microsyntax::email;
///
/// assert!(email::is_valid("o'hara+news@mail.example"));
/// assert!(!email::is_valid("Mary <mary@example.com>"));
/// ```
#[must_use]
#[inline]
pub fn is_valid(value: &str) -> bool {
    let is_local =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= MAX_LABEL
            && label.bytes().all(is_inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    value.split_once('@').is_some_and(|(local, domain)| {
        !local.is_empty() && local.bytes().all(is_local) && domain.split('.').all(is_label)
    })
}

/// Whether this is a [valid e-mail address
/// list](https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address-list): addresses between commas, with
/// white space around them.
#[must_use]
#[inline]
pub fn is_valid_list(value: &str) -> bool {
    tokens::comma_separated(value).all(is_valid)
}
