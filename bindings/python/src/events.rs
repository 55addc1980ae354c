//! A parsed page as one flat list, for code that builds objects of its own from it.

use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use sapwood::{Document, NodeData, NodeRef};

use crate::{
    classes::PyDocument, input::Markup, memory, names, node::written, options::KeywordOptions,
    parse::html_parts, position::Source,
};

/// Parses an HTML document into a list of nodes in tree order.
///
/// A text is a ``str``. A start tag is a tuple of name, prefix, namespace and attributes (a dictionary, or
/// ``None``); with positions also line and column, counted from 1 and 0, or ``None``. An end tag is ``None``. Other
/// nodes are tuples that begin with the node type of the DOM: ``(7, target, data)``, ``(8, data)`` and
/// ``(10, name, public_id, system_id)``. The contents of a template are the children of its element.
///
/// Returns the encoding of bytes, and the list.
#[pyfunction]
#[pyo3(signature = (markup, encoding=None, positions=false))]
pub(crate) fn events<'py>(
    py: Python<'py>,
    markup: Markup<'py>,
    encoding: Option<&str>,
    positions: bool,
) -> PyResult<(Option<&'static str>, Bound<'py, PyList>)> {
    let options = KeywordOptions::new(encoding, None, false, false, positions, None)?;
    let input = markup.input()?;
    let (document, info) = py.detach(|| html_parts(memory::of_any_len(), input, &options));
    let list = PyList::empty(py);
    write(py, &document, info.source.as_ref(), &list)?;
    memory::keep(document);
    Ok((info.encoding, list))
}

/// Returns the nodes of a document as `events` does, without positions.
#[pyfunction]
pub(crate) fn document_events<'py>(
    document: &Bound<'py, PyDocument>,
) -> PyResult<Bound<'py, PyList>> {
    let py = document.py();
    // Lists and tuples must not be made under the lock.
    let copy = document.get().shared.lock(py).clone();
    let list = PyList::empty(py);
    write(py, &copy, None, &list)?;
    Ok(list)
}

/// Appends the nodes of a document that nothing else uses, so that it needs no lock.
fn write(
    py: Python<'_>,
    document: &Document,
    source: Option<&Source>,
    list: &Bound<'_, PyList>,
) -> PyResult<()> {
    let end = py.None();
    let mut open: Vec<NodeRef<'_>> = Vec::new();
    let mut next = document.root().first_child();
    loop {
        let Some(node) = next else {
            let Some(done) = open.pop() else { return Ok(()) };
            list.append(&end)?;
            next = done.next_sibling();
            continue;
        };
        match node.data() {
            NodeData::Element(_) => {
                list.append(start_tag(py, node, source)?)?;
                open.push(node);
                let first = node.template_contents().and_then(|contents| contents.first_child());
                next = first.or_else(|| node.first_child());
                continue;
            }
            NodeData::Text(text) => list.append(PyString::new(py, text))?,
            NodeData::Comment(data) => list.append((8, data))?,
            NodeData::ProcessingInstruction { target, data } => list.append((7, target, data))?,
            NodeData::Doctype(it) => list.append((10, it.name, it.public_id, it.system_id))?,
            _ => {}
        }
        next = node.next_sibling();
    }
}

fn start_tag<'py>(
    py: Python<'py>,
    node: NodeRef<'_>,
    source: Option<&Source>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = names::of_element(py, node);
    let prefix = node.prefix();
    let namespace = names::of_namespace(py, node);
    let mut attributes = None;
    for attribute in node.attrs() {
        let attributes = attributes.get_or_insert_with(|| PyDict::new(py));
        attributes.set_item(names::of_attribute(py, attribute), attribute.value())?;
    }
    let Some(source) = source else {
        return (name, prefix, namespace, attributes).into_bound_py_any(py);
    };
    let (line, column) = match written(node).map(|span| source.line_column(span.start)) {
        Some((line, column)) => (Some(line), Some(column - 1)),
        None => (None, None),
    };
    (name, prefix, namespace, attributes, line, column).into_bound_py_any(py)
}
