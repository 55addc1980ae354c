//! The Python classes of documents and of nodes that aren't elements, and the creation of an object for any node.
//!
//! `wrappers.rs` declares `Node` and `Element`, whose memory it writes. The methods of all these classes are in
//! `document.rs`, `node.rs` and `element.rs`: they call queries, edits and extraction, which create objects of the classes.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::{
    shared::{Found, Kind, Scope, Shared},
    wrappers::{PyElement, PyNode},
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
    pub(crate) shared: Arc<Shared>,
}

impl PyDocument {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { shared: &self.shared, id: None }
    }
}

/// A text node.
///
/// >>> import sapwood
/// >>> sapwood.parse("<p>Oak").select_one("p").children
/// [Text("Oak")]
#[pyclass(frozen, extends = PyNode, name = "Text", module = "sapwood")]
pub(crate) struct PyText;

/// A comment.
#[pyclass(frozen, extends = PyNode, name = "Comment", module = "sapwood")]
pub(crate) struct PyComment;

/// A doctype.
#[pyclass(frozen, extends = PyNode, name = "Doctype", module = "sapwood")]
pub(crate) struct PyDoctype;

/// A processing instruction.
#[pyclass(frozen, extends = PyNode, name = "ProcessingInstruction", module = "sapwood")]
pub(crate) struct PyInstruction;

/// A fragment: the contents of a ``template`` element.
#[pyclass(frozen, extends = PyNode, name = "Fragment", module = "sapwood")]
pub(crate) struct PyFragment;

/// Creates the Python object of a node.
pub(crate) fn wrap<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    found: Found,
) -> PyResult<Bound<'py, PyAny>> {
    if found.kind == Kind::Element {
        return Ok(PyElement::of(py, shared, found.id)?.into_any());
    }
    let node = PyClassInitializer::from(PyNode::new(py, shared, found.id));
    Ok(match found.kind {
        Kind::Text => Bound::new(py, node.add_subclass(PyText))?.into_any(),
        Kind::Comment => Bound::new(py, node.add_subclass(PyComment))?.into_any(),
        Kind::Doctype => Bound::new(py, node.add_subclass(PyDoctype))?.into_any(),
        Kind::Instruction => Bound::new(py, node.add_subclass(PyInstruction))?.into_any(),
        Kind::Document => Bound::new(py, PyDocument::new(shared.clone()))?.into_any(),
        Kind::Element | Kind::Fragment => Bound::new(py, node.add_subclass(PyFragment))?.into_any(),
    })
}
