//! `<template for>` in documents and fragments: the expected `innerHTML`.

use std::process::ExitCode;

use anyhow::{Context, Result};
use sapwood::{FragmentContext, ParseOptions, Parser};
use sapwood_tests::{
    diff,
    harness::{self, Harness},
    pieces::Cut,
    tree,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Clone, Deserialize)]
struct Case {
    name: String,
    mode: String,
    input: String,
    #[serde(rename = "expected_innerHTML")]
    expected_inner_html: Option<String>,
    expected_document: Option<String>,
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("template_for", |mut harness| {
        if let Some(path) = harness.suite("wpt-extra/template-for/template-for.json") {
            add(&mut harness, &std::fs::read_to_string(path)?)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, text: &str) -> Result<()> {
    let cases = serde_json::from_str::<File>(text)?.cases;
    harness.found("wpt-extra/template-for", 1, cases.len(), (1, 16));
    for case in cases {
        if let Some(expected) = case.expected_document.clone() {
            let case = case.clone();
            harness.add(format!("{}/document", case.name), move || document(&case, &expected));
            continue;
        }
        let expected = case.expected_inner_html.clone().context("nothing expected")?;
        // The suite runs each case in the body of a document and in fragments of these elements.
        let mut contexts = vec![None];
        contexts.extend(["div", "template"].map(Some).into_iter().filter(|context| {
            context.is_some_and(|name| {
                case.mode.split(['(', ')', ',']).any(|part| part.trim() == name)
            })
        }));
        for context in contexts {
            let (case, expected) = (case.clone(), expected.clone());
            let name = format!("{}/{}", case.name, context.unwrap_or("document"));
            harness.add(name, move || body(&case, context, &expected));
        }
    }
    Ok(())
}

fn document(case: &Case, expected: &str) -> Result<(), String> {
    for fast_path in [true, false] {
        for cut in Cut::all(&case.input) {
            let options = ParseOptions::default().fast_path(fast_path);
            let tree = tree::parse(&case.input, None, &options, cut)?.tree;
            if tree != expected {
                return Err(format!("{}\n{cut}\n{}", case.input, diff::lines(expected, &tree)));
            }
        }
    }
    Ok(())
}

fn body(case: &Case, context: Option<&str>, expected: &str) -> Result<(), String> {
    let html = match context {
        // Without a body tag a first template would be in the head.
        None => format!("<!doctype html><body>{}", case.input),
        Some(_) => case.input.clone(),
    };
    for fast_path in [true, false] {
        let options = ParseOptions::default().fast_path(fast_path);
        for cut in Cut::all(&html) {
            let mut parser = match context {
                None => Parser::new(&options),
                Some(name) => Parser::new_fragment(&FragmentContext::html(name), &options),
            };
            cut.each(&html, |chunk| parser.feed(chunk));
            let document = parser.finish().document;
            let actual = document.body().unwrap_or(document.root()).inner_html();
            if actual != expected {
                let how = format!("{cut}, fast path {fast_path}");
                return Err(format!(
                    "{html}\n{how}\n{}{}",
                    diff::lines(expected, &actual),
                    document.dump()
                ));
            }
        }
    }
    Ok(())
}
