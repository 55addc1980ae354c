//! Documents.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use sapwood::{NodeRef, QuirksMode};

use crate::{
    edit,
    element::PyElement,
    extract,
    node::{Nodes, PyNode, wrap},
    output,
    position::Source,
    query,
    shared::{Found, Handle, ParseInfo, Scope, Shared},
};

/// A parsed document, or the fragment that `parse_fragment` returns.
///
/// Threads may share a document: each call sees it before or after another call's edit, never during one.
///
/// >>> import sapwood
/// >>> document = sapwood.parse("<title>Oak</title><h1>Oak <i>tree</i></h1>")
/// >>> document.title, document.select_one("h1").text
/// ('Oak', 'Oak tree')
#[pyclass(frozen, name = "Document", module = "sapwood")]
pub(crate) struct PyDocument {
    shared: Arc<Shared>,
}

impl PyDocument {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { shared: &self.shared, id: None }
    }

    /// The element that `find` returns, given the root.
    fn find<'py>(
        &self,
        py: Python<'py>,
        find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Bound<'py, PyElement>>> {
        let id = self.scope().read(py, |root| find(root).map(|node| node.node_id()))?;
        let create = |id| PyElement::create(py, Handle { shared: self.shared.clone(), id });
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
        let html = self.scope().run(py, |root| root.inner_html())?;
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

    /// Evaluates an XPath 1.0 expression; see `Element.xpath`.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>One<p lang=de>Zwei")
    /// >>> document.xpath("//p[@lang]/text()"), document.xpath("count(//p)")
    /// (['Zwei'], 2.0)
    #[pyo3(signature = (expression, /, *, namespaces=None, **variables))]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        namespaces: Option<HashMap<String, String>>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let compiled = query::compile_xpath(py, expression, namespaces.as_ref())?;
        query::xpath(py, self.scope(), &compiled, variables)
    }

    // Editing

    /// Creates an element outside the tree.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("")
    /// >>> document.body.append(document.create_element("a", {"href": "/oak"}, text="Oak"))
    /// >>> document.body.inner_html
    /// '<a href="/oak">Oak</a>'
    #[pyo3(signature = (tag, attrs=None, *, text=None))]
    fn create_element<'py>(
        &self,
        py: Python<'py>,
        tag: &str,
        attrs: Option<HashMap<String, String>>,
        text: Option<&str>,
    ) -> PyResult<Bound<'py, PyElement>> {
        let id = self.shared.edit(py, |tree| {
            let id = tree.create_element(tag)?;
            for (name, value) in attrs.iter().flatten() {
                tree.set_attribute(id, name, value)?;
            }
            if let Some(text) = text {
                tree.set_text(id, text)?;
            }
            Ok(id)
        })?;
        PyElement::create(py, Handle { shared: self.shared.clone(), id })
    }

    /// Creates a comment outside the tree.
    fn create_comment<'py>(&self, py: Python<'py>, data: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.shared.edit(py, |tree| tree.create_comment(data))?;
        wrap(py, &self.shared, Found { id, kind: crate::shared::Kind::Comment })
    }

    /// Creates a text outside the tree.
    fn create_text<'py>(&self, py: Python<'py>, data: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.shared.edit(py, |tree| tree.create_text(data))?;
        wrap(py, &self.shared, Found { id, kind: crate::shared::Kind::Text })
    }

    /// Returns a copy of another document's node, outside the tree of this document.
    fn adopt<'py>(
        &self,
        py: Python<'py>,
        node: &Bound<'py, PyNode>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let handle = &node.get().handle;
        if Arc::ptr_eq(&handle.shared, &self.shared) {
            return Ok(node.clone().into_any());
        }
        // The two documents are never locked at once: two threads could adopt in opposite directions.
        let copied = handle.scope().read(py, |node| {
            let mut copy = sapwood::Document::default();
            copy.import(node).map(|id| (copy, id))
        })?;
        let (copy, id) = copied.map_err(|error| crate::errors::edit(py, &error))?;
        let found = self.shared.edit(py, |tree| {
            let node = copy.node(id).ok_or(sapwood::EditError::StaleId)?;
            let kind = crate::shared::Kind::of(node);
            tree.import(node).map(|id| Found { id, kind })
        })?;
        wrap(py, &self.shared, found)
    }

    /// Inserts nodes after the last one at the top; for fragments.
    #[pyo3(signature = (*nodes))]
    fn append(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(py, self.scope(), edit::Place::Append, nodes)
    }

    /// Removes all elements that match a selector; returns how many.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>Text<script>x()</script><style>y</style>")
    /// >>> document.remove_all("script, style")
    /// 2
    /// >>> document.body.inner_html
    /// '<p>Text</p>'
    fn remove_all(&self, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::remove_all(self.scope(), selector)
    }

    /// Replaces all elements that match a selector by their children; returns how many.
    fn unwrap_all(&self, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::unwrap_all(self.scope(), selector)
    }

    /// Sets an attribute of all elements that match a selector, or deletes it if the value is ``None``;
    /// returns how many elements match.
    #[pyo3(signature = (selector, name, value))]
    fn set_all(
        &self,
        selector: &Bound<'_, PyAny>,
        name: &str,
        value: Option<&str>,
    ) -> PyResult<usize> {
        edit::set_all(self.scope(), selector, name, value)
    }

    /// Releases the memory of removed nodes and replaced texts. All nodes that Python holds become stale:
    /// using one raises `StaleNodeError`.
    fn compact(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.edit(py, |tree| {
            tree.compact();
            Ok(())
        })
    }

    /// Returns a copy of the document.
    fn copy(&self, py: Python<'_>) -> Self {
        let tree = self.shared.run(py, Clone::clone);
        let parse = &self.shared.parse;
        let info = ParseInfo {
            source: parse.source.as_ref().map(|source| Source::new(source.text().to_owned())),
            errors: parse.errors.clone(),
            ..*parse
        };
        Self::new(Shared::new(tree, info))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    // Extraction

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
    ) -> PyResult<Vec<extract::PyLink>> {
        extract::links(py, self.scope(), base, kind)
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

    // Output

    /// Returns the document as HTML.
    ///
    /// Args:
    ///     minify: Leave out what the parser implies; the tree stays the same.
    ///     pretty: One line for each block.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<!DOCTYPE html><p class='a'>One</p>").to_html(minify=True)
    /// '<!DOCTYPE html><p class=a>One'
    #[pyo3(signature = (*, minify=false, pretty=false))]
    fn to_html<'py>(
        &self,
        py: Python<'py>,
        minify: bool,
        pretty: bool,
    ) -> PyResult<Bound<'py, PyString>> {
        output::to_html(py, self.scope(), minify, pretty)
    }

    /// Returns the document as XML.
    ///
    /// Args:
    ///     well_formed: Raise ``ValueError`` if XML can't represent the document, instead of writing what
    ///         comes closest.
    #[pyo3(signature = (*, well_formed=false))]
    fn to_xml<'py>(&self, py: Python<'py>, well_formed: bool) -> PyResult<Bound<'py, PyString>> {
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

    fn __repr__(&self, py: Python<'_>) -> String {
        let tree = self.shared.lock(py);
        let title = tree.title().map(|title| format!(" {}", crate::errors::quoted(&title)));
        format!("<Document{} of {} nodes>", title.unwrap_or_default(), tree.len())
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

/// A parse error.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct ParseError {
    /// The code, such as ``duplicate-attribute``: the standard's where it has one.
    #[pyo3(get)]
    code: &'static str,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    /// Start and end in characters of the decoded input.
    #[pyo3(get)]
    span: (usize, usize),
}

impl ParseError {
    fn new(error: sapwood::ParseError, source: &Source) -> Self {
        let (line, column) = source.line_column(error.span.start);
        let span = (source.character(error.span.start), source.character(error.span.end));
        Self { code: error.code.as_str(), line, column, span }
    }
}

#[pymethods]
impl ParseError {
    fn __repr__(&self) -> String {
        format!("ParseError('{}', line={}, column={})", self.code, self.line, self.column)
    }
}
