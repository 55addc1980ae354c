//! The file beside the output that becomes the output.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
    process,
};

use crate::target::directory;

/// Bytes of the output's name that the name beside it repeats: with the rest, it has at most 255.
const MAX_STEM: usize = 200;

/// Outputs of one name that a process may write at once.
const MAX_AT_ONCE: usize = 1 << 10;

/// A file under a temporary name. Dropping it removes it, unless it has been renamed.
#[derive(Debug)]
pub(crate) struct Partial {
    /// Present until `commit`.
    file: Option<File>,
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// Creates the file beside `target`, with the mode and owner of the file that it replaces, and removes what
    /// processes that have ended left there.
    pub(crate) fn create(target: PathBuf, replaced: Option<&Metadata>) -> io::Result<Self> {
        if replaced.is_some() {
            // A file that is to be replaced must allow it, as if it were written to.
            OpenOptions::new().write(true).open(&target)?;
        }
        let (folder, stem) = (directory(&target), stem(&target));
        remove_stale(folder, &stem);
        for number in 0..MAX_AT_ONCE {
            let number = if number == 0 { String::new() } else { format!("-{number}") };
            let path = folder.join(format!(".{stem}.{}{number}.partial", process_number()));
            let file = match system::create(&path, replaced) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => created?,
            };
            // Whoever looked for stale files may have removed it before it was locked.
            if system::lock(&file) {
                let partial = Self { file: Some(file), path, target };
                if let (Some(file), Some(replaced)) = (&partial.file, replaced) {
                    system::take_over(file, replaced)?;
                }
                return Ok(partial);
            }
        }
        Err(io::Error::other("too many outputs of this name are being written"))
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.file.as_mut().expect("`commit` takes the file, and `self` with it")
    }

    /// Flushes the file to the disk and gives it the name of the output.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        let file = self.file.take().expect("`commit` is called once");
        let renamed = file.sync_all().and_then(|()| {
            // Windows renames no file that is open here; elsewhere the lock has to last until it has its name.
            let open = (!cfg!(windows)).then_some(file);
            let renamed = system::replace(&mut self.path, &self.target);
            drop(open);
            renamed
        });
        renamed?;
        // There is nothing left to remove.
        self.path.clear();
        // A crash of the machine loses the name if the directory isn't flushed; some systems can't.
        let _ = File::open(directory(&self.target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if cfg!(windows) {
            self.file = None;
        }
        if !self.path.as_os_str().is_empty() {
            // There is nowhere left to report an error.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A number that other processes hardly have at the same time.
fn process_number() -> u32 {
    // WASI gives processes no number. The names of two files then differ by the number of the output.
    if cfg!(target_family = "wasm") { 0 } else { process::id() }
}

/// The part of the names beside `target` that is the same for all processes.
fn stem(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut len = name.len().min(MAX_STEM);
    while !name.is_char_boundary(len) {
        len -= 1;
    }
    name[..len].to_owned()
}

/// Returns `true` if `name` is that of a file beside an output with this stem.
fn is_partial(name: &str, stem: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|rest| rest.strip_prefix(stem));
    let process = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".partial"));
    process.is_some_and(|process| {
        let is_process = |byte: u8| byte.is_ascii_digit() || byte == b'-';
        !process.is_empty() && process.bytes().all(is_process)
    })
}

/// Removes the files beside an output whose processes have ended. Failures are ignored: they concern others' files.
fn remove_stale(folder: &Path, stem: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // A FIFO of such a name would keep us waiting.
        if entry.file_name().to_str().is_some_and(|name| is_partial(name, stem))
            && entry.file_type().is_ok_and(|it| it.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
        {
            system::remove_if_unlocked(file, &entry.path());
        }
    }
}

#[cfg(unix)]
mod system {
    use std::{
        fs::{self, File, Metadata, OpenOptions, Permissions},
        io,
        os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown},
        path::{Path, PathBuf},
    };

    use rustix::{
        fs::{FlockOperation, flock},
        io::Errno,
    };

    pub(super) fn create(path: &Path, replaced: Option<&Metadata>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if replaced.is_some() {
            // Nobody else reads it before it has the mode of the file that it replaces.
            options.mode(0o600);
        }
        options.open(path)
    }

    /// Locks the file until it is closed; returns `false` if it has been removed. A file system without locks has no
    /// stale files removed either.
    pub(super) fn lock(file: &File) -> bool {
        while flock(file, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
    }

    pub(super) fn remove_if_unlocked(file: File, path: &Path) {
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _ = fs::remove_file(path);
        }
    }

    /// Gives `file` the owner and the mode of the file that it replaces.
    pub(super) fn take_over(file: &File, replaced: &Metadata) -> io::Result<()> {
        let own = file.metadata()?;
        let (uid, gid) = (replaced.uid(), replaced.gid());
        let is_owned = (own.uid(), own.gid()) == (uid, gid)
            || fchown(file, Some(uid), Some(gid)).is_ok()
            // The group alone, if the process may not give files away.
            || fchown(file, None, Some(gid)).is_ok() && own.uid() == uid;
        // The bits beyond those of access are given to an owner only.
        let mode = replaced.mode() & if is_owned { 0o7777 } else { 0o777 };
        file.set_permissions(Permissions::from_mode(mode))
    }

    pub(super) fn replace(path: &mut PathBuf, target: &Path) -> io::Result<()> {
        fs::rename(path, target)
    }
}

#[cfg(windows)]
mod system {
    use std::{
        fs::{self, File, Metadata, OpenOptions},
        io,
        os::windows::fs::OpenOptionsExt,
        path::{Path, PathBuf},
    };

    /// Others may read and write the file, but not remove it while it is open: this is the lock.
    const FILE_SHARE_READ_AND_WRITE: u32 = 3;

    pub(super) fn create(path: &Path, _: Option<&Metadata>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).share_mode(FILE_SHARE_READ_AND_WRITE).open(path)
    }

    pub(super) fn lock(_: &File) -> bool {
        true
    }

    pub(super) fn remove_if_unlocked(file: File, path: &Path) {
        drop(file);
        let _ = fs::remove_file(path);
    }

    pub(super) fn take_over(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn replace(path: &mut PathBuf, target: &Path) -> io::Result<()> {
        fs::rename(path, target)
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    use std::{
        fs::{self, File, Metadata, OpenOptions},
        io, mem,
        path::{Path, PathBuf},
    };

    pub(super) fn create(path: &Path, _: Option<&Metadata>) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    pub(super) fn lock(_: &File) -> bool {
        true
    }

    /// Nothing says whether its process lives.
    pub(super) fn remove_if_unlocked(_: File, _: &Path) {}

    pub(super) fn take_over(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }

    /// Renames the file, or writes its content to a file that exists, whose mode and owner it can't be given. If that fails, the
    /// file stays.
    pub(super) fn replace(path: &mut PathBuf, target: &Path) -> io::Result<()> {
        if !target.exists() {
            return fs::rename(path, target);
        }
        let mut from = File::open(&path)?;
        let mut to = OpenOptions::new().write(true).truncate(true).open(target)?;
        let kept = mem::take(path);
        io::copy(&mut from, &mut to).and_then(|_| to.sync_all()).map_err(|error| {
            io::Error::new(error.kind(), format!("{error}; its content is in {}", kept.display()))
        })?;
        fs::remove_file(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::{is_partial, stem};
    use std::path::Path;

    #[test]
    fn recognizes_partial_files_of_its_own_output_only() {
        for (name, expected) in [
            (".a.jsonl.17.partial", true),
            (".a.jsonl.17-2.partial", true),
            (".a.jsonl.partial", false),
            (".a.jsonl..partial", false),
            (".a.jsonl.x.partial", false),
            (".b.jsonl.17.partial", false),
            (".a.jsonl.1.17.partial", false),
            ("a.jsonl", false),
        ] {
            assert_eq!(is_partial(name, "a.jsonl"), expected, "{name}");
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let name = "é".repeat(127);
        assert_eq!(stem(Path::new(&name)).len(), 200);
    }
}
