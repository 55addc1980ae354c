//! `sapwood edit`: edits from the command line and from a file; standard output, files in place, diffs.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use crate::process::run;

const PAGE: &str = "<!DOCTYPE html>\r\n<Title>T</title>\n<p><IMG src='a.png' srcset='a.png 1x, b.png 2x'><a href=/x>l</a>\n\
    <script>x()</script><b>bold</b>";

/// Standard output, standard error and the exit status of a run over the page.
fn edit(arguments: &[&str]) -> (String, String, i32) {
    edit_bytes(arguments, PAGE.as_bytes())
}

fn edit_bytes(arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let arguments: Vec<_> = ["edit"].iter().chain(arguments).copied().collect();
    let output = run(&arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// A folder of a test with the page in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edit").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("page.html"), PAGE).unwrap();
    fs::write(folder.join("other.html"), "<p>nothing here").unwrap();
    folder
}

fn within(folder: &Path, arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sapwood"));
    command.arg("edit").args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn changes_only_the_edited_bytes() {
    let (out, error, status) = edit(&["-s", "img", "--set", "loading=lazy"]);
    assert_eq!((error.as_str(), status), ("", 0));
    assert_eq!(out, PAGE.replace("b.png 2x'>", "b.png 2x' loading=\"lazy\">"));
    let (out, ..) = edit(&["-s", "img", "--set", "src=c.png"]);
    assert_eq!(out, PAGE.replace("src='a.png'", "src='c.png'"));
    let (out, ..) = edit(&["-s", "table", "--remove"]);
    assert_eq!(out, PAGE);
}

#[test]
fn actions_change_the_matches_alone() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["-s", "a", "--unset", "href"], "<a href=/x>", "<a>"),
        (&["-s", "b", "--rename", "strong"], "<b>bold</b>", "<strong>bold</strong>"),
        (&["-s", "b", "--remove"], "<b>bold</b>", ""),
        (&["-s", "b", "--unwrap"], "<b>bold</b>", "bold"),
        (&["-s", "title", "--text", "A < B"], ">T<", ">A &lt; B<"),
        (&["-s", "b", "--html", "<i>1</i>"], "<b>bold</b>", "<b><i>1</i></b>"),
        (&["-s", "b", "--before", "<i>0</i>"], "<b>bold", "<i>0</i><b>bold"),
        (&["-s", "b", "--after", "-"], "bold</b>", "bold</b>-"),
        (&["-s", "b", "--prepend", "1"], "<b>bold", "<b>1bold"),
        (&["-s", "b", "--append", "1"], "bold</b>", "bold1</b>"),
        (&["-s", "*", "--nonce", "n"], "<script>", "<script nonce=\"n\">"),
        (&["-s", "a", "--resolve-urls", "https://e.org/d/"], "href=/x", "href=https://e.org/x"),
    ];
    for (arguments, old, new) in cases {
        let (out, error, status) = edit(arguments);
        assert_eq!((error.as_str(), status), ("", 0), "{arguments:?}");
        assert_eq!(out, PAGE.replacen(old, new, 1), "{arguments:?}");
    }
    let (out, ..) = edit(&["-s", "img", "--resolve-urls", "https://e.org/"]);
    assert!(out.contains("srcset='https://e.org/a.png 1x, https://e.org/b.png 2x'"), "{out}");
}

#[test]
fn groups_see_the_result_of_those_before() {
    let (out, ..) = edit(&["-s", "b", "--rename", "i", "-s", "i", "--text", "x", "--set", "id=y"]);
    assert_eq!(out, PAGE.replace("<b>bold</b>", "<i id=\"y\">x</i>"));
    // A nested match of an element that is removed has nothing left to edit.
    let (out, error, status) = edit_bytes(&["-s", "i", "--remove"], b"a<i>b<i>c</i></i>d");
    assert_eq!((out.as_str(), error.as_str(), status), ("ad", "", 0));
}

#[test]
fn edits_come_from_a_file() {
    let folder = folder("file");
    let edits =
        "[[edit]]\nselect = 'b'\nrename = 'i'\n[[edit]]\nselect = 'i'\nset = { id = 'y' }\n";
    fs::write(folder.join("edits.toml"), edits).unwrap();
    let (out, ..) = within(&folder, &["--edits", "edits.toml", "page.html"]);
    assert_eq!(out, PAGE.replace("<b>bold</b>", "<i id=\"y\">bold</i>"));
    for (text, message) in [
        ("[[edit]]\nselect = 'b'\nfoo = 1\n", "unknown field `foo`"),
        ("[[edit]]\nselect = 'b >'\nremove = true\n", "edit 1"),
        ("[[edit]]\nselect = 'b'\n", "no action for the selector b"),
        ("[[edit", "edits.toml"),
    ] {
        fs::write(folder.join("edits.toml"), text).unwrap();
        let (out, error, status) = within(&folder, &["--edits", "edits.toml", "page.html"]);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn writes_changed_files_in_place() {
    let folder = folder("in-place");
    let modified = |name: &str| fs::metadata(folder.join(name)).unwrap().modified().unwrap();
    let before = modified("other.html");
    let (out, error, status) = within(&folder, &["-i", "-r", "-s", "b", "--unwrap"]);
    assert_eq!((out.as_str(), error.as_str(), status), ("", "", 0));
    let written = fs::read_to_string(folder.join("page.html")).unwrap();
    assert_eq!(written, PAGE.replace("<b>bold</b>", "bold"));
    assert_eq!(modified("other.html"), before);
    let (_, error, status) = edit(&["-i", "-s", "b", "--remove"]);
    assert_eq!(status, 2);
    assert!(error.contains("--in-place needs files"), "{error}");
}

#[test]
fn shows_and_checks_changes() {
    let folder = folder("diff");
    let (out, ..) = within(&folder, &["--diff", "-r", "-s", "b", "--unwrap"]);
    assert!(out.starts_with("--- a/page.html\n+++ b/page.html\n@@"), "{out}");
    assert!(out.contains("\n-<script>x()</script><b>bold</b>\n"), "{out}");
    let (out, _, status) = within(&folder, &["--check", "-r", "-s", "b", "--unwrap"]);
    assert_eq!((out.as_str(), status), ("page.html\n", 1));
    let (out, _, status) = within(&folder, &["--check", "-r", "-s", "table", "--unwrap"]);
    assert_eq!((out.as_str(), status), ("", 0));
}

#[test]
fn refuses_what_it_cannot_do() {
    for (arguments, message) in [
        (&["-s", "p"][..], "no action for the selector p"),
        (&["--remove"], "--remove needs a selector before it"),
        (&[], "no edits"),
        (&["-s", "p >", "--remove"], "expected"),
        (&["-s", "p", "--set", "x"], "expected NAME=VALUE"),
        (&["-s", "p", "--resolve-urls", "x"], "absolute URL"),
        (&["-s", "p", "--set", "a b=c"], "not valid"),
        // No markup is parsed as a paragraph in a paragraph.
        (&["-s", "p", "--html", "<p>1"], "no markup is parsed as this tree"),
    ] {
        let (out, error, status) = edit(arguments);
        assert_eq!((out.as_str(), status), ("", 2), "{arguments:?}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn keeps_the_encoding() {
    let output = run(
        &["edit", "-s", "b", "--text", "é☃"],
        &b"<meta charset=windows-1252><p>\xe9\xff<b>x"[..],
    );
    assert_eq!(output.stdout, b"<meta charset=windows-1252><p>\xe9\xff<b>\xe9&#9731;");
}

/// Runs `sapwood edit` over a file and over a pipe, and returns whether the pipe got output before its end.
fn streams(name: &str, arguments: &[&str], page: &str) -> bool {
    let folder = folder(name);
    fs::write(folder.join("page.html"), page).unwrap();
    let whole: Vec<_> = ["page.html"].iter().chain(arguments).copied().collect();
    let (from_file, error, status) = within(&folder, &whole);
    assert_eq!((error.as_str(), status), ("", 0), "{arguments:?}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sapwood"));
    command.arg("edit").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let (mut input, mut output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
    let (first, rest) = page.as_bytes().split_at(page.len() / 2);
    input.write_all(first).unwrap();
    let (to, read) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(length @ 1..) = output.read(&mut buffer) {
            to.send(buffer[..length].to_vec()).unwrap();
        }
    });
    // A program that reads everything writes nothing before the end, however long that takes.
    let early = read.recv_timeout(Duration::from_secs(2)).ok();
    input.write_all(rest).unwrap();
    drop(input);
    reader.join().unwrap();
    assert!(program.wait().unwrap().success());
    let was_early = early.is_some();
    let from_pipe: Vec<u8> = early.into_iter().chain(read.try_iter()).flatten().collect();
    assert_eq!(String::from_utf8(from_pipe).unwrap(), from_file, "{arguments:?}");
    was_early
}

#[test]
fn edits_attributes_while_a_pipe_arrives() {
    let page = PAGE.repeat(200);
    for arguments in [
        &["-s", "img", "--set", "loading=lazy"][..],
        &["-s", "img", "--set", "src=\"c.png\""],
        &["-s", "script, a[href]", "--nonce", "n", "--unset", "href"],
        &["-s", "[src]", "--set", "a=1", "-s", "[href]", "--set", "b=2"],
    ] {
        assert!(streams("streamed", arguments, &page), "{arguments:?}");
    }
}

#[test]
fn reads_a_pipe_to_its_end_for_edits_that_need_the_whole_page() {
    let page = &format!("{}\u{e9}", PAGE.repeat(20));
    let edits = [
        &["-s", "b", "--remove"][..],
        &["-s", "body", "--set", "class=x"],
        &["-s", "b:last-child", "--set", "class=x"],
        &["-s", "a", "--set", "class=x", "-s", "a.x", "--set", "id=y"],
        &["-s", "img", "--set", "title=\u{e9}"],
        &["-s", "img", "--set", "viewbox=0"],
        &["--no-stream", "-s", "img", "--set", "a=b"],
    ];
    // Each waits for output that doesn't come.
    thread::scope(|scope| {
        for (number, arguments) in edits.iter().enumerate() {
            scope.spawn(move || {
                let streamed = streams(&format!("whole-{number}"), arguments, page);
                assert!(!streamed, "{arguments:?}");
            });
        }
    });
}
