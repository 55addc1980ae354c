//! Habits of users of grep, ripgrep, htmlq and jq: options, names of files, exit statuses, directories, compressed
//! input, pipes.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

use crate::process::{run, sapwood};
use flate2::{Compression, write::GzEncoder};

/// Standard output, standard error and the exit status.
type Outcome = (String, String, i32);

fn outcome(output: Output) -> Outcome {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// Runs a command line, split at spaces, over `input`.
fn over(arguments: &str, input: impl Into<Vec<u8>>) -> Outcome {
    outcome(run(&arguments.split(' ').collect::<Vec<_>>(), input))
}

/// Runs a command line, split at spaces, in a directory.
fn within(directory: &Path, arguments: &str) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sapwood"));
    command.args(arguments.split(' ')).current_dir(directory).stdin(Stdio::null());
    outcome(command.output().unwrap())
}

/// A directory of this test with these files.
fn directory(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("habits").join(name);
    let _ = fs::remove_dir_all(&directory);
    for (name, contents) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    directory
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A frame of zstd that holds `bytes` uncompressed.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut frame = b"\x28\xb5\x2f\xfd\xa0".to_vec();
    frame.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    frame.extend(&(u32::try_from(bytes.len()).unwrap() << 3 | 1).to_le_bytes()[..3]);
    frame.extend(bytes);
    frame
}

/// `<p>brotli`, compressed by the reference implementation.
const BROTLI: &[u8] = b"\x0b\x04\x80<p>brotli\x03";

#[test]
fn select_prints_what_is_asked_for() {
    let page =
        "<div><a href=1 title=' A\nB'>one <i>x</i></a><a href=2>two</a><a>\nthree\tfour </a></div>";
    for (arguments, expected) in [
        ("-t a", "one x\ntwo\n\nthree\tfour \n"),
        ("-a href a", "1\n2\n"),
        ("-a href -a title a", "1\tA B\n2\t\n"),
        ("-a href -t a", "1\tone x\n2\ttwo\n"),
        ("-c a", "3\n"),
        ("-c b", "0\n"),
        ("-l a", "standard input\n"),
        ("-q a", ""),
        ("-1 -t a", "one x\n"),
        ("-m 2 -t a", "one x\ntwo\n"),
        ("-m 2 -c a", "2\n"),
        ("-0 -a href a", "1\x002\0"),
        (
            "-H -t a",
            "standard input:one x\nstandard input:two\nstandard input:\nstandard input:three\tfour \n",
        ),
        ("-H -0 -a href a", "standard input\x001\0standard input\x002\0"),
        ("-H --no-filename -a href a", "1\n2\n"),
        ("-x i -1 -t a", "one \n"),
        ("--remove a:has(i) -x a[href='2'] -t a", "\nthree\tfour \n"),
        ("-x div a", ""),
        ("-b http://x/y/ -a href a", "http://x/y/1\nhttp://x/y/2\n"),
        ("--outermost -c *", "1\n"),
    ] {
        for stream in ["", "--no-stream "] {
            let (stdout, stderr, status) = over(&format!("select {stream}{arguments}"), page);
            assert_eq!((stdout.as_str(), stderr.as_str()), (expected, ""), "{arguments}");
            let is_match = !expected.is_empty() && expected != "0\n" || arguments == "-q a";
            assert_eq!(status, i32::from(!is_match), "{arguments}");
        }
    }
}

#[test]
fn base_makes_all_urls_absolute() {
    let page =
        "<img src=a srcset='a, b 2x'><a ping='p q' href='#f' title=a>x</a><svg><use xlink:href=u>";
    let (stdout, ..) = over("select -b http://h/d/ img,a,use", page);
    assert_eq!(
        stdout,
        "<img src=\"http://h/d/a\" srcset=\"http://h/d/a, http://h/d/b 2x\">\n\
         <a ping=\"http://h/d/p http://h/d/q\" href=\"http://h/d/#f\" title=\"a\">x</a>\n\
         <use xlink:href=\"http://h/d/u\"></use>\n"
    );
}

#[test]
fn several_files_are_named() {
    let files: [(&str, &[u8]); 3] = [
        ("1.html", b"<p>1\n2<a href=x></a>"),
        ("2.html", b""),
        ("3.html", b"<p>3</p><table><td>4"),
    ];
    let directory = directory("names", &files);
    let tree = "| <html>\n|   <head>\n|   <body>\n";
    let names = |text: &str| text.lines().map(|it| format!("2.html:{it}\n")).collect::<String>();
    for (arguments, expected, status) in [
        ("select -t p 1.html 2.html 3.html", "1.html:1\n1.html:2\n3.html:3\n", 0),
        ("select -t p 1.html", "1\n2\n", 0),
        ("select --no-filename -t p 1.html 3.html", "1\n2\n3\n", 0),
        ("select -c p 1.html 2.html 3.html", "1.html:1\n2.html:0\n3.html:1\n", 0),
        ("select -l p 1.html 2.html 3.html", "1.html\n3.html\n", 0),
        ("select -l0 p 1.html 2.html 3.html", "1.html\x003.html\0", 0),
        ("select b 1.html 2.html", "", 1),
        ("text 1.html 2.html", "1.html:1 2\n2.html:\n", 0),
        ("links 1.html 2.html", "1.html:x\n", 0),
        ("links -c 1.html 2.html", "1.html:1\n2.html:0\n", 0),
        ("links 2.html", "", 1),
        ("table 2.html 3.html", "3.html,4\n", 0),
        ("table -c 2.html 3.html", "2.html:0\n3.html:1\n", 0),
        ("table 2.html", "", 1),
        ("tree -H 2.html", &names(tree), 0),
        ("tree 2.html", tree, 0),
        (
            "html 2.html -b 3.html",
            "\n\n<p>3</p><table><tbody><tr><td>4</td></tr></tbody></table>\n",
            0,
        ),
        ("html -m 2.html 2.html", "<meta charset=utf-8>\n\n<meta charset=utf-8>\n", 0),
    ] {
        let expected = (expected.to_owned(), String::new(), status);
        assert_eq!(within(&directory, arguments), expected, "{arguments}");
    }
    let (stdout, stderr, status) = within(&directory, "select -t p 1.html none 3.html");
    assert_eq!((stdout.as_str(), status), ("1.html:1\n1.html:2\n3.html:3\n", 2));
    assert!(stderr.starts_with("sapwood: cannot read none: ") && stderr.lines().count() == 1);
    // Files are read at once, and each thread prints its findings as they come.
    let (_, stderr, _) = within(&directory, "tree -e 2.html 3.html");
    let is_named = |line: &str| line.starts_with("2.html: missing-doctype ");
    assert!(stderr.lines().any(is_named), "{stderr}");
}

#[test]
fn directories_are_searched() {
    let page = b"<a href=x>x</a>";
    let directory = directory(
        "tree",
        &[
            ("b/2.HTM", page),
            ("b/1.xhtml", page),
            ("b/3.html.gz", &gzip(page)),
            ("a.html", page),
            ("c.txt", page),
            (".hidden/x.html", page),
            ("ignored.html", page),
            (".ignore", b"ignored.html"),
            ("feed.rss", b"<rss><channel><link>http://x/</link></channel></rss>"),
        ],
    );
    let found = "a.html\nb/1.xhtml\nb/2.HTM\nb/3.html.gz\n";
    let dotted = "./a.html\n./b/1.xhtml\n./b/2.HTM\n./b/3.html.gz\n";
    for (arguments, expected) in [
        ("select -rl a", found),
        ("select -rl a .", dotted),
        ("select -rl a b a.html c.txt", "b/1.xhtml\nb/2.HTM\nb/3.html.gz\na.html\nc.txt\n"),
        (
            "select -rl --no-ignore a",
            ".hidden/x.html\na.html\nb/1.xhtml\nb/2.HTM\nb/3.html.gz\nignored.html\n",
        ),
        ("links -r b", "b/1.xhtml:x\nb/2.HTM:x\nb/3.html.gz:x\n"),
        ("xml links -r", "b/1.xhtml:x\nfeed.rss:http://x/\n"),
        ("text -r --no-filename b", "x\nx\nx\n"),
        ("check -rq b", ""),
    ] {
        let (stdout, stderr, _) = within(&directory, arguments);
        assert_eq!((stdout.as_str(), stderr.as_str()), (expected, ""), "{arguments}");
    }
    let (_, stderr, status) = within(&directory, "text b");
    assert_eq!(stderr, "sapwood: cannot read b: it is a directory; -r reads the files below it\n");
    assert_eq!(status, 2);
    let (stdout, _, status) = within(&directory, "batch -pr --op text");
    assert_eq!((stdout.lines().count(), status), (4, 0));
}

#[test]
fn compressed_input_is_recognized() {
    let twice = [zstd(b"<p>zs"), b"\x50\x2a\x4d\x18\x02\0\0\0ab".to_vec(), zstd(b"td")].concat();
    let directory = directory(
        "compressed",
        &[
            ("page.html.br", BROTLI),
            ("g", &gzip(b"<p>gzip")),
            ("z", &twice),
            ("bad.html.br", b"<p>"),
        ],
    );
    for (arguments, expected) in [
        ("text page.html.br", "brotli\n"),
        ("text g", "gzip\n"),
        ("text z", "zstd\n"),
        ("select -t p z", "zstd\n"),
        ("check --only unexpected-end-tag g z", ""),
        ("xml text g", "gzip\n"),
        (
            "xml tokens z",
            "{\"output\":[[\"StartTag\",\"p\",{}],[\"Character\",\"zstd\"]],\"errors\":[]}\n",
        ),
    ] {
        assert_eq!(
            within(&directory, arguments),
            (expected.to_owned(), String::new(), 0),
            "{arguments}"
        );
    }
    let (stdout, ..) = over("text", gzip(b"<p>pipe"));
    assert_eq!(stdout, "pipe\n");
    let (_, stderr, status) = within(&directory, "text bad.html.br");
    assert!(stderr.starts_with("sapwood: cannot read bad.html.br: invalid brotli: "), "{stderr}");
    assert_eq!(status, 2);
    let (_, stderr, status) = over("text", &gzip(b"<p>cut")[..15]);
    assert!(stderr.contains("invalid gzip"), "{stderr}");
    assert_eq!(status, 2);
}

#[test]
fn decompression_is_limited() {
    let bomb = gzip(&vec![b' '; 300 << 20]);
    let directory = directory("bomb", &[("bomb.html.gz", &bomb), ("good.html", b"<p>x")]);
    let (stdout, stderr, status) = within(&directory, "text bomb.html.gz good.html");
    assert_eq!((stdout.as_str(), status), ("good.html:x\n", 2));
    assert_eq!(
        stderr,
        "sapwood: cannot read bomb.html.gz: more than 268435456 bytes once decompressed from gzip \
         (--max-decompressed-bytes)\n"
    );
    let small = gzip(b"0123456789");
    for (most, status) in [(9, 2), (10, 0), (0, 0)] {
        let arguments = format!("text --max-decompressed-bytes {most}");
        assert_eq!(over(&arguments, small.clone()).2, status, "{most}");
    }
}

#[test]
fn binary_data_and_xml_are_named() {
    let control: Vec<u8> = (0..=255).cycle().take(4_000).collect();
    for (bytes, kind) in [
        (&b"%PDF-1.7\n"[..], "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"PK\x03\x04", "a ZIP archive"),
        (&control, "binary data"),
    ] {
        for command in ["text", "select p", "xml text", "check", "tokens", "report -"] {
            let (stdout, stderr, status) = over(command, bytes);
            assert!(
                stderr.starts_with(&format!("sapwood: standard input: {kind}, not markup; ")),
                "{stderr}"
            );
            assert_eq!((stdout.trim(), status), ("", 2), "{command}");
        }
        assert_eq!(over("text --binary", bytes).2, 0);
    }
    let utf_16: Vec<u8> = "<p>x".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(over("text -E utf-16le", utf_16).0, "x\n");
    let rss = "<?xml version='1.0'?><rss><channel><link>http://x/</link></channel></rss>";
    for command in ["text", "select link", "select --no-stream link", "links", "check", "tree"] {
        let (_, stderr, _) = over(command, rss);
        assert!(
            stderr.contains("begins with an XML declaration but is read as HTML; `sapwood xml`"),
            "{stderr}"
        );
    }
    assert_eq!(over("xml links", rss), ("http://x/\n".to_owned(), String::new(), 0));
}

#[test]
fn xml_is_queried() {
    let atom = "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a/'>\
        <title>T</title><link rel='self' href='f'/><entry xml:base='e/'><link href='1'/><id>urn:1</id></entry>\
        <icon> i.png </icon></feed>";
    for (arguments, expected, status) in [
        ("select -a href link", "f\n1\n", 0),
        ("select -x entry -c link", "1\n", 0),
        ("select title", "<title xmlns=\"http://www.w3.org/2005/Atom\">T</title>\n", 0),
        ("select b", "", 1),
        ("text", "Turn:1 i.png \n", 0),
        ("text -t", "Turn:1 i.png\n", 0),
        ("links", "http://a/f\nhttp://a/e/1\nhttp://a/i.png\n", 0),
        ("links -c", "3\n", 0),
        (
            "links -x entry,icon --json",
            "{\"file\":\"standard input\",\"element\":\"link\",\"attribute\":\"href\",\"value\":\"f\",\"url\":\"http://a/f\"}\n",
            0,
        ),
    ] {
        assert_eq!(
            over(&format!("xml {arguments}"), atom),
            (expected.to_owned(), String::new(), status),
            "{arguments}"
        );
    }
    let rss = "<rss><channel><link>/l</link><item><guid isPermaLink='false'>g</guid><enclosure url='u'/></item></channel></rss>";
    assert_eq!(over("xml links -b http://h/", rss).0, "http://h/l\nhttp://h/u\n");
}

#[test]
fn pages_are_written_as_markdown() {
    let page = "<nav>Menu</nav><h1>Oak</h1><p>A <b>hard</b> <a href=x>wood</a><ul><li>1";
    let cases = [
        ("markdown", "Menu\n\n# Oak\n\nA **hard** [wood](x)\n\n- 1\n"),
        (
            "markdown --remove nav --underline --bullet * --links reference --base https://a.b/",
            "Oak\n===\n\nA **hard** [wood][1]\n\n* 1\n\n[1]: https://a.b/x\n",
        ),
        ("markdown --remove nav,h1,ul --links text --width 6", "A\n**hard**\nwood\n"),
        (
            "markdown -x nav,h1 --keep ul --keep b --no-autolinks --descriptions pandoc --subscripts marks",
            "A <b>hard</b> [wood](x)\n\n<ul><li>1</li></ul>\n",
        ),
    ];
    for (arguments, markdown) in cases {
        assert_eq!(over(arguments, page), (markdown.to_owned(), String::new(), 0), "{arguments}");
    }
}

#[test]
fn markup_is_sanitized() {
    let html = "<p onclick=x()>a<script>b()</script><i>c</i><!--d-->";
    let cases = [
        ("sanitize --fragment body", "<p>a<i>c</i></p>\n"),
        (r#"sanitize -f body -c {"elements":["p"],"comments":true}"#, "<p>a<!--d--></p>\n"),
        (
            "sanitize -f body --report",
            concat!(
                r#"{"removed":"attribute","name":"onclick","element":"p","span":[3,14]}"#,
                "\n",
                r#"{"removed":"element","name":"script","span":[16,24]}"#,
                "\n",
                r#"{"removed":"comment","name":"","span":[44,52]}"#,
                "\n"
            ),
        ),
        (
            "sanitize --preset bleach",
            "&lt;p onclick=\"x()\"&gt;a&lt;script&gt;b()&lt;/script&gt;<i>c</i>&lt;/p&gt;\n",
        ),
        (
            r#"sanitize -f body -p ammonia -c {"setAttributes":{"p":{"dir":"auto"}},"unlisted":"drop"}"#,
            "<p dir=\"auto\">a<i>c</i></p>\n",
        ),
    ];
    for (arguments, output) in cases {
        assert_eq!(over(arguments, html), (output.to_owned(), String::new(), 0), "{arguments}");
    }
    let line = r#"{"id":1,"html":"<td onclick=x>a","fragment":"tr"}"#;
    let answer = "{\"id\":1,\"sanitize\":\"<td>a</td>\",\"quirks\":\"no-quirks\"}\n";
    assert_eq!(over("batch --op sanitize", line).0, answer);
    let wrong = over(r#"sanitize -c {"elements":["p","p"]}"#, "");
    assert!(wrong.1.contains("`elements` has `p` twice") && wrong.2 == 2, "{wrong:?}");
    let messages = [
        (r#"sanitize -c {"urlScheme":[]}"#, "unknown member `urlScheme`; the members are preset, "),
        (r#"sanitize -c {"classes":{"p":1}}"#, "`classes.p` is not a list"),
        (r#"sanitize -c {"preset":"x"}"#, "unknown preset \"x\"; the presets are default, "),
        (
            r#"sanitize -c {"relativeUrls":{"resolve":"/a"}}"#,
            "`relativeUrls.resolve` is not an absolute URL",
        ),
    ];
    for (arguments, message) in messages {
        let wrong = over(arguments, "");
        assert!(wrong.1.contains(message) && wrong.2 == 2, "{wrong:?}");
    }
}

#[test]
fn main_content_is_written() {
    let page = "<title>Oak</title><nav><a href=/>Menu</a></nav><main><h1>Oak</h1>\
        <p>A <b>hard</b> wood, and it lasts long.</main>";
    let json = "{\"file\":\"standard input\",\"title\":\"Oak\",\"byline\":null,\"published\":null,\
        \"modified\":null,\"language\":null,\"site_name\":null,\"canonical_url\":null,\"image\":null,\
        \"description\":null,\"kind\":\"article\",\"details\":{\"authors\":[],\"images\":[],\"items\":[],\
        \"modified\":null,\"posts\":[],\"product\":null,\"published\":null,\
        \"sections\":[{\"id\":null,\"level\":1,\"title\":\"Oak\"}],\"tables\":[]},\"text\":\"Oak\\n\\nA hard wood, and it lasts long.\"}\n";
    let cases = [
        ("article", "# Oak\n\nA **hard** wood, and it lasts long.\n"),
        ("article --format text", "Oak\n\nA hard wood, and it lasts long.\n"),
        (
            "article --format html",
            "<main><h1>Oak</h1><p>A <b>hard</b> wood, and it lasts long.</p></main>\n",
        ),
        ("article --format json", json),
    ];
    for (arguments, output) in cases {
        assert_eq!(over(arguments, page), (output.to_owned(), String::new(), 0), "{arguments}");
    }
}

#[test]
fn help_is_reached() {
    let top = over("-h", "");
    assert!(top.0.contains("Commands:") && top.2 == 0);
    assert!(over("select --help", "").0.contains("--max-count"));
    assert!(over("xml select --help", "").0.contains("--max-count"));
}

/// Names of the commands that help lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn short_option_prints_short_help_everywhere() {
    let (mut left, mut count) = (commands(&over("-h", "").0), 0);
    while let Some(command) = left.pop() {
        let (stdout, stderr, status) = over(&format!("{command} -h"), "");
        assert_eq!((stderr.as_str(), status), ("", 0), "{command}");
        assert!(stdout.contains(&format!("Usage: sapwood {command}")), "{command}: {stdout}");
        let long = over(&format!("{command} --help"), "").0;
        assert!(stdout.lines().count() <= long.lines().count(), "{command}");
        left.extend(commands(&stdout).into_iter().map(|below| format!("{command} {below}")));
        count += 1;
    }
    assert!(count > 25, "{count}");
}

#[test]
fn documents_have_names_only_if_asked() {
    let directory = directory(
        "documents",
        &[("a.html", b"<main><h1>A</h1><p>b"), ("c.html", b"<main><p>d"), ("e.xml", b"<f>\n</f>")],
    );
    for (command, a, c) in [
        ("markdown", "# A\n\nb\n", "d\n"),
        ("article", "# A\n\nb\n", "d\n"),
        ("article --format text", "A\n\nb\n", "d\n"),
        ("sanitize -f body", "<main><h1>A</h1><p>b</p></main>\n", "<main><p>d</p></main>\n"),
        ("html -f body", "<main><h1>A</h1><p>b</p></main>\n", "<main><p>d</p></main>\n"),
        ("html -m -f body", "<main><h1>A</h1><p>b</main>\n", "<main><p>d</main>\n"),
        ("xml html", "<main><h1>A</h1><p>b</p></main>\n", "<main><p>d</p></main>\n"),
    ] {
        for names in ["", "--no-filename "] {
            let (stdout, stderr, _) =
                within(&directory, &format!("{command} {names}a.html none c.html"));
            assert_eq!(stdout, format!("{a}\n{c}"), "{command}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
        }
        let one = within(&directory, &format!("{command} c.html")).0;
        assert_eq!(one.trim_end(), c.trim_end(), "{command}");
        let named = |name: &str, text: &str| {
            text.lines().map(|line| format!("{name}:{line}\n")).collect::<String>()
        };
        let (stdout, ..) = within(&directory, &format!("{command} -H a.html c.html"));
        assert_eq!(stdout, named("a.html", a) + &named("c.html", c), "{command}");
        let (stdout, ..) = within(&directory, &format!("{command} -0 a.html c.html"));
        assert_eq!(stdout, format!("{}\0{}\0", a.trim_end(), c.trim_end()), "{command}");
    }
    assert_eq!(within(&directory, "xml write e.xml e.xml").0, "<f>\n</f>\n\n<f>\n</f>\n");
    let (json, ..) = within(&directory, "article --format json a.html c.html");
    assert_eq!(json.lines().filter(|line| line.starts_with('{')).count(), 2);
    assert_eq!(json.lines().count(), 2);
    let (report, ..) = within(&directory, "sanitize --report -f p a.html c.html");
    assert!(!report.contains("\n\n"), "{report}");
}

#[test]
fn switches_take_a_value_after_an_equals_sign_only() {
    let page: &[u8] = b"<noscript><p>x</noscript>";
    let directory =
        directory("switches", &[("a.html", page), ("b.jsonl", b"{\"html\":\"<p a a>\"}")]);
    let run = |arguments: &str| within(&directory, arguments);
    assert_eq!(run("select -c p a.html --scripting"), ("0\n".into(), String::new(), 1));
    assert_eq!(run("select -c --scripting p a.html"), ("0\n".into(), String::new(), 1));
    assert_eq!(run("select -c p --scripting a.html"), ("0\n".into(), String::new(), 1));
    assert_eq!(run("select -c p --scripting=off a.html"), ("1\n".into(), String::new(), 0));
    for switch in ["--errors", "-e", "--errors=on", "-e=on"] {
        let (stdout, stderr, status) = run(&format!("batch --op html {switch} b.jsonl"));
        assert!(stdout.contains("duplicate-attribute"), "{switch}: {stdout} {stderr}");
        assert_eq!(status, 0);
    }
    assert!(!run("batch --op tree --errors=off b.jsonl").0.contains("duplicate-attribute"));
    let (_, stderr, status) = run("text --scripting on a.html");
    assert!(stderr.contains("cannot read on: ") && stderr.contains("--scripting=on"), "{stderr}");
    assert_eq!(status, 2);
}

#[test]
fn files_given_as_values_are_errors() {
    let directory =
        directory("values", &[("a.html", b"<p>x"), ("my-page.html", b"<p>x"), ("notes", b"")]);
    for (arguments, message) in [
        (
            "sanitize --fragment a.html",
            "it is a file; name the element around the fragment before it: --fragment body a.html",
        ),
        ("sanitize -f my-page.html", "--fragment body my-page.html"),
        ("text -f notes", "--fragment body notes"),
        ("text --fragment b.html", "no element has this name; expected one such as \"td\""),
        ("text --fragment ./a.html", "--fragment body ./a.html"),
        ("text --fragment 7", "expected a name such as \"td\""),
        ("batch -p --op text --remove a.html", "unexpected argument"),
        ("text --remove a.html", "it is a file; the value belongs before it"),
        ("select a.html", "it is a file; the value belongs before it"),
        ("select p -a a.html", "it is a file; the value belongs before it"),
        ("xpath a.html", "it is a file; the value belongs before it"),
        ("markdown --keep a.html", "it is a file; the value belongs before it"),
    ] {
        let (stdout, stderr, status) = within(&directory, arguments);
        assert!(stderr.contains(message), "{arguments}: {stderr}");
        assert_eq!((stdout.as_str(), status), ("", 2), "{arguments}");
    }
    for context in ["p", "my-page", "svg desc", "annotation-xml"] {
        let output = run(&["text", "--fragment", context], "x");
        assert_eq!(outcome(output), ("x\n".to_owned(), String::new(), 0), "{context}");
    }
}

#[test]
fn urls_given_as_files_are_explained() {
    let directory = directory("urls", &[("a.html", b"<p>x")]);
    let url = "https://example.com/x";
    for (arguments, command) in [
        ("text URL", "sapwood text -"),
        ("text a.html URL", "sapwood text a.html -"),
        ("select p URL", "sapwood select p -"),
        ("xml tree URL", "sapwood xml tree -"),
        ("check URL", "sapwood check -"),
        ("report URL", "sapwood report -"),
        ("tokens URL", "sapwood tokens -"),
        ("encoding URL", "sapwood encoding -"),
        ("batch URL", "sapwood batch -"),
        ("batch -p URL", "sapwood batch -p -"),
        #[cfg(feature = "warc")]
        ("warc URL", "sapwood warc -"),
        ("markdown -r URL", "sapwood markdown -r -"),
    ] {
        let (_, stderr, status) = within(&directory, &arguments.replace("URL", url));
        let expected = format!("sapwood reads files: curl -s {url} | {command}\n");
        assert!(stderr.ends_with(&expected), "{arguments}: {stderr}");
        assert!(stderr.contains(&format!("cannot read {url}")), "{arguments}: {stderr}");
        assert_eq!(status, 2, "{arguments}");
    }
    // The others go on.
    let (stdout, stderr, status) = within(&directory, &format!("text {url}?a&b a.html"));
    assert_eq!((stdout.as_str(), status), ("a.html:x\n", 2));
    assert!(
        stderr.contains("curl -s 'https://example.com/x?a&b' | sapwood text - a.html"),
        "{stderr}"
    );
    let (stdout, ..) = within(&directory, &format!("batch -p --op text {url} a.html"));
    let lines: Vec<_> = stdout.lines().collect();
    assert!(
        lines[0].contains("\"error\":\"cannot read https://example.com/x") && lines.len() == 2,
        "{stdout}"
    );
    assert!(lines[1].contains("\"text\":\"x\""), "{stdout}");
    let (_, stderr, _) = within(&directory, "text file:///a/b.html");
    assert!(stderr.ends_with("sapwood reads files: sapwood text /a/b.html\n"), "{stderr}");
}

#[test]
fn scripting_is_the_same_everywhere() {
    let html = "<body><noscript><p>x</noscript>";
    for command in
        ["select p", "tree", "html", "text", "links", "table", "check", "encoding", "batch -p"]
    {
        for (value, status) in [("=on", 0), ("=off", 0), ("", 0), ("=maybe", 2)] {
            let (_, stderr, got) = over(&format!("{command} --scripting{value}"), html);
            assert_eq!(got == 2, status == 2, "{command}{value}: {stderr}");
        }
    }
    assert_eq!(over("select -c p --scripting", html), ("0\n".to_owned(), String::new(), 1));
    assert_eq!(over("select -c p --scripting=off", html).0, "1\n");
}

#[test]
fn completions_and_manual_pages_are_generated() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (stdout, _, status) = over(&format!("completions {shell}"), "");
        assert!(stdout.contains("max-count") && status == 0, "{shell}");
        // bash reads the words of a list as it reads a command.
        let mut lists = stdout.lines().filter(|line| line.contains("compgen -W"));
        assert!(lists.all(|line| !line.contains(['`', '*'])), "{shell}");
    }
    let pages = directory("man", &[]);
    let (_, stderr, status) = over(&format!("man {}", pages.display()), "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    for name in ["sapwood.1", "sapwood-select.1", "sapwood-xml-links.1"] {
        assert!(fs::read_to_string(pages.join(name)).unwrap().starts_with(".ie"), "{name}");
    }
}

/// `/dev/full` takes nothing.
#[cfg(target_os = "linux")]
#[test]
fn full_output_is_reported_as_such() {
    for command in ["select p", "text", "tree", "links", "value integer", "completions bash"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let arguments: Vec<_> = command.split(' ').collect();
        let mut child = sapwood(&arguments).stdout(full).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"<p>1<a href=b>c</a>").unwrap_or_default();
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("sapwood: cannot write the output: "), "{command}: {stderr}");
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
}

#[test]
fn lines_are_limited_if_asked() {
    let page = "<p>1</p>".repeat(5);
    let (stdout, stderr, status) = over("select -t p --max-lines 3", page.as_str());
    assert_eq!((stdout.as_str(), status), ("1\n1\n1\n", 2));
    assert_eq!(stderr, "sapwood: output cut after 3 lines (--max-lines; 0 for no limit)\n");
    assert_eq!(over("select -t p --max-lines 5", page.as_str()).2, 0);
}

/// Matches are printed while the input goes on, and reading stops when enough were found.
#[test]
fn select_prints_matches_as_they_come() {
    let mut child = sapwood(&["select", "-t", "p"]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for number in ["1", "2", "3"] {
        write!(stdin, "<div><p>{number}</p></div>").unwrap();
        let mut line = [0; 2];
        stdout.read_exact(&mut line).unwrap();
        assert_eq!(str::from_utf8(&line).unwrap(), format!("{number}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());

    let mut child = sapwood(&["select", "-1", "-t", "p"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"<p>1</p>").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"1\n");
    drop(stdin);
}

/// Whatever the pieces and the encoding, a pipe gives the matches of a file, in the same order.
#[test]
fn select_from_a_pipe_agrees_with_a_file() {
    let nested = "<b>1<i>2<b>3</b></i><b>4</b></b><b>5</b>".as_bytes();
    let late = [b"<p>a</p>".repeat(200), b"<meta charset=koi8-r><p>\xc1</p>".to_vec()].concat();
    let cases: [&[u8]; 6] = [
        nested,
        "<p>é</p>".as_bytes(),
        b"<p>\xe9</p>",
        b"<p>caf\xe9",
        b"<meta charset=koi8-r><p>\xc1</p>",
        &late,
    ];
    for (number, page) in cases.iter().enumerate() {
        let file = directory("pipe", &[("page.html", page)]).join("page.html");
        let expected = run(&["select", "b,p", file.to_str().unwrap()], "");
        for cut in [page.len(), 1, page.len() - 1, page.len() / 2] {
            let mut child = sapwood(&["select", "b,p"]).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(&page[..cut]).unwrap();
            stdin.flush().unwrap();
            std::thread::sleep(Duration::from_millis(20));
            stdin.write_all(&page[cut..]).unwrap();
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert!(output.stdout == expected.stdout, "{number}: {cut}");
            let warning = |it: &Output| str::from_utf8(&it.stderr).unwrap().contains("not UTF-8");
            assert_eq!(warning(&output), warning(&expected), "{number}: {cut}");
        }
    }
}
