//! Runs of `tree`, `tokens`, `encoding` and `batch`.

use std::{
    fs,
    io::{Read, Write},
    path::PathBuf,
};

use crate::process::{run, sapwood};
use serde_json::{Value, json};

/// Standard output of a run that succeeds without messages.
#[track_caller]
fn output(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    text(&output.stdout).to_owned()
}

/// The message of a run that fails with `code`: a single line.
#[track_caller]
fn complaint(arguments: &[&str], input: impl Into<Vec<u8>>, code: i32) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let stderr = text(&output.stderr).to_owned();
    assert!(stderr.starts_with("sapwood: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

fn lines(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file of this test run.
fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path
}

#[test]
fn tree_of_a_document() {
    let tree = "| <!DOCTYPE html>\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"x\"\n";
    assert_eq!(output(&["tree"], "<!doctype html><p>x"), tree);
    assert_eq!(output(&["tree", "-"], "\u{feff}<!doctype html><p>x"), tree);
    let path = file("page.html", b"<!doctype html><p>x");
    assert_eq!(output(&["tree", path.to_str().unwrap()], ""), tree);
}

#[test]
fn tree_of_a_fragment() {
    assert_eq!(output(&["tree", "--fragment", "tr"], "<td>x"), "| <td>\n|   \"x\"\n");
    let svg = output(&["tree", "--fragment", "svg desc"], "<p><svg>");
    assert_eq!(svg, "| <p>\n|   <svg svg>\n");
    assert_eq!(output(&["tree", "--fragment", "math mi"], "<mglyph>"), "| <math mglyph>\n");
    assert!(complaint(&["tree", "--fragment", "xul box"], "", 2).contains("xul box"));
}

#[test]
fn scripting() {
    let html = "<noscript><p>x</noscript>";
    assert!(output(&["tree", "--scripting=on"], html).contains("\"<p>x\""));
    assert!(output(&["tree", "--scripting=off"], html).contains("     <p>\n"));
    assert_eq!(output(&["tree"], html), output(&["tree", "--scripting=off"], html));
}

#[test]
fn errors() {
    let run = run(&["tree", "--errors"], "<!doctype html>\n<p a=1 a=2>");
    assert!(run.status.success());
    assert_eq!(text(&run.stderr), "duplicate-attribute 2 9 24 25\n");
    let json: Value =
        serde_json::from_str(&output(&["tree", "--errors", "--format", "json"], "&amp")).unwrap();
    assert_eq!(json["quirks"], "quirks");
    let codes: Vec<&Value> =
        json["errors"].as_array().unwrap().iter().map(|error| &error["code"]).collect();
    assert!(codes.contains(&&json!("missing-semicolon-after-character-reference")));
}

#[test]
fn tree_as_json() {
    let html = "<template><!--c--></template><svg xlink:href=a b>t</svg><?p d?>";
    let json: Value =
        serde_json::from_str(&output(&["tree", "--fragment", "div", "--format", "json"], html))
            .unwrap();
    assert_eq!(
        json,
        json!({"quirks": "no-quirks", "children": [
            {"type": "element", "name": "template", "namespace": "html", "attributes": [],
             "content": [{"type": "comment", "data": "c"}], "children": []},
            {"type": "element", "name": "svg", "namespace": "svg",
             "attributes": [{"name": "href", "value": "a", "namespace": "xlink"},
                            {"name": "b", "value": ""}],
             "children": [{"type": "text", "data": "t"}]},
            {"type": "processing-instruction", "target": "p", "data": "d"},
        ]})
    );
    let json: Value =
        serde_json::from_str(&output(&["tree", "--format=json"], "<!doctype a>")).unwrap();
    assert_eq!(
        json["children"][0],
        json!({"type": "doctype", "name": "a", "public_id": "", "system_id": ""})
    );
}

#[test]
fn a_deep_tree_as_json() {
    const DEPTH: usize = 200_000;
    let html = "<div>".repeat(DEPTH);
    let json = output(&["tree", "--fragment=div", "--format=json"], &html);
    assert_eq!(json.matches("\"children\":[").count(), DEPTH + 1);
    assert_eq!(json.matches('{').count(), json.matches('}').count());
}

#[test]
fn tokens() {
    let json: Value = serde_json::from_str(&output(
        &["tokens"],
        "<!doctype html><a href=x href=y b/>1&lt;2</a><!--c--><?p d?>",
    ))
    .unwrap();
    assert_eq!(
        json,
        json!({
            "output": [
                ["DOCTYPE", "html", null, null, true],
                ["StartTag", "a", {"href": "x", "b": ""}, true],
                ["Character", "1<2"],
                ["EndTag", "a"],
                ["Comment", "c"],
                ["ProcessingInstruction", "p", "d"],
            ],
            "errors": [{"code": "duplicate-attribute", "line": 1, "col": 30}],
        })
    );
}

#[test]
fn tokens_from_a_state() {
    let html = "<b></title>";
    let rcdata = json!([["Character", "<b>"], ["EndTag", "title"]]);
    for state in ["RCDATA state", "rcdata", "RCDATA"] {
        let json = output(&["tokens", "--state", state, "--last-start-tag", "title"], html);
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["output"], rcdata, "{state}");
    }
    for state in ["Script data state", "script-data", "script_data", "PLAINTEXT", "CDATA"] {
        let json = output(&["tokens", "--state", state], html);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["output"], json!([["Character", html]]), "{state}");
    }
    let complaint = complaint(&["tokens", "--state", "tag soup"], "", 2);
    for name in ["tag soup", "Data", "PCDATA", "Script data", "CDATA section"] {
        assert!(complaint.contains(name), "{complaint}");
    }
}

#[test]
fn batch_answers_in_order() {
    let mut input = String::new();
    for id in 0..500 {
        // Every seventh document takes much longer than the next ones. Two have an answer that is too long to be kept
        // until its turn.
        let html = "<p>x".repeat(match id {
            8 | 300 => 60_000,
            _ if id % 7 == 0 => 2_000,
            _ => id % 5,
        });
        input += &json!({"id": id, "html": html}).to_string();
        input += if id % 10 == 0 { "\n\n" } else { "\n" };
    }
    let one = output(&["batch", "--threads", "1"], &input);
    for threads in ["2", "8", "64"] {
        assert_eq!(output(&["batch", "--threads", threads], &input), one, "{threads} threads");
    }
    let answers = lines(&one);
    assert_eq!(answers.len(), 500);
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], json!(id));
    }
}

#[test]
fn batch_answers() {
    let input = r#"
        {"id": {"a": [1, 123456789012345678901234567890]}, "html": "<td>x", "fragment": "tr"}
        {"html": "<!doctype html><noscript><p>", "scripting": true}
        {"id": "q", "html": "\ud83d\ude00&amp"}"#;
    let answers = output(&["batch"], input);
    assert!(answers.contains(r#""id":{"a": [1, 123456789012345678901234567890]}"#), "{answers}");
    let answers = lines(&answers);
    assert_eq!(answers[0]["tree"], "| <td>\n|   \"x\"");
    assert_eq!(answers[0]["errors"], json!([]));
    assert_eq!(answers[1]["id"], Value::Null);
    assert_eq!(answers[1]["quirks"], "no-quirks");
    assert!(answers[1]["tree"].as_str().unwrap().contains("\"<p>\""));
    assert_eq!(answers[2]["quirks"], "quirks");
    let error = json!({"code": "missing-semicolon-after-character-reference", "line": 1, "col": 7, "start": 8, "end": 8});
    assert!(answers[2]["errors"].as_array().unwrap().contains(&error), "{answers:?}");
}

#[test]
fn batch_writes_html_as_the_command_does() {
    let pages = [
        "<meta charset=utf-8><p>x",
        "<p>x",
        "<meta http-equiv=content-type content='text/html; charset=latin1'><p>\u{e9}",
        "<title>x</title><script>'<meta charset=x>'</script><meta charset=utf-8>",
        "<meta charset=utf-8><template><meta charset=koi8-r></template>",
        "<meta charset=utf-8><p><meta charset=koi8-r>",
        "<!--a--><html lang=\"'&quot;\"><!--b--><meta charset=koi8-r><!--c--><frameset>",
        "<noscript><p>x</noscript><p>y",
        "<svg><meta charset=koi8-r></svg>",
    ];
    for (page, scripting) in pages.iter().flat_map(|page| [(page, "off"), (page, "on")]) {
        let scripting = format!("--scripting={scripting}");
        let html = output(&["html", &scripting, "--encoding=utf-8"], page);
        let line = json!({ "html": page }).to_string();
        let answers = lines(&output(&["batch", "--op", "html", &scripting], &line));
        assert_eq!(answers[0]["html"].as_str(), html.strip_suffix('\n'), "{page} {scripting}");
    }
}

#[test]
fn batch_goes_on_after_bad_lines() {
    let mut input =
        b"{\"id\":1,\"html\":\"a\"}\n\n{\"id\":2}\nnot json\n{\"html\":3}\n[]\n".to_vec();
    input.extend(
        b"{\"html\":\"\",\"fragment\":\"a b\"}\n{\"html\":\"\xff\"}\n{\"html\":\"\\ud800\"}\n",
    );
    input.extend("[".repeat(100_000).into_bytes());
    input.extend(b"\n{\"html\":\"\",\"scripting\":1}\n{\"id\":9,\"html\":\"z\"}");
    let run = run(&["batch"], input);
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(text(&run.stderr).lines().count(), 1);
    let answers = lines(text(&run.stdout));
    let bad: Vec<Option<u64>> = answers.iter().map(|answer| answer["line"].as_u64()).collect();
    let numbers = [3, 4, 5, 6, 7, 8].map(Some);
    assert_eq!((&bad[1..=6], &bad[8..=9]), (&numbers[..], &[Some(10), Some(11)][..]));
    assert!(answers[1..=9].iter().enumerate().all(|(at, it)| it["error"].is_string() == (at != 6)));
    // A lone surrogate is no error.
    assert_eq!(answers[7]["tree"], "| <html>\n|   <head>\n|   <body>\n|     \"\u{fffd}\"");
    assert_eq!(answers[7]["note"], "lone surrogates read as U+FFFD: 1");
    assert_eq!((bad[0], bad[10]), (None, None));
    assert_eq!((&answers[0]["id"], &answers[10]["id"]), (&json!(1), &json!(9)));
}

#[test]
fn batch_answers_before_the_input_ends() {
    let mut child = sapwood(&["batch", "--threads", "2"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    for _ in 0..3 {
        stdin.write_all(b"{\"id\":1,\"html\":\"x\"}\n").unwrap();
        let mut byte = [0];
        while byte != *b"\n" {
            stdout.read_exact(&mut byte).unwrap();
        }
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Standard output of a run over bytes.
#[track_caller]
fn output_of_bytes(arguments: &[&str], input: &[u8]) -> String {
    let run = run(arguments, input);
    assert!(run.status.success(), "{run:?}");
    text(&run.stdout).to_owned()
}

#[test]
fn encodings() {
    // Undeclared bytes are read as UTF-8 if they are valid, else as windows-1252, with a warning.
    assert!(output(&["tree"], "caf\u{e9}").contains("\"caf\u{e9}\""));
    for command in ["tree", "tokens"] {
        let guessed = run(&[command], *b"caf\xe9");
        assert!(guessed.status.success());
        assert!(text(&guessed.stdout).contains("\"caf\u{e9}"));
        assert_eq!(
            text(&guessed.stderr),
            "sapwood: standard input: not UTF-8 at byte 3, and no encoding is declared; read as \
             windows-1252, unless --encoding or --default-encoding names another\n"
        );
        let named = run(&[command, "--default-encoding", "latin1"], *b"caf\xe9");
        assert!(text(&named.stdout).contains("\"caf\u{e9}"));
        assert!(named.stderr.is_empty());
    }
    let cyrillic = b"\xc4\xf3\xe1";
    for arguments in [
        ["tree", "--encoding", "windows-1251"],
        ["tree", "--transport-charset", "cp1251"],
        ["tree", "--default-encoding", "windows-1251"],
        ["tokens", "--encoding", "windows-1251"],
    ] {
        assert!(output_of_bytes(&arguments, cyrillic).contains("\"\u{414}\u{443}\u{431}\""));
    }
    let declared = b"<meta charset=shift_jis><p>\x8e\xf7";
    assert!(output_of_bytes(&["tree"], declared).contains('\u{6a39}'));
    assert!(output_of_bytes(&["tokens"], declared).contains('\u{6a39}'));
    assert!(output_of_bytes(&["tree", "--fragment", "p"], declared).contains('\u{6a39}'));
    assert!(!output_of_bytes(&["tree", "--encoding", "utf-8"], declared).contains('\u{6a39}'));
    assert!(complaint(&["tree", "--encoding", "klingon"], "", 2).contains("klingon"));
    // Positions refer to the decoded text.
    let run =
        run(&["tree", "--errors"], *b"<!doctype html>\x8e\xf7<p a=1 a=2><meta charset=shift_jis>");
    assert_eq!(text(&run.stderr), "duplicate-attribute 1 25 26 27\n");
}

#[test]
fn encoding_reports_its_source() {
    let named = file("koi8.html", b"<meta http-equiv=content-type content='; charset=koi8-r'>");
    let late = [&[b' '; 1_024][..], b"<title>\xc3\xa9</title><meta charset=gbk>\xff"].concat();
    let late = file("late.html", &late);
    let told =
        output(&["encoding", named.to_str().unwrap(), late.to_str().unwrap(), "-"], "\u{feff}");
    let told: Vec<&str> =
        told.lines().map(|line| line.rsplit_once('/').map_or(line, |(_, name)| name)).collect();
    assert_eq!(
        told,
        [
            "koi8.html: KOI8-R, certain, meta-http-equiv",
            "late.html: GBK, certain, meta-charset, restarted, malformed",
            "standard input: UTF-8, certain, bom",
        ]
    );
    let told = output(&["encoding", "--transport-charset", "big5"], "");
    assert_eq!(told, "standard input: Big5, certain, transport\n");
    assert_eq!(output(&["encoding"], "x"), "standard input: windows-1252, tentative, default\n");
    assert_eq!(output(&["encoding"], "\u{e9}"), "standard input: UTF-8, tentative, likely\n");
}

#[test]
fn batch_of_bytes() {
    let input = r#"
        {"id": 1, "bytes_b64": "xPPh", "content_type": "text/html; charset=windows-1251"}
        {"id": 2, "bytes_b64": "7/vP"}
        {"id": 3, "bytes_b64": "w6k=", "fragment": "p"}
        {"id": 4, "bytes_b64": ""}
        {"id": 5, "html": "x"}
        {"id": 6, "bytes_b64": "!"}
        {"id": 7, "bytes_b64": "", "html": ""}"#;
    let run = run(&["batch", "--transport-charset", "utf-8"], input);
    assert_eq!(run.status.code(), Some(2));
    let answers = lines(text(&run.stdout));
    let encodings: Vec<&Value> = answers.iter().map(|answer| &answer["encoding"]).collect();
    let utf_8 = json!("UTF-8");
    assert_eq!(encodings[..4], [&json!("windows-1251"), &utf_8, &utf_8, &utf_8]);
    assert!(answers[0]["tree"].as_str().unwrap().contains("\u{414}\u{443}\u{431}"));
    assert_eq!(answers[2]["tree"], "| \"\u{e9}\"");
    assert_eq!(answers[4]["encoding"], Value::Null);
    assert!(answers[5]["error"].as_str().unwrap().contains("bytes_b64"));
    assert!(answers[6]["error"].as_str().unwrap().contains("both"));
}

#[test]
fn limits() {
    let html = "<p>a<p b=1 c=2>d<!--efghijklmnopqrstuvwxyz--><p>";
    for (command, option, most, said, told) in [
        ("tree", "--max-input-bytes", "5", "\"a\"", "more than 5 bytes"),
        ("tree", "--max-nodes", "7", "\"a\"", "more than 7 nodes"),
        ("tree", "--max-depth", "2", "<body>", "elements more than 2 deep"),
        ("tree", "--max-attributes", "1", "\"a\"", "a tag with more than 1 attributes"),
        ("tree", "--max-token-length", "14", "\"d\"", "a token of more than 14 bytes"),
        ("tree", "--time-budget", "0", "\"a\"", "more than 0 ms"),
        ("tokens", "--max-input-bytes", "5", "\"a\"", "more than 5 bytes"),
        ("tokens", "--max-attributes", "1", "\"a\"", "a tag with more than 1 attributes"),
        ("tokens", "--max-token-length", "14", "\"d\"", "a token of more than 14 bytes"),
        ("tokens", "--time-budget", "0", "[]", "more than 0 ms"),
        ("encoding", "--max-input-bytes", "5", "default", "more than 5 bytes"),
        ("encoding", "--max-nodes", "5", "default", "more than 5 nodes"),
    ] {
        let limited = run(&[command, option, most], html);
        assert_eq!(limited.status.code(), Some(2), "{command} {option}");
        assert!(text(&limited.stdout).contains(said), "{command} {option}: {limited:?}");
        assert_eq!(
            text(&limited.stderr),
            format!("sapwood: standard input: stopped early: {told} ({option})\n")
        );
        assert_eq!(output(&[command, option, "1000"], html), output(&[command], html));
        let wrong = complaint(&[command, option, "many"], "", 2);
        assert!(wrong.contains(option) && wrong.contains("many"), "{wrong}");
    }
    // An endless input is read up to the limit only.
    let endless = run(&["tree", "--max-input-bytes", "1000", "/dev/zero"], "");
    assert_eq!(endless.status.code(), Some(2));
}

#[test]
fn batch_under_limits() {
    let input = r#"
        {"id": 1, "html": "<p><i>a"}
        {"id": 2, "html": "<p>a"}
        {"id": 3, "bytes_b64": "PHA+PGk+YQ=="}
        {"id": 4, "html": "<b><i>a", "fragment": "p"}"#;
    let answers = lines(&output(&["batch", "--max-depth", "3"], input));
    let limits: Vec<&Value> = answers.iter().map(|answer| &answer["limit"]).collect();
    assert_eq!(limits, [&json!("depth"), &Value::Null, &json!("depth"), &Value::Null]);
    assert_eq!(answers[0]["tree"], "| <html>\n|   <head>\n|   <body>\n|     <p>");
    let answers = lines(&output(&["batch", "--max-input-bytes", "3"], input));
    assert!(answers.iter().all(|answer| answer["limit"] == "input-bytes"));
}

#[test]
fn failing_file_does_not_stop_the_others() {
    let good = file("good.html", "\u{feff}".as_bytes());
    let good = good.to_str().unwrap();
    let run = run(&["encoding", good, "/no/such/file", good, "/no/such/other", good], "");
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(text(&run.stdout).matches("UTF-8, certain, bom").count(), 3);
    let told: Vec<&str> = text(&run.stderr).lines().collect();
    assert_eq!(told.len(), 2);
    assert!(told[0].contains("/no/such/file") && told[1].contains("/no/such/other"));
}

#[test]
fn mistakes_are_reported_in_one_line() {
    for command in ["tree", "tokens", "batch", "encoding"] {
        assert!(complaint(&[command, "/no/such/file"], "", 2).contains("/no/such/file"));
        assert!(complaint(&[command, "--colour"], "", 2).contains("--colour"));
    }
    complaint(&["trees"], "", 2);
    complaint(&["tree", "--format", "xml"], "", 2);
    complaint(&["tree", "--fragment"], "", 2);
    complaint(&["batch", "--threads", "0"], "", 2);
}

#[test]
fn help() {
    for arguments in [&["--help"][..], &["tree", "--help"], &["--version"]] {
        assert!(!output(arguments, "").is_empty());
    }
}

#[test]
fn commands_are_listed_by_task_if_none_is_given() {
    let list = output(&[], "");
    for command in ["select", "text", "check", "tree", "batch", "xml", "completions"] {
        assert!(list.contains(&format!("\n  {command} ")), "{command}: {list}");
    }
    assert!(list.contains("  $ sapwood select "), "{list}");
}

#[test]
fn version_names_profile_and_features() {
    let version = output(&["--version"], "");
    assert!(version.contains("\nprofile: ") && version.contains("\nfeatures: "), "{version}");
    assert_eq!(output(&["-V"], "").lines().count(), 1);
}

#[test]
fn summary_counts_inputs_and_failures() {
    let good = file("summary.html", b"<p>x");
    let run = run(&["text", "--summary", good.to_str().unwrap(), "/no/such/file"], "");
    let told = text(&run.stderr).lines().last().unwrap();
    assert!(told.starts_with("sapwood: 2 inputs, 1 failed, 4 B in "), "{told}");
}

#[test]
fn closed_pipe_is_not_reported() {
    let html = "<p>x".repeat(200_000);
    let many = (json!({"html": "<p>x".repeat(2_000)}).to_string() + "\n").repeat(500);
    for (arguments, input) in [
        (&["tree"][..], &html),
        (&["tree", "--format", "json"], &html),
        (&["tokens"], &html),
        (&["batch"], &many),
    ] {
        let mut child = sapwood(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// A page declares what it is written in.
#[test]
fn html_declares_its_encoding() {
    let page = *b"<meta charset=windows-1252><p>\xe9";
    let declared = run(&["html"], page).stdout;
    let text = String::from_utf8(declared).unwrap();
    assert!(text.contains("<head><meta charset=\"utf-8\"></head><body><p>\u{e9}</p>"), "{text}");
    let kept = String::from_utf8(run(&["html", "--keep-charset"], page).stdout).unwrap();
    assert!(kept.contains("<meta charset=\"windows-1252\">"), "{kept}");
    assert_eq!(output(&["html", "--minify"], "<p>x"), "<meta charset=utf-8><p>x");
    assert_eq!(output(&["html", "--fragment=div"], "<p>x"), "<p>x</p>\n");
    let koi8 = run(&["html", "--output-encoding", "koi8-r", "--minify"], "\u{436}\u{2603}").stdout;
    assert_eq!(koi8, b"<meta charset=koi8-r>\xd6&#9731;");
    let lost = run(&["html", "--output-encoding", "koi8-r"], "<script>\u{2603}</script>");
    assert!(!lost.status.success());
    let message = String::from_utf8_lossy(&lost.stderr).into_owned();
    assert!(message.contains("KOI8-R lacks '\u{2603}'"), "{message}");
    let refused = run(&["html", "--output-encoding", "utf-16"], "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("can't be written in UTF-16LE"));
}
