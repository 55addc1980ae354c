//! The main content of a page.

use std::sync::Arc;

use pyo3::{
    prelude::*,
    types::{PyList, PyString},
};
use sapwood::{NodeId, article::Article};

use crate::{
    output::markdown_options,
    shared::Shared,
    wrappers::{self, PyElement},
};

/// The main content of a page, and what the page says about it: what `Document.article` returns.
///
/// Text, HTML and Markdown are written when they are asked for, from the document as it then is.
///
/// >>> import sapwood
/// >>> article = sapwood.parse('''<html lang=en><title>Oak - Trees</title><nav><a href=/>Home</a></nav>
/// ...     <main><h1>Oak</h1><p class=byline>By Ann Elm, <time datetime=2025-09-04>last week</time>
/// ...     <p>The oak is a tree of the beech family, and it grows slowly.</main>''').article()
/// >>> article.title, article.byline, article.published, article.language, article.kind
/// ('Oak', 'Ann Elm', '2025-09-04', 'en', 'article')
/// >>> article.to_markdown().splitlines()[-1]
/// 'The oak is a tree of the beech family, and it grows slowly.'
#[pyclass(frozen, name = "Article", module = "sapwood")]
pub(crate) struct PyArticle {
    shared: Arc<Shared>,
    /// The title of the text, without the name of the site.
    #[pyo3(get)]
    title: Option<String>,
    /// The names of the authors, separated by commas.
    #[pyo3(get)]
    byline: Option<String>,
    /// The day of publication, such as ``2025-09-04``; `datetime.date.fromisoformat` reads it.
    #[pyo3(get)]
    published: Option<String>,
    /// The day of the last change.
    #[pyo3(get)]
    modified: Option<String>,
    /// The language, as the page declares it, such as ``en`` or ``pt-BR``; else that of its script.
    #[pyo3(get)]
    language: Option<String>,
    /// The name of the site.
    #[pyo3(get)]
    site_name: Option<String>,
    /// The URL of the page itself, as it is written.
    #[pyo3(get)]
    canonical_url: Option<String>,
    /// The URL of an image for the page, as it is written.
    #[pyo3(get)]
    image: Option<String>,
    /// A summary.
    #[pyo3(get)]
    description: Option<String>,
    /// ``article``, ``thread``, ``product``, ``list``, ``documentation`` or ``sections``.
    #[pyo3(get)]
    kind: &'static str,
    root: Option<NodeId>,
    comments: Vec<NodeId>,
}

impl PyArticle {
    pub(crate) fn of(py: Python<'_>, shared: &Arc<Shared>) -> Self {
        shared.run(py, |tree| {
            let article = tree.article();
            let day = |date: Option<sapwood::article::Date>| date.map(|date| date.to_string());
            let root = article.root();
            Self {
                shared: shared.clone(),
                root: root.is_element().then(|| root.node_id()),
                comments: article.comments().map(|node| node.node_id()).collect(),
                kind: article.kind.as_str(),
                published: day(article.published),
                modified: day(article.modified),
                title: article.title,
                byline: article.byline,
                language: article.language,
                site_name: article.site_name,
                canonical_url: article.canonical_url,
                image: article.image,
                description: article.description,
            }
        })
    }

    fn write<'py>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&Article<'_>) -> String + Send,
    ) -> Bound<'py, PyString> {
        let text = self.shared.run(py, |tree| write(&tree.article()));
        PyString::new(py, &text)
    }
}

#[pymethods]
impl PyArticle {
    /// The element that holds the content, and more: navigation, advertisements and others in it are left out
    /// of the text. ``None`` if it is the whole document.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyElement>>> {
        let create = |id| PyElement::of(py, &self.shared, id);
        self.root.map(create).transpose()
    }

    /// The elements that hold comments of readers, which are no part of the content.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        wrappers::list(py, &self.shared, &self.comments)
    }

    /// The content as a person reads it.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.write(py, |article| article.to_text())
    }

    /// The content as HTML, without scripts, styles and controls. It isn't sanitized; see `sanitize`.
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.write(py, |article| article.to_html())
    }

    /// The details of a page by its kind, as `sapwood.details.Details`: posts with their authors, the price of a product, the
    /// items of a list; sections, images and tables; authors, and dates with their times.
    #[getter]
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.write(py, |article| article.details().to_json().to_string());
        py.import("sapwood.details")?.call_method1("_of_json", (json,))
    }

    /// Returns the content as Markdown; see `Document.to_markdown`.
    #[pyo3(signature = (*, base=None, width=None, links="inline", images="link"))]
    fn to_markdown<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        width: Option<usize>,
        links: &str,
        images: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        let options = markdown_options(base, width, links, images)?;
        Ok(self.write(py, |article| article.to_markdown_with(&options)))
    }

    fn __repr__(&self) -> String {
        match &self.title {
            Some(title) => format!("<Article {}>", crate::errors::quoted(title)),
            None => String::from("<Article>"),
        }
    }
}
