//! The encoding in which a form is submitted.

use std::borrow::Cow;

#[cfg(feature = "encoding")]
use sapwood_encoding::{Encoding, encoding_rs::UTF_8};

/// The encoding of a form, or of a document: UTF-8, if the feature `encoding` is off.
#[derive(Clone, Copy)]
pub(super) struct Charset {
    #[cfg(feature = "encoding")]
    encoding: &'static Encoding,
}

impl Charset {
    pub(super) const UTF_8: Self = Self {
        #[cfg(feature = "encoding")]
        encoding: UTF_8,
    };

    #[cfg(feature = "encoding")]
    #[inline]
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self { encoding: encoding.output_encoding() }
    }

    /// [Picks an encoding for a
    /// form](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form);
    /// `self` is that of the document.
    #[cfg(feature = "encoding")]
    #[inline]
    pub(super) fn pick(self, accept_charset: Option<&str>) -> Self {
        let Some(labels) = accept_charset else { return self };
        let encoding = labels
            .split_ascii_whitespace()
            .find_map(|label| Encoding::for_label(label.as_bytes()))
            .unwrap_or(UTF_8);
        Self::new(encoding)
    }

    /// Returns UTF-8.
    #[cfg(not(feature = "encoding"))]
    #[inline]
    pub(super) fn pick(self, _: Option<&str>) -> Self {
        self
    }

    /// The standard's name of the encoding.
    #[cfg(feature = "encoding")]
    #[inline]
    pub(super) fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// The standard's name of the encoding.
    #[cfg(not(feature = "encoding"))]
    #[inline]
    pub(super) fn name(self) -> &'static str {
        "UTF-8"
    }

    /// Encodes a text. Characters that the encoding lacks become numeric character references.
    #[cfg(feature = "encoding")]
    #[inline]
    pub(super) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        self.encoding.encode(text).0
    }

    /// Encodes a text.
    #[cfg(not(feature = "encoding"))]
    #[inline]
    pub(super) fn encode(self, text: &str) -> Cow<'_, [u8]> {
        Cow::Borrowed(text.as_bytes())
    }

    /// Encodes the query of a URL: the references of characters that the encoding lacks are
    /// [percent-encoded](https://url.spec.whatwg.org/#string-percent-encode-after-encoding), unlike those of the text.
    #[cfg(feature = "encoding")]
    pub(super) fn encode_query(self, query: &str) -> Cow<'_, [u8]> {
        let (bytes, _, is_lossy) = self.encoding.encode(query);
        if !is_lossy {
            return bytes;
        }
        let mut escaped = String::new();
        for character in query.chars() {
            if self.encoding.encode(character.encode_utf8(&mut [0; 4])).2 {
                escaped.push_str(&format!("%26%23{}%3B", u32::from(character)));
            } else {
                escaped.push(character);
            }
        }
        Cow::Owned(self.encoding.encode(&escaped).0.into_owned())
    }

    /// Encodes the query of a URL.
    #[cfg(not(feature = "encoding"))]
    #[inline]
    pub(super) fn encode_query(self, query: &str) -> Cow<'_, [u8]> {
        self.encode(query)
    }
}
