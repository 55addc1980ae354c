//! Writing documents so that they are parsed again as the same tree, in the mode and the encoding they need.
use sapwood::{
    ByteOptions, Document, FragmentContext, ParseOptions, QuirksMode, TreeSource,
    encoding::{
        Encoding,
        encoding_rs::{
            BIG5, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
        },
    },
    parse, parse_bytes_with, parse_fragment_with,
    serializer::{
        EncodedTree, Minify, SerializeOptions, minify_inner, pretty_inner, write_inner, write_outer,
    },
};

/// The ways to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    Minified,
    Pretty,
}

const WAYS: [Way; 3] = [Way::Plain, Way::Minified, Way::Pretty];

fn write<T: TreeSource>(
    out: &mut impl std::fmt::Write,
    tree: &T,
    node: &T::Node,
    way: Way,
) -> std::fmt::Result {
    let options = SerializeOptions::default();
    match way {
        Way::Plain => write_inner(out, tree, node, &options),
        Way::Minified => minify_inner(out, tree, node, &Minify::default()),
        Way::Pretty => pretty_inner(out, tree, node, &options),
    }
}

/// The document's bytes, and a character that was lost.
fn encoded(document: &Document, encoding: &'static Encoding, way: Way) -> (Vec<u8>, Option<char>) {
    let tree = EncodedTree::new(&document, encoding);
    let mut out = tree.writer(Vec::new());
    let written = write(&mut out, &tree, &tree.node(document.root()), way);
    let bytes = out.finish(written).unwrap();
    if encoding == UTF_8 && way == Way::Plain {
        assert_eq!(document.to_utf8_html().as_bytes(), bytes);
    }
    (bytes, tree.lost())
}

fn written(html: &str, way: Way) -> String {
    let document = parse(html);
    let mut out = String::new();
    write(&mut out, &&document, &document.root(), way).unwrap();
    out
}

#[test]
fn documents_declare_the_encoding() {
    #[rustfmt::skip]
    let cases = [
        ("<p>é", r#"<meta charset="utf-8">"#),
        ("<meta charset=windows-1252>", r#"<meta charset="utf-8">"#),
        ("<title>x</title><meta charset=UTF8><link>", r#"<title>x</title><meta charset="UTF8"><link>"#),
        ("<meta charset=nonsense>", r#"<meta charset="utf-8">"#),
        ("<meta http-equiv=Content-Type content='text/html;charset=koi8-r'>",
            r#"<meta http-equiv="Content-Type" content="text/html; charset=utf-8">"#),
        ("<meta http-equiv=content-type content=text/html>",
            r#"<meta charset="utf-8"><meta http-equiv="content-type" content="text/html">"#),
        ("<meta name=x content='charset=koi8-r'>", r#"<meta charset="utf-8"><meta name="x" content="charset=koi8-r">"#),
        ("<meta charset=koi8-r><meta charset=big5>", r#"<meta charset="utf-8"><meta charset="utf-8">"#),
        // A prescan of the bytes reads scripts, too.
        ("<script>'<META charset=koi8-r>'</script><meta charset=utf-8>",
            r#"<meta charset="utf-8"><script>'<META charset=koi8-r>'</script><meta charset="utf-8">"#),
        ("<template><meta charset=koi8-r></template>", r#"<meta charset="utf-8"><template><meta charset="utf-8"></template>"#),
    ];
    for (html, head) in cases {
        let bytes = encoded(&parse(html), UTF_8, Way::Plain).0;
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text.split_once("<head>").unwrap().1.split_once("</head>").unwrap().0,
            head,
            "{html}"
        );
        assert_eq!(
            parse_bytes_with(text.as_bytes(), &ByteOptions::default()).encoding,
            UTF_8,
            "{html}"
        );
    }
    let body =
        String::from_utf8(encoded(&parse("x<meta charset=big5>"), UTF_8, Way::Plain).0).unwrap();
    assert!(body.ends_with(r#"<body>x<meta charset="utf-8"></body></html>"#), "{body}");
}

#[test]
fn parts_of_documents_keep_their_declarations() {
    let html = r#"<meta charset="big5">é"#;
    let document =
        parse_fragment_with(html, FragmentContext::html("div"), &ParseOptions::default()).document;
    assert_eq!(encoded(&document, UTF_8, Way::Plain).0, html.as_bytes());
    let document = parse(html);
    let source = &document;
    let tree = EncodedTree::new(&source, UTF_8).keep_declarations();
    let mut text = String::new();
    write_inner(&mut text, &tree, &tree.node(document.root()), &SerializeOptions::default())
        .unwrap();
    assert_eq!(text, document.to_html());
    let (tree, mut text) = (EncodedTree::new(&source, UTF_8), String::new());
    let head = document.head().unwrap();
    write_outer(&mut text, &tree, &tree.node(head), &SerializeOptions::default()).unwrap();
    assert_eq!(text, head.outer_html());
}

/// Every encoding that can be written is declared and read back, with characters that it lacks.
#[test]
fn every_encoding_is_read_back() {
    let html = "<!doctype html><html><head><title>a € é</title></head>\
                <body title='é 樹 ¥'>é ж ☃ 樹 ¥ ‾ − ｱ 😀 \u{e5e5}<p>ö</p></body></html>";
    let labels = "utf-8 ibm866 latin2 latin3 latin4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 logical latin6 \
         iso-8859-13 iso-8859-14 l9 iso-8859-16 koi8 koi8-u mac windows-874 cp1250 cp1251 latin1 cp1253 latin5 \
         cp1255 cp1256 cp1257 cp1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp sjis euc-kr";
    let expected = &parse(html);
    for label in labels.split_whitespace() {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for way in WAYS {
            let (bytes, lost) = encoded(expected, encoding, way);
            let again = parse_bytes_with(&bytes, &ByteOptions::default());
            assert_eq!((again.encoding, again.malformed, lost), (encoding, false, None), "{way:?}");
            let meta =
                again.document.head().unwrap().children().find(|it| it.is_html(sapwood::tag::META));
            assert!(meta.is_some(), "{label}");
            let tree = EncodedTree::new(&expected, encoding);
            let mut text = String::new();
            write(&mut text, &tree, &tree.node(expected.root()), way).unwrap();
            assert_eq!(
                again.document.dump().to_string(),
                parse(&text).dump().to_string(),
                "{label} {way:?}"
            );
        }
    }
    for encoding in [UTF_16LE, X_USER_DEFINED] {
        assert_eq!(EncodedTree::new(&expected, encoding).encoding(), UTF_8);
    }
}

#[test]
fn characters_without_an_encoding_become_references() {
    let text = |html: &str, encoding| {
        let (bytes, lost) = encoded(&parse(html), encoding, Way::Plain);
        let text = encoding.decode_without_bom_handling(&bytes).0.into_owned();
        (text.split_once("</head>").unwrap().1.to_owned(), lost)
    };
    let cases = [
        (
            "<p title=☃>☃",
            r#"<body><p title="&#9731;">&#9731;</p></body></html>"#,
            WINDOWS_1252,
            None,
        ),
        // The encoder would write a backslash.
        ("¥", "<body>&#165;</body></html>", SHIFT_JIS, None),
        ("é樹", "<body>&#233;樹</body></html>", BIG5, None),
        ("樹\u{1b}", "<body>樹&#27;</body></html>", ISO_2022_JP, None),
        ("<body><!--☃-->", "<body><!--&#9731;--></body></html>", WINDOWS_1252, None),
        (
            "<body><script>☃</script>",
            "<body><script>&#9731;</script></body></html>",
            WINDOWS_1252,
            Some('☃'),
        ),
        ("<body><p ☃>", r#"<body><p &#9731;=""></p></body></html>"#, WINDOWS_1252, Some('☃')),
        // A parser reads this reference as `€`.
        ("\u{80}", "<body>&#128;</body></html>", WINDOWS_1252, Some('\u{80}')),
    ];
    for (html, body, encoding, lost) in cases {
        let (found, found_lost) = text(html, encoding);
        assert_eq!((found.as_str(), found_lost), (body, lost), "{html}");
    }
}

#[test]
fn minified_and_pretty_documents_keep_their_mode() {
    use QuirksMode::{LimitedQuirks, NoQuirks, Quirks};
    #[rustfmt::skip]
    let cases = [
        ("<!doctype html>", NoQuirks),
        ("", Quirks),
        ("<!doctype>", Quirks),
        ("<!doctype HtMl system 'about:legacy-compat'>", NoQuirks),
        ("<!doctype svg>", Quirks),
        ("<!doctype html public>", Quirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">", Quirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", Quirks),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'a\"b'>", LimitedQuirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">", NoQuirks),
    ];
    for (doctype, mode) in cases {
        let html = format!("{doctype}<p>a<table></table>");
        let document = parse(&html);
        assert_eq!(document.quirks_mode(), mode, "{html}");
        for way in [Way::Minified, Way::Pretty] {
            let again = parse(&written(&html, way));
            assert_eq!(again.quirks_mode(), mode, "{html} {way:?}");
            let dump = |document: &Document| {
                document.dump().to_string().replace(['\n', ' '], "").replace("|\"\"", "")
            };
            assert_eq!(dump(&again), dump(&document), "{html} {way:?}");
        }
    }
}

/// A parser adds its copy of the selected option to the content that was written.
#[test]
fn selectedcontent_does_not_grow() {
    #[rustfmt::skip]
    let cases = [
        ("<select><option>two</option><selectedcontent></selectedcontent></select>", "<select><option>two</option><selectedcontent></selectedcontent></select>"),
        ("<select><selectedcontent></selectedcontent><option>two</select>", "<select><selectedcontent></selectedcontent><option>two</select>"),
        ("<select><option disabled>a<option>b<i c=d>e</i><selectedcontent></selectedcontent></select>", ""),
        ("<select><optgroup disabled><option>a</optgroup><option>b</option><selectedcontent></selectedcontent></select>", ""),
        ("<select><option>a<option selected>b</option><selectedcontent></selectedcontent><option selected><b><template>c</template>", ""),
        ("<select><option>a</option><selectedcontent></selectedcontent><selectedcontent></selectedcontent></select>", ""),
        ("<select size=1><option>a<option selected>b</option><selectedcontent></selectedcontent></select>", ""),
        ("<select multiple><option selected>a</option><selectedcontent>b</selectedcontent></select>", ""),
        ("<template><select><option>a</option><selectedcontent>b</selectedcontent></select></template>", ""),
    ];
    for (html, minified) in cases {
        let tree = parse(html).dump().to_string();
        let short = written(html, Way::Minified);
        assert_eq!(parse(&short).dump().to_string(), tree, "{html}: {short}");
        assert!(short.contains(minified), "{short}");
        let options = SerializeOptions::default().empty_selectedcontent(true);
        let (document, mut plain) = (parse(html), String::new());
        write_inner(&mut plain, &&document, &document.root(), &options).unwrap();
        // Content that the parser leaves alone is lost.
        if !html.contains("<selectedcontent>b") {
            assert_eq!(parse(&plain).dump().to_string(), tree, "{html}: {plain}");
        }
    }
    // Of a fragment the parser fills nothing, and what a script changed isn't a copy.
    let html = "<select><selectedcontent>x</selectedcontent><option>x</select>";
    let fragment =
        parse_fragment_with(html, FragmentContext::html("div"), &ParseOptions::default()).document;
    assert_eq!(fragment.to_minified_html(), html);
}
