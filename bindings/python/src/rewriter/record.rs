//! The changes that a callback asks for, until it returns.

use std::sync::{Mutex, PoisonError};

use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyIterator};
use sapwood::rewriting::{Content, ContentWriter, HandlerResult};

/// Content to insert.
pub(super) enum Inserted {
    Whole(String),
    /// Pieces, taken when the output has come there.
    Pieces(Py<PyIterator>),
}

impl Inserted {
    fn of(content: &Bound<'_, PyAny>) -> PyResult<Self> {
        match content.extract() {
            Ok(text) => Ok(Self::Whole(text)),
            Err(_) => Ok(Self::Pieces(content.try_iter()?.unbind())),
        }
    }

    pub(super) fn content(self, is_html: bool) -> Content<'static> {
        match self {
            Self::Whole(html) if is_html => Content::html(html),
            Self::Whole(text) => Content::text(text),
            Self::Pieces(pieces) => Content::stream(move |writer| write(&pieces, writer, is_html)),
        }
    }
}

/// Writes the pieces that an iterator yields.
fn write(pieces: &Py<PyIterator>, writer: &mut ContentWriter<'_>, is_html: bool) -> HandlerResult {
    Python::attach(|py| {
        for piece in pieces.bind(py).clone() {
            let piece: String = piece?.extract()?;
            if is_html { writer.html(&piece) } else { writer.text(&piece) }
        }
        Ok(())
    })
}

/// A place for content.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Before,
    After,
    Prepend,
    Append,
    Inside,
    Instead,
}

/// A change that a callback asks for.
pub(super) enum Change {
    Insert(Place, Inserted, bool),
    Remove,
    RemoveTags,
    Name(String),
    Attribute(String, Option<String>),
    Data(String),
    OnEndTag(Py<PyAny>),
}

/// The changes so far; `None` once the callback has returned.
pub(super) struct Record(Mutex<Option<Vec<Change>>>);

impl Record {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }

    /// Records a change.
    pub(super) fn push(&self, change: Change) -> PyResult<()> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(changes) => {
                changes.push(change);
                Ok(())
            }
            None => {
                Err(PyRuntimeError::new_err("it can be changed only until its callback returns"))
            }
        }
    }

    /// Records content for a place.
    pub(super) fn insert(
        &self,
        place: Place,
        content: &Bound<'_, PyAny>,
        is_html: bool,
    ) -> PyResult<()> {
        self.push(Change::Insert(place, Inserted::of(content)?, is_html))
    }

    /// Ends the record, and returns the changes.
    pub(super) fn end(&self) -> Vec<Change> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }
}
