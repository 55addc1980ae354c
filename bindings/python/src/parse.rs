//! The functions that parse a whole document.

use std::sync::Arc;

use pyo3::{exceptions::PyValueError, prelude::*};
use sapwood::{Document, FragmentContext, Parser, encoding::Encoding};

use crate::{
    classes::PyDocument,
    errors,
    input::{Input, Markup},
    memory,
    options::{KeywordOptions, Limits},
    position::Source,
    shared::{ParseInfo, Shared},
    small,
};

/// Inputs of at least this many bytes are parsed with the interpreter released.
const LARGE: usize = 1 << 14;

/// Parses an HTML document.
///
/// Any input has a tree, the one that a browser builds.
///
/// Args:
///     markup: Text, or bytes whose encoding is detected as a browser does: by a byte order mark, the HTTP
///         header, a ``meta`` element; otherwise UTF-8 if the bytes are that, and windows-1252 if not.
///     encoding: The encoding of the bytes, whatever they declare.
///     http_charset: The ``charset`` of the ``Content-Type`` header.
///     scripting: Parse as a browser that runs scripts: the content of ``noscript`` is text.
///     errors: Collect parse errors in `Document.errors`.
///     positions: Keep positions for `Node.span` and `Node.line_column`.
///     source: Keep the input for `Document.to_source` and `Document.patches`.
///     limits: Limits on the parse.
///     strict: Raise `LimitError` if a limit is reached.
///
/// Raises:
///     TypeError: The markup is neither text nor bytes.
///     ValueError: An encoding label is unknown, or an encoding is given for text.
///     LimitError: A limit was reached and ``strict`` is set.
///
/// >>> import sapwood
/// >>> document = sapwood.parse(b"<title>Oak</title><p class=intro>Hello, <b>wood</b>!")
/// >>> document.title
/// 'Oak'
/// >>> document.select_one("p.intro").text
/// 'Hello, wood!'
#[pyfunction]
#[pyo3(signature = (markup, /, *, encoding=None, http_charset=None, scripting=false, errors=false, positions=false, source=false, limits=None, strict=false))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    markup: Markup<'py>,
    encoding: Option<&str>,
    http_charset: Option<&str>,
    scripting: bool,
    errors: bool,
    positions: bool,
    source: bool,
    limits: Option<&Bound<'py, Limits>>,
    strict: bool,
) -> PyResult<Bound<'py, PyDocument>> {
    let limits = limits.map(|limits| limits.get());
    let options =
        KeywordOptions::new(encoding, http_charset, scripting, errors, positions, limits)?
            .source(source);
    let input = markup.input()?;
    check_encoding(&input, &options)?;
    finish(py, released(py, input, |input| html(input, &options)), strict)
}

/// Parses a fragment of HTML, as ``innerHTML`` does.
///
/// Args:
///     markup: Text or bytes; see `parse`.
///     context: The element whose content the markup is: a tag name, or ``"svg path"`` and ``"math mi"``
///         for elements of SVG and MathML.
///     encoding: See `parse`, as the other arguments.
///
/// Raises:
///     ValueError: The context is no element's name, or ``source`` is set and the markup is bytes.
///
/// >>> import sapwood
/// >>> sapwood.parse_fragment("<td>1<td>2", context="tr").html
/// '<td>1</td><td>2</td>'
#[pyfunction]
#[pyo3(signature = (markup, /, context="div", *, encoding=None, http_charset=None, scripting=false, errors=false, positions=false, source=false, limits=None, strict=false))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_fragment<'py>(
    py: Python<'py>,
    markup: Markup<'py>,
    context: &str,
    encoding: Option<&str>,
    http_charset: Option<&str>,
    scripting: bool,
    errors: bool,
    positions: bool,
    source: bool,
    limits: Option<&Bound<'py, Limits>>,
    strict: bool,
) -> PyResult<Bound<'py, PyDocument>> {
    let limits = limits.map(|limits| limits.get());
    let options =
        KeywordOptions::new(encoding, http_charset, scripting, errors, positions, limits)?
            .source(source);
    let context = FragmentContext::parse(context)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let input = markup.input()?;
    check_encoding(&input, &options)?;
    if source && matches!(input, Input::Bytes(_)) {
        return Err(PyValueError::new_err(
            "the source of a fragment is kept for text, not for bytes",
        ));
    }
    let parsed = released(py, input, |input| {
        let (text, encoding) = decode(input, &options);
        let parsed = sapwood::parse_fragment_with(&text, context, &options.html());
        let info = ParseInfo {
            encoding: encoding.map(Encoding::name),
            limit: parsed.limit,
            errors: parsed.errors,
            source: options.keeps_source().then(|| Source::new(text.into_owned())),
            is_xml: false,
            is_fragment: true,
        };
        Shared::new(parsed.document, info)
    });
    finish(py, parsed, strict)
}

/// Parses an XML document.
///
/// The parser recovers from errors instead of stopping at the first one, and reads no external entities.
///
/// Args:
///     markup: Text, or bytes whose encoding is detected by a byte order mark and the XML declaration.
///     http_charset: The ``charset`` of the ``Content-Type`` header.
///     errors: Collect errors in `Document.errors`.
///     positions: Keep positions.
///     source: Keep the input for `Document.to_source` and `Document.patches`.
///     limits: Limits on the parse.
///     strict: Raise `LimitError` if a limit is reached.
///
/// >>> import sapwood
/// >>> feed = sapwood.parse_xml("<feed><entry><title>Oak</title></entry></feed>")
/// >>> feed.select_text("entry > title")
/// ['Oak']
#[pyfunction]
#[pyo3(signature = (markup, /, *, http_charset=None, errors=false, positions=false, source=false, limits=None, strict=false))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn parse_xml<'py>(
    py: Python<'py>,
    markup: Markup<'py>,
    http_charset: Option<&str>,
    errors: bool,
    positions: bool,
    source: bool,
    limits: Option<&Bound<'py, Limits>>,
    strict: bool,
) -> PyResult<Bound<'py, PyDocument>> {
    let limits = limits.map(|limits| limits.get());
    let options =
        KeywordOptions::new(None, http_charset, false, errors, positions, limits)?.source(source);
    let input = markup.input()?;
    finish(py, released(py, input, |input| xml(input, &options)), strict)
}

pub(crate) fn check_encoding(input: &Input<'_>, options: &KeywordOptions) -> PyResult<()> {
    let is_given = options.encoding.is_some() || options.http_charset.is_some();
    if is_given && matches!(input, Input::Text(_)) {
        let message = "text has no encoding: pass bytes, or leave encoding and http_charset out";
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Runs `parse`, with the interpreter released if the input is large.
pub(crate) fn released<R: Send>(
    py: Python<'_>,
    input: Input<'_>,
    parse: impl FnOnce(Input<'_>) -> R + Send,
) -> R {
    if input.len() < LARGE { parse(input) } else { py.detach(|| parse(input)) }
}

/// Wraps a parsed document; raises if it is to be whole and isn't.
pub(crate) fn finish(
    py: Python<'_>,
    shared: Arc<Shared>,
    strict: bool,
) -> PyResult<Bound<'_, PyDocument>> {
    let limit = shared.parse.limit.filter(|_| strict);
    let document = Bound::new(py, PyDocument::new(shared))?;
    match limit {
        Some(limit) => Err(errors::limit(py, limit, document.into_any())),
        None => Ok(document),
    }
}

/// Parses an HTML document.
pub(crate) fn html(input: Input<'_>, options: &KeywordOptions) -> Arc<Shared> {
    if let Some(shared) = small::html(&input, options) {
        return shared;
    }
    let (document, info) = html_parts(memory::of_len(input.len()), input, options);
    Shared::new(document, info)
}

/// Parses an HTML document into its parts, in the memory of a document that is no longer needed, if there is one.
pub(crate) fn html_parts(
    recycled: Option<Document>,
    input: Input<'_>,
    options: &KeywordOptions,
) -> (Document, ParseInfo) {
    match input {
        Input::Text(text) => {
            let parsed = match recycled {
                None => sapwood::parse_with(&text, &options.html()),
                Some(recycled) => {
                    let mut parser = Parser::recycling(recycled, &options.html());
                    parser.feed(&text);
                    parser.finish()
                }
            };
            let source = options.keeps_source().then(|| Source::new(text.into_owned()));
            let (limit, errors) = (parsed.limit, parsed.errors);
            (parsed.document, ParseInfo { limit, errors, source, ..ParseInfo::default() })
        }
        Input::Bytes(bytes) => {
            let recycled = recycled.unwrap_or_default();
            let parsed = sapwood::parse_bytes_recycling(recycled, bytes, &options.bytes());
            let source = options.keeps_source().then(|| {
                let (text, _) =
                    parsed.encoding.decode_without_bom_handling(&bytes[parsed.bom_len..]);
                Source::new(text.into_owned())
            });
            let info = ParseInfo {
                encoding: Some(parsed.encoding.name()),
                limit: parsed.limit,
                errors: parsed.errors,
                source,
                ..ParseInfo::default()
            };
            (parsed.document, info)
        }
    }
}

/// Parses an XML document.
pub(crate) fn xml(input: Input<'_>, options: &KeywordOptions) -> Arc<Shared> {
    let (text, encoding, parsed) = match input {
        Input::Text(text) => {
            let parsed = sapwood::xml::parse_with(&text, &options.xml());
            (text, None, parsed)
        }
        Input::Bytes(bytes) => {
            let decoded = sapwood::xml::decode(bytes, options.http_charset);
            let parsed = decoded.parse(&options.xml());
            (decoded.text, Some(decoded.encoding.name()), parsed)
        }
    };
    let info = ParseInfo {
        encoding,
        limit: parsed.limit,
        errors: parsed.errors,
        source: options.keeps_source().then(|| Source::new(text.into_owned())),
        is_xml: true,
        is_fragment: false,
    };
    Shared::new(parsed.document, info)
}

/// Decodes the bytes of a fragment.
pub(crate) fn decode<'a>(
    input: Input<'a>,
    options: &KeywordOptions,
) -> (std::borrow::Cow<'a, str>, Option<&'static Encoding>) {
    match input {
        Input::Text(text) => (text, None),
        Input::Bytes(bytes) => {
            let sniffing = sapwood::encoding::SniffOptions::default()
                .override_encoding(options.encoding)
                .http_charset(options.http_charset)
                .detect_utf8(true);
            let sniffed = sapwood::encoding::sniff(bytes, &sniffing);
            (sapwood::encoding::decode(bytes, &sniffed).text, Some(sniffed.encoding))
        }
    }
}
