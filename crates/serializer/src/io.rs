//! Writing to what takes bytes.

use std::{fmt, io};

/// Lets text be written to an [`io::Write`]r.
///
/// [`fmt::Error`] says nothing of what happened: [`finish`](Self::finish) does.
///
/// ```
/// use std::fmt::Write;
/// use sapwood_serializer::IoWriter;
///
/// let mut out = IoWriter::new(Vec::new());
/// let written = out.write_str("<p>");
/// assert_eq!(out.finish(written).unwrap(), b"<p>");
/// ```
#[derive(Debug)]
pub struct IoWriter<W> {
    to: W,
    error: Option<io::Error>,
}

impl<W: io::Write> IoWriter<W> {
    /// Writes to `to`, in large pieces.
    pub fn new(to: W) -> Self {
        Self { to, error: None }
    }

    /// Gives the writer back.
    ///
    /// # Errors
    ///
    /// What went wrong, if `written` is an error.
    pub fn finish(self, written: fmt::Result) -> io::Result<W> {
        match (written, self.error) {
            (Ok(()), _) => Ok(self.to),
            (Err(_), Some(error)) => Err(error),
            (Err(error), None) => Err(io::Error::other(error)),
        }
    }
}

impl<W: io::Write> fmt::Write for IoWriter<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.to.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
