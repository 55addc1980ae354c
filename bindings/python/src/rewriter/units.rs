//! The arguments of callbacks: elements, their ends, texts, comments, the DOCTYPE and the end of the document.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::{PyClass, exceptions::PyKeyError, prelude::*};
use sapwood::rewriting::{
    Comment, Doctype, DocumentEnd, Element, EndTag, HandlerResult, TextPiece,
};

use super::record::{Change, Place, Record};

/// Calls a callback with `unit`. Returns the changes that it asked for.
fn call<T: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync>(
    py: Python<'_>,
    callback: &Py<PyAny>,
    unit: impl Into<PyClassInitializer<T>>,
    record: impl Fn(&T) -> &Record,
) -> PyResult<Vec<Change>> {
    let unit = Py::new(py, unit)?;
    let result = callback.call1(py, (unit.clone_ref(py),));
    let changes = record(unit.get()).end();
    result?;
    Ok(changes)
}

/// An element whose start tag was read, as a callback of ``Rewriter.on_element`` changes it.
///
/// Content is text, which is escaped, or HTML with ``html=True``: a ``str``, or an iterable of pieces that is read when the output
/// has come there.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterElement {
    record: Record,
    namespace: &'static str,
    can_have_content: bool,
    span: (usize, usize),
    start: Mutex<Start>,
}

/// The name and the attributes, with the changes so far.
struct Start {
    name: String,
    attributes: Vec<(String, String)>,
}

/// Calls a callback with an element.
pub(super) fn element(element: &mut Element<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let attributes = element.attributes();
    let start = Start {
        name: element.tag_name().to_owned(),
        attributes: attributes.map(|(name, value)| (name.into_owned(), value.to_owned())).collect(),
    };
    let span = element.span();
    let unit = RewriterElement {
        record: Record::new(),
        namespace: element.namespace().as_url(),
        can_have_content: element.can_have_content(),
        span: (span.start, span.end),
        start: Mutex::new(start),
    };
    let changes =
        Python::attach(|py| call(py, callback, unit, |unit: &RewriterElement| &unit.record))?;
    for change in changes {
        match change {
            Change::Insert(place, content, is_html) => {
                let content = content.content(is_html);
                match place {
                    Place::Before => element.before(content),
                    Place::After => element.after(content),
                    Place::Prepend => element.prepend(content),
                    Place::Append => element.append(content),
                    Place::Inside => element.set_inner_content(content),
                    Place::Instead => element.replace(content),
                }
            }
            Change::Remove => element.remove(),
            Change::RemoveTags => element.remove_and_keep_content(),
            Change::Name(name) => element.set_tag_name(&name)?,
            Change::Attribute(name, Some(value)) => element.set_attribute(&name, &value)?,
            Change::Attribute(name, None) => element.remove_attribute(&name),
            Change::OnEndTag(callback) => element.on_end_tag(move |end| end_tag(end, &callback)),
            Change::Data(_) => {}
        }
    }
    Ok(())
}

impl RewriterElement {
    fn start(&self) -> MutexGuard<'_, Start> {
        self.start.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl RewriterElement {
    /// The name of the tag, which can be set: both tags change.
    #[getter]
    fn tag(&self) -> String {
        self.start().name.clone()
    }

    #[setter]
    fn set_tag(&self, name: String) -> PyResult<()> {
        self.record.push(Change::Name(name.clone()))?;
        self.start().name = name;
        Ok(())
    }

    /// The URL of the namespace.
    #[getter]
    fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The position of the start tag in the decoded text; empty if the tag is implied.
    #[getter]
    fn span(&self) -> (usize, usize) {
        self.span
    }

    /// Whether the element can have content: it is not void, as ``br`` is.
    #[getter]
    fn can_have_content(&self) -> bool {
        self.can_have_content
    }

    /// The names and values of the attributes.
    #[getter]
    fn attrs(&self) -> Vec<(String, String)> {
        self.start().attributes.clone()
    }

    /// The value of an attribute, or ``default``.
    #[pyo3(signature = (name, default=None))]
    fn get(&self, py: Python<'_>, name: &str, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let start = self.start();
        let found = start.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        match found {
            Some((_, value)) => Ok(value.into_pyobject(py)?.into_any().unbind()),
            None => Ok(default.unwrap_or_else(|| py.None())),
        }
    }

    fn __getitem__(&self, name: &str) -> PyResult<String> {
        let start = self.start();
        let found = start.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.clone()).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, name: String, value: String) -> PyResult<()> {
        self.record.push(Change::Attribute(name.clone(), Some(value.clone())))?;
        let mut start = self.start();
        let found = start.attributes.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(&name));
        match found {
            Some((_, old)) => *old = value,
            None => start.attributes.push((name, value)),
        }
        Ok(())
    }

    fn __delitem__(&self, name: String) -> PyResult<()> {
        self.__getitem__(&name)?;
        self.start().attributes.retain(|(own, _)| !own.eq_ignore_ascii_case(&name));
        self.record.push(Change::Attribute(name, None))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.start().attributes.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
    }

    /// Inserts content before the element.
    #[pyo3(signature = (content, *, html=false))]
    fn before(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Before, content, html)
    }

    /// Inserts content after the element.
    #[pyo3(signature = (content, *, html=false))]
    fn after(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::After, content, html)
    }

    /// Inserts content at the start of the element.
    #[pyo3(signature = (content, *, html=false))]
    fn prepend(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Prepend, content, html)
    }

    /// Inserts content at the end of the element.
    #[pyo3(signature = (content, *, html=false))]
    fn append(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Append, content, html)
    }

    /// Replaces the content of the element.
    #[pyo3(signature = (content, *, html=false))]
    fn set_inner_content(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Inside, content, html)
    }

    /// Replaces the element.
    #[pyo3(signature = (content, *, html=false))]
    fn replace(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Instead, content, html)
    }

    /// Removes the element with its content.
    fn remove(&self) -> PyResult<()> {
        self.record.push(Change::Remove)
    }

    /// Removes the tags of the element alone.
    fn remove_and_keep_content(&self) -> PyResult<()> {
        self.record.push(Change::RemoveTags)
    }

    /// Calls ``callback`` where the element ends: with its end tag, or where its end is implied.
    fn on_end_tag(&self, callback: Py<PyAny>) -> PyResult<()> {
        self.record.push(Change::OnEndTag(callback))
    }

    fn __repr__(&self) -> String {
        format!("<RewriterElement {}>", self.start().name)
    }
}

/// The end of an element, as a callback of ``RewriterElement.on_end_tag`` changes it.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterEndTag {
    record: Record,
    /// The name of the element when its start tag was read.
    #[pyo3(get)]
    name: String,
    /// Whether the element has no end tag.
    #[pyo3(get)]
    is_implied: bool,
}

fn end_tag(end: &mut EndTag<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let unit = RewriterEndTag {
        record: Record::new(),
        name: end.name().to_owned(),
        is_implied: end.is_implied(),
    };
    let changes =
        Python::attach(|py| call(py, callback, unit, |unit: &RewriterEndTag| &unit.record))?;
    for change in changes {
        match change {
            Change::Insert(Place::Before, content, is_html) => end.before(content.content(is_html)),
            Change::Insert(_, content, is_html) => end.after(content.content(is_html)),
            Change::Name(name) => end.set_name(&name)?,
            _ => end.remove(),
        }
    }
    Ok(())
}

#[pymethods]
impl RewriterEndTag {
    /// Inserts content before the end tag, at the end of the element.
    #[pyo3(signature = (content, *, html=false))]
    fn before(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Before, content, html)
    }

    /// Inserts content after the element.
    #[pyo3(signature = (content, *, html=false))]
    fn after(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::After, content, html)
    }

    /// Changes the name of the end tag alone.
    fn set_name(&self, name: String) -> PyResult<()> {
        self.record.push(Change::Name(name))
    }

    /// Removes the end tag.
    fn remove(&self) -> PyResult<()> {
        self.record.push(Change::Remove)
    }
}

/// A piece of text, as a callback of ``Rewriter.on_text`` changes it. A text may come in several pieces.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterText {
    record: Record,
    /// The text, without character references.
    #[pyo3(get)]
    text: String,
    /// Whether the text ends with this piece, which may be empty.
    #[pyo3(get)]
    is_last: bool,
}

/// Calls a callback with a piece of text.
pub(super) fn text(text: &mut TextPiece<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let unit = RewriterText {
        record: Record::new(),
        text: text.as_str().to_owned(),
        is_last: text.last_in_text_node(),
    };
    let changes =
        Python::attach(|py| call(py, callback, unit, |unit: &RewriterText| &unit.record))?;
    for change in changes {
        match change {
            Change::Insert(place, content, is_html) => {
                let content = content.content(is_html);
                match place {
                    Place::Before => text.before(content),
                    Place::Instead => text.replace(content),
                    _ => text.after(content),
                }
            }
            _ => text.remove(),
        }
    }
    Ok(())
}

#[pymethods]
impl RewriterText {
    /// Inserts content before the piece.
    #[pyo3(signature = (content, *, html=false))]
    fn before(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Before, content, html)
    }

    /// Inserts content after the piece.
    #[pyo3(signature = (content, *, html=false))]
    fn after(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::After, content, html)
    }

    /// Replaces the piece.
    #[pyo3(signature = (content, *, html=false))]
    fn replace(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Instead, content, html)
    }

    /// Removes the piece.
    fn remove(&self) -> PyResult<()> {
        self.record.push(Change::Remove)
    }
}

/// A comment, as a callback of ``Rewriter.on_comment`` changes it.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterComment {
    record: Record,
    data: Mutex<String>,
}

/// Calls a callback with a comment.
pub(super) fn comment(comment: &mut Comment<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let data = Mutex::new(comment.data().to_owned());
    let unit = RewriterComment { record: Record::new(), data };
    let changes =
        Python::attach(|py| call(py, callback, unit, |unit: &RewriterComment| &unit.record))?;
    for change in changes {
        match change {
            Change::Insert(place, content, is_html) => {
                let content = content.content(is_html);
                match place {
                    Place::Before => comment.before(content),
                    Place::Instead => comment.replace(content),
                    _ => comment.after(content),
                }
            }
            Change::Data(data) => comment.set_data(&data)?,
            _ => comment.remove(),
        }
    }
    Ok(())
}

#[pymethods]
impl RewriterComment {
    /// The data of the comment, which can be set.
    #[getter]
    fn data(&self) -> String {
        self.data.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    #[setter]
    fn set_data(&self, data: String) -> PyResult<()> {
        self.record.push(Change::Data(data.clone()))?;
        *self.data.lock().unwrap_or_else(PoisonError::into_inner) = data;
        Ok(())
    }

    /// Inserts content before the comment.
    #[pyo3(signature = (content, *, html=false))]
    fn before(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Before, content, html)
    }

    /// Inserts content after the comment.
    #[pyo3(signature = (content, *, html=false))]
    fn after(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::After, content, html)
    }

    /// Replaces the comment.
    #[pyo3(signature = (content, *, html=false))]
    fn replace(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Instead, content, html)
    }

    /// Removes the comment.
    fn remove(&self) -> PyResult<()> {
        self.record.push(Change::Remove)
    }
}

/// The DOCTYPE, as a callback of ``Rewriter.on_doctype`` sees it. A part that is missing is empty.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterDoctype {
    record: Record,
    /// The name in lower case.
    #[pyo3(get)]
    name: String,
    /// The public identifier.
    #[pyo3(get)]
    public_id: String,
    /// The system identifier.
    #[pyo3(get)]
    system_id: String,
}

/// Calls a callback with the DOCTYPE.
pub(super) fn doctype(doctype: &mut Doctype<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let unit = RewriterDoctype {
        record: Record::new(),
        name: doctype.name().to_owned(),
        public_id: doctype.public_id().to_owned(),
        system_id: doctype.system_id().to_owned(),
    };
    let changes =
        Python::attach(|py| call(py, callback, unit, |unit: &RewriterDoctype| &unit.record))?;
    if !changes.is_empty() {
        doctype.remove();
    }
    Ok(())
}

#[pymethods]
impl RewriterDoctype {
    /// Removes the DOCTYPE.
    fn remove(&self) -> PyResult<()> {
        self.record.push(Change::Remove)
    }
}

/// The end of the document, as a callback of ``Rewriter.on_end`` changes it.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RewriterEnd {
    record: Record,
}

/// Calls a callback with the end of the document.
pub(super) fn end(end: &mut DocumentEnd<'_>, callback: &Py<PyAny>) -> HandlerResult {
    let unit = RewriterEnd { record: Record::new() };
    let changes = Python::attach(|py| call(py, callback, unit, |unit: &RewriterEnd| &unit.record))?;
    for change in changes {
        if let Change::Insert(_, content, is_html) = change {
            end.append(content.content(is_html));
        }
    }
    Ok(())
}

#[pymethods]
impl RewriterEnd {
    /// Writes content after the last byte of the page.
    #[pyo3(signature = (content, *, html=false))]
    fn append(&self, content: &Bound<'_, PyAny>, html: bool) -> PyResult<()> {
        self.record.insert(Place::Append, content, html)
    }
}
