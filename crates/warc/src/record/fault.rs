//! The reasons why a member can't be decoded.

use std::io;

/// The reason why a member can't be decoded.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file can't be read.
    Io(io::Error),
    /// The file ends inside the member.
    Truncated,
    /// The member is damaged.
    Damaged(String),
    /// Its content isn't that of a WARC file.
    Malformed(&'static str),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
