//! Methods of nodes, and of the classes of those that aren't elements.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyList, PyString, PyTuple},
};
use sapwood::{NodeData, NodeRef, Span};

use crate::{
    classes::{PyComment, PyDoctype, PyDocument, PyFragment, PyInstruction, PyText, wrap},
    edit, query,
    shared::{Found, Shared},
    wrappers::{PyElement, PyNode},
};

impl PyNode {
    /// Wraps the node that `find` returns.
    fn related<'py>(
        &self,
        py: Python<'py>,
        find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.handle.scope().read(py, |node| find(node).map(Found::of))?;
        found.map(|found| wrap(py, &self.handle.shared, found)).transpose()
    }

    /// An iterator over the nodes that `list` yields now.
    fn iterate(
        &self,
        py: Python<'_>,
        list: impl FnOnce(NodeRef<'_>) -> Vec<Found> + Send,
    ) -> PyResult<Nodes> {
        let found = self.handle.scope().run(py, list)?;
        Ok(Nodes::new(self.handle.shared.clone(), found))
    }
}

#[pymethods]
impl PyNode {
    /// The document of the node.
    #[getter]
    fn document(&self) -> PyDocument {
        PyDocument::new(self.handle.shared.clone())
    }

    /// The parent element; ``None`` for the root element and for nodes outside the tree.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.related(py, |node| node.parent().filter(NodeRef::is_element))
    }

    /// The node after this one.
    #[getter]
    fn next_sibling<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.related(py, |node| node.next_sibling())
    }

    /// The node before this one.
    #[getter]
    fn previous_sibling<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.related(py, |node| node.previous_sibling())
    }

    /// The next sibling that is an element.
    #[getter]
    fn next_element<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.related(py, |node| node.next_element_sibling())
    }

    /// The nearest sibling before this node that is an element.
    #[getter]
    fn previous_element<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.related(py, |node| node.previous_element_sibling())
    }

    /// Iterates over the elements around the node, from the parent outward.
    fn ancestors(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.ancestors().elements().map(Found::of).collect())
    }

    /// Iterates over the siblings after the node.
    fn next_siblings(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.next_siblings().map(Found::of).collect())
    }

    /// Iterates over the siblings before the node, the nearest first.
    fn previous_siblings(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, |node| node.previous_siblings().map(Found::of).collect())
    }

    /// All text in the node, white space unchanged; the data of a comment.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<p>One <b>two</b>").select_one("p").text
    /// 'One two'
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.handle.scope().read(py, |node| query::text(py, node))
    }

    /// The node as HTML.
    ///
    /// >>> import sapwood
    /// >>> sapwood.parse("<p>One <b>two").select_one("b").html
    /// '<b>two</b>'
    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let html = self.handle.scope().run(py, |node| node.outer_html())?;
        Ok(PyString::new(py, &html))
    }

    /// The node as HTML, for template engines.
    fn __html__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.html(py)
    }

    /// Start and end of the node in the decoded input, in characters: for an element, those of its start
    /// tag. ``None`` without ``positions=True``, and for nodes that weren't written.
    ///
    /// >>> import sapwood
    /// >>> text = "<p>Café <b>au lait</b>"
    /// >>> start, end = sapwood.parse(text, positions=True).select_one("b").span
    /// >>> text[start:end]
    /// '<b>'
    #[getter]
    fn span(&self, py: Python<'_>) -> PyResult<Option<(usize, usize)>> {
        let Some(source) = &self.handle.shared.parse.source else { return Ok(None) };
        let span = self.handle.scope().read(py, written)?;
        Ok(span.map(|span| (source.character(span.start), source.character(span.end))))
    }

    /// The line and the column of the node in the decoded input, both from 1; ``None`` as for `span`.
    #[getter]
    fn line_column(&self, py: Python<'_>) -> PyResult<Option<(usize, usize)>> {
        let Some(source) = &self.handle.shared.parse.source else { return Ok(None) };
        let span = self.handle.scope().read(py, written)?;
        Ok(span.map(|span| source.line_column(span.start)))
    }

    /// Takes the node, with all it contains, out of the tree. It can be inserted again.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        self.handle.shared.edit(py, |tree| tree.remove(self.handle.id))
    }

    /// Inserts nodes before this one; a ``str`` is inserted as text.
    #[pyo3(signature = (*nodes))]
    fn before(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(py, self.handle.scope(), edit::Place::Before, nodes)
    }

    /// Inserts nodes after this one; a ``str`` is inserted as text.
    #[pyo3(signature = (*nodes))]
    fn after(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(py, self.handle.scope(), edit::Place::After, nodes)
    }

    /// Replaces the node; a ``str`` is inserted as text.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>1 <b>2</b>")
    /// >>> document.select_one("b").replace_with("< 3")
    /// >>> document.body.inner_html
    /// '<p>1 &lt; 3</p>'
    #[pyo3(signature = (*nodes))]
    fn replace_with(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::replace(py, &self.handle, nodes)
    }

    /// Puts the node into an element that takes its place: an element of the document, or a new one
    /// with this tag name. Returns it.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<img>")
    /// >>> document.select_one("img").wrap("figure").html
    /// '<figure><img></figure>'
    fn wrap<'py>(
        &self,
        py: Python<'py>,
        wrapper: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyElement>> {
        edit::wrap(py, &self.handle, wrapper)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.handle.scope().read(py, repr)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *self.handle == *other.get().handle)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.handle.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce_ex__(&self, _protocol: i32) -> PyResult<()> {
        let message = "a node can't be pickled: pickle its document, or its `html`";
        Err(PyTypeError::new_err(message))
    }
}

/// The span of a node that was written; that of an implied element is empty.
pub(crate) fn written(node: NodeRef<'_>) -> Option<Span> {
    node.span().filter(|span| !span.is_empty())
}

/// The most characters of a node's representation.
const REPR: usize = 80;

/// The start tag of an element, or the node, cut to a length that fits a line.
fn repr(node: NodeRef<'_>) -> String {
    let cut = |text: &str, end: &str| {
        let Some((at, _)) = text.char_indices().nth(REPR) else { return format!("{text}{end}") };
        format!("{}…{end}", &text[..at])
    };
    match node.data() {
        NodeData::Element(_) => {
            let mut tag = String::from("<");
            tag.push_str(&node.qualified_name().map(|name| name.to_string()).unwrap_or_default());
            for attribute in node.attrs() {
                if tag.len() > 4 * REPR {
                    break;
                }
                let value = attribute.value().chars().take(REPR).collect::<String>();
                let value = value.replace('&', "&amp;").replace('"', "&quot;");
                tag.push_str(&format!(" {}=\"{value}\"", attribute.name()));
            }
            cut(&tag, ">")
        }
        NodeData::Text(text) => format!("Text({})", crate::errors::quoted(text)),
        NodeData::Comment(text) => cut(&format!("<!--{text}"), "-->"),
        NodeData::Doctype(doctype) => cut(&format!("<!DOCTYPE {}", doctype.name), ">"),
        NodeData::ProcessingInstruction { target, .. } => cut(&format!("<?{target}"), ">"),
        _ => String::from("<Fragment>"),
    }
}

/// The data of a text, comment or processing instruction.
fn data<'py>(slf: &Bound<'py, PyNode>) -> PyResult<Bound<'py, PyString>> {
    let py = slf.py();
    slf.get().handle.scope().read(py, |node| match node.data() {
        NodeData::Text(data)
        | NodeData::Comment(data)
        | NodeData::ProcessingInstruction { data, .. } => PyString::new(py, data),
        _ => PyString::new(py, ""),
    })
}

fn set_data(slf: &Bound<'_, PyNode>, data: &str) -> PyResult<()> {
    let handle = &slf.get().handle;
    handle.shared.edit(slf.py(), |tree| tree.set_text(handle.id, data))
}

#[pymethods]
impl PyText {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("data",)
    }

    /// The text.
    #[getter(data)]
    fn get_data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        data(slf.as_super())
    }

    #[setter(data)]
    fn set_data(slf: &Bound<'_, Self>, value: &str) -> PyResult<()> {
        set_data(slf.as_super(), value)
    }
}

#[pymethods]
impl PyComment {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("data",)
    }

    /// The text of the comment.
    #[getter(data)]
    fn get_data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        data(slf.as_super())
    }

    #[setter(data)]
    fn set_data(slf: &Bound<'_, Self>, value: &str) -> PyResult<()> {
        set_data(slf.as_super(), value)
    }
}

impl PyDoctype {
    fn part<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        slf.as_super().get().handle.scope().read(py, |node| match node.data() {
            NodeData::Doctype(parts) => {
                PyString::new(py, [parts.name, parts.public_id, parts.system_id][index])
            }
            _ => PyString::new(py, ""),
        })
    }
}

#[pymethods]
impl PyDoctype {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("name", "public_id", "system_id")
    }

    /// The name, such as ``html``.
    #[getter]
    fn name<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Self::part(slf, 0)
    }

    /// The public identifier; empty if there is none.
    #[getter]
    fn public_id<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Self::part(slf, 1)
    }

    /// The system identifier; empty if there is none.
    #[getter]
    fn system_id<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Self::part(slf, 2)
    }
}

#[pymethods]
impl PyInstruction {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("target", "data")
    }

    /// The name after ``<?``.
    #[getter]
    fn target<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        slf.as_super().get().handle.scope().read(py, |node| match node.data() {
            NodeData::ProcessingInstruction { target, .. } => PyString::new(py, target),
            _ => PyString::new(py, ""),
        })
    }

    /// The text after the target.
    #[getter(data)]
    fn get_data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        data(slf.as_super())
    }
}

#[pymethods]
impl PyFragment {
    /// The nodes of the fragment.
    #[getter]
    fn children<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let handle = &slf.as_super().get().handle;
        let found =
            handle.scope().read(slf.py(), |node| node.children().map(Found::of).collect())?;
        query::nodes(slf.py(), &handle.shared, found)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Nodes> {
        let node = slf.as_super().get();
        node.iterate(slf.py(), |node| node.children().map(Found::of).collect())
    }

    /// Returns the elements that match a selector.
    fn select<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        query::select(slf.py(), slf.as_super().get().handle.scope(), selector)
    }

    /// Returns the first element that matches a selector, or ``default``.
    #[pyo3(signature = (selector, default=None))]
    fn select_one<'py>(
        slf: &Bound<'py, Self>,
        selector: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::select_one(slf.py(), slf.as_super().get().handle.scope(), selector, default)
    }
}

/// An iterator over nodes. It yields those that were there when it was made; editing doesn't disturb it.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Nodes {
    shared: Arc<Shared>,
    found: Vec<Found>,
    next: AtomicUsize,
}

impl Nodes {
    pub(crate) fn new(shared: Arc<Shared>, found: Vec<Found>) -> Self {
        Self { shared, found, next: AtomicUsize::new(0) }
    }
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let found = self.found.get(next);
        found.map(|found| wrap(py, &self.shared, *found)).transpose()
    }

    fn __length_hint__(&self) -> usize {
        self.found.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }
}
