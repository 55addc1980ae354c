//! Declarative shadow roots: facts about the tree of each case.

use std::process::ExitCode;

use anyhow::Result;
use sapwood::{
    Document, NodeRef, ParseOptions, Parser, ShadowRootInit, ShadowRootMode,
    serializer::{SerializeOptions, ShadowRoots, write_inner},
};
use sapwood_tests::{
    harness::{self, Harness},
    pieces::Cut,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    input: String,
    #[serde(default = "yes")]
    opt_in: bool,
    shadow: Option<Shadow>,
    #[serde(rename = "light_innerHTML")]
    light: Option<String>,
    #[serde(rename = "template_content_innerHTML")]
    template_content: Option<String>,
    allowed_hosts: Option<Vec<String>>,
    /// Expected start tag of the template when the shadow root is serialized.
    serialized: Option<String>,
    #[serde(rename = "note")]
    _note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Shadow {
    host: String,
    mode: String,
    #[serde(rename = "innerHTML")]
    inner_html: Option<String>,
    /// Selector of an element inside.
    contains: Option<String>,
    #[serde(default)]
    delegates_focus: bool,
    #[serde(default)]
    clonable: bool,
    #[serde(default)]
    serializable: bool,
}

fn yes() -> bool {
    true
}

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("declarative_shadow_dom", |mut harness| {
        if let Some(path) =
            harness.suite("wpt-extra/declarative-shadow-dom/declarative-shadow-dom.json")
        {
            add(&mut harness, &std::fs::read_to_string(path)?)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, text: &str) -> Result<()> {
    let cases = serde_json::from_str::<File>(text)?.cases;
    harness.found("wpt-extra/declarative-shadow-dom", 1, cases.len(), (1, 14));
    for case in cases {
        harness.add(case.name.clone(), move || check(&case));
    }
    Ok(())
}

fn check(case: &Case) -> Result<(), String> {
    if let Some(hosts) = &case.allowed_hosts {
        return check_hosts(hosts);
    }
    if let Some(expected) = &case.serialized {
        return check_declaration(expected);
    }
    let html = format!("<!doctype html><body>{}", case.input);
    for fast_path in [true, false] {
        for cut in Cut::all(&html) {
            let document = parse(&html, cut, case.opt_in, fast_path);
            check_document(case, &document).map_err(|error| {
                format!("{html}\n{cut}, fast path {fast_path}\n{error}\n{}", document.dump())
            })?;
        }
    }
    Ok(())
}

fn parse(html: &str, cut: Cut, opt_in: bool, fast_path: bool) -> Document {
    let options = ParseOptions::default().declarative_shadow_roots(opt_in).fast_path(fast_path);
    let mut parser = Parser::new(&options);
    cut.each(html, |chunk| parser.feed(chunk));
    parser.finish().document
}

fn check_document(case: &Case, document: &Document) -> Result<(), String> {
    let body = document.body().ok_or("no body")?;
    let light = match &case.shadow {
        Some(shadow) => {
            let host = find(body, &shadow.host).ok_or("no host")?;
            check_shadow(shadow, host)?;
            Some(host)
        }
        None => {
            if let Some(host) = body.descendants().find(|node| node.shadow_root().is_some()) {
                return Err(format!("{host:?} has a shadow root"));
            }
            // The unchanged element: the host, or the body.
            Some(find(body, "#host").unwrap_or(body))
        }
    };
    if let (Some(expected), Some(host)) = (&case.light, light) {
        equal("light children", expected, &host.inner_html())?;
    }
    if let Some(expected) = &case.template_content {
        let template = find(body, "#t").ok_or("no template")?;
        equal("template contents", expected, &template.inner_html())?;
    }
    Ok(())
}

fn check_shadow(shadow: &Shadow, host: NodeRef<'_>) -> Result<(), String> {
    let root = host.shadow_root().ok_or("no shadow root")?;
    let mode = match root.init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    equal("mode", &shadow.mode, mode)?;
    let flags =
        |a: bool, b: bool, c: bool| format!("delegates {a}, clonable {b}, serializable {c}");
    equal(
        "flags",
        &flags(shadow.delegates_focus, shadow.clonable, shadow.serializable),
        &flags(root.init.delegates_focus, root.init.clonable, root.init.serializable),
    )?;
    if let Some(expected) = &shadow.inner_html {
        equal("shadow root", expected, &root.root.inner_html())?;
    }
    match &shadow.contains {
        Some(inside) if find(root.root, inside).is_none() => Err(format!("no {inside} inside")),
        _ => Ok(()),
    }
}

/// Checks that `hosts` and custom elements can have a shadow root, and other elements can't.
fn check_hosts(hosts: &[String]) -> Result<(), String> {
    let others = ["a", "button", "details", "li", "ul", "x", "annotation-xml", "font-face"];
    let mut wrong = Vec::new();
    let named = hosts.iter().map(|name| (name.as_str(), true));
    let custom = [("x-y", true), ("x-", true)];
    for (name, allowed) in named.chain(custom).chain(others.map(|name| (name, false))) {
        let html = format!("<!doctype html><{name}><template shadowrootmode=open>x</template>");
        let document = parse(&html, Cut::Whole, true, true);
        let has = |node: &NodeRef<'_>| node.shadow_root().is_some();
        if document.root().descendants().any(|node| has(&node)) != allowed {
            wrong.push(name);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong: {}", wrong.join(", "))) }
}

/// Checks that a shadow root is serialized with its attributes in the standard order.
fn check_declaration(expected: &str) -> Result<(), String> {
    let attributes = expected.trim_start_matches("<template").trim_end_matches('>');
    let backwards: Vec<&str> = attributes.split_whitespace().rev().collect();
    let html = format!("<!doctype html><div><template {}>x<b>y", backwards.join(" "));
    let document = parse(&html, Cut::Whole, true, true);
    let body = document.body().ok_or("no body")?;
    let written = |shadow_roots| {
        let mut out = String::new();
        let options = SerializeOptions::default().shadow_roots(shadow_roots);
        write_inner(&mut out, &&document, &body, &options).map(|()| out)
    };
    let whole = format!("<div>{expected}x<b>y</b></template></div>");
    let chosen = |node: &NodeRef<'_>, _: &ShadowRootInit| node.host().is_some();
    for (shadow_roots, expected) in [
        (ShadowRoots::None, "<div></div>"),
        (ShadowRoots::Serializable, &whole),
        (ShadowRoots::Chosen(&chosen), &whole),
    ] {
        equal("written", expected, &written(shadow_roots).map_err(|error| error.to_string())?)?;
    }
    Ok(())
}

fn equal(what: &str, expected: &str, actual: &str) -> Result<(), String> {
    if expected == actual {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, got {actual:?}"))
}

/// Finds an element by `#id` or `.class`, or after `#id.content` in the contents of a template.
fn find<'a>(node: NodeRef<'a>, selector: &str) -> Option<NodeRef<'a>> {
    if let Some((outer, inner)) = selector.split_once(".content ") {
        return find(find(node, outer)?.template_contents()?, inner);
    }
    let (attribute, value) = match selector.split_at_checked(1)? {
        ("#", id) => ("id", id),
        (".", class) => ("class", class),
        _ => return None,
    };
    node.descendants().find(|node| node.attr(attribute) == Some(value))
}
