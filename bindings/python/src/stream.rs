//! Selecting while parsing.
//!
//! The parser holds closures that can't move between threads, but a Python object may be used in any. So each stream has
//! a thread of its own that owns the parser. It takes pieces and returns copies of the elements that matched; it never
//! uses the interpreter, and ends when the stream is dropped.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use pyo3::{
    PyTraverseError, PyVisit,
    exceptions::{PyRuntimeError, PyTypeError},
    prelude::*,
};
use sapwood::{
    CHUNK_LENGTH, Document, Limit, NodeId, NodeRef, ParseOptions, Selector,
    encoding::SniffOptions,
    selecting::{SelectingByteParser, SelectingParser},
};

use crate::{
    errors,
    input::{Markup, OwnedInput},
    options::{KeywordOptions, Limits},
    selector::compile,
    shared::{ParseInfo, Shared},
    wrappers::PyElement,
};

/// A copy of an element that matched, and the number of the selector.
struct Match {
    selector: usize,
    document: Document,
    element: NodeId,
}

/// Matches that wait to be taken.
#[derive(Clone, Default)]
struct Matches(Arc<Mutex<Vec<Match>>>);

impl Matches {
    fn push(&self, found: Match) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(found);
    }

    fn take(&self) -> Vec<Match> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

enum Order {
    Feed(OwnedInput),
    End,
}

struct Report {
    matches: Vec<Match>,
    limit: Option<Limit>,
}

/// Selects while it parses, in memory that doesn't grow with the page.
///
/// The stream builds no document. When an element that matches ends, the callback gets a copy of it, the root
/// of a document of its own. A selector that depends on later content, such as ``:last-child``, is an error.
///
/// Args:
///     encoding: The encoding of bytes, whatever they declare.
///     http_charset: The ``charset`` of the ``Content-Type`` header.
///     limits: Limits on the parse; ``nodes`` applies to each match.
///
/// >>> import sapwood
/// >>> titles = []
/// >>> stream = sapwood.Stream().on("h2 > a", lambda link: titles.append(link.text))
/// >>> for piece in (b"<h2><a>O", b"ak</a></h2><a>no</a><h2><a>Elm"):
/// ...     stream.feed(piece)
/// >>> stream.close()
/// >>> titles
/// ['Oak', 'Elm']
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Stream {
    options: KeywordOptions,
    state: Mutex<State>,
}

struct State {
    handlers: Vec<(Selector, Py<PyAny>)>,
    worker: Option<Worker>,
    limit: Option<Limit>,
    is_closed: bool,
}

struct Worker {
    orders: Sender<Order>,
    reports: Mutex<Receiver<Report>>,
    takes_text: bool,
}

impl Worker {
    fn start(
        options: ParseOptions,
        sniffing: SniffOptions,
        selectors: Vec<Selector>,
        takes_text: bool,
    ) -> std::io::Result<Self> {
        let (orders, taken) = mpsc::channel();
        let (report, reports) = mpsc::channel();
        thread::Builder::new().name("sapwood-stream".into()).spawn(move || {
            let matches = Matches::default();
            let parser = parser(&options, selectors, &matches);
            match takes_text {
                true => serve(&taken, &report, &matches, parser),
                false => serve(&taken, &report, &matches, parser.from_bytes(&sniffing)),
            }
        })?;
        Ok(Self { orders, reports: Mutex::new(reports), takes_text })
    }

    /// Sends an order and waits for the report.
    fn ask(&self, order: Order) -> Option<Report> {
        self.orders.send(order).ok()?;
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }
}

fn parser(
    options: &ParseOptions,
    selectors: Vec<Selector>,
    matches: &Matches,
) -> SelectingParser<'static> {
    let mut parser = SelectingParser::new(options);
    for (number, selector) in selectors.into_iter().enumerate() {
        let matches = matches.clone();
        // Selectors were tried when they were added.
        let _ = parser.on(selector, move |node| {
            if let Some(found) = copy(number, node) {
                matches.push(found);
            }
        });
    }
    parser
}

/// A document that holds a copy of the element.
fn copy(selector: usize, node: NodeRef<'_>) -> Option<Match> {
    let mut document = Document::default();
    let element = document.import(node).ok()?;
    let root = document.root().node_id();
    document.append(root, element).ok()?;
    Some(Match { selector, document, element })
}

/// A parser of text or bytes.
trait Selecting {
    fn feed(&mut self, input: &OwnedInput);
    fn limit(&self) -> Option<Limit>;
    fn finish(self) -> Option<Limit>;
}

impl Selecting for SelectingParser<'static> {
    fn feed(&mut self, input: &OwnedInput) {
        if let OwnedInput::Text(text) = input {
            SelectingParser::feed(self, text);
        }
    }

    fn limit(&self) -> Option<Limit> {
        SelectingParser::limit(self)
    }

    fn finish(self) -> Option<Limit> {
        SelectingParser::finish(self)
    }
}

impl Selecting for SelectingByteParser<'static, ()> {
    fn feed(&mut self, input: &OwnedInput) {
        if let OwnedInput::Bytes(bytes) = input {
            SelectingByteParser::feed(self, bytes);
        }
    }

    fn limit(&self) -> Option<Limit> {
        SelectingByteParser::limit(self)
    }

    fn finish(self) -> Option<Limit> {
        SelectingByteParser::finish(self)
    }
}

/// Follows orders until the input ends or the stream is dropped.
fn serve(
    orders: &Receiver<Order>,
    reports: &Sender<Report>,
    matches: &Matches,
    mut parser: impl Selecting,
) {
    for order in orders {
        let limit = match order {
            Order::Feed(input) => {
                parser.feed(&input);
                parser.limit()
            }
            Order::End => {
                let limit = parser.finish();
                let _ = reports.send(Report { matches: matches.take(), limit });
                return;
            }
        };
        if reports.send(Report { matches: matches.take(), limit }).is_err() {
            return;
        }
    }
}

impl Stream {
    /// The state, unless another call uses it: that could be the one that runs this callback.
    fn state(&self) -> PyResult<std::sync::MutexGuard<'_, State>> {
        self.state.try_lock().map_err(|_| {
            PyRuntimeError::new_err(
                "the stream is in use by another call, such as one that runs this callback",
            )
        })
    }

    /// Sends an order to the worker and runs the callbacks for what matched.
    fn run(&self, py: Python<'_>, state: &mut State, order: Order) -> PyResult<()> {
        let Some(worker) = &state.worker else { return Ok(()) };
        let report = py.detach(|| worker.ask(order));
        let Some(report) = report else {
            state.is_closed = true;
            return Err(PyRuntimeError::new_err("the thread of the stream has ended"));
        };
        state.limit = report.limit;
        let mut matches = VecDeque::from(report.matches);
        while let Some(found) = matches.pop_front() {
            let shared = Shared::new(found.document, ParseInfo::default());
            let element = PyElement::of(py, &shared, found.element)?;
            if let Err(error) = state.handlers[found.selector].1.call1(py, (element,)) {
                state.is_closed = true;
                return Err(error);
            }
        }
        Ok(())
    }
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (*, encoding=None, http_charset=None, scripting=false, limits=None))]
    fn new(
        encoding: Option<&str>,
        http_charset: Option<&str>,
        scripting: bool,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Self> {
        let limits = limits.map(|limits| limits.get());
        let options = KeywordOptions::new(encoding, http_charset, scripting, false, false, limits)?;
        let state = State { handlers: Vec::new(), worker: None, limit: None, is_closed: false };
        Ok(Self { options, state: Mutex::new(state) })
    }

    /// Calls ``callback`` with each element that matches, when it ends. Returns the stream.
    ///
    /// Raises:
    ///     SelectorError: The selector isn't valid, or depends on later content.
    ///     RuntimeError: The stream was fed already.
    fn on(
        slf: Bound<'_, Self>,
        selector: &Bound<'_, PyAny>,
        callback: Bound<'_, PyAny>,
    ) -> PyResult<Py<Self>> {
        if !callback.is_callable() {
            return Err(PyTypeError::new_err("the callback must be callable"));
        }
        let compiled = compile(selector)?;
        SelectingParser::default()
            .on(&compiled, |_| ())
            .map_err(|error| errors::unsupported_selector(slf.py(), &error.to_string()))?;
        let mut state = slf.get().state()?;
        if state.worker.is_some() || state.is_closed {
            return Err(PyRuntimeError::new_err("callbacks must be added before the first piece"));
        }
        state.handlers.push((compiled, callback.unbind()));
        drop(state);
        Ok(slf.unbind())
    }

    /// Parses the next piece, text or bytes, and runs callbacks. A callback that raises ends the stream.
    ///
    /// Raises:
    ///     TypeError: The piece is neither text nor bytes, or not what the pieces before were.
    ///     RuntimeError: The stream is closed, or this is called by a callback.
    fn feed(&self, py: Python<'_>, piece: Markup<'_>) -> PyResult<()> {
        let input = piece.input()?;
        let mut state = self.state()?;
        if state.is_closed {
            return Err(errors::closed("stream"));
        }
        let takes_text = matches!(input, crate::input::Input::Text(_));
        if state.worker.is_none() {
            let selectors = state.handlers.iter().map(|(selector, _)| selector.clone()).collect();
            let sniffing = SniffOptions::default()
                .override_encoding(self.options.encoding)
                .http_charset(self.options.http_charset)
                .detect_utf8(true);
            let worker = Worker::start(self.options.html(), sniffing, selectors, takes_text);
            state.worker = Some(worker.map_err(|error| {
                PyRuntimeError::new_err(format!("cannot start the thread of the stream: {error}"))
            })?);
        }
        if state.worker.as_ref().is_some_and(|worker| worker.takes_text != takes_text) {
            let message = "pieces of one document must be all str or all bytes";
            return Err(PyTypeError::new_err(message));
        }
        // The callbacks run after each piece.
        for piece in input.pieces(CHUNK_LENGTH) {
            if state.limit.is_some() {
                break;
            }
            self.run(py, &mut state, Order::Feed(piece))?;
        }
        Ok(())
    }

    /// Ends the input and runs callbacks for the elements that were open, unless a limit was reached.
    ///
    /// Raises:
    ///     RuntimeError: The stream is closed, or this is called by a callback.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.state()?;
        if state.is_closed {
            return Err(errors::closed("stream"));
        }
        state.is_closed = true;
        let result = self.run(py, &mut state, Order::End);
        state.worker = None;
        result
    }

    /// The limit that was reached, as in `Document.limit`.
    #[getter]
    fn limit(&self) -> PyResult<Option<&'static str>> {
        Ok(self.state()?.limit.map(|limit| limit.as_str()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A stream that is in use is reachable, so its callbacks needn't be seen.
        let Ok(state) = self.state.try_lock() else { return Ok(()) };
        state.handlers.iter().try_for_each(|(_, callback)| visit.call(callback))
    }

    fn __clear__(&self) {
        // Dropping a callback may run Python code, which must not find the lock held.
        let handlers = self.state.try_lock().map(|mut state| std::mem::take(&mut state.handlers));
        drop(handlers);
    }
}
