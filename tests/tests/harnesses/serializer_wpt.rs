//! Serializing cases of web-platform-tests: parsed markup, and trees that no parser builds.

use std::process::ExitCode;

use anyhow::Result;
use sapwood::{
    FragmentContext, NodeRef, ParseOptions, TreeSource, parse_fragment_with,
    serializer::{SerializeOptions, write_inner, write_outer},
};
use sapwood_tests::{
    harness::{self, Harness},
    made_tree::{Made, Tree},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: Option<String>,
    #[serde(flatten)]
    from: From,
    #[serde(rename = "innerHTML")]
    inner_html: String,
    #[serde(rename = "outerHTML")]
    outer_html: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum From {
    /// A fragment: its first child is serialized, or without `outerHTML` all of it.
    Markup {
        context: String,
        input: String,
        #[serde(default)]
        scripting: bool,
        text_of_noscript: Option<String>,
    },
    Dom {
        tree: Made,
    },
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("serializer_wpt", |mut harness| {
        if let Some(path) = harness.suite("wpt-extra/serializing/serializing.json") {
            add(&mut harness, &std::fs::read_to_string(path)?)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, text: &str) -> Result<()> {
    let cases = serde_json::from_str::<File>(text)?.cases;
    harness.found("wpt-extra/serializing", 1, cases.len(), (1, 124));
    for (number, case) in cases.into_iter().enumerate() {
        let name = match (&case.name, &case.from) {
            (Some(name), _) => name.clone(),
            (None, From::Markup { input, .. }) => input.clone(),
            (None, From::Dom { .. }) => "a tree".to_owned(),
        };
        harness.add(format!("{number} {name}"), move || check(&case));
    }
    Ok(())
}

fn check(case: &Case) -> Result<(), String> {
    match &case.from {
        From::Markup { context, input, scripting, text_of_noscript } => {
            let options = ParseOptions::default().scripting(*scripting);
            let context = FragmentContext::parse(context).map_err(|error| error.to_string())?;
            let document = parse_fragment_with(input, context, &options).document;
            let root = document.root();
            if let Some(expected) = text_of_noscript {
                equal("text", expected, &root.text_content())?;
            }
            let node = match case.outer_html {
                Some(_) => root.first_child().ok_or("nothing was parsed")?,
                None => root,
            };
            if !scripting {
                check_methods(case, node)?;
            }
            check_node(case, &&document, &node, *scripting)
        }
        From::Dom { tree } => {
            let tree = Tree::of(tree);
            check_node(case, &tree, &tree.root(), false)
        }
    }
}

/// Checks the methods of the document.
fn check_methods(case: &Case, node: NodeRef<'_>) -> Result<(), String> {
    equal("inner_html", &case.inner_html, &node.inner_html())?;
    match &case.outer_html {
        Some(expected) => equal("outer_html", expected, &node.outer_html()),
        None => Ok(()),
    }
}

fn check_node<T: TreeSource>(
    case: &Case,
    tree: &T,
    node: &T::Node,
    scripting: bool,
) -> Result<(), String> {
    let options = SerializeOptions::default().scripting(scripting);
    let mut html = String::new();
    write_inner(&mut html, tree, node, &options).map_err(|error| error.to_string())?;
    equal("innerHTML", &case.inner_html, &html)?;
    let Some(expected) = &case.outer_html else { return Ok(()) };
    html.clear();
    write_outer(&mut html, tree, node, &options).map_err(|error| error.to_string())?;
    equal("outerHTML", expected, &html)
}

fn equal(what: &str, expected: &str, actual: &str) -> Result<(), String> {
    if expected == actual {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, got {actual:?}"))
}
