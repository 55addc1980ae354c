//! XML documents for measurements: files of Debian packages, and generated ones.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

/// Debian packages whose files are read if installed.
pub const PACKAGES: [&str; 4] = ["shared-mime-info", "iso-codes", "xkb-data", "adwaita-icon-theme"];

/// Documents that belong together.
#[derive(Clone, Debug)]
pub struct Set {
    /// Name of the package, or of the generated set.
    pub name: &'static str,
    /// The documents.
    pub texts: Vec<String>,
}

impl Set {
    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }
}

/// Returns the XML and SVG files of a package, sorted, or `None` if it is not installed.
///
/// # Errors
///
/// Returns an error if a file is not readable.
pub fn installed(package: &'static str) -> Result<Option<Set>> {
    let Some(list) = list_of(package) else { return Ok(None) };
    let list = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let is_xml = |path: &&Path| {
        path.extension().is_some_and(|extension| extension == "xml" || extension == "svg")
    };
    let mut files: Vec<&Path> = list.lines().map(Path::new).filter(is_xml).collect();
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        // A link names a file that is read already.
        if !file.is_symlink() && file.is_file() {
            texts.push(fs::read_to_string(file).with_context(|| file.display().to_string())?);
        }
    }
    Ok(Some(Set { name: package, texts }))
}

/// Returns the path of the package manager's list of files.
fn list_of(package: &str) -> Option<PathBuf> {
    let folder = Path::new("/var/lib/dpkg/info");
    let exact = folder.join(format!("{package}.list"));
    if exact.exists() {
        return Some(exact);
    }
    let of_architecture = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(&format!("{package}:")) && name.ends_with(".list")
    };
    fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).find(of_architecture)
}

/// Feeds and sitemaps, of sizes that are usual.
#[must_use]
pub fn made() -> [Set; 3] {
    [
        Set { name: "Atom feeds", texts: (0..40).map(|seed| atom(20 + seed * 5)).collect() },
        Set { name: "RSS feeds", texts: (0..40).map(|seed| rss(20 + seed * 5)).collect() },
        Set { name: "sitemaps", texts: (1..9).map(|seed| sitemap(seed * 500)).collect() },
    ]
}

const SENTENCES: [&str; 5] = [
    "The sap rises in spring, when days are warm and nights are cold. ",
    "Most of the water in a tree moves through the outer rings of its wood. ",
    "Heartwood is older, darker, and holds the tree up; it carries nothing. ",
    "In autumn the flow slows down, and leaves turn yellow, red and brown. ",
    "Caf\u{e9}s along the road sell syrup made of it, at a price. ",
];

/// A feed of so many entries, their content in escaped HTML.
fn atom(entries: usize) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" \
         xml:lang=\"en\">\n  <title>Sap &amp; wood</title>\n  <id>urn:uuid:60a76c80</id>\n",
    );
    for entry in 0..entries {
        let (first, second) = (SENTENCES[entry % 5], SENTENCES[(entry + 2) % 5]);
        let _ = write!(
            xml,
            "  <entry>\n    <title type=\"text\">Entry {entry}</title>\n    \
             <link rel=\"alternate\" type=\"text/html\" href=\"https://example.com/{entry}?a=1&amp;b=2\"/>\n    \
             <id>urn:uuid:1225c695-{entry:04}</id>\n    <updated>2026-08-21T18:30:02Z</updated>\n    \
             <author><name>A. Writer</name></author>\n    <content type=\"html\">&lt;p&gt;{first}{second}&lt;/p&gt;\
             &lt;p&gt;{second}&lt;a href=\"/more\"&gt;more&lt;/a&gt;&lt;/p&gt;</content>\n  </entry>\n"
        );
    }
    xml + "</feed>\n"
}

/// Returns a feed of this number of items, with names of four namespaces and CDATA sections.
fn rss(items: usize) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\"?>\n<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:media=\"http://search.yahoo.com/mrss/\">\n<channel>\n<title>Wood</title>\n",
    );
    for item in 0..items {
        let (first, second) = (SENTENCES[item % 5], SENTENCES[(item + 3) % 5]);
        let _ = write!(
            xml,
            "<item>\n<title>Item {item}</title>\n<link>https://example.com/{item}</link>\n\
             <dc:creator>B. Writer</dc:creator>\n<pubDate>Fri, 21 Aug 2026 09:00:00 GMT</pubDate>\n\
             <category>trees</category>\n<guid isPermaLink=\"false\">{item}</guid>\n\
             <media:thumbnail url=\"https://example.com/{item}.jpg\" width=\"120\" height=\"90\"/>\n\
             <description>{first}</description>\n\
             <content:encoded><![CDATA[<p>{first}{second}</p><p>{second}</p>]]></content:encoded>\n</item>\n"
        );
    }
    xml + "</channel>\n</rss>\n"
}

fn sitemap(pages: usize) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in 0..pages {
        let _ = write!(
            xml,
            "  <url>\n    <loc>https://www.example.com/catalogue/item-{page}.html</loc>\n    \
             <lastmod>2026-08-{:02}</lastmod>\n    <changefreq>monthly</changefreq>\n    \
             <priority>0.{}</priority>\n  </url>\n",
            page % 28 + 1,
            page % 10
        );
    }
    xml + "</urlset>\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn generated_documents_are_well_formed() {
        for set in super::made() {
            for text in set.texts {
                let options = sapwood::xml::XmlParseOptions::default().errors(true);
                assert_eq!(sapwood::xml::parse_with(&text, &options).errors, []);
            }
        }
    }
}
