//! The [encoding sniffing
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::{change::is_utf_16, prescan::prescan, source::Source};

/// The default number of bytes to prescan, as the standard suggests.
pub const PRESCAN_LENGTH: usize = 1024;

/// The information about an input's encoding besides its bytes.
///
/// ```
/// use sapwood::encoding::{Encoding, SniffOptions, Source, sniff};
///
/// let options = SniffOptions::default().http_charset(Encoding::for_label(b"koi8-r"));
/// let sniffed = sniff(b"<meta charset=big5>", &options);
/// assert_eq!((sniffed.encoding.name(), sniffed.source), ("KOI8-R", Source::Transport));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SniffOptions {
    /// An encoding that overrides all declarations, but not a byte order mark.
    pub override_encoding: Option<&'static Encoding>,
    /// The encoding from the transport layer: the `charset` of the `Content-Type` header, as
    /// [`encoding_of_content_type`](crate::encoding_of_content_type) reads it.
    pub http_charset: Option<&'static Encoding>,
    /// The number of bytes to prescan: [`PRESCAN_LENGTH`] by default; 0 turns the prescan off.
    pub prescan: usize,
    /// The encoding of the container document, if it has the same origin.
    pub parent: Option<&'static Encoding>,
    /// A likely encoding, for example that of an earlier visit.
    pub likely: Option<&'static Encoding>,
    /// Whether to detect UTF-8: valid UTF-8 that isn't all ASCII. Off by default, as in browsers for pages from the
    /// network, so that authors keep declaring it.
    pub detect_utf8: bool,
    /// The fallback encoding: windows-1252 by default; see [`default_for_locale`](crate::default_for_locale).
    pub default: &'static Encoding,
}

impl SniffOptions {
    /// Sets [`override_encoding`](Self#structfield.override_encoding).
    #[must_use]
    pub fn override_encoding(mut self, override_encoding: Option<&'static Encoding>) -> Self {
        self.override_encoding = override_encoding;
        self
    }

    /// Sets [`http_charset`](Self#structfield.http_charset).
    #[must_use]
    pub fn http_charset(mut self, http_charset: Option<&'static Encoding>) -> Self {
        self.http_charset = http_charset;
        self
    }

    /// Sets [`prescan`](Self#structfield.prescan).
    #[must_use]
    pub fn prescan(mut self, prescan: usize) -> Self {
        self.prescan = prescan;
        self
    }

    /// Sets [`parent`](Self#structfield.parent).
    #[must_use]
    pub fn parent(mut self, parent: Option<&'static Encoding>) -> Self {
        self.parent = parent;
        self
    }

    /// Sets [`likely`](Self#structfield.likely).
    #[must_use]
    pub fn likely(mut self, likely: Option<&'static Encoding>) -> Self {
        self.likely = likely;
        self
    }

    /// Sets [`detect_utf8`](Self#structfield.detect_utf8).
    #[must_use]
    pub fn detect_utf8(mut self, detect_utf8: bool) -> Self {
        self.detect_utf8 = detect_utf8;
        self
    }

    /// Sets [`default`](Self#structfield.default), the fallback encoding.
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.default = encoding;
        self
    }
}

impl Default for SniffOptions {
    fn default() -> Self {
        Self {
            override_encoding: None,
            http_charset: None,
            prescan: PRESCAN_LENGTH,
            parent: None,
            likely: None,
            detect_utf8: false,
            default: WINDOWS_1252,
        }
    }
}

impl SniffOptions {
    /// Returns the number of bytes at the start of the input that [`sniff`] needs.
    #[must_use]
    pub fn needed(&self) -> usize {
        const LONGEST_MARK: usize = 3;
        match self.override_encoding.or(self.http_charset) {
            Some(_) => LONGEST_MARK,
            None => self.prescan.max(LONGEST_MARK),
        }
    }
}

/// The [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence) in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A later declaration can change it.
    Tentative,
    /// It is final.
    Certain,
    /// The input was text, not bytes.
    Irrelevant,
}

impl Confidence {
    /// Returns its name, such as `tentative`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tentative => "tentative",
            Self::Certain => "certain",
            Self::Irrelevant => "irrelevant",
        }
    }
}

/// The result of [`sniff`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sniffed {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The step that determined it.
    pub source: Source,
    /// The confidence in it.
    pub confidence: Confidence,
    /// The length of the byte order mark, which isn't part of the text; 0 without one.
    pub bom_len: usize,
}

/// Determines the encoding of an input that starts with `bytes`.
///
/// The first [`SniffOptions::needed`] bytes suffice; only [detection](SniffOptions::detect_utf8) uses more.
///
/// ```
/// use sapwood::encoding::{Confidence, SniffOptions, Source, sniff};
///
/// let sniffed = sniff(b"\xef\xbb\xbf<meta charset=big5>", &SniffOptions::default());
/// assert_eq!(sniffed.encoding.name(), "UTF-8");
/// assert_eq!((sniffed.source, sniffed.confidence), (Source::Bom, Confidence::Certain));
/// assert_eq!(sniffed.bom_len, 3);
/// ```
#[must_use]
pub fn sniff(bytes: &[u8], options: &SniffOptions) -> Sniffed {
    if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
        return Sniffed { bom_len, ..certain(encoding, Source::Bom) };
    }
    if let Some(encoding) = options.override_encoding {
        return certain(encoding, Source::Override);
    }
    if let Some(encoding) = options.http_charset {
        return certain(encoding, Source::Transport);
    }
    let (encoding, source) = prescan(&bytes[..bytes.len().min(options.prescan)])
        .or_else(|| {
            let usable = options.parent.filter(|parent| !is_utf_16(parent));
            usable.map(|encoding| (encoding, Source::Parent))
        })
        .or_else(|| options.likely.map(|encoding| (encoding, Source::Likely)))
        .or_else(|| {
            let detected = options.detect_utf8 && looks_like_utf8(bytes);
            detected.then_some((encoding_rs::UTF_8, Source::Likely))
        })
        .unwrap_or((options.default, Source::Default));
    Sniffed { encoding, source, confidence: Confidence::Tentative, bom_len: 0 }
}

fn certain(encoding: &'static Encoding, source: Source) -> Sniffed {
    Sniffed { encoding, source, confidence: Confidence::Certain, bom_len: 0 }
}

/// Whether `bytes` are valid UTF-8 but not ASCII; the last character may be incomplete.
fn looks_like_utf8(bytes: &[u8]) -> bool {
    let (valid, rest) = bytes.split_at(Encoding::utf8_valid_up_to(bytes));
    let cut = match str::from_utf8(rest) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    // An incomplete character alone is no evidence.
    cut && !valid.is_ascii()
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, GBK, KOI8_R, UTF_8, UTF_16BE, UTF_16LE};

    use super::*;

    #[test]
    fn order() {
        use Confidence::*;
        let bytes = b"<meta charset=gbk>";
        let marked = b"\xfe\xff\0<";
        let mut options = SniffOptions {
            override_encoding: Some(UTF_8),
            http_charset: Some(UTF_16LE),
            parent: Some(BIG5),
            likely: Some(KOI8_R),
            ..SniffOptions::default()
        };
        let check = |options: &SniffOptions, bytes: &[u8], encoding, source, confidence| {
            let sniffed = sniff(bytes, options);
            let bom_len = if source == Source::Bom { 2 } else { 0 };
            assert_eq!(sniffed, Sniffed { encoding, source, confidence, bom_len });
        };
        check(&options, marked, UTF_16BE, Source::Bom, Certain);
        assert_eq!(options.needed(), 3);
        check(&options, bytes, UTF_8, Source::Override, Certain);
        options.override_encoding = None;
        check(&options, bytes, UTF_16LE, Source::Transport, Certain);
        options.http_charset = None;
        assert_eq!(options.needed(), PRESCAN_LENGTH);
        check(&options, bytes, GBK, Source::MetaCharset, Tentative);
        options.prescan = 4;
        check(&options, bytes, BIG5, Source::Parent, Tentative);
        options.parent = Some(UTF_16BE);
        check(&options, bytes, KOI8_R, Source::Likely, Tentative);
        options.likely = None;
        check(&options, bytes, WINDOWS_1252, Source::Default, Tentative);
        check(&options, "caf\u{e9}".as_bytes(), WINDOWS_1252, Source::Default, Tentative);
        options.detect_utf8 = true;
        check(&options, "caf\u{e9}".as_bytes(), UTF_8, Source::Likely, Tentative);
        check(&options, b"\xc3\xa9\xe2\x82", UTF_8, Source::Likely, Tentative);
        check(&options, b"caf\xe9", WINDOWS_1252, Source::Default, Tentative);
        check(&options, b"\xc3\xa9\xe9.", WINDOWS_1252, Source::Default, Tentative);
        check(&options, b"cafe", WINDOWS_1252, Source::Default, Tentative);
    }

    #[test]
    fn the_prescan_is_limited() {
        let declaration = b"<meta charset=gbk>";
        for blanks in PRESCAN_LENGTH - declaration.len() - 1..PRESCAN_LENGTH {
            let mut bytes = vec![b' '; blanks];
            bytes.extend(declaration);
            let found = blanks + declaration.len() <= PRESCAN_LENGTH;
            let source = if found { Source::MetaCharset } else { Source::Default };
            assert_eq!(sniff(&bytes, &SniffOptions::default()).source, source, "{blanks}");
        }
    }
}
