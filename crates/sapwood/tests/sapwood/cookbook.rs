//! The examples of the cookbook, on pages of ours.

use std::{fs, path::PathBuf};

#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/link_checker.rs"]
mod link_checker;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/price_scraper.rs"]
mod price_scraper;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/sitemap.rs"]
mod sitemap;
#[expect(dead_code, reason = "an example's main")]
#[path = "../../examples/table_to_csv.rs"]
mod table_to_csv;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(fixture(name)).unwrap()
}

#[test]
fn prices() {
    let products = price_scraper::products(&sapwood::parse(&read("cookbook/shop.html"))).unwrap();
    let told: Vec<_> =
        products.iter().map(|it| (it.number.as_str(), it.name.as_str(), it.pence)).collect();
    assert_eq!(
        told,
        [
            ("oak-20", "Oak, 20 mm", Some(4150)),
            ("elm-20", "Elm, slightly curved", Some(103_620)),
            ("yew-9", "Yew, 9 mm", None),
        ]
    );
}

#[test]
fn links() {
    let broken = link_checker::broken_links(&fixture("cookbook/site")).unwrap();
    assert_eq!(
        broken,
        [
            "about/index.html: about/index.html#nobody",
            "index.html: ../outside.html",
            "index.html: gone.html",
            "index.html: missing%20tree.png",
        ]
    );
    assert!(link_checker::broken_links(&fixture("none")).is_err());
}

#[test]
fn tables() {
    let csv = table_to_csv::csv_of(&read("pages/table.html")).unwrap();
    assert!(csv.starts_with("Stop,1,2,3,4\nMill,6:05,7:05,8:05,9:35\n"), "{csv}");
    assert!(csv.contains("\nChurch,6:14,every 20 minutes,every 20 minutes,9:44\n"), "{csv}");
    assert!(csv.ends_with(&format!("\n{}\n", ["Not on public holidays."; 5].join(","))), "{csv}");
    assert!(table_to_csv::csv_of("<p>").is_err());
}

#[test]
fn sitemaps() {
    let pages = sitemap::pages(&read("cookbook/sitemap.xml"));
    let told: Vec<_> = pages
        .iter()
        .map(|page| (page.url.as_str(), page.changed.map(|it| it.to_string())))
        .collect();
    assert_eq!(
        told,
        [
            ("https://example.com/?a=1&b=2", Some("2026-11-20".to_owned())),
            ("https://example.com/oak", None),
        ]
    );
}
