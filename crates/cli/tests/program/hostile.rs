//! Small inputs with huge output: the output is cut with an error, memory stays bounded, and other inputs
//! are answered. Each run has 1 GB of address space, or less where it streams.

use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    thread,
};

use serde_json::Value;

/// Output and outcome of a run.
struct Run {
    stdout: Vec<u8>,
    stderr: String,
    code: Option<i32>,
}

/// Starts the program with so many KiB of address space.
fn start(memory: usize, arguments: &[&str]) -> Child {
    let limited = format!("ulimit -v {memory} && exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_sapwood")])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program under a limit of memory; fails if there is more output than `most`.
#[track_caller]
fn run(arguments: &[&str], input: String, most: usize) -> Run {
    let mut child = start(1_000_000, arguments);
    let mut stdin = child.stdin.take().unwrap();
    thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let mut stdout = Vec::new();
    child.stdout.take().unwrap().take(most as u64 + 1).read_to_end(&mut stdout).unwrap();
    assert!(stdout.len() <= most, "{arguments:?}: more than {most} bytes");
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    Run { stdout, stderr, code: output.status.code() }
}

/// The default limit for an input of this length, and what may be added to it.
fn default_limit(input: &str) -> usize {
    (4 << 20) + 64 * input.len() + 1_000
}

#[test]
fn batch_cuts_a_deep_tree_and_answers_the_other_lines() {
    let good = "{\"id\":1,\"html\":\"<p>x\"}\n";
    let deep = serde_json::json!({"id": 2, "html": "<div>".repeat(60_000)});
    let lines = format!("{good}{deep}\n{good}");
    // Escapes, errors and brackets aren't the tree.
    let most = default_limit(&lines);
    let Run { stdout, stderr, code } = run(&["batch"], lines, most);
    let answers: Vec<Value> = stdout
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], answers[2]);
    assert!(answers[0]["error"].is_null());
    assert_eq!(answers[1]["id"], 2);
    assert!(answers[1]["tree"].as_str().unwrap().starts_with("| <html>\n"));
    let error = answers[1]["error"].as_str().unwrap();
    assert!(error.contains("--max-output-bytes"), "{error}");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("1 of 3 lines failed"), "{stderr}");
}

#[test]
fn batch_cuts_matches_and_links_to_json() {
    let nested = serde_json::json!({"id": 1, "html": "<b>".repeat(2_000)});
    for operation in [&["--op=select", "--selector=b"][..], &["--op=links"], &["--op=html"]] {
        for most in [0, 1, 20, 500, 20_000] {
            let limit = format!("--max-output-bytes={}", most + 1);
            let arguments = [&["batch", &limit], operation].concat();
            let run = run(&arguments, nested.to_string(), most + 300);
            let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
            let is_cut = answer["error"].as_str().is_some_and(|it| it.contains("output cut"));
            assert!(is_cut || run.code == Some(0), "{answer}");
        }
    }
}

#[test]
fn select_cuts_nested_matches() {
    for count in [20_000, 40_000] {
        let html = "<b>".repeat(count);
        let most = default_limit(&html);
        let Run { stdout, stderr, code } = run(&["select", "b"], html, most);
        assert!(stdout.starts_with(b"<b><b>") && stdout.ends_with(b"\n"));
        assert!(stderr.contains("standard input: output cut after "), "{stderr}");
        assert_eq!(code, Some(2));
    }
    let html = "<b>".repeat(20_000);
    let outermost = run(&["select", "b", "--outermost"], html.clone(), 200_000);
    assert_eq!((outermost.stderr.as_str(), outermost.code), ("", Some(0)));
    assert_eq!(outermost.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    let none = run(&["select", "b", "--max-output-bytes=0", "--first"], html, 200_000);
    assert_eq!(none.code, Some(0));
}

#[test]
fn select_outermost_skips_matches_inside_matches_only() {
    let html =
        "<div><i>1<i>2</i></i></div><p><b><i>3</i></b></p><i>4<div><i>5</i></div></i><i>6</i>";
    let run = run(&["select", "--outermost", "--text", "i"], html.to_owned(), 100);
    assert_eq!(str::from_utf8(&run.stdout).unwrap(), "12\n3\n45\n6\n");
}

#[test]
fn links_ignores_a_long_base_that_a_page_declares() {
    let base = "x".repeat(60_000);
    let html = format!("<base href='http://a/{base}/'>{}", "<a href=b></a>".repeat(4_000));
    for json in [&[][..], &["--json"]] {
        let Run { stdout, stderr, code } =
            run(&[&["links"][..], json].concat(), html.clone(), 1_000_000);
        assert_eq!((stderr.as_str(), code), ("", Some(0)));
        let lines: Vec<&str> = str::from_utf8(&stdout).unwrap().lines().collect();
        assert!(lines.len() >= 4_000);
        if !json.is_empty() {
            assert!(lines.iter().all(|line| serde_json::from_str::<Value>(line).is_ok()));
        }
    }
}

/// A page whose parser repeats a large attribute in every paragraph.
fn reopened() -> String {
    let classes: Vec<String> = (0..20_000).map(|number| format!("c{number}")).collect();
    format!("<p><b class=\"{}\">{}", classes.join(" "), "<p>x".repeat(20_000))
}

#[test]
fn repeated_attributes_are_cut() {
    let runs: [&[&str]; 5] =
        [&["select", "b"], &["select", ".c5"], &["tree"], &["tree", "--format=json"], &["html"]];
    for arguments in runs {
        let run = run(arguments, reopened(), default_limit(&reopened()));
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn report_of_repeated_attributes_is_short() {
    let run = run(&["report", "-"], reopened(), 8 << 20);
    assert!(run.stdout.ends_with(b"</html>\n"));
}

#[test]
fn xml_check_merges_the_findings_of_an_entity() {
    let mut xml = "<!DOCTYPE a [<!ENTITY e0 '<b&#32;c=1>&'>".to_owned();
    for level in 1..=9 {
        let references = format!("&e{};", level - 1).repeat(10);
        xml.push_str(&format!("<!ENTITY e{level} '{references}'>"));
    }
    xml.push_str("]><a>&e9;</a>");
    for (format, most) in [("text", 20_000), ("json", 8 << 20), ("sarif", 8 << 20)] {
        let run = run(&["xml", "check", "--format", format], xml.clone(), most);
        assert!(matches!(run.code, Some(1 | 2)), "{}", run.stderr);
    }
}

#[test]
fn check_prints_what_a_person_can_read() {
    let html = "<p a a>".repeat(100_000);
    let text = run(&["check"], html.clone(), 20_000);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains(" more\n"), "{text}");
    assert!(text.contains("errors"), "{text}");
    let json = run(&["check", "--format=json", "--max-findings=7"], html, 20_000);
    assert_eq!(serde_json::from_slice::<Value>(&json.stdout).unwrap().as_array().unwrap().len(), 7);
    assert!(json.stderr.contains("more findings (--max-findings)"), "{}", json.stderr);
}

#[test]
fn edits_stream_through_less_memory_than_the_input_takes() {
    const PIECE: &str = "<div><p>text <a href=x>link</a> &amp; text<!-- c --></p></div>\n";
    const EDITED: &str =
        "<div><p>text <a href=x rel=\"y\">link</a> &amp; text<!-- c --></p></div>\n";
    const MEMORY: usize = 80_000;
    let (input, edited) = (PIECE.repeat(1_000), EDITED.repeat(1_000));
    let count = 1_024 * MEMORY / input.len() + 1;
    let mut child = start(MEMORY, &["edit", "-s", "a[href]", "--set", "rel=y"]);
    let mut stdin = child.stdin.take().unwrap();
    thread::spawn(move || (0..count).try_for_each(|_| stdin.write_all(input.as_bytes())));
    let mut stdout = child.stdout.take().unwrap();
    let mut part = vec![0; edited.len()];
    for _ in 0..count {
        stdout.read_exact(&mut part).unwrap();
        assert!(part == edited.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), "");
    assert_eq!((output.status.code(), stdout.read(&mut part).unwrap()), (Some(0), 0));
}
