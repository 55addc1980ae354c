//! [Changing the encoding while parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing)

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// What becomes of an encoding declared by an element while confidence is tentative. Either way
/// confidence is certain from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The encoding in use stays.
    Keep,
    /// The input is to be read in this encoding: from the beginning, or from here on if all bytes so far
    /// mean the same in both.
    To(&'static Encoding),
}

/// Decides [what becomes of](https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding)
/// an encoding that is declared while another is in use.
///
/// ```
/// use sapwood_encoding::{Change, change, encoding_rs::{SHIFT_JIS, UTF_8, UTF_16BE, WINDOWS_1252}};
///
/// assert_eq!(change(WINDOWS_1252, SHIFT_JIS), Change::To(SHIFT_JIS));
/// // Who could read the declaration in UTF-8 reads no UTF-16, and the other way round.
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

/// What is meant by an encoding that a document declares in bytes that are much like ASCII.
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
