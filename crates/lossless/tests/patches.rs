//! Edits and the sources that they make.

use sapwood::{
    ByteOptions, ByteParser, Document, Limit, Limits, NodeId, ParseOptions, Parsed, Parser,
    SourceError,
    encoding::encoding_rs::{
        BIG5, EUC_JP, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252,
    },
    parse_bytes_with, parse_fragment_with, parse_with,
    xml::{self, XmlParseOptions},
};

type Edit = fn(&mut Document) -> Result<(), Box<dyn std::error::Error>>;

fn parse(html: &str) -> Document {
    parse_with(html, &ParseOptions::default().source(true)).document
}

fn id(document: &Document, selector: &str) -> NodeId {
    document.select_first(selector).unwrap().unwrap().node_id()
}

fn new(document: &mut Document, name: &str) -> NodeId {
    document.create_element(name).unwrap()
}

#[track_caller]
fn check(html: &str, edit: Edit, expected: &str) {
    let mut document = parse(html);
    edit(&mut document).unwrap();
    assert_eq!(document.to_source_text().as_deref(), Ok(expected), "{html}");
}

#[test]
fn changes_attributes() {
    let set: Edit = |d| Ok(d.set_attribute(id(d, "a"), "b", "1")?);
    check("<A\tB=x >t</a>", set, "<A\tB=1 >t</a>");
    check("<a b='x'>", set, "<a b='1'>");
    check("<a b = \"x\" c>", set, "<a b = \"1\" c>");
    check("<a b c>", set, "<a b=\"1\" c>");
    check("<a c/>", set, "<a c b=\"1\"/>");
    check("<a c=d/>", set, "<a c=d/ b=\"1\">");
    check("<a\n>", set, "<a b=\"1\"\n>");
    check("<a b=x b=y>", set, "<a b=1 b=y>");
    let set: Edit = |d| Ok(d.set_attribute(id(d, "a"), "b", "it's \"<&>\"")?);
    check("<a b=x>", set, "<a b=\"it's &quot;&lt;&amp;&gt;&quot;\">");
    check("<a b='x'>", set, "<a b=\"it's &quot;&lt;&amp;&gt;&quot;\">");
    let remove: Edit = |d| Ok(d.remove_attribute(id(d, "a"), "b").map(drop)?);
    check("<a b=x>", remove, "<a>");
    check("<a b=x c>", remove, "<a c>");
    check("<a d b='x'c>", remove, "<a d c>");
    check("<a b=x B=y c>", remove, "<a c>");
    check("<a c=1 b/>", remove, "<a c=1 />");
}

#[test]
fn changes_texts() {
    let set: Edit = |d| Ok(d.set_text(id(d, "p"), "1 < 2 & 3")?);
    check("<p>a&eacute;b\r\n</p >", set, "<p>1 &lt; 2 &amp; 3</p >");
    check("<p>a</b>b<p>c", set, "<p>1 &lt; 2 &amp; 3<p>c");
    let set: Edit = |d| Ok(d.set_text(id(d, "script"), "1 < 2 & 3")?);
    check("<script>a</script\n>", set, "<script>1 < 2 & 3</script\n>");
    let set: Edit = |d| Ok(d.set_text(id(d, "pre"), "\n1\r")?);
    check("<pre>a</pre>", set, "<pre>\n\n1&#13;</pre>");
    check("<pre>\na</pre>", set, "<pre>\n\n1&#13;</pre>");
}

#[test]
fn removes_nodes() {
    let remove: Edit = |d| Ok(d.remove(id(d, "b"))?);
    check("<p>1<B>2</b >3", remove, "<p>13");
    check("<p>1<b>2<i>3</i></b>4", remove, "<p>14");
    let remove: Edit = |d| Ok(d.remove(id(d, "li"))?);
    check("<ul><li>1<li>2</ul>", remove, "<ul><li>2</ul>");
    let remove: Edit = |d| Ok(d.remove(id(d, "div"))?);
    check("<p>1<div>2</div>3", remove, "<p>1</p>3");
    check("<p>1<div>2</div></p>3", remove, "<p>1</p></p>3");
}

#[test]
fn inserts_nodes() {
    let append: Edit = |d| {
        let b = new(d, "b");
        d.set_text(b, "&")?;
        Ok(d.append(id(d, "#x"), b)?)
    };
    check("<p id=x>1", append, "<p id=x>1<b>&amp;</b>");
    check("<p id=x>1</p >\n", append, "<p id=x>1<b>&amp;</b></p >\n");
    check("<p id=x>1<div>2</div>", append, "<p id=x>1<b>&amp;</b><div>2</div>");
    check("<ul id=x><li>1</ul>", append, "<ul id=x><li>1</li><b>&amp;</b></ul>");
    let append: Edit = |d| {
        let g = d.create_element_ns("http://www.w3.org/2000/svg", "a")?;
        Ok(d.append(id(d, "#x"), g)?)
    };
    check("<svg><g id=x /></svg>", append, "<svg><g id=\"x\"><a></a></g></svg>");
    let append: Edit = |d| {
        let p = new(d, "p");
        let body = d.body().unwrap().node_id();
        Ok(d.append(body, p)?)
    };
    check("", append, "<p></p>");
    check("<title>1</title>", append, "<title>1</title><p></p>");
    check("<body>1</body></html>", append, "<body>1<p></p></body></html>");
    check("<body>1\n</body>\n</html>\n", append, "<body>1\n\n\n<p></p></body></html>");
    let append: Edit = |d| {
        let meta = new(d, "meta");
        let head = d.head().unwrap().node_id();
        Ok(d.append(head, meta)?)
    };
    check("<p>1", append, "<meta><p>1");
    check("<html>\n<body>1", append, "<html>\n<meta><body>1");
}

#[test]
fn moves_wraps_and_unwraps() {
    let wrap: Edit = |d| {
        let div = new(d, "div");
        Ok(d.wrap(id(d, "#x"), div)?)
    };
    check("<p ID=x>1&eacute;</P>2", wrap, "<div><p ID=x>1&eacute;</P></div>2");
    check("<ul><li id=x>1<li>2</ul>", wrap, "<ul><div><li id=x>1</div><li>2</ul>");
    let unwrap: Edit = |d| Ok(d.unwrap(id(d, "#x"))?);
    check("1<B id=x>2<i >3</i></B>4", unwrap, "12<i >3</i>4");
    let swap: Edit = |d| Ok(d.insert_after(id(d, "#x"), id(d, "#y"))?);
    check("<i id=y>1</i>&copy;<i id=x>2</i >3", swap, "&copy;<i id=x>2</i ><i id=y>1</i>3");
    let rename: Edit = |d| Ok(d.rename(id(d, "#x"), "h1").map(drop)?);
    check("<P id=x>1</P ><p>2", rename, "<h1 id=x>1</h1 ><p>2");
    check("<P id=x>1<p>2", rename, "<h1 id=x>1</h1><p>2");
}

#[test]
fn patches_are_local() {
    let mut d = parse("<div><p class=a>1</p><p>2</div><div>3</div>");
    let div = new(&mut d, "section");
    d.wrap(id(&d, "div"), div).unwrap();
    d.remove(id(&d, ".a")).unwrap();
    let patches = d.patches().unwrap();
    let ranges: Vec<_> = patches.iter().map(|it| it.range.clone()).collect();
    assert_eq!(ranges, [0..0, 5..21, 31..31]);
}

#[test]
fn keeps_sources_across_compaction() {
    let mut d = parse("<p>1<b>2</b>3<i>4</i>");
    d.remove(id(&d, "b")).unwrap();
    let u = new(&mut d, "u");
    d.append(id(&d, "i"), u).unwrap();
    let before = d.to_source().unwrap();
    assert_eq!(before, b"<p>13<i>4<u></u></i>");
    d.compact();
    assert_eq!(d.to_source().unwrap(), before);
    let copy = d.clone();
    d.remove(id(&d, "i")).unwrap();
    assert_eq!(d.to_source().unwrap(), b"<p>13");
    assert_eq!(copy.to_source().unwrap(), before);
}

/// Parses bytes with their source, sets the text of the first `b`, and returns the source.
#[track_caller]
fn edited(bytes: &[u8], options: ByteOptions, text: &str) -> Result<Vec<u8>, SourceError> {
    let options = options.parsing(ParseOptions::default().source(true));
    let mut d = parse_bytes_with(bytes, &options).document;
    assert_eq!(d.to_source().as_deref(), Ok(bytes));
    d.set_text(id(&d, "b"), text).unwrap();
    d.to_source()
}

#[test]
fn writes_the_encoding_of_the_source() {
    for encoding in [BIG5, EUC_JP, GBK, ISO_2022_JP, SHIFT_JIS] {
        let encode = |text| encoding.encode(text).0.into_owned();
        let options = || ByteOptions::default().override_encoding(Some(encoding));
        let source = encode("<p title=樹木>樹木<b>木</b>樹木<i>樹");
        let expected = encode("<p title=樹木>樹木<b>a樹&#9786;</b>樹木<i>樹");
        let found = edited(&source, options(), "a樹\u{263a}").unwrap();
        assert_eq!(
            encoding.decode(&found).0,
            encoding.decode(&expected).0,
            "{} {found:x?}",
            encoding.name()
        );
        assert!(found.starts_with(&encode("<p title=樹木>")[..14]), "{}", encoding.name());
    }
    for encoding in [UTF_16LE, UTF_16BE] {
        let encode = |text: &str| -> Vec<u8> {
            let bytes = if encoding == UTF_16LE { u16::to_le_bytes } else { u16::to_be_bytes };
            text.encode_utf16().flat_map(bytes).collect()
        };
        let found = edited(&encode("\u{feff}<b>1</b>é"), ByteOptions::default(), "😀ä");
        assert_eq!(found.unwrap(), encode("\u{feff}<b>😀ä</b>é"));
    }
    let found = edited(b"\xef\xbb\xbf<b>1</b>\xff\xc3", ByteOptions::default(), "\u{e9}");
    assert_eq!(found.unwrap(), b"\xef\xbb\xbf<b>\xc3\xa9</b>\xff\xc3");
}

#[test]
fn writes_references_where_the_encoding_lacks_characters() {
    let options = || ByteOptions::default().override_encoding(Some(WINDOWS_1252));
    let found = edited(b"<b>1</b>\x80\x81\r\0", options(), "\u{e9}\u{394}").unwrap();
    assert_eq!(found, b"<b>\xe9&#916;</b>\x80\x81\r\0");
    let options = options().parsing(ParseOptions::default().source(true));
    let mut d = parse_bytes_with(b"<script>1</script>", &options).document;
    d.set_text(id(&d, "script"), "\u{394}").unwrap();
    assert_eq!(d.to_source(), Err(SourceError::Encoding));
    assert_eq!(d.source(), Some(&b"<script>1</script>"[..]));
}

#[test]
fn keeps_the_source_in_every_parser() {
    let options = ParseOptions::default().source(true);
    let html = "<P>1\r\n<b >2</B>\0&eacute\n";
    let remove = |mut d: Document| {
        assert_eq!(d.to_source().as_deref(), Ok(html.as_bytes()));
        d.remove(id(&d, "b")).unwrap();
        d.to_source_text().unwrap()
    };
    let expected = "<P>1\r\n\0&eacute\n";
    let mut parser = Parser::new(&options);
    let mut parsed = Parsed::default();
    for _ in 0..2 {
        html.split_inclusive(' ').for_each(|piece| parser.feed(piece));
        parser.finish_recycling(&mut parsed);
        assert_eq!(remove(std::mem::take(&mut parsed.document)), expected);
    }
    html.split_inclusive('b').for_each(|piece| parser.feed(piece));
    assert_eq!(remove(parser.finish().document), expected);
    assert_eq!(remove(parse_fragment_with(html, "div", &options).document), expected);
    let mut parser = ByteParser::new(&ByteOptions::default().parsing(options));
    html.as_bytes().chunks(3).for_each(|piece| parser.feed(piece));
    assert_eq!(remove(parser.finish().document), expected);
    let xml = b"\xff\xfe<\0a\0>\0<\0b\0/\0>\0<\0/\0a\0>\0";
    let mut d = xml::parse_bytes_with(xml, &XmlParseOptions::default().source(true)).document;
    assert_eq!(d.to_source().as_deref(), Ok(&xml[..]));
    d.remove(id(&d, "b")).unwrap();
    assert_eq!(d.to_source().as_deref(), Ok(&b"\xff\xfe<\0a\0>\0<\0/\0a\0>\0"[..]));
}

#[test]
fn refuses_what_it_cannot_prove() {
    assert_eq!(sapwood::parse("<p>").to_source(), Err(SourceError::NoSource));
    let limits = Limits::default().depth(4);
    let options = ParseOptions::default().source(true).limits(limits);
    let mut d = parse_with("<p><b><i>1", &options).document;
    assert_eq!(d.to_source().as_deref(), Ok(&b"<p><b><i>1"[..]));
    d.remove(id(&d, "b")).unwrap();
    assert_eq!(d.to_source(), Err(SourceError::Limit(Limit::Depth)));
    let mut d = parse("<p>1");
    d.append_html(id(&d, "p"), "<p>2").unwrap();
    assert_eq!(d.to_source(), Err(SourceError::Inexpressible));
}

#[test]
fn writes_xml() {
    let parse = |xml| xml::parse_with(xml, &XmlParseOptions::default().source(true)).document;
    let xml = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e 'x'>]>\n<p:a xmlns:p='u' ><b  c='&e;'/>&e;<![CDATA[<]]></p:a >\n";
    let mut d = parse(xml);
    let root = d.document_element().unwrap().node_id();
    let new = d.create_element_ns("u", "p:new").unwrap();
    d.append(root, new).unwrap();
    d.set_attribute(id(&d, "b"), "d", "\n<").unwrap();
    let expected =
        xml.replace("'&e;'", "'&e;' d=\"&#10;&lt;\"").replace("]]></p", "]]><p:new/></p");
    assert_eq!(d.to_source_text().unwrap(), expected);
    let mut d = parse("<a xmlns='u'/>");
    let root = d.document_element().unwrap().node_id();
    let new = d.create_element_ns("v", "b").unwrap();
    d.append(root, new).unwrap();
    assert_eq!(d.to_source_text().unwrap(), "<a xmlns=\"u\"><b xmlns=\"v\"/></a>");
}
