//! Texts that are handed to C.

use std::{ffi::c_char, mem::MaybeUninit, ptr};

use crate::border::{Out, pointer, value};

/// A borrowed text: UTF-8, or bytes where a function says so. It is not terminated by NUL, and may contain NUL. The function that
/// wrote it says how long it lives.
///
/// ```c
/// sapwood_str version;
/// sapwood_version(&version);
/// printf("%.*s\n", (int)version.length, version.data);
/// assert(sapwood_abi_version() == SAPWOOD_ABI_VERSION);
/// assert(sapwood_has_feature(SAPWOOD_TEXT("xpath")));
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Str {
    /// The first byte; not null if the text exists, even if it is empty.
    pub data: *const c_char,
    /// The number of bytes.
    pub length: usize,
}

impl Str {
    pub(crate) fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self { data: pointer(bytes), length: bytes.len() }
    }

    /// No text: a null pointer.
    pub(crate) const NONE: Self = Self { data: ptr::null(), length: 0 };

    pub(crate) fn of_option(text: Option<&str>) -> Self {
        text.map_or(Self::NONE, Self::of)
    }
}

/// A text that the caller owns.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_string *text = NULL, *shown = NULL, *markdown = NULL, *title = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<title>T</title><p hidden>a<p>b <a href=c>d</a>"), NULL, &document, NULL);
/// sapwood_node body = sapwood_document_body(document);
/// sapwood_text_content(document, body, &text, NULL);
/// sapwood_inner_text(document, body, &shown, NULL);
/// sapwood_markdown(document, 0, SAPWOOD_TEXT("https://example.com/"), &markdown, NULL);
/// sapwood_content(document, 0, SAPWOOD_TEXT("title"), &title, NULL);
/// assert(strcmp(sapwood_string_data(text), "ab d") == 0 && sapwood_string_length(text) == 4);
/// assert(strcmp(sapwood_string_data(shown), "b d") == 0);
/// assert(strcmp(sapwood_string_data(markdown), "b [d](https://example.com/c)\n") == 0);
/// assert(strcmp(sapwood_string_data(title), "T") == 0);
/// sapwood_string_free(text);
/// sapwood_string_free(shown);
/// sapwood_string_free(markdown);
/// sapwood_string_free(title);
/// sapwood_document_free(document);
/// ```
pub struct OwnedString(Box<[u8]>);

impl OwnedString {
    pub(crate) fn new(text: impl Into<Vec<u8>>) -> Box<Self> {
        let mut bytes = text.into();
        bytes.push(0);
        Box::new(Self(bytes.into()))
    }
}

/// Frees a string. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_string_free(string: Option<Box<OwnedString>>) {
    value((), || drop(string));
}

/// Returns the first byte of a string, which lives as long as the string. A NUL byte follows the last one. Returns null for null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_string_data(string: Option<&OwnedString>) -> *const c_char {
    string.map_or(ptr::null(), |string| pointer(&string.0))
}

/// Returns the number of bytes of a string, without the NUL byte at its end; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_string_length(string: Option<&OwnedString>) -> usize {
    string.map_or(0, |string| string.0.len() - 1)
}

/// Writes `text` if the caller wants it; returns whether there is one.
pub(crate) fn write_some(out: Out<'_, Str>, text: Option<&str>) -> bool {
    if let Some(out) = out {
        MaybeUninit::write(out, Str::of_option(text));
    }
    text.is_some()
}
