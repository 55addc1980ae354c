//! [Prescanning a byte stream to determine its
//! encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding)

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use sapwood_scan::{LessThan, TagEnd};

use crate::{
    change::as_declared,
    declaration::{extract, xml_encoding},
    source::Source,
};

/// Finds an encoding declaration in `bytes`, the start of the input.
pub(crate) fn prescan(bytes: &[u8]) -> Option<(&'static Encoding, Source)> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some((UTF_16LE, Source::XmlDeclaration));
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some((UTF_16BE, Source::XmlDeclaration));
    }
    // At the end of the bytes, wherever that is, the XML declaration counts.
    Scan { bytes, at: 0 }
        .meta()
        .or_else(|| xml_encoding(bytes).map(|encoding| (encoding, Source::XmlDeclaration)))
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// Finds the first `meta` that declares an encoding; `None` at the end of the bytes.
    fn meta(&mut self) -> Option<(&'static Encoding, Source)> {
        loop {
            let rest = &self.bytes[self.at.min(self.bytes.len())..];
            self.at += sapwood_scan::run::<LessThan>(rest);
            let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
            if rest.starts_with(b"<!--") {
                // The dashes of `<!--` may be those of `-->`.
                self.skip(2);
                let end = end_of_comment(self.rest())?;
                self.skip(end);
            } else if is_meta(rest) {
                self.skip(5);
                if let Some(found) = self.encoding_of_meta()? {
                    return Some(found);
                }
            } else if is_tag(rest) {
                self.skip_to(ends_tag_name)?;
                while self.attribute()?.is_some() {}
            } else if matches!(rest, [_, b'!' | b'/' | b'?', ..]) {
                self.skip_to(|byte| byte == b'>')?;
            }
            self.skip(1);
        }
    }

    /// Reads the attributes of a `meta`; returns the encoding that it declares.
    fn encoding_of_meta(&mut self) -> Option<Option<(&'static Encoding, Source)>> {
        let (mut seen_http_equiv, mut seen_content, mut seen_charset) = (false, false, false);
        let mut got_pragma = false;
        // The encoding, `None` for an unknown label, and whether it needs the pragma.
        let mut charset: Option<(Option<&'static Encoding>, bool)> = None;
        while let Some(Attribute { name, value }) = self.attribute()? {
            let first = |seen: &mut bool| !std::mem::replace(seen, true);
            if name.eq_ignore_ascii_case(b"http-equiv") && first(&mut seen_http_equiv) {
                got_pragma = value.eq_ignore_ascii_case(b"content-type");
            } else if name.eq_ignore_ascii_case(b"content") && first(&mut seen_content) {
                if charset.is_none()
                    && let Some(encoding) = extract(value)
                {
                    charset = Some((Some(encoding), true));
                }
            } else if name.eq_ignore_ascii_case(b"charset") && first(&mut seen_charset) {
                charset = Some((Encoding::for_label(value), false));
            }
        }
        let Some((Some(encoding), needs_pragma)) = charset else { return Some(None) };
        if needs_pragma && !got_pragma {
            return Some(None);
        }
        let source = if needs_pragma { Source::MetaHttpEquiv } else { Source::MetaCharset };
        Some(Some((as_declared(encoding), source)))
    }

    /// [Gets an attribute](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing),
    /// without lowercasing; `Some(None)` at the end of the tag.
    fn attribute(&mut self) -> Option<Option<Attribute<'a>>> {
        self.skip_to(|byte| !is_whitespace(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Some(None);
        }
        let start = self.at;
        // A leading `=` is part of the name.
        self.skip(1);
        self.skip_to(|byte| is_whitespace(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[start..self.at];
        let empty = Some(Some(Attribute { name, value: b"" }));
        self.skip_whitespace()?;
        if self.byte()? != b'=' {
            return empty;
        }
        self.skip(1);
        self.skip_whitespace()?;
        let value = match self.byte()? {
            quote @ (b'"' | b'\'') => {
                self.skip(1);
                let start = self.at;
                self.skip_to(|byte| byte == quote)?;
                self.skip(1);
                &self.bytes[start..self.at - 1]
            }
            b'>' => return empty,
            _ => {
                let start = self.at;
                self.skip_to(ends_tag_name)?;
                &self.bytes[start..self.at]
            }
        };
        Some(Some(Attribute { name, value }))
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Advances to the next byte that `stops`; `None` at the end of the bytes.
    fn skip_to(&mut self, stops: impl Fn(u8) -> bool) -> Option<()> {
        self.at += self.rest().iter().position(|&byte| stops(byte))?;
        Some(())
    }

    fn skip_whitespace(&mut self) -> Option<()> {
        self.skip_to(|byte| !is_whitespace(byte))
    }
}

struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

/// The index of the `>` that ends a comment, in what follows `<!`.
fn end_of_comment(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += sapwood_scan::run::<TagEnd>(bytes.get(at..)?);
        if at == bytes.len() {
            return None;
        }
        if bytes[..at].ends_with(b"--") {
            return Some(at);
        }
        at += 1;
    }
}

/// Whether `rest` begins with a `<meta` start tag.
fn is_meta(rest: &[u8]) -> bool {
    let (Some(tag), Some(&next)) = (rest.get(..5), rest.get(5)) else { return false };
    tag.eq_ignore_ascii_case(b"<meta") && (is_whitespace(next) || next == b'/')
}

/// Whether `rest` begins with any tag.
fn is_tag(rest: &[u8]) -> bool {
    match rest {
        [_, b'/', letter, ..] | [_, letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

fn ends_tag_name(byte: u8) -> bool {
    is_whitespace(byte) || byte == b'>'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        use Source::*;
        #[rustfmt::skip]
        let cases: &[(&[u8], &str, Option<Source>)] = &[
            (b"<meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<META CHARSET=BIG5>", "Big5", Some(MetaCharset)),
            (b"<meta/charset=big5>", "Big5", Some(MetaCharset)),
            (b"<meta\rcharset\x0c=\t'big5'>", "Big5", Some(MetaCharset)),
            (b"<meta charset=big5/>", "", None),
            (b"<meta charset=' big5 '>", "Big5", Some(MetaCharset)),
            (b"<meta charset=big5", "", None),
            (b"<meta>x<meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<metas charset=big5>", "", None),
            (b"<meta charset=nope><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<meta charset=nope content='text/html; charset=gbk' http-equiv=content-type>", "", None),
            (b"<meta content='charset=gbk' charset=nope http-equiv=content-type>", "", None),
            (b"<meta content='charset=gbk' http-equiv=Content-Type>", "GBK", Some(MetaHttpEquiv)),
            (b"<meta content='charset=gbk' charset=big5>", "Big5", Some(MetaCharset)),
            (b"<meta content='charset=gbk'>", "", None),
            (b"<meta http-equiv=refresh http-equiv=content-type content='charset=gbk'>", "", None),
            (b"<meta charset=gbk charset=big5>", "GBK", Some(MetaCharset)),
            (b"<meta charset=utf-16be>", "UTF-8", Some(MetaCharset)),
            (b"<meta charset=x-user-defined>", "windows-1252", Some(MetaCharset)),
            (b"<meta charset=iso-2022-kr>", "replacement", Some(MetaCharset)),
            (b"<!--><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<!---><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<!--<meta charset=gbk>--><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<!--<meta charset=gbk>", "", None),
            (b"<!x <meta charset=gbk>", "", None),
            (b"</ <meta charset=gbk><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<? <meta charset=gbk>", "", None),
            (b"<p a='<meta charset=gbk>'><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"</p a='<meta charset=gbk>'><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<p ='><meta charset=gbk>'>", "GBK", Some(MetaCharset)),
            (b"<p a=b'><meta charset=gbk>", "GBK", Some(MetaCharset)),
            (b"<p a=><meta charset=gbk>", "GBK", Some(MetaCharset)),
            (b"<p<meta charset=gbk>", "", None),
            (b"<<meta charset=gbk>", "GBK", Some(MetaCharset)),
            (b"<3<meta charset=gbk>", "GBK", Some(MetaCharset)),
            (b"<?xml version='1.0' encoding='gbk'?>", "GBK", Some(XmlDeclaration)),
            (b"<?xml encoding='gbk'?><meta charset=big5>", "Big5", Some(MetaCharset)),
            (b"<?xml encoding='gbk'?><meta charset=big5", "GBK", Some(XmlDeclaration)),
            (b"<\0?\0x\0m\0", "UTF-16LE", Some(XmlDeclaration)),
            (b"\0<\0?\0x\0m", "UTF-16BE", Some(XmlDeclaration)),
            (b"\0<\0p\0>", "", None),
            (b"", "", None),
            (b"<", "", None),
        ];
        for &(bytes, name, source) in cases {
            let found = prescan(bytes);
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(found.map_or("", |(encoding, _)| encoding.name()), name, "{text}");
            assert_eq!(found.map(|(_, source)| source), source, "{text}");
        }
    }

    /// The bytes may end anywhere.
    #[test]
    fn every_prefix() {
        let page = b"<!DOCTYPE html><?x?></p a=b><!-- --><p a = 'b' c>\
            <meta http-equiv = content-type content = 'text/html; charset=gbk'>";
        for end in 0..page.len() {
            assert_eq!(prescan(&page[..end]), None, "{end}");
        }
        assert!(prescan(page).is_some());
    }
}
