//! Queries of documents and elements, and the methods of selectors that search them.

use std::{collections::HashSet, sync::Arc};

use pyo3::{
    Borrowed,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyList, PyString},
};
use sapwood::{NodeId, NodeRef, Selector};

use crate::{
    classes::{PyDocument, wrap},
    errors,
    selector::{PySelector, compile, with_compiled},
    shared::{Found, Scope, Shared},
    wrappers::{self, PyElement, PyNode},
};

/// A document or node as an argument.
pub(crate) enum ScopeArgument<'py> {
    Document(Bound<'py, PyDocument>),
    Node(Bound<'py, PyNode>),
}

impl ScopeArgument<'_> {
    pub(crate) fn scope(&self) -> Scope<'_> {
        match self {
            Self::Document(document) => document.get().scope(),
            Self::Node(node) => node.get().handle.scope(),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for ScopeArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(document) = object.cast::<PyDocument>() {
            return Ok(Self::Document(document.to_owned()));
        }
        if let Ok(node) = object.cast::<PyNode>() {
            return Ok(Self::Node(node.to_owned()));
        }
        let class = object.get_type();
        let message = format!("expected a Document or Element, not {}", class.name()?);
        Err(PyTypeError::new_err(message))
    }
}

/// A list of nodes.
pub(crate) fn nodes<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    found: Vec<Found>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for node in found {
        list.append(wrap(py, shared, node)?)?;
    }
    Ok(list)
}

#[pymethods]
impl PySelector {
    /// Returns the elements below a document or element that match.
    fn select<'py>(
        &self,
        py: Python<'py>,
        scope: ScopeArgument<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let scope = scope.scope();
        let ids = ids(py, scope, &self.compiled).ok_or_else(|| errors::stale(py))?;
        wrappers::list(py, scope.shared, &ids)
    }

    /// Returns the first element below a document or element that matches, or ``None``.
    fn select_one<'py>(
        &self,
        py: Python<'py>,
        scope: ScopeArgument<'py>,
    ) -> PyResult<Option<Bound<'py, PyElement>>> {
        let scope = scope.scope();
        let found = first_id(py, scope, &self.compiled).ok_or_else(|| errors::stale(py))?;
        found.map(|id| PyElement::of(py, scope.shared, id)).transpose()
    }

    /// Returns whether an element matches.
    fn matches(&self, py: Python<'_>, element: &Bound<'_, PyElement>) -> PyResult<bool> {
        PyElement::handle(element).scope().read(py, |node| self.compiled.matches(node))
    }
}

pub(crate) fn select<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    selector: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let ids = with_compiled(selector, |selector| ids(py, scope, selector))?;
    wrappers::list(py, scope.shared, &ids.ok_or_else(|| errors::stale(py))?)
}

/// The ids of the elements that match; `None` if the scope is stale.
fn ids(py: Python<'_>, scope: Scope<'_>, selector: &Selector) -> Option<Vec<NodeId>> {
    scope.try_run(py, |node| node.select_ids(selector).unwrap_or_default())
}

pub(crate) fn select_one<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    selector: &Bound<'py, PyAny>,
    default: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = with_compiled(selector, |selector| first_id(py, scope, selector))?;
    match found.ok_or_else(|| errors::stale(py))? {
        Some(id) => Ok(Some(PyElement::of(py, scope.shared, id)?.into_any())),
        None => Ok(default),
    }
}

/// The id of the first element that matches; `None` if the scope is stale.
#[inline]
fn first_id(py: Python<'_>, scope: Scope<'_>, selector: &Selector) -> Option<Option<NodeId>> {
    scope.try_run(py, |node| selector.select_first(node).map(|node| node.node_id()))
}

/// The text of a node: without a copy if it has a lone child.
pub(crate) fn text<'py>(py: Python<'py>, node: NodeRef<'_>) -> Bound<'py, PyString> {
    if let Some(child) = node.first_child()
        && let Some(text) = child.as_text()
        && child.next_sibling().is_none()
    {
        return PyString::new(py, text);
    }
    PyString::new(py, &node.text_content())
}

pub(crate) fn select_text<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    selector: &Bound<'py, PyAny>,
    strip: bool,
) -> PyResult<Bound<'py, PyList>> {
    let selector = compile(selector)?;
    let texts: Vec<_> = scope.read(py, |node| {
        let found = selector.select(node);
        if strip {
            found.map(|node| PyString::new(py, node.text_content().trim())).collect()
        } else {
            found.map(|node| text(py, node)).collect()
        }
    })?;
    PyList::new(py, texts)
}

pub(crate) fn select_attr<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    selector: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyList>> {
    let selector = compile(selector)?;
    let values: Vec<_> = scope.read(py, |node| {
        let found = selector.select(node).filter_map(|node| node.attr(name));
        found.map(|value| PyString::new(py, value)).collect()
    })?;
    PyList::new(py, values)
}

/// Returns the texts that are children of the elements that match, and with ``itself`` of the element that is searched, in tree
/// order.
#[pyfunction]
pub(crate) fn own_texts<'py>(
    py: Python<'py>,
    scope: ScopeArgument<'py>,
    selector: &Bound<'py, PyAny>,
    itself: bool,
) -> PyResult<Bound<'py, PyList>> {
    let selector = compile(selector)?;
    let texts = scope.scope().read(py, |node| {
        let mut texts = Vec::new();
        let see = |text: &str| texts.push(PyString::new(py, text));
        see_own_texts(itself.then_some(node).into_iter().chain(selector.select(node)), see);
        texts
    })?;
    PyList::new(py, texts)
}

/// Calls `see` with the texts whose parents are `elements`, which are in tree order, as the texts are then.
fn see_own_texts<'d>(elements: impl Iterator<Item = NodeRef<'d>>, mut see: impl FnMut(&'d str)) {
    let elements: Vec<_> = elements.collect();
    let mut ids = None;
    let mut rest = &elements[..];
    while let [element, others @ ..] = rest {
        rest = others;
        if element.children().elements().next().is_none() {
            element.children().filter_map(|child| child.as_text()).for_each(&mut see);
            continue;
        }
        let ids: &HashSet<_> =
            ids.get_or_insert_with(|| elements.iter().map(NodeRef::node_id).collect());
        for node in element.descendants() {
            if let Some(text) = node.as_text() {
                if node.parent().is_some_and(|parent| ids.contains(&parent.node_id())) {
                    see(text);
                }
            } else if ids.contains(&node.node_id()) {
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
}
