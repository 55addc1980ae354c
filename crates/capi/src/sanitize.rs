//! Untrusted HTML made safe.

use std::ffi::c_char;

use sapwood::{extract::serde_json, sanitizer::Policy};

use crate::{
    border::{Changed, ErrorOut, Out, required, run, text, value},
    document::{Document, node_or_root},
    failure::{Failure, Status},
    node::NodeNumber,
    parse::context,
    strings::OwnedString,
};

/// The rules for untrusted HTML, which several threads may use.
///
/// ```c
/// sapwood_sanitizer *sanitizer = NULL, *own = NULL;
/// sapwood_string *clean = NULL, *page = NULL;
/// sapwood_sanitizer_preset(SAPWOOD_TEXT("default"), &sanitizer, NULL);
/// sapwood_sanitize(sanitizer, SAPWOOD_TEXT("<p onclick=x>a<script>b</script>"), SAPWOOD_TEXT("div"), &clean, NULL);
/// assert(strcmp(sapwood_string_data(clean), "<p>a</p>") == 0);
/// sapwood_sanitizer_from_json(SAPWOOD_TEXT("{\"elements\": [\"b\"]}"), &own, NULL);
/// sapwood_sanitize_document(own, SAPWOOD_TEXT("<b>a</b>"), &page, NULL);
/// sapwood_document *document = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p onclick=x>a"), NULL, &document, NULL);
/// sapwood_sanitize_node(sanitizer, document, sapwood_document_body(document), NULL);
/// sapwood_document_free(document);
/// sapwood_string_free(clean);
/// sapwood_string_free(page);
/// sapwood_sanitizer_free(sanitizer);
/// sapwood_sanitizer_free(own);
/// ```
pub struct Sanitizer(Policy);

/// Writes the rules of a preset: `default`, `ammonia`, `nh3`, `bleach` or `dompurify`. To be freed by `sapwood_sanitizer_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitizer_preset(
    name: *const c_char,
    name_length: usize,
    sanitizer: Out<'_, Option<Box<Sanitizer>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let sanitizer = required(sanitizer, "sanitizer")?;
        let name = text(name, name_length, "name")?;
        let policy = Policy::preset(name).map_err(|_| {
            let known = Policy::PRESETS.join(", ");
            Failure::argument(format!("there is no preset `{name}`; there are {known}"))
        })?;
        sanitizer.write(Some(Box::new(Sanitizer(policy))));
        Ok(())
    })
}

/// Writes the rules that JSON describes: the members of `SanitizerConfig` in the HTML Sanitizer API, and those of
/// `sapwood sanitize --policy`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitizer_from_json(
    json: *const c_char,
    json_length: usize,
    sanitizer: Out<'_, Option<Box<Sanitizer>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let sanitizer = required(sanitizer, "sanitizer")?;
        let json = text(json, json_length, "json")?;
        let json = serde_json::from_str(json)
            .map_err(|error| Failure::argument(format!("`json` is not JSON: {error}")))?;
        let policy =
            Policy::from_json(&json).map_err(|error| Failure::argument(error.to_string()))?;
        sanitizer.write(Some(Box::new(Sanitizer(policy))));
        Ok(())
    })
}

/// Frees a sanitizer. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitizer_free(sanitizer: Option<Box<Sanitizer>>) {
    value((), || drop(sanitizer));
}

/// Writes safe HTML, which stays safe when it is parsed again as the content of `context`; without a name, `body`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitize(
    sanitizer: Option<&Sanitizer>,
    html: *const c_char,
    html_length: usize,
    context_name: *const c_char,
    context_length: usize,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let string = required(string, "string")?;
        let html = text(html, html_length, "html")?;
        let context = context(context_name, context_length)?;
        let clean = required(sanitizer, "sanitizer")?.0.clean_in(html, context);
        string.write(Some(OwnedString::new(clean)));
        Ok(())
    })
}

/// Writes the safe HTML of a whole page.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitize_document(
    sanitizer: Option<&Sanitizer>,
    html: *const c_char,
    html_length: usize,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let string = required(string, "string")?;
        let html = text(html, html_length, "html")?;
        let clean = required(sanitizer, "sanitizer")?.0.clean_document(html);
        string.write(Some(OwnedString::new(clean)));
        Ok(())
    })
}

/// Sanitizes the content of a node in place; 0 stands for the root.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_sanitize_node(
    sanitizer: Option<&Sanitizer>,
    document: Changed<'_, Document>,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let policy = &required(sanitizer, "sanitizer")?.0;
        required(document, "document")?.0.edit(|document| {
            let node = node_or_root(document, node)?.node_id();
            policy.sanitize(document, node)?;
            Ok(())
        })
    })
}
