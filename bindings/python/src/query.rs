//! Queries of documents and elements, and the methods of selectors that search them.

use std::{collections::HashMap, sync::Arc};

use pyo3::{
    Borrowed, IntoPyObjectExt,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyFloat, PyList, PyString},
};
use sapwood::{
    NodeId, NodeRef, Selector, XPath,
    xpath::{Bindings, Item, Value, XPathOptions},
};

use crate::{
    classes::{PyDocument, wrap},
    errors,
    selector::{PySelector, compile, with_compiled},
    shared::{Found, Kind, Scope, Shared},
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

/// The result of an XPath expression, taken out of the document.
enum Answer {
    Boolean(bool),
    Number(f64),
    Text(String),
    Items(Vec<AnswerItem>),
}

enum AnswerItem {
    Node(Found),
    Text(String),
}

/// Compiles an expression that uses these namespaces.
pub(crate) fn compile_xpath(
    py: Python<'_>,
    expression: &str,
    namespaces: Option<&HashMap<String, String>>,
) -> PyResult<XPath> {
    let options = namespaces
        .into_iter()
        .flatten()
        .fold(XPathOptions::new(), |options, (prefix, url)| options.prefix(prefix, url));
    XPath::parse_with(expression, &options).map_err(|error| errors::xpath(py, &error))
}

/// Evaluates an XPath expression; a list for a set of nodes, in which attributes and texts are `str`.
pub(crate) fn xpath<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    expression: &XPath,
    variables: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let variables = variables.map(variable_values).transpose()?.unwrap_or_default();
    let result = scope.run(py, |node| {
        let bindings =
            variables.iter().fold(Bindings::new(), |bindings, (name, value)| match value {
                Variable::Boolean(value) => bindings.variable(name, *value),
                Variable::Number(value) => bindings.variable(name, *value),
                Variable::Text(value) => bindings.variable(name, value.as_str()),
            });
        expression.evaluate_with(node, &bindings).map(answer)
    })?;
    match result.map_err(|error| errors::xpath(py, &error))? {
        Answer::Boolean(value) => value.into_bound_py_any(py),
        Answer::Number(value) => value.into_bound_py_any(py),
        Answer::Text(value) => value.into_bound_py_any(py),
        Answer::Items(items) => {
            let list = PyList::empty(py);
            for item in items {
                match item {
                    AnswerItem::Node(found) => list.append(wrap(py, scope.shared, found)?)?,
                    AnswerItem::Text(text) => list.append(text)?,
                }
            }
            Ok(list.into_any())
        }
    }
}

fn answer(value: Value<NodeRef<'_>>) -> Answer {
    match value {
        Value::Boolean(value) => Answer::Boolean(value),
        Value::Number(value) => Answer::Number(value),
        Value::String(value) => Answer::Text(value),
        Value::NodeSet(items) => Answer::Items(items.into_iter().map(answer_item).collect()),
    }
}

fn answer_item(item: Item<NodeRef<'_>>) -> AnswerItem {
    match item.as_node().map(Found::of) {
        Some(found) if found.kind != Kind::Text => AnswerItem::Node(found),
        _ => AnswerItem::Text(item.string_value().into_owned()),
    }
}

enum Variable {
    Boolean(bool),
    Number(f64),
    Text(String),
}

fn variable_values(variables: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Variable)>> {
    let mut values = Vec::new();
    for (name, value) in variables.iter() {
        let name: String = name.extract()?;
        let value = if let Ok(value) = value.extract::<bool>() {
            Variable::Boolean(value)
        } else if let Ok(text) = value.extract::<String>() {
            Variable::Text(text)
        } else if value.is_instance_of::<PyFloat>() || value.hasattr("__index__")? {
            Variable::Number(value.extract()?)
        } else {
            let class = value.get_type();
            let message = format!(
                "the variable ${name} must be str, a number or bool, not {}",
                class.name()?
            );
            return Err(PyTypeError::new_err(message));
        };
        values.push((name, value));
    }
    Ok(values)
}
