//! HTTP responses: status, headers, and the content without transfer and content encodings.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::warc_record::{Record, RecordKind, field, header_text};

/// Most content encodings that are undone.
const MAX_ENCODINGS: usize = 4;

/// The content of a record: the page, without the protocol that delivered it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Payload<'a> {
    /// The HTTP status, if the record has an HTTP response.
    pub status: Option<u16>,
    /// The `Content-Type`, with its parameters.
    pub content_type: Option<String>,
    /// The `Content-Language`.
    pub content_language: Option<String>,
    /// The content, decompressed.
    pub body: Cow<'a, [u8]>,
    /// Whether the content is longer than the limit.
    pub is_cut: bool,
    /// The reason why the content couldn't be decoded as a whole.
    pub error: Option<String>,
    /// The media type that the archiver found by the content, if the server states none.
    identified: Option<String>,
}

impl Record {
    /// Takes the HTTP response in the record apart, or takes the content as it is if there is none.
    ///
    /// `limit` is the most bytes of the page once decompressed.
    #[must_use]
    pub fn payload(&self, limit: usize) -> Payload<'_> {
        Payload::of(self, limit)
    }

    /// Whether the record should hold an HTTP response, but its content doesn't begin like one.
    pub(super) fn lacks_http(&self) -> bool {
        const MAGIC: &[u8] = b"HTTP/";
        let len = if self.is_cut { self.body().len().min(MAGIC.len()) } else { MAGIC.len() };
        self.kind == RecordKind::Response
            && !self.body().starts_with(&MAGIC[..len])
            && self
                .field("Content-Type")
                .is_some_and(|it| essence(it).eq_ignore_ascii_case("application/http"))
    }
}

impl<'a> Payload<'a> {
    pub(super) fn of(record: &'a Record, limit: usize) -> Self {
        let content_type = record.field("Content-Type").unwrap_or_default();
        let is_http = record.kind == RecordKind::Response
            && (essence(content_type).eq_ignore_ascii_case("application/http")
                || record.body().starts_with(b"HTTP/"));
        let identified = record.field("WARC-Identified-Payload-Type").map(str::to_owned);
        let mut payload = match is_http {
            true => Self::of_http(record.body(), limit),
            false => Self {
                content_type: Some(content_type.to_owned()).filter(|it| !it.is_empty()),
                body: Cow::Borrowed(record.body()),
                ..Self::default()
            },
        };
        payload.identified = identified;
        payload.is_cut |= record.is_cut;
        if payload.body.len() > limit {
            payload.is_cut = true;
            match &mut payload.body {
                Cow::Borrowed(body) => *body = &body[..limit],
                Cow::Owned(body) => body.truncate(limit),
            }
        }
        // A body that is cut can't be decoded to its end.
        if payload.is_cut {
            payload.error = None;
        }
        payload
    }

    fn of_http(bytes: &'a [u8], limit: usize) -> Self {
        let (head, body) = split_head(bytes);
        let head = header_text(head);
        let mut words = head.lines().next().unwrap_or_default().split_ascii_whitespace();
        let status = words.next().filter(|it| it.starts_with("HTTP/")).and(words.next());
        let owned = |name| field(&head, name).map(str::to_owned);
        let mut payload = Self {
            status: status.and_then(|it| it.parse().ok()),
            content_type: owned("Content-Type"),
            content_language: owned("Content-Language"),
            body: Cow::Borrowed(body),
            ..Self::default()
        };
        let is_chunked = |it: &str| it.to_ascii_lowercase().contains("chunked");
        // Some archivers store the content without chunks, and keep the header.
        if field(&head, "Transfer-Encoding").is_some_and(is_chunked)
            && let Some((joined, is_whole)) = join_chunks(body)
        {
            payload.body = Cow::Owned(joined);
            payload.error = (!is_whole).then(|| "the chunked response is incomplete".to_owned());
        }
        let encodings = field(&head, "Content-Encoding").unwrap_or_default().to_ascii_lowercase();
        for encoding in encodings.rsplit(',').map(str::trim_ascii).take(MAX_ENCODINGS) {
            payload.decompress(encoding, limit);
        }
        payload
    }

    /// Undoes a content encoding. Content that isn't encoded is left alone: some archivers decode it and keep the header.
    ///
    /// Brotli and plain deflate have no signature, and the first bytes of a page may begin a stream of either, which
    /// soon turns out to be invalid, or ends at once. So content is decoded first. If that fails, or yields less than
    /// there was, content that looks like a page is one.
    fn decompress(&mut self, encoding: &str, limit: usize) {
        let input: &[u8] = &self.body;
        let mut out = Vec::new();
        let most = limit as u64 + 1;
        let read: io::Result<usize> = match (encoding, input) {
            ("gzip" | "x-gzip", [0x1f, 0x8b, ..]) => {
                MultiGzDecoder::new(input).take(most).read_to_end(&mut out)
            }
            // The standard means zlib, but some servers send plain deflate.
            ("deflate", [first, second, ..])
                if first & 0xf == 8 && (u32::from(*first) * 256 + u32::from(*second)) % 31 == 0 =>
            {
                ZlibDecoder::new(input).take(most).read_to_end(&mut out)
            }
            ("deflate", [_, ..]) => DeflateDecoder::new(input).take(most).read_to_end(&mut out),
            ("br", [_, ..]) => {
                let decoder = brotli_decompressor::Decompressor::new(input, 1 << 14);
                decoder.take(most).read_to_end(&mut out)
            }
            _ => return,
        };
        if (read.is_err() || out.len() < input.len()) && is_plain(input) {
            return;
        }
        if let Err(error) = read {
            self.error = Some(format!("invalid {encoding}: {error}"));
        }
        self.is_cut |= out.len() as u64 == most;
        out.truncate(limit);
        self.body = Cow::Owned(out);
    }

    /// Returns the media type in lower case, such as `text/html`: that of the `Content-Type`, or else the one that the
    /// archiver found.
    #[must_use]
    pub fn mime(&self) -> Option<String> {
        let stated = self.content_type.as_deref().map(essence).filter(|it| !it.is_empty());
        let mime = stated.or(self.identified.as_deref().map(essence));
        mime.map(str::to_ascii_lowercase)
    }

    /// Returns `true` if the content is a page of HTML: by its media type, or by its first bytes if there is none.
    ///
    /// ```
    /// use sapwood_warc::Reader;
    ///
    /// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<p>Oak\r\n\r\n";
    /// let record = Reader::new(&file[..])?.next_record()?.unwrap();
    /// assert!(record.payload(100).is_html());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn is_html(&self) -> bool {
        match self.mime() {
            Some(mime) => matches!(&*mime, "text/html" | "application/xhtml+xml"),
            None => {
                let start = self.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.body);
                let start = start.trim_ascii_start();
                let begins = |with: &[u8]| {
                    start.get(..with.len()).is_some_and(|it| it.eq_ignore_ascii_case(with))
                };
                begins(b"<!doctype html") || begins(b"<html")
            }
        }
    }
}

/// Whether content looks like a page rather than like compressed data: it begins with markup, or is UTF-8 without
/// control characters.
fn is_plain(content: &[u8]) -> bool {
    /// Compressed data of so many bytes is no text, except by a chance below one in a million. The shortest Brotli
    /// stream is `;`.
    const MIN_TEXT: usize = 16;
    let start = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content).trim_ascii_start();
    if let [b'<', next, ..] = start
        && (next.is_ascii_alphabetic() || b"!/?".contains(next))
    {
        return true;
    }
    // The last character may be cut.
    let is_utf8 = || str::from_utf8(content).map_or_else(|it| it.error_len().is_none(), |_| true);
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    content.len() >= MIN_TEXT && is_utf8() && !content.iter().any(is_control)
}

/// The media type without parameters.
pub(super) fn essence(content_type: &str) -> &str {
    content_type.split([';', ',']).next().unwrap_or_default().trim_ascii()
}

/// Splits an HTTP response after the empty line.
fn split_head(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr_iter(b'\n', bytes).find_map(|at| match &bytes[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    });
    bytes.split_at(end.unwrap_or(bytes.len()))
}

/// Joins the chunks of a response, and returns whether the last one was there; `None` if it doesn't begin with a chunk.
fn join_chunks(mut bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut joined = Vec::new();
    let mut is_first = true;
    loop {
        let (size, rest) = chunk_size(bytes).or_else(|| {
            // A body that began as chunks ends here.
            (!is_first).then_some((usize::MAX, &[][..]))
        })?;
        is_first = false;
        if size == 0 {
            return Some((joined, true));
        }
        if rest.len() < size {
            joined.extend_from_slice(rest);
            return Some((joined, false));
        }
        joined.extend_from_slice(&rest[..size]);
        bytes = &rest[size..];
        bytes = bytes.strip_prefix(b"\r\n").or(bytes.strip_prefix(b"\n")).unwrap_or(bytes);
    }
}

/// The size of the next chunk, and what follows the line that states it.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    /// Chunk extensions are allowed, but rare.
    const MAX_LINE: usize = 256;
    let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_LINE)])?;
    let line = str::from_utf8(&bytes[..end]).ok()?;
    let size = line.split(';').next().unwrap_or_default().trim_ascii();
    Some((usize::from_str_radix(size, 16).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body without a content encoding, and whether there was an error.
    fn decompressed(encoding: &str, body: &[u8]) -> (Vec<u8>, bool) {
        let mut payload = Payload { body: Cow::Borrowed(body), ..Payload::default() };
        payload.decompress(encoding, 1_000_000);
        (payload.body.into_owned(), payload.error.is_some())
    }

    #[test]
    fn leaves_content_alone_that_an_archiver_has_decoded() {
        for encoding in ["gzip", "deflate", "br"] {
            // Each pair of bytes begins some stream, or an invalid one.
            for first in b'\t'..0x7f {
                for second in b' '..0x7f {
                    let page = [&[first, second][..], b" oak, \xc3\xa9rable; <p>elm"].concat();
                    if !first.is_ascii_control() || first.is_ascii_whitespace() {
                        assert_eq!(decompressed(encoding, &page), (page, false), "{encoding}");
                    }
                }
            }
            for page in [
                &b"<!DOCTYPE html><p>\xe9rable"[..],
                b"\xef\xbb\xbf\r\n<p>Oak \x01",
                b"<?xml version='1.0'?><p>\xff",
            ] {
                assert_eq!(decompressed(encoding, page), (page.to_vec(), false), "{encoding}");
            }
        }
    }

    #[test]
    fn reports_compressed_content_that_is_damaged() {
        const PAGE: &[u8] = b"\x8b\x04\x80<p>Oak</p>\x03";
        assert_eq!(decompressed("br", PAGE), (b"<p>Oak</p>".to_vec(), false));
        assert_eq!(decompressed("br", b";"), (Vec::new(), false));
        assert_eq!(decompressed("br", &PAGE[..8]), (b"<p>Oa".to_vec(), true));
        assert!(decompressed("br", b"\x8b\x04\xff<p>Oak</p>\x03").1);
    }

    #[test]
    fn joins_chunks_and_reports_missing_ones() {
        let joined = |bytes: &[u8]| {
            join_chunks(bytes).map(|(body, whole)| (String::from_utf8(body).unwrap(), whole))
        };
        assert_eq!(joined(b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"), Some(("abcde".into(), true)));
        assert_eq!(joined(b"3\r\nabc\r\n5\r\nde"), Some(("abcde".into(), false)));
        assert_eq!(joined(b"<!doctype html>\n"), None);
        assert_eq!(joined(b"ffffffffffffffffffff\r\n"), None);
        assert_eq!(joined(b""), None);
    }
}
