//! Options of a parse.

use std::{
    ffi::c_char,
    sync::{Mutex, PoisonError},
};

use sapwood::{
    ByteOptions, Limit, Limits, ParseOptions,
    encoding::{Encoding, SniffOptions},
    xml::XmlParseOptions,
};

use crate::{
    border::{Changed, ErrorOut, Out, required, run, text, value},
    failure::{Failure, Status},
};

/// Options of a parse. Where a function takes options, null stands for the defaults.
///
/// ```c
/// sapwood_options *options = NULL;
/// sapwood_document *document = NULL;
/// sapwood_options_new(&options, NULL);
/// sapwood_options_set_flag(options, SAPWOOD_TEXT("errors"), true, NULL);
/// sapwood_options_set_flag(options, SAPWOOD_TEXT("offset-map"), true, NULL);
/// sapwood_options_limit_for_pages(options, NULL);
/// sapwood_options_set_limit(options, SAPWOOD_TEXT("nodes"), 1000, NULL);
/// sapwood_options_set_encoding(options, SAPWOOD_TEXT("override"), SAPWOOD_TEXT("windows-1252"), NULL);
/// sapwood_parse_bytes(SAPWOOD_TEXT("\xe9</p>"), options, &document, NULL);
/// sapwood_options_free(options);
/// sapwood_str encoding, limit;
/// sapwood_syntax_error found;
/// assert(sapwood_document_encoding(document, &encoding) && encoding.length == strlen("windows-1252"));
/// assert(!sapwood_document_is_malformed(document) && !sapwood_document_limit(document, &limit));
/// assert(sapwood_document_mode(document) == SAPWOOD_MODE_QUIRKS);
/// assert(sapwood_document_error_count(document) == 2 && sapwood_document_error_at(document, 1, &found));
/// // The text has two bytes for the first character, the input one.
/// assert(found.start == 2 && sapwood_document_byte_offset(document, found.start) == 1);
/// sapwood_document_free(document);
/// ```
pub struct Options(Mutex<Settings>);

/// The options that were set.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    html: ParseOptions,
    limits: Limits,
    errors: bool,
    positions: bool,
    source: bool,
    offset_map: bool,
    pub(crate) waiting: bool,
    transport: Option<&'static Encoding>,
    forced: Option<&'static Encoding>,
    fallback: Option<&'static Encoding>,
}

impl Settings {
    pub(crate) fn of(options: Option<&Options>) -> Self {
        options
            .map(|it| it.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .unwrap_or_default()
    }

    pub(crate) fn html(&self) -> ParseOptions {
        let options = self.html.clone().errors(self.errors).positions(self.positions);
        options.source(self.source).limits(self.limits.clone())
    }

    pub(crate) fn bytes(&self) -> ByteOptions {
        let options = ByteOptions::default().parsing(self.html()).offset_map(self.offset_map);
        options.sniffing(self.sniffing())
    }

    pub(crate) fn sniffing(&self) -> SniffOptions {
        let options = SniffOptions::default().http_charset(self.transport);
        let options = options.override_encoding(self.forced);
        match self.fallback {
            Some(encoding) => options.default_encoding(encoding),
            None => options,
        }
    }

    pub(crate) fn xml(&self) -> XmlParseOptions {
        let options = XmlParseOptions::default().errors(self.errors).positions(self.positions);
        options.source(self.source).limits(self.limits.clone())
    }

    /// The encoding that the transport names for XML.
    pub(crate) fn transport(&self) -> Option<&'static Encoding> {
        self.forced.or(self.transport)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn set_flag(&mut self, name: &str, on: bool) -> Result<(), Failure> {
        let html = std::mem::take(&mut self.html);
        self.html = match name {
            "scripting" => html.scripting(on),
            "iframe-srcdoc" => html.iframe_srcdoc(on),
            "declarative-shadow-roots" => html.declarative_shadow_roots(on),
            "template-for" => html.template_for(on),
            _ => {
                self.html = html;
                match name {
                    "errors" => self.errors = on,
                    "positions" => self.positions = on,
                    "source" => self.source = on,
                    "offset-map" => self.offset_map = on,
                    "waiting" => self.waiting = on,
                    _ => {
                        return Err(Failure::argument(format!(
                            "there is no option `{name}`; there are scripting, iframe-srcdoc, declarative-shadow-roots, \
                             template-for, errors, positions, source, offset-map and waiting"
                        )));
                    }
                }
                return Ok(());
            }
        };
        Ok(())
    }

    fn set_limit(&mut self, name: &str, most: u64) -> Result<(), Failure> {
        let limit = Limit::SETTABLE.into_iter().find(|limit| limit.as_str() == name);
        let limit = limit.ok_or_else(|| {
            let names: Vec<_> = Limit::SETTABLE.iter().map(|limit| limit.as_str()).collect();
            Failure::argument(format!("there is no limit `{name}`; there are {}", names.join(", ")))
        })?;
        self.limits = std::mem::take(&mut self.limits).with(limit, most);
        Ok(())
    }

    fn set_encoding(&mut self, role: &str, label: &str) -> Result<(), Failure> {
        let encoding = Encoding::for_label(label.as_bytes())
            .ok_or_else(|| Failure::argument(format!("unknown encoding label `{label}`")))?;
        match role {
            "transport" => self.transport = Some(encoding),
            "override" => self.forced = Some(encoding),
            "default" => self.fallback = Some(encoding),
            _ => {
                return Err(Failure::argument(format!(
                    "there is no role `{role}` of an encoding; there are transport, override and default"
                )));
            }
        }
        Ok(())
    }
}

fn set(
    options: Option<&Options>,
    change: impl FnOnce(&mut Settings) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let options = required(options, "options")?;
    change(&mut options.0.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Writes new options, which have the defaults. To be freed by `sapwood_options_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_new(
    options: Out<'_, Option<Box<Options>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(options, "options")?.write(Some(Box::new(Options(Mutex::default()))));
        Ok(())
    })
}

/// Frees options. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_free(options: Option<Box<Options>>) {
    value((), || drop(options));
}

/// Switches an option on or off:
///
/// * `errors`: collect parse errors; off by default.
/// * `positions`: keep where nodes and attributes were written; off by default.
/// * `source`: keep the input, for `sapwood_document_to_source`; off by default.
/// * `offset-map`: keep how offsets in the text map to the bytes that were parsed; off by default.
/// * `waiting`: functions of a rewriter may wait, which makes it slower; off by default.
/// * `scripting`: take scripting as enabled, so that the content of `noscript` is raw text; off by default.
/// * `iframe-srcdoc`: the document is that of an `srcdoc` attribute, which needs no DOCTYPE; off by default.
/// * `declarative-shadow-roots`: `<template shadowrootmode>` attaches a shadow root; off by default.
/// * `template-for`: `<template for>` replaces the content between markers; on by default.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_set_flag(
    options: Changed<'_, Options>,
    name: *const c_char,
    name_length: usize,
    on: bool,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let name = text(name, name_length, "name")?;
        set(options, |settings| settings.set_flag(name, on))
    })
}

/// Sets a limit: `input-bytes`, `nodes`, `depth`, `attributes` of a tag, `token-length` in bytes, `time` in milliseconds, or
/// `amplification`: bytes that the parser may copy for each byte of input beyond 1 MiB, 0 for no limit, 8 by default. A parse that
/// reaches a limit ends with the tree so far; see `sapwood_document_limit`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_set_limit(
    options: Changed<'_, Options>,
    name: *const c_char,
    name_length: usize,
    most: u64,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let name = text(name, name_length, "name")?;
        set(options, |settings| settings.set_limit(name, most))
    })
}

/// Sets the limits for pages of which none may hold up or exhaust a job over millions: 16 MiB of input, a million nodes, a depth of
/// 10,000, and five seconds.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_limit_for_pages(
    options: Changed<'_, Options>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        set(options, |settings| {
            settings.limits = Limits::for_pages();
            Ok(())
        })
    })
}

/// Sets an encoding by its label, such as `windows-1252`, in one of these roles: `transport` is what the HTTP header declares,
/// `override` wins over everything, and `default` holds if nothing else decides. They matter where bytes are parsed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_options_set_encoding(
    options: Changed<'_, Options>,
    role: *const c_char,
    role_length: usize,
    label: *const c_char,
    label_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let role = text(role, role_length, "role")?;
        let label = text(label, label_length, "label")?;
        set(options, |settings| settings.set_encoding(role, label))
    })
}
