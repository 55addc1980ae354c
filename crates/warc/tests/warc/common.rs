//! A generator of WARC files.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    Gzip,
    Zstd,
}

impl Form {
    pub(crate) const ALL: [Self; 3] = [Self::Plain, Self::Gzip, Self::Zstd];
}

/// The place of a record that was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) is_response: bool,
}

/// A file that is being written.
pub(crate) struct Warc {
    form: Form,
    pub(crate) bytes: Vec<u8>,
    pub(crate) places: Vec<Place>,
}

impl Warc {
    pub(crate) fn new(form: Form) -> Self {
        Self { form, bytes: Vec::new(), places: Vec::new() }
    }

    pub(crate) fn info(&mut self) {
        self.record("warcinfo", None, "application/warc-fields", b"software: test\r\n");
    }

    pub(crate) fn request(&mut self, url: &str) {
        self.record(
            "request",
            Some(url),
            "application/http; msgtype=request",
            b"GET / HTTP/1.1\r\n\r\n",
        );
    }

    pub(crate) fn response(&mut self, url: &str, http: &[u8]) {
        self.record("response", Some(url), "application/http; msgtype=response", http);
    }

    pub(crate) fn record(
        &mut self,
        kind: &str,
        url: Option<&str>,
        content_type: &str,
        body: &[u8],
    ) {
        let mut record = format!("WARC/1.0\r\nWARC-Type: {kind}\r\n").into_bytes();
        if let Some(url) = url {
            record.extend_from_slice(format!("WARC-Target-URI: {url}\r\n").as_bytes());
        }
        record.extend_from_slice(
            format!(
                "WARC-Date: 2025-09-04T10:11:12Z\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
                body.len()
            )
            .as_bytes(),
        );
        record.extend_from_slice(body);
        record.extend_from_slice(b"\r\n\r\n");
        let offset = self.bytes.len() as u64;
        match self.form {
            Form::Plain => self.bytes.append(&mut record),
            Form::Gzip => self.bytes.append(&mut gzip(&record)),
            Form::Zstd => {
                self.bytes.append(&mut compress_to_vec(&*record, CompressionLevel::Fastest))
            }
        }
        let length = self.bytes.len() as u64 - offset;
        self.places.push(Place { offset, length, is_response: kind == "response" });
    }
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An HTTP response with a page of HTML.
pub(crate) fn html_response(page: &[u8]) -> Vec<u8> {
    http_response("200 OK", &["Content-Type: text/html"], page)
}

pub(crate) fn http_response(status: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 {status}\r\n");
    for header in headers {
        response.push_str(header);
        response.push_str("\r\n");
    }
    response.push_str("\r\n");
    let mut response = response.into_bytes();
    response.extend_from_slice(body);
    response
}

/// Text that doesn't compress well.
pub(crate) fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Random(seed + 1);
    (0..len)
        .map(|_| {
            b"abcdefghijklmnopqrstuvwxyz <>/=\"0123456789ABCDEFGHIJKLMNOPQRSTUVWX"[random.below(64)]
        })
        .collect()
}

/// A small generator of random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}
