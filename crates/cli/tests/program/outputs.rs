//! Output files of commands: whole or not at all; links, FIFOs, devices and descriptors.

use std::{
    fs::{self, OpenOptions, Permissions},
    io::Write,
    os::unix::{
        fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

/// A WARC file with one page.
const ARCHIVE: &str = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n\
    Content-Length: 18\r\n\r\n<title>Oak</title>\r\n\r\n";

fn sapwood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sapwood"));
    command.args(arguments);
    command
}

/// An empty folder of this test, with inputs in a folder beside its outputs.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("in")).unwrap();
    fs::create_dir_all(folder.join("out")).unwrap();
    fs::write(folder.join("in/a.warc"), ARCHIVE).unwrap();
    fs::write(folder.join("in/a.html"), "<p>").unwrap();
    folder
}

/// The commands that write one file; each is followed by `-o` and its path.
const COMMANDS: &[(&str, &str)] = &[
    ("report in/a.html --force", "<!DOCTYPE html>"),
    ("warc in/a.warc --jsonl --columns title", "{\"title\":\"Oak\"}\n"),
    #[cfg(feature = "parquet")]
    ("warc in/a.warc", "PAR1"),
];

/// The formats of the rows of archives.
const FORMATS: &[&str] = &[
    "jsonl",
    #[cfg(feature = "parquet")]
    "parquet",
];

fn command(folder: &Path, arguments: &str, output: &str) -> Command {
    let mut command = sapwood(&arguments.split(' ').collect::<Vec<_>>());
    command.args(["-o", output]).current_dir(folder);
    command
}

/// The names in `out`, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("out")).unwrap();
    let mut names: Vec<_> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[track_caller]
fn succeeded(output: &Output) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((stderr.as_ref(), output.status.code()), ("", Some(0)));
}

/// The message of a run that failed and named the output `path`.
#[track_caller]
fn failed(output: &Output, path: &str) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains(&format!("cannot write {path}: ")), "{stderr}");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    stderr
}

#[track_caller]
fn begins(bytes: &[u8], expected: &str) {
    assert!(bytes.starts_with(expected.as_bytes()), "{}", String::from_utf8_lossy(bytes));
}

fn fifo(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

#[test]
fn regular_files_keep_their_mode() {
    let folder = folder("regular");
    for (arguments, content) in COMMANDS.iter().copied() {
        let path = folder.join("out/file");
        let _ = fs::remove_file(&path);
        succeeded(&command(&folder, arguments, "out/file").output().unwrap());
        begins(&fs::read(&path).unwrap(), content);
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        succeeded(&command(&folder, arguments, "out/file").output().unwrap());
        begins(&fs::read(&path).unwrap(), content);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o640);
        assert_eq!(names(&folder), ["file"]);
    }
}

#[test]
fn links_are_followed() {
    let folder = folder("links");
    symlink("target", folder.join("out/link")).unwrap();
    for (arguments, content) in COMMANDS.iter().copied() {
        fs::write(folder.join("out/target"), "old").unwrap();
        succeeded(&command(&folder, arguments, "out/link").output().unwrap());
        assert!(fs::symlink_metadata(folder.join("out/link")).unwrap().is_symlink());
        begins(&fs::read(folder.join("out/target")).unwrap(), content);
        assert_eq!(names(&folder), ["link", "target"]);
    }
}

#[test]
fn fifos_are_written_directly() {
    let folder = folder("fifo");
    let path = folder.join("out/fifo");
    fifo(&path);
    for (arguments, content) in COMMANDS.iter().copied() {
        let reader = path.clone();
        let read = thread::spawn(move || fs::read(reader).unwrap());
        succeeded(&command(&folder, arguments, "out/fifo").output().unwrap());
        begins(&read.join().unwrap(), content);
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
        assert_eq!(names(&folder), ["fifo"]);
    }
}

#[test]
fn fifo_whose_reader_is_gone_is_named() {
    let folder = folder("closed");
    let path = folder.join("out/fifo");
    fifo(&path);
    // More than a pipe holds.
    fs::write(folder.join("in/a.warc"), ARCHIVE.repeat(20_000)).unwrap();
    fs::write(folder.join("in/a.html"), "<p>".repeat(200_000)).unwrap();
    for (arguments, _) in COMMANDS {
        let reader = path.clone();
        let read = thread::spawn(move || drop(fs::File::open(reader).unwrap()));
        // So that the Parquet file is long.
        let arguments = match *arguments {
            "warc in/a.warc" => format!("{arguments} --columns offset,length,title,parse_ms"),
            other => other.to_owned(),
        };
        let output = command(&folder, &arguments, "out/fifo").output().unwrap();
        read.join().unwrap();
        failed(&output, "out/fifo");
        assert_eq!(names(&folder), ["fifo"]);
    }
}

/// The node is one of our own: a privileged process could replace `/dev/full`.
#[test]
fn full_device_is_an_error_and_stays() {
    let folder = folder("device");
    let mode = Mode::from_raw_mode(0o600);
    let node = folder.join("out/full");
    let path = match mknodat(CWD, &node, FileType::CharacterDevice, mode, makedev(1, 7)) {
        Ok(()) => "out/full",
        Err(_) => "/dev/full",
    };
    for (arguments, _) in COMMANDS {
        failed(&command(&folder, arguments, path).output().unwrap(), path);
        let kind = fs::symlink_metadata(folder.join(path)).unwrap().file_type();
        assert!(kind.is_char_device(), "{arguments}");
    }
}

#[test]
fn standard_output_and_descriptors_are_written_directly() {
    let folder = folder("descriptors");
    for (arguments, content) in COMMANDS.iter().copied() {
        for path in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
            let output = command(&folder, arguments, path).output().unwrap();
            succeeded(&output);
            begins(&output.stdout, content);
            // A regular file behind it is appended to, as by `>>`.
            fs::write(folder.join("out/file"), "before ").unwrap();
            let file = OpenOptions::new().append(true).open(folder.join("out/file")).unwrap();
            let inode = file.metadata().unwrap().ino();
            succeeded(
                &command(&folder, arguments, path)
                    .stdout(file)
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
                    .wait_with_output()
                    .unwrap(),
            );
            let written = fs::read(folder.join("out/file")).unwrap();
            begins(&written, &format!("before {content}"));
            assert_eq!(fs::metadata(folder.join("out/file")).unwrap().ino(), inode);
        }
        let shell = format!("exec \"$0\" {arguments} -o /proc/self/fd/3 3> out/file");
        let mut shell_command = Command::new("sh");
        shell_command.args(["-c", &shell, env!("CARGO_BIN_EXE_sapwood")]).current_dir(&folder);
        succeeded(&shell_command.output().unwrap());
        begins(&fs::read(folder.join("out/file")).unwrap(), content);
        assert_eq!(names(&folder), ["file"]);
    }
    let output = command(&folder, "warc in/a.warc --columns title", "-").output().unwrap();
    assert_eq!(output.stdout, b"{\"title\":\"Oak\"}\n");
}

#[test]
fn directories_and_missing_parents_are_errors() {
    let folder = folder("directories");
    failed(&command(&folder, "report in/a.html", "out").output().unwrap(), "out");
    failed(&command(&folder, "report in/a.html", "new/").output().unwrap(), "new/");
    for (arguments, _) in COMMANDS {
        let output = command(&folder, arguments, "out/missing/file").output().unwrap();
        let message = failed(&output, "out/missing/file");
        assert!(message.contains("there is no directory out/missing"), "{message}");
    }
    assert!(names(&folder).is_empty());
}

/// A limit on the length of files stands in for a full disk.
#[test]
fn full_disk_leaves_the_old_file() {
    let folder = folder("disk");
    fs::write(folder.join("in/a.warc"), ARCHIVE.repeat(100)).unwrap();
    for (arguments, _) in COMMANDS {
        fs::write(folder.join("out/file"), "old").unwrap();
        let shell = format!("ulimit -f 1; trap '' XFSZ; exec \"$0\" {arguments} -o out/file");
        let mut shell_command = Command::new("sh");
        shell_command.args(["-c", &shell, env!("CARGO_BIN_EXE_sapwood")]).current_dir(&folder);
        failed(&shell_command.output().unwrap(), "out/file");
        assert_eq!(fs::read(folder.join("out/file")).unwrap(), b"old");
        assert_eq!(names(&folder), ["file"], "{arguments}");
    }
}

/// A privileged process may write anywhere, so an unprivileged one tries.
#[test]
fn read_only_places_are_errors() {
    let nobody = 65_534;
    let folder = std::env::temp_dir().join(format!("sapwood-read-only-{}", std::process::id()));
    fs::create_dir_all(folder.join("out")).unwrap();
    let program = folder.join("sapwood");
    fs::copy(env!("CARGO_BIN_EXE_sapwood"), &program).unwrap();
    fs::create_dir(folder.join("in")).unwrap();
    fs::write(folder.join("in/a.warc"), ARCHIVE).unwrap();
    fs::write(folder.join("in/a.html"), "<p>").unwrap();
    fs::write(folder.join("out/file"), "old").unwrap();
    fs::set_permissions(folder.join("out"), Permissions::from_mode(0o555)).unwrap();
    let is_privileged = fs::metadata(&folder).unwrap().uid() == 0;
    for (arguments, _) in COMMANDS {
        for path in ["out/file", "out/new"] {
            let mut command = Command::new(&program);
            command.args(arguments.split(' ')).args(["-o", path]).current_dir(&folder);
            if is_privileged {
                command.uid(nobody).gid(nobody);
            }
            failed(&command.output().unwrap(), path);
        }
    }
    assert_eq!(names(&folder), ["file"]);
    assert_eq!(fs::read(folder.join("out/file")).unwrap(), b"old");
    fs::set_permissions(folder.join("out"), Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

/// Runs a command that reads the FIFO `in/fifo.warc` until it has begun its output, and kills it.
fn kill(folder: &Path, arguments: &str, output: &str) {
    let path = folder.join("in/fifo.warc");
    fifo(&path);
    let mut child = command(folder, arguments, output).stdout(Stdio::null()).spawn().unwrap();
    let mut input = OpenOptions::new().write(true).open(&path).unwrap();
    input.write_all(ARCHIVE.as_bytes()).unwrap();
    while !names(folder).iter().any(|name| name.ends_with(".partial")) {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(names(folder).iter().any(|name| name.ends_with(".partial")));
    fs::remove_file(&path).unwrap();
    fs::write(&path, ARCHIVE).unwrap();
}

#[test]
fn killed_run_that_is_resumed_leaves_its_outputs_alone() {
    for &format in FORMATS {
        let folder = folder(&format!("kill-{format}"));
        let flag = if format == "jsonl" { " --jsonl" } else { "" };
        let arguments = format!("warc in/fifo.warc in/a.warc -j 1{flag}");
        kill(&folder, &arguments, "out/");
        let output = command(&folder, &format!("{arguments} --resume"), "out/").output().unwrap();
        succeeded(&output);
        let expected = [format!("a.{format}"), format!("fifo.{format}"), "manifest.jsonl".into()];
        assert_eq!(names(&folder), expected);
    }
}

#[test]
fn killed_run_of_one_file_leaves_the_old_one() {
    let folder = folder("kill-file");
    fs::write(folder.join("out/all.jsonl"), "old").unwrap();
    kill(&folder, "warc in/fifo.warc", "out/all.jsonl");
    assert_eq!(fs::read(folder.join("out/all.jsonl")).unwrap(), b"old");
    succeeded(&command(&folder, "warc in/fifo.warc", "out/all.jsonl").output().unwrap());
    assert_eq!(names(&folder), ["all.jsonl"]);
}

#[test]
fn manual_pages_replace_older_ones() {
    let folder = folder("man");
    let man = || sapwood(&["man", "out"]).current_dir(&folder).output().unwrap();
    succeeded(&man());
    let pages = names(&folder);
    assert!(pages.iter().all(|name| name.ends_with(".1")) && pages.len() > 25, "{pages:?}");
    symlink("../elsewhere.1", folder.join("out/sapwood.1.link")).unwrap();
    fs::rename(folder.join("out/sapwood.1.link"), folder.join("out/sapwood.1")).unwrap();
    succeeded(&man());
    assert!(fs::read(folder.join("elsewhere.1")).unwrap().starts_with(b".ie"));
    assert_eq!(names(&folder), pages);
}
