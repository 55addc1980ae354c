//! Documents as HTML, XML, Markdown and trees of lxml.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString},
};

use sapwood::Document;

use crate::{
    chunks::{PyChunk, Request},
    classes::PyDocument,
    options::for_label,
    output,
};

#[pymethods]
impl PyDocument {
    /// Returns the document as HTML.
    ///
    /// Args:
    ///     minify: Leave out what the parser implies; the tree stays the same.
    ///     pretty: One line for each block.
    ///     encoding: Return bytes in this encoding, which the document then declares, as ``sapwood html`` does. Without it
    ///         the result is text, and the declarations of the page stay as they are.
    ///
    /// Raises:
    ///     ValueError: The encoding is unknown.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<!DOCTYPE html><p class='a'>One</p>").to_html(minify=True)
    /// '<!DOCTYPE html><p class=a>One'
    /// >>> sapwood.parse("<title>Öl</title>").to_html(encoding="windows-1252")
    /// b'<html><head><meta charset="windows-1252"><title>\xd6l</title></head><body></body></html>'
    #[pyo3(signature = (*, minify=false, pretty=false, encoding=None))]
    fn to_html<'py>(
        &self,
        py: Python<'py>,
        minify: bool,
        pretty: bool,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match encoding {
            None => Ok(output::to_html(py, self.scope(), minify, pretty)?.into_any()),
            Some(_) if minify && pretty => {
                Err(PyValueError::new_err("choose one of minify and pretty"))
            }
            Some(label) => {
                let encoding = for_label(label)?;
                let scope = self.scope();
                Ok(output::to_encoded_html(py, scope, minify, pretty, encoding)?.into_any())
            }
        }
    }

    /// Returns the source of the document with the edits in it: only the edited parts differ from what was parsed.
    ///
    /// Returns:
    ///     Text, or bytes in their encoding if bytes were parsed.
    ///
    /// Raises:
    ///     ValueError: The document was parsed without ``source=True``, or no markup is parsed as this tree, such as a
    ///         paragraph in a paragraph.
    ///
    /// >>> import sapwood
    /// >>> page = sapwood.parse("<UL class='a'\n><li>Elm &amp; ash</ul >", source=True)
    /// >>> page.select_one("ul")["class"] = "b"
    /// >>> page.to_source()
    /// "<UL class='b'\n><li>Elm &amp; ash</ul >"
    fn to_source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let is_text = self.shared.parse.encoding.is_none();
        let source = self.scope().run(py, |root| root.owner().to_source())?;
        let source = source.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(match is_text {
            true => PyString::new(py, &String::from_utf8_lossy(&source)).into_any(),
            false => PyBytes::new(py, &source).into_any(),
        })
    }

    /// Returns the parts of the source that edits replace, in order: start, end and replacement.
    ///
    /// Offsets count characters of the text that was parsed, or bytes if bytes were; the replacement is text or bytes
    /// likewise. See `to_source`.
    ///
    /// >>> import sapwood
    /// >>> page = sapwood.parse("<p>One<p id=a>Two", source=True)
    /// >>> page.select_one("#a")["id"] = "b"
    /// >>> page.patches()
    /// [(12, 13, 'b')]
    fn patches<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, usize, Bound<'py, PyAny>)>> {
        let is_text = self.shared.parse.encoding.is_none();
        let found = self.scope().run(py, |root| {
            let document = root.owner();
            let mut patches = document.patches()?;
            if is_text {
                // One pass from bytes to characters: the patches are in order.
                let text = document.source().map(String::from_utf8_lossy).unwrap_or_default();
                let (mut bytes, mut characters) = (0, 0);
                let mut count = |to: usize| {
                    characters += text[bytes..to].chars().count();
                    bytes = to;
                    characters
                };
                for patch in &mut patches {
                    let start = count(patch.range.start);
                    patch.range = start..count(patch.range.end);
                }
            }
            Ok(patches)
        })?;
        let found: Result<Vec<_>, sapwood::SourceError> = found;
        let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let patches = found.into_iter().map(|patch| {
            let replacement = match is_text {
                true => PyString::new(py, &String::from_utf8_lossy(&patch.replacement)).into_any(),
                false => PyBytes::new(py, &patch.replacement).into_any(),
            };
            (patch.range.start, patch.range.end, replacement)
        });
        Ok(patches.collect())
    }

    /// Returns the document as XML.
    ///
    /// Args:
    ///     well_formed: Raise ``ValueError`` if XML can't represent the document, instead of writing what
    ///         comes closest.
    #[pyo3(signature = (*, well_formed=false))]
    pub(crate) fn to_xml<'py>(
        &self,
        py: Python<'py>,
        well_formed: bool,
    ) -> PyResult<Bound<'py, PyString>> {
        let xml = self.scope().run(py, |root| match well_formed {
            true => root.owner().to_well_formed_xml(),
            false => Ok(root.owner().to_xml()),
        })?;
        let xml = xml.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        Ok(PyString::new(py, &xml))
    }

    /// Returns the root element of a copy of the document in lxml: an ``lxml.html.HtmlElement``.
    ///
    /// lxml, parsel and Scrapy then work on the tree that a browser builds. As in lxml's own trees of HTML,
    /// elements of SVG and MathML have no namespace. Characters and names that lxml refuses are replaced.
    ///
    /// Raises:
    ///     ImportError: lxml isn't installed.
    ///     ValueError: The document is a fragment, or XML that isn't well-formed.
    ///
    /// >>> import sapwood
    /// >>> root = sapwood.parse("<ul><li>Oak<li>Elm").to_lxml()
    /// >>> root.xpath("//li/text()")
    /// ['Oak', 'Elm']
    fn to_lxml<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("sapwood._lxml")?.getattr("to_lxml")?.call1((slf,))
    }

    /// Returns the content as Markdown: CommonMark with the tables of GitHub.
    ///
    /// Args:
    ///     base: The URL against which links are resolved.
    ///     width: Wrap lines at this column.
    ///     links: ``inline``, ``reference`` or ``text``.
    ///     images: ``link``, ``alt`` or ``none``.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<h1>Oak</h1><p>A <a href=/tree>tree</a>.").to_markdown()
    /// '# Oak\n\nA [tree](/tree).\n'
    #[pyo3(signature = (*, base=None, width=None, links="inline", images="link"))]
    fn to_markdown<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        width: Option<usize>,
        links: &str,
        images: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        let options = output::markdown_options(base, width, links, images)?;
        output::to_markdown(py, self.scope(), &options)
    }

    /// Returns the main content as Markdown in pieces, for search and for language models.
    ///
    /// Chunks are cut before headings, between blocks, items, rows and lines of code, and long paragraphs between sentences
    /// or words, at the best such place in the second half of a chunk. They are never cut in a row, a line of code, a link
    /// or emphasis: what is larger is a chunk of its own, `oversized`. A table repeats its header, and code its fence.
    ///
    /// Args:
    ///     size: The most characters of a chunk.
    ///     measure: Returns the size of a text, to count it in another unit, such as the tokens of a model.
    ///     whole: Cut the whole page.
    ///     base: The URL against which links are resolved.
    ///     text_fragments: Add a text directive that finds the chunk in the page to each.
    ///
    /// >>> import sapwood
    /// >>> page = sapwood.parse("<main><p>The oak grows slowly. It lives for a thousand years.</main>")
    /// >>> [chunk.text for chunk in page.chunks(6, measure=lambda text: len(text.split()))]
    /// ['The oak grows slowly. ', 'It lives for a thousand years.\n']
    #[pyo3(signature = (size=2_000, *, measure=None, whole=false, base=None, text_fragments=false))]
    fn chunks(
        &self,
        py: Python<'_>,
        size: usize,
        measure: Option<Py<PyAny>>,
        whole: bool,
        base: Option<&str>,
        text_fragments: bool,
    ) -> PyResult<Vec<PyChunk>> {
        if size == 0 {
            return Err(PyValueError::new_err("size must be at least 1"));
        }
        let has_measure = measure.is_some();
        let request = Request {
            size,
            measure,
            is_whole: whole,
            base: output::base_url(base)?,
            text_fragments,
            is_text: self.shared.parse.encoding.is_none(),
        };
        if has_measure {
            // The caller's function may use the document, which must not be locked then.
            let document = self.shared.run(py, Document::clone);
            return request.chunks(&document);
        }
        self.shared.run(py, |document| request.chunks(document))
    }
}
