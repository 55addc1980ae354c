//! Hostile shapes: inputs that an attacker would repeat to make a parser slow or large.
//!
//! To add a shape, add a line. The harness `linear` and `cargo xtask growth` measure all of them.

/// A family of inputs, by size.
pub struct Shape {
    /// The repeated text.
    pub name: &'static str,
    /// Writes the input with this number of repetitions.
    pub write: fn(usize) -> String,
    /// Context element of a fragment; `None` for a document.
    pub context: Option<&'static str>,
    /// Whether the data outgrows every cache: it fills a hash table, which is accessed at random, or is moved at the
    /// speed of memory.
    pub beyond_caches: bool,
    /// Whether parsing must reach 200 MB/s.
    pub swift: bool,
}

const fn shape(name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { name, write, context: None, beyond_caches: false, swift: false }
}

const fn beyond_caches(name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { beyond_caches: true, ..shape(name, write) }
}

const fn swift(name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { swift: true, ..shape(name, write) }
}

const fn inside(context: &'static str, name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { context: Some(context), ..shape(name, write) }
}

/// Concatenates `n` different pieces.
fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// Concatenates `n` copies of each of `parts`.
fn blocks(n: usize, parts: &[&str]) -> String {
    parts.iter().map(|part| part.repeat(n)).collect()
}

/// All shapes.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    shape("<div>", |n| "<div>".repeat(n)),
    shape("<div> </div>", |n| blocks(n, &["<div>", "</div>"])),
    shape("<b>", |n| "<b>".repeat(n)),
    beyond_caches("<b id=i>", |n| each(n, |i| format!("<b id={i}>"))),
    shape("<b id=i> x </b>", |n| each(n, |i| format!("<b id={i}>x</b>"))),
    shape("<ul><li>", |n| "<ul><li>".repeat(n)),
    shape("<li><ul><div> <li></li>", |n| blocks(n, &["<li><ul><div>", "<li></li>"])),
    shape("<dd>", |n| "<dd>".repeat(n)),
    shape("<dd><div>", |n| "<dd><div>".repeat(n)),
    shape("<dl><dt><div> <dd>", |n| blocks(n, &["<dl><dt><div>", "<dd>"])),
    shape("<table>", |n| "<table>".repeat(n)),
    shape("<table><tr><td>", |n| "<table><tr><td>".repeat(n)),
    shape("<table> text", |n| "<table>x".repeat(n)),
    shape("<table><tr><td> </table>", |n| blocks(n, &["<table><tr><td>", "</table>"])),
    shape("<table> and fostered <b>", |n| "<table>".to_owned() + &"<b>x</b>".repeat(n)),
    shape("<table> and spaces <i>", |n| "<table>".to_owned() + &" <i> ".repeat(n)),
    shape("<div> <table></table>", |n| blocks(n, &["<div>", "<table></table>"])),
    shape("<p><b>", |n| "<p><b>".repeat(n)),
    shape("<p><b><i><u>", |n| "<p><b><i><u>".repeat(n)),
    shape("<p>", |n| "<p>".repeat(n)),
    shape("</p>", |n| "</p>".repeat(n)),
    shape("<p><button>", |n| "<p><button>".repeat(n)),
    shape("<button><div>", |n| "<button><div>".repeat(n)),
    shape("<div> <p>", |n| blocks(n, &["<div>", "<p>"])),
    shape("<span> </p>", |n| blocks(n, &["<span>", "</p>"])),
    shape("<p> <span> <div>", |n| "<p>".to_owned() + &blocks(n, &["<span>", "<div>"])),
    beyond_caches("n attributes", |n| format!("<p {}>", each(n, |i| format!(" a{i}=1")))),
    shape("n times one attribute", |n| format!("<p {}>", " a=1".repeat(n))),
    beyond_caches("n attributes on <html> twice", |n| {
        let attributes = each(n, |i| format!(" a{i}"));
        format!("<html{attributes}><html{attributes}>")
    }),
    shape("<body a>", |n| "<body a=1>".repeat(n)),
    beyond_caches("<body ai>", |n| each(n, |i| format!("<body a{i}=1>"))),
    beyond_caches("<html ai>", |n| each(n, |i| format!("<html a{i}=1>"))),
    beyond_caches("<p> with names of its own", |n| each(n, |i| format!("<x{i} y{i}>"))),
    shape("<form> </form>", |n| "<form></form>".repeat(n)),
    shape("</form><form><div>", |n| "</form><form><div>".repeat(n)),
    shape("<form> <div> </form>", |n| "<form>".to_owned() + &blocks(n, &["<div>", "</form><form>"])),
    shape("<b> <div> </b>", |n| blocks(n, &["<b>", "<div>", "</b>"])),
    shape("<b><div> </b>", |n| blocks(n, &["<b><div>", "</b>"])),
    shape("<b> <p></b>", |n| "<b>".to_owned() + &"<p></b>".repeat(n)),
    shape("<b> </i>", |n| blocks(n, &["<b>", "</i>"])),
    shape("<a>", |n| "<a>".repeat(n)),
    shape("<a><div>", |n| "<a><div>".repeat(n)),
    shape("<a><p></a>", |n| "<a><p></a>".repeat(n)),
    shape("<nobr>", |n| "<nobr>".repeat(n)),
    shape("<nobr><div>", |n| "<nobr><div>".repeat(n)),
    shape("<i> <object> </i>", |n| "<i>".to_owned() + &blocks(n, &["<object>", "</i>"])),
    shape("<applet> </applet>", |n| blocks(n, &["<applet>", "</applet>"])),
    shape("<h1>", |n| "<h1>".repeat(n)),
    shape("<h1><div> </h2>", |n| blocks(n, &["<h1><div>", "</h2>"])),
    shape("<svg>", |n| "<svg>".repeat(n)),
    shape("<svg><g> </x>", |n| format!("<svg>{}", blocks(n, &["<g>", "</x>"]))),
    shape("<svg><g> <p>", |n| "<svg><g><p>".repeat(n)),
    shape("<svg><desc>", |n| "<svg><desc>".repeat(n)),
    shape("<svg><desc> </svg>", |n| blocks(n, &["<svg><desc>", "</svg>"])),
    shape("<svg> <desc> <b></desc>", |n| "<svg>".to_owned() + &blocks(n, &["<desc>", "<b></desc>"])),
    shape("<math><mi>", |n| "<math><mi>".repeat(n)),
    shape("<math><annotation-xml>", |n| "<math><annotation-xml>".repeat(n)),
    shape("<select><option selected>", |n| "<select>".to_owned() + &"<option selected>x".repeat(n)),
    shape("<select><option>", |n| "<select><option>".repeat(n)),
    shape("<select> <div><option>", |n| "<select>".to_owned() + &"<div><option>".repeat(n)),
    shape("<select><optgroup>", |n| "<select>".to_owned() + &"<optgroup><option>".repeat(n)),
    shape("<select> with selectedcontent", |n| {
        "<select><button><selectedcontent></button>".to_owned() + &"<option selected>x".repeat(n)
    }),
    shape("<select><selectedcontent>", |n| "<select>".to_owned() + &"<selectedcontent>".repeat(n)),
    shape("<select><hr>", |n| "<select>".to_owned() + &"<hr>".repeat(n)),
    shape("<ruby><rt>", |n| "<ruby><rt>".repeat(n)),
    shape("<rt>", |n| "<rt>".repeat(n)),
    beyond_caches("<template>", |n| "<template>".repeat(n)),
    shape("<template> </template>", |n| blocks(n, &["<template>", "</template>"])),
    beyond_caches("<template><td>", |n| "<template><td>".repeat(n)),
    shape("<template> </template> in <div>", |n| blocks(n, &["<div>", "<template></template>"])),
    beyond_caches("<template for=x>", |n| "<template for=x>".repeat(n)),
    shape("<template for=x></template>", |n| "<body>".to_owned() + &"<template for=x></template>".repeat(n)),
    beyond_caches("<?marker?> <template for>", |n| {
        let markers = each(n, |i| format!("<?marker name=\"{i}\">"));
        format!("<body>{markers}{}", each(n, |i| format!("<template for={i}>x</template>")))
    }),
    shape("<?start?>", |n| format!("<body>{}<template for=a>x", "<?start name=\"a\">".repeat(n))),
    shape("<frameset>", |n| "<frameset>".repeat(n)),
    shape("<noscript>", |n| "<noscript>".repeat(n)),
    shape("<caption>", |n| format!("<table>{}", "<caption>".repeat(n))),
    shape("<col>", |n| format!("<table>{}", "<col>".repeat(n))),
    swift("&amp;", |n| "&amp;".repeat(n)),
    shape("&", |n| "&".repeat(n)),
    shape("&notit;", |n| "&notit;".repeat(n)),
    shape("&#1;", |n| "&#1;".repeat(n)),
    shape("&#111…", |n| format!("&#{}", "1".repeat(n))),
    shape("a value of &", |n| format!("<p a='{}'>", "&amp;&x".repeat(n))),
    swift("NUL", |n| "\0".repeat(n)),
    shape("NUL in <svg>", |n| format!("<svg>{}", "\0a".repeat(n))),
    shape("NUL in a value", |n| format!("<p a='{}'>", "\0".repeat(n))),
    shape("NUL in a table", |n| format!("<table>{}", "\0 ".repeat(n))),
    swift("CR LF", |n| "\r\n".repeat(n)),
    shape("CR", |n| "\r".repeat(n)),
    swift("<", |n| "<".repeat(n)),
    shape("</", |n| "</".repeat(n)),
    shape("<!", |n| "<!".repeat(n)),
    shape("<?", |n| "<?".repeat(n)),
    shape("<!-- never ended", |n| "<!--".repeat(n)),
    shape("<!-->", |n| "<!-->".repeat(n)),
    shape("dashes in a comment", |n| format!("<!--{}", "-".repeat(n))),
    shape("dashes and bangs in a comment", |n| format!("<!--{}", "--!".repeat(n))),
    shape("<![CDATA[ ]", |n| format!("<svg><![CDATA[{}", "]".repeat(n))),
    shape("<script><!--<script>", |n| format!("<script>{}", "<!--<script>".repeat(n))),
    swift("</titl in <title>", |n| format!("<title>{}", "</titl".repeat(n))),
    shape("</title  in <title>", |n| format!("<title>{}", "</title ".repeat(n))),
    shape("<textarea>", |n| "<textarea></textarea>".repeat(n)),
    shape("<!doctype>", |n| "<!doctype html>".repeat(n)),
    shape("a long tag name", |n| format!("<{}>", "a".repeat(n))),
    shape("a long attribute name", |n| format!("<p {}>", "a".repeat(n))),
    shape("=", |n| format!("<p {}>", "=".repeat(n))),
    shape("<a/", |n| "<a/".repeat(n)),
    shape("</div>", |n| "</div>".repeat(n)),
    shape("</unknown>", |n| blocks(n, &["<div>", "</unknown>"])),
    shape("<unknown> </other>", |n| blocks(n, &["<x-a>", "</x-b>"])),
    shape("</body>", |n| "</body>x".repeat(n)),
    shape("after the body, comments", |n| "</html>".to_owned() + &"<!--a-->".repeat(n)),
    swift("a line, CR LF", |n| "a line of text\r\n".repeat(n)),
    shape("CR LF in a value", |n| format!("<p a='{}'>", "x\r\n".repeat(n))),
    shape("CR LF in <script>", |n| format!("<script>{}", "f();\r\n".repeat(n))),
    swift("NUL in <script>", |n| format!("<script>{}", "\0".repeat(n))),
    shape("NUL in a comment", |n| format!("<!--{}", "\0".repeat(n))),
    shape("NUL in a tag name", |n| format!("<x{}>", "\0".repeat(n))),
    shape("a", |n| "a".repeat(n)),
    shape("spaces", |n| " ".repeat(n)),
    shape("spaces in a tag", |n| format!("<p{}>", " ".repeat(n))),
    shape("spaces and lines in <head>", |n| format!("<head>{}", " \n<meta>".repeat(n))),
    shape("<a <a", |n| "<a ".repeat(n)),
    shape("<p a='", |n| "<p a='".repeat(n)),
    shape("<p a=\"'", |n| "<p a=\"'".repeat(n)),
    shape("a value of \"", |n| format!("<p a='{}'>", "\"".repeat(n))),
    shape("/ in a tag", |n| format!("<p{}>", "/".repeat(n))),
    shape("attributes in an end tag", |n| format!("</p{}>", " a".repeat(n))),
    shape("a name in capitals", |n| "<DIV></DIV>".repeat(n)),
    shape("<!DOCTYPE without end", |n| format!("<!DOCTYPE html PUBLIC '{}", "x".repeat(n))),
    shape("<!-- <!-- ended", |n| format!("<!--{}-->", "<!--".repeat(n))),
    shape("--!> and comments", |n| "<!--a--!>".repeat(n)),
    shape("<!-- without end, in turns", |n| "<!--><!--a".repeat(n)),
    beyond_caches("<![CDATA[ in HTML", |n| "<![CDATA[".repeat(n)),
    shape("<![CDATA[a]]>", |n| format!("<svg>{}", "<![CDATA[a]]>".repeat(n))),
    shape("]]> in text", |n| "]]>".repeat(n)),
    shape("&#x", |n| "&#x".repeat(n)),
    shape("&#xFFFFFFFF;", |n| "&#xFFFFFFFF;".repeat(n)),
    shape("&CounterClockwiseContourIntegra", |n| "&CounterClockwiseContourIntegra".repeat(n)),
    shape("&aaaa…", |n| format!("&{}", "a".repeat(n))),
    shape("&notin in a value", |n| format!("<p a='{}'>", "&notin=".repeat(n))),
    shape("</script in <script>", |n| format!("<script>{}", "</script".repeat(n))),
    shape("<!-- --> in <script>", |n| format!("<script>{}", "<!---->".repeat(n))),
    shape("</style in <style>", |n| format!("<style>{}", "</style".repeat(n))),
    shape("< in <textarea>", |n| format!("<textarea>{}", "<".repeat(n))),
    shape("</br>", |n| "</br>".repeat(n)),
    shape("<br>", |n| "<br>".repeat(n)),
    shape("</ x>", |n| "</ x>".repeat(n)),
    shape("<?x y?>", |n| "<?x y?>".repeat(n)),
    shape("<?x without end", |n| format!("<?x {}", "?".repeat(n))),
    shape("<b><i></b></i>", |n| "<b><i></b></i>".repeat(n)),
    shape("<b><p></b></p>", |n| "<b><p>x</b></p>".repeat(n)),
    shape("<p> and 12 <b> reopened", |n| each(12, |i| format!("<b id={i}>")) + &"<p>x".repeat(n)),
    shape("<b> <i> <div> </i> </b>", |n| blocks(n, &["<b>", "<i>", "<div>", "</i>", "</b>"])),
    shape("<font> <p></font>", |n| "<font color=red><p></font>".repeat(n)),
    shape("<a href> <table>", |n| "<a href=x><table>".repeat(n)),
    shape("<table><a>", |n| format!("<table>{}", "<a>x".repeat(n))),
    shape("<table><tr> text", |n| format!("<table><tr>{}", "x<td></td>".repeat(n))),
    shape("<table><input type=hidden>", |n| format!("<table>{}", "<input type=hidden>".repeat(n))),
    shape("<tr><td>", |n| format!("<table>{}", "<tr><td>x".repeat(n))),
    shape("<td> </td> nested", |n| blocks(n, &["<table><tr><td>", "</td></tr></table>"])),
    shape("<tbody><thead>", |n| format!("<table>{}", "<tbody><thead>".repeat(n))),
    shape("<form><table>", |n| "<form><table></form>".repeat(n)),
    shape("<button></p>", |n| "<button></p></button>".repeat(n)),
    shape("<h1></h2>", |n| "<h1></h2>".repeat(n)),
    shape("<svg><p>", |n| "<svg><p></svg>".repeat(n)),
    shape("<svg></g>", |n| format!("<svg>{}", "<g></G>".repeat(n))),
    shape("<svg><foreignObject>", |n| "<svg><foreignObject>".repeat(n)),
    shape("<math><mi><mglyph>", |n| "<math><mi><mglyph>".repeat(n)),
    shape("<svg><font color>", |n| "<svg><font color=x>".repeat(n)),
    shape("<template><tr>", |n| "<template><tr></template>".repeat(n)),
    shape("<frameset> <frame>", |n| format!("<frameset>{}", "<frame></frame>".repeat(n))),
    shape("<frameset> text", |n| format!("<frameset>{}", "x <p>".repeat(n))),
    shape("</body><div>", |n| "</body><div>".repeat(n)),
    shape("</html> <div>", |n| "</html> <div>".repeat(n)),
    shape("<head></head>", |n| "<head></head>".repeat(n)),
    shape("<title>", |n| "<title></title>".repeat(n)),
    shape("<option> </select>", |n| "<select><option></select>".repeat(n)),
    shape("<ruby><rb><rtc>", |n| "<ruby><rb><rtc><rt><rp>".repeat(n)),
    shape("<plaintext>", |n| format!("<plaintext>{}", "</plaintext>".repeat(n))),
    shape("<image>", |n| "<image>".repeat(n)),
    shape("<pre> and lines", |n| "<pre>\n</pre>".repeat(n)),
    // Copies that the standard's algorithms make: the amplification budget bounds them.
    shape("<b c=i> reopened in each <p>", |n| {
        format!("<p>{}{}", each(n, |i| format!("<b c={i}>")), "<p>x".repeat(n))
    }),
    shape("<b> with n classes in each <p>", |n| {
        format!("<p><b class=\"{}\">{}", each(n, |i| format!("c{i} ")), "<p>x".repeat(n))
    }),
    shape("<selectedcontent> in <template> in <option>", |n| {
        "<select><selectedcontent></selectedcontent><option><template>".repeat(n)
    }),
    inside("table", "<tr>", |n| "<tr>".repeat(n)),
    inside("select", "<input>", |n| "<input>".repeat(n)),
    inside("svg desc", "<svg>", |n| "<svg>".repeat(n)),
    inside("td", "<td>", |n| "<td></td>".repeat(n)),
    inside("template", "<template>", |n| "<template><tr>".repeat(n)),
    inside("math mi", "<mglyph>", |n| "<mglyph><b>".repeat(n)),
];

impl Shape {
    /// Returns the unique name in lists of shapes.
    #[must_use]
    pub fn label(&self) -> String {
        match self.context {
            Some(context) => format!("{} in {context}", self.name),
            None => self.name.to_owned(),
        }
    }
}

#[test]
fn labels_differ() {
    let labels: std::collections::HashSet<_> = SHAPES.iter().map(Shape::label).collect();
    assert_eq!(labels.len(), SHAPES.len());
}
