//! The thing that a path names, after all symbolic links.

#[cfg(unix)]
use std::fs::File;
use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

/// Symbolic links to follow, as many as Linux does.
const MAX_LINKS: usize = 40;

/// The thing to write to.
pub(crate) enum Target {
    /// A standard stream.
    #[cfg(unix)]
    Stream(File),
    /// A FIFO, a device, a socket or a descriptor; a regular file behind a descriptor is appended to.
    Special { path: PathBuf, is_appended: bool },
    /// A regular file, with its metadata if it exists.
    Regular(PathBuf, Option<Metadata>),
}

impl Target {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            // Before links are read: that of a descriptor leads to a file, or nowhere.
            if let Some(target) = descriptor::target(&path) {
                return target;
            }
            let Ok(link) = fs::read_link(&path) else { break };
            path = directory(&path).join(link);
        }
        let is_directory =
            || io::Error::new(io::ErrorKind::IsADirectory, "it is a directory, not a file");
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(is_directory()),
            Ok(metadata) if metadata.is_file() => Ok(Self::Regular(path, Some(metadata))),
            Ok(_) => Ok(Self::Special { path, is_appended: false }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.as_os_str().as_encoded_bytes().last().is_none_or(|&byte| is_separator(byte))
                {
                    return Err(is_directory());
                }
                let directory = directory(&path);
                if !directory.is_dir() {
                    let reason = format!("there is no directory {}", directory.display());
                    return Err(io::Error::new(io::ErrorKind::NotFound, reason));
                }
                Ok(Self::Regular(path, None))
            }
            Err(error) => Err(error),
        }
    }
}

fn is_separator(byte: u8) -> bool {
    std::path::is_separator(char::from(byte))
}

/// The directory that a file is in.
pub(crate) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
mod descriptor {
    use std::{
        fs::{self, File},
        io,
        os::fd::AsFd,
        path::Path,
    };

    use super::{Target, directory};

    /// The descriptor that `path` names, such as `/dev/fd/3`; `None` if it names none.
    ///
    /// The standard streams are duplicated, so that both share the position in a file. Another descriptor can only be
    /// opened by its path.
    pub(super) fn target(path: &Path) -> Option<io::Result<Target>> {
        let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
        let folder = fs::canonicalize(directory(path)).ok()?;
        let is_own = ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"]
            .iter()
            .any(|own| fs::canonicalize(own).is_ok_and(|own| own == folder));
        let is_process = folder.starts_with("/proc") && folder.ends_with("fd");
        let stream = match number {
            _ if !is_own && !is_process => return None,
            0 if is_own => io::stdin().as_fd().try_clone_to_owned(),
            1 if is_own => io::stdout().as_fd().try_clone_to_owned(),
            2 if is_own => io::stderr().as_fd().try_clone_to_owned(),
            _ => {
                let special = |metadata: fs::Metadata| Target::Special {
                    path: path.to_owned(),
                    is_appended: metadata.is_file(),
                };
                return Some(fs::metadata(path).map(special));
            }
        };
        Some(stream.map(|stream| Target::Stream(File::from(stream))))
    }
}

#[cfg(not(unix))]
mod descriptor {
    use std::{io, path::Path};

    use super::Target;

    /// There are no paths of descriptors.
    pub(super) fn target(_: &Path) -> Option<io::Result<Target>> {
        None
    }
}
