//! Edits and the sources that they make.

use sapwood::{Document, NodeId, ParseOptions, parse_with};

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
    let set: Edit = |d| Ok(d.set_text(id(d, "p").clone(), "1 < 2 & 3")?);
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
