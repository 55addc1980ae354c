//! Standard output, limited for each input and safe to show on a terminal; errors of output files.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::{progress, terminal};

/// Default limit on the output for one input: this many bytes, and [`DEFAULT_FACTOR`] for each byte of
/// the input. Trees and matches can repeat parts of a page at every level, so hostile pages of a few
/// kilobytes have gigabytes of output; ordinary pages stay far below.
const DEFAULT_BASE: u64 = 4 << 20;
const DEFAULT_FACTOR: u64 = 64;

/// Options of all commands whose output can be much longer than their input.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Limits")]
pub(crate) struct OutputOptions {
    /// Stop writing after N bytes of output for each input; 0 for no limit [default: 4 MiB plus 64
    /// times the size of the input]
    #[arg(long, value_name = "N")]
    max_output_bytes: Option<u64>,
}

impl OutputOptions {
    /// Calls `write` with `out`, limited for an input of `input_len` bytes.
    pub(crate) fn limited<'o, T>(
        self,
        out: &mut Output<'o>,
        input_len: usize,
        name: &str,
        write: impl FnOnce(&mut Output<'o>) -> Result<T>,
    ) -> Result<T> {
        out.limit(self.limit(input_len));
        let written = write(out);
        if written.as_ref().is_err_and(is_cut) {
            out.end_line()?;
            return written.with_context(|| name.to_owned());
        }
        written
    }

    /// Lets `out` accept what `more` bytes of input allow, for input that is answered while it arrives.
    pub(crate) fn extend(self, out: &mut Output<'_>, more: usize) {
        if self.max_output_bytes.is_none() {
            out.allow(DEFAULT_FACTOR.saturating_mul(more as u64));
        }
    }

    /// The limit for an input of `input_len` bytes.
    pub(crate) fn limit(self, input_len: usize) -> u64 {
        match self.max_output_bytes {
            None => DEFAULT_FACTOR.saturating_mul(input_len as u64).saturating_add(DEFAULT_BASE),
            Some(0) => u64::MAX,
            Some(most) => most,
        }
    }
}

/// The error of writing more than the limit.
#[derive(Debug)]
struct OutputLimit {
    most: u64,
}

impl fmt::Display for OutputLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output cut after {} bytes (--max-output-bytes)", self.most)
    }
}

impl std::error::Error for OutputLimit {}

/// Returns `true` if `error` is that the output limit was reached.
pub(crate) fn is_cut(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        inner.is_some_and(|inner| inner.is::<OutputLimit>())
    })
}

/// A writer with a limit. Text is cut at a character boundary.
pub(crate) struct Output<'o> {
    to: &'o mut dyn Write,
    left: u64,
    most: u64,
    is_line_open: bool,
}

impl<'o> Output<'o> {
    pub(crate) fn new(to: &'o mut dyn Write) -> Self {
        Self { to, left: u64::MAX, most: u64::MAX, is_line_open: false }
    }

    /// Accepts `most` bytes from now on.
    pub(crate) fn limit(&mut self, most: u64) {
        (self.left, self.most) = (most, most);
    }

    /// Accepts `more` bytes more.
    fn allow(&mut self, more: u64) {
        (self.left, self.most) = (self.left.saturating_add(more), self.most.saturating_add(more));
    }

    /// Returns `true` if the limit allows `len` bytes more.
    pub(crate) fn has_room(&self, len: usize) -> bool {
        len as u64 <= self.left
    }

    /// Writes all of `bytes` or, if the limit doesn't allow it, nothing.
    pub(crate) fn write_whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.left.checked_sub(bytes.len() as u64) {
            Some(_) => self.write_unlimited(bytes),
            None => Err(self.cut()),
        }
    }

    /// Writes `bytes` even if the limit doesn't allow it.
    pub(crate) fn write_unlimited(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(last) = bytes.last() {
            self.is_line_open = *last != b'\n';
        }
        self.left = self.left.saturating_sub(bytes.len() as u64);
        self.to.write_all(bytes)
    }

    /// Begins a line, which `end_line` ends even if nothing is written.
    pub(crate) fn begin_line(&mut self) {
        self.is_line_open = true;
    }

    /// Whether a line was begun that hasn't ended.
    pub(crate) fn is_line_open(&self) -> bool {
        self.is_line_open
    }

    /// Ends a line that was begun.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.is_line_open { self.write_unlimited(b"\n") } else { Ok(()) }
    }

    fn cut(&mut self) -> io::Error {
        self.left = 0;
        io::Error::other(OutputLimit { most: self.most })
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 <= self.left {
            self.write_whole(bytes)?;
            return Ok(bytes.len());
        }
        // `left` is less than a length in memory.
        let mut end = self.left as usize;
        while end > 0 && bytes[end] & 0xc0 == 0x80 {
            end -= 1;
        }
        self.write_unlimited(&bytes[..end])?;
        Err(self.cut())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Standard output, buffered; on a terminal, control characters are escaped.
pub(crate) fn stdout() -> impl Write + Send {
    terminal::Escaping::new(
        plain_stdout(),
        terminal::escapes(&io::stdout()),
        terminal::has_colors(),
    )
}

/// Standard output, buffered, for text whose control characters must reach a terminal.
pub(crate) fn plain_stdout() -> impl Write + Send {
    let most = terminal::max_lines(&io::stdout());
    let is_terminal = io::stdout().is_terminal();
    let to = if is_terminal { Box::new(io::stdout()) } else { unbuffered_stdout() };
    io::BufWriter::with_capacity(1 << 16, Screen { to, most, left: most, is_terminal })
}

/// Standard output as a file. [`io::Stdout`] searches everything that is written for its last line feed.
#[cfg(unix)]
fn unbuffered_stdout() -> Box<dyn Write + Send> {
    use std::{fs::File, os::fd::AsFd};

    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(File::from(descriptor)),
        // It is closed, which `io::Stdout` permits.
        Err(_) => Box::new(io::stdout()),
    }
}

#[cfg(not(unix))]
fn unbuffered_stdout() -> Box<dyn Write + Send> {
    Box::new(io::stdout())
}

/// The error of writing more lines than are allowed.
#[derive(Debug)]
struct LineLimit {
    most: u64,
}

impl fmt::Display for LineLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output cut after {} lines (--max-lines; 0 for no limit)", self.most)
    }
}

impl std::error::Error for LineLimit {}

/// Standard output with a limit on lines. On a terminal, it makes room for itself where progress is shown.
struct Screen {
    to: Box<dyn Write + Send>,
    most: u64,
    left: u64,
    is_terminal: bool,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut allowed = bytes;
        if self.left < bytes.len() as u64 {
            let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            // `left` is less than a length in memory.
            match self.left.checked_sub(1).map(|last| ends.nth(last as usize)) {
                None => return Err(io::Error::other(LineLimit { most: self.most })),
                Some(Some((end, _))) => allowed = &bytes[..=end],
                Some(None) => {}
            }
        }
        if self.most < u64::MAX {
            self.left -= allowed.iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        match self.is_terminal {
            true => {
                progress::suspend(|| self.to.write_all(allowed).and_then(|()| self.to.flush()))?
            }
            false => self.to.write_all(allowed)?,
        }
        Ok(allowed.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The error of an output file, which names the file. That its pipe is closed counts as any other error: only the
/// reader of standard output may have read enough.
pub(crate) fn of_file(error: impl Into<anyhow::Error>) -> anyhow::Error {
    anyhow!("{:#}", error.into())
}

/// Calls `write` with standard output, buffered and without a limit, and flushes it.
pub(crate) fn with_stdout(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = stdout();
    let written = write(&mut out);
    out.flush()?;
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_cut_between_characters() {
        for (most, expected) in [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (4, "aé😀"), (7, "aé😀")]
        {
            let mut to = Vec::new();
            let mut out = Output::new(&mut to);
            out.limit(most);
            let error = out.write_all("aé😀".as_bytes()).map_err(anyhow::Error::new);
            assert_eq!(error.is_err_and(|error| is_cut(&error)), most < 7, "{most}");
            let expected = if most == 4 { "aé" } else { expected };
            assert_eq!(to, expected.as_bytes(), "{most}");
        }
    }
}
