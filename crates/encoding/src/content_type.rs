//! The encoding that a `Content-Type` header names.

use encoding_rs::Encoding;

/// Returns the encoding named by the `charset` of a `Content-Type` header.
///
/// Like Fetch's [extract a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type), it reads a list
/// of values, as combined from several headers. The last valid [MIME
/// type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type) counts; without a `charset` it takes that of earlier
/// values with the same type and subtype.
///
/// ```
/// use sapwood::encoding::encoding_of_content_type;
///
/// let encoding = encoding_of_content_type("text/html; charset=\"Shift_JIS\"");
/// assert_eq!(encoding.unwrap().name(), "Shift_JIS");
/// assert_eq!(encoding_of_content_type("text/html, text/html; charset=big5").unwrap().name(), "Big5");
/// assert_eq!(encoding_of_content_type("text/html"), None);
/// ```
#[must_use]
#[inline]
pub fn encoding_of_content_type(header: &str) -> Option<&'static Encoding> {
    let (mut essence, mut charset) = ("", None);
    for value in split(header) {
        let Some(mime_type) = MimeType::parse(value) else { continue };
        if mime_type.essence == "*/*" {
            continue;
        }
        if mime_type.charset.is_some() || !mime_type.essence.eq_ignore_ascii_case(essence) {
            charset = mime_type.charset;
        }
        essence = mime_type.essence;
    }
    Encoding::for_label(charset?.as_bytes())
}

/// [Splits](https://fetch.spec.whatwg.org/#header-value-get-decode-and-split) a combined header value at the commas
/// outside of quoted strings.
#[inline]
fn split(header: &str) -> impl Iterator<Item = &str> {
    let (mut in_quotes, mut is_escaped) = (false, false);
    header.split(move |character| {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if in_quotes => is_escaped = true,
            '"' => in_quotes = !in_quotes,
            _ => return character == ',' && !in_quotes,
        }
        false
    })
}

/// The parts of a [MIME type](https://mimesniff.spec.whatwg.org/#mime-type) that matter here.
struct MimeType<'a> {
    essence: &'a str,
    charset: Option<String>,
}

impl<'a> MimeType<'a> {
    #[inline]
    fn parse(value: &'a str) -> Option<Self> {
        let end = value.find(';').unwrap_or(value.len());
        let essence = value[..end].trim_matches(is_http_whitespace);
        let (kind, subtype) = essence.split_once('/')?;
        if !is_token(kind) || !is_token(subtype) {
            return None;
        }
        let mut rest = &value[end..];
        while let Some(parameter) = rest.strip_prefix(';') {
            let end = parameter.find([';', '=']).unwrap_or(parameter.len());
            let name = parameter[..end].trim_start_matches(is_http_whitespace);
            let value;
            (value, rest) = match parameter[end..].strip_prefix('=') {
                Some(after) => parameter_value(after),
                None => (String::new(), &parameter[end..]),
            };
            if name.eq_ignore_ascii_case("charset") && !value.is_empty() {
                return Some(Self { essence, charset: Some(value) });
            }
        }
        Some(Self { essence, charset: None })
    }
}

/// Reads the value at the start of `text`; the rest is empty or begins with `;`.
#[inline]
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

#[inline]
fn is_token(text: &str) -> bool {
    let is_token_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

#[inline]
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
            ("text/html, text/html; charset=big5", "Big5"),
            ("text/html; charset=big5, TEXT/html", "Big5"),
            ("text/html; charset=big5, text/html; charset=gbk", "GBK"),
            ("text/html; charset=big5, text/html; charset=nope", ""),
            ("text/html; charset=big5, text/plain", ""),
            ("text/html; charset=big5, text/plain;charset=gbk,text/html", ""),
            ("text/html; charset=big5, */*; charset=gbk, html;charset=gbk,", "Big5"),
            ("text/html; x=\",\"; charset=big5, text/html", "Big5"),
            ("text/html; x=\"\\\",text/html;charset=gbk\"; charset=big5", "Big5"),
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
