//! Documents that keep their source write it with their edits in it: unedited byte for byte, and edited so that parsing it gives
//! the edited tree.

use std::{
    fs,
    ops::Range,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Result;
use sapwood::{ByteOptions, ParseOptions, parse_bytes_with, rewriting::Rewriter};
use sapwood_tests::{
    encoded_pages, fuzz_inputs,
    harness::{self, say},
    lossless::{Failure, Reasons, Subject, Way},
    soup::{CONTEXTS, Random},
    ways::{Unstreamable, documents, each},
    xml::soup as xml,
};

/// The number of pairs of document and edits; `SAPWOOD_LOSSLESS_TIMES` multiplies it.
const PAIRS: usize = 20_000;
/// The number of edits whose patches must be local, on documents without misnesting.
const LOCAL: usize = 10_000;
/// The number of edits of each page of the corpus.
const EDITS_PER_PAGE: usize = 20;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("lossless", |mut harness| {
        harness.add("sources", || sources().map_err(|error| format!("{error:#}")));
        harness.add("edits", || edits().map_err(|error| format!("{error:#}")));
        harness.add("local edits", || local_edits().map_err(|error| format!("{error:#}")));
        harness.add("streamed edits", || streamed_edits().map_err(|error| format!("{error:#}")));
        let pages = harness.corpus_pages()?;
        if !pages.is_empty() {
            harness.add("pages", move || {
                let pages = pages.iter().map(fs::read).collect::<std::io::Result<Vec<_>>>();
                pages.map_err(|error| error.to_string()).and_then(|pages| edit_pages(&pages))
            });
        }
        Ok(harness.run(|| {}))
    })
}

fn times() -> usize {
    std::env::var("SAPWOOD_LOSSLESS_TIMES").ok().and_then(|it| it.parse().ok()).unwrap_or(1)
}

/// Chooses the way in which a pair is parsed, and its input.
fn input(number: usize, page: &[u8], random: &mut Random) -> (Vec<u8>, Way) {
    match number % 10 {
        0 => (xml::soup(random, 1 + number % 24).into_bytes(), Way::Xml),
        1 => {
            let context = CONTEXTS[random.below(CONTEXTS.len())];
            (random.soup(1 + number % 24).into_bytes(), Way::Fragment(context))
        }
        2 => {
            let mut bytes = page.to_vec();
            for _ in 0..1 + random.below(4) {
                let stray = [0x81, 0xe3, 0xff, 0x1b, 0, b'\r', b'<', b'&'][random.below(8)];
                bytes.insert(random.below(bytes.len() + 1), stray);
            }
            (bytes, Way::Bytes(None))
        }
        _ => (page.to_vec(), Way::Bytes(None)),
    }
}

fn edits() -> Result<()> {
    let pairs = PAIRS * times();
    let seed = 7 + times() as u64;
    let pages = documents::pages(2_000 * times().min(50), seed)?;
    let (done, shown) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let excluded = Mutex::new(Reasons::new());
    each(pairs, |number| {
        let mut random = Random::new(number as u64 * 7_919 + seed);
        for _ in 0..8 {
            random.below(2);
        }
        let page = &pages[random.below(pages.len())];
        let (bytes, way) = input(number, &page.bytes, &mut random);
        let mut edits = Vec::new();
        let result = Subject::new(&bytes, way).and_then(|mut subject| {
            edits.extend((0..1 + random.below(4)).map(|_| subject.edit(&mut random)));
            subject.check()
        });
        match result {
            Ok(()) => {
                done.fetch_add(1, Ordering::Relaxed);
            }
            Err(Failure::Excluded(reason)) => {
                *excluded.lock().unwrap().entry(reason).or_default() += 1;
            }
            Err(Failure::Wrong(what)) => shown.lock().unwrap().push(format!(
                "{number}: {edits:?} of {:?} as {way:?}: {what}",
                String::from_utf8_lossy(&bytes)
            )),
        }
    });
    let excluded = excluded.into_inner()?;
    let count: usize = excluded.values().sum();
    say(&format!(
        "lossless: {pairs} pairs of document and edits: {} hold, {count} excluded, because markup can't express the tree: \
         {excluded:?}",
        done.into_inner(),
    ));
    let mut shown = shown.into_inner()?;
    shown.sort_by_key(String::len);
    if let Some(first) = shown.first() {
        anyhow::bail!("{} pairs don't hold; the shortest: {first}", shown.len());
    }
    anyhow::ensure!(20 * count <= pairs, "more than 5 % of the pairs are excluded");
    Ok(())
}

/// Selectors of elements whose attributes are edited.
const SELECTORS: [&str; 8] = ["*", "p", "a", "b", "[class]", "div > *", "svg *", "body"];
/// Attributes and their new values; without a value, an attribute is removed.
const ATTRIBUTES: [(&str, Option<&str>); 8] = [
    ("class", Some("oak")),
    ("class", None),
    ("id", Some("a b")),
    ("title", Some("a \"quoted\" <word> & 'more'\u{a0}\r")),
    ("href", Some("/x")),
    ("data-x", Some("")),
    ("title", None),
    ("id", None),
];

/// Changes of attributes by the rewriter, which knows only what precedes a tag, give the bytes of the edited document.
fn streamed_edits() -> Result<()> {
    let pages = documents::pages(2_000, 11)?;
    let (done, changed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let excluded = Mutex::new(Reasons::new());
    let wrong = Mutex::new(Vec::new());
    each(pages.len() * 8, |number| {
        let page = &pages[number / 8];
        let mut random = Random::new(number as u64 * 6_007 + 3);
        for _ in 0..8 {
            random.below(2);
        }
        let selector = SELECTORS[random.below(SELECTORS.len())];
        let (name, value) = ATTRIBUTES[random.below(ATTRIBUTES.len())];
        let of_document = edited(&page.bytes, selector, name, value);
        let streamed = rewritten(&page.bytes, selector, name, value, &mut random);
        let reason = match (&of_document, &streamed) {
            (Ok(document), Ok(streamed)) if document == streamed => {
                done.fetch_add(1, Ordering::Relaxed);
                changed.fetch_add(usize::from(*document != page.bytes), Ordering::Relaxed);
                return;
            }
            _ if Unstreamable::of(&page.text()).is_any() => "moved or copied elements",
            _ if Unstreamable::of(&page.text()).replaced_body => "a frameset replaces the body",
            (Err(_), _) => "markup can't express the tree",
            _ if has_implied(&page.bytes, selector) => "implied tags",
            _ => {
                let text = String::from_utf8_lossy(&page.bytes);
                let what = format!(
                    "{selector} {name}={value:?} of {text:?}:\n{of_document:?}\n{streamed:?}"
                );
                return wrong.lock().unwrap().push(what);
            }
        };
        *excluded.lock().unwrap().entry(reason).or_default() += 1;
    });
    let excluded = excluded.into_inner()?;
    say(&format!(
        "lossless: {} streamed edits of attributes, {} of which change the page, are those of the document; excluded: {excluded:?}",
        done.into_inner(),
        changed.into_inner(),
    ));
    let mut wrong = wrong.into_inner()?;
    wrong.sort_by_key(String::len);
    match wrong.first() {
        Some(first) => anyhow::bail!("{} differ; the shortest: {first}", wrong.len()),
        None => Ok(()),
    }
}

/// Whether an element that matches has no start tag.
fn has_implied(bytes: &[u8], selector: &str) -> bool {
    let options = ByteOptions::default().parsing(ParseOptions::default().positions(true));
    let document = parse_bytes_with(bytes, &options).document;
    let mut elements = document.select(selector).into_iter().flatten();
    elements.any(|element| element.span().is_none_or(|span| span.is_empty()))
}

/// The source of a document with an attribute changed.
fn edited(bytes: &[u8], selector: &str, name: &str, value: Option<&str>) -> Result<Vec<u8>> {
    let options = ByteOptions::default().parsing(ParseOptions::default().source(true));
    let mut document = parse_bytes_with(bytes, &options).document;
    let elements: Vec<_> = document.select(selector)?.map(|it| it.node_id()).collect();
    for element in elements {
        match value {
            Some(value) => document.set_attribute(element, name, value)?,
            None => drop(document.remove_attribute(element, name)?),
        }
    }
    Ok(document.to_source()?)
}

/// The output of a rewriter that changes the attribute, with the input in pieces.
fn rewritten(
    bytes: &[u8],
    selector: &str,
    name: &str,
    value: Option<&str>,
    random: &mut Random,
) -> Result<Vec<u8>> {
    let mut rewriter = Rewriter::default();
    rewriter.on_element(selector, |element| {
        match value {
            Some(value) => element.set_attribute(name, value)?,
            None => element.remove_attribute(name),
        }
        Ok(())
    })?;
    let mut output = Vec::new();
    let mut left = bytes;
    while !left.is_empty() {
        let (piece, rest) = left.split_at(1 + random.below(left.len()));
        rewriter.feed(piece, |bytes| output.extend_from_slice(bytes))?;
        left = rest;
    }
    rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
    Ok(output)
}

/// Inputs without edits: those of the fuzz targets, and pages in many encodings.
fn sources() -> Result<()> {
    let mut count = 0;
    let encoded =
        encoded_pages::read()?.iter().map(|page| page.encode()).collect::<Result<Vec<_>>>()?;
    let mut inputs: Vec<_> = encoded.into_iter().map(|page| (page, Way::Bytes(None))).collect();
    for target in ["bytes", "trees", "edits"] {
        inputs.extend(fuzz_inputs::seeds(target).into_iter().map(|it| (it, Way::Bytes(None))));
    }
    inputs.extend(fuzz_inputs::seeds("xml").into_iter().map(|it| (it, Way::Xml)));
    for (bytes, way) in &inputs {
        if let Err(failure) = Subject::new(bytes, *way) {
            anyhow::bail!("{:?} as {way:?}: {failure:?}", String::from_utf8_lossy(bytes));
        }
        count += 1;
    }
    say(&format!("lossless: {count} sources without edits"));
    Ok(())
}

/// The range from the first to the last patch, and the length of the new text.
fn extent(subject: &Subject) -> Result<(Range<usize>, usize), String> {
    let patches = subject.document.patches().map_err(|error| error.to_string())?;
    let added = patches.iter().map(|it| it.replacement.len()).sum();
    match (patches.first(), patches.last()) {
        (Some(first), Some(last)) => Ok((first.range.start..last.range.end, added)),
        _ => Ok((0..0, 0)),
    }
}

fn local_edits() -> Result<()> {
    let pages = documents::well_nested(1_000, 3);
    let (wrong, all) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    each(LOCAL, |number| {
        let page = &pages[number % pages.len()];
        let mut random = Random::new(number as u64 * 104_729 + 1);
        let Ok(mut subject) = Subject::new(page.as_bytes(), Way::Text) else {
            return wrong.lock().unwrap().push(format!("without edits: {page:?}"));
        };
        let Some((construct, _)) = subject.edit_one(&mut random) else { return };
        all.fetch_add(1, Ordering::Relaxed);
        match extent(&subject) {
            Ok((range, _)) if range.is_empty() && range.start == 0 => {}
            Ok((range, _)) if range.start >= construct.start && range.end <= construct.end => {}
            Ok((range, _)) => {
                let patches = subject.document.patches();
                let text =
                    format!("{number}: {range:?} not in {construct:?} of {page:?}: {patches:?}");
                wrong.lock().unwrap().push(text);
            }
            Err(error) => {
                wrong.lock().unwrap().push(format!("{number}: {error}, {construct:?} of {page:?}"))
            }
        }
    });
    let mut wrong = wrong.into_inner()?;
    wrong.sort_by_key(String::len);
    say(&format!(
        "lossless: {} edits of one construct: {} patches lie elsewhere",
        all.into_inner(),
        wrong.len()
    ));
    match wrong.first() {
        Some(first) => anyhow::bail!("{first}"),
        None => Ok(()),
    }
}

fn edit_pages(pages: &[Vec<u8>]) -> Result<(), String> {
    let (local, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let far = Mutex::new(Vec::new());
    each(pages.len(), |number| {
        let mut random = Random::new(number as u64 * 31 + 5);
        let subject = match Subject::new(&pages[number], Way::Bytes(None)) {
            Ok(subject) => subject,
            Err(failure) => return far.lock().unwrap().push(format!("page {number}: {failure:?}")),
        };
        for _ in 0..EDITS_PER_PAGE {
            let mut subject = subject.clone();
            let Some((construct, added)) = subject.edit_one(&mut random) else { continue };
            all.fetch_add(1, Ordering::Relaxed);
            match extent(&subject) {
                Ok((range, replacement))
                    if range.len().max(replacement) <= 2 * construct.len() + added =>
                {
                    local.fetch_add(1, Ordering::Relaxed);
                }
                result => {
                    far.lock().unwrap().push(format!("page {number}: {construct:?}, {result:?}"))
                }
            }
        }
    });
    let (local, all) = (local.into_inner(), all.into_inner());
    say(&format!("lossless: {local} of {all} patches of pages are at most twice the construct"));
    if 100 * local < 95 * all || all < pages.len() * EDITS_PER_PAGE * 9 / 10 {
        return Err(far.into_inner().map_err(|error| error.to_string())?.join("\n"));
    }
    Ok(())
}
