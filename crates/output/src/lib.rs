//! Output files: a regular file appears whole or not at all.
//!
//! [`OutputFile`] is what every command and every binding writes its files through.
//!
//! | the path names | what happens |
//! |---|---|
//! | nothing, or a regular file | The content is written to a file beside it, flushed to the disk, and renamed by [`OutputFile::commit`]. Mode and owner stay. |
//! | a symbolic link | Its target is written by these rules, and the link stays. |
//! | a FIFO, a device, a socket | It is opened and written directly. |
//! | `/dev/stdout`, `/dev/fd/N`, `/proc/self/fd/N` | The open file is written directly, even if it is a regular file. |
//! | a directory, or a place without a parent directory | An error. |
//!
//! Every error names the path as it was given. Until `commit` has succeeded, a file that was there is untouched.
//!
//! The file beside `NAME` is called `.NAME.PID.partial`, and its writer holds a lock on it. A process that is killed
//! leaves it behind, unlocked; the next output of the same name removes it.

#![forbid(unsafe_code)]

mod partial;
mod target;

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use partial::Partial;
use target::Target;

/// A file that is being written.
///
/// Dropping it without [`commit`](Self::commit) leaves no trace of it, except for what went to a FIFO, a device or an
/// open descriptor. It has no buffer.
///
/// ```
/// use std::{fs, io::Write};
/// use sapwood_output::OutputFile;
///
/// # let folder = std::env::temp_dir().join(format!("sapwood-output-doc-{}", std::process::id()));
/// # fs::create_dir_all(&folder)?;
/// let path = folder.join("pages.txt");
/// let mut file = OutputFile::create(&path)?;
/// file.write_all(b"oak")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(fs::read(&path)?, b"oak");
/// # fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    /// The path as it was given, for messages.
    path: PathBuf,
    to: To,
}

/// Destination of the bytes.
#[derive(Debug)]
enum To {
    Direct(File),
    Beside(Partial),
}

impl To {
    fn begin(target: Target) -> io::Result<Self> {
        Ok(match target {
            #[cfg(unix)]
            Target::Stream(file) => Self::Direct(file),
            Target::Special { path, is_appended } => {
                Self::Direct(OpenOptions::new().write(true).append(is_appended).open(path)?)
            }
            Target::Regular(path, replaced) => {
                Self::Beside(Partial::create(path, replaced.as_ref())?)
            }
        })
    }
}

impl OutputFile {
    /// Begins the output at `path`.
    ///
    /// The owner of a file that is replaced is kept if the process may give files away, and access control lists and
    /// other hard links to it are not.
    ///
    /// # Errors
    ///
    /// If `path` is a directory or has no parent directory, if the directory or the file that is replaced can't be
    /// written, or if a FIFO, a device or a descriptor can't be opened.
    pub fn create(path: &Path) -> io::Result<Self> {
        let to = Target::of(path).and_then(To::begin).map_err(|error| named(path, &error))?;
        Ok(Self { path: path.to_owned(), to })
    }

    /// Ends the output: flushes a regular file to the disk and gives it its name.
    ///
    /// # Errors
    ///
    /// If either fails; what was at the path is then still there.
    pub fn commit(self) -> io::Result<()> {
        let Self { path, to } = self;
        match to {
            To::Direct(mut file) => file.flush(),
            To::Beside(partial) => partial.commit(),
        }
        .map_err(|error| named(&path, &error))
    }

    fn file(&mut self) -> &mut File {
        match &mut self.to {
            To::Direct(file) => file,
            To::Beside(partial) => partial.file(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush().map_err(|error| named(&self.path, &error))
    }
}

/// Writes `contents` to `path` as one [`OutputFile`].
///
/// # Errors
///
/// As for [`OutputFile::create`], and if writing fails.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(contents)?;
    file.commit()
}

/// Returns `true` if an output at `path` would replace a regular file.
///
/// # Errors
///
/// If `path` can't be an output, as for [`OutputFile::create`].
pub fn replaces(path: &Path) -> io::Result<bool> {
    let target = Target::of(path).map_err(|error| named(path, &error))?;
    Ok(matches!(target, Target::Regular(_, Some(_))))
}

/// The error with the path that it is about. It keeps its kind, by which writers decide whether to try again.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
