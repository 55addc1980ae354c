//! Encoding declarations in a `content` attribute and an XML declaration.

use encoding_rs::{Encoding, UTF_8};
use sapwood_microsyntax::charset;

use crate::change::is_utf_16;

/// [Extracts a character encoding from a `meta`
/// element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element):
/// from its `content`, such as `text/html; charset=utf-8`.
///
/// ```
/// use sapwood::encoding::extract_from_content;
///
/// assert_eq!(extract_from_content("text/html; charset=latin1").unwrap().name(), "windows-1252");
/// assert_eq!(extract_from_content("text/html"), None);
/// ```
#[must_use]
pub fn extract_from_content(content: &str) -> Option<&'static Encoding> {
    extract(content.as_bytes())
}

pub(crate) fn extract(content: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(charset::in_content_bytes(content)?)
}

/// [Gets an XML encoding](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing).
pub(crate) fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const ENCODING: &[u8] = b"encoding";
    let after = bytes.strip_prefix(b"<?xml")?;
    // The standard requires a `>`, but not that it follow the encoding.
    after.iter().position(|&byte| byte == b'>')?;
    let at = after.windows(ENCODING.len()).position(|window| window == ENCODING)?;
    let value = skip_blank(&after[at + ENCODING.len()..]).strip_prefix(b"=")?;
    let value = skip_blank(value);
    let (&quote, inner) = value.split_first().filter(|(byte, _)| matches!(byte, b'"' | b'\''))?;
    let label = &inner[..inner.iter().position(|&byte| byte == quote)?];
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    // Unlike in a `meta`, x-user-defined is itself.
    let encoding = Encoding::for_label(label)?;
    Some(if is_utf_16(encoding) { UTF_8 } else { encoding })
}

fn skip_blank(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(encoding: Option<&'static Encoding>) -> &'static str {
        encoding.map_or("", Encoding::name)
    }

    #[test]
    fn content() {
        #[rustfmt::skip]
        let cases = [
            ("text/html; charset=utf-8", "UTF-8"),
            ("charset=gbk", "GBK"),
            ("CHARSET\t =\n \"big5\"x", "Big5"),
            ("charset='euc-kr'", "EUC-KR"),
            ("charset='euc-kr", ""),
            ("charset=\"", ""),
            ("charset=", ""),
            ("charset", ""),
            ("charset=koi8-r;x", "KOI8-R"),
            ("charset=koi8-r x", "KOI8-R"),
            ("charset charset=koi8-r", "KOI8-R"),
            ("charset; charset=koi8-r", "KOI8-R"),
            ("charsetcharset=koi8-r", "KOI8-R"),
            ("charset=no charset=koi8-r", ""),
            ("charset=utf-8'", ""),
            ("charset=utf-16", "UTF-16LE"),
            ("xcharset=utf-8", "UTF-8"),
            ("", ""),
        ];
        for (content, encoding) in cases {
            assert_eq!(name(extract_from_content(content)), encoding, "{content}");
        }
    }

    #[test]
    fn xml() {
        #[rustfmt::skip]
        let cases = [
            ("<?xml encoding='koi8-r'?>", "KOI8-R"),
            ("<?xml version=\"1.0\" encoding \n=\x01\"big5\" >", "Big5"),
            ("<?xml encoding='koi8-r'?", ""),
            ("<?xml > encoding='koi8-r'", "KOI8-R"),
            ("<?XML encoding='koi8-r'?>", ""),
            (" <?xml encoding='koi8-r'?>", ""),
            ("<?xml ENCODING='koi8-r'?>", ""),
            ("<?xml encoding='koi8-r ' ?>", ""),
            ("<?xml encoding=koi8-r?>", ""),
            ("<?xml encoding='utf-16'?>", "UTF-8"),
            ("<?xml encoding='x-user-defined'?>", "x-user-defined"),
            ("<?xml encoding x encoding='koi8-r'?>", ""),
        ];
        for (text, encoding) in cases {
            assert_eq!(name(xml_encoding(text.as_bytes())), encoding, "{text}");
        }
    }
}
