//! Runs of `sapwood xml`.

use std::{fs, path::PathBuf, process::Output};

use crate::process::run;
use serde_json::{Value, json};

/// Standard output, standard error and the exit code.
fn told(arguments: &[&str], input: &str) -> (String, String, i32) {
    let Output { status, stdout, stderr } = run(arguments, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

#[track_caller]
fn check(arguments: &[&str], input: &str, stdout: &str) {
    assert_eq!(told(arguments, input), (stdout.to_owned(), String::new(), 0));
}

#[test]
fn trees() {
    let xml = "<a xmlns:p='u' p:b='1'><c/>";
    let tree =
        "| <a>\n|   {http://www.w3.org/2000/xmlns/}xmlns:p=\"u\"\n|   {u}p:b=\"1\"\n|   <c>\n";
    check(&["xml", "tree"], xml, tree);
    let (stdout, stderr, code) = told(&["xml", "tree", "--errors", "-"], xml);
    assert_eq!((stdout.as_str(), code), (tree, 0));
    assert_eq!(stderr, "unclosed-elements 1 28 27 27\n");
    let (stdout, _, _) = told(&["xml", "tree", "--format", "json"], "<p:a xmlns:p='u'/>");
    let json: Value = serde_json::from_str(&stdout).unwrap();
    let element = &json["children"][0];
    assert_eq!(element["name"], "a");
    assert_eq!((&element["namespace"], &element["prefix"]), (&json!("u"), &json!("p")));
    assert_eq!(element["attributes"][0]["prefix"], "xmlns");
    let references = "<a>&eacute;</a>";
    check(&["xml", "tree"], references, "| <a>\n|   \"&eacute;\"\n");
    check(&["xml", "tree", "--html-references"], references, "| <a>\n|   \"é\"\n");
    let bytes = run(&["xml", "tree", "--encoding", "latin1"], b"<a>\xe9</a>");
    assert_eq!(bytes.stdout, "| <a>\n|   \"é\"\n".as_bytes());
}

#[test]
fn tokens() {
    let (stdout, stderr, code) = told(&["xml", "tokens"], "<!DOCTYPE A><a b=c/></a  x></>");
    assert_eq!((stderr.as_str(), code), ("", 0));
    let json: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        json,
        json!({
            "output": [
                ["DOCTYPE", "a", null, null],
                ["StartTag", "a", {"b": "c/"}],
                ["EndTag", "a"],
                ["ShortTag", ""],
            ],
            "errors": [
                {"code": "unquoted-attribute-value", "line": 1, "col": 18},
                {"code": "end-tag-with-attributes", "line": 1, "col": 26},
            ],
        })
    );
}

#[test]
fn writing() {
    let xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><br/><p/></html>";
    let html = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><br><p></p></html>\n";
    check(&["xml", "html"], xhtml, html);
    let xml = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><br /><p></p></html>\n";
    check(&["xml", "write", "--well-formed"], xhtml, xml);
    let prefixes = "<a xmlns='u' xmlns:p='u'><p:b/></a>";
    check(&["xml", "write"], prefixes, "<a xmlns=\"u\" xmlns:p=\"u\"><p:b/></a>\n");
    let usual = "<p:a xmlns=\"u\" xmlns:p=\"u\"><b/></p:a>\n";
    check(&["xml", "write", "--usual-prefixes"], prefixes, usual);
    let (_, stderr, code) = told(&["xml", "write", "--well-formed"], "<a><!-- -- --></a>");
    let expected =
        "sapwood: standard input: cannot be written as well-formed XML: double-hyphen-in-comment\n";
    assert_eq!((stderr.as_str(), code), (expected, 2));
}

#[test]
fn checking() {
    check(&["xml", "check"], "<a/>", "");
    // Notes are reported, but are no failure.
    let (stdout, stderr, code) = told(&["xml", "check"], "<!DOCTYPE a SYSTEM 'a'><a>&b;</a>");
    assert!(stdout.starts_with("note[entity-declaration-not-read]: "), "{stdout}");
    assert!(stdout.contains(" standard input:1:27\n"), "{stdout}");
    assert_eq!((stderr.as_str(), code), ("", 0));

    let (stdout, _, code) = told(&["xml", "check", "--format", "json"], "<a>\n<b></a>");
    assert_eq!(code, 1);
    let json: Value = serde_json::from_str(&stdout).unwrap();
    let finding = &json[0];
    assert_eq!((&finding["code"], &finding["line"]), (&json!("mismatched-end-tag"), &json!(2)));
    assert_eq!(finding["url"], "https://www.w3.org/TR/xml/#GIMatch");

    let good = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("good.xml");
    fs::write(&good, "<?xml version='1.0'?><a/>").unwrap();
    let good = good.to_str().unwrap();
    let (_, stderr, code) = told(&["xml", "check", "no-such.xml", good], "");
    assert!(
        stderr.starts_with("sapwood: cannot read no-such.xml: ") && stderr.lines().count() == 1
    );
    assert_eq!(code, 2);

    let (stdout, _, _) = told(&["xml", "check", "--format", "sarif"], "<a>");
    let json: Value = serde_json::from_str(&stdout).unwrap();
    let run = &json["runs"][0];
    let index = usize::try_from(run["results"][0]["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "unclosed-elements");
}

#[test]
fn limits() {
    let deep = "<a>".repeat(100);
    for (arguments, complaint) in [
        (["--max-depth", "9"], "elements more than 9 deep (--max-depth)"),
        (["--max-nodes", "9"], "more than 9 nodes (--max-nodes)"),
        (["--max-input-bytes", "9"], "more than 9 bytes (--max-input-bytes)"),
    ] {
        let arguments = [&["xml", "tree"][..], &arguments].concat();
        let (_, stderr, code) = told(&arguments, &deep);
        assert_eq!(stderr, format!("sapwood: standard input: stopped early: {complaint}\n"));
        assert_eq!(code, 2);
    }
    let (stdout, _, _) = told(
        &["xml", "tree", "--errors", "--entity-depth", "1"],
        "<!DOCTYPE a [<!ENTITY b 'x'><!ENTITY c '&b;'>]><a>&c;</a>",
    );
    assert!(stdout.ends_with("\"&b;\"\n"), "{stdout}");
}

#[test]
fn batches() {
    let lines = [
        json!({"id": 1, "type": "xml", "xml": "<a>&nbsp;</a>", "html_references": true}),
        json!({"id": 2, "type": "xml", "html": "<a:b/>"}),
        json!({"id": 3, "type": "xml", "bytes_b64": "PABhAC8APgA="}),
        json!({"id": 4, "type": "html", "html": "<a>"}),
        json!({"id": 5, "type": "xml"}),
        json!({"id": 6, "type": "sgml", "html": ""}),
    ]
    .map(|line| format!("{line}\n"))
    .concat();
    let (stdout, _, code) = told(&["batch"], &lines);
    assert_eq!(code, 2);
    let answers: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["tree"], "| <a>\n|   \"\u{a0}\"");
    assert_eq!(answers[1]["tree"], "| <a:b>");
    assert_eq!(answers[1]["errors"][0]["code"], "undeclared-prefix");
    assert_eq!(
        (&answers[2]["tree"], &answers[2]["encoding"]),
        (&json!("| <a>"), &json!("UTF-16LE"))
    );
    assert!(answers[3]["tree"].as_str().unwrap().starts_with("| <html>"));
    assert_eq!(
        answers[4],
        json!({"line": 5, "error": "neither \"xml\" nor \"bytes_b64\"; give one"})
    );
    assert!(answers[5]["error"].as_str().unwrap().contains("expected `html` or `xml`"));
}
