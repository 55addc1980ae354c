//! The entries of an RSS or Atom feed, with their dates.

use sapwood::{NodeRef, SelectorError, xml};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), SelectorError> {
    let feed = "<rss><channel><item><title>Oak</title><link>https://example.com/oak</link></item></channel></rss>";
    for entry in entries(feed)? {
        println!("{} {}", entry.title, entry.link);
    }
    Ok(())
}

/// An entry of a feed.
#[derive(Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) title: String,
    pub(crate) link: String,
}

pub(crate) fn entries(feed: &str) -> Result<Vec<Entry>, SelectorError> {
    let document = xml::parse(feed);
    let text = |entry: NodeRef<'_>, name: &str| -> Result<String, SelectorError> {
        let found = entry.select_first(name)?;
        let value =
            found.map(|it| it.attr("href").map_or_else(|| it.text_content(), str::to_owned));
        Ok(value.unwrap_or_default())
    };
    let entry = |entry| Ok(Entry { title: text(entry, "title")?, link: text(entry, "link")? });
    document.select("item, entry")?.map(entry).collect()
}
