//! Every code has a file in `fixtures/check` with its findings next to it, which `BLESS=1` rewrites;
//! conforming pages have none; and each format is well-formed.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use sapwood::{
    encoding::{Encoding, SniffOptions, encoding_rs::UTF_8},
    parse_with,
};
use sapwood_check::{ADVICE, Checked, How, check_bytes, report, sarif, text};

const STYLE: text::Style = text::Style { color: false, max_findings: usize::MAX };

fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures")).join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn checked(bytes: &[u8]) -> Checked {
    checked_as(bytes, Some(UTF_8))
}

/// Checks bytes that `Content-Type` declared to be in this encoding.
fn checked_as(bytes: &[u8], http_charset: Option<&'static Encoding>) -> Checked {
    let sniffing = SniffOptions::default().detect_utf8(true).http_charset(http_charset);
    check_bytes(bytes, &sniffing, &How::default())
}

#[test]
fn every_code_is_found_in_its_fixture() {
    let files = fixtures("check");
    let codes: BTreeSet<&str> = ADVICE.iter().map(|(code, _)| *code).collect();
    assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(), codes);
    for (name, bytes) in files {
        // Without a header, it would be found in all of them.
        let http_charset = (name != "undeclared-encoding").then_some(UTF_8);
        let Checked { text: source, findings, .. } = checked_as(&bytes, http_charset);
        let rendered = text::render(&format!("{name}.html"), &source, &findings, &STYLE);
        let path = format!("{}/../../fixtures/check/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        // `BLESS=1` writes the expectations; review the diff.
        if env::var_os("BLESS").is_some_and(|it| it == "1") {
            fs::write(&path, &rendered).unwrap();
        }
        assert_eq!(rendered, fs::read_to_string(&path).expect(&path), "{name}");
        assert!(findings.iter().any(|finding| finding.code == name), "{name}");
    }
}

#[test]
fn conforming_pages_have_no_findings() {
    let pages = fixtures("conforming");
    assert_eq!(pages.len(), 3);
    for (name, bytes) in pages {
        let Checked { text: source, findings, .. } = checked(&bytes);
        assert!(findings.is_empty(), "{}", text::render(&name, &source, &findings, &STYLE));
    }
}

#[test]
fn conforming_pages_have_all_elements() {
    let pages = fixtures("conforming");
    let mut met = BTreeSet::new();
    for (_, bytes) in &pages {
        let document = sapwood::parse(str::from_utf8(bytes).unwrap());
        let mut roots = vec![document.root()];
        while let Some(root) = roots.pop() {
            for node in root.descendants() {
                met.extend(node.local_name().map(str::to_owned));
                roots.extend(node.template_contents());
            }
        }
    }
    #[rustfmt::skip]
    let all = [
        "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote",
        "body", "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist",
        "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
        "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map",
        "mark", "math", "menu", "meta", "meter", "nav", "noscript", "object", "ol", "optgroup", "option",
        "output", "p", "picture", "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script",
        "search", "section", "select", "selectedcontent", "slot", "small", "source", "span", "strong",
        "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot",
        "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr",
    ];
    let missing: Vec<_> = all.iter().filter(|name| !met.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The schema that OASIS publishes, as `serde-sarif` has it beside its source.
fn sarif_schema() -> serde_json::Value {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--filter-platform", &platform])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    // Its one pattern that is no regular expression to a strict reader: a `]` stands alone.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    schema
}

#[test]
fn sarif_is_valid_against_its_schema() {
    let schema = sarif_schema();
    assert!(schema["$id"].as_str().unwrap_or_default().contains("sarif-schema-2.1.0"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for html in ["", "<p>", "<p a a>\u{1f600}&nosuch;\n</div>", "<!doctype html><title>x</title>"] {
        let Checked { text: source, findings, .. } = checked(html.as_bytes());
        let log = sarif::log(
            ADVICE,
            sarif::results(ADVICE, Path::new("a folder/ä.html"), &source, &findings),
        );
        let log = serde_json::to_value(log).unwrap();
        let errors: Vec<_> = validator.iter_errors(&log).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{html:?}: {errors:?}");
        assert!(!validator.is_valid(&log["runs"]), "the schema says something");
    }
}

#[test]
fn sarif_names_rules_and_percent_encodes_paths() {
    let html = "<p a a>\u{1f600}&nosuch;\n</div>";
    let Checked { text: source, findings, .. } = checked(html.as_bytes());
    let log = sarif::log(
        ADVICE,
        sarif::results(ADVICE, Path::new("a folder/ä.html"), &source, &findings),
    );
    let log = serde_json::to_value(log).unwrap();
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    for (result, finding) in results.iter().zip(&findings) {
        assert_eq!(result["ruleId"], finding.code);
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[rule]["id"], finding.code);
    }
    let place = &run["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20folder/%C3%A4.html");
    assert_eq!(run["columnKind"], "utf16CodeUnits");
}

#[test]
fn long_lines_and_many_findings_are_cut() {
    let html =
        format!("<!doctype html><title>x</title>{}", "<p a a>\u{e9}\t\u{1f600}".repeat(20_000));
    let Checked { text: source, findings, .. } = checked(html.as_bytes());
    assert_eq!(findings.len(), 20_000);
    let rendered = text::render("x", &source, &findings, &STYLE);
    assert!(rendered.lines().all(|line| line.len() < 1000));
    let page = report::render("x", &checked(html.as_bytes()), usize::MAX);
    assert!(page.contains("Only the first 20000 nodes are shown."));
}

#[test]
fn report_contains_no_markup_of_its_source() {
    let html = "<!doctype html><title>x</title><script>alert(1)</script><img onerror='x' a a>\
                </p></title><b><p>x</b>y<!--</section>-->";
    let page = report::render("<x>.html", &checked(html.as_bytes()), usize::MAX);
    let document = parse_with(&page, &sapwood::ParseOptions::default()).document;
    let mut names = document.root().descendants().filter_map(|node| node.local_name());
    assert!(names.all(|name| !["script", "img", "b\u{0}"].contains(&name)));
    let section = |id| {
        let mut nodes = document.root().descendants();
        nodes.find(|node| node.attr("id") == Some(id)).unwrap()
    };
    let marks =
        |id| section(id).descendants().filter(|node| node.local_name() == Some("mark")).count();
    assert!(marks("source") >= 3);
    let has = |class: &str| {
        let mut nodes = section("tree").descendants();
        nodes.any(|node| node.attr("class").is_some_and(|it| it.contains(class)))
    };
    assert!(has("implied") && has("reopened"));
}

/// The codes and sources of the findings about `html`.
fn findings(html: &str) -> Vec<(&'static str, &str)> {
    let findings = sapwood_check::check(html, &How::default());
    findings.iter().map(|it| (it.code, &html[it.span.start..it.span.end])).collect()
}

#[test]
fn one_mistake_is_one_finding() {
    let html = "<!doctype html><title>x</title><table>some <b>text</b> &foo<tr><td>x</table>";
    assert_eq!(findings(html), [("foster-parented-content", "some <b>text</b> &foo")]);
    let html = "<!doctype html><title>x</title><p>\u{1}\u{2}x\u{1}";
    let code = "control-character-in-input-stream";
    assert_eq!(findings(html), [(code, "\u{1}\u{2}"), (code, "\u{1}")]);
}

#[test]
fn findings_name_their_elements() {
    for (html, code, subject, help) in [
        (
            "<b>a<div>\nb</b></div>",
            "misnested-end-tag",
            "`</b>` inside `<div>` of line 1",
            "write `</div>` before `</b>`",
        ),
        (
            "<p>a</p></body><hr></body>",
            "unexpected-start-tag",
            "`<hr>` after `</body>`",
            "move it before `</body>`",
        ),
        (
            "\n<div>\n<p>a\n",
            "unclosed-elements",
            "`<div>` of line 2",
            "write `</div>` where the content ends",
        ),
        (
            "<div><section>\n<i>",
            "unclosed-elements",
            "`<div>` of line 1, `<section>` of line 1 and `<i>` of line 2",
            "write `</i>`, `</section>` and `</div>` where the content ends",
        ),
        (
            "<ul><li><b>x</li></ul>",
            "unclosed-elements",
            "`<b>` of line 1",
            "write `</b>` before `</li>`",
        ),
        (
            "<div>\n<b>x</div>y",
            "unclosed-elements",
            "`<b>` of line 2",
            "write `</b>` where the content ends",
        ),
        (
            "\n<script>",
            "unexpected-eof",
            "`<script>` of line 2",
            "write `</script>` where the content ends",
        ),
        (
            "<template>\n<p>",
            "unexpected-eof",
            "`<template>` of line 1",
            "write `</template>` where the content ends",
        ),
        (
            "<div><tr></div>",
            "unexpected-start-tag",
            "`<tr>` in `<div>`",
            "put `<tr>` into a `table`, `thead`, `tbody` or `tfoot`: browsers ignore it here",
        ),
        (
            "<p><TD>",
            "unexpected-start-tag",
            "`<td>` in `<p>`",
            "put `<td>` into a `tr` of a `table`: browsers ignore it here",
        ),
        (
            "<table><tbody><td>",
            "unexpected-start-tag",
            "`<td>` in `<tbody>`",
            "put `<td>` into a `tr` of a `table`",
        ),
        (
            "<div><tbody></div>",
            "unexpected-start-tag",
            "`<tbody>` in `<div>`",
            "put `<tbody>` into a `table`: browsers ignore it here",
        ),
        (
            "<div><caption></div>",
            "unexpected-start-tag",
            "`<caption>` in `<div>`",
            "put `<caption>` into a `table`: browsers ignore it here",
        ),
        (
            "<div><col></div>",
            "unexpected-start-tag",
            "`<col>` in `<div>`",
            "put `<col>` into a `colgroup` of a `table`: browsers ignore it here",
        ),
        (
            "<p>a<body>",
            "unexpected-start-tag",
            "`<body>`",
            "remove the tag: a document has one `<body>`",
        ),
        (
            "<p>a</body><p>b",
            "unexpected-start-tag",
            "`<p>` after `</body>`",
            "move it before `</body>`",
        ),
        (
            "<select><option>a<input></select>",
            "unexpected-start-tag",
            "`<input>` in `<select>`",
            "move or remove `<input>`",
        ),
        ("<p></p></div>", "unexpected-end-tag", "`</div>`", "remove `</div>`: no `<div>` is open"),
        (
            "</p>",
            "unexpected-end-tag",
            "`</p>`",
            "remove `</p>`: no `<p>` is open, and browsers add an empty one",
        ),
        ("<br></br>", "unexpected-end-tag", "`</br>`", "write `<br>`: `br` has no end tag"),
        (
            "<input></input>",
            "unexpected-end-tag",
            "`</input>`",
            "remove `</input>`: `input` has no end tag",
        ),
        (
            "<div>\n<table><tr><td></div></table></div>",
            "unexpected-end-tag",
            "`</div>` in `<td>`",
            "close `<td>` first: the `<div>` of line 1 is outside of it",
        ),
        (
            "<p><b>a<i>b</b>c</i>",
            "misnested-end-tag",
            "`</b>` inside `<i>` of line 1",
            "write `</i>` before `</b>`",
        ),
        (
            "<img src=x alt=\">\n<span>a</span>\n<span>b</span>\n",
            "eof-in-tag",
            "`<img>`, in the value that `\"` opens at 1:47",
            "close the value with `\"` and the tag with `>`: browsers ignore an unfinished tag",
        ),
        (
            "<p>a</i><p title='x'\nclass='",
            "eof-in-tag",
            "`<p>`, in the value that `'` opens at 2:7",
            "close the value with `'` and the tag with `>`: browsers ignore an unfinished tag",
        ),
        (
            "<style>a</style title=\"</style>",
            "eof-in-tag",
            "`</style>`, in the value that `\"` opens at 1:54",
            "close the value with `\"` and the tag with `>`: browsers ignore an unfinished tag",
        ),
        ("a <p b", "eof-in-tag", "`<p>`", "close `<p` with `>`: browsers ignore an unfinished tag"),
    ] {
        let html = format!("<!doctype html><title>x</title>{html}");
        let findings = sapwood_check::check(&html, &How::default());
        let details =
            findings.iter().filter(|it| it.code == code).map(|it| it.detail.clone().unwrap());
        let details: Vec<_> = details.map(|it| (it.subject, it.help)).collect();
        assert!(details.contains(&(subject.to_owned(), help.to_owned())), "{html}: {details:?}");
    }
}

/// The quote of `alt` is open: tags after it are in its value.
#[test]
fn tag_with_an_open_quote_is_marked_at_its_place() {
    let html = "<!doctype html><title>x</title><img alt=\">\n<span>a</span>\n<span>b</span>\n";
    assert_eq!(findings(html), [("eof-in-tag", "<img alt=\"")]);
}

/// Each error asks which elements are open; deep trees and many errors cost no more than their sum.
#[test]
fn details_cost_no_more_than_the_page() {
    for (opening, error) in
        [("<div>", "</p>"), ("<b>", "<tr>"), ("<div>", "<table><b>x</i><tr>"), ("<i><p>", "</i>")]
    {
        let html = format!("{}{}", opening.repeat(20_000), error.repeat(20_000));
        let begin = std::time::Instant::now();
        let findings = sapwood_check::check(&html, &How::default());
        assert!(findings.len() > 10_000);
        assert!(begin.elapsed().as_secs() < 20, "{opening} {error}: {:?}", begin.elapsed());
    }
}

#[test]
fn spans_cover_the_construct() {
    for (html, code, source) in [
        ("a &foo; b", "unknown-named-character-reference", "&foo;"),
        ("a &amp b", "missing-semicolon-after-character-reference", "&amp"),
        ("a &#; b", "absence-of-digits-in-numeric-character-reference", "&#;"),
        ("a &#x110000; b", "character-reference-outside-unicode-range", "&#x110000;"),
        ("&#xd800;&#128;", "surrogate-character-reference", "&#xd800;"),
        ("&#xd800;&#128;", "control-character-reference", "&#128;"),
        ("<p b=1 class = 2 class = 3>", "duplicate-attribute", "class"),
        ("<p b= >", "missing-attribute-value", "b="),
        ("<p></p x=1>", "end-tag-with-attributes", "</p x=1>"),
        ("<p></p/>", "end-tag-with-trailing-solidus", "</p/>"),
        ("a <1", "invalid-first-character-of-tag-name", "<1"),
        ("a <! b>", "incorrectly-opened-comment", "<! "),
        ("a <!-- b --!> c", "incorrectly-closed-comment", "--!>"),
        ("a <!-- b", "eof-in-comment", "<!-- b"),
        ("a <p b", "eof-in-tag", "<p b"),
        ("a <", "eof-before-tag-name", "<"),
    ] {
        let html = format!("<!doctype html><title>x</title>{html}");
        assert!(findings(&html).contains(&(code, source)), "{html}: {:?}", findings(&html));
    }
}

#[test]
fn template_contents_are_checked() {
    let html = "<!doctype html><title>x</title><template><dl><dt>x</dl><template><thead><tr></template>\
                <ruby><rt>x</ruby></template>";
    let code = "end-tag-not-optional";
    assert_eq!(findings(html), [(code, "<dt>"), (code, "<thead>")]);
}

#[test]
fn tag_names_and_prefixes_are_checked() {
    let begin = "<!doctype html><title>x</title>";
    for (html, code, source) in [
        ("<div\"></div\">", "invalid-tag-name", "<div\""),
        ("<o:p></o:p>", "invalid-tag-name", "<o:p"),
        ("<p xmlns:o='u'>x", "namespace-prefix-declaration", "xmlns:o='u'"),
        ("<p xmlns:xlink='u'>x", "namespace-prefix-declaration", "xmlns:xlink='u'"),
        ("<svg xmlns:o='u'></svg>", "namespace-prefix-declaration", "xmlns:o='u'"),
    ] {
        assert_eq!(findings(&format!("{begin}{html}")), [(code, source)], "{html}");
    }
    let valid = "<my-element></my-element><h1></h1><svg xmlns:xlink='http://www.w3.org/1999/xlink'>\
                 <font-face></font-face></svg>";
    assert_eq!(findings(&format!("{begin}{valid}")), []);
}

#[test]
fn encoding_declarations_are_checked() {
    let codes = |bytes: &[u8], http_charset| -> Vec<&str> {
        let findings = checked_as(bytes, http_charset).findings;
        findings.iter().map(|finding| finding.code).collect()
    };
    let page = |head: &str| format!("<!doctype html>{head}<title>x</title>\u{e9}");
    for (head, expected) in [
        ("", &["undeclared-encoding"][..]),
        ("<meta charset=utf-8>", &[]),
        ("<meta http-equiv=content-type content='text/html; charset=utf-8'>", &[]),
        ("<meta http-equiv=refresh content='1; charset=utf-8'>", &["undeclared-encoding"]),
        ("<meta charset=utf-8><meta charset=utf-8>", &["duplicate-encoding-declaration"]),
        ("<meta charset=klingon>", &["unknown-encoding-label"]),
        ("<meta charset=latin1>", &["encoding-not-utf-8"]),
    ] {
        assert_eq!(codes(page(head).as_bytes(), None), expected, "{head}");
    }
    assert_eq!(codes(page("").as_bytes(), Some(UTF_8)), [""; 0]);
    assert_eq!(codes(format!("\u{feff}{}", page("")).as_bytes(), None), [""; 0]);
    assert_eq!(codes(b"<!doctype html><title>x</title>\xe9", None), ["encoding-not-utf-8"]);
    // The declaration has to end within 1024 bytes.
    for (len, is_late) in [(1024, false), (1025, true)] {
        let meta = "<meta charset=utf-8>";
        let filler = " ".repeat(len - "<!doctype html>".len() - meta.len());
        let codes = codes(page(&format!("{filler}{meta}")).as_bytes(), None);
        assert_eq!(codes.contains(&"encoding-declaration-too-late"), is_late);
    }
    assert!(checked_as(page("").as_bytes(), None).findings[0].is_note);
}

/// A NUL is one byte of the source, and three of the name.
#[test]
fn findings_on_names_with_nul_have_spans_of_the_source() {
    for html in ["<scrf\0:\0 \0=Ø>", "<a\0Ø>", "<x\0\"Ø\">", "</a\0Ø>"] {
        let checked = checked(html.as_bytes());
        for finding in &checked.findings {
            let span = finding.span;
            assert!(checked.text.get(span.start..span.end).is_some(), "{finding:?} in {html:?}");
        }
    }
}
