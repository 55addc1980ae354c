//! Prints the pages that a sitemap lists, a line each: when it last changed, and its URL.
//!
//! `cargo run -p sapwood --example sitemap fixtures/cookbook/sitemap.xml`

use std::{env, error::Error, fs};

use sapwood::{NodeRef, microsyntax::date::Date, xml};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which sitemap?")?;
    for page in pages(&fs::read_to_string(path)?) {
        let changed = page.changed.map_or("–".to_owned(), |date| date.to_string());
        println!("{changed}\t{}", page.url);
    }
    Ok(())
}

/// A page that a sitemap lists.
#[derive(Debug, PartialEq)]
pub(crate) struct Page {
    /// Its URL.
    pub url: String,
    /// When it last changed.
    pub changed: Option<Date>,
}

const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The pages of a sitemap; an entry without a URL is passed over.
pub(crate) fn pages(sitemap: &str) -> Vec<Page> {
    let document = xml::parse(sitemap);
    let is = |node: &NodeRef<'_>, name| {
        node.local_name() == Some(name) && node.namespace_uri() == Some(SITEMAP)
    };
    let entries = document.root().descendants().filter(|node| is(node, "url"));
    entries
        .filter_map(|entry| {
            let text = |name| {
                let child = entry.children().find(|child| is(child, name))?;
                Some(child.text_content().trim_ascii().to_owned())
            };
            let changed = text("lastmod").and_then(|date| Date::parse(&date));
            Some(Page { url: text("loc")?, changed })
        })
        .collect()
}
