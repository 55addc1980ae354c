//! Compares results of XPath expressions with Chromium's `document.evaluate`: for generated expressions on real pages,
//! parsed as HTML, and written as XHTML and parsed as XML.
//!
//! The expressions avoid what Chromium does otherwise than the specification says. `fixtures/xpath/chromium.tsv` lists
//! these departures, and each of them is checked, too.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use sapwood::{Document, XPath, xpath::XPathOptions};
use sapwood_tests::{
    chromium,
    harness::{self, say},
    soup::Random,
    suites,
    xpath::{
        answer::{Answer, Numbers},
        documents::{self, PREFIXES},
        generate::{Generator, Vocabulary},
    },
};
use serde::Serialize;

/// Numbers of pages, and of expressions on each page in each syntax.
const PAGES: usize = 30;
const ON_PAGE: usize = 200;

/// The largest page in bytes.
const LARGEST: usize = 300_000;

/// A document, and expressions to be evaluated on it.
#[derive(Clone, Serialize)]
struct Task {
    name: String,
    markup: String,
    /// The media type.
    r#type: &'static str,
    /// Whether the document keeps its doctype, which is a node to Chromium.
    has_doctype: bool,
    namespaces: BTreeMap<String, String>,
    /// The number of the context node of each expression, and the expression.
    cases: Vec<(usize, String)>,
}

/// A budget for expressions that build long strings for each of many nodes.
const BUDGET: u64 = 1 << 40;

/// Results of Chromium, by the name of the document and the expression.
type Departures = BTreeMap<(String, String), String>;

const HTML: &str = "text/html";
const XHTML: &str = "application/xhtml+xml";

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xpath_chromium", |mut harness| {
        let pages = harness.corpus_pages()?;
        let Some(browser) = chromium::find() else {
            harness.absent("Chromium");
            return Ok(harness.run(|| {}));
        };
        if !pages.is_empty() {
            for kind in [HTML, XHTML] {
                let pages = pages.clone();
                harness.add(format!("pages as {kind}"), move || {
                    let tasks = tasks(&pages, kind).map_err(|error| format!("{error:#}"))?;
                    compare(browser, &tasks, &BTreeMap::new())
                });
            }
        }
        harness.add("departures", move || {
            let (tasks, departures) = listed().map_err(|error| format!("{error:#}"))?;
            compare(browser, &tasks, &departures)
        });
        Ok(harness.run(|| {}))
    })
}

/// Generates expressions on pages.
fn tasks(pages: &[PathBuf], kind: &'static str) -> Result<Vec<Task>> {
    let mut random = Random::new(0xc420);
    let mut tasks = Vec::new();
    for page in pages.iter().step_by(3) {
        let html = fs::read_to_string(page)?;
        if tasks.len() == PAGES || html.len() > LARGEST {
            continue;
        }
        let markup = match kind {
            HTML => html,
            _ => documents::written(sapwood::parse(&html))?,
        };
        let mut task = task(suites::file_name(page), markup, kind);
        let document = parse(&task);
        let mut vocabulary = Vocabulary::of(&document, kind == HTML, &mut random);
        vocabulary.prefixes = task.namespaces.keys().cloned().collect();
        vocabulary.targets = vec!["t1".to_owned(), "t2".to_owned()];
        vocabulary.wide_steps = 1;
        if kind == HTML {
            let upper = |name: &String| name.to_ascii_uppercase();
            let names: Vec<_> = vocabulary.elements.iter().take(2).map(upper).collect();
            vocabulary.elements.extend(names);
            let names: Vec<_> = vocabulary.attributes.iter().take(2).map(upper).collect();
            vocabulary.attributes.extend(names);
        }
        let elements = Numbers::new(&document).elements(&document);
        let mut generator = Generator::new(&vocabulary, random.below(usize::MAX) as u64);
        task.cases.push((elements[0], "count(//node() | //@*)".to_owned()));
        task.cases.extend((0..ON_PAGE).map(|_| {
            // Every second expression is evaluated at the root element.
            let context = elements[random.below(2 * elements.len()).saturating_sub(elements.len())];
            (context, generator.expression())
        }));
        tasks.push(task);
    }
    Ok(tasks)
}

fn task(name: String, markup: String, kind: &'static str) -> Task {
    let namespaces =
        PREFIXES.iter().map(|(prefix, url)| ((*prefix).to_owned(), (*url).to_owned())).collect();
    Task { name, markup, r#type: kind, has_doctype: false, namespaces, cases: Vec::new() }
}

/// Reads the departures: the documents with their expressions, and Chromium's results.
fn listed() -> Result<(Vec<Task>, Departures)> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut departures = BTreeMap::new();
    let text = fs::read_to_string(suites::fixtures("xpath").join("chromium.tsv"))?;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<_> = line.split('\t').collect();
        if let Some(name) = columns[0].strip_prefix('@') {
            let kind = if columns[1] == "html" { HTML } else { XHTML };
            let task = task(name.to_owned(), columns[2].to_owned(), kind);
            tasks.push(Task { has_doctype: true, ..task });
            continue;
        }
        let found = tasks.iter_mut().find(|task| task.name == columns[0]);
        let task = found.with_context(|| format!("no document {}", columns[0]))?;
        let document = parse(task);
        let root = Numbers::new(&document).elements(&document)[0];
        task.cases.push((root, columns[1].to_owned()));
        departures.insert((task.name.clone(), columns[1].to_owned()), columns[2].to_owned());
    }
    Ok((tasks, departures))
}

fn parse(task: &Task) -> Document {
    match task.r#type {
        HTML => sapwood::parse(&task.markup),
        _ => sapwood::xml::parse(&task.markup),
    }
}

/// Compares the results of all cases; `departures` has those of Chromium that differ.
fn compare(browser: &Path, tasks: &[Task], departures: &Departures) -> Result<(), String> {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for tasks in tasks.chunks(10) {
        let answers: Vec<Vec<Answer>> =
            chromium::map(browser, include_str!("../../src/xpath/chromium.js"), tasks)
                .map_err(|error| format!("{error:#}"))?;
        for (task, answers) in tasks.iter().zip(&answers) {
            let document = parse(task);
            let numbers = Numbers::new(&document);
            for ((context, expression), theirs) in task.cases.iter().zip(answers) {
                count += 1;
                let ours = evaluate(&document, &numbers, task, *context, expression);
                let key = (task.name.clone(), expression.clone());
                let as_expected = match departures.get(&key) {
                    Some(departure) => !ours.agrees(theirs) && theirs.to_string() == *departure,
                    None => ours.agrees(theirs),
                };
                if !as_expected {
                    let name = &task.name;
                    wrong.push(format!(
                        "{name}, node {context}: {expression}\n  ours   {ours}\n  theirs {theirs}"
                    ));
                }
            }
        }
    }
    say(&format!("xpath_chromium: {count} expressions, {} wrong", wrong.len()));
    if wrong.is_empty() {
        return Ok(());
    }
    wrong.sort_by_key(String::len);
    wrong.truncate(50);
    Err(wrong.join("\n"))
}

fn evaluate(
    document: &Document,
    numbers: &Numbers,
    task: &Task,
    context: usize,
    expression: &str,
) -> Answer {
    let mut options = XPathOptions::new();
    for (prefix, url) in &task.namespaces {
        options = options.prefix(prefix, url);
    }
    match XPath::parse_with(expression, &options) {
        Ok(xpath) => {
            let xpath = xpath.with_budget(BUDGET);
            numbers.answer(xpath.evaluate(numbers.node(document, context)))
        }
        Err(error) => Answer::Error(error.to_string()),
    }
}
