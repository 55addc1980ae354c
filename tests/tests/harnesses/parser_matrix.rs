//! Every parser over the tree construction suite: each wrapper of the façade, `rcdom` and the bridge builds the tree
//! that the suite expects, and the XML parsers likewise.
//!
//! There is one entry for each parser and file of the suite. A parser that can't parse a case, such as a fragment or
//! a case without scripting, leaves it out; the number of cases that each parses is printed.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex},
};

use anyhow::{Context, Result};
use sapwood::{
    ByteOptions, ByteParser, Document, FragmentContext, ParseOptions, Parsed, Parser,
    ScriptedParser, Selector, Step, encoding::encoding_rs::UTF_8, parse, parse_bytes_with,
    parse_fragment_with, parse_with, selecting::SelectingParser, xml,
};
use sapwood_markup5ever::ProcessingInstructions::AsThemselves;
use sapwood_tests::{
    dat, diff,
    harness::{self, Harness, say},
    peers::{Filler, Input, Peer},
    pieces::{Cut, scattered},
    suites,
};

/// A case of the suite in one setting of scripting.
struct Case<'a> {
    html: &'a str,
    context: Option<FragmentContext<'a>>,
    scripting: bool,
}

/// Returns the tree of a case, or `None` if the parser does not support it.
type Wrapper = fn(&Case<'_>) -> Option<String>;

const WRAPPERS: [(&str, Wrapper); 15] = [
    ("parse", |case| case.default_document().then(|| dump(&parse(case.html)))),
    ("parse_with", |case| {
        case.document().then(|| dump(&parse_with(case.html, &case.options()).document))
    }),
    ("parse_fragment_with", |case| {
        let context = case.context.as_ref()?;
        Some(dump(&parse_fragment_with(case.html, context, &case.options()).document))
    }),
    ("Parser, whole", |case| Some(case.feed(&[case.html]))),
    ("Parser, by characters", |case| Some(case.feed(&characters(case.html)))),
    ("Parser, scattered", |case| Some(case.feed(&scattered(case.html, 1)))),
    ("Parser, recycled", |case| {
        case.document().then(|| {
            let mut parser = Parser::new(&case.options());
            let mut parsed = Parsed::default();
            for html in ["<table><b><select><template>x", case.html] {
                parser.feed(html);
                parser.finish_recycling(&mut parsed);
            }
            dump(&parsed.document)
        })
    }),
    ("parse_bytes_with", |case| {
        case.bytes().map(|bytes| dump(&parse_bytes_with(bytes, &case.byte_options()).document))
    }),
    ("ByteParser, by bytes", |case| case.feed_bytes(1)),
    ("ByteParser, in pieces", |case| case.feed_bytes(7)),
    ("ScriptedParser, whole", |case| case.run_scripts(&[case.html])),
    ("ScriptedParser, by characters", |case| case.run_scripts(&characters(case.html))),
    ("rcdom", |case| case.without_template_for().then(|| case.input(Cut::Whole).rcdom_dump())),
    ("rcdom, by characters", |case| {
        case.without_template_for().then(|| case.input(Cut::EachCharacter).rcdom_dump())
    }),
    // The bridge leaves the clones in `selectedcontent` to the tree that it fills.
    ("bridge", |case| {
        let is_supported = case.without_template_for() && !case.html.contains("selectedcontent");
        let dump = || Peer::RcDom.dump(Filler::Sapwood(AsThemselves), &case.input(Cut::Whole));
        is_supported.then(dump)
    }),
];

impl<'a> Case<'a> {
    fn document(&self) -> bool {
        self.context.is_none()
    }

    fn default_document(&self) -> bool {
        self.document() && !self.scripting
    }

    fn options(&self) -> ParseOptions {
        ParseOptions::default().scripting(self.scripting)
    }

    fn byte_options(&self) -> ByteOptions {
        ByteOptions::default().parsing(self.options()).http_charset(Some(UTF_8))
    }

    /// Returns the document in bytes. A parser of bytes removes a byte order mark, other parsers keep it.
    fn bytes(&self) -> Option<&'a [u8]> {
        (self.document() && !self.html.starts_with('\u{feff}')).then_some(self.html.as_bytes())
    }

    fn feed(&self, chunks: &[&str]) -> String {
        let mut parser = match &self.context {
            Some(context) => Parser::new_fragment(context, &self.options()),
            None => Parser::new(&self.options()),
        };
        chunks.iter().for_each(|chunk| parser.feed(chunk));
        dump(&parser.finish().document)
    }

    fn feed_bytes(&self, length: usize) -> Option<String> {
        let mut parser = ByteParser::new(&self.byte_options());
        self.bytes()?.chunks(length).for_each(|piece| parser.feed(piece));
        Some(dump(&parser.finish().document))
    }

    /// Resumes at each script at once. Scripting is always enabled in this parser.
    fn run_scripts(&self, chunks: &[&str]) -> Option<String> {
        if !self.document() || !self.scripting {
            return None;
        }
        let mut parser = ScriptedParser::new(&self.options());
        let finish = |parser: &mut ScriptedParser, mut step: Step<_>| {
            loop {
                step = match step {
                    Step::Script(_) => parser.resume(),
                    Step::Blocked => parser.unblock(),
                    _ => break,
                };
            }
        };
        for chunk in chunks {
            let step = parser.feed(chunk);
            finish(&mut parser, step);
        }
        let step = parser.end();
        finish(&mut parser, step);
        Some(dump(&parser.finish().document))
    }

    /// Whether the case avoids `template for`, which html5ever's users don't have, and a byte order mark, which
    /// they remove.
    fn without_template_for(&self) -> bool {
        !self.html.contains("template for") && !self.html.starts_with('\u{feff}')
    }

    fn input(&self, cut: Cut) -> Input<'_> {
        Input {
            html: self.html,
            context: self.context,
            scripting: self.scripting,
            cut,
            shows_root: false,
        }
    }
}

fn characters(text: &str) -> Vec<&str> {
    text.split("").filter(|text| !text.is_empty()).collect()
}

fn dump(document: &Document) -> String {
    let dump = document.dump().to_string();
    dump.strip_suffix('\n').unwrap_or(&dump).to_owned()
}

/// The number of cases that each parser parsed.
type Counts = Arc<Mutex<BTreeMap<&'static str, usize>>>;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("parser_matrix", |mut harness| {
        let counts = Counts::default();
        if let Some(folder) = harness.suite("html5lib-tests/tree-construction") {
            let files = suites::files(&folder, "dat")?;
            for file in &files {
                add_html(&mut harness, file, &counts)?;
            }
            harness.add("SelectingParser: pinned counts", move || {
                let found = check_selecting(&files)?;
                let text = || format!("{found:?} documents, expected {SELECTING:?}");
                if found == SELECTING { Ok(()) } else { Err(text()) }
            });
        }
        if let Some(folder) = harness.suite("xml5lib-tests/tree-construction") {
            for file in suites::files(&folder, "dat")? {
                add_xml(&mut harness, &file, &counts)?;
            }
        }
        Ok(harness.run(move || {
            for (name, count) in counts.lock().expect("no entry panics while it counts").iter() {
                say(&format!("parser_matrix: {name}: {count} trees"));
            }
        }))
    })
}

fn add_html(harness: &mut Harness, file: &Path, counts: &Counts) -> Result<()> {
    let name = suites::file_name(file);
    // The trees of these files depend on scripts that run.
    if name.starts_with("scripted_") {
        return Ok(());
    }
    let cases = Arc::new(dat::read_file(file)?);
    for (wrapper, tree) in WRAPPERS {
        let (cases, counts) = (Arc::clone(&cases), Arc::clone(counts));
        harness.add(format!("{wrapper}/{name}"), move || {
            let count = cases
                .iter()
                .try_fold(0, |count, case| Ok::<_, String>(count + check(case, tree)?))?;
            *counts.lock().expect("no entry panics while it counts").entry(wrapper).or_default() +=
                count;
            Ok(())
        });
    }
    Ok(())
}

/// Checks a case in both settings of scripting; returns the number of trees.
fn check(case: &dat::Case, tree: Wrapper) -> Result<usize, String> {
    let mut count = 0;
    for &scripting in case.scripting_modes() {
        let context = case.fragment.as_deref().map(FragmentContext::parse).transpose();
        let context = context.map_err(|error| error.to_string())?;
        let Some(tree) = tree(&Case { html: &case.data, context, scripting }) else { continue };
        if tree != case.document {
            let difference = diff::lines(&case.document, &tree);
            return Err(format!(
                "{}: {:?}\n- expected, + got:\n{difference}",
                case.name, case.data
            ));
        }
        count += 1;
    }
    Ok(count)
}

/// Number of documents of the suite, and of those whose elements the selecting parser reports exactly.
const SELECTING: (usize, usize) = (1738, 1737);

/// Compares the elements that the selecting parser reports with those of the document. The selecting parser keeps no
/// tree, so it reports no copies, such as those in a `selectedcontent`, and also elements that a patch removes later.
fn check_selecting(files: &[PathBuf]) -> Result<(usize, usize), String> {
    let all: Selector = "*".parse().map_err(|error| format!("{error}"))?;
    let mut counts = (0, 0);
    for file in files {
        let cases = dat::read_file(file).map_err(|error| error.to_string())?;
        for case in cases.iter().filter(|case| case.fragment.is_none()) {
            let mut found = Vec::new();
            let mut parser = SelectingParser::new(&ParseOptions::default());
            let report = |element: sapwood::NodeRef<'_>| {
                found.push(element.local_name().unwrap_or_default().to_owned());
            };
            parser.on(&all, report).map_err(|error| error.to_string())?;
            scattered(&case.data, 1).into_iter().for_each(|chunk| parser.feed(chunk));
            if let Some(limit) = parser.finish() {
                return Err(format!("{}: stopped at a limit: {limit}", case.name));
            }
            let document = parse(&case.data);
            let elements = all.select(document.root());
            let mut expected: Vec<_> = elements.filter_map(|it| it.local_name()).collect();
            expected.sort_unstable();
            found.sort_unstable();
            counts.0 += 1;
            counts.1 += usize::from(found == expected);
        }
    }
    Ok(counts)
}

type XmlWrapper = fn(&str) -> Document;

const XML_WRAPPERS: [(&str, XmlWrapper); 5] = [
    ("xml::parse", xml::parse),
    ("xml::parse_with", |text| {
        xml::parse_with(text, &xml::XmlParseOptions::default().errors(true)).document
    }),
    ("xml::parse_bytes_with", |text| {
        xml::parse_bytes_with(text.as_bytes(), &xml::XmlParseOptions::default()).document
    }),
    ("xml::Parser, by characters", |text| feed_xml(&characters(text))),
    ("xml::Parser, scattered", |text| feed_xml(&scattered(text, 1))),
];

fn feed_xml(chunks: &[&str]) -> Document {
    let mut parser = xml::Parser::new(&xml::XmlParseOptions::default());
    chunks.iter().for_each(|chunk| parser.feed(chunk));
    parser.finish().document
}

fn add_xml(harness: &mut Harness, file: &Path, counts: &Counts) -> Result<()> {
    let name = suites::file_name(file);
    let text = std::fs::read_to_string(file)?;
    let mut cases = Vec::new();
    for case in text.split("#data\n").skip(1) {
        let (input, tree) = case.split_once("\n#document\n").context("a case without #document")?;
        cases.push((input.to_owned(), tree.trim_end().to_owned()));
    }
    for (wrapper, parse) in XML_WRAPPERS {
        let (cases, counts) = (cases.clone(), Arc::clone(counts));
        harness.add(format!("{wrapper}/{name}"), move || {
            for (input, expected) in &cases {
                let tree = parse(input).xml_dump().to_string();
                if tree.trim_end() != expected {
                    let difference = diff::lines(expected, &tree);
                    return Err(format!("{input:?}\n- expected, + got:\n{difference}"));
                }
            }
            *counts.lock().expect("no entry panics while it counts").entry(wrapper).or_default() +=
                cases.len();
            Ok(())
        });
    }
    Ok(())
}
