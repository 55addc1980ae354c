//! Decoding in pieces, held against `encoding_rs` over the whole input, and the way back to bytes.

use sapwood_encoding::{
    Decoder, Encoding, OffsetMap,
    encoding_rs::{self, UTF_8, UTF_16BE, UTF_16LE},
};

struct Outcome {
    text: String,
    malformed: bool,
    map: Option<OffsetMap>,
}

fn run<'a>(mut decoder: Decoder, pieces: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let mut text = String::new();
    for mut piece in pieces {
        while let Some(part) = decoder.decode(&mut piece) {
            assert!(!part.is_empty());
            text.push_str(part);
        }
        assert!(piece.is_empty());
    }
    text.extend(decoder.finish());
    Outcome { text, malformed: decoder.malformed(), map: decoder.into_offset_map() }
}

/// Decodes `bytes` in every cut, mapped and not.
#[track_caller]
fn check(encoding: &'static Encoding, bytes: &[u8]) -> Outcome {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    let mut mapped = None;
    for wanted in [false, true] {
        let decoder = || {
            let decoder = Decoder::new(encoding, 0);
            if wanted { decoder.mapped() } else { decoder }
        };
        let whole = run(decoder(), [bytes]);
        let mut cuts: Vec<Vec<&[u8]>> =
            (0..=bytes.len()).map(|at| vec![&bytes[..at], &bytes[at..]]).collect();
        cuts.extend((1..=4).map(|length| bytes.chunks(length).collect()));
        for pieces in cuts {
            let outcome = run(decoder(), pieces.iter().copied());
            let how = format!("{} in {pieces:x?}", encoding.name());
            assert_eq!(outcome.text, text, "{how}");
            assert_eq!(outcome.malformed, malformed, "{how}");
            if !malformed {
                assert_eq!(outcome.map, whole.map, "{how}");
            }
        }
        mapped = whole.map;
    }
    Outcome { text: text.into_owned(), malformed, map: mapped }
}

const TEXT: &str =
    "<p title=\"a\">Baum \u{6a39}\u{6728}, \u{30ab}\u{30bf}\u{30ab}\u{30ca} &amp; x\r\n";

#[test]
fn well_formed() {
    let samples = [
        ("shift_jis", TEXT),
        ("euc-jp", TEXT),
        ("iso-2022-jp", TEXT),
        ("gbk", TEXT),
        ("gb18030", "<p>\u{6811} \u{1f332}\u{e9}</p>"),
        ("big5", "<p>\u{6a39}\u{6728}x</p>"),
        ("euc-kr", "<p>\u{b098}\u{bb34} x</p>"),
        ("windows-1251", "<p>\u{434}\u{435}\u{440}\u{435}\u{432}\u{43e} x</p>"),
        ("windows-1252", "<p>caf\u{e9} \u{20ac}</p>"),
        ("koi8-u", "plain"),
        ("x-user-defined", "plain"),
        ("utf-8", "a\u{e9}\u{20ac}\u{1f332}\u{feff}z"),
    ];
    for (label, text) in samples {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{label}");
        let outcome = check(encoding, &bytes);
        assert_eq!((outcome.text.as_str(), outcome.malformed), (text, false), "{label}");
        check_map(encoding, &bytes, &outcome);
    }
}

#[test]
fn utf_16() {
    let text = "<p>\u{e9}\u{6a39}\u{1f332}x";
    for (encoding, bytes) in [
        (UTF_16LE, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
        (UTF_16BE, text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
    ] {
        let outcome = check(encoding, &bytes);
        assert_eq!((outcome.text.as_str(), outcome.malformed), (text, false));
        check_map(encoding, &bytes, &outcome);
        // A lone surrogate, and half a unit.
        for end in [bytes.len() - 4, bytes.len() - 1] {
            assert!(check(encoding, &bytes[..end]).malformed);
        }
    }
}

/// Each character is found where it was written.
#[track_caller]
fn check_map(encoding: &'static Encoding, bytes: &[u8], outcome: &Outcome) {
    let map = outcome.map.as_ref().unwrap();
    let ends = outcome.text.char_indices().map(|(at, _)| at).chain([outcome.text.len()]);
    for at in ends {
        let (prefix, _) = encoding.decode_without_bom_handling(&bytes[..map.byte_offset(at)]);
        assert_eq!(prefix, outcome.text[..at], "{}", encoding.name());
    }
}

#[test]
fn malformed() {
    for (label, bytes) in [
        ("utf-8", &b"a\xffb\xc3(\xe2\x82\xe2\x82\xac\xf0\x9f\x98"[..]),
        ("utf-8", b"\xed\xa0\x80\xc0\x80\xf4\x90\x80\x80\x80"),
        ("utf-8", b"\xe2\xe2\xe2\x82\x82\x82\x82\xf0\xf0\x90\xf0\x90\x80"),
        ("shift_jis", b"\x81 \x81\x81\x40<\xfd\x81"),
        ("gb18030", b"\x81\x30\x81\x30\x81\x30\x81<\x81\x30\x81"),
        ("big5", b"\x81<a\x87\x40 \xff\x81"),
        ("euc-kr", b"\x81<\xb0\xa1\xff"),
        ("euc-jp", b"\x8f\xa2<\x8e\x8e\xa1\x8f"),
        ("iso-2022-jp", b"a\x1b$B\x30\x21\x30\x1b(B\x1b\x1b(Jx\x80\x1b$B\x1b$B"),
        ("windows-1253", b"\xaa \xd2"),
        ("iso-2022-kr", b"abc"),
        ("utf-16le", b"\x00\xd8\x00\xd8a"),
    ] {
        let outcome = check(Encoding::for_label(label.as_bytes()).unwrap(), bytes);
        assert!(outcome.malformed, "{label}");
        let map = outcome.map.unwrap();
        let offsets: Vec<usize> = (0..=outcome.text.len()).map(|at| map.byte_offset(at)).collect();
        assert!(offsets.is_sorted(), "{label}: {offsets:?}");
        assert!(offsets[outcome.text.len()] <= bytes.len(), "{label}: {offsets:?}");
    }
}

#[test]
fn a_mark_comes_in_pieces() {
    let bytes = b"\xef\xbb\xbfx\xef\xbb\xbf";
    for length in 1..=bytes.len() {
        let outcome = run(Decoder::new(UTF_8, 3), bytes.chunks(length));
        assert_eq!(outcome.text, "x\u{feff}");
        assert_eq!(outcome.map.unwrap().byte_offset(1), 4);
    }
    assert_eq!(run(Decoder::new(UTF_8, 3), [&b"\xef"[..]]).text, "");
}

/// UTF-8 comes out where it went in.
#[test]
fn utf_8_is_not_copied() {
    let text = "caf\u{e9} \u{6a39}".repeat(50_000);
    let mut input = text.as_bytes();
    let mut decoder = Decoder::new(UTF_8, 0);
    let mut at = text.as_ptr() as usize;
    while let Some(part) = decoder.decode(&mut input) {
        assert_eq!(part.as_ptr() as usize, at);
        at += part.len();
    }
    assert_eq!(at, text.as_ptr() as usize + text.len());
}

/// Pieces of every encoding that no one wrote by hand.
#[test]
fn noise() {
    let labels = [
        "utf-8",
        "gbk",
        "gb18030",
        "big5",
        "euc-jp",
        "iso-2022-jp",
        "shift_jis",
        "euc-kr",
        "utf-16be",
        "utf-16le",
        "windows-874",
        "x-user-defined",
    ];
    let alphabet = b"a<>\x1b$B(J@0\x80\x81\x8e\x8f\xa1\xb0\xc3\xd8\xdc\xe2\xf0\x9f\xff\x00";
    let mut state = 1_u64;
    for round in 0..60 {
        let bytes: Vec<u8> = (0..round)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                alphabet[(state % alphabet.len() as u64) as usize]
            })
            .collect();
        for label in labels {
            check(Encoding::for_label(label.as_bytes()).unwrap(), &bytes);
        }
    }
}

/// Long input crosses the ends of blocks and buffers.
#[test]
fn long_input() {
    for encoding in [UTF_8, encoding_rs::SHIFT_JIS, encoding_rs::WINDOWS_1251, encoding_rs::GB18030]
    {
        for sample in ["\u{416}\u{438}", "abc", "x\u{416}", "<p>\u{416}</p>\n"] {
            let (bytes, _, _) = encoding.encode(sample);
            for stray in [&b""[..], b"\xff", b"\x81"] {
                let bytes = [&bytes.repeat(100_001), stray, &bytes.repeat(1_001)].concat();
                let (text, malformed) = encoding.decode_without_bom_handling(&bytes);
                for mapped in [false, true] {
                    let mut decoder = Decoder::new(encoding, 0);
                    if mapped {
                        decoder = decoder.mapped();
                    }
                    let outcome = run(decoder, bytes.chunks(70_001));
                    assert!(outcome.text == text, "{} {sample}", encoding.name());
                    assert_eq!(outcome.malformed, malformed);
                }
            }
        }
    }
}
