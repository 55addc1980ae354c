//! Options of a parse.

use std::time::Duration;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use sapwood::{ByteOptions, Limit, ParseOptions, encoding::Encoding};

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
///     amplification: Bytes that the parser may copy for each byte of input, beyond 1 MiB; 8 by default, 0 for no limit.
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
    input_bytes: Option<u64>,
    /// The most nodes.
    #[pyo3(get)]
    nodes: Option<u64>,
    /// The most levels of nested elements.
    #[pyo3(get)]
    depth: Option<u64>,
    /// The most attributes of a tag.
    #[pyo3(get)]
    attributes: Option<u64>,
    /// The most bytes of a tag, comment or doctype.
    #[pyo3(get)]
    token_length: Option<u64>,
    /// The most seconds.
    #[pyo3(get)]
    time: Option<f64>,
    /// The most bytes that the parser may copy for each byte of input; 0 for no limit.
    #[pyo3(get)]
    amplification: Option<u64>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, input_bytes=None, nodes=None, depth=None, attributes=None, token_length=None, time=None, amplification=None))]
    fn new(
        input_bytes: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u64>,
        attributes: Option<u64>,
        token_length: Option<u64>,
        time: Option<f64>,
        amplification: Option<u64>,
    ) -> PyResult<Self> {
        if let Some(seconds) = time
            && Duration::try_from_secs_f64(seconds).is_err()
        {
            return Err(PyValueError::new_err("time must be a number of seconds, 0 or more"));
        }
        Ok(Self { input_bytes, nodes, depth, attributes, token_length, time, amplification })
    }

    /// The constructor's arguments, from which `pickle` makes the object again.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        for limit in Limit::SETTABLE {
            match limit {
                Limit::Time => arguments.set_item(keyword(limit), self.time)?,
                limit => arguments.set_item(keyword(limit), self.whole(limit))?,
            }
        }
        Ok((PyTuple::empty(py), arguments))
    }

    fn __repr__(&self) -> String {
        let argument = |limit| {
            let most = match limit {
                Limit::Time => self.time?.to_string(),
                limit => self.whole(limit)?.to_string(),
            };
            Some(format!("{}={most}", keyword(limit)))
        };
        let arguments: Vec<_> = Limit::SETTABLE.into_iter().filter_map(argument).collect();
        format!("Limits({})", arguments.join(", "))
    }
}

impl Limits {
    /// Returns a limit that is a whole number, by its name.
    fn whole(&self, limit: Limit) -> Option<u64> {
        match limit {
            Limit::InputBytes => self.input_bytes,
            Limit::Nodes => self.nodes,
            Limit::Depth => self.depth,
            Limit::Attributes => self.attributes,
            Limit::TokenLength => self.token_length,
            Limit::Amplification => self.amplification,
            _ => None,
        }
    }

    fn build(&self) -> sapwood::Limits {
        let mut limits = sapwood::Limits::default();
        for limit in Limit::SETTABLE {
            if let Some(most) = self.whole(limit) {
                limits = limits.with(limit, most);
            }
        }
        match self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            Some(time) => limits.time(time),
            None => limits,
        }
    }

    /// These limits in place of the default ones for the pages of a job.
    pub(crate) fn of_pages(&self) -> sapwood_warc::Limits {
        sapwood_warc::Limits::default().parsing(&self.build())
    }
}

/// Returns the keyword argument that sets a limit.
fn keyword(limit: Limit) -> String {
    limit.as_str().replace('-', "_")
}

/// The keyword arguments of every kind of parse.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct KeywordOptions {
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) http_charset: Option<&'static Encoding>,
    pub(crate) scripting: bool,
    pub(crate) errors: bool,
    pub(crate) positions: bool,
    /// Whether the document keeps its source.
    pub(crate) source: bool,
    pub(crate) limits: sapwood::Limits,
}

impl KeywordOptions {
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
            source: false,
            limits: limits.map(Limits::build).unwrap_or_default(),
        })
    }

    /// Sets whether the document keeps its source.
    pub(crate) fn source(mut self, on: bool) -> Self {
        self.source = on;
        self
    }

    pub(crate) fn html(&self) -> ParseOptions {
        ParseOptions::default()
            .scripting(self.scripting)
            .errors(self.errors)
            .positions(self.positions)
            .source(self.source)
            .limits(self.limits.clone())
    }

    pub(crate) fn bytes(&self) -> ByteOptions {
        ByteOptions::default()
            .parsing(self.html())
            .override_encoding(self.encoding)
            .http_charset(self.http_charset)
            .detect_utf8(true)
    }

    pub(crate) fn xml(&self) -> sapwood::xml::XmlParseOptions {
        sapwood::xml::XmlParseOptions::default()
            .errors(self.errors)
            .positions(self.positions)
            .source(self.source)
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
