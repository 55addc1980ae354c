//! Extraction from documents.

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};

use crate::{
    article::PyArticle,
    classes::PyDocument,
    extract,
    findings::{self, Finding},
    links::{self, PyLink},
};

#[pymethods]
impl PyDocument {
    /// Returns the links: all references to other resources, in tree order.
    ///
    /// Args:
    ///     base: The URL of the page. URLs are resolved against it, or against what a ``base`` element
    ///         declares.
    ///     kind: Only links of this `Link.kind`, such as ``hyperlink`` or ``image``.
    ///
    /// Raises:
    ///     ValueError: The base isn't an absolute URL, or the kind is unknown.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<a href=/oak>Oak</a><img src=oak.png>")
    /// >>> [(link.kind, link.url) for link in document.links("https://example.com/trees/")]
    /// [('hyperlink', 'https://example.com/oak'), ('image', 'https://example.com/trees/oak.png')]
    #[pyo3(signature = (base=None, *, kind=None))]
    fn links(
        &self,
        py: Python<'_>,
        base: Option<&str>,
        kind: Option<&str>,
    ) -> PyResult<Vec<PyLink>> {
        links::links_of(py, self.scope(), base, kind)
    }

    /// The contents of ``meta`` elements by ``property``, ``name`` or ``http-equiv`` in lower case, and the
    /// ``charset``. The first of a name counts.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<meta charset=utf-8><meta property=og:title content=Oak>").meta
    /// {'charset': 'utf-8', 'og:title': 'Oak'}
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        extract::meta(py, self.scope())
    }

    /// Returns the JSON-LD of the page: a value for each script that is valid JSON.
    ///
    /// >>> import sapwood
    /// >>> page = '<script type="application/ld+json">{"@type": "Tree", "age": 200}</script>'
    /// >>> sapwood.parse(page).json_ld()
    /// [{'@type': 'Tree', 'age': 200}]
    fn json_ld<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        extract::json_ld(py, self.scope())
    }

    /// Returns the top-level microdata items, as the standard converts them to JSON.
    ///
    /// Args:
    ///     base: The URL against which URLs are resolved.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<p itemscope><b itemprop=name>Oak</b></p>").microdata()
    /// [{'properties': {'name': ['Oak']}}]
    #[pyo3(signature = (base=None))]
    fn microdata<'py>(&self, py: Python<'py>, base: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        extract::microdata(py, self.scope(), base)
    }

    /// Returns the tables, nested ones included.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<extract::PyTable>> {
        extract::tables(py, self.scope())
    }

    /// Returns the forms.
    fn forms(&self, py: Python<'_>) -> PyResult<Vec<extract::PyForm>> {
        extract::forms(py, self.scope())
    }

    /// Returns the main content of the page, with its title, author and dates.
    ///
    /// >>> import sapwood
    /// >>> page = "<title>Oak - Trees</title><nav><a href=/>Home</a></nav><h1>Oak</h1><p>The oak is a tree, and grows slowly."
    /// >>> article = sapwood.parse(page).article()
    /// >>> article.title, article.text
    /// ('Oak', 'Oak\n\nThe oak is a tree, and grows slowly.')
    fn article(&self, py: Python<'_>) -> PyArticle {
        PyArticle::of(py, &self.shared)
    }

    /// Checks the syntax of the markup that was parsed, as `check` does.
    ///
    /// Raises:
    ///     ValueError: The source wasn't kept: parse with ``positions=True`` or ``errors=True``. Or the document is a
    ///         fragment: use `check` with its context.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<!DOCTYPE html><html lang=en><title>t</title><p id=a id=b>", positions=True)
    /// >>> [finding.code for finding in document.check()]
    /// ['duplicate-attribute']
    fn check(&self, py: Python<'_>) -> PyResult<Vec<Finding>> {
        findings::check_document(py, &self.shared)
    }
}
