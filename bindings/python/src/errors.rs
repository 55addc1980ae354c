//! The exceptions of the package, which are Python classes of `sapwood._errors`.

use pyo3::{
    call::PyCallArgs, exceptions::PyRuntimeError, prelude::*, sync::PyOnceLock, types::PyType,
};
use sapwood::{EditError, Limit, SelectorError, XPathError};

static SELECTOR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static XPATH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STALE_NODE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static EDIT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static LIMIT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// An exception of the class `name`, which `cell` keeps.
fn raise<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyErr {
    let class = cell.import(py, "sapwood._errors", name);
    match class.and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// A `SelectorError` with its position.
pub(crate) fn selector(py: Python<'_>, error: &SelectorError) -> PyErr {
    let message = match error.undeclared_prefix() {
        Some(prefix) => format!(
            "{error:#}\ndeclare the prefix with Selector(css, namespaces={{\"{prefix}\": \"URL\"}})"
        ),
        None => format!("{error:#}"),
    };
    let place = (message, error.offset(), error.line(), error.column());
    raise(py, &SELECTOR, "SelectorError", place)
}

/// A `SelectorError` without a position.
pub(crate) fn unsupported_selector(py: Python<'_>, message: &str) -> PyErr {
    raise(py, &SELECTOR, "SelectorError", (message,))
}

/// An `XPathError` with its position, if the expression is at fault.
pub(crate) fn xpath(py: Python<'_>, error: &XPathError) -> PyErr {
    let message = match error.undeclared_prefix() {
        Some(prefix) => {
            format!("{error:#}\ndeclare the prefix with namespaces={{\"{prefix}\": \"URL\"}}")
        }
        None => format!("{error:#}"),
    };
    let place = (message, error.offset(), error.line(), error.column());
    raise(py, &XPATH, "XPathError", place)
}

/// A `StaleNodeError`.
pub(crate) fn stale(py: Python<'_>) -> PyErr {
    let message = "the node was dropped by Document.compact(); select it again";
    raise(py, &STALE_NODE, "StaleNodeError", (message,))
}

/// The exception for an edit that was refused.
pub(crate) fn edit(py: Python<'_>, error: &EditError) -> PyErr {
    match error {
        EditError::StaleId => stale(py),
        error => raise(py, &EDIT, "EditError", (error.to_string(),)),
    }
}

/// An `EditError` with this message.
pub(crate) fn edit_message(py: Python<'_>, message: &str) -> PyErr {
    raise(py, &EDIT, "EditError", (message,))
}

/// A `LimitError`: a strict parse reached `limit`; `document` is what was parsed before.
pub(crate) fn limit(py: Python<'_>, limit: Limit, document: Bound<'_, PyAny>) -> PyErr {
    let message = format!("the input reached the limit `{limit}`");
    raise(py, &LIMIT, "LimitError", (message, limit.as_str(), document))
}

/// A `LimitError` of a rewrite, which has no document.
pub(crate) fn limit_of_rewrite(py: Python<'_>, limit: Limit) -> PyErr {
    let message = format!("the input reached the limit `{limit}`");
    raise(py, &LIMIT, "LimitError", (message, limit.as_str(), py.None()))
}

/// The exception for a parser or stream that was closed already.
pub(crate) fn closed(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the {what} is closed; make a new one for the next input"))
}

/// `text` in quotes, cut to a length that suits a message.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
