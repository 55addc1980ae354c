//! A page and what is known about it.

use crate::record::{Payload, Record};

/// The content of a page.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Content<'a> {
    /// There is none: the record couldn't be read.
    #[default]
    Missing,
    /// Bytes, whose encoding is detected.
    Bytes(&'a [u8]),
    /// Decoded text.
    Text(&'a str),
}

/// A page to extract a row from: its content, and the facts of its record.
///
/// ```
/// use sapwood_warc::{Content, Page};
///
/// let page = Page::html(b"<p>Oak").url("https://example.com/");
/// assert!(matches!(page.content, Content::Bytes(b"<p>Oak")));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Page<'a> {
    /// The content.
    pub content: Content<'a>,
    /// The name of the file that holds the record.
    pub warc: Option<&'a str>,
    /// Offset of the record.
    pub offset: Option<u64>,
    /// Length of the record.
    pub length: Option<u64>,
    /// The URL, against which links are resolved.
    pub url: Option<&'a str>,
    /// The date of the record, such as `2025-09-04T10:11:12Z`.
    pub date: Option<&'a str>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The media type, if it isn't that of the `Content-Type`.
    pub mime: Option<String>,
    /// The `Content-Type`; its `charset` precedes declarations in the page.
    pub content_type: Option<&'a str>,
    /// The `Content-Language`.
    pub content_language: Option<&'a str>,
    /// Whether the content was cut at the limit on input.
    pub is_cut: bool,
    /// The reason why the record couldn't be read, or not as a whole.
    pub error: Option<String>,
}

impl<'a> Page<'a> {
    /// A page of bytes, of which nothing else is known.
    #[must_use]
    pub fn html(bytes: &'a [u8]) -> Self {
        Self { content: Content::Bytes(bytes), ..Self::default() }
    }

    /// A page of decoded text, of which nothing else is known.
    #[must_use]
    pub fn text(text: &'a str) -> Self {
        Self { content: Content::Text(text), ..Self::default() }
    }

    /// The page of a record in the file `warc`. The record may be one that couldn't be read: then the row states why.
    #[must_use]
    pub fn of_record(record: &'a Record, payload: &'a Payload<'_>, warc: &'a str) -> Self {
        let content = match record.error {
            None => Content::Bytes(&payload.body),
            Some(_) => Content::Missing,
        };
        let error = record.error.as_ref().map(ToString::to_string);
        Self {
            content,
            warc: Some(warc),
            offset: Some(record.offset),
            length: record.length,
            url: record.url(),
            date: record.date(),
            status: payload.status,
            mime: payload.mime(),
            content_type: payload.content_type.as_deref(),
            content_language: payload.content_language.as_deref(),
            is_cut: payload.is_cut,
            error: error.or_else(|| payload.error.clone()),
        }
    }

    /// The media type in lower case.
    pub(super) fn mime(&self) -> Option<String> {
        let essence =
            |it: &str| it.split(';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
        self.mime.clone().or_else(|| self.content_type.map(essence))
    }

    /// Sets the URL.
    #[must_use]
    pub fn url(mut self, url: &'a str) -> Self {
        self.url = Some(url);
        self
    }
}
