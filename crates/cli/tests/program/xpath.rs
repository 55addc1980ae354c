//! `sapwood xpath` and `sapwood xml xpath`.

use crate::process::run;

const PAGE: &str =
    "<ul id=u><li class=a>One<li class=b>Two <!--c--><b>bold</b></ul><svg id=s></svg>";

/// Runs the program over `input`: its output, its messages, and its exit status.
fn over(arguments: &[&str], input: &str) -> (String, String, i32) {
    let output = run(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn prints_nodes_and_values() {
    #[rustfmt::skip]
    let cases: &[(&[&str], &str, i32)] = &[
        (&["//li[1]"], "<li class=\"a\">One</li>\n", 0),
        (&["//LI/@class"], "a\nb\n", 0),
        (&["//li/text()"], "One\nTwo \n", 0),
        (&["//comment()"], "<!--c-->\n", 0),
        (&["count(//li)"], "2\n", 0),
        (&["1 div 0"], "Infinity\n", 0),
        (&["string(//b)"], "bold\n", 0),
        (&["boolean(//z)"], "false\n", 0),
        (&["//z"], "", 1),
        (&["--text", "//li"], "One\nTwo bold\n", 0),
        (&["--attr", "class", "//li"], "a\nb\n", 0),
        (&["--count", "//li"], "2\n", 0),
        (&["--first", "//li/@class"], "a\n", 0),
        (&["--outermost", "--text", "//ul | //b"], "OneTwo bold\n", 0),
        (&["--remove", "b", "--text", "//li[b]"], "Two \n", 0),
        (&["--quiet", "//li"], "", 0),
        (&["--quiet", "count(//li) > 5"], "", 1),
        (&["--namespace", "v=http://www.w3.org/2000/svg", "//v:*/@id"], "s\n", 0),
        (&["//svg:svg/@id"], "s\n", 0),
        (&["//li[re:test(@class, '^[b-z]$')]/@class"], "b\n", 0),
        (&["re:match('12-34', '[0-9]+', 'g')"], "12\n34\n", 0),
        (&["re:match('-', '[0-9]+', 'g')"], "", 1),
        (&["concat('a', 'b')"], "ab\n", 0),
        (&["--json", "//li/@class[. = 'b']"], "{\"file\":\"standard input\",\"name\":\"class\",\"text\":\"b\"}\n", 0),
        (&["--json", "count(//li)"], "{\"file\":\"standard input\",\"text\":\"2\"}\n", 0),
    ];
    for (arguments, expected, status) in cases {
        let (stdout, stderr, code) = over(&[&["xpath"], *arguments].concat(), PAGE);
        assert_eq!((&*stdout, code), (*expected, *status), "{arguments:?} {stderr}");
    }
}

#[test]
fn names_in_xml_match_exactly() {
    let xml = "<r xmlns:p='urn:p'><A/><p:a x='1'/></r>";
    assert_eq!(over(&["xml", "xpath", "count(//a)"], xml).0, "0\n");
    assert!(over(&["xml", "xpath", "//A"], xml).0.starts_with("<A"));
    assert_eq!(over(&["xml", "xpath", "--namespace=q=urn:p", "//q:a/@x"], xml).0, "1\n");
}

#[test]
fn errors_have_a_position() {
    let (_, message, code) = over(&["xpath", "//a/following::"], "");
    assert_eq!(code, 2);
    let shown = "1:16: expected a node test after \"::\"\n  //a/following::\n                 ^\n";
    assert!(message.contains(shown), "{message}");
    let (_, message, code) = over(&["xpath", "//x:a"], "");
    assert_eq!(code, 2);
    assert!(message.contains("1:3: undeclared namespace prefix \"x\""), "{message}");
    assert!(
        message.contains("  //x:a\n    ^\ndeclare the prefix with --namespace x=URL\n"),
        "{message}"
    );
    let (_, message, code) = over(&["xpath", "//a[$v]"], "<a>");
    assert!(message.contains("undeclared variable \"$v\"\n  //a[$v]\n      ^"), "{message}");
    assert_ne!(code, 0);
    let (_, message, code) = over(&["select", "p:nth-child(2n+)"], "");
    assert!(
        message.contains("expected a number after `+`\n  p:nth-child(2n+)\n                 ^"),
        "{message}"
    );
    assert_eq!(code, 2);
}
