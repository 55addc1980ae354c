//! Writes the figures of a run into the documents, between `<!-- bench: NAME -->` and `<!-- /bench -->`.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{RECORDS, SAPWOOD};
use crate::root;

/// Returns the text of a block.
type Write = fn(&Figures<'_>) -> Result<String>;

/// The documents with the names of their blocks.
const DOCUMENTS: [(&str, &[(&str, Write)]); 2] = [
    ("README.md", &[("comparison", comparison), ("times", times)]),
    ("docs/speed.md", &[("pages", pages), ("documentation", documentation)]),
];

/// Names of the sets of pages whose figures are in documents.
const PAGES: &str = "corpus/pages";
const DOCUMENTATION: &str = "rust/html";

/// A record of a run.
struct Figures<'r>(&'r Value);

/// The figures of one parser over a set of pages.
struct Row<'r>(&'r Value);

impl<'r> Figures<'r> {
    fn day(&self) -> &'r str {
        self.0["date"].as_str().and_then(|date| date.get(..10)).unwrap_or_default()
    }

    fn set(&self, name: &str) -> Result<&'r Value> {
        let sets = self.0["sets"].as_array().into_iter().flatten();
        sets.into_iter()
            .find(|set| set["name"] == name)
            .with_context(|| format!("the record has no pages `{name}`"))
    }

    /// The row of a parser; records of earlier versions lack some.
    fn row(&self, set: &str, name: &str) -> Result<Option<Row<'r>>> {
        let rows = self.set(set)?["rows"].as_array();
        Ok(rows.and_then(|rows| rows.iter().find(|row| row["name"] == name)).map(Row))
    }

    /// Returns the ratio of the time of a parser to that of Sapwood.
    fn ratio(&self, set: &str, name: &str) -> Result<f64> {
        let row = self.row(set, name)?.with_context(|| format!("the record has no `{name}`"))?;
        row.number("ratio").context("a row has a ratio")
    }

    /// The number of pages, and their megabytes.
    fn size(&self, set: &str) -> Result<(String, f64)> {
        let set = self.set(set)?;
        let pages = set["pages"].as_u64().unwrap_or_default();
        let pages = match pages {
            1000.. => format!("{},{:03}", pages / 1000, pages % 1000),
            _ => pages.to_string(),
        };
        Ok((pages, set["bytes"].as_f64().unwrap_or_default() / 1e6))
    }
}

impl Row<'_> {
    fn number(&self, figure: &str) -> Option<f64> {
        self.0[figure].as_f64()
    }

    /// A figure with so many digits, or nothing.
    fn cell(&self, figure: &str, digits: usize) -> String {
        self.number(figure).map_or_else(String::new, |it| format!("{it:.digits$}"))
    }

    /// Bytes kept for each byte of input, without unused capacity; nothing if no document is kept.
    fn kept(&self) -> Option<f64> {
        self.number("trimmed_per_byte").or(self.number("kept_per_byte")).filter(|kept| *kept > 0.1)
    }
}

/// Writes the figures of a record into all documents.
pub(super) fn update(record: &Value) -> Result<()> {
    for (path, blocks) in DOCUMENTS {
        let path = root().join(path);
        let text = fs::read_to_string(&path)?;
        let new = with_figures(&text, blocks, record)?;
        if new != text {
            fs::write(&path, new)?;
        }
    }
    Ok(())
}

/// Returns the newest record.
pub(super) fn newest_record() -> Result<Value> {
    let mut newest = Value::Null;
    for entry in fs::read_dir(root().join(RECORDS))? {
        let record: Value = serde_json::from_str(&fs::read_to_string(entry?.path())?)?;
        if record["date"].as_str() > newest["date"].as_str() {
            newest = record;
        }
    }
    Ok(newest)
}

/// Replaces the blocks of a document.
fn with_figures(text: &str, blocks: &[(&str, Write)], record: &Value) -> Result<String> {
    const END: &str = "<!-- /bench -->";
    let mut text = text.to_owned();
    for (name, write) in blocks {
        let start = format!("<!-- bench: {name} -->\n");
        let from = text.find(&start).with_context(|| format!("no block `{name}`"))? + start.len();
        let to = from + text[from..].find(END).with_context(|| format!("no end of `{name}`"))?;
        let new = write(&Figures(record))?;
        ensure!(new.ends_with('\n'), "a block ends with its line");
        text.replace_range(from..to, &new);
    }
    Ok(text)
}

/// The row of lexbor, which no record has: `bench/run.py parse` of the Python package measures it.
const LEXBOR: &str = "| lexbor, from Python | yes | 3.4 | – | – |\n";

/// The parsers that the README compares: the name in records, the label, whether the tree is the standard's, limits.
const COMPARED: [[&str; 4]; 7] = [
    [SAPWOOD, "**Sapwood**", "yes", "input, nodes, depth, attributes, tokens, time, copies"],
    ["scraper", "scraper", "yes", "none"],
    ["html5ever + rcdom", "html5ever with rcdom", "yes", "none"],
    ["dom_query", "dom_query", "yes", "none"],
    ["tl", "tl", "no", "none"],
    ["astral-tl", "astral-tl", "no", "none"],
    ["lol_html, a handler", "lol_html, one handler", "no: a stream", "memory"],
];

/// The labels of the parsers that the README compares, and the ratios of their times to Sapwood's.
pub(super) fn ratios(record: &Value) -> Result<Vec<(String, f64)>> {
    let ratio = |[name, label, ..]: [&str; 4]| {
        Ok((label.trim_matches('*').to_owned(), Figures(record).ratio(PAGES, name)?))
    };
    COMPARED.into_iter().map(ratio).collect()
}

/// The table of the README.
fn comparison(figures: &Figures<'_>) -> Result<String> {
    let mut text = String::from(
        "| | tree by the standard | time | memory | limits on hostile pages |\n|---|---|---:|---:|---|\n",
    );
    for [name, label, conforms, limits] in COMPARED {
        let Some(row) = figures.row(PAGES, name)? else { continue };
        let kept = row.kept().map_or("–".to_owned(), |kept| format!("{kept:.1}"));
        let time = row.cell("ratio", 1);
        text += &match name {
            SAPWOOD => format!("| {label} | {conforms} | **{time}** | **{kept}** | {limits} |\n"),
            _ => format!("| {label} | {conforms} | {time} | {kept} | {limits} |\n"),
        };
    }
    text += LEXBOR;
    let ((pages, megabytes), day) = (figures.size(PAGES)?, figures.day());
    text += &format!(
        "\nTime to parse {pages} real pages ({megabytes:.1} MB) on one thread, Sapwood = 1, and bytes kept for each byte of input;\n\
         `cargo xtask bench --rounds {} --record`, {day}. [Speed](docs/speed.md) has all figures, and the commands that measure them.\n",
        figures.0["rounds"]
    );
    Ok(text)
}

/// The sentence of the README.
fn times(figures: &Figures<'_>) -> Result<String> {
    let ratio = figures.ratio(PAGES, "html5ever + rcdom")?;
    Ok(format!(
        "- **Fast.** It parses real pages {ratio:.0} times faster than html5ever, and faster than tl and lol_html, which build no \
         conforming\n  tree.\n"
    ))
}

/// The table of all parsers.
fn pages(figures: &Figures<'_>) -> Result<String> {
    const ROWS: [[&str; 2]; 12] = [
        [SAPWOOD, "Sapwood"],
        ["Sapwood, recycled", "Sapwood, memory recycled"],
        ["Sapwood, positions and errors", "Sapwood, positions and errors"],
        ["Sapwood, tokens only", "Sapwood, tokens only"],
        ["Sapwood, a handler", "Sapwood, one handler while parsing"],
        ["Sapwood, target-cpu=native", "Sapwood, `target-cpu=native`"],
        ["html5ever + rcdom", "html5ever + rcdom"],
        ["scraper", "scraper"],
        ["dom_query", "dom_query"],
        ["tl", "tl (builds no conforming tree)"],
        ["astral-tl", "astral-tl (builds no conforming tree)"],
        ["lol_html, a handler", "lol_html, one handler"],
    ];
    let ((count, megabytes), day) = (figures.size(PAGES)?, figures.day());
    let mut text = format!(
        "`cargo xtask bench --rounds {} --record`: text to document, one thread, drop excluded, on {} cores ({});\n\
         `benches/records` holds the whole record. The figures are of {day}. All parsers run in the same rounds; callgrind counts\n\
         the instructions. Over {count} real pages ({megabytes:.1} MB):\n\n\
         | parser | MB/s, median | time, Sapwood = 1 | instructions / byte | allocations / KiB | kept bytes / byte (Sapwood: trimmed) |\n\
         |---|---:|---:|---:|---:|---:|\n",
        figures.0["rounds"],
        figures.0["machine"]["cores"],
        figures.0["machine"]["cpu"].as_str().context("the record names no processor")?,
    );
    for [name, label] in ROWS {
        let Some(row) = figures.row(PAGES, name)? else { continue };
        let kept = row.kept().map_or_else(String::new, |kept| format!("{kept:.2}"));
        let digits = if name.starts_with(SAPWOOD) { 3 } else { 1 };
        let cells = [
            row.cell("median", 0),
            row.cell("ratio", 2),
            row.cell("instructions_per_byte", 1),
            row.cell("allocations_per_kib", digits),
            kept,
        ];
        text += &format!("| {label} | {} |\n", cells.join(" | "));
    }
    Ok(text)
}

/// The sentences on pages of dense markup and on a small page.
fn documentation(figures: &Figures<'_>) -> Result<String> {
    let (count, megabytes) = figures.size(DOCUMENTATION)?;
    let speed =
        figures.row(DOCUMENTATION, SAPWOOD)?.context("no row of Sapwood")?.cell("median", 0);
    let [rcdom, scraper, tl] =
        ["html5ever + rcdom", "scraper", "tl"].map(|name| figures.ratio(DOCUMENTATION, name));
    let tiny = |name: &str| {
        let rows = figures.0["tiny"].as_array().into_iter().flatten();
        let row = rows.into_iter().find(|row| row[0] == name);
        row.and_then(|row| row[1][1].as_f64()).with_context(|| format!("no tiny page of {name}"))
    };
    Ok(format!(
        "Over {count} pages of the Rust toolchain's documentation ({megabytes:.0} MB of dense markup) Sapwood parses {speed} MB/s: {:.1} \
         times faster than\nhtml5ever with rcdom, {:.1} times faster than scraper, {:.1} times faster than tl. A document of 20 bytes \
         takes {:.0} ns, or {:.0} ns in\nrecycled memory.\n",
        rcdom?,
        scraper?,
        tl?,
        tiny(SAPWOOD)?,
        tiny("Sapwood, recycled")?
    ))
}

/// The documents state the figures of the newest record.
#[test]
fn documents_state_the_newest_figures() {
    let record = newest_record().unwrap();
    for (path, blocks) in DOCUMENTS {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let fresh = with_figures(&text, blocks, &record).unwrap();
        assert!(text == fresh, "{path} is stale; run `cargo xtask bench --documents`");
    }
}
