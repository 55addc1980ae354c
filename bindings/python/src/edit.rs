//! Edits that take nodes or text.

use std::sync::Arc;

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyString, PyTuple},
};
use sapwood::{Document, EditError, NodeId};

use crate::{
    classes::PyDocument,
    errors,
    input::lossy,
    selector::compile,
    shared::{Handle, Scope, Shared, resolve},
    wrappers::{PyElement, PyNode},
};

/// A position in relation to a target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Before,
    After,
    Prepend,
    Append,
}

/// An argument of an edit.
enum Piece {
    Text(String),
    Node(NodeId),
    /// A parsed fragment, which is copied.
    Fragment(Arc<Shared>),
}

/// The arguments of an edit of `shared`.
fn pieces(shared: &Arc<Shared>, arguments: &Bound<'_, PyTuple>) -> PyResult<Vec<Piece>> {
    arguments.iter().map(|argument| piece(shared, &argument)).collect()
}

fn piece(shared: &Arc<Shared>, argument: &Bound<'_, PyAny>) -> PyResult<Piece> {
    let py = argument.py();
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(Piece::Text(lossy(text)?.into_owned()));
    }
    if let Ok(node) = argument.cast::<PyNode>() {
        return own(py, shared, &node.get().handle).map(Piece::Node);
    }
    if let Ok(document) = argument.cast::<PyDocument>() {
        let other = &document.get().shared;
        if !other.parse.is_fragment || Arc::ptr_eq(shared, other) {
            let message = "a document can't be inserted: insert its nodes after `adopt`, or a parsed fragment";
            return Err(errors::edit_message(py, message));
        }
        return Ok(Piece::Fragment(other.clone()));
    }
    let class = argument.get_type();
    Err(PyTypeError::new_err(format!("expected a node or str, not {}", class.name()?)))
}

/// The id of a node that is to belong to `shared`.
fn own(py: Python<'_>, shared: &Arc<Shared>, handle: &Handle) -> PyResult<NodeId> {
    if Arc::ptr_eq(shared, &handle.shared) {
        return Ok(handle.id);
    }
    let message =
        "the node belongs to another document: insert the copy that `document.adopt(node)` returns";
    Err(errors::edit_message(py, message))
}

/// Copies the fragments among `pieces` into `shared` and creates texts; the ids of all.
///
/// The lock of only one document is held at a time, so two threads that insert into each other's documents don't block
/// each other.
fn create(py: Python<'_>, shared: &Shared, pieces: Vec<Piece>) -> PyResult<Vec<NodeId>> {
    let create = |piece| match piece {
        Piece::Node(id) => Ok(id),
        Piece::Text(text) => shared.edit(py, |tree| tree.create_text(&text)),
        Piece::Fragment(other) => {
            let copy = other.lock(py).clone();
            shared.edit(py, |tree| tree.import(copy.root()))
        }
    };
    pieces.into_iter().map(create).collect()
}

pub(crate) fn insert(
    py: Python<'_>,
    target: Scope<'_>,
    place: Place,
    nodes: &Bound<'_, PyTuple>,
) -> PyResult<()> {
    let ids = create(py, target.shared, pieces(target.shared, nodes)?)?;
    let target_id = target.node_id(py)?;
    target.shared.edit(py, |tree| insert_all(tree, target_id, place, &ids))
}

/// Inserts nodes in their order; refused before anything has changed if one of them contains the place.
fn insert_all(
    tree: &mut Document,
    target: NodeId,
    place: Place,
    nodes: &[NodeId],
) -> Result<(), EditError> {
    let is_inside = matches!(place, Place::Prepend | Place::Append);
    let node = tree.node(target).ok_or(EditError::StaleId)?;
    if !is_inside && node.parent().is_none() {
        return Err(EditError::NoParent);
    }
    // A node beside itself stays where it is.
    if nodes.iter().any(|&id| (is_inside || id != target) && tree.includes(id, target)) {
        return Err(EditError::Cycle);
    }
    let mut place = place;
    let mut target = target;
    for &id in nodes {
        if id == target {
            continue;
        }
        match place {
            Place::Before => tree.insert_before(target, id)?,
            Place::Append => tree.append(target, id)?,
            Place::After | Place::Prepend => {
                // A fragment disappears into its children, so the next node follows the last of them.
                let last = tree.node(id).map(|node| match node.is_element() {
                    true => id,
                    false => node.last_child().map_or(id, |child| child.node_id()),
                });
                match place {
                    Place::After => tree.insert_after(target, id)?,
                    _ => tree.prepend(target, id)?,
                }
                // An empty fragment inserts nothing.
                if let Some(last) = last
                    && tree.node(last).is_some_and(|node| node.parent().is_some())
                {
                    (place, target) = (Place::After, last);
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn replace(py: Python<'_>, handle: &Handle, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
    let ids = create(py, &handle.shared, pieces(&handle.shared, nodes)?)?;
    handle.shared.edit(py, |tree| {
        insert_all(tree, handle.id, Place::After, &ids)?;
        if ids.contains(&handle.id) { Ok(()) } else { tree.remove(handle.id) }
    })
}

pub(crate) fn wrap<'py>(
    py: Python<'py>,
    handle: &Handle,
    wrapper: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyElement>> {
    let shared = &handle.shared;
    let id = if let Ok(tag) = wrapper.cast::<PyString>() {
        let tag = tag.to_str()?;
        shared.edit(py, |tree| tree.create_element(tag))?
    } else if let Ok(element) = wrapper.cast::<PyElement>() {
        own(py, shared, PyElement::handle(element))?
    } else {
        let class = wrapper.get_type();
        let message =
            format!("the wrapper must be an Element or a tag name, not {}", class.name()?);
        return Err(PyTypeError::new_err(message));
    };
    shared.edit(py, |tree| tree.wrap(handle.id, id))?;
    PyElement::of(py, shared, id)
}

/// The ids of the elements that match in a scope.
fn matching(
    tree: &Document,
    scope: Option<NodeId>,
    selector: &sapwood::Selector,
) -> Result<Vec<NodeId>, EditError> {
    let root = resolve(tree, scope).ok_or(EditError::StaleId)?;
    Ok(selector.select(root).map(|node| node.node_id()).collect())
}

pub(crate) fn remove_all(scope: Scope<'_>, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
    let compiled = compile(selector)?;
    scope.shared.edit(selector.py(), |tree| {
        let ids = matching(tree, scope.id, &compiled)?;
        ids.iter().try_for_each(|id| tree.remove(*id))?;
        Ok(ids.len())
    })
}

pub(crate) fn unwrap_all(scope: Scope<'_>, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
    let compiled = compile(selector)?;
    scope.shared.edit(selector.py(), |tree| {
        let ids = matching(tree, scope.id, &compiled)?;
        // A document element whose children a document can't have is left as it is.
        Ok(ids.into_iter().filter(|id| tree.unwrap(*id).is_ok()).count())
    })
}

pub(crate) fn set_all(
    scope: Scope<'_>,
    selector: &Bound<'_, PyAny>,
    name: &str,
    value: Option<&str>,
) -> PyResult<usize> {
    let compiled = compile(selector)?;
    scope.shared.edit(selector.py(), |tree| {
        let ids = matching(tree, scope.id, &compiled)?;
        let count = ids.len();
        match value {
            Some(value) => tree.set_attribute_of_all(ids, name, value)?,
            None => ids.into_iter().try_for_each(|id| tree.remove_attribute(id, name).map(drop))?,
        }
        Ok(count)
    })
}
