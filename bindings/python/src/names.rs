//! Python strings of known tag and attribute names, each made once.

use pyo3::{prelude::*, sync::PyOnceLock, types::PyString};
use sapwood::{AttributeRef, NameId, Namespace, NodeRef};

static KNOWN: PyOnceLock<Box<[PyOnceLock<Py<PyString>>]>> = PyOnceLock::new();

/// The string of a name without a prefix.
fn string<'py>(py: Python<'py>, id: NameId, text: &str) -> Bound<'py, PyString> {
    if !id.is_known() {
        return PyString::new(py, text);
    }
    let known = KNOWN.get_or_init(py, || {
        (0..NameId::FIRST_DYNAMIC.index()).map(|_| PyOnceLock::new()).collect()
    });
    let name = known[id.index()].get_or_init(py, || PyString::intern(py, text).unbind());
    name.bind(py).clone()
}

/// The name in an element's tags, with its prefix; empty if `node` isn't an element.
pub(crate) fn of_element<'py>(py: Python<'py>, node: NodeRef<'_>) -> Bound<'py, PyString> {
    match node.qualified_name() {
        Some(name) if name.prefix.is_some() => PyString::new(py, &name.to_string()),
        Some(name) => string(py, name.local.id, name.local.text),
        None => PyString::new(py, ""),
    }
}

static HTML: PyOnceLock<Py<PyString>> = PyOnceLock::new();

/// The URL of an element's namespace.
pub(crate) fn of_namespace<'py>(py: Python<'py>, node: NodeRef<'_>) -> Bound<'py, PyString> {
    let url = node.namespace_uri().unwrap_or_default();
    if node.namespace() == Some(Namespace::Html) {
        return HTML.get_or_init(py, || PyString::intern(py, url).unbind()).bind(py).clone();
    }
    PyString::intern(py, url)
}

/// The name of an attribute, with its prefix.
pub(crate) fn of_attribute<'py>(
    py: Python<'py>,
    attribute: AttributeRef<'_>,
) -> Bound<'py, PyString> {
    let name = attribute.qualified_name();
    match name.prefix {
        Some(_) => PyString::new(py, &name.to_string()),
        None => string(py, name.local.id, name.local.text),
    }
}
