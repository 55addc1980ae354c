//! Selectors of other libraries, on trees that Sapwood filled for them.

use dom_query::Document;
use sapwood_markup5ever::{ParseOpts, parse_document, tendril::TendrilSink};
use scraper::{Html, HtmlTreeSink, Selector};

/// A check, which returns a description of the failure.
pub type Check = fn() -> Result<(), String>;

/// The checks, by name.
pub const CHECKS: &[(&str, Check)] =
    &[("selectors: scraper", scraper), ("selectors: dom_query", dom_query)];

/// A page with known and unknown names, foreign elements, a template, misplaced text, attributes without values, and
/// character references in values.
const PAGE: &str = r##"<!doctype html>
<html lang=en>
<title>Trees &amp; sap</title>
<body class="wide x-unknown">
<nav id=top><ul><li><a href="/a?b=1&amp;c=2" class="link first">A</a><li><a href=#b class=link>B</a></ul></nav>
<main data-my-long-attribute-name="some value">
  <my-own-element with-an-attribute="and a value">own</my-own-element>
  <MY-OWN-ELEMENT>again</MY-OWN-ELEMENT>
  <p>One<p lang=de>Zwei <b>drei <i>vier</b> fünf</i>
  <table><tr><td>cell<td colspan=2>cell 2</table>
  <form><input type=checkbox checked disabled><input type=text value="a &quot;b&quot;"></form>
  <svg viewBox="0 0 1 1"><linearGradient id=g /><foreignObject><div>in svg</div></foreignObject></svg>
  <template><p>in template</template>
</main>
<footer><a name=end></a></footer>
"##;

/// Selectors, and the texts of their matches.
#[rustfmt::skip]
const SELECTED: &[(&str, &[&str])] = &[
    ("title", &["Trees & sap"]),
    ("body.wide.x-unknown > nav a", &["A", "B"]),
    ("#top .link:first-child", &["A", "B"]),
    ("a.link.first", &["A"]),
    ("a[href='/a?b=1&c=2']", &["A"]),
    ("a[href^='#']", &["B"]),
    ("li:nth-child(2) > a", &["B"]),
    ("li:not(:first-child) a", &["B"]),
    ("[data-my-long-attribute-name] > my-own-element", &["own", "again"]),
    ("my-own-element[with-an-attribute='and a value']", &["own"]),
    ("[with-an-attribute$=value]", &["own"]),
    ("p[lang|=de]", &["Zwei drei vier fünf\n  "]),
    ("p b > i", &["vier"]),
    ("p > i", &[" fünf"]),
    ("tbody > tr > td", &["cell", "cell 2"]),
    ("td[colspan]", &["cell 2"]),
    ("td + td", &["cell 2"]),
    ("input[checked][disabled]", &[""]),
    ("input[value='a \"b\"']", &[""]),
    ("svg > foreignObject > div", &["in svg"]),
    ("linearGradient#g", &[""]),
    ("svg linearGradient ~ foreignObject", &["in svg"]),
    ("nav ~ footer > a[name=end]", &[""]),
    ("head > title:only-child", &["Trees & sap"]),
    ("main > p:first-of-type", &["One"]),
];

fn scraper() -> Result<(), String> {
    let html =
        parse_document(HtmlTreeSink::new(Html::new_document()), ParseOpts::default()).one(PAGE);
    for &(selector, expected) in SELECTED {
        let parsed = Selector::parse(selector).map_err(|error| format!("{selector}: {error}"))?;
        let texts: Vec<String> = html.select(&parsed).map(|it| it.text().collect()).collect();
        same(selector, &texts, expected)?;
    }
    Ok(())
}

fn dom_query() -> Result<(), String> {
    let document = parse_document(Document::default(), ParseOpts::default()).one(PAGE);
    for &(selector, expected) in SELECTED {
        let selection =
            document.try_select(selector).ok_or_else(|| format!("{selector}: no match"))?;
        let texts: Vec<String> = selection.iter().map(|it| it.text().to_string()).collect();
        same(selector, &texts, expected)?;
    }
    Ok(())
}

fn same(selector: &str, texts: &[String], expected: &[&str]) -> Result<(), String> {
    if texts == expected {
        return Ok(());
    }
    Err(format!("{selector}: {texts:?} instead of {expected:?}"))
}
