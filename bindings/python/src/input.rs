//! Markup as an argument: `str`, `bytes`, or an object with the buffer protocol.

use std::borrow::Cow;

use pyo3::{
    Borrowed,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString},
};

/// Text or bytes to parse.
pub(crate) enum Markup<'py> {
    Text(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

/// [`Markup`] that outlives a call.
pub(crate) enum KeptMarkup {
    Text(Py<PyString>),
    Bytes(Py<PyBytes>),
}

/// The contents of [`Markup`], which can be used while the interpreter is released: `str` and `bytes` don't change.
#[derive(Clone)]
pub(crate) enum Input<'a> {
    Text(Cow<'a, str>),
    Bytes(&'a [u8]),
}

impl<'py> Markup<'py> {
    pub(crate) fn input(&self) -> PyResult<Input<'_>> {
        Ok(match self {
            Self::Text(text) => Input::Text(lossy(text)?),
            Self::Bytes(bytes) => Input::Bytes(bytes.as_bytes()),
        })
    }

    pub(crate) fn keep(self) -> KeptMarkup {
        match self {
            Self::Text(text) => KeptMarkup::Text(text.unbind()),
            Self::Bytes(bytes) => KeptMarkup::Bytes(bytes.unbind()),
        }
    }
}

impl KeptMarkup {
    pub(crate) fn get<'py>(&self, py: Python<'py>) -> Markup<'py> {
        match self {
            Self::Text(text) => Markup::Text(text.bind(py).clone()),
            Self::Bytes(bytes) => Markup::Bytes(bytes.bind(py).clone()),
        }
    }
}

impl Input<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// A piece of markup that was copied for another thread.
pub(crate) enum OwnedInput {
    Text(String),
    Bytes(Vec<u8>),
}

impl Input<'_> {
    /// Copies of pieces of at most about `len` bytes.
    pub(crate) fn pieces(&self, len: usize) -> Vec<OwnedInput> {
        match self {
            Self::Bytes(bytes) => {
                bytes.chunks(len).map(|piece| OwnedInput::Bytes(piece.to_vec())).collect()
            }
            Self::Text(text) => {
                let mut pieces = Vec::new();
                let mut rest = &**text;
                while !rest.is_empty() {
                    let end = (len..rest.len()).find(|&end| rest.is_char_boundary(end));
                    let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
                    pieces.push(OwnedInput::Text(piece.to_owned()));
                    rest = after;
                }
                pieces
            }
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Markup<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Text(text.to_owned()));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.to_owned()));
        }
        let py = object.py();
        let is_buffer = py.import("builtins")?.getattr("memoryview")?.call1((object,));
        match is_buffer {
            // Others may write to the buffer during the parse, so it is copied.
            Ok(view) => Ok(Self::Bytes(view.call_method0("tobytes")?.cast_into()?)),
            Err(_) => Err(PyTypeError::new_err(format!(
                "markup must be str, bytes or a buffer, not {}",
                object.get_type().name()?
            ))),
        }
    }
}

/// The text of a `str`; lone surrogates, which no encoding of text has, become U+FFFD.
pub(crate) fn lossy<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(text));
    }
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast_into::<PyBytes>()?.as_bytes().to_vec();
    for at in 0..bytes.len().saturating_sub(2) {
        if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
            bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
    }
    Ok(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
}
