//! Each kind of result as JSON by `serde`.

use sapwood::{
    ByteOptions, Limits, LineIndex, ParseOptions, QuirksMode, Selector, SelectorError, XPath,
    encoding::{SniffOptions, sniff},
    extract::{
        PageLinks,
        serde_json::{Value, json, to_value},
    },
    microsyntax::{
        Dimension,
        color::{self, CssColor},
        date::Date,
        refresh::Refresh,
        srcset,
    },
    parse, parse_bytes_with, parse_with,
    sanitizer::Sanitizer,
    xml,
};

#[track_caller]
fn check(result: impl serde::Serialize, expected: Value) {
    assert_eq!(to_value(result).unwrap(), expected);
}

#[test]
fn parse_errors_limits_and_positions() {
    let parsed = parse_with("<!doctype html>\n<p></b>", &ParseOptions::default().errors(true));
    check(&parsed.errors, json!([{ "code": "unexpected-end-tag", "start": 19, "end": 23 }]));
    let options = ParseOptions::default().limits(Limits::default().nodes(2));
    check(parse_with("<p>", &options).limit, json!("nodes"));
    check(parsed.errors[0].span, json!({ "start": 19, "end": 23 }));
    check(LineIndex::new("a\nbc").line_column(3), json!({ "line": 2, "column": 2 }));
    check(QuirksMode::LimitedQuirks, json!("limited-quirks"));
}

#[test]
fn encodings_and_declarations() {
    let sniffed = sniff(b"<meta charset=koi8-r>", &SniffOptions::default());
    check(
        sniffed,
        json!({ "encoding": "KOI8-R", "source": "meta-charset", "confidence": "tentative", "bom_len": 0 }),
    );
    let parsed = parse_bytes_with("\u{feff}a".as_bytes(), &ByteOptions::default());
    check((parsed.source, parsed.confidence), json!(["bom", "certain"]));
    let declaration = xml::parse_with("<?xml version='1.0'?><a/>", &Default::default()).declaration;
    check(declaration, json!({ "version": "1.0", "encoding": null, "standalone": null }));
}

#[test]
fn links_metadata_and_tables() {
    let html =
        "<meta name=author content=Ann><a href=/oak>Oak</a><table><tr><th>Tree<tbody><tr><td>Elm";
    let document = parse(html);
    let link = json!({ "kind": "hyperlink", "element": "a", "attribute": "href", "value": "/oak", "rel": null,
        "descriptor": null });
    check(document.links().collect::<Vec<_>>(), json!([link]));
    let page = PageLinks::parse_bytes(html.as_bytes(), &ByteOptions::default());
    check(&page, json!({ "links": [link], "limit": null, "encoding": "windows-1252" }));
    check(
        document.meta().collect::<Vec<_>>(),
        json!([{ "name": "author", "property": null, "http_equiv": null, "charset": null, "content": "Ann" }]),
    );
    let table = document.tables().next().unwrap();
    check(&table, json!({ "caption": null, "header_rows": 1, "rows": [["Tree"], ["Elm"]] }));
    check(
        table.cells()[0],
        json!({ "row": 0, "column": 0, "height": 1, "width": 1, "is_header": true, "text": "Tree" }),
    );
    check(table.row_at(1).unwrap().group, json!("tbody"));
    check(
        table.row_at(1).unwrap(),
        json!({ "group": "tbody", "cells": [{ "row": 1, "column": 0, "height": 1, "width": 1, "is_header": false,
            "text": "Elm" }] }),
    );
    check(table.records().collect::<Vec<_>>(), json!([{ "Tree": "Elm" }]));
}

#[test]
fn forms_and_submissions() {
    let document = parse("<form method=post action=/f><input name=q value=oak></form>");
    let form = &document.forms()[0];
    let control = json!({ "name": "q", "kind": "text", "value": "oak", "is_disabled": false, "is_checked": false,
        "options": [] });
    check(
        form,
        json!({ "name": null, "action": "/f", "method": "post", "enctype": "application/x-www-form-urlencoded",
            "controls": [control] }),
    );
    let base = "https://example.com/".parse().unwrap();
    check(
        form.submission(None, Some(&base)).unwrap(),
        json!({ "method": "post", "url": "https://example.com/f",
            "content_type": "application/x-www-form-urlencoded", "body": b"q=oak" }),
    );
}

#[test]
fn microdata_and_articles() {
    let document = parse(
        "<html lang=en><title>Oak</title><main><h1>Oak</h1>
         <p itemscope itemtype=https://example.com/Tree>The <b itemprop=name>oak</b> is a tree, and it grows slowly.",
    );
    let item = json!({ "type": ["https://example.com/Tree"], "properties": { "name": ["oak"] } });
    check(document.microdata(), json!({ "items": [item] }));
    let section = json!({ "level": 1, "title": "Oak", "id": null });
    let details = json!({ "authors": [], "published": null, "modified": null, "sections": [section], "images": [],
        "tables": [], "posts": [], "product": null, "items": [] });
    check(
        document.article(),
        json!({ "title": "Oak", "byline": null, "published": null, "modified": null, "language": "en",
            "site_name": null, "canonical_url": null, "image": null, "description": null, "kind": "article",
            "details": details, "text": "Oak\n\nThe oak is a tree, and it grows slowly." }),
    );
}

#[test]
fn reports_of_the_sanitizer() -> Result<(), SelectorError> {
    let mut document =
        parse_with("<p onclick=a()>Oak", &ParseOptions::default().positions(true)).document;
    let body = Selector::new("body")?.select_first(&document).unwrap().node_id();
    let report = Sanitizer::default().sanitize_with_report(&mut document, body).unwrap();
    let removal = json!({ "kind": "attribute", "name": "onclick", "element": "p", "span": { "start": 3, "end": 14 } });
    check(&report, json!({ "removals": [removal], "total": 1 }));
    Ok(())
}

#[test]
fn parse_results() {
    let errors = json!([{ "code": "unexpected-end-tag", "start": 18, "end": 22 }]);
    let options = ParseOptions::default().errors(true);
    let html = "<!DOCTYPE html><p></b>";
    let markup = "<!DOCTYPE html><html><head></head><body><p></p></body></html>";
    check(parse_with(html, &options), json!({ "errors": errors, "limit": null, "html": markup }));
    check(
        parse_bytes_with(html.as_bytes(), &ByteOptions::default().parsing(options)),
        json!({ "errors": errors, "limit": null, "encoding": "windows-1252", "source": "default",
            "confidence": "tentative", "bom_len": 0, "malformed": false, "restarted": false, "html": markup }),
    );
    let xml = "<!DOCTYPE a [<!ENTITY oak 'Oak'><!ENTITY elm SYSTEM 'elm.txt'><!ATTLIST a b CDATA 'c'><?p q?>]><a/>";
    check(
        xml::parse_with(xml, &Default::default()),
        json!({ "errors": [], "limit": null, "declaration": null,
            "document_type": {
                "entities": { "elm": { "external": { "public_id": null, "system_id": "elm.txt" } },
                    "oak": { "internal": "Oak" } },
                "attribute_lists": { "a": [{ "name": "b", "is_cdata": true, "default": "c" }] },
                "notations": [], "instructions": [{ "target": "p", "data": "q" }] },
            "xml": "<!DOCTYPE a><a b=\"c\"/>" }),
    );
}

#[test]
fn values_of_expressions() {
    let document = parse("<p title=x>1<p>2");
    check(document.xpath("//p").unwrap(), json!(["1", "2"]));
    check(document.xpath("//p/@title").unwrap(), json!(["x"]));
    check(document.xpath("sum(//p)").unwrap(), json!(3.0));
    check(document.xpath("1 div 0").unwrap(), json!("Infinity"));
    check(document.xpath("boolean(//p)").unwrap(), json!(true));
}

#[test]
fn texts_of_nested_nodes_end_within_a_budget() {
    for (text, most) in
        [("oak ".repeat(1_000), (65_536 + 64 * 4_000) / 4_000 + 2), (String::new(), 400)]
    {
        let document = parse(&format!("{}{text}", "<div>".repeat(400)));
        let texts = to_value(document.xpath("//div").unwrap()).unwrap();
        let texts = texts.as_array().unwrap();
        let written = texts.iter().filter(|text| text.is_string()).count();
        assert_eq!(texts.len(), 400);
        assert!((70..=most).contains(&written), "{written}");
    }
}

#[test]
fn errors_of_expressions_and_edits() {
    check(
        "p > > a".parse::<Selector>().unwrap_err(),
        json!({ "message": "1:5: expected a compound selector, such as `p`, `.class` or `[name]`", "offset": 4,
            "line": 1, "column": 5 }),
    );
    check(
        XPath::parse("//p[foo()]").unwrap_err(),
        json!({ "kind": "unknown-function", "message": "1:5: unknown function \"foo\"", "offset": 4, "line": 1,
            "column": 5 }),
    );
    let mut document = parse("<p>");
    let root = document.root().node_id();
    check(
        document.set_text(root, "oak").unwrap_err(),
        json!("the parent cannot have a child of this kind"),
    );
}

#[test]
fn patches_of_the_source() {
    let options = ParseOptions::default().source(true);
    let mut document = parse_with("<p id=a>", &options).document;
    let p = document.select_first("p").unwrap().unwrap().node_id();
    document.set_attribute(p, "id", "b").unwrap();
    check(document.patches().unwrap(), json!([{ "start": 6, "end": 7, "replacement": b"b" }]));
}

#[test]
fn microsyntaxes() {
    check(Date::parse("2026-03-21"), json!("2026-03-21"));
    check(color::parse("#00FF00"), json!("#00ff00"));
    check(CssColor::parse("rebeccapurple"), json!("rgb(102, 51, 153)"));
    check(Dimension::parse("50%"), json!("50%"));
    check(
        srcset::parse("a.png 2x"),
        json!([{ "url": "a.png", "width": null, "density": 2.0, "height": null }]),
    );
    check(Refresh::parse("5; url=/oak"), json!({ "time": 5, "url": "/oak" }));
}
