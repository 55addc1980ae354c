//! Writing to files and sockets.

use std::{fmt, io};

#[cfg(feature = "encoding")]
use crate::text_encoder::TextEncoder;

/// Adapts an [`io::Write`] to [`fmt::Write`], so that the writers of this crate can write to it.
///
/// A [`fmt::Error`] carries no cause; [`finish`](Self::finish) returns the [`io::Error`] behind it.
///
/// ```
/// use std::fmt::Write;
/// use sapwood::serializer::IoWriter;
///
/// let mut out = IoWriter::new(Vec::new());
/// let written = out.write_str("<p>");
/// assert_eq!(out.finish(written).unwrap(), b"<p>");
/// ```
#[derive(Debug)]
pub struct IoWriter<W> {
    to: W,
    error: Option<io::Error>,
    #[cfg(feature = "encoding")]
    encoder: Option<Box<TextEncoder>>,
}

impl<W: io::Write> IoWriter<W> {
    /// Writes UTF-8 to `to`, in large pieces.
    pub fn new(to: W) -> Self {
        Self {
            to,
            error: None,
            #[cfg(feature = "encoding")]
            encoder: None,
        }
    }

    /// Writes to `to` in `encoding`, and numeric character references for characters that it lacks.
    ///
    /// The writer doesn't know where a parser resolves references, and doesn't declare the encoding: see
    /// [`EncodedTree`](crate::EncodedTree). UTF-16 and `replacement` are written as UTF-8.
    #[cfg(feature = "encoding")]
    pub fn encoding(to: W, encoding: &'static sapwood_encoding::Encoding) -> Self {
        Self { to, error: None, encoder: TextEncoder::new(encoding).map(Box::new) }
    }

    /// Ends the text and returns the writer; `written` is the result of writing.
    ///
    /// # Errors
    ///
    /// The error of the writer, if there was one.
    pub fn finish(mut self, written: fmt::Result) -> io::Result<W> {
        match (written.and_then(|()| self.write("", true)), self.error) {
            (Ok(()), _) => Ok(self.to),
            (Err(_), Some(error)) => Err(error),
            (Err(error), None) => Err(io::Error::other(error)),
        }
    }

    #[cfg_attr(not(feature = "encoding"), expect(unused_variables, reason = "UTF-8 has no state"))]
    fn write(&mut self, text: &str, is_last: bool) -> fmt::Result {
        #[cfg(feature = "encoding")]
        let bytes = match &mut self.encoder {
            Some(encoder) => encoder.encode(text, is_last),
            None => text.as_bytes(),
        };
        #[cfg(not(feature = "encoding"))]
        let bytes = text.as_bytes();
        self.to.write_all(bytes).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

impl<W: io::Write> fmt::Write for IoWriter<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text, false)
    }
}
