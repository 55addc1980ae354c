//! Markdown in pieces.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use pyo3::prelude::*;
use sapwood::{
    Document,
    extract::url::Url,
    markdown::{ChunkOptions, MarkdownOptions},
};

use crate::position::Source;

/// A piece of Markdown within a budget: what `Document.chunks` returns.
///
/// >>> import sapwood
/// >>> html = "<h1>Oak</h1><p>Hard wood.<h2 id=leaves>Leaves</h2><p>Lobed, and green until late in the year."
/// >>> chunk = sapwood.parse(html, source=True).chunks(55, whole=True)[1]
/// >>> chunk.text
/// '## Leaves\n\nLobed, and green until late in the year.\n'
/// >>> chunk.headings, chunk.id
/// (['Oak', 'Leaves'], 'leaves')
/// >>> [html[start:end] for start, end in chunk.sources]
/// ['Leaves', 'Lobed, and green until late in the year.']
#[pyclass(frozen, name = "Chunk", module = "sapwood", get_all)]
pub(crate) struct PyChunk {
    /// The Markdown: a part of the whole, with what is repeated around it.
    text: String,
    /// The place in the whole Markdown of what isn't repeated, in characters.
    range: (usize, usize),
    /// The parts of `text` that are repeated from elsewhere, in characters: the header of a table, a fence of code.
    repeated: Vec<(usize, usize)>,
    /// The texts of the headings that the start of the chunk is under, outermost first.
    headings: Vec<String>,
    /// The `id` of the last heading, or of an element around the start.
    id: Option<String>,
    /// The parts of the source that the text comes from, one for each block or row, if the document was parsed with
    /// ``source=True``: in bytes, or in characters if the source is a `str`.
    sources: Vec<(usize, usize)>,
    /// A text directive that finds the chunk in the page, if ``text_fragments`` was asked for and there is one.
    text_fragment: Option<String>,
    /// Whether the chunk is larger than the budget, because it can't be cut.
    oversized: bool,
}

#[pymethods]
impl PyChunk {
    fn __repr__(&self) -> String {
        let title = self.headings.last().map_or("", String::as_str);
        format!("<Chunk {title:?}, {} characters>", self.text.chars().count())
    }
}

/// A request for chunks.
pub(crate) struct Request {
    pub(crate) size: usize,
    pub(crate) measure: Option<Py<PyAny>>,
    pub(crate) is_whole: bool,
    pub(crate) base: Option<Url>,
    pub(crate) text_fragments: bool,
    /// Whether the source is text, of which places are counted in characters.
    pub(crate) is_text: bool,
}

impl Request {
    /// Cuts a document into chunks. The caller's function may be called, so no lock may be held if there is one.
    pub(crate) fn chunks(self, document: &Document) -> PyResult<Vec<PyChunk>> {
        let failure = Arc::new(Mutex::new(None));
        let mut options = ChunkOptions::new(self.size);
        if let Some(measure) = self.measure {
            let failure = failure.clone();
            options = options.measure(move |text| {
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                if failure.is_some() {
                    return 0;
                }
                let size = Python::attach(|py| measure.call1(py, (text,))?.extract(py));
                size.unwrap_or_else(|error| {
                    *failure = Some(error);
                    0
                })
            });
        }
        let markdown = match document.base_url(self.base.as_ref()) {
            Some(base) => MarkdownOptions::default().base(base),
            None => MarkdownOptions::default(),
        };
        let map = match self.is_whole {
            true => document.to_markdown_map(&markdown),
            false => document.article().to_markdown_map(&markdown),
        };
        let chunks = map.chunks(&options);
        if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let source = document.source();
        let text = source
            .filter(|_| self.is_text)
            .map(|source| Source::new(String::from_utf8_lossy(source).into_owned()));
        let place = |at: usize| text.as_ref().map_or(at, |text| text.character(at));
        let mut at = Characters { text: map.markdown(), byte: 0, count: 0 };
        let fragments = self.text_fragments.then(|| document.text_fragments());
        let chunks = chunks.into_iter().map(|chunk| PyChunk {
            range: at.range(&chunk.range),
            repeated: {
                let mut at = Characters { text: &chunk.text, byte: 0, count: 0 };
                chunk.repeated.iter().map(|range| at.range(range)).collect()
            },
            headings: chunk.headings.into_iter().map(|heading| heading.text).collect(),
            id: chunk.id,
            sources: match source {
                Some(_) => {
                    chunk.sources.iter().map(|it| (place(it.start), place(it.end))).collect()
                }
                None => Vec::new(),
            },
            text_fragment: fragments
                .as_ref()
                .and_then(|it| it.directive(chunk.text_range.as_ref()?)),
            oversized: chunk.is_oversized,
            text: chunk.text,
        });
        Ok(chunks.collect())
    }
}

/// Offsets of bytes, which ascend, as numbers of characters.
struct Characters<'t> {
    text: &'t str,
    byte: usize,
    count: usize,
}

impl Characters<'_> {
    fn range(&mut self, range: &Range<usize>) -> (usize, usize) {
        (self.at(range.start), self.at(range.end))
    }

    fn at(&mut self, byte: usize) -> usize {
        self.count += self.text.get(self.byte..byte).map_or(0, |it| it.chars().count());
        self.byte = byte;
        self.count
    }
}
