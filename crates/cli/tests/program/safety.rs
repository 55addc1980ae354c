//! Protection of terminals, spreadsheets and files from hostile pages and file names.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn sapwood() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sapwood"))
}

fn run(arguments: &[&str]) -> Output {
    sapwood().args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(path: &Path, contents: &str) -> String {
    fs::write(path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

#[cfg(target_os = "linux")]
mod terminal {
    use std::{
        ffi::OsString,
        fs::{File, OpenOptions},
        io::{Read, Write},
        os::unix::ffi::{OsStrExt, OsStringExt},
        time::Duration,
    };

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::*;

    /// Opens a terminal: returns the side that sees what is written, and the path of the other.
    fn terminal() -> (File, OsString) {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        (File::from(controller), OsString::from_vec(name.into_bytes()))
    }

    fn open(terminal: &OsString) -> File {
        OpenOptions::new().read(true).write(true).open(terminal).unwrap()
    }

    /// Reads what was written to a terminal until the other side is closed.
    fn read(mut terminal: File) -> String {
        let mut written = Vec::new();
        // It ends with an error when the other side is closed.
        let _ = terminal.read_to_end(&mut written);
        String::from_utf8(written).unwrap()
    }

    /// Everything that a run writes to a terminal.
    fn on_terminal(arguments: &[&str]) -> String {
        let (controller, path) = terminal();
        let mut command = sapwood();
        command.args(arguments).stdin(Stdio::null()).stdout(open(&path)).stderr(open(&path));
        command.env_remove("NO_COLOR").env("TERM", "xterm");
        let mut child = command.spawn().unwrap();
        drop(command);
        let written = read(controller);
        child.wait().unwrap();
        written
    }

    #[test]
    fn terminal_gets_a_bounded_number_of_lines() {
        let page = write(&folder("lines").join("page.html"), &"<p>x</p>".repeat(12_000));
        let written = on_terminal(&["select", "-t", "p", &page]);
        assert_eq!(written.matches("x\r\n").count(), 10_000);
        assert!(
            written.ends_with("output cut after 10000 lines (--max-lines; 0 for no limit)\r\n")
        );
        let written = on_terminal(&["select", "-t", "p", &page, "--max-lines=0"]);
        assert_eq!(written.matches("x\r\n").count(), 12_000);
    }

    #[test]
    fn terminal_shows_markup_in_colors() {
        let page = write(&folder("colors").join("page.html"), "<p id=a>x\u{1b}<!--b\nc-->");
        let colored = "\u{1b}[34m<p\u{1b}[0m \u{1b}[36mid\u{1b}[0m=\u{1b}[32m\"a\"\u{1b}[0m\u{1b}[34m>\u{1b}[0mx\\u001b\
            \u{1b}[90m<!--b\u{1b}[0m\r\n\u{1b}[90mc-->\u{1b}[0m\u{1b}[34m</p\u{1b}[0m\u{1b}[34m>\u{1b}[0m\r\n";
        for command in [["select", "p"], ["xpath", "//p"]] {
            assert_eq!(on_terminal(&[command[0], command[1], &page]), colored, "{command:?}");
            let plain = on_terminal(&[command[0], command[1], &page, "--color=never"]);
            assert_eq!(plain, "<p id=\"a\">x\\u001b<!--b\r\nc--></p>\r\n", "{command:?}");
        }
        // What isn't markup has none.
        assert_eq!(on_terminal(&["select", "-t", "p", &page]), "x\\u001b\r\n");
        let piped = sapwood().args(["select", "p", &page, "--color=always"]).output().unwrap();
        let expected = colored.replace('\r', "").replace("\\u001b", "\u{1b}");
        assert_eq!(String::from_utf8(piped.stdout).unwrap(), expected);
        let piped = sapwood().args(["select", "p", &page]).output().unwrap();
        assert_eq!(piped.stdout, b"<p id=\"a\">x\x1b<!--b\nc--></p>\n");
    }

    /// Every command reads its input by the same function, which reports progress.
    #[test]
    fn terminal_shows_the_progress_of_long_work() {
        let (controller, path) = terminal();
        let mut command = sapwood();
        command.arg("text").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(open(&path));
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut stdin = child.stdin.take().unwrap();
        for _ in 0..15 {
            stdin.write_all(b"<p>x").unwrap();
            std::thread::sleep(Duration::from_millis(100));
        }
        drop(stdin);
        let written = read(controller);
        assert!(child.wait().unwrap().success());
        assert!(written.contains(" read (") && written.ends_with("\r\u{1b}[2K"), "{written:?}");
    }

    #[test]
    fn terminal_gets_no_control_characters_of_pages_or_names() {
        let page = "<!doctype html><title>\u{1b}]0;owned\u{7}</title><p a\u{9b}31m a\u{9b}31m>\u{1b}[2J\u{202e}";
        let path = write(&folder("terminal").join("\u{1b}[31mname\u{9b}.html"), page);
        for arguments in [
            &["tree", &path][..],
            &["html", &path],
            &["text", "--raw", &path],
            &["select", "p", &path],
            &["select", "p", "--json", &path],
            &["encoding", &path],
            &["check", &path],
            &["check", "--format=sarif", &path],
            &["report", &path],
            &["tree", &format!("{path}.missing")],
        ] {
            let written = on_terminal(arguments);
            // Colors of our own, and the terminal's own carriage returns.
            let written = written.replace("\u{1b}[0m", "").replace("\r\n", "\n");
            let written = match arguments[0] {
                "check" | "select" => without_colors(&written),
                _ => written,
            };
            let is_bad = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
            assert!(!written.contains(is_bad), "{arguments:?}: {written:?}");
            assert!(!written.is_empty());
        }
        let raw = on_terminal(&["--raw-control-chars", "tree", &path]);
        assert!(raw.contains("\u{1b}[2J"), "{raw:?}");
        let piped = run(&["tree", &path]);
        assert!(String::from_utf8(piped.stdout).unwrap().contains("\u{1b}[2J"));
    }

    /// Removes the escape sequences of colors.
    fn without_colors(text: &str) -> String {
        let mut parts = text.split("\u{1b}[");
        let mut plain = parts.next().unwrap().to_owned();
        for part in parts {
            let (sequence, rest) = part.split_once('m').unwrap();
            assert!(sequence.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{part:?}");
            assert_ne!(sequence, "2J");
            plain.push_str(rest);
        }
        plain
    }

    #[test]
    fn sarif_percent_encodes_the_bytes_of_names() {
        let name = std::ffi::OsStr::from_bytes(b"caf\xe9 #1.html");
        let path = folder("sarif").join(name);
        fs::write(&path, "<p>").unwrap();
        let output = sapwood().args(["check", "--format=sarif"]).arg(&path).output().unwrap();
        let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        let uri = location["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with("/caf%E9%20%231.html"), "{uri}");
    }
}

#[test]
fn csv_safe_defuses_formulas() {
    let cells =
        ["=1+1", "+1", "-1", "@A1", "\u{1}=1", "a=1", "", "1"].map(|cell| format!("<td>{cell}"));
    let page = format!("<table><tr>{}</table>", cells.concat());
    let path = write(&folder("csv").join("page.html"), &page);
    let plain = run(&["table", &path]);
    assert_eq!(str::from_utf8(&plain.stdout).unwrap(), "=1+1,+1,-1,@A1,\u{1}=1,a=1,,1\n");
    let safe = run(&["table", "--csv-safe", &path]);
    assert_eq!(str::from_utf8(&safe.stdout).unwrap(), "'=1+1,'+1,'-1,'@A1,'\u{1}=1,a=1,,1\n");
}

#[test]
fn report_overwrites_only_reports() {
    let folder = folder("report");
    let page = write(&folder.join("page.html"), "<p>");
    let other = write(&folder.join("other.txt"), "precious");
    let report = folder.join("report.html");
    let report = report.to_str().unwrap();
    for _ in 0..2 {
        assert!(run(&["report", &page, "-o", report]).status.success());
    }
    // Whatever path or link leads to it.
    let link = folder.join("link.html");
    let _ = fs::remove_file(&link);
    fs::hard_link(&page, &link).unwrap();
    for same in [folder.join("../report/page.html"), link] {
        for force in [&[][..], &["--force"]] {
            let arguments = [&["report", &page, "-o", same.to_str().unwrap()], force].concat();
            let output = run(&arguments);
            assert_eq!(output.status.code(), Some(2));
            let error = str::from_utf8(&output.stderr).unwrap();
            assert!(error.contains("is the file that is checked"), "{error}");
            assert_eq!(fs::read_to_string(&page).unwrap(), "<p>");
        }
    }
    let output = run(&["report", &page, "-o", &other]);
    assert!(str::from_utf8(&output.stderr).unwrap().contains("--force"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert!(run(&["report", &page, "-o", &other, "--force"]).status.success());
    let written = fs::read_to_string(&other).unwrap();
    assert!(written.contains("Content-Security-Policy\" content=\"default-src 'none'"));
}

#[test]
fn batch_answers_for_a_page_that_cannot_be_read() {
    let folder = folder("pages");
    let good = write(&folder.join("good.html"), "<p>x");
    let missing = format!("{good}.missing");
    let output = run(&["batch", "--pages", &good, &missing, &good]);
    assert_eq!(output.status.code(), Some(2));
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    let answers: Vec<serde_json::Value> =
        lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1]["id"], missing);
    assert!(answers[1]["error"].as_str().unwrap().starts_with("cannot read "));
    assert_eq!(answers[0]["tree"], answers[2]["tree"]);
}

#[test]
fn select_keeps_attributes_in_source_order() {
    let page = write(&folder("select").join("page.html"), "<p z=1 a=2 m=3>");
    let output = run(&["select", "--json", "p", &page]);
    let line = str::from_utf8(&output.stdout).unwrap();
    assert!(line.contains(r#""attributes":{"z":"1","a":"2","m":"3"}"#), "{line}");
}

#[test]
fn check_filters_codes() {
    let page = write(&folder("codes").join("page.html"), "<p a a></b>");
    let codes = |arguments: &[&str]| -> Vec<String> {
        let output = run(&[&["check", "--format=json", &page], arguments].concat());
        let json: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        json.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes(&["--only", "duplicate-attribute"]), ["duplicate-attribute"]);
    let all = codes(&[]);
    let ignored = codes(&["--ignore=duplicate-attribute", "--ignore=missing-doctype"]);
    assert!(all.len() == ignored.len() + 2 && ignored.contains(&"unexpected-end-tag".to_owned()));
    assert_eq!(run(&["check", "--only", "no-such-code", &page]).status.code(), Some(2));
    let quiet = run(&["check", "--quiet", &page]);
    assert!(quiet.stdout.is_empty() && quiet.status.code() == Some(1));
    let text = run(&["check", &page]);
    let text = str::from_utf8(&text.stdout).unwrap();
    assert!(text.ends_with(" errors and 1 note in 1 file\n"), "{text}");
    assert!(
        text.contains("error[duplicate-attribute]: attribute given more than once\n"),
        "{text}"
    );
    // A limit is reported, and what was found before it.
    let limited = run(&["check", "--max-nodes=4", &page]);
    assert_eq!(limited.status.code(), Some(2));
    assert!(str::from_utf8(&limited.stderr).unwrap().contains("stopped early"));
}
