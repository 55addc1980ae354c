//! The short programs in `examples`, each on a page.

use std::fs;

use sapwood::extract::url::Url;

#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/article.rs"]
mod article;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/feed.rs"]
mod feed;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/form.rs"]
mod form;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/iterate.rs"]
mod iterate;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/links.rs"]
mod links;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/lint.rs"]
mod lint;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/own_sink.rs"]
mod own_sink;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/parallel.rs"]
mod parallel;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/products.rs"]
mod products;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/records.rs"]
mod records;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/stream.rs"]
mod stream;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/values.rs"]
mod values;

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

#[test]
fn finds_products_by_has() -> Result {
    let page = "<ul><li><h2>Oak</h2><b class=price>4 €</b><li><h2>Elm</h2><b class=price>5 €</b><i class=sold-out></i>
                <li><h2>Yew</h2></ul>";
    assert_eq!(products::products(page)?, [("Oak".to_owned(), "4 €".to_owned())]);
    Ok(())
}

#[test]
fn resolves_links_to_follow() -> Result {
    let page =
        "<base href=/wood/><a href=oak>Oak</a><a href=/ad rel=nofollow>Ad</a><img src=a.png>";
    let links = links::links(page, &Url::parse("https://example.com/")?);
    assert_eq!(links, [Url::parse("https://example.com/wood/oak")?]);
    Ok(())
}

#[test]
fn cleans_an_article() -> Result {
    let page =
        "<nav>Home</nav><article><div class=ad>Buy</div><p onclick=x() id=a>An <font>oak</font>
                <script>x()</script><p> <p><img src=a.png></article>";
    let cleaned = article::clean(page)?;
    assert!(cleaned.starts_with(r#"<article><p id="a">An oak"#), "{cleaned}");
    assert!(cleaned.ends_with(r#"<p><img src="a.png"></p></article>"#), "{cleaned}");
    Ok(())
}

#[test]
fn reads_records() {
    let page = "<table><tr><th rowspan=2>Tree<th colspan=2>Height<tr><th>m<th>ft<tr><td>Oak<td>20<td>65</table>";
    let records = records::records(page);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].get("Height ft"), Some("65"));
    assert!(records::records("<p>").is_empty());
}

#[test]
fn fills_in_a_form() -> Result {
    let page = "<form action=/find><input name=q><select name=n><option>10<option>50</select><button name=b></form>";
    let url = form::search(page, "oak & elm", &Url::parse("https://example.com/?x=1")?)?;
    assert_eq!(url.as_str(), "https://example.com/find?q=oak+%26+elm&n=50&b=");
    assert!(form::search("<form><input name=q></form>", "oak", &url).is_err());
    Ok(())
}

#[test]
fn sums_in_a_stream() -> Result {
    let page =
        "<h2>Oak</h2><b class=price>4</b><b class=price>5</b><h2>Elm</h2><b class=price>7</b>";
    let sums: Vec<_> = stream::sums(page.as_bytes())?.into_iter().collect();
    assert_eq!(sums, [("Elm".to_owned(), 7), ("Oak".to_owned(), 9)]);
    Ok(())
}

#[test]
fn reads_in_parallel() -> Result {
    let pages = parallel::read(&["<a href=/oak>", "<a href=/elm></a><a href=/yew>"])?;
    assert_eq!(pages[1].hrefs(), ["/elm", "/yew"]);
    Ok(())
}

#[test]
fn builds_an_own_tree() {
    let tree = |html| {
        let tree = own_sink::Tree(vec![own_sink::Node::default()]);
        sapwood::parse_into(tree, html).show(0)
    };
    assert_eq!(
        tree("<p>O<!--c-->a&amp;k<table>Elm<td>1</table><b>2<p>3</b>4"),
        r#"(html(head() body(p("O !() "a&kElm table(tbody(tr(td("1)))) b("2)) p(b("3) "4))))"#
    );
    let source =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/own_sink.rs")).unwrap();
    assert!(source.lines().count() <= 60);
}

#[test]
fn lints() -> Result {
    let findings = lint::lint("<!doctype html>\n<p id=a id=b>\n<img src=oak.png>")?;
    assert_eq!(findings, ["line 2: duplicate-attribute", "line 3: image-without-alt"]);
    Ok(())
}

#[test]
fn changes_while_iterating() -> Result {
    let page = "<h2>Oak</h2><a href=https://example.com/>More</a><h2>Elm</h2>";
    assert_eq!(
        iterate::changed(page)?,
        r#"<h2>1. Oak</h2><a href="https://example.com/" target="_blank">More</a><sup>↗</sup><h2>2. Elm</h2>"#
    );
    Ok(())
}

#[test]
fn reads_feeds() -> Result {
    let entry =
        |title: &str| feed::Entry { title: title.into(), link: "https://example.com/".into() };
    let rss = "<rss><channel><title>Trees</title><item><title>Oak</title><link>https://example.com/</link></item></channel></rss>";
    assert_eq!(feed::entries(rss)?, [entry("Oak")]);
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>Elm</title><link href='https://example.com/'/></entry></feed>";
    assert_eq!(feed::entries(atom)?, [entry("Elm")]);
    Ok(())
}

#[test]
fn reads_values() -> Result {
    let (date, width, height) =
        values::values("<time datetime=2026-11-21>today</time><img width=50% height=40>")?;
    assert_eq!((date.unwrap().year, height), (2026, Some(40)));
    assert_eq!(width.unwrap().to_string(), "50%");
    Ok(())
}
