//! A record of a WARC file.

use std::{borrow::Cow, fmt, ops::Range};

/// The kind of a record, which its header `WARC-Type` states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// The response of a server, with its HTTP headers.
    Response,
    /// A resource without the headers of a protocol.
    Resource,
    /// A resource that was converted into another format.
    Conversion,
    /// A description of the file, a request, metadata, a revisit, a continuation, or an unknown kind: no page.
    #[default]
    Other,
}

impl RecordKind {
    pub(super) fn of(name: &str) -> Self {
        let kinds = [
            ("response", Self::Response),
            ("resource", Self::Resource),
            ("conversion", Self::Conversion),
        ];
        let found = kinds.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map_or(Self::Other, |(_, kind)| *kind)
    }
}

/// The reason why a record couldn't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The file ends inside the record.
    Truncated,
    /// The compressed bytes of the record are damaged.
    Damaged(String),
    /// The record doesn't have the form of a WARC record.
    Malformed(&'static str),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("the file ends inside the record"),
            Self::Damaged(reason) => f.write_str(reason),
            Self::Malformed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for RecordError {}

/// A record of a WARC file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Record {
    /// Offset in the file of the record, or of the compressed member that holds it.
    pub offset: u64,
    /// Length in the file of the record or of its compressed member; `None` if it isn't known, because the file ends
    /// early or because the member holds other records, too.
    pub length: Option<u64>,
    /// The kind of the record.
    pub kind: RecordKind,
    /// The header: the version and the named fields, in UTF-8. Empty if it could not be read.
    pub header: String,
    /// Whether the content is longer than the limit.
    pub is_cut: bool,
    /// The reason why the record couldn't be read.
    pub error: Option<RecordError>,
    /// Bytes that hold the content, as they were decoded.
    pub(super) bytes: Vec<u8>,
    /// The place of the content in the bytes.
    pub(super) body: Range<usize>,
}

impl Record {
    /// Returns the value of a field of the header, by its name in any case.
    ///
    /// ```
    /// use sapwood_warc::Reader;
    ///
    /// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 2\r\n\r\nHi\r\n\r\n";
    /// let record = Reader::new(&file[..])?.next_record()?.unwrap();
    /// assert_eq!(record.field("warc-type"), Some("resource"));
    /// assert_eq!((record.offset, record.length, record.body()), (0, Some(58), &b"Hi"[..]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        field(&self.header, name)
    }

    /// Returns the content, as much of it as the reader's limit allows; it is empty if there is an error.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.bytes[self.body.clone()]
    }

    /// Returns the URL of the page.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        let url = self.field("WARC-Target-URI")?;
        // Some archivers write the angle brackets of an old grammar.
        Some(url.strip_prefix('<').and_then(|it| it.strip_suffix('>')).unwrap_or(url))
    }

    /// Returns the date of the record as it is written, such as `2025-09-04T10:11:12Z`.
    #[must_use]
    pub fn date(&self) -> Option<&str> {
        self.field("WARC-Date")
    }
}

impl Record {
    /// Most bytes of memory that are kept for the next record.
    const RETAINED: usize = 1 << 19;

    /// Makes this an empty record at `offset`, and keeps memory for the next one.
    pub(crate) fn clear(&mut self, offset: u64) {
        let Self { mut header, mut bytes, .. } = std::mem::take(self);
        header.clear();
        bytes.truncate(Self::RETAINED);
        bytes.shrink_to(Self::RETAINED);
        *self = Self { offset, header, bytes, ..Self::default() };
    }

    /// Gives the record an error in place of its content.
    pub(crate) fn fail(&mut self, reason: &str) {
        (self.bytes, self.body) = (Vec::new(), 0..0);
        self.error = Some(RecordError::Damaged(reason.to_owned()));
    }
}

/// Returns the value of a named field in lines of `name: value`.
pub(super) fn field<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    header.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim_ascii_end().eq_ignore_ascii_case(name).then(|| value.trim_ascii())
    })
}

/// Text of a header, which should be ASCII or UTF-8.
pub(super) fn header_text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
