//! An index of the passages of pages, with tantivy.
//!
//! A passage is a chunk of the main content of a page. The index keeps its text, and the range of bytes of the page that it comes from, so
//! that a hit is shown as the page has it.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sapwood::{
    ByteOptions,
    markdown::{ChunkOptions, MarkdownOptions},
    parse_bytes_with,
};
use tantivy::{
    Index, TantivyDocument,
    collector::TopDocs,
    doc,
    query::QueryParser,
    schema::{Field, INDEXED, STORED, STRING, Schema, TEXT, Value},
};

/// The most characters of a passage.
const BUDGET: usize = 800;
/// The memory of the writer of an index, in bytes.
const MEMORY: usize = 50_000_000;

/// A passage that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The file of the page.
    pub file: PathBuf,
    /// The title of the page.
    pub title: String,
    /// The headings above the passage, outermost first.
    pub headings: Vec<String>,
    /// The passage as Markdown.
    pub text: String,
    /// The bytes of the file that the passage comes from.
    pub range: Range<usize>,
}

impl Passage {
    /// The bytes of the file that the passage comes from.
    pub fn source(&self) -> Result<Vec<u8>> {
        let bytes = fs::read(&self.file).with_context(|| self.file.display().to_string())?;
        let part = bytes.get(self.range.clone());
        Ok(part.with_context(|| format!("{} has changed", self.file.display()))?.to_vec())
    }
}

/// The fields of a passage in the index.
struct Fields {
    file: Field,
    title: Field,
    headings: Field,
    text: Field,
    start: Field,
    end: Field,
}

impl Fields {
    fn new() -> (Schema, Self) {
        let mut schema = Schema::builder();
        let fields = Self {
            file: schema.add_text_field("file", STRING | STORED),
            title: schema.add_text_field("title", TEXT | STORED),
            headings: schema.add_text_field("headings", TEXT | STORED),
            text: schema.add_text_field("text", TEXT | STORED),
            start: schema.add_u64_field("start", INDEXED | STORED),
            end: schema.add_u64_field("end", INDEXED | STORED),
        };
        (schema.build(), fields)
    }
}

/// Indexes the HTML files of a folder in a new folder. Returns the number of passages.
pub fn index(pages: &Path, into: &Path) -> Result<usize> {
    fs::create_dir_all(into).with_context(|| into.display().to_string())?;
    let (schema, fields) = Fields::new();
    let index = Index::create_in_dir(into, schema).with_context(|| into.display().to_string())?;
    let mut writer = index.writer(MEMORY)?;
    let mut count = 0;
    for entry in fs::read_dir(pages).with_context(|| pages.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "html" && extension != "htm") {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        for passage in passages(&path, &bytes) {
            let mut document = doc!(
                fields.file => passage.file.to_string_lossy().into_owned(),
                fields.title => passage.title,
                fields.text => passage.text,
                fields.start => passage.range.start as u64,
                fields.end => passage.range.end as u64,
            );
            passage.headings.iter().for_each(|it| document.add_text(fields.headings, it));
            writer.add_document(document)?;
            count += 1;
        }
    }
    writer.commit()?;
    Ok(count)
}

/// The passages of a page, in order.
fn passages(path: &Path, bytes: &[u8]) -> Vec<Passage> {
    let parsing = sapwood::ParseOptions::default().positions(true);
    let options = ByteOptions::default().detect_utf8(true).offset_map(true).parsing(parsing);
    let parsed = parse_bytes_with(bytes, &options);
    let article = parsed.document.article();
    let byte = |text| match &parsed.offset_map {
        Some(map) => map.byte_offset(text),
        None => text,
    };
    let map = article.to_markdown_map(&MarkdownOptions::default());
    map.chunks(&ChunkOptions::new(BUDGET))
        .into_iter()
        .filter_map(|chunk| {
            let (first, last) = (chunk.sources.first()?, chunk.sources.last()?);
            Some(Passage {
                file: path.to_owned(),
                title: article.title.clone().unwrap_or_default(),
                headings: chunk.headings.iter().map(|heading| heading.text.clone()).collect(),
                range: byte(first.start)..byte(last.end),
                text: chunk.text,
            })
        })
        .collect()
}

/// Finds the passages that match a query best, such as `oak AND "hard wood"`.
pub fn search(index: &Path, query: &str, most: usize) -> Result<Vec<Passage>> {
    let index = Index::open_in_dir(index).with_context(|| index.display().to_string())?;
    let (_, fields) = Fields::new();
    let searcher = index.reader()?.searcher();
    let parser = QueryParser::for_index(&index, vec![fields.title, fields.headings, fields.text]);
    let query = parser.parse_query(query).with_context(|| format!("the query {query:?}"))?;
    let found = searcher.search(&query, &TopDocs::with_limit(most.max(1)).order_by_score())?;
    let passage = |address| -> Result<Passage> {
        let document: TantivyDocument = searcher.doc(address)?;
        let text = |field| -> Vec<String> {
            document.get_all(field).filter_map(|it| it.as_str().map(str::to_owned)).collect()
        };
        let number =
            |field| document.get_first(field).and_then(|it| it.as_u64()).unwrap_or(0) as usize;
        Ok(Passage {
            file: text(fields.file).concat().into(),
            title: text(fields.title).concat(),
            headings: text(fields.headings),
            text: text(fields.text).concat(),
            range: number(fields.start)..number(fields.end),
        })
    };
    found.into_iter().map(|(_, address)| passage(address)).collect()
}
