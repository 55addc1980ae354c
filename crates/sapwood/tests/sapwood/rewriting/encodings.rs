//! Encodings of the input and the output.

use sapwood::{
    encoding::{SniffOptions, encoding_rs},
    rewriting::{Content, RewriteOptions},
};

use super::rewriter;

/// Rewrites bytes in pieces of each length from 1 to 5.
fn bytes(charset: Option<&'static encoding_rs::Encoding>, input: &[u8]) -> Vec<u8> {
    let outputs: Vec<Vec<u8>> = (1..6)
        .map(|length| {
            let sniffing = SniffOptions::default().http_charset(charset);
            let mut rewriter = rewriter(&RewriteOptions::default().sniffing(sniffing));
            rewriter
                .on_element("i", |i| {
                    i.prepend(Content::text("\u{e9}\u{6728}\u{1f332}"));
                    Ok(())
                })
                .unwrap();
            rewriter
                .on_element("u", |u| {
                    u.set_attribute("x", "\u{6728}")?;
                    Ok(())
                })
                .unwrap();
            let mut output = Vec::new();
            for piece in input.chunks(length) {
                rewriter.feed(piece, |bytes| output.extend_from_slice(bytes)).unwrap();
            }
            rewriter.finish(|bytes| output.extend_from_slice(bytes)).unwrap();
            output
        })
        .collect();
    assert!(outputs.iter().all(|output| *output == outputs[0]), "{input:x?}: {outputs:x?}");
    outputs.into_iter().next().unwrap_or_default()
}

#[test]
fn output_is_in_the_encoding_of_the_input() {
    use encoding_rs::{
        BIG5, EUC_JP, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
    };
    let text = "<u>\u{6728}</u><i>\u{65e5}</i>\u{6728}<u a>x</u>";
    let expected = "<u x=\"\u{6728}\">\u{6728}</u><i>\u{e9}\u{6728}\u{1f332}\u{65e5}</i>\u{6728}<u a \
                    x=\"\u{6728}\">x</u>";
    for encoding in [BIG5, EUC_JP, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8] {
        let output = bytes(Some(encoding), &encoding.encode(text).0);
        let (decoded, malformed) = encoding.decode_without_bom_handling(&output);
        assert!(!malformed, "{}: {output:x?}", encoding.name());
        let decoded = decoded.replace("&#127794;", "\u{1f332}").replace("&#233;", "\u{e9}");
        assert_eq!(decoded, expected, "{}", encoding.name());
    }
    for encoding in [UTF_16LE, UTF_16BE] {
        let encode = |text: &str| -> Vec<u8> {
            let little = encoding == UTF_16LE;
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            text.encode_utf16().flat_map(bytes).collect()
        };
        assert_eq!(bytes(Some(encoding), &encode(text)), encode(expected));
        let marked = [encode("\u{feff}"), encode(text)].concat();
        assert_eq!(bytes(None, &marked), [encode("\u{feff}"), encode(expected)].concat());
    }
    assert_eq!(
        bytes(Some(WINDOWS_1252), b"\xff<i>\x81</i>\xe9"),
        b"\xff<i>\xe9&#26408;&#127794;\x81</i>\xe9"
    );
}

#[test]
fn bytes_that_are_not_touched_stay() {
    let malformed =
        b"\xef\xbb\xbf\0<p \xff=\xc3>\xe2\x82<u \xf0>\r\r\n\0</u\xff></u >&amp\xed\xa0\x80<!--\xff";
    let output = bytes(None, malformed);
    let expected = b"\xef\xbb\xbf\0<p \xff=\xc3>\xe2\x82<u \xf0 x=\"\xe6\x9c\xa8\">\r\r\n\0</u\xff></u >&amp\xed\xa0\x80<!--\xff";
    assert_eq!(output, expected, "{}", output.escape_ascii());
    // Brackets that may end the section are held back, and nothing before them.
    let section = b"<svg><![CDATA[\xe9]\xe9]]\xe9]]>\xe9";
    assert_eq!(bytes(Some(encoding_rs::WINDOWS_1252), section), section);
    for (encoding, input, expected) in [
        (encoding_rs::SHIFT_JIS, &b"\x81<u>\x81"[..], &b"\x81<u x=\"\x96\xd8\">\x81"[..]),
        (
            encoding_rs::UTF_16BE,
            b"\xd8\0\0<\0u\0>\xd8",
            b"\xd8\0\0<\0u\0 \0x\0=\0\"\x67\x28\0\"\0>\xd8",
        ),
    ] {
        let output = bytes(Some(encoding), input);
        assert_eq!(output, expected, "{}", output.escape_ascii());
    }
}

#[test]
fn a_late_declaration_counts_from_its_tag_on() {
    let padding = " ".repeat(2_000);
    let head = format!("{padding}<i></i>");
    let input = [head.as_bytes(), b"<meta charset=gbk><i>\xc4\xbe</i>"].concat();
    let output = bytes(None, &input);
    let expected = [
        padding.as_bytes(),
        b"<i>\xe9&#26408;&#127794;</i><meta charset=gbk><i>\xa8\xa6\xc4\xbe&#127794;\xc4\xbe</i>",
    ]
    .concat();
    assert_eq!(output[2_000..], expected[2_000..], "{}", output[2_000..].escape_ascii());
}

#[test]
fn new_texts_in_a_row_are_one_text_in_iso_2022_jp() {
    let encoding = encoding_rs::ISO_2022_JP;
    let sniffing = SniffOptions::default().http_charset(Some(encoding));
    let mut rewriter = rewriter(&RewriteOptions::default().sniffing(sniffing));
    rewriter
        .on_element("p", |p| {
            p.append(Content::text("\u{65e5}"));
            p.append(Content::text(""));
            p.append(Content::text("\u{672c}"));
            Ok(())
        })
        .unwrap();
    rewriter.on_end(|end| {
        end.append(Content::text("\u{6728}"));
        Ok(())
    });
    let mut output = Vec::new();
    let input = b"<p>a</p><p>\x1b$BLZ\x1b(B</p><p>\x1b(J\x5c\x1b(B</p>x";
    rewriter.feed(input, |bytes| output.extend_from_slice(bytes)).unwrap();
    rewriter.finish(|bytes| output.extend_from_slice(bytes)).unwrap();
    // Two escape sequences in a row are malformed.
    let (decoded, malformed) = encoding.decode_without_bom_handling(&output);
    assert_eq!(
        decoded,
        "<p>a\u{65e5}\u{672c}</p><p>\u{6728}\u{65e5}\u{672c}</p><p>\u{a5}\u{65e5}\u{672c}</p>x\u{6728}"
    );
    assert!(!malformed, "{}", output.escape_ascii());
    assert!(output.ends_with(b"\x1b(B"));
}
