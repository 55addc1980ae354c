//! The program gives the library's answer, from files, folders, pipes, compressed and slow ones, lines and archives.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Output,
    thread,
    time::Duration,
};

use crate::process::{run, sapwood};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use sapwood::{Document, Selector, selecting::SelectingParser};
use sapwood_tests::{
    soup::Random,
    ways::{
        Comparisons, Match, Page, Selectors, Unstreamable, answer, documents::pages, each, tasks,
    },
};
use serde_json::{Value, json};

/// The numbers of selectors, documents and sampled pairs.
const SELECTORS: usize = 2_000;
const DOCUMENTS: usize = 200;
const PAIRS: usize = 2_000;
const SLOW_PAIRS: usize = 200;

/// The number of documents in a folder, and of selectors that one run over archives answers.
const IN_FOLDER: usize = 20;
const FIELDS: usize = 50;

/// Documents as files, and selectors.
struct Questions {
    folder: PathBuf,
    pages: Vec<Page>,
    documents: Vec<Document>,
    streams: Vec<bool>,
    selectors: Vec<(String, Selector, bool)>,
    comparisons: Comparisons,
}

impl Questions {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let pages = pages(DOCUMENTS, 7).unwrap();
        let path = |number: usize| {
            folder.join((number / IN_FOLDER).to_string()).join(format!("{number}.html"))
        };
        for (number, page) in pages.iter().enumerate() {
            fs::create_dir_all(path(number).parent().unwrap()).unwrap();
            fs::write(path(number), &page.bytes).unwrap();
        }
        let documents: Vec<Document> = pages.iter().map(Page::parse).collect();
        let streams = pages.iter().map(|page| !Unstreamable::of(&page.text()).is_any());
        let selectors = Selectors::new(8).take(SELECTORS).map(|text| {
            let selector: Selector = text.parse().unwrap();
            let streams = SelectingParser::default().on(&selector, |_| ()).is_ok();
            (text, selector, streams)
        });
        Self {
            streams: streams.collect(),
            selectors: selectors.collect(),
            folder,
            pages,
            documents,
            comparisons: Comparisons::default(),
        }
    }

    fn path(&self, document: usize) -> PathBuf {
        self.subfolder(document / IN_FOLDER).join(format!("{document}.html"))
    }

    fn subfolder(&self, number: usize) -> PathBuf {
        self.folder.join(number.to_string())
    }

    fn expected(&self, selector: usize, document: usize) -> Vec<Match> {
        answer(&self.documents[document], &self.selectors[selector].1)
    }

    fn compare(&self, way: &'static str, selector: usize, document: usize, found: &[Match]) {
        let expected = self.expected(selector, document);
        self.comparisons.compare(way, || self.question(selector, document), [found, &expected]);
    }

    fn question(&self, selector: usize, document: usize) -> String {
        let (page, selector) = (&self.pages[document], &self.selectors[selector].0);
        let markup = String::from_utf8_lossy(&page.bytes);
        format!("{selector:?} in {}, {markup:?},", page.name)
    }

    /// Prints the counts of each way, and fails if answers differ.
    fn finish(self) {
        let _ = fs::remove_dir_all(&self.folder);
        self.comparisons.finish().unwrap_or_else(|failures| panic!("{failures}"));
    }
}

/// Pairs of a selector and a document, half of them with a match.
fn pairs(questions: &Questions, count: usize, seed: u64) -> Vec<(usize, usize)> {
    let mut random = Random::new(seed);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let pair = (random.below(SELECTORS), random.below(questions.pages.len()));
        if pairs.len() % 2 == 0 || !questions.expected(pair.0, pair.1).is_empty() {
            pairs.push(pair);
        }
    }
    pairs
}

fn lines(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

fn match_of(value: &Value) -> Match {
    let member = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Match { text: member("text"), html: member("html") }
}

fn matches(values: &[Value]) -> Vec<Match> {
    values.iter().map(match_of).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Answers that once depended on the way.
#[test]
fn unknown_attributes_and_declared_languages() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ways.html");
    let file_name = file.to_str().unwrap();
    for (html, selector, count) in [
        ("<p data-id=1>x", "[data-id]", "1\n"),
        ("<p data-a=1>x", "p:not([data-a])", "0\n"),
        ("<meta http-equiv=content-language content=de><p>x", "p:lang(de)", "1\n"),
        ("<p>x<meta http-equiv=content-language content=de>", "p:lang(de)", "1\n"),
        ("<div class=a><frameset><frame>", ".a", "0\n"),
        ("<table><tr class=a><td>x</table>", "tbody:has(.a)", "1\n"),
    ] {
        fs::write(&file, html).unwrap();
        for (more, input) in [(&[file_name][..], ""), (&["--no-stream"], html), (&[], html)] {
            let output = run(&[&["select", "-c", selector], more].concat(), input);
            assert_eq!(str::from_utf8(&output.stdout).unwrap(), count, "{selector} {more:?}");
        }
    }
}

/// Each selector is asked once of all files.
#[test]
fn files() {
    let questions = Questions::new("ways-files");
    let paths: Vec<String> = (0..questions.pages.len())
        .map(|number| questions.path(number).to_str().unwrap().to_owned())
        .collect();
    let numbers: HashMap<&str, usize> =
        paths.iter().enumerate().map(|(number, path)| (&**path, number)).collect();
    each(SELECTORS, |selector| {
        let mut arguments = vec!["select", "--json", &questions.selectors[selector].0];
        arguments.extend(paths.iter().map(|path| &**path));
        let mut found = vec![Vec::new(); paths.len()];
        for line in lines(&run(&arguments, [])) {
            found[numbers[line["file"].as_str().unwrap()]].push(match_of(&line));
        }
        for (document, found) in found.iter().enumerate() {
            questions.compare("files", selector, document, found);
        }
    });
    questions.finish();
}

/// Pairs of a selector and a document, through pipes.
#[test]
fn pipes() {
    let questions = Questions::new("ways-pipes");
    let pairs = pairs(&questions, PAIRS, 3);
    each(PAIRS, |number| {
        let (selector, document) = pairs[number];
        let (text, _, is_streamable) = &questions.selectors[selector];
        let bytes = &questions.pages[document].bytes;
        let ask = |way: &'static str, more: &[&str], input: &[u8]| {
            let mut arguments = vec!["select", "--json", text];
            arguments.extend(more);
            let output = run(&arguments, input);
            questions.compare(way, selector, document, &matches(&lines(&output)));
        };
        ask("--no-stream", &["--no-stream"], bytes);
        if *is_streamable && !questions.streams[document] {
            return;
        }
        ask("pipe", &[], bytes);
        ask("compressed pipe", &[], &gzip(bytes));
        if number < SLOW_PAIRS {
            let mut child = sapwood(&["select", "--json", text]).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            for piece in bytes.chunks(bytes.len() / 3 + 1) {
                let _ = stdin.write_all(piece);
                thread::sleep(Duration::from_millis(10));
            }
            drop(stdin);
            let found = matches(&lines(&child.wait_with_output().unwrap()));
            questions.compare("slow pipe", selector, document, &found);
        }
    });
    questions.finish();
}

/// Pairs of a selector and a document, as many documents at once as a folder has.
#[test]
fn folders_and_lines() {
    let questions = Questions::new("ways-folders");
    let folders = questions.pages.len() / IN_FOLDER;
    each(PAIRS / IN_FOLDER, |number| {
        let (selector, folder) = (number * 17 % SELECTORS, number % folders);
        let text = &*questions.selectors[selector].0;
        let documents = folder * IN_FOLDER..(folder + 1) * IN_FOLDER;
        let path = questions.subfolder(folder);
        let path = path.to_str().unwrap();
        let number_of = |name: &Value| {
            let name = Path::new(name.as_str().unwrap()).file_stem().unwrap().to_str().unwrap();
            name.parse::<usize>().unwrap() - documents.start
        };
        let compare = |way: &'static str, found: &[Vec<Match>]| {
            for (document, found) in documents.clone().zip(found) {
                questions.compare(way, selector, document, found);
            }
        };
        let mut found = vec![Vec::new(); IN_FOLDER];
        for line in lines(&run(&["select", "--json", "-r", text, path], [])) {
            found[number_of(&line["file"])].push(match_of(&line));
        }
        compare("-r", &found);
        let batch = ["batch", "--op", "select", "--selector", text];
        let mut found = vec![Vec::new(); IN_FOLDER];
        for line in lines(&run(&[&batch[..], &["--pages", "-r", path]].concat(), [])) {
            found[number_of(&line["id"])] = matches(line["select"].as_array().unwrap());
        }
        compare("batch --pages", &found);
        let mut input = String::new();
        for document in documents.clone() {
            let bytes = STANDARD.encode(&questions.pages[document].bytes);
            input.push_str(&format!("{}\n", json!({ "id": document, "bytes_b64": bytes })));
        }
        let found: Vec<_> = lines(&run(&batch, input))
            .iter()
            .map(|line| matches(line["select"].as_array().unwrap()))
            .collect();
        compare("batch", &found);
    });
    questions.finish();
}

/// Each selector is a column of an archive of all documents; its values are texts with white space collapsed.
#[cfg(feature = "warc")]
#[test]
fn archives() {
    let questions = Questions::new("ways-archives");
    let mut warc = Vec::new();
    for (number, page) in questions.pages.iter().enumerate() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let record = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://x.example/{number}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
            head.len() + page.bytes.len()
        );
        warc.extend(gzip(&[record.as_bytes(), &page.bytes, b"\r\n\r\n"].concat()));
    }
    let archive = questions.folder.join("pages.warc.gz");
    fs::write(&archive, warc).unwrap();
    each(SELECTORS / FIELDS, |run_number| {
        let first = run_number * FIELDS;
        let mut spec = "[fields]\n".to_owned();
        for field in 0..FIELDS {
            let selector = json!(questions.selectors[first + field].0);
            spec.push_str(&format!("f{field} = {{ css = {selector}, all = true }}\n"));
        }
        let path = questions.folder.join(format!("spec-{run_number}.toml"));
        fs::write(&path, spec).unwrap();
        let arguments = ["warc", "--columns", "url,error", "-j", "1", "--extract"];
        let files = [path.to_str().unwrap(), archive.to_str().unwrap()];
        let output = run(&[&arguments[..], &files].concat(), []);
        let rows = lines(&output);
        if rows.len() != questions.pages.len() {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let failure = format!("archives: {} rows: {message}", rows.len());
            return questions.comparisons.fail(failure);
        }
        for (document, row) in rows.iter().enumerate() {
            for field in 0..FIELDS {
                let collapsed =
                    |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                let expected = questions.expected(first + field, document);
                let expected: Vec<String> = expected.iter().map(|it| collapsed(&it.text)).collect();
                let found = row[&format!("f{field}")].as_array().cloned().unwrap_or_default();
                let question = || questions.question(first + field, document);
                let found: Vec<String> =
                    found.iter().map(|it| it.as_str().unwrap_or_default().to_owned()).collect();
                questions.comparisons.compare("archives", question, [&found[..], &expected]);
            }
        }
    });
    questions.finish();
}

/// The commands that read one document, the [task](tasks::TASKS) that each does, and what `batch` calls it.
const COMMANDS: [(&[&str], Option<&str>, Option<&str>); 11] = [
    (&["text"], Some("text"), Some("text")),
    (&["markdown"], Some("markdown"), Some("markdown")),
    (&["sanitize"], Some("sanitize-document"), Some("sanitize")),
    (&["sanitize", "--fragment=body"], Some("sanitize"), None),
    (&["html"], None, Some("html")),
    (&["article", "--format", "json"], Some("article"), Some("article")),
    (&["links", "--json"], Some("links"), Some("links")),
    (&["xpath", "--json", "//*[@class or @data-id][position() < 4]"], Some("xpath"), None),
    (&["check", "--format", "json"], Some("check"), None),
    (&["table", "--json"], Some("tables"), None),
    (&["chunks", "-m", "100", "--whole"], None, None),
];

/// The members of JSON that are compared with the library's answer to a task, or none if the command prints text.
fn members(task: &str) -> &'static [&'static str] {
    match task {
        "article" => &["title", "kind", "text", "details"],
        "links" => &["kind", "attribute", "value", "url"],
        "tables" => &["caption", "header_rows", "rows"],
        "check" => &["code", "line", "column"],
        "xpath" => &["text"],
        _ => &[],
    }
}

/// The answer that a command printed, in the form of [`tasks::answer`].
fn printed_answer(task: &str, printed: &str) -> Vec<Value> {
    let members = members(task);
    if members.is_empty() {
        return vec![without_end(printed).into()];
    }
    let parts = |value: &Value| members.iter().map(|name| value[name].clone()).collect();
    match serde_json::from_str(printed) {
        Ok(Value::Array(values)) => values.iter().map(parts).collect(),
        _ => printed.lines().map(|line| parts(&serde_json::from_str(line).unwrap())).collect(),
    }
}

/// The library's answer, in the same form.
fn expected_answer(task: &str, command: &[&str], page: &Page, document: &Document) -> Vec<Value> {
    let answer = match task {
        "xpath" => tasks::xpath(command[2], document),
        task => tasks::answer(task, page, document),
    };
    match answer {
        Value::Array(mut article) if task == "article" => {
            // The command prints the text or the Markdown.
            article.remove(3);
            vec![Value::Array(article)]
        }
        Value::Array(strings) if task == "xpath" => {
            strings.into_iter().map(|string| Value::Array(vec![string])).collect()
        }
        Value::Array(items) => items,
        text => vec![without_end(text.as_str().unwrap_or_default()).into()],
    }
}

/// Each command has the library's answer, and prints the same for a file and for pipes, and `batch` the same in its answers.
#[test]
fn other_commands() {
    let questions = Questions::new("ways-commands");
    each(COMMANDS.len() * 60, |number| {
        let (command, task, op) = COMMANDS[number % COMMANDS.len()];
        let asked = Command { questions: &questions, command, document: number * 7 % DOCUMENTS };
        asked.ask(task, op);
    });
    questions.finish();
}

/// A command that is asked of one document in all ways.
struct Command<'q> {
    questions: &'q Questions,
    command: &'static [&'static str],
    document: usize,
}

impl Command<'_> {
    fn ask(&self, task: Option<&str>, op: Option<&str>) {
        let path = self.questions.path(self.document);
        let path = path.to_str().unwrap();
        let bytes = &self.questions.pages[self.document].bytes;
        // Only the name of the input may differ.
        let print = |arguments: &[&str], input: &[u8], name: &str| {
            let output = run(arguments, input);
            String::from_utf8_lossy(&output.stdout).replace(name, "INPUT")
        };
        let expected = print(&[self.command, &[path][..]].concat(), &[], path);
        if let Some(task) = task {
            let (page, document) =
                (&self.questions.pages[self.document], &self.questions.documents[self.document]);
            let answer = expected_answer(task, self.command, page, document);
            self.compare("commands: file and library", &printed_answer(task, &expected), &answer);
        }
        let name = "standard input";
        for (way, input) in
            [("commands: pipe", bytes.clone()), ("commands: compressed pipe", gzip(bytes))]
        {
            self.compare(
                way,
                &printed_lines(&print(self.command, &input, name)),
                &printed_lines(&expected),
            );
        }
        let Some(op) = op else { return };
        let line = json!({ "id": path, "bytes_b64": STANDARD.encode(bytes) }).to_string();
        let from_lines = lines(&run(&["batch", "--op", op], line));
        let from_pages = lines(&run(&["batch", "--op", op, "--pages", path], []));
        for (way, answers) in
            [("commands: batch", from_lines), ("commands: batch --pages", from_pages)]
        {
            // An answer in `batch` has no name of a file, and no line feed at its end.
            let (found, expected) = match &answers[0][op] {
                Value::String(text) => {
                    (printed_lines(without_end(text)), printed_lines(without_end(&expected)))
                }
                Value::Array(values) => (values.clone(), without_file(&expected)),
                value => (vec![value.clone()], without_file(&expected)),
            };
            self.compare(way, &found, &expected);
        }
    }

    fn compare(&self, way: &'static str, found: &[Value], expected: &[Value]) {
        let Self { questions, command, document } = self;
        let question = || format!("{command:?} of {}", questions.pages[*document].name);
        questions.comparisons.compare(way, question, [found, expected]);
    }
}

fn printed_lines(text: &str) -> Vec<Value> {
    text.split_inclusive('\n').map(Value::from).collect()
}

/// A text without the line feed at its end: the program writes one unless there is one.
fn without_end(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// Objects, one a line, without the member that names the input.
fn without_file(printed: &str) -> Vec<Value> {
    let values = printed.lines().map(|line| serde_json::from_str(line).unwrap());
    values
        .map(|mut value: Value| {
            value.as_object_mut().unwrap().remove("file");
            value
        })
        .collect()
}
