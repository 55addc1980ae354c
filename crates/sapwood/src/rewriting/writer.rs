//! Rewriting by `io::Write`.

use std::{fmt, io};

use sapwood_tree::Limit;

use super::rewriter::{Rewriter, write_by};

/// A writer that passes what is written to it through a [`Rewriter`] and on to another writer.
///
/// ```
/// use std::io::Write;
/// use sapwood::rewriting::Rewriter;
///
/// let mut rewriter = Rewriter::default();
/// rewriter.on_element("blink", |blink| {
///     blink.remove_and_keep_content();
///     Ok(())
/// })?;
/// let mut writer = rewriter.into_writer(Vec::new());
/// writer.write_all(b"<p>He<bli")?;
/// writer.write_all(b"nk>llo</blink>")?;
/// let (output, _, _) = writer.finish()?;
/// assert_eq!(output, b"<p>Hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RewriteWriter<'h, W, S = ()> {
    rewriter: Rewriter<'h, S>,
    writer: W,
}

impl<'h, S> Rewriter<'h, S> {
    /// Wraps the rewriter so that it takes bytes by [`io::Write`], and writes its output to `writer`.
    pub fn into_writer<W: io::Write>(self, writer: W) -> RewriteWriter<'h, W, S> {
        RewriteWriter { rewriter: self, writer }
    }
}

impl<W: io::Write, S> RewriteWriter<'_, W, S> {
    /// Ends the input. Returns the other writer, the state, and the limit that was reached, if any.
    ///
    /// # Errors
    ///
    /// If writing fails, and as [`Rewriter::finish`] does.
    pub fn finish(self) -> io::Result<(W, S, Option<Limit>)> {
        let Self { rewriter, mut writer } = self;
        let (state, limit) = write_by(&mut writer, |output| rewriter.finish(output))?;
        Ok((writer, state, limit))
    }
}

impl<W: io::Write, S> io::Write for RewriteWriter<'_, W, S> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        write_by(&mut self.writer, |output| self.rewriter.feed(piece, output))?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<W, S> fmt::Debug for RewriteWriter<'_, W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteWriter").field("rewriter", &self.rewriter).finish_non_exhaustive()
    }
}
