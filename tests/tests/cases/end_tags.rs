//! Positions of end tags in the source.

use sapwood::{ParseOptions, parse_with};

/// Each element that has an end tag, as `name@offset`, in tree order.
fn end_tags(html: &str) -> String {
    let document = parse_with(html, &ParseOptions::default().positions(true)).document;
    let tags = document.root().descendants().filter_map(|node| {
        let (name, span) = (node.local_name()?, node.end_tag()?);
        assert!(html[span.start..span.end].starts_with(&format!("</{name}")), "{html}: {name}");
        Some(format!("{name}@{}", span.start))
    });
    tags.collect::<Vec<_>>().join(" ")
}

#[test]
fn end_tags_that_pop_nothing_have_positions() {
    #[rustfmt::skip]
    let cases = [
        ("<body></body></html>", "html@13 body@6"),
        ("<p>a</p></html>", "html@8 p@4"),
        ("</body>", "body@0"),
        ("</html>", "html@0"),
        ("a</body>b</body>", "body@9"),
        ("a</body></html>b</html>", "html@16 body@1"),
        ("<frameset></frameset></html>", "html@21 frameset@10"),
        ("<form><div></form></div>", "form@11 div@18"),
        ("<form></form>", "form@6"),
        ("<div><form></div></form>", "div@11"),
        ("<table><td></body></table>", "table@18"),
        ("<svg></body>", "body@5"),
        ("a", ""),
    ];
    for (html, expected) in cases {
        assert_eq!(end_tags(html), expected, "{html}");
    }
}
