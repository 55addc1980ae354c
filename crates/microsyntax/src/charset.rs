//! The encoding in the `content` of a `meta http-equiv=content-type`.

/// Returns the label that the steps to [extract a character encoding from a `meta`
/// element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element)
/// look up. It may belong to no encoding.
///
/// ```
/// use sapwood_microsyntax::charset;
///
/// assert_eq!(charset::in_content("text/html; charset='no such' "), Some("no such"));
/// assert_eq!(charset::in_content("text/html; charset='"), None);
/// ```
#[must_use]
#[inline]
pub fn in_content(content: &str) -> Option<&str> {
    // A label begins and ends beside ASCII characters.
    in_content_bytes(content.as_bytes()).and_then(|label| core::str::from_utf8(label).ok())
}

/// [`in_content`] for bytes in an encoding that is not known yet.
#[must_use]
#[inline]
pub fn in_content_bytes(content: &[u8]) -> Option<&[u8]> {
    const CHARSET: &[u8] = b"charset";
    let mut rest = content;
    loop {
        let at =
            rest.windows(CHARSET.len()).position(|window| window.eq_ignore_ascii_case(CHARSET))?;
        rest = rest[at + CHARSET.len()..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            return label(value.trim_ascii_start());
        }
    }
}

/// Returns the label, quoted or not, at the start of `value`.
#[inline]
fn label(value: &[u8]) -> Option<&[u8]> {
    Some(match *value.first()? {
        quote @ (b'"' | b'\'') => {
            let inner = &value[1..];
            &inner[..inner.iter().position(|&byte| byte == quote)?]
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
            &value[..value.iter().position(ends).unwrap_or(value.len())]
        }
    })
}
