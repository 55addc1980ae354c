//! Size and tables of pages that are converted to Markdown.

use std::{
    collections::HashMap,
    iter::Sum,
    sync::{Arc, Mutex, PoisonError},
};

use sapwood::{
    Document, NodeId,
    extract::Table,
    markdown::{Conversion, MarkdownOptions},
    tag,
};

use crate::markdown::render;

/// Figures of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Bytes of the Markdown.
    pub markdown: usize,
    /// Bytes of the text that a person sees.
    pub text: usize,
    /// Bytes of the titles and of the texts for images in the Markdown.
    pub titles: usize,
    /// Bytes of the URLs in the Markdown.
    pub urls: usize,
    /// Data tables of the page.
    pub tables: usize,
    /// Data tables whose cells a reader of the Markdown finds in a table again.
    pub kept: usize,
}

impl Totals {
    /// Converts a page and renders the Markdown.
    #[must_use]
    pub fn of(html: &str) -> Self {
        let document = sapwood::parse(html);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&shown);
        // The rule is asked for elements that are shown only.
        let options = MarkdownOptions::default().element(move |element| {
            if element.is_html(tag::TD) || element.is_html(tag::TH) {
                seen.lock().unwrap_or_else(PoisonError::into_inner).push(element.node_id());
            }
            Conversion::Default
        });
        let markdown = document.to_markdown_with(&options);
        let shown = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let rendered = sapwood::parse(&render(&markdown));
        let mut found: HashMap<Rows, usize> = HashMap::new();
        for table in rendered.tables() {
            *found.entry(rows(&table)).or_default() += 1;
        }
        let data: Vec<Rows> =
            document.tables().filter(|it| is_data(it, &shown)).map(|it| rows(&it)).collect();
        let kept = data.iter().filter(|rows| {
            let count = found.get_mut(*rows);
            let is_kept = count.as_ref().is_some_and(|count| **count > 0);
            count.into_iter().for_each(|count| *count -= usize::from(is_kept));
            is_kept
        });
        Self {
            markdown: markdown.len(),
            text: document.inner_text().len(),
            titles: values(&rendered, &["alt", "title"]),
            urls: values(&rendered, &["href", "src"]),
            kept: kept.count(),
            tables: data.len(),
        }
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Self>>(pages: I) -> Self {
        pages.fold(Self::default(), |sum, page| Self {
            markdown: sum.markdown + page.markdown,
            text: sum.text + page.text,
            titles: sum.titles + page.titles,
            urls: sum.urls + page.urls,
            tables: sum.tables + page.tables,
            kept: sum.kept + page.kept,
        })
    }
}

/// The texts of the cells of each row, without empty cells and empty rows.
type Rows = Vec<Vec<String>>;

/// Whether a table holds data: a cell is shown and has text, no table is in it, and no `role` denies it.
///
/// GitHub's Markdown can express each such table, apart from spans, for which it has empty cells.
fn is_data(table: &Table<'_>, shown: &[NodeId]) -> bool {
    let role = table.element.attr("role").unwrap_or_default();
    !matches!(role, "presentation" | "none")
        && !table.element.descendants().any(|it| it.is_html(tag::TABLE))
        && table.cells().iter().any(|cell| shown.contains(&cell.element.node_id()))
        && !rows(table).is_empty()
}

fn rows(table: &Table<'_>) -> Rows {
    let mut rows = vec![Vec::new(); table.height()];
    for cell in table.cells() {
        let text = cell.element.inner_text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            rows[cell.row].push(text);
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// Bytes of the values of attributes.
fn values(document: &Document, names: &[&str]) -> usize {
    let elements = document.root().descendants();
    elements.flat_map(|it| names.iter().filter_map(move |name| it.attr(name))).map(str::len).sum()
}
