//! The W3C suite for XML 1.0: well-formed documents have the expected tree and no errors, others have errors.

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use anyhow::Result;
use sapwood::xml::{Parsed, Parser, XmlParseOptions, decode, parse_bytes_with};
use sapwood_tests::{
    diff,
    harness::{self, Harness, say},
    pieces::scattered,
    xml::{
        canonical::canonical,
        oracle::{self, Exception},
        round_trip,
        w3c::{self, Case, Kind},
    },
};

/// The number of trees by the source of their expectation.
#[derive(Default)]
struct Judged {
    by_output: AtomicUsize,
    by_oracle: AtomicUsize,
    by_hand: AtomicUsize,
    by_errors: AtomicUsize,
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xml_conformance", |mut harness| {
        let judged = Arc::new(Judged::default());
        if let Some(archive) = harness.suite("xmlconf/xmlts20130923.zip") {
            add(&mut harness, &archive, &judged)?;
        }
        Ok(harness.run(move || {
            say(&format!(
                "xml_conformance: {} trees compared with the canonical form, {} with roxmltree, {} with recorded trees; \
                 {} documents that are not well-formed have errors",
                judged.by_output.load(Relaxed),
                judged.by_oracle.load(Relaxed),
                judged.by_hand.load(Relaxed),
                judged.by_errors.load(Relaxed),
            ));
        }))
    })
}

fn add(harness: &mut Harness, archive: &Path, judged: &Arc<Judged>) -> Result<()> {
    let cases = w3c::read(archive)?;
    let count = |kind| cases.iter().filter(|case| case.kind == kind).count();
    let well_formed = count(Kind::WellFormed);
    let has_output = |case: &&Case| case.kind == Kind::WellFormed && case.output.is_some();
    let outputs = cases.iter().filter(has_output).count();
    harness.found("catalogues for XML 1.0", 16, cases.len(), (16, 2_312));
    harness.found("well-formed", 1, well_formed, (1, 776));
    harness.found("of them with a canonical form", 1, outputs, (1, 262));
    harness.found("not well-formed", 1, count(Kind::NotWellFormed), (1, 951));
    for case in cases {
        let judged = Arc::clone(judged);
        harness.add(case.id.clone(), move || check(&case, &judged));
    }
    Ok(())
}

fn check(case: &Case, judged: &Judged) -> Result<(), String> {
    let parsed =
        parse_bytes_with(&case.input, &XmlParseOptions::default().errors(true).positions(true));
    let faults: Vec<String> = parsed
        .errors
        .iter()
        .filter(|error| !error.code.is_note())
        .map(ToString::to_string)
        .collect();
    let fail = |what: &str| {
        let text = String::from_utf8_lossy(&case.input);
        Err(format!(
            "{what}\n{}\n{}",
            faults.join("\n"),
            text.chars().take(2000).collect::<String>()
        ))
    };
    same_in_pieces(case, &parsed)?;
    round_trip::check(&parsed.document)?;
    let document = &parsed.document;
    if case.kind == Kind::WellFormed && case.namespaces {
        document.to_well_formed_xml().map_err(|fault| fault.to_string())?;
    }
    match case.kind {
        Kind::NotWellFormed if faults.is_empty() => return fail("not well-formed, but no errors"),
        Kind::NotWellFormed => {
            judged.by_errors.fetch_add(1, Relaxed);
            return Ok(());
        }
        Kind::Unjudged => return Ok(()),
        Kind::WellFormed if !faults.is_empty() && case.namespaces => {
            return fail("well-formed, but errors");
        }
        Kind::WellFormed => {}
    }
    if let Some(output) = &case.output {
        let expected = String::from_utf8_lossy(output);
        let forms = [false, true]
            .map(|notations| canonical(&parsed.document, &parsed.document_type, notations));
        judged.by_output.fetch_add(1, Relaxed);
        if !forms.iter().any(|form| *form == expected) {
            return fail(&format!("expected {expected}\ngot {}", forms[1]));
        }
        return Ok(());
    }
    let doctype = parsed.document.doctype().and_then(|doctype| doctype.span());
    let doctype = doctype.unwrap_or_default();
    let tree = oracle::our_dump(&parsed.document);
    let expected = oracle::dump(&decode(&case.input, None).text, doctype);
    let exception = oracle::exception(&case.id);
    if expected.as_ref() == Some(&tree) {
        judged.by_oracle.fetch_add(1, Relaxed);
        return match exception {
            Some(Exception { reason, .. }) => fail(&format!(
                "the trees agree, but roxmltree is said to be wrong ({reason}): remove the exception"
            )),
            None => Ok(()),
        };
    }
    if exception.is_some_and(|exception| exception.tree == oracle::fingerprint(&tree)) {
        judged.by_hand.fetch_add(1, Relaxed);
        return Ok(());
    }
    let expected = expected.unwrap_or_else(|| String::from("rejected"));
    let difference = diff::lines(&expected, &tree);
    fail(&format!("- roxmltree, + got, {:#x}:\n{difference}", oracle::fingerprint(&tree)))
}

/// Checks that pieces, errors and the fast path make no difference.
fn same_in_pieces(case: &Case, whole: &Parsed) -> Result<(), String> {
    let text = decode(&case.input, None).text;
    let expected = whole.document.xml_dump().to_string();
    for (seed, fast_path, errors) in [(1, true, true), (2, true, false), (3, false, true)] {
        let mut parser =
            Parser::new(&XmlParseOptions::default().fast_path(fast_path).errors(errors));
        for chunk in scattered(&text, seed) {
            parser.feed(chunk);
        }
        if parser.finish().document.xml_dump().to_string() != expected {
            return Err(format!(
                "the tree differs in pieces, fast path {fast_path}, errors {errors}"
            ));
        }
    }
    Ok(())
}
