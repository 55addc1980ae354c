//! Tables of selectors in `fixtures/select`: the matches in no-quirks and in quirks mode.
//!
//! Each selector is evaluated by `select` and by `matches` on each element.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use sapwood::{Document, NodeRef, QuirksMode, Selector, SelectorError, parse};
use sapwood_rcdom::{Handle, RcDom};
use sapwood_tests::{
    harness::{self, say},
    rcdom, suites,
};

/// A selector on a page, with its matches.
struct Case {
    line: usize,
    html: String,
    /// Id of the scope element; `None` for the document.
    scope: Option<String>,
    selector: String,
    /// Expected matches in no-quirks mode and in quirks mode.
    expected: [String; 2],
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("select", |mut harness| {
        let folder = suites::fixtures("select");
        let (mut files, mut count) = (0, 0);
        for path in suites::files(&folder, "txt")? {
            let text = std::fs::read_to_string(&path)?;
            let name = suites::file_name(&path);
            let cases = read(&text).with_context(|| name.clone())?;
            files += 1;
            count += cases.len();
            for case in cases {
                let label = format!("{name}:{}: {}", case.line, case.selector);
                harness.add(label, move || check(&case));
            }
        }
        say(&format!("select: {files} files, {count} cases, each in two modes"));
        Ok(harness.run(|| {
            let (compared, skipped) = rcdom::counts();
            say(&format!("select: {compared} pages as trees of rcdom, {skipped} skipped"));
        }))
    })
}

/// Reads a file of cases: a page after `#html`, an optional element after `#scope`, selectors after `#cases`.
fn read(text: &str) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let (mut html, mut scope, mut in_html) = (String::new(), None, false);
    for (number, line) in text.lines().enumerate() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("#html", _) => (html, scope, in_html) = (String::new(), None, true),
            ("#cases", _) => in_html = false,
            ("#scope", id) => scope = Some(id.to_owned()),
            _ if in_html => html.push_str(line),
            ("#" | "", "") => {}
            ("#", _) => {}
            _ => {
                let Some((selector, expected)) = line.split_once("=> ") else {
                    bail!("line {}: no `=>`", number + 1);
                };
                let (strict, quirky) = expected.split_once(" | ").unwrap_or((expected, expected));
                cases.push(Case {
                    line: number + 1,
                    html: html.clone(),
                    scope: scope.clone(),
                    selector: selector.trim().to_owned(),
                    expected: [strict, quirky].map(|ids| ids.trim().to_owned()),
                });
            }
        }
    }
    Ok(cases)
}

fn check(case: &Case) -> Result<(), String> {
    if case.expected[0].starts_with("error") {
        let Err(error) = Selector::new(&case.selector) else { return Err("no error".to_owned()) };
        return same(&format!("error {error}"), &case.expected[0], "the error");
    }
    let selector = Selector::new(&case.selector).map_err(|error| error.to_string())?;
    let again =
        Selector::new(&selector.to_string()).map_err(|error| format!("{selector}: {error}"))?;
    for (doctype, mode, expected) in [
        ("<!doctype html>", QuirksMode::NoQuirks, &case.expected[0]),
        ("", QuirksMode::Quirks, &case.expected[1]),
    ] {
        let document = parse(&format!("{doctype}{}", case.html));
        if document.quirks_mode() != mode {
            return Err(format!("{mode:?} expected"));
        }
        let root = root(&document, case)?;
        same(&ids(selector.select(root)), expected, &format!("{mode:?}"))?;
        same(&ids(again.select(root)), expected, &format!("{mode:?}, written as {again}"))?;
        let first = ids(selector.select_first(root).into_iter());
        same(&first, expected.split(' ').next().unwrap_or_default(), "the first")?;
        // `:scope`, and `&` without a parent rule, is the tested element.
        if !case.selector.contains(":scope") && !case.selector.contains('&') {
            let matching = root.descendants().filter(|node| selector.matches(*node));
            same(&ids(matching), expected, &format!("{mode:?}, one by one"))?;
        }
        let html = format!("{doctype}{}", case.html);
        rcdom::compare(&html, &document, |dom| check_rcdom(dom, case, &selector, expected))?;
    }
    Ok(())
}

/// Checks the matches in a tree of `rcdom`. A scope is searched by the handle of its node, which is in no-quirks mode.
fn check_rcdom(
    dom: &RcDom,
    case: &Case,
    selector: &Selector,
    expected: &str,
) -> Result<(), String> {
    let snapshot = dom.snapshot();
    let root = root(snapshot.document(), case)?;
    same(&ids(selector.select(root)), expected, "on a snapshot")?;
    let is_quirky = snapshot.document().quirks_mode() == QuirksMode::Quirks;
    let scope = snapshot.handle(root).ok_or("the scope has no handle")?;
    let searches = match case.scope {
        None => vec![
            dom.select(selector),
            Ok(dom.select_first(selector).into_iter().flatten().collect()),
        ],
        Some(_) if is_quirky => return Ok(()),
        Some(_) => vec![
            scope.select(selector),
            Ok(scope.select_first(selector).into_iter().flatten().collect()),
        ],
    };
    let id = |node: &Handle| rcdom::attribute(node, "id").or(rcdom::local_name(node));
    let found = searches.into_iter().map(|found: Result<Vec<Handle>, SelectorError>| {
        let found = found.map_err(|error| error.to_string())?;
        Ok(found.iter().filter_map(id).collect::<Vec<_>>().join(" "))
    });
    let [all, first] = &found.collect::<Result<Vec<_>, String>>()?[..] else { unreachable!() };
    same(all, expected, "by handles")?;
    same(first, expected.split(' ').next().unwrap_or_default(), "the first by handles")
}

fn root<'a>(document: &'a Document, case: &Case) -> Result<NodeRef<'a>, String> {
    let Some(id) = &case.scope else { return Ok(document.root()) };
    let mut nodes = document.root().descendants();
    nodes.find(|node| node.attr("id") == Some(id)).ok_or_else(|| format!("no #{id}"))
}

/// Lists the ids of elements, or their names if they have none.
fn ids<'a>(found: impl Iterator<Item = NodeRef<'a>>) -> String {
    let id = |node: NodeRef<'a>| node.attr("id").or(node.local_name()).unwrap_or_default();
    found.map(id).collect::<Vec<_>>().join(" ")
}

fn same(found: &str, expected: &str, how: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{how}: expected {expected:?}, got {found:?}"))
}
