//! Parse errors, and the findings of a check.

use std::sync::Arc;

use pyo3::{exceptions::PyValueError, prelude::*};
use sapwood::{
    FragmentContext,
    encoding::{SniffOptions, encoding_rs::UTF_8},
};
use sapwood_check::How;

use crate::{
    input::{Input, Markup},
    options::KeywordOptions,
    parse::check_encoding,
    position::Source,
    shared::Shared,
};

/// A parse error.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct ParseError {
    /// The code, such as ``duplicate-attribute``: the standard's where it has one.
    #[pyo3(get)]
    code: &'static str,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    /// Start and end in characters of the decoded input.
    #[pyo3(get)]
    span: (usize, usize),
}

impl ParseError {
    pub(crate) fn new(error: sapwood::ParseError, source: &Source) -> Self {
        let (line, column) = source.line_column(error.span.start);
        let span = (source.character(error.span.start), source.character(error.span.end));
        Self { code: error.code.as_str(), line, column, span }
    }
}

#[pymethods]
impl ParseError {
    fn __repr__(&self) -> String {
        format!("ParseError('{}', line={}, column={})", self.code, self.line, self.column)
    }
}

/// A mistake in markup, or something that may be one: what `check` finds.
///
/// >>> import sapwood
/// >>> [finding] = sapwood.check("<p id=a id=b>Oak", context="div")
/// >>> finding
/// Finding('duplicate-attribute', line=1, column=9)
/// >>> print(finding)
/// 1:9: duplicate-attribute: attribute given more than once
/// >>> finding.help
/// 'remove one of them: browsers ignore all but the first'
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Finding {
    /// The code, such as ``duplicate-attribute``: the standard's where it has one.
    #[pyo3(get)]
    code: &'static str,
    /// The mistake in words.
    #[pyo3(get)]
    title: String,
    /// How to correct it.
    #[pyo3(get)]
    help: String,
    /// The URL of the rule in its standard.
    #[pyo3(get)]
    url: String,
    /// Whether the markup may be right, so that this is no error.
    #[pyo3(get)]
    is_note: bool,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    /// Start and end in characters of the decoded input.
    #[pyo3(get)]
    span: (usize, usize),
}

impl Finding {
    fn new(finding: &sapwood_check::Finding, source: &Source) -> Self {
        let (line, column) = source.line_column(finding.span.start);
        Self {
            code: finding.code,
            title: finding.title().into_owned(),
            help: finding.help().to_owned(),
            url: finding.advice.url(),
            is_note: finding.is_note,
            line,
            column,
            span: (source.character(finding.span.start), source.character(finding.span.end)),
        }
    }

    fn all(findings: &[sapwood_check::Finding], source: &Source) -> Vec<Self> {
        findings.iter().map(|finding| Self::new(finding, source)).collect()
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("Finding('{}', line={}, column={})", self.code, self.line, self.column)
    }

    fn __str__(&self) -> String {
        format!("{}:{}: {}: {}", self.line, self.column, self.code, self.title)
    }
}

/// Checks the syntax of HTML, or of XML: reports all parse errors, and what the standard forbids authors besides.
///
/// Args:
///     markup: Text, or bytes, whose encoding and its declaration are checked too.
///     context: The element whose content the markup is, if it is a fragment; see `parse_fragment`.
///     xml: Check for well-formed XML instead.
///     encoding: The encoding of the bytes, whatever they declare.
///     http_charset: The ``charset`` of the ``Content-Type`` header.
///     scripting: Parse as a browser that runs scripts.
///
/// Returns:
///     The findings in the order of their positions; an empty list for correct markup.
///
/// Raises:
///     ValueError: The context is no element's name, an encoding label is unknown, or the arguments exclude each other.
///
/// >>> import sapwood
/// >>> for finding in sapwood.check("<!DOCTYPE html><title>Oak</title>\n<p>1 < 2</b>"):
/// ...     print(finding)
/// 2:6: invalid-first-character-of-tag-name: `<` is not followed by a tag name
/// 2:9: unexpected-end-tag: end tag without a matching start tag: `</b>`
/// >>> sapwood.check("<a><b/></a>", xml=True)
/// []
#[pyfunction]
#[pyo3(signature = (markup, /, *, context=None, xml=false, encoding=None, http_charset=None, scripting=false))]
pub(crate) fn check(
    py: Python<'_>,
    markup: Markup<'_>,
    context: Option<&str>,
    xml: bool,
    encoding: Option<&str>,
    http_charset: Option<&str>,
    scripting: bool,
) -> PyResult<Vec<Finding>> {
    let options = KeywordOptions::new(encoding, http_charset, scripting, false, false, None)?;
    let input = markup.input()?;
    check_encoding(&input, &options)?;
    if xml {
        if context.is_some() || encoding.is_some() || scripting {
            let message =
                "context, encoding and scripting are for HTML: leave them out with xml=True";
            return Err(PyValueError::new_err(message));
        }
        return Ok(py.detach(|| check_xml(&input, &options)));
    }
    let context = context.map(FragmentContext::parse).transpose();
    let fragment = context.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let how = How { fragment, scripting, ..How::default() };
    Ok(py.detach(|| check_html(&input, &options, &how)))
}

fn check_html(input: &Input<'_>, options: &KeywordOptions, how: &How<'_>) -> Vec<Finding> {
    match input {
        Input::Text(text) => {
            let findings = sapwood_check::check(text, how);
            Finding::all(&findings, &Source::new(text.clone().into_owned()))
        }
        Input::Bytes(bytes) => {
            let sniffing = SniffOptions::default()
                .override_encoding(options.encoding)
                .http_charset(options.http_charset)
                .detect_utf8(true);
            let checked = sapwood_check::check_bytes(bytes, &sniffing, how);
            Finding::all(&checked.findings, &Source::new(checked.text))
        }
    }
}

fn check_xml(input: &Input<'_>, options: &KeywordOptions) -> Vec<Finding> {
    let (bytes, charset) = match input {
        Input::Text(text) => (text.as_bytes(), Some(UTF_8)),
        Input::Bytes(bytes) => (*bytes, options.http_charset),
    };
    let checked = sapwood_check::xml::check_bytes(bytes, charset, &options.xml());
    Finding::all(&checked.findings, &Source::new(checked.text))
}

/// Checks the source of a document.
pub(crate) fn check_document(py: Python<'_>, shared: &Arc<Shared>) -> PyResult<Vec<Finding>> {
    let parse = &shared.parse;
    let Some(source) = &parse.source else {
        let message = "the source wasn't kept: parse with positions=True, or call `sapwood.check`";
        return Err(PyValueError::new_err(message));
    };
    if parse.is_fragment {
        let message = "call `sapwood.check` with the markup and context of a fragment";
        return Err(PyValueError::new_err(message));
    }
    Ok(py.detach(|| {
        let text = source.text();
        let findings = match parse.is_xml {
            true => {
                let options = sapwood::xml::XmlParseOptions::default();
                sapwood_check::xml::check_bytes(text.as_bytes(), Some(UTF_8), &options).findings
            }
            false => sapwood_check::check(text, &How::default()),
        };
        Finding::all(&findings, source)
    }))
}
