//! Input in pieces, and many documents.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::{PyTraverseError, PyVisit, exceptions::PyTypeError, prelude::*, sync::MutexExt};
use sapwood::ByteParser;

use crate::{
    batch::{self, Batches},
    classes::PyDocument,
    errors,
    input::{Input, Markup},
    options::{KeywordOptions, Limits},
    parse::{self, finish},
    shared::{ParseInfo, Shared},
};

/// A parser of a document that comes in pieces: from a socket, a decompressor, a large file.
///
/// The pieces are ``bytes`` or ``str``, not both, and may end anywhere. The arguments are those of `parse`.
///
/// >>> import sapwood
/// >>> parser = sapwood.Parser()
/// >>> for piece in (b"<p>caf\xc3", b"\xa9</", b"p>"):
/// ...     parser.feed(piece)
/// >>> parser.close().body.inner_html
/// '<p>café</p>'
#[pyclass(frozen, name = "Parser", module = "sapwood")]
pub(crate) struct PyParser {
    options: KeywordOptions,
    strict: bool,
    state: Mutex<State>,
}

enum State {
    /// Nothing was fed.
    New,
    Text(Box<sapwood::Parser>),
    Bytes(Box<ByteParser>),
    Closed,
}

#[pymethods]
impl PyParser {
    #[new]
    #[pyo3(signature = (*, encoding=None, http_charset=None, scripting=false, limits=None, strict=false))]
    fn new(
        encoding: Option<&str>,
        http_charset: Option<&str>,
        scripting: bool,
        limits: Option<&Bound<'_, Limits>>,
        strict: bool,
    ) -> PyResult<Self> {
        let limits = limits.map(|limits| limits.get());
        let options = KeywordOptions::new(encoding, http_charset, scripting, false, false, limits)?;
        Ok(Self { options, strict, state: Mutex::new(State::New) })
    }

    /// Parses the next piece.
    ///
    /// Raises:
    ///     TypeError: The piece is neither text nor bytes, or not what the pieces before were.
    ///     RuntimeError: The parser is closed.
    fn feed(&self, py: Python<'_>, piece: Markup<'_>) -> PyResult<()> {
        let input = piece.input()?;
        // Parsing runs no Python code, so the lock may be held while the interpreter is released.
        let feed = || {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(&*state, State::New) {
                *state = match &input {
                    Input::Text(_) => {
                        State::Text(Box::new(sapwood::Parser::new(&self.options.html())))
                    }
                    Input::Bytes(_) => {
                        State::Bytes(Box::new(ByteParser::new(&self.options.bytes())))
                    }
                };
            }
            match (&mut *state, &input) {
                (State::Text(parser), Input::Text(text)) => parser.feed(text),
                (State::Bytes(parser), Input::Bytes(bytes)) => parser.feed(bytes),
                (State::Closed, _) => return Err(errors::closed("parser")),
                _ => {
                    let message = "pieces of one document must be all str or all bytes";
                    return Err(PyTypeError::new_err(message));
                }
            }
            Ok(())
        };
        py.detach(feed)
    }

    /// Ends the input and returns the document.
    ///
    /// Raises:
    ///     RuntimeError: The parser is closed.
    ///     LimitError: A limit was reached and ``strict`` is set.
    fn close<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDocument>> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let taken = std::mem::replace(&mut *state, State::Closed);
        drop(state);
        let shared = match taken {
            State::Closed => return Err(errors::closed("parser")),
            State::New => parse::html(Input::Bytes(b""), &self.options),
            State::Text(parser) => {
                let parsed = py.detach(|| parser.finish());
                let (limit, errors) = (parsed.limit, parsed.errors);
                Shared::new(parsed.document, ParseInfo { limit, errors, ..ParseInfo::default() })
            }
            State::Bytes(parser) => {
                let parsed = py.detach(|| parser.finish());
                let info = ParseInfo {
                    encoding: Some(parsed.encoding.name()),
                    limit: parsed.limit,
                    ..ParseInfo::default()
                };
                Shared::new(parsed.document, info)
            }
        };
        finish(py, shared, self.strict)
    }
}

/// Parses many documents with several threads, and yields them in order.
///
/// Pages are taken in batches as the result is read, so an endless iterable is fine.
///
/// Args:
///     pages: An iterable of text or bytes.
///     threads: The number of threads; by default as many as the machine runs.
///     encoding: See `parse`, as the other arguments.
///
/// >>> import sapwood
/// >>> pages = (f"<title>Page {number}</title>" for number in range(3))
/// >>> [document.title for document in sapwood.parse_many(pages)]
/// ['Page 0', 'Page 1', 'Page 2']
#[pyfunction]
#[pyo3(signature = (pages, /, threads=None, *, encoding=None, scripting=false, errors=false, positions=false, limits=None))]
pub(crate) fn parse_many(
    pages: &Bound<'_, PyAny>,
    threads: Option<usize>,
    encoding: Option<&str>,
    scripting: bool,
    errors: bool,
    positions: bool,
    limits: Option<&Bound<'_, Limits>>,
) -> PyResult<DocumentBatches> {
    let limits = limits.map(|limits| limits.get());
    let options = KeywordOptions::new(encoding, None, scripting, errors, positions, limits)?;
    let batches = Batches::new(pages, batch::threads(threads)?)?;
    Ok(DocumentBatches { options, batches })
}

/// Documents that are parsed in batches: what `parse_many` returns.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct DocumentBatches {
    options: KeywordOptions,
    batches: Batches<Arc<Shared>>,
}

#[pymethods]
impl DocumentBatches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<PyDocument>> {
        let convert = |object: Bound<'py, PyAny>| {
            let markup: Markup<'_> = object.extract()?;
            let len = markup.input()?.len();
            Ok((markup, len))
        };
        let next = self.batches.next(py, convert, |pages: &[Markup<'py>]| {
            let inputs = pages.iter().map(Markup::input).collect::<PyResult<Vec<_>>>()?;
            let parse = |input: &Input<'_>| parse::html(input.clone(), &self.options);
            Ok(py.detach(|| batch::parallel(&inputs, self.batches.threads, parse)))
        })?;
        Ok(next.map(PyDocument::new))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.batches.traverse(&visit)
    }

    fn __clear__(&self) {
        self.batches.clear();
    }
}
