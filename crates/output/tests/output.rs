//! Each kind of thing that a path can name, as an output.

#![cfg(target_os = "linux")]

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{ErrorKind, Read, Write},
    os::{
        fd::AsRawFd,
        unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
    },
    path::{Path, PathBuf},
    thread,
};

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use sapwood_output::{OutputFile, write};

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn fifo(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

/// The message of writing to `path`, which fails and names it.
#[track_caller]
fn failure(path: &Path) -> String {
    let error = write(path, b"new").unwrap_err().to_string();
    let begin = format!("cannot write {}: ", path.display());
    assert!(error.starts_with(&begin), "{error}");
    error[begin.len()..].to_owned()
}

#[test]
fn regular_file_appears_whole() {
    let folder = folder("regular");
    let path = folder.join("out");
    let mut file = OutputFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert!(!path.exists());
    assert_eq!(names(&folder).len(), 1);
    file.commit().unwrap();
    assert_eq!((names(&folder), fs::read(&path).unwrap()), (vec!["out".into()], b"new".to_vec()));
}

#[test]
fn dropped_output_leaves_what_was_there() {
    let folder = folder("dropped");
    let path = folder.join("out");
    for expected in [None, Some("old")] {
        if let Some(old) = expected {
            fs::write(&path, old).unwrap();
        }
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), expected);
        assert_eq!(names(&folder).len(), usize::from(expected.is_some()));
    }
}

#[test]
fn mode_and_owner_are_kept() {
    let path = folder("mode").join("out");
    fs::write(&path, "old").unwrap();
    for mode in [0o600, 0o640, 0o666, 0o4755] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        // Only a privileged process may give files away.
        let _ = std::os::unix::fs::chown(&path, Some(12_345), Some(54_321));
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let before = fs::metadata(&path).unwrap();
        write(&path, b"new").unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_ne!(before.ino(), after.ino());
        let of = |it: &fs::Metadata| (it.mode(), it.uid(), it.gid());
        assert_eq!(of(&before), of(&after));
    }
}

#[test]
fn symbolic_links_stay_and_their_target_is_replaced() {
    let folder = folder("links");
    fs::create_dir(folder.join("there")).unwrap();
    // The target of the second link does not exist.
    for (link, target) in [("link", "there/old"), ("dangling", "there/new")] {
        symlink(target, folder.join(link)).unwrap();
        symlink(link, folder.join(format!("{link}-2"))).unwrap();
    }
    fs::write(folder.join("there/old"), "old").unwrap();
    for link in ["link-2", "dangling-2"] {
        write(&folder.join(link), b"new").unwrap();
        assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink());
        assert_eq!(fs::read(folder.join(link)).unwrap(), b"new");
    }
    assert_eq!(names(&folder.join("there")), ["new", "old"]);
    symlink("circle", folder.join("circle")).unwrap();
    failure(&folder.join("circle"));
    assert_eq!(names(&folder), ["circle", "dangling", "dangling-2", "link", "link-2", "there"]);
}

#[test]
fn fifo_is_written_directly() {
    let folder = folder("fifo");
    let path = folder.join("fifo");
    fifo(&path);
    symlink("fifo", folder.join("link")).unwrap();
    let reader = path.clone();
    let read = thread::spawn(move || fs::read(reader).unwrap());
    write(&folder.join("link"), b"new").unwrap();
    assert_eq!(read.join().unwrap(), b"new");
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(names(&folder), ["fifo", "link"]);
}

#[test]
fn closed_pipe_is_an_error_that_names_the_path() {
    let path = folder("closed").join("fifo");
    fifo(&path);
    let reader = path.clone();
    let read = thread::spawn(move || drop(File::open(reader).unwrap()));
    let mut file = OutputFile::create(&path).unwrap();
    read.join().unwrap();
    let error = file.write_all(b"new").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    assert!(
        error.to_string().starts_with(&format!("cannot write {}: ", path.display())),
        "{error}"
    );
}

/// A node of our own for `/dev/full`: a privileged process could replace that one.
#[test]
fn device_is_written_directly_and_stays() {
    let folder = folder("device");
    let path = folder.join("full");
    let mode = Mode::from_raw_mode(0o600);
    let path = match mknodat(CWD, &path, FileType::CharacterDevice, mode, makedev(1, 7)) {
        Ok(()) => path,
        // Then neither can it replace anything in `/dev`.
        Err(_) => "/dev/full".into(),
    };
    failure(&path);
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_char_device());
    assert!(names(&folder).iter().all(|name| name == "full"));
}

#[test]
fn descriptors_of_regular_files_are_written_directly() {
    let folder = folder("descriptor");
    let path = folder.join("out");
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).unwrap();
    file.write_all(b"old ").unwrap();
    let inode = file.metadata().unwrap().ino();
    symlink(format!("/proc/self/fd/{}", file.as_raw_fd()), folder.join("link")).unwrap();
    for name in
        [format!("/proc/self/fd/{}", file.as_raw_fd()), format!("/dev/fd/{}", file.as_raw_fd())]
    {
        write(Path::new(&name), b"new ").unwrap();
    }
    write(&folder.join("link"), b"new").unwrap();
    let mut text = String::new();
    File::open(&path).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "old new new new");
    assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
    assert_eq!(names(&folder), ["link", "out"]);
    failure(Path::new("/proc/self/fd/987654"));
}

#[test]
fn directories_and_missing_parents_are_errors() {
    let folder = folder("directory");
    assert_eq!(failure(&folder), "it is a directory, not a file");
    assert_eq!(failure(&folder.join("new/")), "it is a directory, not a file");
    let parent = folder.join("missing");
    let reason = format!("there is no directory {}", parent.display());
    assert_eq!(failure(&parent.join("out")), reason);
    fs::write(folder.join("file"), "").unwrap();
    failure(&folder.join("file/out"));
    failure(Path::new(""));
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn stale_partial_files_are_removed() {
    let folder = folder("stale");
    let path = folder.join("out");
    let kept = [".other.17.partial", ".out.1.17.partial", ".out.partial"];
    let stale = [".out.17.partial".to_owned(), format!(".out.{}.partial", std::process::id())];
    for name in kept.iter().copied().chain(stale.iter().map(String::as_str)) {
        fs::write(folder.join(name), "part").unwrap();
    }
    write(&path, b"new").unwrap();
    assert_eq!(names(&folder), [&kept[..], &["out"]].concat());
}

#[test]
fn outputs_of_one_name_are_written_at_once() {
    let folder = folder("at-once");
    let path = folder.join("out");
    let mut first = OutputFile::create(&path).unwrap();
    let mut second = OutputFile::create(&path).unwrap();
    first.write_all(b"first").unwrap();
    second.write_all(b"second").unwrap();
    first.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    second.commit().unwrap();
    assert_eq!(
        (names(&folder), fs::read(&path).unwrap()),
        (vec!["out".into()], b"second".to_vec())
    );
}
