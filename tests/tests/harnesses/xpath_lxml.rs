//! Compares results of XPath expressions with those of lxml, which calls libxml2: for generated expressions on
//! generated XML and on real pages written as XML.
//!
//! The expressions avoid what libxml2 does otherwise than the specification says. `fixtures/xpath/libxml2.tsv` lists
//! these departures, and each of them is checked, too.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use sapwood::{
    Document, NodeRef, XPath,
    xpath::{Bindings, Value, XPathOptions},
};
use sapwood_tests::{
    harness::{self, say},
    soup::Random,
    suites,
    xpath::{
        answer::{Answer, Numbers},
        documents::{self, PREFIXES},
        generate::{Generator, Vocabulary},
        lxml::{self, Task},
    },
};

/// Numbers of generated documents, and of expressions on each of them and on each page.
const MADE: usize = 150;
const ON_MADE: usize = 100;
const ON_PAGE: usize = 100;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xpath_lxml", |mut harness| {
        let pages = harness.corpus_pages()?;
        let Some(python) = lxml::find() else {
            harness.absent(lxml::WHAT);
            return Ok(harness.run(|| {}));
        };
        let (own, on_pages) = (python.clone(), python.clone());
        let on_cases = python.clone();
        harness.add("specification_cases", move || specification(&on_cases));
        harness.add("generated_documents", move || generated(&own));
        if !pages.is_empty() {
            harness.add("pages_as_xml", move || real_pages(&on_pages, &pages));
        }
        Ok(harness.run(|| {}))
    })
}

/// Compares the cases of the specification, evaluated at the root element. Those that differ, and others that do, are
/// listed with libxml2's results.
fn specification(python: &PathBuf) -> Result<(), String> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut names = BTreeMap::new();
    let mut departures: BTreeMap<(usize, String), String> = BTreeMap::new();
    for file in ["core.tsv", "axes.tsv", "libxml2.tsv"] {
        let path = suites::fixtures("xpath").join(file);
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let columns: Vec<_> = line.split('\t').collect();
            if let Some(name) = columns[0].strip_prefix('@') {
                names.insert(name.to_owned(), tasks.len());
                tasks.push(Task { xml: columns[2].replace("\\n", "\n"), ..Task::default() });
                continue;
            }
            let number = names[columns[0]];
            let task = &mut tasks[number];
            let document = sapwood::xml::parse(&task.xml);
            let case = (Numbers::new(&document).elements(&document)[0], columns[1].to_owned());
            if file == "libxml2.tsv" {
                departures.insert((number, columns[1].to_owned()), columns[2].to_owned());
            }
            if !task.cases.contains(&case) {
                task.cases.push(case);
            }
        }
    }
    compare(python, &tasks, &departures)
}

fn generated(python: &PathBuf) -> Result<(), String> {
    let mut random = Random::new(0x5a70);
    let tasks = (0..MADE).map(|number| {
        // libxml2 has namespaces that were undeclared.
        let undeclares = number % 3 == 0;
        let xml = documents::made(&mut random, 10 + number, undeclares);
        task(xml, &mut random, 4, !undeclares, ON_MADE)
    });
    compare(python, &tasks.collect::<Vec<_>>(), &BTreeMap::new())
}

fn real_pages(python: &PathBuf, pages: &[PathBuf]) -> Result<(), String> {
    let mut random = Random::new(0x9a6e);
    let mut tasks = Vec::new();
    for page in pages {
        let html = fs::read_to_string(page).map_err(|error| error.to_string())?;
        let xml = documents::written(sapwood::parse(&html))
            .map_err(|error| format!("{}: {error:#}", page.display()))?;
        tasks.push(task(xml, &mut random, 1, true, ON_PAGE));
    }
    compare(python, &tasks, &BTreeMap::new())
}

/// Generates expressions on a document.
fn task(
    xml: String,
    random: &mut Random,
    wide_steps: usize,
    namespace_axis: bool,
    count: usize,
) -> Task {
    let document = sapwood::xml::parse(&xml);
    let mut vocabulary = Vocabulary::of(&document, false, random);
    vocabulary.prefixes = PREFIXES.iter().map(|(prefix, _)| (*prefix).to_owned()).collect();
    vocabulary.targets = vec!["t1".to_owned(), "t2".to_owned()];
    vocabulary.variables = true;
    vocabulary.namespace_axis = namespace_axis;
    vocabulary.wide_steps = wide_steps;
    let elements = Numbers::new(&document).elements(&document);
    let nodes: BTreeSet<_> = (0..5).map(|_| elements[random.below(elements.len())]).collect();
    let mut generator = Generator::new(&vocabulary, random.below(usize::MAX) as u64);
    let whole = (elements[0], "count(//node() | //@*)".to_owned());
    let cases = (0..count).map(|_| {
        // Every second expression is evaluated at the root element.
        let context = elements[(random.below(2 * elements.len())).saturating_sub(elements.len())];
        (context, generator.expression())
    });
    Task {
        cases: std::iter::once(whole).chain(cases).collect(),
        namespaces: PREFIXES
            .iter()
            .map(|(prefix, url)| ((*prefix).into(), (*url).into()))
            .collect(),
        variables: BTreeMap::from([
            ("s".to_owned(), "one".into()),
            ("n".to_owned(), 2.5.into()),
            ("b".to_owned(), true.into()),
        ]),
        nodes: nodes.into_iter().collect(),
        xml,
    }
}

/// Compares the results of all cases; `departures` has those of libxml2 that differ, by the number of the task and the
/// expression.
fn compare(
    python: &PathBuf,
    tasks: &[Task],
    departures: &BTreeMap<(usize, String), String>,
) -> Result<(), String> {
    let answers = lxml::evaluate(python, tasks).map_err(|error| format!("{error:#}"))?;
    let (mut wrong, mut count, mut empty) = (Vec::new(), 0, 0);
    for (number, (task, answers)) in tasks.iter().zip(&answers).enumerate() {
        let document = sapwood::xml::parse(&task.xml);
        let numbers = Numbers::new(&document);
        for ((context, expression), theirs) in task.cases.iter().zip(answers) {
            let ours = evaluate(&document, &numbers, task, *context, expression).without_roots();
            let theirs = theirs.clone().without_roots();
            count += 1;
            empty += usize::from(matches!(&ours, Answer::Nodes(nodes) if nodes.is_empty()));
            let key = (number, expression.clone());
            let as_expected = match departures.get(&key) {
                Some(departure) => !ours.agrees(&theirs) && theirs.to_string() == *departure,
                None => ours.agrees(&theirs),
            };
            if !as_expected {
                wrong.push(format!(
                    "document {number}, node {context}: {expression}\n  ours   {ours}\n  theirs {theirs}"
                ));
            }
        }
    }
    say(&format!("xpath_lxml: {count} expressions, {} wrong, {empty} empty", wrong.len()));
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
    let xpath = match XPath::parse_with(expression, &options) {
        Ok(xpath) => xpath,
        Err(error) => return Answer::Error(error.to_string()),
    };
    let nodes: Value<NodeRef<'_>> =
        task.nodes.iter().map(|number| numbers.node(document, *number)).collect();
    let mut bindings = Bindings::new().variable("nodes", nodes);
    for (name, value) in &task.variables {
        let value = match value {
            serde_json::Value::Bool(is) => Value::Boolean(*is),
            serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
            other => Value::String(other.as_str().unwrap_or_default().to_owned()),
        };
        bindings = bindings.variable(name, value);
    }
    numbers.answer(xpath.evaluate_with(numbers.node(document, context), &bindings))
}
