//! Methods of documents.

mod edit;
mod extract;
mod write;

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use sapwood::{NodeRef, QuirksMode};

use crate::{
    classes::{PyDocument, wrap},
    extractor,
    findings::ParseError,
    node::Nodes,
    position::Source,
    query,
    shared::{Found, Shared},
    wrappers::PyElement,
    xpath::{self, Provided},
};

impl PyDocument {
    /// The element that `find` returns, given the root.
    fn find<'py>(
        &self,
        py: Python<'py>,
        find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Bound<'py, PyElement>>> {
        let id = self.scope().read(py, |root| find(root).map(|node| node.node_id()))?;
        let create = |id| PyElement::of(py, &self.shared, id);
        id.map(create).transpose()
    }
}

#[pymethods]
impl PyDocument {
    /// The document element: ``html`` in HTML. ``None`` for a fragment.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyElement>>> {
        self.find(py, |root| root.owner().document_element())
    }

    /// The ``head`` element.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyElement>>> {
        self.find(py, |root| root.owner().head())
    }

    /// The ``body`` element, or the ``frameset``.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyElement>>> {
        self.find(py, |root| root.owner().body())
    }

    /// The title, white space collapsed; ``None`` without a ``title`` element.
    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.scope().read(py, |root| root.owner().title())
    }

    /// The doctype.
    #[getter]
    fn doctype<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.scope().read(py, |root| root.owner().doctype().map(Found::of))?;
        found.map(|found| wrap(py, &self.shared, found)).transpose()
    }

    /// The encoding that the bytes were read in, such as ``UTF-8``; ``None`` if text was parsed.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.shared.parse.encoding
    }

    /// The limit that ended the parse: ``input-bytes``, ``nodes``, ``depth``, ``attributes``,
    /// ``token-length``, ``time``, ``amplification`` or ``capacity``; ``None`` if all was parsed.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.shared.parse.limit.map(|limit| limit.as_str())
    }

    /// The parse errors in the order of their positions; empty without ``errors=True``.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<!DOCTYPE html><p a=1 a=2>", errors=True)
    /// >>> document.errors
    /// [ParseError('duplicate-attribute', line=1, column=24)]
    #[getter]
    fn errors(&self) -> Vec<ParseError> {
        let Some(source) = &self.shared.parse.source else { return Vec::new() };
        let errors = self.shared.parse.errors.iter();
        errors.map(|error| ParseError::new(*error, source)).collect()
    }

    /// The decoded input, if positions or errors were asked for.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.shared.parse.source.as_ref().map(Source::text)
    }

    /// Whether the document was parsed as XML.
    #[getter]
    fn is_xml(&self) -> bool {
        self.shared.parse.is_xml
    }

    /// The mode in which browsers lay the document out: ``no-quirks``, ``limited-quirks`` or ``quirks``.
    #[getter]
    fn quirks_mode(&self, py: Python<'_>) -> PyResult<&'static str> {
        let mode = self.scope().read(py, |root| root.owner().quirks_mode())?;
        Ok(match mode {
            QuirksMode::NoQuirks => "no-quirks",
            QuirksMode::LimitedQuirks => "limited-quirks",
            QuirksMode::Quirks => "quirks",
        })
    }

    /// All text in the document, white space unchanged, scripts and styles included.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = self.scope().run(py, |root| root.text_content())?;
        Ok(PyString::new(py, &text))
    }

    /// The text as a browser renders it; see `Element.inner_text`.
    #[getter]
    fn inner_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = self.scope().run(py, |root| root.inner_text())?;
        Ok(PyString::new(py, &text))
    }

    /// The document as HTML.
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let html = self.scope().run(py, |root| root.owner().to_html())?;
        Ok(PyString::new(py, &html))
    }

    fn __html__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.html(py)
    }

    /// The nodes at the top: the doctype, the document element, comments.
    #[getter]
    fn children<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.scope().read(py, |root| root.children().map(Found::of).collect())?;
        query::nodes(py, &self.shared, found)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Nodes> {
        let found = self.scope().read(py, |root| root.children().map(Found::of).collect())?;
        Ok(Nodes::new(self.shared.clone(), found))
    }

    /// Iterates over all nodes, in tree order.
    fn descendants(&self, py: Python<'_>) -> PyResult<Nodes> {
        let found = self.scope().run(py, |root| root.descendants().map(Found::of).collect())?;
        Ok(Nodes::new(self.shared.clone(), found))
    }

    /// Returns the first element with this ``id``.
    fn get_element_by_id<'py>(
        &self,
        py: Python<'py>,
        id: &str,
    ) -> PyResult<Option<Bound<'py, PyElement>>> {
        self.find(py, |root| root.owner().get_element_by_id(id))
    }

    /// Returns the elements that match a CSS selector, in tree order.
    ///
    /// Raises:
    ///     SelectorError: The selector isn't valid.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<ul><li>Oak<li class=new>Elm</ul>")
    /// >>> document.select("li.new, li:first-child")
    /// [<li>, <li class="new">]
    fn select<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select(py, self.scope(), selector)
    }

    /// Returns the first element that matches a CSS selector, or ``default``.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>One<p>Two")
    /// >>> document.select_one("p + p").text
    /// 'Two'
    /// >>> document.select_one("h1") is None
    /// True
    #[pyo3(signature = (selector, default=None))]
    fn select_one<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::select_one(py, self.scope(), selector, default)
    }

    /// Returns the texts of the elements that match a selector.
    ///
    /// Args:
    ///     selector: The selector.
    ///     strip: Strip white space at both ends of each text.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<p> One <p>Two").select_text("p", strip=True)
    /// ['One', 'Two']
    #[pyo3(signature = (selector, *, strip=false))]
    fn select_text<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
        strip: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select_text(py, self.scope(), selector, strip)
    }

    /// Returns the values of an attribute of the elements that match a selector and have it.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<a href=/1>1</a><a>2</a><a href=/3>3</a>").select_attr("a", "href")
    /// ['/1', '/3']
    fn select_attr<'py>(
        &self,
        py: Python<'py>,
        selector: &Bound<'py, PyAny>,
        name: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select_attr(py, self.scope(), selector, name)
    }

    /// Returns texts and attributes of all elements that match each of several selectors.
    ///
    /// Args:
    ///     fields: Fields by name: a selector for the texts of its matches, or a pair of selector and attribute for that
    ///         attribute's values, as of ``Extractor``.
    ///     strip: Strip white space at both ends of the values.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<h1>Trees</h1><a href=/oak>Oak</a><a href=/elm>Elm</a>")
    /// >>> document.select_many({"title": "h1", "names": "a", "urls": ("a", "href")})
    /// {'title': ['Trees'], 'names': ['Oak', 'Elm'], 'urls': ['/oak', '/elm']}
    #[pyo3(signature = (fields, *, strip=false))]
    fn select_many<'py>(
        &self,
        py: Python<'py>,
        fields: &Bound<'py, PyDict>,
        strip: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        extractor::select_many(py, self.scope(), fields, strip)
    }

    /// Evaluates an XPath 1.0 expression; see `Element.xpath`.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>One<p lang=de>Zwei")
    /// >>> document.xpath("//p[@lang]/text()"), document.xpath("count(//p)")
    /// (['Zwei'], 2.0)
    #[pyo3(signature = (expression, /, *, namespaces=None, functions=None, **variables))]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        namespaces: Option<HashMap<String, String>>,
        functions: Option<&Bound<'py, PyDict>>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let provided = Provided { namespaces, variables, functions };
        xpath::evaluate(py, self.scope(), expression, &provided)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let tree = self.shared.lock(py);
        let title = tree.title().map(|title| format!(" {}", crate::errors::quoted(&title)));
        format!("<Document{} of {} nodes>", title.unwrap_or_default(), tree.len())
    }

    /// The tree as HTML that folds, for notebooks. It runs nothing, loads nothing, and ends after 2,000 nodes.
    fn _repr_html_(&self, py: Python<'_>) -> String {
        crate::notebook::tree(self.shared.lock(py).root())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.html(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| Arc::ptr_eq(&self.shared, &other.get().shared))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Arc::as_ptr(&self.shared).hash(&mut hasher);
        hasher.finish()
    }

    fn __sizeof__(&self, py: Python<'_>) -> usize {
        let source = self.shared.parse.source.as_ref().map_or(0, |source| source.text().len());
        size_of::<Self>() + size_of::<Shared>() + self.shared.lock(py).heap_bytes() + source
    }

    /// A pickle holds the document as HTML or XML.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = py.import("sapwood")?;
        let parse = &self.shared.parse;
        if parse.is_xml {
            let xml = self.to_xml(py, false)?;
            return Ok((module.getattr("parse_xml")?, PyTuple::new(py, [xml])?));
        }
        let html = self.html(py)?;
        if !parse.is_fragment {
            return Ok((module.getattr("parse")?, PyTuple::new(py, [html])?));
        }
        // In a template all elements may be where they are.
        let context = PyString::new(py, "template");
        Ok((module.getattr("parse_fragment")?, PyTuple::new(py, [html, context])?))
    }
}
