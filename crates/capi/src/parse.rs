//! Parsing inputs that are there as a whole.

use std::{ffi::c_char, mem};

use sapwood::{FragmentContext, Parsed, Parser};

use crate::{
    border::{Changed, ErrorOut, Out, bytes, required, run, text},
    document::{Content, Document, hand_over},
    failure::{Failure, Status},
    options::{Options, Settings},
};

/// Parses HTML text, which is UTF-8. Any text is a document: there are no fatal syntax errors.
///
///     sapwood_document *document;
///     if (sapwood_parse(html, strlen(html), NULL, &document, NULL) == SAPWOOD_STATUS_OK) {
///         sapwood_node body = sapwood_document_body(document);
///         sapwood_document_free(document);
///     }
///
/// The document is to be freed by `sapwood_document_free`. Nothing of `html` is kept.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parse(
    html: *const c_char,
    html_length: usize,
    options: Option<&Options>,
    document: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = text(html, html_length, "html")?;
        hand_over(document, sapwood::parse_with(html, &Settings::of(options).html()))
    })
}

/// Parses HTML in bytes, whose encoding is detected as browsers do: see `sapwood_options_set_encoding`.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parse_bytes(
    html: *const c_char,
    html_length: usize,
    options: Option<&Options>,
    document: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = bytes(html, html_length, "html")?;
        hand_over(document, sapwood::parse_bytes_with(html, &Settings::of(options).bytes()))
    })
}

/// The context of a fragment by its name, such as `td` or `svg path`.
pub(crate) fn context<'a>(
    name: *const c_char,
    length: usize,
) -> Result<FragmentContext<'a>, Failure> {
    let name = text(name, length, "context")?;
    let name = if name.is_empty() { "body" } else { name };
    FragmentContext::parse(name).map_err(|error| Failure::argument(error.to_string()))
}

/// Parses an HTML fragment as the content of an element: the `innerHTML` of `context`, which is a name such as `td` or `svg path`;
/// without a name, `body`. The root of the document is a fragment.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parse_fragment(
    html: *const c_char,
    html_length: usize,
    context_name: *const c_char,
    context_length: usize,
    options: Option<&Options>,
    document: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = text(html, html_length, "html")?;
        let context = context(context_name, context_length)?;
        let options = Settings::of(options).html();
        hand_over(document, sapwood::parse_fragment_with(html, context, &options))
    })
}

/// Parses XML in bytes by XML5, which never fails. The encoding is detected.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parse_xml(
    xml: *const c_char,
    xml_length: usize,
    options: Option<&Options>,
    document: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let xml = bytes(xml, xml_length, "xml")?;
        let settings = Settings::of(options);
        let decoded = sapwood::xml::decode(xml, settings.transport());
        hand_over(document, decoded.parse(&settings.xml()))
    })
}

/// Parses HTML text into a document that was used before, in its memory. Its old nodes are gone, and their ids are stale.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_parse(
    document: Changed<'_, Document>,
    html: *const c_char,
    html_length: usize,
    options: Option<&Options>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = text(html, html_length, "html")?;
        let options = Settings::of(options).html();
        required(document, "document")?.0.change(|content| {
            let old = mem::take(content.own_document()?);
            let mut parser = Parser::recycling(old, &options);
            parser.feed(html);
            let parsed: Parsed = parser.finish();
            *content = Content::from(parsed);
            Ok(())
        })
    })
}

/// Parses HTML in bytes into a document that was used before, in its memory; see `sapwood_document_parse`.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_parse_bytes(
    document: Changed<'_, Document>,
    html: *const c_char,
    html_length: usize,
    options: Option<&Options>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = bytes(html, html_length, "html")?;
        let options = Settings::of(options).bytes();
        required(document, "document")?.0.change(|content| {
            let old = mem::take(content.own_document()?);
            *content = Content::from(sapwood::parse_bytes_recycling(old, html, &options));
            Ok(())
        })
    })
}
