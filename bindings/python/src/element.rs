//! Methods of elements.

use std::collections::HashMap;

use pyo3::{
    exceptions::{PyKeyError, PyTypeError},
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};

use crate::{
    attributes::{Attributes, ClassList},
    classes::wrap,
    edit, extract, extractor,
    links::{self, PyLink},
    names,
    node::Nodes,
    output, query,
    sanitizer::{PySanitizer, Removal, sanitize},
    selector::compile,
    shared::Found,
    wrappers::{self, PyElement},
    xpath::{self, Provided},
};

#[pymethods]
impl PyElement {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("tag", "attrs", "children")
    }

    /// The tag name; lower case for HTML elements.
    #[getter]
    fn tag<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        Self::scope(slf).read(py, |node| names::of_element(py, node))
    }

    /// The URL of the namespace; empty if there is none.
    #[getter]
    fn namespace<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        Self::scope(slf).read(py, |node| names::of_namespace(py, node))
    }

    /// The attributes: a live mapping from names to values, in source order.
    #[getter]
    fn attrs(slf: &Bound<'_, Self>) -> Attributes {
        Attributes::new(Self::handle(slf).clone())
    }

    /// The classes: a live set in source order.
    #[getter]
    fn classes(slf: &Bound<'_, Self>) -> ClassList {
        ClassList::new(Self::handle(slf).clone())
    }

    /// The ``id`` attribute; ``None`` if it is missing or empty.
    #[getter]
    fn id<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        let py = slf.py();
        Self::scope(slf).read(py, |node| node.element_id().map(|id| PyString::new(py, id)))
    }

    /// All text in the element, white space unchanged. Setting it replaces the content.
    ///
    /// >>> import sapwood
    /// >>> element = sapwood.parse("<p>One <b>two</b>").select_one("p")
    /// >>> element.text
    /// 'One two'
    /// >>> element.text = "1 < 2"
    /// >>> element.html
    /// '<p>1 &lt; 2</p>'
    #[getter(text)]
    fn get_text<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        Self::scope(slf).read(py, |node| query::text(py, node))
    }

    #[setter(text)]
    fn set_text(slf: &Bound<'_, Self>, text: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.set_text(handle.id, text))
    }

    /// The text as a browser renders it: white space collapses, blocks are on lines of their own, scripts
    /// and hidden elements are left out.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<h1>Oak\n tree</h1><script>x()</script><p>Hard<br>wood")
    /// >>> document.body.inner_text
    /// 'Oak tree\n\nHard\nwood'
    #[getter]
    fn inner_text<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let text = Self::scope(slf).run(slf.py(), |node| node.inner_text())?;
        Ok(PyString::new(slf.py(), &text))
    }

    /// A text directive, with which browsers scroll to the element's text and highlight it.
    ///
    /// After ``#:~:``, it is the fragment of the page's URL. ``None`` if the element has no rendered text, or if the text
    /// can't be told from text before it.
    ///
    /// >>> import sapwood
    /// >>> page = sapwood.parse("<p>Hard wood.<p>Soft wood, of firs.")
    /// >>> "https://example.com/#:~:" + page.select("p")[1].text_fragment()
    /// 'https://example.com/#:~:text=Soft%20wood%2C%20of%20firs.'
    fn text_fragment(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Self::scope(slf).run(slf.py(), |node| node.text_fragment())
    }

    /// The element as HTML. Setting it replaces the element by parsed HTML.
    #[getter(html)]
    fn get_html<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let html = Self::scope(slf).run(slf.py(), |node| node.outer_html())?;
        Ok(PyString::new(slf.py(), &html))
    }

    #[setter(html)]
    fn set_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.set_outer_html(handle.id, html))
    }

    /// The content as HTML. Setting it replaces the content by parsed HTML.
    ///
    /// >>> import sapwood
    /// >>> element = sapwood.parse("<p>One").select_one("p")
    /// >>> element.inner_html = "Two <b>three"
    /// >>> element.html
    /// '<p>Two <b>three</b></p>'
    #[getter(inner_html)]
    fn get_inner_html<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let html = Self::scope(slf).run(slf.py(), |node| node.inner_html())?;
        Ok(PyString::new(slf.py(), &html))
    }

    #[setter(inner_html)]
    fn set_inner_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.set_inner_html(handle.id, html))
    }

    /// The child nodes: elements, texts, comments.
    #[getter]
    fn children<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let found = Self::scope(slf).read(py, |node| node.children().map(Found::of).collect())?;
        query::nodes(py, &Self::handle(slf).shared, found)
    }

    /// The children that are elements.
    #[getter]
    fn elements<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let ids: Vec<_> = Self::scope(slf)
            .read(py, |node| node.children().elements().map(|it| it.node_id()).collect())?;
        wrappers::list(py, &Self::handle(slf).shared, &ids)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Nodes> {
        let found =
            Self::scope(slf).read(slf.py(), |node| node.children().map(Found::of).collect())?;
        Ok(Nodes::new(Self::handle(slf).shared.clone(), found))
    }

    /// Iterates over all nodes in the element, in tree order.
    fn descendants(slf: &Bound<'_, Self>) -> PyResult<Nodes> {
        let found =
            Self::scope(slf).run(slf.py(), |node| node.descendants().map(Found::of).collect())?;
        Ok(Nodes::new(Self::handle(slf).shared.clone(), found))
    }

    /// The contents of a ``template`` element.
    #[getter]
    fn content<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        let found = Self::scope(slf).read(py, |node| node.template_contents().map(Found::of))?;
        found.map(|found| wrap(py, &Self::handle(slf).shared, found)).transpose()
    }

    /// Start and end of the end tag in the decoded input; ``None`` as for `span`, and without an end tag.
    #[getter]
    fn end_span(slf: &Bound<'_, Self>) -> PyResult<Option<(usize, usize)>> {
        let Some(source) = &Self::handle(slf).shared.parse.source else { return Ok(None) };
        let span = Self::scope(slf).read(slf.py(), |node| node.end_tag())?;
        Ok(span.map(|span| (source.character(span.start), source.character(span.end))))
    }

    // Attributes

    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        name: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyString>> {
        let value = Self::value(slf, name)?;
        value.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    /// Returns the value of an attribute, or ``default``. Case is ignored on HTML elements.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        slf: &Bound<'py, Self>,
        name: &Bound<'py, PyString>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(Self::value(slf, name)?.map(Bound::into_any).or(default))
    }

    fn __setitem__(slf: &Bound<'_, Self>, name: &str, value: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.set_attribute(handle.id, name, value))
    }

    fn __delitem__(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        match handle.shared.edit(slf.py(), |tree| tree.remove_attribute(handle.id, name))? {
            true => Ok(()),
            false => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    fn __contains__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.cast::<PyString>() else {
            let class = name.get_type();
            let message = format!("an attribute's name is str, not {}", class.name()?);
            return Err(PyTypeError::new_err(message));
        };
        let name = name.to_str()?;
        Self::scope(slf).read(slf.py(), |node| node.has_attribute(name))
    }

    // Queries

    /// Returns the elements in this one that match a CSS selector, in tree order.
    ///
    /// Compounds before the last combinator may match this element or those around it, as with
    /// ``querySelectorAll``; ``:scope`` is this element.
    ///
    /// Raises:
    ///     SelectorError: The selector isn't valid.
    ///
    /// >>> import sapwood
    /// >>> shop = sapwood.parse("<ul><li>Oak<li class=new>Elm</ul>").select_one("ul")
    /// >>> [item.text for item in shop.select("li")]
    /// ['Oak', 'Elm']
    fn select<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select(slf.py(), Self::scope(slf), selector)
    }

    /// Returns the first element in this one that matches a CSS selector, or ``default``.
    #[pyo3(signature = (selector, default=None))]
    fn select_one<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::select_one(slf.py(), Self::scope(slf), selector, default)
    }

    /// Returns the texts of the elements that match a selector.
    ///
    /// Args:
    ///     selector: The selector.
    ///     strip: Strip white space at both ends of each text.
    #[pyo3(signature = (selector, *, strip=false))]
    fn select_text<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        strip: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select_text(slf.py(), Self::scope(slf), selector, strip)
    }

    /// Returns the values of an attribute of the elements that match a selector and have it.
    fn select_attr<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        name: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select_attr(slf.py(), Self::scope(slf), selector, name)
    }

    /// Returns texts and attributes of all elements that match each of several selectors.
    ///
    /// Args:
    ///     fields: Fields by name: a selector for the texts of its matches, or a pair of selector and attribute for that
    ///         attribute's values, as of ``Extractor``.
    ///     strip: Strip white space at both ends of the values.
    #[pyo3(signature = (fields, *, strip=false))]
    fn select_many<'py>(
        slf: &Bound<'py, Self>,
        fields: &Bound<'py, PyDict>,
        strip: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        extractor::select_many(slf.py(), Self::scope(slf), fields, strip)
    }

    /// Returns whether the element matches a selector.
    fn matches(slf: &Bound<'_, Self>, selector: &Bound<'_, PyAny>) -> PyResult<bool> {
        let selector = compile(selector)?;
        Self::scope(slf).read(slf.py(), |node| selector.matches(node))
    }

    /// Returns the element itself or the nearest one around it that matches a selector, or ``None``.
    fn closest<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, Self>>> {
        let selector = compile(selector)?;
        let id = Self::scope(slf)
            .read(slf.py(), |node| selector.closest(node).map(|node| node.node_id()))?;
        let shared = &Self::handle(slf).shared;
        id.map(|id| Self::of(slf.py(), shared, id)).transpose()
    }

    /// Evaluates an XPath 1.0 expression.
    ///
    /// Args:
    ///     expression: The expression. HTML elements are found by their names, without a prefix.
    ///     namespaces: URLs by prefix.
    ///     functions: Functions by their names in the expression. Each is called with the context node and the arguments: a set
    ///         of nodes is a list. It returns a ``str``, a number, a ``bool``, a node, a list of nodes, or ``None`` for no nodes.
    ///         Its edits change the document, and the evaluation goes on over the tree as it was.
    ///     variables: Values of variables such as ``$name``.
    ///
    /// Returns:
    ///     A ``str``, ``float`` or ``bool``; for a set of nodes a list, in which attributes and texts are
    ///     ``str``.
    ///
    /// Raises:
    ///     XPathError: The expression isn't valid, or takes too many steps. An exception of a function is passed on.
    ///
    /// >>> import sapwood
    /// >>> body = sapwood.parse("<a href=/1>1</a><a href=/2>2</a>").body
    /// >>> body.xpath("a[. = $n]/@href", n="2")
    /// ['/2']
    /// >>> body.xpath("a[even(.)]/@href", functions={"even": lambda a, text: int(text[0].text) % 2 == 0})
    /// ['/2']
    #[pyo3(signature = (expression, /, *, namespaces=None, functions=None, **variables))]
    fn xpath<'py>(
        slf: &Bound<'py, Self>,
        expression: &str,
        namespaces: Option<HashMap<String, String>>,
        functions: Option<&Bound<'py, PyDict>>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let provided = Provided { namespaces, variables, functions };
        xpath::evaluate(slf.py(), Self::scope(slf), expression, &provided)
    }

    // Editing

    /// Inserts nodes after the last child; a ``str`` is inserted as text.
    ///
    /// >>> import sapwood
    /// >>> body = sapwood.parse("<p>").body
    /// >>> body.append("a < b", body.document.create_element("hr"))
    /// >>> body.inner_html
    /// '<p></p>a &lt; b<hr>'
    #[pyo3(signature = (*nodes))]
    fn append(slf: &Bound<'_, Self>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(slf.py(), Self::scope(slf), edit::Place::Append, nodes)
    }

    /// Inserts nodes before the first child; a ``str`` is inserted as text.
    #[pyo3(signature = (*nodes))]
    fn prepend(slf: &Bound<'_, Self>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(slf.py(), Self::scope(slf), edit::Place::Prepend, nodes)
    }

    /// Parses HTML and inserts it after the last child.
    fn append_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.append_html(handle.id, html))
    }

    /// Parses HTML and inserts it before the first child.
    fn prepend_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.prepend_html(handle.id, html))
    }

    /// Parses HTML and inserts it before the element.
    fn before_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.insert_html_before(handle.id, html))
    }

    /// Parses HTML and inserts it after the element.
    fn after_html(slf: &Bound<'_, Self>, html: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.insert_html_after(handle.id, html))
    }

    /// Removes the content.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.remove_children(handle.id))
    }

    /// Replaces the element by its children.
    ///
    /// >>> import sapwood
    /// >>> body = sapwood.parse("<p>One <b>two</b>").body
    /// >>> body.select_one("b").unwrap()
    /// >>> body.inner_html
    /// '<p>One two</p>'
    fn unwrap(slf: &Bound<'_, Self>) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.unwrap(handle.id))
    }

    /// Gives the element another tag name.
    fn rename(slf: &Bound<'_, Self>, tag: &str) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.rename(handle.id, tag))
    }

    /// Joins adjacent texts and removes empty ones.
    fn normalize(slf: &Bound<'_, Self>) -> PyResult<()> {
        let handle = Self::handle(slf);
        handle.shared.edit(slf.py(), |tree| tree.normalize(handle.id))
    }

    /// Returns a copy of the element with all it contains, outside the tree of the same document.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let handle = Self::handle(slf);
        let id = handle.shared.edit(slf.py(), |tree| tree.clone_subtree(handle.id))?;
        Self::of(slf.py(), &handle.shared, id)
    }

    /// Removes all elements in this one that match a selector; returns how many.
    fn remove_all(slf: &Bound<'_, Self>, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::remove_all(Self::scope(slf), selector)
    }

    /// Replaces all elements in this one that match a selector by their children; returns how many.
    fn unwrap_all(slf: &Bound<'_, Self>, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::unwrap_all(Self::scope(slf), selector)
    }

    /// Sets an attribute of all elements in this one that match a selector, or deletes it if the value is
    /// ``None``; returns how many elements match.
    #[pyo3(signature = (selector, name, value))]
    fn set_all(
        slf: &Bound<'_, Self>,
        selector: &Bound<'_, PyAny>,
        name: &str,
        value: Option<&str>,
    ) -> PyResult<usize> {
        edit::set_all(Self::scope(slf), selector, name, value)
    }

    /// Removes what is unsafe in the element, and what the sanitizer doesn't keep; see `Document.sanitize`. The
    /// element itself stays as it is.
    #[pyo3(signature = (sanitizer=None))]
    fn sanitize(
        slf: &Bound<'_, Self>,
        sanitizer: Option<&Bound<'_, PySanitizer>>,
    ) -> PyResult<Vec<Removal>> {
        sanitize(slf.py(), Self::scope(slf), sanitizer)
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
    #[pyo3(signature = (base=None, *, kind=None))]
    fn links(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        base: Option<&str>,
        kind: Option<&str>,
    ) -> PyResult<Vec<PyLink>> {
        links::links_of(py, Self::scope(slf), base, kind)
    }

    /// The contents of ``meta`` elements by ``property``, ``name`` or ``http-equiv`` in lower case, and the
    /// ``charset``. The first of a name counts.
    #[getter]
    fn meta<'py>(slf: &Bound<'_, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        extract::meta(py, Self::scope(slf))
    }

    /// Returns the JSON-LD of the page: a value for each script that is valid JSON.
    fn json_ld<'py>(slf: &Bound<'_, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        extract::json_ld(py, Self::scope(slf))
    }

    /// Returns the top-level microdata items, as the standard converts them to JSON.
    ///
    /// Args:
    ///     base: The URL against which URLs are resolved.
    #[pyo3(signature = (base=None))]
    fn microdata<'py>(
        slf: &Bound<'_, Self>,
        py: Python<'py>,
        base: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        extract::microdata(py, Self::scope(slf), base)
    }

    /// Returns the tables, nested ones included.
    fn tables(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Vec<extract::PyTable>> {
        extract::tables(py, Self::scope(slf))
    }

    /// Returns the forms.
    fn forms(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Vec<extract::PyForm>> {
        extract::forms(py, Self::scope(slf))
    }

    // Output

    /// Returns the element as HTML.
    ///
    /// Args:
    ///     minify: Leave out what the parser implies; the tree stays the same.
    #[pyo3(signature = (*, minify=false))]
    fn to_html<'py>(slf: &Bound<'py, Self>, minify: bool) -> PyResult<Bound<'py, PyString>> {
        output::to_html(slf.py(), Self::scope(slf), minify, false)
    }

    /// Returns the element as XML.
    fn to_xml<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let xml = Self::scope(slf).run(slf.py(), |node| node.outer_xml())?;
        Ok(PyString::new(slf.py(), &xml))
    }

    /// The tree of the element as HTML that folds, for notebooks; see `Document`.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::scope(slf).run(slf.py(), crate::notebook::tree)
    }

    /// Returns the content as Markdown; see `Document.to_markdown`.
    #[pyo3(signature = (*, base=None, width=None, links="inline", images="link"))]
    fn to_markdown<'py>(
        slf: &Bound<'py, Self>,
        base: Option<&str>,
        width: Option<usize>,
        links: &str,
        images: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        let options = output::markdown_options(base, width, links, images)?;
        output::to_markdown(slf.py(), Self::scope(slf), &options)
    }
}

impl PyElement {
    /// The value of an attribute.
    fn value<'py>(
        slf: &Bound<'py, Self>,
        name: &Bound<'py, PyString>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        let py = slf.py();
        let name = name.to_str()?;
        Self::scope(slf).read(py, |node| node.attr(name).map(|value| PyString::new(py, value)))
    }
}
