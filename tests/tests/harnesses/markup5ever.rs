//! `rcdom` and the trees filled through the bridge, compared with html5ever on the suite and on real pages.
//!
//! Our own tree has to be what the suite expects, in every cut. Other people's trees are filled by html5ever
//! and by Sapwood, and compared node by node: where they differ the case is one of [`EXPLAINED`].

use std::{
    collections::HashSet,
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use anyhow::Result;
use sapwood::FragmentContext;
use sapwood_markup5ever::ProcessingInstructions::{AsComments, AsThemselves};
use sapwood_tests::{
    dat::{self, Case},
    diff,
    harness::{self, Harness, say},
    peers::{Filler, Input, Peer},
    pieces::{Cut, scattered},
    selectors, suites,
};

const HTML5EVER: Filler = Filler::Html5ever;
const SAPWOOD: Filler = Filler::Sapwood(AsComments);
const SAPWOOD_WITH_INSTRUCTIONS: Filler = Filler::Sapwood(AsThemselves);

/// Cases in which trees differ for a known reason.
struct Explained {
    /// The differing trees.
    what: Differs,
    peers: &'static [Peer],
    cases: &'static [&'static str],
}

/// A pair of trees to compare.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Differs {
    /// The peer's tree filled by Sapwood from the one that html5ever fills.
    FromHtml5ever,
    /// The peer's tree filled by Sapwood, with processing instructions, from the one that the suite expects.
    FromSuite,
}

const EXPLAINED: &[Explained] = &[
    // The input ends in a processing instruction, which is dropped. html5ever makes it a comment, as the standard did
    // before 2026.
    Explained {
        what: Differs::FromHtml5ever,
        peers: &Peer::ALL,
        cases: &[
            "processing-instructions.dat/100",
            "processing-instructions.dat/101",
            "processing-instructions.dat/102",
            "processing-instructions.dat/103",
            "processing-instructions.dat/104",
            "processing-instructions.dat/105",
            "tests1.dat/39",
        ],
    },
    // `input` in a fragment of a `select`: by the standard it is ignored, html5ever inserts it.
    Explained {
        what: Differs::FromHtml5ever,
        peers: &Peer::ALL,
        cases: &["tests_innerHTML_1.dat/75"],
    },
    // An `annotation-xml` ends the search for an open `p` by the standard, but not in html5ever.
    Explained { what: Differs::FromHtml5ever, peers: &Peer::ALL, cases: &["foreign.html"] },
    // html5ever asks the tree whether an `annotation-xml` is an HTML integration point, and this tree does not
    // implement the question. Sapwood never asks.
    Explained {
        what: Differs::FromHtml5ever,
        peers: &[Peer::Scraper],
        cases: &[
            "plain-text-unsafe.dat/36",
            "tests20.dat/54",
            "tests20.dat/55",
            "tests20.dat/56",
            "tests20.dat/57",
        ],
    },
    // Cloning an option into a `selectedcontent` is left to the tree. No tree does it: two have no such method, the
    // third searches in the wrong place; our own tree does it for our own parser.
    Explained {
        what: Differs::FromSuite,
        peers: &Peer::ALL,
        cases: &["webkit02.dat/44", "webkit02.dat/45", "webkit02.dat/46", "webkit02.dat/47"],
    },
];

fn is_explained(what: Differs, peer: Peer, case: &str) -> bool {
    EXPLAINED.iter().any(|explained| {
        explained.what == what && explained.peers.contains(&peer) && explained.cases.contains(&case)
    })
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("markup5ever", |mut harness| {
        let compared = Arc::new(AtomicUsize::new(0));
        if let Some(folder) = harness.suite("html5lib-tests/tree-construction") {
            add_cases(&mut harness, &folder, &compared)?;
        }
        let mut pages = suites::files(&suites::fixtures("pages"), "html")?;
        pages.extend(harness.corpus_pages()?);
        for page in pages {
            let compared = Arc::clone(&compared);
            harness.add(suites::file_name(&page), move || check_page(&page, &compared));
        }
        harness.add("attributes of a fragment's root", check_root_attributes);
        for (name, check) in selectors::CHECKS {
            harness.add(*name, check);
        }
        Ok(harness.run(|| {
            let compared = compared.load(Relaxed);
            let explained: usize =
                EXPLAINED.iter().map(|explained| explained.peers.len() * explained.cases.len()).sum();
            say(&format!(
                "markup5ever: {compared} pairs of trees compared, {explained} cases of explained differences\n"
            ));
        }))
    })
}

fn add_cases(harness: &mut Harness, folder: &Path, compared: &Arc<AtomicUsize>) -> Result<()> {
    let files = suites::files(folder, "dat")?;
    let mut names = HashSet::new();
    for file in &files {
        // Cases whose tree depends on a script that runs are for parsers that run scripts.
        let cases = dat::read_file(file)?.into_iter();
        for case in cases.filter(|case| !case.name.starts_with("scripted_")) {
            names.insert(case.name.clone());
            let compared = Arc::clone(compared);
            harness.add(case.name.clone(), move || check_case(&case, &compared));
        }
    }
    harness.found("html5lib-tests/tree-construction", files.len(), names.len(), (61, 1_930));
    harness.add("explained differences match cases", move || {
        let cases = EXPLAINED.iter().flat_map(|explained| explained.cases);
        let mut cases = cases.copied().filter(|case| !case.ends_with(".html"));
        match cases.find(|case| !names.contains(*case)) {
            None => Ok(()),
            Some(case) => Err(format!("no such case: {case}")),
        }
    });
    Ok(())
}

fn check_case(case: &Case, compared: &AtomicUsize) -> Result<(), String> {
    let context = case.fragment.as_deref().map(FragmentContext::parse).transpose();
    let context = context.map_err(|error| error.to_string())?;
    for &scripting in case.scripting_modes() {
        let input =
            Input { html: &case.data, context, scripting, cut: Cut::Whole, shows_root: false };
        let told = |what: &str, expected: &str, got: &str| {
            format!(
                "line {}: {:?}, scripting {scripting}: {what}\n- expected, + got:\n{}",
                case.line,
                case.data,
                diff::lines(expected, got)
            )
        };
        for cut in Cut::all(&case.data) {
            let tree = Input { cut, ..input }.rcdom_dump();
            if tree != case.document {
                return Err(told(&format!("rcdom, {cut}"), &case.document, &tree));
            }
        }
        let copy = input.rcdom_snapshot_dump();
        if copy != case.document {
            return Err(told("a snapshot of rcdom", &case.document, &copy));
        }
        for peer in Peer::ALL {
            let judged = peer.dump(SAPWOOD_WITH_INSTRUCTIONS, &input);
            let explained = is_explained(Differs::FromSuite, peer, &case.name);
            if (judged == case.document) == explained {
                return Err(told(
                    &format!("{peer:?}, explained: {explained}"),
                    &case.document,
                    &judged,
                ));
            }
            let input = Input { shows_root: true, ..input };
            let theirs = peer.dump(HTML5EVER, &input);
            let ours = peer.dump(SAPWOOD, &input);
            same("html5ever's API", &ours, &peer.dump(Filler::DropIn, &input))?;
            let explained = is_explained(Differs::FromHtml5ever, peer, &case.name);
            if (ours == theirs) == explained {
                let what = format!("{peer:?} by html5ever, explained: {explained}");
                return Err(told(&what, &theirs, &ours));
            }
            compared.fetch_add(1, Relaxed);
        }
        check_cuts(&input).map_err(|(how, whole, cut)| told(&how, &whole, &cut))?;
    }
    Ok(())
}

/// Checks that the attributes of `html` tags in a fragment reach its root, unless a `template` is open.
fn check_root_attributes() -> Result<(), String> {
    for context in
        ["body", "div", "td", "table", "select", "html", "frameset", "template", "svg path"]
    {
        let context = FragmentContext::parse(context).map_err(|error| error.to_string())?;
        for (html, expected) in [
            ("x<html a=1>y", "a=\"1\""),
            ("<html a=1><html a=2 b=3><html c=4>", "b=\"3\""),
            ("<template><html a=1></template><html b=3>", "b=\"3\""),
            ("<template><html a=1>", ""),
        ] {
            let (scripting, cut) = (false, Cut::Whole);
            let input = Input { html, context: Some(context), scripting, cut, shows_root: true };
            let theirs = Peer::MarkupRcDom.dump(HTML5EVER, &input);
            same(
                &format!("rcdom's own parser: {html} in {context:?}"),
                &theirs,
                &input.rcdom_dump(),
            )?;
            for peer in Peer::ALL {
                let what = format!("{peer:?}: {html} in {context:?}");
                same(&what, &theirs, &peer.dump(SAPWOOD, &input))?;
            }
            if context.namespace != sapwood::Namespace::Html {
                continue;
            }
            if !theirs.contains(expected) {
                return Err(format!("{html} in {context:?}: no {expected} in\n{theirs}"));
            }
            // The façade's fragment has no such element: its attributes go nowhere.
            let ours = sapwood::parse_fragment(html, context);
            if !expected.is_empty() && ours.dump().to_string().contains(expected) {
                return Err(format!("{html} in {context:?}: the façade keeps {expected}"));
            }
        }
    }
    Ok(())
}

/// Checks that cuts make no difference to the bridge.
fn check_cuts(input: &Input<'_>) -> Result<(), (String, String, String)> {
    for filler in [SAPWOOD, SAPWOOD_WITH_INSTRUCTIONS, Filler::DropIn] {
        let whole = Peer::RcDom.dump(filler, input);
        for cut in Cut::all(input.html) {
            let tree = Peer::RcDom.dump(filler, &Input { cut, ..*input });
            if tree != whole {
                return Err((format!("{filler:?}, {cut}"), whole, tree));
            }
        }
    }
    Ok(())
}

fn check_page(path: &Path, compared: &AtomicUsize) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let input =
        Input { html: &html, context: None, scripting: false, cut: Cut::Whole, shows_root: false };
    let document = sapwood::parse(&html).dump().to_string();
    same("rcdom", document.trim_end_matches('\n'), &input.rcdom_dump())?;
    for peer in Peer::ALL {
        let theirs = peer.dump(HTML5EVER, &input);
        let compared_trees = same(&format!("{peer:?}"), &theirs, &peer.dump(SAPWOOD, &input));
        if !is_explained(Differs::FromHtml5ever, peer, &suites::file_name(path)) {
            compared_trees?;
        } else if compared_trees.is_ok() {
            return Err(format!("{peer:?}: equal, where a difference is explained"));
        }
        compared.fetch_add(1, Relaxed);
    }
    for seed in 1..=2 {
        let pieces = scattered(&html, seed);
        let tree = input.rcdom_dump_of(&pieces);
        same(&format!("rcdom in chunks by seed {seed}"), document.trim_end_matches('\n'), &tree)?;
    }
    Ok(())
}

/// Returns the first difference only, because pages are long.
fn same(what: &str, expected: &str, got: &str) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    let mut pairs = expected.lines().zip(got.lines()).enumerate();
    Err(match pairs.find(|(_, (a, b))| a != b) {
        Some((line, (a, b))) => format!("{what}: line {}:\n- {a}\n+ {b}", line + 1),
        None => format!("{what}: one tree is longer"),
    })
}
