//! The [input byte stream](https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream) of HTML: from
//! bytes to text.
//!
//! [`sniff`] determines the encoding, a [`Decoder`] decodes chunks of bytes, and [`change`] decides whether a later
//! declaration changes the encoding. The encodings themselves come from [`encoding_rs`].
//!
//! ```
//! use sapwood::encoding::{SniffOptions, Source, decode, sniff};
//!
//! let page = b"<meta charset=shift_jis><p>\x8e\xf7";
//! let sniffed = sniff(page, &SniffOptions::default());
//! assert_eq!((sniffed.encoding.name(), sniffed.source), ("Shift_JIS", Source::MetaCharset));
//! assert_eq!(decode(page, &sniffed).text, "<meta charset=shift_jis><p>樹");
//! ```

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod change;
mod content_type;
mod declaration;
mod decoder;
mod legacy;
mod locale;
mod offset_map;
mod output;
mod prescan;
#[cfg(feature = "serde")]
mod serialize;
mod sniff;
mod source;
mod utf8;

pub use change::{Change, change};
pub use content_type::encoding_of_content_type;
pub use declaration::extract_from_content;
pub use decoder::{Decoded, Decoder, decode};
pub use encoding_rs::{self, Encoding};
pub use locale::default_for_locale;
pub use offset_map::OffsetMap;
pub use sniff::{Confidence, PRESCAN_LENGTH, SniffOptions, Sniffed, sniff};
pub use source::Source;
