//! A selector or a task has one answer on a document: from the document, from bytes in pieces, from a stream, and from a
//! tree of `rcdom` or an extraction where they know the task.

use std::{cell::RefCell, path::Path, process::ExitCode, sync::Mutex};

use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD};
use sapwood::{
    ByteOptions, ByteParser, Document, ParseOptions, Selector, Span,
    dom::Origin,
    encoding::SniffOptions,
    parse_bytes_with,
    rewriting::{RewriteOptions, Rewriter},
    selecting::{SelectingByteParser, SelectingParser},
};
use sapwood_tests::{
    harness::{self, say},
    pieces::scattered,
    rcdom,
    soup::Random,
    ways::{self, Comparisons, Match, Page, Selectors, Unstreamable, documents, each, tasks},
};
use sapwood_warc::{BatchBuilder, Extractor, Limits, Spec};
use serde_json::{Map, Value, json};

/// The number of selectors and of documents in each run; `SAPWOOD_WAYS_TIMES` multiplies the first.
const SELECTORS: usize = 2_000;
const DOCUMENTS: usize = 200;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("ways", |mut harness| {
        harness.add("selectors", || selectors().map_err(|error| format!("{error:#}")));
        harness.add("tasks", || tasks().map_err(|error| format!("{error:#}")));
        Ok(harness.run(|| {}))
    })
}

/// A document that was parsed in all ways that build one.
struct Subject {
    page: Page,
    text: String,
    document: Document,
    from_pieces: Document,
    /// The document with positions.
    located: Document,
    unstreamable: Unstreamable,
}

impl Subject {
    fn new(page: Page, random: &mut Random) -> Self {
        let document = page.parse();
        let mut parser = ByteParser::new(&ByteOptions::default());
        for piece in cut(&page.bytes, random) {
            parser.feed(piece);
        }
        let from_pieces = parser.finish().document;
        let text = page.text();
        let unstreamable = Unstreamable::of(&text);
        let parsing = ParseOptions::default().positions(true);
        let located =
            parse_bytes_with(&page.bytes, &ByteOptions::default().parsing(parsing)).document;
        Self { page, text, document, from_pieces, located, unstreamable }
    }
}

/// Cuts bytes into pieces of random lengths.
fn cut<'b>(bytes: &'b [u8], random: &mut Random) -> Vec<&'b [u8]> {
    let longest = [1, 7, 100, 5_000][random.below(4)];
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((1 + random.below(longest)).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The answers, inner elements before those that contain them, as a stream gives them.
fn in_order_of_ends(document: &Document, selector: &Selector) -> Vec<Match> {
    let mut open: Vec<sapwood::NodeRef<'_>> = Vec::new();
    let mut answers = Vec::new();
    for element in selector.select(document.root()) {
        while let Some(&last) = open.last() {
            if element.ancestors().any(|it| it == last) {
                break;
            }
            answers.push(Match::of(last));
            open.pop();
        }
        open.push(element);
    }
    answers.extend(open.into_iter().rev().map(Match::of));
    answers
}

/// The start tag of an element that was found.
#[derive(Clone, Debug, PartialEq)]
struct StartTag {
    name: String,
    span: Span,
}

/// The start tags of the answers, without those of copies, which have none.
fn start_tags(document: &Document, selector: &Selector) -> Vec<StartTag> {
    let elements = selector.select(document.root()).filter_map(|element| {
        let (Origin::Tag | Origin::Implied) = element.origin()? else { return None };
        let span = element.span()?;
        Some(StartTag { name: element.local_name()?.to_owned(), span })
    });
    elements.collect()
}

/// A rewriter that changes nothing, and notes what each selector finds.
///
/// Handlers share nothing by the rewriter: another type of state would be one more that the parser is compiled for.
fn rewriter<'h>(
    selectors: &[&(String, Selector)],
    found: &'h [Mutex<Vec<StartTag>>],
) -> Rewriter<'h> {
    let mut rewriter = Rewriter::new(&RewriteOptions::default());
    for ((_, selector), found) in selectors.iter().zip(found) {
        rewriter
            .on_element(selector, move |element| {
                let name = element.tag_name().to_owned();
                found.lock().unwrap().push(StartTag { name, span: element.span() });
                Ok(())
            })
            .unwrap();
    }
    rewriter
}

fn selectors() -> Result<()> {
    let times =
        std::env::var("SAPWOOD_WAYS_TIMES").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let seed = 1 + times as u64;
    let mut random = Random::new(seed);
    let selectors: Vec<(String, Selector)> = Selectors::new(seed)
        .take(SELECTORS * times)
        .map(|text| Ok((text.parse().map_err(|error| anyhow::anyhow!("{text}: {error}"))?, text)))
        .map(|it| it.map(|(selector, text)| (text, selector)))
        .collect::<Result<_>>()?;
    let subjects: Vec<Subject> = documents::pages(DOCUMENTS, seed)?
        .into_iter()
        .map(|page| Subject::new(page, &mut random))
        .collect();
    let streamable: Vec<bool> = selectors
        .iter()
        .map(|(_, selector)| SelectingParser::default().on(selector, |_| ()).is_ok())
        .collect();
    if let Some(path) = std::env::var_os("SAPWOOD_WAYS") {
        write_questions(path.as_ref(), &subjects, &selectors, &streamable)?;
    }
    let comparisons = Comparisons::default();
    each(subjects.len(), |number| {
        let asked = Asked { subject: &subjects[number], comparisons: &comparisons };
        for (number, (text, selector)) in selectors.iter().enumerate() {
            asked.ask(text, selector, streamable[number], number as u64);
        }
        asked.ask_together(&selectors, &streamable);
    });
    let moving = subjects.iter().filter(|it| it.unstreamable.moves).count();
    let late = subjects.iter().filter(|it| it.unstreamable.late_attributes).count();
    let replaced = subjects.iter().filter(|it| it.unstreamable.replaced_body).count();
    say(&format!(
        "ways: {} selectors, {} of them streamable, {} documents; in {moving} the parser moves elements, in {late} a second \
         tag adds attributes, in {replaced} a frameset replaces the body",
        selectors.len(),
        streamable.iter().filter(|it| **it).count(),
        subjects.len()
    ));
    comparisons.finish().map_err(anyhow::Error::msg)
}

/// Asks tasks of all documents in the ways of this process.
fn tasks() -> Result<()> {
    let mut random = Random::new(2);
    let pages = documents::pages(DOCUMENTS, 1)?.into_iter();
    let subjects: Vec<Subject> = pages.map(|page| Subject::new(page, &mut random)).collect();
    let comparisons = Comparisons::default();
    for (number, subject) in subjects.iter().enumerate() {
        let expression = tasks::EXPRESSIONS[number % tasks::EXPRESSIONS.len()];
        ask_tasks(subject, expression, &comparisons);
    }
    ask_extraction(&subjects, &comparisons)?;
    comparisons.finish().map_err(anyhow::Error::msg)
}

/// Asks a document that came in pieces and a tree of `rcdom` all tasks that they know, and an expression.
fn ask_tasks(subject: &Subject, expression: &str, comparisons: &Comparisons) {
    let Subject { page, text, document, from_pieces, .. } = subject;
    let compare = |way: &'static str, task: &str, found: Value, expected: Value| {
        let question = || format!("{task} of {}, {text:?},", page.name);
        comparisons.compare(way, question, [&items(found), &items(expected)]);
    };
    for task in tasks::TASKS.into_iter().filter(|task| !tasks::MARKUP_TASKS.contains(task)) {
        let [found, expected] =
            [from_pieces, document].map(|document| tasks::answer(task, page, document));
        compare("ByteParser, tasks", task, found, expected);
    }
    let expected = tasks::xpath(expression, document);
    let found = tasks::xpath(expression, from_pieces);
    compare("ByteParser, XPath", expression, found, expected.clone());
    let asked = rcdom::compare(text, document, |dom| {
        compare("rcdom, tasks", "text", dom.inner_text().into(), document.inner_text().into());
        compare(
            "rcdom, tasks",
            "markdown",
            dom.to_markdown().into(),
            document.to_markdown().into(),
        );
        let found = dom.xpath_strings(expression).map_err(|error| error.to_string())?;
        compare("rcdom, XPath", expression, found.into(), expected);
        Ok(())
    });
    if let Err(failure) = asked {
        comparisons.fail(failure);
    }
}

/// Compares the columns of an extraction of all documents.
fn ask_extraction(subjects: &[Subject], comparisons: &Comparisons) -> Result<()> {
    let columns = "text,markdown,main_content".parse()?;
    let extractor = Extractor::new(columns, Spec::default(), Limits::default());
    let mut batch = BatchBuilder::new(&extractor);
    for subject in subjects {
        batch.push(&sapwood_warc::Page::html(&subject.page.bytes));
    }
    let batch = batch.finish();
    for column in ["text", "markdown", "main_content"] {
        for (Subject { page, document, .. }, found) in subjects.iter().zip(batch.texts(column)) {
            let expected = match column {
                "text" => document.inner_text(),
                "markdown" => document.to_markdown(),
                _ => document.article().to_text(),
            };
            let question = || format!("{column} of {}", page.name);
            let answers = [found.unwrap_or_default().into(), expected.into()].map(items);
            comparisons.compare("extraction, tasks", question, [&answers[0], &answers[1]]);
        }
    }
    Ok(())
}

/// An answer as a list: the elements of a list, or the only value unless it is an empty text.
fn items(answer: Value) -> Vec<Value> {
    match answer {
        Value::Array(items) => items,
        Value::String(text) if text.is_empty() => Vec::new(),
        other => vec![other],
    }
}

/// Writes a sample of questions as JSON Lines, for ways in other languages: a document a line, with ten selectors, most of
/// which match, an expression, and the answers to all tasks.
fn write_questions(
    path: &Path,
    subjects: &[Subject],
    selectors: &[(String, Selector)],
    streamable: &[bool],
) -> Result<()> {
    let mut random = Random::new(5);
    let mut lines = String::new();
    for subject in subjects {
        let mut questions = Vec::new();
        for _ in 0..1_000 {
            let number = random.below(selectors.len());
            let (text, selector) = &selectors[number];
            let matches = ways::answer(&subject.document, selector);
            if questions.len() == 10 {
                break;
            }
            if matches.is_empty() && questions.len() % 4 != 0 {
                continue;
            }
            let matches: Vec<_> =
                matches.iter().map(|it| json!({ "text": it.text, "html": it.html })).collect();
            let streams = streamable[number] && !subject.unstreamable.is_any();
            let rewrites = streams && !subject.unstreamable.replaced_body;
            let start_tags = rewrites.then(|| start_tags(&subject.located, selector).len());
            questions.push(json!({
                "selector": text, "streams": streams, "start_tags": start_tags, "matches": matches
            }));
        }
        let answer = |task: &str| tasks::answer(task, &subject.page, &subject.document);
        let tasks: Map<_, _> =
            tasks::TASKS.map(|it| (it.to_owned(), answer(it))).into_iter().collect();
        let expression = tasks::EXPRESSIONS[random.below(tasks::EXPRESSIONS.len())];
        let xpath = json!([expression, tasks::xpath(expression, &subject.document)]);
        let bytes = STANDARD.encode(&subject.page.bytes);
        let page = json!({
            "bytes": bytes, "text": subject.text, "questions": questions, "tasks": tasks, "xpath": xpath
        });
        lines.push_str(&format!("{page}\n"));
    }
    std::fs::write(path, lines).with_context(|| format!("cannot write {}", path.display()))
}

/// The questions to one document.
struct Asked<'s> {
    subject: &'s Subject,
    comparisons: &'s Comparisons,
}

impl Asked<'_> {
    fn compare(&self, way: &'static str, selector: &str, found: &[Match], expected: &[Match]) {
        let page = &self.subject.page;
        let question = || {
            format!("{selector:?} in {}, {:?},", page.name, String::from_utf8_lossy(&page.bytes))
        };
        self.comparisons.compare(way, question, [found, expected]);
    }

    fn ask(&self, text: &str, selector: &Selector, streams: bool, number: u64) {
        let subject = self.subject;
        let expected = ways::answer(&subject.document, selector);
        self.compare("ByteParser", text, &ways::answer(&subject.from_pieces, selector), &expected);
        if !streams || subject.unstreamable.is_any() {
            return;
        }
        let expected = in_order_of_ends(&subject.document, selector);
        let mut found = Vec::new();
        let mut parser = SelectingParser::new(&ParseOptions::default());
        parser.on(selector, |element| found.push(Match::of(element))).unwrap();
        scattered(&subject.text, number).into_iter().for_each(|piece| parser.feed(piece));
        parser.finish();
        self.compare("SelectingParser", text, &found, &expected);
        let mut found = Vec::new();
        let mut parser = SelectingParser::new(&ParseOptions::default());
        parser.on(selector, |element| found.push(Match::of(element))).unwrap();
        let mut parser: SelectingByteParser<'_> = parser.from_bytes(&SniffOptions::default());
        for piece in cut(&subject.page.bytes, &mut Random::new(number)) {
            parser.feed(piece);
        }
        parser.finish();
        self.compare("SelectingByteParser", text, &found, &expected);
        if !subject.unstreamable.replaced_body {
            self.ask_rewriter("Rewriter", &[&(text.to_owned(), selector.clone())], number);
        }
    }

    /// Asks a rewriter, whose output must be the input.
    fn ask_rewriter(&self, way: &'static str, selectors: &[&(String, Selector)], seed: u64) {
        let subject = self.subject;
        let bytes = &subject.page.bytes;
        let found: Vec<_> = selectors.iter().map(|_| Mutex::default()).collect();
        let mut rewriter = rewriter(selectors, &found);
        let mut output = Vec::with_capacity(bytes.len());
        for piece in cut(bytes, &mut Random::new(seed)) {
            rewriter.feed(piece, |piece| output.extend_from_slice(piece)).unwrap();
        }
        rewriter.finish(|piece| output.extend_from_slice(piece)).unwrap();
        if output != *bytes {
            let name = &subject.page.name;
            self.comparisons.fail(format!("{way}: {name}, {:?}, was changed", subject.text));
        }
        for ((text, selector), found) in selectors.iter().zip(found) {
            let found = found.into_inner().unwrap();
            let expected = start_tags(&subject.located, selector);
            let question = || format!("{text:?} in {}, {:?},", subject.page.name, subject.text);
            self.comparisons.compare(way, question, [&found, &expected]);
        }
    }

    /// Asks a stream several selectors at once.
    fn ask_together(&self, selectors: &[(String, Selector)], streamable: &[bool]) {
        let subject = self.subject;
        if subject.unstreamable.is_any() {
            return;
        }
        let asked: Vec<_> = selectors
            .iter()
            .zip(streamable)
            .filter(|(_, streams)| **streams)
            .map(|it| it.0)
            .collect();
        for (number, group) in asked.chunks(20).enumerate() {
            if !subject.unstreamable.replaced_body {
                self.ask_rewriter("Rewriter, 20 at once", group, number as u64);
            }
            let found: Vec<RefCell<Vec<Match>>> =
                group.iter().map(|_| RefCell::default()).collect();
            let mut parser = SelectingParser::new(&ParseOptions::default());
            for ((_, selector), found) in group.iter().zip(&found) {
                parser.on(selector, |element| found.borrow_mut().push(Match::of(element))).unwrap();
            }
            scattered(&subject.text, number as u64)
                .into_iter()
                .for_each(|piece| parser.feed(piece));
            parser.finish();
            for ((text, selector), found) in group.iter().zip(found) {
                let found = found.into_inner();
                let expected = in_order_of_ends(&subject.document, selector);
                self.compare("SelectingParser, 20 at once", text, &found, &expected);
            }
        }
    }
}
