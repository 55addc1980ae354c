//! Rules of the conversion, each on a small page.

use sapwood::{
    markdown::{
        Conversion, DescriptionStyle, Escaping, HardBreak, HeadingStyle, ImageStyle, InlineStyle,
        LinkStyle, MarkdownOptions, MissingHeader,
    },
    parse,
};

fn check(cases: &[(&str, &str)]) {
    for (html, markdown) in cases {
        assert_eq!(parse(html).to_markdown(), *markdown, "{html}");
    }
}

fn check_with(options: &MarkdownOptions, html: &str, markdown: &str) {
    assert_eq!(parse(html).to_markdown_with(options), markdown, "{html}");
}

#[test]
fn white_space_collapses_across_elements() {
    check(&[
        ("<p> a <b> b </b> c </p>", "a **b** c\n"),
        ("<p>a<b> </b>c", "a c\n"),
        ("a <div> b </div> c", "a\n\nb\n\nc\n"),
        ("<p>a&nbsp; b", "a\u{a0} b\n"),
        ("<p style='white-space: pre-line'>a\nb", "a\\\nb\n"),
    ]);
}

#[test]
fn text_is_never_markup() {
    check(&[
        // Readers would drop it as a byte order mark.
        ("<p>\u{feff}a\u{feff}", "&#xFEFF;a\u{feff}\n"),
        ("<p>2 * 3 and 2*3*4", "2 * 3 and 2\\*3\\*4\n"),
        ("<p>snake_case and _x_", "snake_case and \\_x\\_\n"),
        ("<p>1. x", "1\\. x\n"),
        ("<p>- x<br>+ y<br>---<br>===", "\\- x\\\n\\+ y\\\n---\\\n\\===\n"),
        ("<p># x<p>#x", "\\# x\n\n#x\n"),
        ("<p>&lt;b> a &lt; b", "\\<b> a < b\n"),
        ("<p>&amp;amp; &amp; x", "\\&amp; & x\n"),
        ("<p>[1] [a](b)", "\\[1] \\[a](b)\n"),
        ("<p>[1]", "[1]\n"),
        ("<p>!<a href=x>y</a>", "\\![y](x)\n"),
        ("<p>a|b<br>-|-", "a|b\\\n\\-|-\n"),
        ("<p>http://a.b www.c.d", "http\\://a.b www\\.c.d\n"),
        ("<h2>C #</h2><h2>C#</h2>", "## C \\#\n\n## C#\n"),
        ("<p>`x` \\* \\a", "\\`x\\` \\\\\\* \\a\n"),
        ("<p>~x~ ~ 5", "\\~x\\~ ~ 5\n"),
    ]);
}

#[test]
fn emphasis() {
    check(&[
        ("<em>a</em><em>b</em>", "*a*_b_\n"),
        ("a<b>\"b\"</b>c", "&#97;**\"b\"**&#99;\n"),
        ("<b><i>a</i></b>", "**_a_**\n"),
        ("<i><b>a</b></i>", "***a***\n"),
        ("<b><strong>a</strong></b>", "**a**\n"),
        ("<em>a <em>b</em></em>", "*a _b_*\n"),
        ("<i><i><i>a</i></i></i>", "*_*a*_*\n"),
        // The third delimiter would close the first.
        ("<i><i><i>&lt;</i></i></i>", "*_<_*\n"),
        ("<i>a <i>b <i>&lt;</i></i></i>", "*a _b *<*_*\n"),
        ("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**\n"),
        ("<b></b><i> </i>x", "x\n"),
        ("<b>&nbsp;x</b>", "**&nbsp;x**\n"),
        ("<s>a</s> <del>b</del>", "~~a~~ ~~b~~\n"),
    ]);
}

#[test]
fn code() {
    check(&[
        ("<code>a`b</code>", "``a`b``\n"),
        ("<code> x </code>", "`  x  `\n"),
        ("<code>`</code>", "`` ` ``\n"),
        ("<code>a</code><code>b</code>", "`ab`\n"),
        ("<pre>\n\nx\n</pre>", "```\n\nx\n```\n"),
        ("<pre><code class='language-rust x'>a\n</code></pre>", "```rust\na\n```\n"),
        ("<div class=highlight-source-js><pre>a", "```js\na\n```\n"),
        ("<pre class='brush: php;'>```</pre>", "````php\n```\n````\n"),
        ("<ul><li><pre>a\nb</pre></ul>", "- ```\n  a\n  b\n  ```\n"),
    ]);
}

#[test]
fn lists() {
    check(&[
        ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
        ("<ul><li><p>a<li><p>b</ul>", "- a\n\n- b\n"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c\n"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b\n"),
        ("<ol><li>a<li value=7>b</ol>", "1. a\n7. b\n"),
        ("<ul><li><ul><li><ul><li></ul></ul></ul>", "- * -\n"),
        ("<ul><li>a<div>b</div><li>c</ul>", "- a\n\n  b\n\n- c\n"),
        ("<ul><li><input type=checkbox checked> a<li>[ ] b</ul>", "- [x] a\n- \\[ ] b\n"),
        ("<dl><dt>T<dd>D<dd>E<dt>U<dd>F</dl>", "**T**\n\n- D\n- E\n\n**U**\n\n- F\n"),
        ("<blockquote><p>a<ul><li>b</ul></blockquote>", "> a\n>\n> - b\n"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b\n"),
    ]);
}

#[test]
fn links_and_images() {
    check(&[
        ("<a href='/a b' title='x \"y\"'>z]</a>", "[z\\]](/a%20b 'x \"y\"')\n"),
        ("<a href=https://a.b/>https://a.b/</a>", "<https://a.b/>\n"),
        ("<a href=mailto:a@b.c>a@b.c</a>", "<a@b.c>\n"),
        ("<a href='x('>y</a>", "[y](<x(>)\n"),
        ("<a href=x></a><a name=y>z</a>", "z\n"),
        ("<a href='javascript:x()'>y</a>", "y\n"),
        ("<a href=x><h2>y</h2>z</a>", "## [y](x)\n\n[z](x)\n"),
        ("<img src=a.png alt='[x]*' title=t>", "![\\[x\\]\\*](a.png \"t\")\n"),
        ("a<img src=data:image/gif;base64,x alt=b>", "a\n"),
        ("<img src=data:,x data-src=y.png>", "![](y.png)\n"),
    ]);
}

#[test]
fn tables() {
    check(&[
        (
            "<table><tr><th>a<th align=right>b<tr><td>1|2<td><p>x<p>y</table>",
            "| a | b |\n| --- | --: |\n| 1\\|2 | x y |\n",
        ),
        ("<table><tr><td>a<td>b</table>", "|  |  |\n| --- | --- |\n| a | b |\n"),
        (
            "<table><caption>C</caption><tr><th>a<th>b<tr><td colspan=2>c<tr><td rowspan=2>d<td>e<tr><td>f</table>",
            "C\n\n| a | b |\n| --- | --- |\n| c |\n| d | e |\n|  | f |\n",
        ),
        ("<table><tr><td>a<table><tr><th>b</table></table>", "a\n\n| b |\n| --- |\n"),
        ("<table><tr><th><code>a|b</code></table>", "| `a\\|b` |\n| --- |\n"),
    ]);
}

#[test]
fn hidden_content_is_left_out() {
    check(&[
        ("<style>a</style><script>b</script><p hidden>c<p style='display: none'>d<p>e", "e\n"),
        ("<select><option>a</select><textarea>b</textarea><svg><text>c</text></svg>d", "d\n"),
        ("<details><summary>a</summary>b</details>", "a\n\nb\n"),
        (
            "<math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math>",
            "$x^2$\n",
        ),
        ("<q>a</q>", "\"a\"\n"),
        ("a<br>b<br><br>c<br>", "a\\\nb\n\nc\n"),
        ("<h1>a<br>b</h1><hr>", "# a b\n\n***\n"),
    ]);
}

#[test]
fn options() {
    let options = MarkdownOptions::default;
    check_with(
        &options().headings(HeadingStyle::Underlined),
        "<h2>a</h2><h3>b</h3>",
        "a\n---\n\n### b\n",
    );
    check_with(&options().bullet('+'), "<ul><li>a</ul>", "+ a\n");
    check_with(&options().fence('~'), "<pre>a</pre>", "~~~\na\n~~~\n");
    check_with(&options().rule("- - -"), "a<hr>", "a\n\n- - -\n");
    check_with(&options().rule("x"), "<hr>", "***\n");
    check_with(&options().emphasis('_').strong('_'), "<i>a</i> <b>b</b>", "_a_ __b__\n");
    check_with(&options().hard_break(HardBreak::Spaces), "a<br>b", "a  \nb\n");
    check_with(
        &options().links(LinkStyle::Reference),
        "<a href=x>a</a> <a href=y>b</a> <a href=x>c</a>",
        "[a][1] [b][2] [c][1]\n\n[1]: x\n[2]: y\n",
    );
    check_with(&options().links(LinkStyle::TextOnly), "<a href=x>a</a>", "a\n");
    check_with(&options().images(ImageStyle::AltText), "<img src=a alt=b>", "b\n");
    check_with(&options().images(ImageStyle::LeftOut), "<img src=a alt=b>c", "c\n");
    check_with(&options().escaping(Escaping::None), "<p>*a*", "*a*\n");
    check_with(&options().escaping(Escaping::Full), "<p>2 * a_b", "2 \\* a\\_b\n");
    check_with(
        &options().missing_header(MissingHeader::FirstRow),
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
        "| a | b |\n| --- | --- |\n| c | d |\n",
    );
    check_with(
        &options().width(7),
        "<p>aa bb cc - dd <code>e f g h</code>",
        "aa bb\ncc - dd\n`e f g h`\n",
    );
    check_with(&options().paragraph_at_two_breaks(false), "a<br><br>b", "a\\\nb\n");
    check_with(&options().aria_hidden(false), "a<i aria-hidden=true>b</i>", "a\n");
    check_with(
        &options().element(|element| match element.local_name() {
            Some("b") => Conversion::Text("*".to_owned()),
            Some("i") => Conversion::Markdown("*x*".to_owned()),
            Some("u") => Conversion::Content,
            Some("s") => Conversion::LeftOut,
            _ => Conversion::Default,
        }),
        "a <b>1</b> <i>2</i> <u>3</u> <s>4</s>",
        "a \\* *x* 3\n".replace("a \\*", "a *").as_str(),
    );
}

#[test]
fn elements_are_kept_as_html() {
    let kept = MarkdownOptions::default().element(|element| match element.local_name() {
        Some("kbd" | "table" | "x-card" | "pre" | "img" | "script") => Conversion::Html,
        _ => Conversion::Default,
    });
    let cases = [
        (
            "a <kbd title='<\"|'>*b* <i>c</i> </kbd>d",
            "a <kbd title=\"&lt;&quot;&#124;\">\\*b\\* *c*</kbd> d\n",
        ),
        ("a<kbd></kbd>b<img src=x>", "a<kbd></kbd>b<img src=\"x\">\n"),
        ("x<x-card>a\n\n \nb</x-card>y", "x<x-card>a b</x-card>y\n"),
        (
            "x<x-card style=display:block>a\n\n \nb</x-card>y",
            "x\n\n<x-card style=\"display:block\">\na&#10;&#10; \nb</x-card>\n\ny\n",
        ),
        (
            "<ul><li>a<table><td>b</table><li>c",
            "- a\n\n  <table><tbody><tr><td>b</td></tr></tbody></table>\n\n- c\n",
        ),
        ("<pre>\na\n\nb</pre>", "<pre>a\n\nb</pre>\n"),
        ("<body><script>a\n\n<b></script>", "<script>a\n\n<b></script>\n"),
        (
            "<h2>a<table><td>b|\nc</table>",
            "## a<table><tbody><tr><td>b&#124;&#10;c</td></tr></tbody></table>\n",
        ),
    ];
    for (html, expected) in cases {
        check_with(&kept, html, expected);
    }
}

#[test]
fn marks_of_other_flavours_are_written() {
    let marks = MarkdownOptions::default()
        .subscripts(InlineStyle::Marks)
        .superscripts(InlineStyle::Marks)
        .insertions(InlineStyle::Marks)
        .highlights(InlineStyle::Html);
    let cases = [
        ("H<sub>2</sub>O, x<sup>2</sup>, <ins>a <u>b</u></ins>", "H~2~O, x^2^, ++a b++\n"),
        ("a^b ~c~ d++e++ ==f==", "a\\^b \\~c\\~ d\\+\\+e\\+\\+ ==f==\n"),
        ("<mark class=x>a</mark><mark> </mark>", "<mark class=\"x\">a</mark>\n"),
        ("<s>a <sub>b</sub></s>", "~~a b~~\n"),
    ];
    for (html, expected) in cases {
        check_with(&marks, html, expected);
    }
}

#[test]
fn descriptions_are_written_for_pandoc() {
    let pandoc = MarkdownOptions::default().descriptions(DescriptionStyle::Pandoc);
    let cases = [
        ("<dl><dt>a<br>b<dd>c<dd>d<dt>e<dd>f", "a b\n:   c\n:   d\n\ne\n:   f\n"),
        ("<dl><dt>a<dd><p>b<p>c", "a\n\n:   b\n\n    c\n"),
        ("<dl><dt>1. a<dd><ul><li>b</ul><dd>c", "1\\. a\n:   - b\n:   c\n"),
        ("<dl><dd>a<dt>b</dl><p>: c", "a\n\nb\n\n\\: c\n"),
    ];
    for (html, expected) in cases {
        check_with(&pandoc, html, expected);
    }
}

#[test]
fn items_are_indented() {
    check_with(
        &MarkdownOptions::default().list_indent(4),
        "<ul><li>a<ol><li>b",
        "-   a\n    1.  b\n",
    );
    check_with(&MarkdownOptions::default().code_language("rust"), "<pre>a", "```rust\na\n```\n");
    check_with(&MarkdownOptions::default().autolinks(false), "<a href=x:y>x:y</a>", "[x:y](x:y)\n");
}

#[test]
fn output_is_linear_in_the_input() {
    let url = "x".repeat(20_000);
    let shapes = [
        "<blockquote>".repeat(20_000) + &"<p>x".repeat(20_000),
        "<ul><li>".repeat(20_000) + &"<p>x".repeat(20_000),
        format!("<a href={url}>") + &"<div>x</div>".repeat(4_000),
        "<b><i><s>".repeat(5_000) + &"<p>x".repeat(200),
        "<table><tr><td>".repeat(5_000),
        format!("<table>{}", "<tr><td rowspan=9 colspan=1000>x".repeat(5_000)),
        "[".repeat(50_000) + "](",
        "*".repeat(100_000),
        "_a".repeat(50_000),
        "`".repeat(100_000),
        format!("<code>{}</code>", "`a".repeat(50_000)),
        "<li>".repeat(30_000),
        "<dl><dt><dd>".repeat(10_000),
    ];
    for html in shapes {
        let markdown = parse(&html).to_markdown();
        let limit = 40 * html.len();
        assert!(markdown.len() < limit, "{} of {}: {}", markdown.len(), html.len(), &html[..40]);
    }
}

#[test]
fn a_long_base_is_not_repeated_without_bound() {
    use sapwood::extract::url::Url;

    let html = "<a href=x>y</a> ".repeat(4_000);
    let with = |length: usize| {
        let base = Url::parse(&format!("https://a.b/{}/", "p".repeat(length))).unwrap();
        parse(&html).to_markdown_with(&MarkdownOptions::default().base(base))
    };
    assert_eq!(with(10).matches("https:").count(), 4_000);
    let markdown = with(60_000);
    assert!(markdown.len() < 4 * html.len(), "{}", markdown.len());
}
