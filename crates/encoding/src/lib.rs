//! From the bytes of an HTML document to its text, as the standard's sections on [the input byte
//! stream](https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream) say.
//!
//! [`sniff`] decides on an encoding, a [`Decoder`] turns bytes that come in pieces into text, and
//! [`change`] decides what becomes of an encoding that the document declares later.
//! The encodings themselves are those of [`encoding_rs`].
//!
//! ```
//! use sapwood_encoding::{SniffOptions, Source, decode, sniff};
//!
//! let page = b"<meta charset=shift_jis><p>\x8e\xf7";
//! let sniffed = sniff(page, &SniffOptions::default());
//! assert_eq!((sniffed.encoding.name(), sniffed.source), ("Shift_JIS", Source::MetaCharset));
//! assert_eq!(decode(page, &sniffed).text, "<meta charset=shift_jis><p>樹");
//! ```

#![forbid(unsafe_code)]

mod change;
mod content_type;
mod declaration;
mod decoder;
mod legacy;
mod locale;
mod offset_map;
mod prescan;
mod sniff;
mod utf8;

pub use change::{Change, change};
pub use content_type::encoding_of_content_type;
pub use declaration::extract_from_content;
pub use decoder::{Decoded, Decoder, decode};
pub use encoding_rs::{self, Encoding};
pub use locale::default_for_locale;
pub use offset_map::OffsetMap;
pub use sniff::{Confidence, PRESCAN_LENGTH, SniffOptions, Sniffed, Source, sniff};
