//! A document that elements share, and the lock around it.
//!
//! This file and `wrappers.rs` need each other: a document has the table of the objects of its elements, and an object the
//! handle of its document.
//!
//! # Locking
//!
//! Any number of Python threads may hold elements of one document, so its tree is behind a lock. Two rules exclude
//! deadlocks:
//!
//! * No Python code runs while a thread holds the lock. Under the lock only `str` objects are created, because creating
//!   containers may start the garbage collector, and that runs finalizers, which may use the same document. Ids are
//!   collected under the lock and wrapped after it is released.
//! * No thread waits for the lock while it is attached to the interpreter: `read_py_attached` detaches to wait. Long
//!   operations detach first and lock then.

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard},
};

use pyo3::{prelude::*, sync::RwLockExt};
use sapwood::{Document, EditError, Limit, NodeData, NodeId, NodeRef, ParseError};

use crate::{errors, memory, position::Source, wrappers::Wrappers};

/// Documents with at least this many nodes are searched and written with the interpreter released.
const LARGE: usize = 1 << 14;

/// A document and the results of its parse.
pub(crate) struct Shared {
    tree: RwLock<Document>,
    /// A copy of the tree since its last edit, for what runs Python code while it reads.
    snapshot: Mutex<Option<Arc<Document>>>,
    pub(crate) parse: ParseInfo,
    pub(crate) wrappers: Wrappers,
}

/// The results of a parse beside the tree.
#[derive(Default)]
pub(crate) struct ParseInfo {
    /// The encoding of bytes.
    pub(crate) encoding: Option<&'static str>,
    /// The limit that ended the parse.
    pub(crate) limit: Option<Limit>,
    /// The parse errors, if asked for.
    pub(crate) errors: Vec<ParseError>,
    /// The decoded input, if errors or positions were asked for.
    pub(crate) source: Option<Source>,
    pub(crate) is_xml: bool,
    pub(crate) is_fragment: bool,
}

impl Drop for Shared {
    fn drop(&mut self) {
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        memory::keep(std::mem::take(tree));
    }
}

impl Shared {
    #[inline]
    pub(crate) fn new(tree: Document, parse: ParseInfo) -> Arc<Self> {
        Arc::new(Self {
            tree: RwLock::new(tree),
            snapshot: Mutex::default(),
            parse,
            wrappers: Wrappers::default(),
        })
    }

    /// Locks the tree for reading.
    #[inline]
    pub(crate) fn lock(&self, py: Python<'_>) -> RwLockReadGuard<'_, Document> {
        self.tree.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the tree for reading, in a thread that isn't attached to the interpreter.
    pub(crate) fn lock_detached(&self) -> RwLockReadGuard<'_, Document> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `operation` on the tree: on a large one with the interpreter released.
    #[inline]
    pub(crate) fn run<R: Send>(
        &self,
        py: Python<'_>,
        operation: impl FnOnce(&Document) -> R + Send,
    ) -> R {
        let tree = self.lock(py);
        if tree.len() < LARGE {
            return operation(&tree);
        }
        drop(tree);
        py.detach(|| operation(&self.lock_detached()))
    }

    /// A copy of the tree, which accepts the ids of its nodes. It is made once until the next edit.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> Arc<Document> {
        let tree = self.lock(py);
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(snapshot.get_or_insert_with(|| Arc::new(tree.clone())))
    }

    /// Drops the copy, under the lock of an edit.
    fn drop_snapshot(&self) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Changes the tree.
    pub(crate) fn edit<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Document) -> Result<R, EditError>,
    ) -> PyResult<R> {
        let mut tree = self.tree.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.drop_snapshot();
        let result = change(&mut tree);
        drop(tree);
        result.map_err(|error| errors::edit(py, &error))
    }

    /// Changes the tree with the interpreter released; for changes that take long.
    pub(crate) fn edit_released<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Document) -> Result<R, EditError> + Send,
    ) -> PyResult<R> {
        let edit = || {
            let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
            self.drop_snapshot();
            change(&mut tree)
        };
        py.detach(edit).map_err(|error| errors::edit(py, &error))
    }
}

/// A node to search below or to read: one of a document, or all of it.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) shared: &'a Arc<Shared>,
    /// `None` is the root.
    pub(crate) id: Option<NodeId>,
}

impl<'a> Scope<'a> {
    /// Reads the node under the lock.
    #[inline]
    pub(crate) fn read<R>(
        self,
        py: Python<'_>,
        read: impl FnOnce(NodeRef<'_>) -> R,
    ) -> PyResult<R> {
        let tree = self.shared.lock(py);
        let result = resolve(&tree, self.id).map(read);
        drop(tree);
        result.ok_or_else(|| errors::stale(py))
    }

    /// Reads the node: in a large document with the interpreter released.
    pub(crate) fn run<R: Send>(
        self,
        py: Python<'_>,
        read: impl FnOnce(NodeRef<'_>) -> R + Send,
    ) -> PyResult<R> {
        self.try_run(py, read).ok_or_else(|| errors::stale(py))
    }

    /// As [`run`](Self::run); `None` if the node is stale.
    #[inline]
    pub(crate) fn try_run<R: Send>(
        self,
        py: Python<'_>,
        read: impl FnOnce(NodeRef<'_>) -> R + Send,
    ) -> Option<R> {
        self.shared.run(py, |tree| resolve(tree, self.id).map(read))
    }

    /// The node's id; the root's if the scope is the whole document.
    pub(crate) fn node_id(self, py: Python<'_>) -> PyResult<NodeId> {
        match self.id {
            Some(id) => Ok(id),
            None => self.read(py, |root| root.node_id()),
        }
    }
}

/// The node with this id, or the root.
#[inline]
pub(crate) fn resolve(tree: &Document, id: Option<NodeId>) -> Option<NodeRef<'_>> {
    match id {
        Some(id) => tree.node(id),
        None => Some(tree.root()),
    }
}

/// The Python class of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Document,
    Element,
    Text,
    Comment,
    Doctype,
    Instruction,
    Fragment,
}

/// A node that was found under the lock and is wrapped after it.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) id: NodeId,
    pub(crate) kind: Kind,
}

impl Found {
    pub(crate) fn of(node: NodeRef<'_>) -> Self {
        Self { id: node.node_id(), kind: Kind::of(node) }
    }
}

impl Kind {
    pub(crate) fn of(node: NodeRef<'_>) -> Self {
        if node.is_element() {
            return Self::Element;
        }
        match node.data() {
            NodeData::Document => Self::Document,
            NodeData::Text(_) => Self::Text,
            NodeData::Comment(_) => Self::Comment,
            NodeData::Doctype(_) => Self::Doctype,
            NodeData::ProcessingInstruction { .. } => Self::Instruction,
            _ => Self::Fragment,
        }
    }
}

/// A node of a shared document: what an element in Python is.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: NodeId,
}

impl Handle {
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { shared: &self.shared, id: Some(self.id) }
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Eq for Handle {}

impl Hash for Handle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.shared).hash(state);
        self.id.hash(state);
    }
}
