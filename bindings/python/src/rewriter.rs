//! Rewriting pages while they stream.
//!
//! A callback gets an object that records what it asks for, and the changes are made when it returns. So no Python object
//! borrows from the rewriter, however long it is kept.

mod record;
mod units;

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::{
    PyTraverseError, PyVisit,
    exceptions::{PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyString},
};
use sapwood::{
    Limit,
    encoding::{Encoding, SniffOptions},
    rewriting::{
        AfterLimit, NotStreamable, RewriteError, RewriteOptions, Rewriter, StreamSelector,
    },
};

pub(crate) use self::units::{
    RewriterComment, RewriterDoctype, RewriterElement, RewriterEnd, RewriterEndTag, RewriterText,
};
use crate::{
    errors,
    input::{Input, Markup},
    options::{KeywordOptions, Limits},
    selector::compile,
};

/// A callback and what it is for.
struct Handler {
    target: Target,
    callback: Py<PyAny>,
}

enum Target {
    Element(StreamSelector),
    Text(Option<StreamSelector>),
    Comment(Option<StreamSelector>),
    Doctype,
    End,
}

/// Changes pages while they stream, by callbacks for what selectors match.
///
/// All bytes that no callback touches come out as they went in, in any encoding. A callback gets an object to change; the
/// changes are made when it returns. A callback that raises ends the rewrite. A selector that depends on later content, such
/// as ``:last-child``, is an error.
///
/// Args:
///     encoding: The encoding of bytes, whatever they declare.
///     http_charset: The ``charset`` of the ``Content-Type`` header.
///     scripting: Parse as if scripts could run.
///     limits: Limits on the parse.
///     after_limit: ``"raise"`` ends the rewrite at a limit; with ``"pass"`` the rest of the page passes through unchanged.
///
/// >>> import sapwood
/// >>> def secure(link):
/// ...     link["href"] = link["href"].replace("http:", "https:")
/// >>> rewriter = sapwood.Rewriter().on_element("a[href]", secure)
/// >>> rewriter.rewrite(b"<A href='http://oak.example/'>Oak</A>")
/// b"<A href='https://oak.example/'>Oak</A>"
#[pyclass(frozen, module = "sapwood", name = "Rewriter")]
pub(crate) struct PyRewriter {
    options: KeywordOptions,
    passes: bool,
    handlers: Mutex<Arc<Vec<Handler>>>,
}

/// A page that is rewritten in pieces: see ``Rewriter.start``.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Rewrite {
    state: Mutex<State>,
}

struct State {
    /// `None` once the page has ended.
    rewriter: Option<Rewriter<'static>>,
    limit: Option<Limit>,
}

impl PyRewriter {
    fn handlers(&self) -> MutexGuard<'_, Arc<Vec<Handler>>> {
        self.handlers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn add(slf: Bound<'_, Self>, target: Target, callback: Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        if !callback.is_callable() {
            return Err(PyTypeError::new_err("the callback must be callable"));
        }
        let callback = callback.unbind();
        let mut handlers = slf.get().handlers();
        match Arc::get_mut(&mut handlers) {
            Some(handlers) => handlers.push(Handler { target, callback }),
            None => {
                return Err(PyRuntimeError::new_err(
                    "callbacks can be added while no page is rewritten",
                ));
            }
        }
        drop(handlers);
        Ok(slf.unbind())
    }

    fn rewriter(&self, http_charset: Option<&str>) -> PyResult<Rewriter<'static>> {
        // An unknown charset in a header counts as none, as in browsers.
        let http_charset = http_charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let sniffing = SniffOptions::default()
            .override_encoding(self.options.encoding)
            .http_charset(http_charset.or(self.options.http_charset));
        let after = if self.passes { AfterLimit::PassThrough } else { AfterLimit::Stop };
        let options = RewriteOptions::default()
            .parsing(self.options.html())
            .sniffing(sniffing)
            .after_limit(after);
        let mut rewriter = Rewriter::new(&options);
        let handlers = Arc::clone(&self.handlers());
        for (number, handler) in handlers.iter().enumerate() {
            let callback = Callback { handlers: Arc::clone(&handlers), number };
            // Selectors were tried when they were added.
            callback
                .add(&mut rewriter, &handler.target)
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        }
        Ok(rewriter)
    }
}

/// A callback of a page.
struct Callback {
    handlers: Arc<Vec<Handler>>,
    number: usize,
}

impl Callback {
    fn get(&self) -> &Py<PyAny> {
        &self.handlers[self.number].callback
    }

    /// Adds a handler that calls it.
    fn add(self, rewriter: &mut Rewriter<'static>, target: &Target) -> Result<(), NotStreamable> {
        match target {
            Target::Element(selector) => {
                rewriter.on_element(selector, move |it| units::element(it, self.get()))?
            }
            Target::Text(Some(selector)) => {
                rewriter.on_text(selector, move |it| units::text(it, self.get()))?
            }
            Target::Text(None) => rewriter.on_document_text(move |it| units::text(it, self.get())),
            Target::Comment(Some(selector)) => {
                rewriter.on_comment(selector, move |it| units::comment(it, self.get()))?
            }
            Target::Comment(None) => {
                rewriter.on_document_comment(move |it| units::comment(it, self.get()))
            }
            Target::Doctype => rewriter.on_doctype(move |it| units::doctype(it, self.get())),
            Target::End => rewriter.on_end(move |it| units::end(it, self.get())),
        };
        Ok(())
    }
}

/// The exception for the end of a rewrite: that of the callback, if one has failed.
fn failure(py: Python<'_>, error: RewriteError) -> PyErr {
    match error {
        RewriteError::Handler(error) => match error.downcast::<PyErr>() {
            Ok(error) => error.clone_ref(py),
            Err(error) => errors::edit_message(py, &error.to_string()),
        },
        RewriteError::Limit(limit) => errors::limit_of_rewrite(py, limit),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// A selector for a stream.
fn streamable(selector: &Bound<'_, PyAny>) -> PyResult<StreamSelector> {
    StreamSelector::new(&compile(selector)?)
        .map_err(|error| errors::unsupported_selector(selector.py(), &error.to_string()))
}

#[pymethods]
impl PyRewriter {
    #[new]
    #[pyo3(signature = (*, encoding=None, http_charset=None, scripting=false, limits=None, after_limit="raise"))]
    fn new(
        encoding: Option<&str>,
        http_charset: Option<&str>,
        scripting: bool,
        limits: Option<&Bound<'_, Limits>>,
        after_limit: &str,
    ) -> PyResult<Self> {
        let limits = limits.map(|limits| limits.get());
        let options = KeywordOptions::new(encoding, http_charset, scripting, false, false, limits)?;
        let passes = match after_limit {
            "raise" => false,
            "pass" => true,
            other => {
                let message = format!(
                    "after_limit must be \"raise\" or \"pass\", not {}",
                    errors::quoted(other)
                );
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Self { options, passes, handlers: Mutex::default() })
    }

    /// Calls ``callback`` with each element that matches, when its start tag was read. Returns the rewriter.
    ///
    /// Raises:
    ///     SelectorError: The selector isn't valid, or depends on later content.
    ///     RuntimeError: A page is being rewritten.
    fn on_element(
        slf: Bound<'_, Self>,
        selector: &Bound<'_, PyAny>,
        callback: Bound<'_, PyAny>,
    ) -> PyResult<Py<Self>> {
        Self::add(slf, Target::Element(streamable(selector)?), callback)
    }

    /// Calls ``callback`` with each piece of text in elements that match, or in the document for ``None``. Returns the rewriter.
    fn on_text(
        slf: Bound<'_, Self>,
        selector: Option<&Bound<'_, PyAny>>,
        callback: Bound<'_, PyAny>,
    ) -> PyResult<Py<Self>> {
        let selector = selector.map(streamable).transpose()?;
        Self::add(slf, Target::Text(selector), callback)
    }

    /// Calls ``callback`` with each comment in elements that match, or in the document for ``None``. Returns the rewriter.
    fn on_comment(
        slf: Bound<'_, Self>,
        selector: Option<&Bound<'_, PyAny>>,
        callback: Bound<'_, PyAny>,
    ) -> PyResult<Py<Self>> {
        let selector = selector.map(streamable).transpose()?;
        Self::add(slf, Target::Comment(selector), callback)
    }

    /// Calls ``callback`` with the DOCTYPE. Returns the rewriter.
    fn on_doctype(slf: Bound<'_, Self>, callback: Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::add(slf, Target::Doctype, callback)
    }

    /// Calls ``callback`` with the end of the document. Returns the rewriter.
    fn on_end(slf: Bound<'_, Self>, callback: Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::add(slf, Target::End, callback)
    }

    /// Rewrites a whole page. Text gives text, bytes give bytes.
    ///
    /// Raises:
    ///     LimitError: A limit was reached.
    fn rewrite<'py>(&self, py: Python<'py>, page: Markup<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut rewriter = self.rewriter(None)?;
        let input = page.input()?;
        let mut output = Vec::with_capacity(input.len());
        let result = py.detach(|| {
            match &input {
                Input::Text(text) => {
                    rewriter.feed_text(text, |bytes| output.extend_from_slice(bytes))?;
                }
                Input::Bytes(bytes) => {
                    rewriter.feed(bytes, |bytes| output.extend_from_slice(bytes))?;
                }
            }
            rewriter.finish(|bytes| output.extend_from_slice(bytes))
        });
        result.map_err(|error| failure(py, error))?;
        Ok(match input {
            Input::Text(_) => PyString::new(py, &String::from_utf8_lossy(&output)).into_any(),
            Input::Bytes(_) => PyBytes::new(py, &output).into_any(),
        })
    }

    /// Begins to rewrite a page that comes in pieces of bytes; ``http_charset`` is the ``charset`` of its ``Content-Type`` header.
    #[pyo3(signature = (*, http_charset=None))]
    fn start(&self, http_charset: Option<&str>) -> PyResult<Rewrite> {
        let state = State { rewriter: Some(self.rewriter(http_charset)?), limit: None };
        Ok(Rewrite { state: Mutex::new(state) })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Pages in progress share the callbacks, and keep them until they end.
        let Ok(mut handlers) = self.handlers.try_lock() else { return Ok(()) };
        let Some(handlers) = Arc::get_mut(&mut handlers) else { return Ok(()) };
        handlers.iter().try_for_each(|handler| visit.call(&handler.callback))
    }

    fn __clear__(&self) {
        // Dropping a callback may run Python code, which must not find the lock held.
        let handlers = self.handlers.try_lock().map(|mut handlers| std::mem::take(&mut *handlers));
        drop(handlers);
    }
}

impl Rewrite {
    /// The state, unless another call uses it: that could be the one that runs this callback.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        self.state.try_lock().map_err(|_| {
            PyRuntimeError::new_err(
                "the page is in use by another call, such as one that runs this callback",
            )
        })
    }
}

#[pymethods]
impl Rewrite {
    /// Rewrites the next piece, and returns the bytes that are known by then.
    ///
    /// Raises:
    ///     LimitError: A limit was reached.
    ///     RuntimeError: The page has ended, or this is called by a callback.
    fn feed<'py>(&self, py: Python<'py>, piece: Markup<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Input::Bytes(bytes) = piece.input()? else {
            return Err(PyTypeError::new_err("a piece must be bytes; Rewriter.rewrite takes text"));
        };
        let mut state = self.state()?;
        let Some(rewriter) = &mut state.rewriter else { return Err(errors::closed("page")) };
        let mut output = Vec::with_capacity(bytes.len());
        let result = py.detach(|| rewriter.feed(bytes, |bytes| output.extend_from_slice(bytes)));
        if let Err(error) = result {
            state.rewriter = None;
            return Err(failure(py, error));
        }
        Ok(PyBytes::new(py, &output))
    }

    /// Ends the page, and returns its last bytes.
    ///
    /// Raises:
    ///     LimitError: A limit was reached.
    ///     RuntimeError: The page has ended, or this is called by a callback.
    fn close<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut state = self.state()?;
        let Some(rewriter) = state.rewriter.take() else { return Err(errors::closed("page")) };
        let mut output = Vec::new();
        let result = py.detach(|| rewriter.finish(|bytes| output.extend_from_slice(bytes)));
        let ((), limit) = result.map_err(|error| failure(py, error))?;
        state.limit = limit;
        Ok(PyBytes::new(py, &output))
    }

    /// The limit that was reached, after which the rest passed through; known once the page has ended.
    #[getter]
    fn limit(&self) -> PyResult<Option<&'static str>> {
        Ok(self.state()?.limit.map(|limit| limit.as_str()))
    }
}
