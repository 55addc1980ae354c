//! Reading files and standard input: the same for all commands.

use std::{
    fs::{self, File},
    io::{self, Cursor, IsTerminal, Read},
    path::Path,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    content::{self, Syntax},
    decompress::{Format, MAGIC_LEN},
    messages::complain,
    mistaken::unopened,
    progress,
};

/// Default limit on the decompressed size of an input.
const DEFAULT_MAX_DECOMPRESSED: u64 = 256 << 20;

/// Options on reading files.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputOptions {
    /// Read input that looks binary, too
    #[arg(long)]
    binary: bool,
    /// Fail if a compressed input has more than N bytes once decompressed; 0 for no limit [default: 256
    /// MiB]. gzip and zstd are recognized by their first bytes, brotli by the extension `.br`
    #[arg(long, value_name = "N")]
    max_decompressed_bytes: Option<u64>,
}

/// Facts about an input before it is read.
pub(crate) struct Expected {
    pub(crate) syntax: Syntax,
    /// Whether an option states the encoding.
    pub(crate) is_encoding_known: bool,
    /// The number of bytes that are of use: at most one byte more is read, so that the caller can tell whether
    /// there was more.
    pub(crate) most: Option<usize>,
}

/// The name of an input, for messages.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns `true` if input from `path` may arrive slowly: it is standard input or a pipe, not a file.
pub(crate) fn may_be_slow(path: &Path) -> bool {
    match is_stdin(path) {
        true => !is_regular_stdin(),
        false => fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()),
    }
}

#[cfg(unix)]
fn is_regular_stdin() -> bool {
    use std::os::fd::AsFd;

    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|it| it.is_file())
}

#[cfg(not(unix))]
fn is_regular_stdin() -> bool {
    false
}

/// Size below which a file is read at once, and the display of progress counts it at once.
const SMALL_FILE: u64 = 1 << 24;

impl InputOptions {
    /// Reads a whole input, decompressed. Warns of XML that is read as HTML.
    ///
    /// # Errors
    ///
    /// If the input can't be read, exceeds the limit on decompression, or is binary.
    pub(crate) fn read(&self, path: &Path, expected: &Expected) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let most = expected.most.map_or(u64::MAX, |most| (most as u64).saturating_add(1));
        let (mut input, size) = self.open_sized(path)?;
        bytes.reserve_exact(size.min(most).min(1 << 30) as usize);
        let read = match size {
            // A limit that can't be reached; without one, the buffer isn't filled with zeros first.
            1..SMALL_FILE if most == u64::MAX => input.read_to_end(&mut bytes),
            _ => input.take(most).read_to_end(&mut bytes),
        };
        read.with_context(|| cannot_read(path))?;
        self.examine(&bytes, path, expected)?;
        Ok(bytes)
    }

    /// Opens an input, decompressed.
    pub(crate) fn open(&self, path: &Path) -> Result<Box<dyn Read + Send>> {
        Ok(self.open_sized(path)?.0)
    }

    /// Opens an input; returns the size of the file, too, if it isn't compressed.
    fn open_sized(&self, path: &Path) -> Result<(Box<dyn Read + Send>, u64)> {
        let (file, size): (Box<dyn Read + Send>, u64) = if is_stdin(path) {
            if io::stdin().is_terminal() {
                complain("reading standard input; `sapwood COMMAND --help` explains the command");
            }
            (Box::new(io::stdin()), 0)
        } else {
            let file = File::open(path).map_err(|error| unopened(path, error))?;
            let metadata = file.metadata().with_context(|| cannot_read(path))?;
            if metadata.is_dir() {
                bail!("{}: it is a directory; -r reads the files below it", cannot_read(path));
            }
            // One byte more, so that the end is found without growing the buffer.
            (Box::new(file), metadata.len().saturating_add(1))
        };
        let mut file = Counted(file);
        let mut head = Vec::with_capacity(MAGIC_LEN);
        let magic = file.by_ref().take(MAGIC_LEN as u64).read_to_end(&mut head);
        magic.with_context(|| cannot_read(path))?;
        let format = Format::of(&head, path);
        let whole = Cursor::new(head).chain(file);
        let Some(format) = format else { return Ok((Box::new(whole), size)) };
        let most = self.max_decompressed_bytes.unwrap_or(DEFAULT_MAX_DECOMPRESSED);
        let most = if most == 0 { u64::MAX } else { most };
        let decoder = format.decoder(whole);
        Ok((Box::new(Limited { decoder, format, left: most, most }), 0))
    }

    /// Checks the beginning of an input: it must be text, and shouldn't be XML where HTML is expected.
    pub(crate) fn examine(&self, bytes: &[u8], path: &Path, expected: &Expected) -> Result<()> {
        if !self.binary
            && let Some(kind) = content::binary(bytes, expected.is_encoding_known)
        {
            bail!(
                "{}: {kind}, not markup; --binary reads it nevertheless, --encoding states the encoding of text",
                name(path)
            );
        }
        if expected.syntax == Syntax::Html && content::is_xml(bytes) {
            complain(&format!(
                "{}: begins with an XML declaration but is read as HTML; `sapwood xml` reads it as XML",
                name(path)
            ));
        }
        Ok(())
    }
}

/// Counts what is read for the display of progress.
struct Counted<R>(R);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        progress::bytes_read(read);
        Ok(read)
    }

    fn read_to_end(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let read = self.0.read_to_end(buffer)?;
        progress::bytes_read(read);
        Ok(read)
    }
}

/// A decoder that fails once it has produced more than the limit.
struct Limited {
    decoder: Box<dyn Read + Send>,
    format: Format,
    left: u64,
    most: u64,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let format = self.format.as_str();
        let read = self.decoder.read(buffer);
        let read = read.map_err(|error| io::Error::other(format!("invalid {format}: {error}")))?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                return Err(io::Error::other(format!(
                    "more than {} bytes once decompressed from {format} (--max-decompressed-bytes)",
                    self.most
                )));
            }
        }
        Ok(read)
    }
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", name(path))
}
