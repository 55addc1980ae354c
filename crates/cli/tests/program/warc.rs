//! `sapwood warc`.

use std::{fs, path::PathBuf};

use crate::process::run;

/// A WARC file of pages with these titles.
fn archive(titles: &[&str]) -> String {
    let mut file = String::new();
    for title in titles {
        let http =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>{title}</title>");
        file += &format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/{title}\r\n\
             Content-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        );
    }
    file
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sapwood-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program over `input`: its output, its messages, and its exit status.
fn over(arguments: &[&str], input: &str) -> (String, String, i32) {
    let output = run(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn writes_json_lines_of_standard_input() {
    let (out, err, status) = over(&["warc", "--columns", "url,title"], &archive(&["oak", "elm"]));
    let expected = "{\"url\":\"https://example.com/oak\",\"title\":\"oak\"}\n{\"url\":\"https://example.com/elm\",\"title\":\"elm\"}\n";
    assert_eq!((&*out, &*err, status), (expected, "", 0));
}

#[test]
fn reads_fields_lists_and_files_that_are_missing() {
    let folder = Folder::new("fields");
    let file = folder.write("a.warc", &archive(&["oak", "elm"]));
    let spec = folder.write("spec.toml", "[fields]\nname = 'title'\n");
    let missing = folder.path("missing.warc");
    let (out, err, status) =
        over(&["warc", "--columns", "warc", "--extract", &spec, &missing, &file], "");
    let row = |name| format!("{{\"warc\":\"{file}\",\"name\":\"{name}\"}}\n");
    assert_eq!(out, row("oak") + &row("elm"));
    assert!(err.contains("cannot read") && err.contains("missing.warc"), "{err}");
    assert_eq!(status, 2);

    let first = archive(&["oak"]).len();
    let list = folder.write("list", &format!("{file} {first} {first}\n"));
    let (out, err, status) = over(&["warc", "--columns", "offset,title", "--list", &list], "");
    assert_eq!(
        (&*out, &*err, status),
        (&*format!("{{\"offset\":{first},\"title\":\"elm\"}}\n"), "", 0)
    );

    let spec = folder.write("bad.toml", "[fields]\nname = 'title['\n");
    let (_, err, status) = over(&["warc", "--extract", &spec, &file], "");
    assert!(err.contains("bad.toml: line 2: field `name`:"), "{err}");
    assert_eq!(status, 2);
    let (_, err, status) = over(&["warc", "--columns", "titel"], "");
    assert!(err.contains("unknown column \"titel\""), "{err}");
    assert_eq!(status, 2);
}

#[test]
fn writes_files_and_resumes() {
    let folder = Folder::new("files");
    let (a, b) = (
        folder.write("a.warc", &archive(&["oak"])),
        folder.write("b.warc", &archive(&["elm", "yew"])),
    );
    let single = folder.path("all.parquet");
    let (_, err, status) = over(&["warc", &a, &b, "-o", &single], "");
    if cfg!(feature = "parquet") {
        assert_eq!((err.as_str(), status), ("", 0));
        assert!(fs::read(&single).unwrap().starts_with(b"PAR1"));
    } else {
        assert!(err.contains("built without Parquet") && err.contains("--jsonl"), "{err}");
        assert_eq!((status, fs::exists(&single).unwrap()), (2, false));
    }

    let out = folder.path("out/");
    assert_eq!(over(&["warc", &a, "--jsonl", "-o", &out], "").2, 0);
    fs::write(folder.path("out/a.jsonl"), "untouched").unwrap();
    let arguments = ["warc", &a, &b, "--jsonl", "-o", &out, "--resume"];
    assert_eq!(over(&arguments, "").2, 0);
    assert_eq!(fs::read_to_string(folder.path("out/a.jsonl")).unwrap(), "untouched");
    assert_eq!(fs::read_to_string(folder.path("out/b.jsonl")).unwrap().lines().count(), 2);
    let manifest = fs::read_to_string(folder.path("out/manifest.jsonl")).unwrap();
    assert_eq!(manifest.lines().count(), 2, "{manifest}");

    let (_, err, status) =
        over(&["warc", &a, "--columns", "url", "--jsonl", "-o", &out, "--resume"], "");
    assert!(err.contains("lists outputs with other columns"), "{err}");
    assert_eq!(status, 2);
    // Without --resume, everything is done anew.
    assert_eq!(over(&["warc", &a, "--jsonl", "-o", &out], "").2, 0);
    assert!(fs::read_to_string(folder.path("out/a.jsonl")).unwrap().starts_with('{'));
}
