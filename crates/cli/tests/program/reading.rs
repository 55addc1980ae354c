//! Runs of `text`, `links` and `table`.

use std::{fs, path::PathBuf, process::Output};

use crate::process::run;

/// Standard output and standard error.
fn both(output: &Output) -> (&str, &str) {
    (str::from_utf8(&output.stdout).unwrap(), str::from_utf8(&output.stderr).unwrap())
}

#[track_caller]
fn prints(arguments: &[&str], input: &str, expected: &str) {
    let output = run(arguments, input.as_bytes());
    assert_eq!(both(&output), (expected, ""));
    assert!(output.status.success());
}

/// Asserts that the run fails with this message.
#[track_caller]
fn complains(arguments: &[&str], input: &str, expected: &str) {
    let output = run(arguments, input.as_bytes());
    assert_eq!(both(&output).1.trim_end(), format!("sapwood: {expected}"));
    assert!(!output.status.success());
}

/// A file of this test run.
fn file(name: &str, contents: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

const PAGE: &str = "<!doctype html><title>t</title><h1> One  two </h1><script>s</script><p>Three<br>four<table><tr><td>5<td>6</table>";

#[test]
fn text() {
    prints(&["text"], PAGE, "One two\n\nThree\nfour\n\n5\t6\n");
    prints(&["text", "-", "--raw"], "<p> a <!-- c --><script>s</script>", " a s\n");
    prints(&["text"], "", "\n");
}

#[test]
fn failing_file_does_not_stop_the_others() {
    let (one, two) = (file("reading-1.html", "<p>1"), file("reading-2.html", "<p>2"));
    prints(&["text", "--no-filename", &one, &two, &one], "", "1\n2\n1\n");
    let missing = format!("{one}.missing");
    let output = run(&["text", "--no-filename", &one, &missing, &two], b"");
    let (stdout, stderr) = both(&output);
    assert_eq!(stdout, "1\n2\n");
    assert_eq!(
        stderr,
        format!("sapwood: cannot read {missing}: No such file or directory (os error 2)\n")
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn limits_and_mistakes_are_reported() {
    complains(
        &["text", "--max-nodes", "4"],
        PAGE,
        "standard input: stopped early: more than 4 nodes (--max-nodes)",
    );
    complains(
        &["text", "--wide"],
        "",
        "unexpected argument '--wide' found; to pass '--wide' as a value, use '-- --wide'",
    );
    complains(
        &["text", "--encoding", "x"],
        "",
        "invalid value 'x' for '--encoding <LABEL>': unknown encoding label; expected one such as utf-8 or windows-1251",
    );
}

#[test]
fn links() {
    let page = "<base href=sub/><a href=' b '>1</a><a href='http://['>2</a><img src=i.png srcset='i.png, j.png 2x'>";
    prints(&["links"], page, " b \nhttp://[\ni.png\ni.png\nj.png\n");
    prints(
        &["links", "--base", "https://example.com/x/y", "--kind", "hyperlink"],
        page,
        "https://example.com/x/sub/b\nhttp://[\n",
    );
    prints(
        &["links", "--json", "--base=https://example.com/", "--kind=hyperlink"],
        "<a href=b>",
        "{\"file\":\"standard input\",\"kind\":\"hyperlink\",\"element\":\"a\",\"attribute\":\"href\",\
         \"value\":\"b\",\"url\":\"https://example.com/b\"}\n",
    );
    complains(
        &["links", "--base", "example.com"],
        "",
        "invalid value 'example.com' for '--base <URL>': relative URL without a base; expected an \
         absolute URL such as https://example.com/",
    );
    let output = run(&["links", "--kind", "x"], b"");
    assert!(both(&output).1.contains("[possible values: hyperlink, link, image,"));
}

#[test]
fn tables() {
    let page = "<table><caption>C</caption><tr><th>a<th>b, c<tr><td rowspan=2>1<td>2<tr><td>\"3\"\
                <tr><td>4</table><table><tr><td>5</table>";
    prints(&["table"], page, "a,\"b, c\"\n1,2\n1,\"\"\"3\"\"\"\n4,\n\n5\n");
    prints(&["table", "--csv", "--nth", "2"], page, "5\n");
    prints(
        &["table", "--json", "--nth=1"],
        page,
        "{\"file\":\"standard input\",\"caption\":\"C\",\"header_rows\":1,\"rows\":[[\"a\",\"b, c\"],\
         [\"1\",\"2\"],[\"1\",\"\\\"3\\\"\"],[\"4\"]]}\n",
    );
    complains(&["table", "--nth", "3"], page, "standard input: no table 3; the page has 2");
    assert_eq!(run(&["table"], "none").status.code(), Some(1));
}
