//! Detection of binary data and of XML by the first bytes of an input.

/// The markup language that a command reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    Html,
    Xml,
}

impl Syntax {
    /// Extensions of the files that are read below a directory.
    pub(crate) fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Html => &["html", "htm", "xhtml"],
            Self::Xml => &["xml", "xhtml", "svg", "rss", "atom", "rdf", "opml"],
        }
    }
}

/// Number of bytes that tell text from binary data.
const SAMPLE_LEN: usize = 8 << 10;

/// Signatures of common formats that hold no markup.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\xfd7zXZ\0", "compressed with xz"),
    (b"BZh", "compressed with bzip2"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x7fELF", "a program"),
    (b"\0asm", "a WebAssembly module"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// Describes `bytes` if they are binary data rather than text. `is_known` states that the encoding is encoding:
/// then only signatures count, as bytes of UTF-16 look like binary data.
///
/// Text in an encoding of the web other than UTF-16 has hardly any control characters. They are 10 % of
/// compressed or random data, and more of most other formats.
pub(crate) fn binary(bytes: &[u8], is_known: bool) -> Option<&'static str> {
    let signature = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature));
    if let Some((_, description)) = signature {
        return Some(description);
    }
    let is_utf_16 =
        matches!(bytes, [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0, b'<', ..] | [b'<', 0, ..]);
    if is_known || is_utf_16 {
        return None;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE_LEN)];
    // Without white space and the escape of ISO-2022-JP.
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f);
    // A sum of bytes is compiled to vector instructions; a sum of `usize` isn't.
    let count = |piece: &[u8]| piece.iter().map(|it| u8::from(is_control(it))).sum::<u8>();
    let controls: usize = sample.chunks(u8::MAX.into()).map(|it| usize::from(count(it))).sum();
    (controls >= 8 && controls * 20 > sample.len()).then_some("binary data")
}

/// Returns `true` if `bytes` begin with an XML declaration.
pub(crate) fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let rest = bytes.trim_ascii_start().strip_prefix(b"<?xml");
    rest.and_then(<[u8]>::first).is_some_and(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_text_from_binary_data() {
        let random: Vec<u8> =
            (0_u32..5_000).map(|it| (it.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let utf_16: Vec<u8> = "<p>x".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, is_known, expected) in [
            (&b""[..], false, None),
            (b"a\0b", false, None),
            ("é".repeat(100).as_bytes(), false, None),
            (b"\x1b$B%9\x1b(B\x1b$B%9\x1b(B\x1b$B%9\x1b(B\x1b$B%9\x1b(B", false, None),
            (b"%PDF-1.7", false, Some("a PDF document")),
            (b"%PDF-1.7", true, Some("a PDF document")),
            (&[0; 100], false, Some("binary data")),
            (&[0; 100], true, None),
            (&random, false, Some("binary data")),
            (&utf_16, false, None),
        ] {
            assert_eq!(binary(bytes, is_known), expected, "{bytes:?}");
        }
    }

    #[test]
    fn recognizes_xml_declarations() {
        for (text, expected) in [
            ("<?xml version='1.0'?>", true),
            ("\u{feff}\n <?xml\tversion", true),
            ("<?xml-stylesheet?>", false),
            ("<?xml", false),
            ("<p><?xml ?>", false),
        ] {
            assert_eq!(is_xml(text.as_bytes()), expected, "{text}");
        }
    }
}
