//! The public and the system identifier.

/// One of a DOCTYPE's two identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identifier {
    Public,
    System,
}

/// Whether a [public identifier](https://www.w3.org/TR/xml/#NT-PubidChar) may hold it.
pub(crate) const fn is_public_identifier_character(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b' ' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')
        || matches!(byte, b'-' | b'\'' | b'(' | b')' | b'+' | b',' | b'.' | b'/' | b':' | b'=')
        || matches!(byte, b'?' | b';' | b'!' | b'*' | b'#' | b'@' | b'$' | b'_' | b'%')
}
