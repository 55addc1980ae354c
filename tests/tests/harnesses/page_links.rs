//! The links of pages that are parsed for them alone are those of the document.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use anyhow::Result;
use sapwood::{
    ByteOptions, Document, Limits, NodeRef, ParseOptions,
    encoding::encoding_rs::UTF_8,
    extract::{Base, Link, PageLinks, url::Url},
    parse_bytes, parse_bytes_with, parse_with,
};
use sapwood_rcdom::Handle;
use sapwood_tests::{
    harness::{self, say},
    rcdom, suites,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("page_links", |mut harness| {
        harness.add_test("links_of_rearranged_trees", links_of_rearranged_trees);
        harness.add_test("links_of_limited_documents", links_of_limited_documents);
        harness.add_test("links_of_tag_soup", links_of_tag_soup);
        let fixtures = suites::fixtures("cases");
        harness.add("links_of_cases: fixtures", move || links_of_cases(&fixtures));
        if let Some(suite) = harness.suite("html5lib-tests/tree-construction") {
            harness.add("links_of_cases: html5lib-tests", move || links_of_cases(&suite));
        }
        let fixtures = suites::files(&suites::fixtures("pages"), "html")?;
        let corpus = harness.corpus_pages()?;
        for (name, pages, least) in [("fixtures", fixtures, 3), ("corpus", corpus, 4)] {
            if !pages.is_empty() {
                let of_base = pages.clone();
                harness
                    .add(format!("links_of_pages: {name}"), move || links_of_pages(&pages, least));
                harness.add(format!("base_resolves_links: {name}"), move || {
                    base_resolves_links(&of_base)
                });
            }
        }
        Ok(harness.run(|| {
            let (compared, skipped) = rcdom::counts();
            let (links, tables) = (RCDOM_LINKS.load(Relaxed), RCDOM_TABLES.load(Relaxed));
            say(&format!(
                "page_links: {compared} trees of rcdom, with {links} links and {tables} tables; {skipped} skipped"
            ));
        }))
    })
}

/// The links and tables that were compared in trees of `rcdom`.
static RCDOM_LINKS: AtomicUsize = AtomicUsize::new(0);
static RCDOM_TABLES: AtomicUsize = AtomicUsize::new(0);

/// Checks that a tree of `rcdom` has the links, tables and text of the document.
fn check_rcdom(html: &str) {
    let document = sapwood::parse(html);
    let compared = rcdom::compare(html, &document, |dom| {
        let snapshot = dom.snapshot();
        // The trees are the same, so equal places in them are the same node.
        let places = document.descendants().zip(snapshot.document().descendants());
        let places: HashMap<_, _> = places.map(|(node, it)| (node.node_id(), it)).collect();
        let is_same = |node: NodeRef<'_>, handle: &Handle| {
            snapshot.node(handle) == places.get(&node.node_id()).copied()
        };
        let (links, tables) = (dom.links(), dom.tables());
        assert_eq!(links.len(), document.links().count());
        for (link, expected) in links.iter().zip(document.links()) {
            assert!(is_same(expected.element, &link.element), "{html}");
            let found = (&*link.attribute, link.kind, &*link.value, link.descriptor.clone());
            let descriptor = expected.descriptor();
            assert_eq!(found, (expected.attribute, expected.kind, &*expected.value, descriptor));
        }
        assert_eq!(tables.len(), document.tables().count());
        for (table, expected) in tables.iter().zip(document.tables()) {
            assert!(is_same(expected.element, &table.element), "{html}");
            assert_eq!(table.caption.is_some(), expected.caption.is_some());
            let size = (table.rows.len(), table.width, table.header_rows, table.is_truncated);
            let truncated = expected.is_truncated();
            assert_eq!(
                size,
                (expected.height(), expected.width(), expected.header_rows(), truncated)
            );
            for (row, own) in table.rows.iter().zip(expected.rows()) {
                assert!(is_same(own.element, &row.element) && row.group == own.group, "{html}");
            }
            for row in 0..expected.height() {
                for column in 0..expected.width() {
                    let (cell, own) = (table.cell(row, column), expected.cell(row, column));
                    assert_eq!(cell.is_some(), own.is_some());
                    let (Some(cell), Some(own)) = (cell, own) else { continue };
                    assert!(is_same(own.element, &cell.element), "{html}");
                    let place = (cell.row, cell.column, cell.height, cell.width, cell.is_header);
                    assert_eq!(place, (own.row, own.column, own.height, own.width, own.is_header));
                }
            }
            let texts = expected.cells().iter().map(|cell| cell.text());
            assert!(table.cells.iter().map(|cell| cell.text.clone()).eq(texts), "{html}");
        }
        assert_eq!(dom.inner_text(), document.inner_text(), "{html}");
        assert_eq!(dom.text_content(), document.text_content(), "{html}");
        RCDOM_LINKS.fetch_add(links.len(), Relaxed);
        RCDOM_TABLES.fetch_add(tables.len(), Relaxed);
        Ok(())
    });
    compared.expect("the comparison panics");
}

/// All that can be read of a link, its element apart.
fn line(link: &Link<'_>) -> String {
    let name = link.element.name().unwrap();
    let rel: Vec<_> = link.rel().collect();
    let Link { attribute, kind, value, candidate, .. } = link;
    format!(
        "{:?} {} {attribute} {kind:?} {value:?} {candidate:?} {rel:?}",
        name.namespace, name.name.text
    )
}

fn lines<'a>(links: impl Iterator<Item = Link<'a>>) -> Vec<String> {
    links.map(|link| line(&link)).collect()
}

fn base() -> Url {
    Url::parse("https://example.com/a/b").unwrap()
}

/// Compares text and bytes, in the memory of `page`; returns the links.
#[track_caller]
fn check(html: &str, options: &ParseOptions, page: &mut PageLinks) -> Vec<String> {
    let whole = parse_with(html, options);
    let links = lines(whole.document.links());
    let base_url = whole.document.base_url(Some(&base()));
    for is_fast in [true, false] {
        *page = std::mem::take(page).parse_recycling(html, &options.clone().fast_path(is_fast));
        assert_eq!(lines(page.links()), links, "{html}");
        assert_eq!(page.base_url(Some(&base())), base_url, "{html}");
        assert_eq!(page.limit(), whole.limit, "{html}");
    }
    let options = ByteOptions::default().parsing(options.clone()).http_charset(Some(UTF_8));
    let whole = parse_bytes_with(html.as_bytes(), &options);
    *page = std::mem::take(page).parse_bytes_recycling(html.as_bytes(), &options);
    assert_eq!(lines(page.links()), lines(whole.document.links()), "{html}");
    assert_eq!(page.encoding(), Some(whole.encoding));
    links
}

/// The links by the driver, in pieces; `None` if it can't find them.
fn in_pieces(html: &str, length: usize) -> Option<Vec<String>> {
    let options = ParseOptions::default();
    let mut driver = sapwood_dom::link_driver(Document::default(), None, &options, 0);
    let characters: Vec<char> = html.chars().collect();
    for piece in characters.chunks(length) {
        driver.get_mut().feed_all(&piece.iter().collect::<String>());
    }
    let parsed = driver.finish();
    parsed.limit.is_none().then(|| lines(parsed.document.links()))
}

fn links_of_rearranged_trees() {
    #[rustfmt::skip]
    let cases = [
        // Misnested and reopened elements.
        "<a href=1><p>x<a href=2>y</p>z", "<p><a href=1 rel=x>a<div>b</p>c</div>d", "<b><a href=1>x</b>y<p>z",
        "<table><a href=1><tr><td><a href=2></table><a href=3>", "<table><tr><a href=1>x<img src=2></table>",
        // Attributes that later tags add, and a body that a frameset replaces.
        "<p><html manifest=m><body background=b><head profile=p>", "<img src=x><frameset><frame src=f>",
        "\0<a href=1></a><frameset><frame src=f>", " <frameset><frame src=1></frameset>",
        // Other names and namespaces.
        "<image src=x><svg><image href=1 /><feImage xlink:href=2 /><a xlink:href=3 href=4>", "<math><a href=1>",
        "<svg><foreignObject><a href=1></foreignObject><a HREF=2>",
        // Contents that have no links.
        "<template><a href=1></a></template><a href=2>", "<noscript><a href=1></noscript><textarea><a href=2></textarea>",
        "<script>'<a href=1>'</script><script src=2></script><title><a href=3></title><!--<a href=4>-->",
        "<plaintext><a href=1>",
        // Bases.
        "<base target=x><base href=/y/><base href=/z/><a href=1>", "<p><base href=data:,x><a href=1>",
        // Copies.
        "<select><button><selectedcontent></selectedcontent></button><option selected><img src=1>x</select>",
        "<div><?start name=m><a href=1></a><?end></div><template for=m><a href=2></a></template>",
        // Several links in an attribute, and attributes that are looked at.
        "<img srcset='a 1x, b 2x' src=c><link rel='a b' imagesrcset='d, e 2x' href=f>", "<a href=1 ping='a b' href=2>",
        "<meta http-equiv=refresh content='1; url=x'><input type=image src=1><input src=2><object data=3 codebase=4>",
        "<a href='&amp;&eacute;\r\n'>", "<td background=1><body background=2><table><td background=3>",
    ];
    let mut page = PageLinks::default();
    for html in cases {
        for scripting in [false, true] {
            let links = check(html, &ParseOptions::default().scripting(scripting), &mut page);
            for length in 1..4 {
                if let Some(found) = in_pieces(html, length).filter(|_| !scripting) {
                    assert_eq!(found, links, "{html}");
                }
            }
        }
    }
}

fn links_of_limited_documents() {
    let html = "<p>text<a href=1>x</a>".repeat(100);
    for limits in [
        Limits::default().nodes(50),
        Limits::default().input_bytes(300),
        Limits::default().depth(3),
    ] {
        check(&html, &ParseOptions::default().limits(limits), &mut PageLinks::default());
    }
    // The copies of options are limited by their texts.
    let option = "<select><button><selectedcontent><selectedcontent></button><option>x<img src=1>";
    check(
        &format!("{}{}", option.repeat(30), "text".repeat(100)),
        &ParseOptions::default(),
        &mut PageLinks::default(),
    );
}

/// Tags of all kinds, with text between them.
fn soup(seed: u64) -> String {
    #[rustfmt::skip]
    const PARTS: [&str; 64] = [
        "<a href=1>", "<a href='2' rel=nofollow>", "</a>", "<b class=x>", "</b>", "<i>", "</i>", "<p>", "</p>", "<div id=d>",
        "</div>", "<table>", "</table>", "<tr>", "<td background=3>", "</td>", "<th>", "<caption>", "<tbody>", "<col>",
        "<ul>", "<li>", "</li>", "</ul>", "<form action=4>", "</form>", "<input type=image src=5>", "<button formaction=6>",
        "</button>", "<select>", "<option>", "</select>", "<template>", "</template>", "<svg>", "</svg>", "<image href=7 />",
        "<foreignObject>", "<desc>", "<math>", "<mi>", "<annotation-xml encoding=text/html>", "<script src=8>", "</script>",
        "<style>", "</style>", "<title>", "</title>", "<textarea>", "</textarea>", "<frameset>", "<frame src=9>",
        "<html manifest=10>", "<body background=11>", "</body>", "<head profile=12>", "</head>", "<img src=13 alt='a > b'>",
        "<nobr>", "<font size=1 color=x>", "<base href=/14/>", "text &amp; \0", "\r\n  ", "<!-- comment --><?pi x>",
    ];
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    (0..next(60) + 2).map(|_| PARTS[next(PARTS.len())]).collect()
}

fn links_of_tag_soup() {
    let mut page = PageLinks::default();
    for seed in 1..4000 {
        let html = soup(seed);
        let links = check(&html, &ParseOptions::default().scripting(seed % 2 == 0), &mut page);
        if seed % 2 == 1
            && let Some(found) = in_pieces(&html, seed as usize % 7 + 1)
        {
            assert_eq!(found, links, "{html}");
        }
        if seed % 4 == 0 {
            check_rcdom(&html);
        }
    }
}

fn links_of_cases(folder: &Path) -> Result<(), String> {
    let (mut page, mut cases) = (PageLinks::default(), 0);
    for path in suites::files(folder, "dat").map_err(|error| error.to_string())? {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let file = String::from_utf8_lossy(&bytes);
        for case in file.split("#data\n").skip(1) {
            let html = case.split("\n#errors").next().unwrap();
            let links = check(html, &ParseOptions::default(), &mut page);
            if let Some(found) = in_pieces(html, 1) {
                assert_eq!(found, links, "{html}");
            }
            check_rcdom(html);
            cases += 1;
        }
    }
    say(&format!("page_links: {}: {cases} cases", folder.display()));
    assert!(cases > 50);
    Ok(())
}

/// The text of more than `least` of five pages must be skipped, or the short way isn't gone.
fn links_of_pages(pages: &[PathBuf], least: usize) -> Result<(), String> {
    let (mut page, mut skipped) = (PageLinks::default(), 0);
    let options = ByteOptions::default().detect_utf8(true);
    for path in pages {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let whole = parse_bytes_with(&bytes, &options).document;
        let links = lines(whole.links());
        page = page.parse_bytes_recycling(&bytes, &options);
        assert_eq!(lines(page.links()), links);
        assert_eq!(page.base_url(Some(&base())), whole.base_url(Some(&base())));
        let text_of = |link: Link<'_>| link.element.text_content().len();
        let all: usize = whole.links().map(text_of).sum();
        skipped += usize::from(all > page.links().map(text_of).sum());
        let html = String::from_utf8_lossy(&bytes);
        assert_eq!(in_pieces(&html, 4099), in_pieces(&html, usize::MAX));
        check_rcdom(&html);
    }
    let total = pages.len();
    assert!(skipped * 5 > total * least, "text of {skipped} of {total} pages was skipped");
    Ok(())
}

/// [`Base`] resolves as the URL parser does.
fn base_resolves_links(pages: &[PathBuf]) -> Result<(), String> {
    let bases = ["https://example.com/a/b.html?c#d", "http://example.com", "file:///x/y"]
        .map(|base| Base::new(Url::parse(base).unwrap()));
    let mut count = 0;
    for path in pages {
        let document = parse_bytes(&fs::read(path).map_err(|error| error.to_string())?);
        for link in document.links() {
            count += 1;
            for base in &bases {
                let expected = base.url().join(&link.value).map(String::from);
                let resolved = base.resolve(&link.value).map(String::from);
                assert_eq!(resolved, expected, "{:?} against {}", link.value, base.url());
            }
        }
    }
    assert!(count > 0);
    Ok(())
}
