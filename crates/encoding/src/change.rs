//! [Changing the encoding while
//! parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing).

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// The decision on an encoding that an element declares while the confidence is tentative. In both cases the
/// confidence becomes certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Keep the current encoding.
    Keep,
    /// Decode the input in this encoding: from the start, or from here on if both encodings decode all bytes so far to
    /// the same text.
    To(&'static Encoding),
}

/// Decides whether to [change the encoding](https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding).
///
/// ```
/// use sapwood::encoding::{Change, change, encoding_rs::{SHIFT_JIS, UTF_8, UTF_16BE, WINDOWS_1252}};
///
/// assert_eq!(change(WINDOWS_1252, SHIFT_JIS), Change::To(SHIFT_JIS));
/// // A declaration that was decoded as ASCII cannot be in UTF-16, and vice versa.
/// assert_eq!(change(WINDOWS_1252, UTF_16BE), Change::To(UTF_8));
/// assert_eq!(change(UTF_16BE, SHIFT_JIS), Change::Keep);
/// ```
#[must_use]
pub fn change(current: &'static Encoding, declared: &'static Encoding) -> Change {
    if is_utf_16(current) {
        return Change::Keep;
    }
    let new = as_declared(declared);
    if new == current { Change::Keep } else { Change::To(new) }
}

/// Returns the encoding to use for one declared by a `meta`, whose bytes were ASCII-compatible.
pub(crate) fn as_declared(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

pub(crate) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GBK, REPLACEMENT};

    use super::*;

    #[test]
    fn changes() {
        for (current, declared, change_to) in [
            (UTF_16LE, UTF_8, Change::Keep),
            (UTF_16BE, UTF_16BE, Change::Keep),
            (UTF_8, UTF_16LE, Change::Keep),
            (UTF_8, UTF_8, Change::Keep),
            (WINDOWS_1252, X_USER_DEFINED, Change::Keep),
            (GBK, X_USER_DEFINED, Change::To(WINDOWS_1252)),
            (GBK, UTF_16LE, Change::To(UTF_8)),
            (WINDOWS_1252, GBK, Change::To(GBK)),
            (WINDOWS_1252, REPLACEMENT, Change::To(REPLACEMENT)),
        ] {
            assert_eq!(change(current, declared), change_to, "{current:?} {declared:?}");
        }
    }
}
