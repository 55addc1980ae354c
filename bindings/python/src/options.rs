//! Options of a parse.

use std::time::Duration;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use sapwood::{ByteOptions, Options, encoding::Encoding};

/// Limits on what a parse may take.
///
/// A parse that reaches a limit ends: `Document.limit` has its name, and the document what was parsed
/// before. With ``strict=True`` it raises `LimitError`. Time and memory are linear in the input without
/// any limit.
///
/// Args:
///     input_bytes: Bytes of input.
///     nodes: Nodes of the document.
///     depth: Levels of nested elements.
///     attributes: Attributes of a tag.
///     token_length: Bytes of a tag, comment or doctype.
///     time: Seconds.
///
/// >>> import sapwood
/// >>> document = sapwood.parse("<div>" * 1000, limits=sapwood.Limits(depth=100))
/// >>> document.limit
/// 'depth'
#[pyclass(frozen, module = "sapwood", eq, from_py_object)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limits {
    /// The most bytes of input.
    #[pyo3(get)]
    input_bytes: Option<usize>,
    /// The most nodes.
    #[pyo3(get)]
    nodes: Option<usize>,
    /// The most levels of nested elements.
    #[pyo3(get)]
    depth: Option<usize>,
    /// The most attributes of a tag.
    #[pyo3(get)]
    attributes: Option<usize>,
    /// The most bytes of a tag, comment or doctype.
    #[pyo3(get)]
    token_length: Option<usize>,
    /// The most seconds.
    #[pyo3(get)]
    time: Option<f64>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, input_bytes=None, nodes=None, depth=None, attributes=None, token_length=None, time=None))]
    fn new(
        input_bytes: Option<usize>,
        nodes: Option<usize>,
        depth: Option<usize>,
        attributes: Option<usize>,
        token_length: Option<usize>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        if let Some(seconds) = time
            && Duration::try_from_secs_f64(seconds).is_err()
        {
            return Err(PyValueError::new_err("time must be a number of seconds, 0 or more"));
        }
        Ok(Self { input_bytes, nodes, depth, attributes, token_length, time })
    }

    /// The constructor's arguments, from which `pickle` makes the object again.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        arguments.set_item("input_bytes", self.input_bytes)?;
        arguments.set_item("nodes", self.nodes)?;
        arguments.set_item("depth", self.depth)?;
        arguments.set_item("attributes", self.attributes)?;
        arguments.set_item("token_length", self.token_length)?;
        arguments.set_item("time", self.time)?;
        Ok((PyTuple::empty(py), arguments))
    }

    fn __repr__(&self) -> String {
        let whole = [
            ("input_bytes", self.input_bytes),
            ("nodes", self.nodes),
            ("depth", self.depth),
            ("attributes", self.attributes),
            ("token_length", self.token_length),
        ];
        let mut parts: Vec<_> = whole
            .into_iter()
            .filter_map(|(name, most)| Some(format!("{name}={}", most?)))
            .collect();
        parts.extend(self.time.map(|seconds| format!("time={seconds}")));
        format!("Limits({})", parts.join(", "))
    }
}

impl Limits {
    fn build(&self) -> sapwood::Limits {
        let mut limits = sapwood::Limits::default();
        if let Some(most) = self.input_bytes {
            limits = limits.input_bytes(most);
        }
        if let Some(most) = self.nodes {
            limits = limits.nodes(most);
        }
        if let Some(most) = self.depth {
            limits = limits.depth(most);
        }
        if let Some(most) = self.attributes {
            limits = limits.attributes(most);
        }
        if let Some(most) = self.token_length {
            limits = limits.token_length(most);
        }
        if let Some(time) = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        {
            limits = limits.time(time);
        }
        limits
    }

    /// These limits in place of the default ones for the pages of a job.
    pub(crate) fn of_pages(&self) -> PyResult<sapwood_warc::Limits> {
        if self.attributes.is_some() || self.token_length.is_some() {
            let message = "limits here are input_bytes, nodes, depth and time";
            return Err(PyValueError::new_err(message));
        }
        let mut limits = sapwood_warc::Limits::default();
        if let Some(most) = self.input_bytes {
            limits = limits.input_bytes(most);
        }
        if let Some(most) = self.nodes {
            limits = limits.nodes(most);
        }
        if let Some(most) = self.depth {
            limits = limits.depth(most);
        }
        if let Some(time) = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        {
            limits = limits.time(time);
        }
        Ok(limits)
    }
}

/// The options of every kind of parse.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct ParseOptions {
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) http_charset: Option<&'static Encoding>,
    pub(crate) scripting: bool,
    pub(crate) errors: bool,
    pub(crate) positions: bool,
    pub(crate) limits: sapwood::Limits,
}

impl ParseOptions {
    pub(crate) fn new(
        encoding: Option<&str>,
        http_charset: Option<&str>,
        scripting: bool,
        errors: bool,
        positions: bool,
        limits: Option<&Limits>,
    ) -> PyResult<Self> {
        Ok(Self {
            encoding: encoding.map(for_label).transpose()?,
            http_charset: http_charset.map(for_label).transpose()?,
            scripting,
            errors,
            positions,
            limits: limits.map(Limits::build).unwrap_or_default(),
        })
    }

    pub(crate) fn html(&self) -> Options {
        Options::default()
            .scripting(self.scripting)
            .errors(self.errors)
            .positions(self.positions)
            .limits(self.limits.clone())
    }

    pub(crate) fn bytes(&self) -> ByteOptions {
        ByteOptions::default()
            .parsing(self.html())
            .override_encoding(self.encoding)
            .http_charset(self.http_charset)
            .detect_utf8(true)
    }

    pub(crate) fn xml(&self) -> sapwood::xml::Options {
        sapwood::xml::Options::default()
            .errors(self.errors)
            .positions(self.positions)
            .limits(self.limits.clone())
    }

    /// Whether to keep the decoded input.
    pub(crate) fn keeps_source(&self) -> bool {
        self.errors || self.positions
    }
}

/// The encoding that a label of the Encoding Standard denotes.
pub(crate) fn for_label(label: &str) -> PyResult<&'static Encoding> {
    let unknown = || PyValueError::new_err(format!("unknown encoding label {label:?}"));
    Encoding::for_label(label.as_bytes()).ok_or_else(unknown)
}
