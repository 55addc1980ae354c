//! The encoding that the transport layer names.

use encoding_rs::Encoding;

/// The encoding named by the `charset` of a `Content-Type` header, read as a [MIME
/// type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type).
///
/// ```
/// use sapwood_encoding::encoding_of_content_type;
///
/// let encoding = encoding_of_content_type("text/html; charset=\"Shift_JIS\"");
/// assert_eq!(encoding.unwrap().name(), "Shift_JIS");
/// assert_eq!(encoding_of_content_type("text/html"), None);
/// ```
#[must_use]
pub fn encoding_of_content_type(header: &str) -> Option<&'static Encoding> {
    let (essence, mut rest) = header.split_once(';')?;
    let (kind, subtype) = essence.trim_matches(is_http_whitespace).split_once('/')?;
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    loop {
        let end = rest.find([';', '=']).unwrap_or(rest.len());
        let name = rest[..end].trim_start_matches(is_http_whitespace);
        let value;
        (value, rest) = match rest[end..].strip_prefix('=') {
            Some(after) => parameter_value(after),
            None => (String::new(), &rest[end..]),
        };
        if name.eq_ignore_ascii_case("charset") && !value.is_empty() {
            return Encoding::for_label(value.as_bytes());
        }
        rest = rest.strip_prefix(';')?;
    }
}

/// Reads the value that `text` begins with; what is left is empty or begins with `;`.
fn parameter_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_at(text.find(';').unwrap_or(text.len()));
        return (value.trim_end_matches(is_http_whitespace).to_owned(), rest);
    };
    let mut value = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next().filter(|&it| it != '"') {
        let escaped = if character == '\\' { characters.next() } else { None };
        value.push(escaped.unwrap_or(character));
    }
    let rest = characters.as_str();
    (value, &rest[rest.find(';').unwrap_or(rest.len())..])
}

fn is_token(text: &str) -> bool {
    let is_token_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

fn is_http_whitespace(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        for (header, name) in [
            ("text/html;charset=gbk", "GBK"),
            (" text/html ; x ; y=z; CHARSET=gbk \t; charset=big5", "GBK"),
            ("text/html; charset=\"g\\b\\k\"junk; x", "GBK"),
            ("text/html; x=\"; charset=big5\"; charset=gbk", "GBK"),
            ("text/html; charset=; charset=gbk", "GBK"),
            ("text/html; charset=\"gbk", "GBK"),
            ("text/html; charset='gbk'", ""),
            ("text/html; charset=nope; charset=gbk", ""),
            ("text/html; charset =gbk", ""),
            ("text/html charset=gbk", ""),
            ("html; charset=gbk", ""),
            ("charset=gbk", ""),
            (";", ""),
            ("a/b;", ""),
            ("", ""),
        ] {
            assert_eq!(
                encoding_of_content_type(header).map_or("", Encoding::name),
                name,
                "{header}"
            );
        }
    }
}
