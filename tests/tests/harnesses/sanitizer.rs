//! The Sanitizer API, compared with Chromium on random markup and configurations; the safety of cleaned markup.

use std::{path::Path, process::ExitCode};

use anyhow::Result;
use sapwood::{
    parse,
    sanitizer::{Policy, RelativeUrls, Sanitizer, SanitizerConfig, Unlisted},
};
use sapwood_tests::{
    chromium, harness,
    sanitizer::{
        DUMP, check_cleaned, check_markup, config, context, dump, markup, payloads, permissive,
    },
    soup::Random,
};
use serde_json::{Value, json};

/// Number of random cases that are compared with Chromium.
const CASES: usize = 4_000;

/// Number of random inputs whose cleaned markup is checked.
const MARKUPS: u64 = 40_000;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("sanitizer", |mut harness| {
        harness.add("cleaned_markup_is_safe_and_stays_so", cleaned_markup);
        harness.add("cleaned_payloads_are_safe_and_stay_so", cleaned_payloads);
        match chromium::find() {
            Some(browser) => {
                harness.add("built_in_lists_are_chromiums", || {
                    lists(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("chromium_keeps_cleaned_markup_as_it_is", || {
                    kept(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("trees_are_chromiums", || {
                    trees(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("modifiers_are_chromiums", || {
                    modifiers(browser).map_err(|error| format!("{error:#}"))
                });
            }
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

fn cleaned_markup() -> Result<(), String> {
    let mut sanitizers = vec![Sanitizer::default(), permissive()];
    let policies = [
        Policy::ammonia(),
        Policy::dompurify(),
        Policy::dompurify().unlisted(Unlisted::Escape).id_prefix("x-").style_properties(["color"]),
        Policy::new(permissive())
            .url_schemes(["https"])
            .relative_urls(RelativeUrls::Drop)
            .classes("*", ["x"])
            .link_rel("nofollow")
            .set_attribute("p", "title", "x"),
    ];
    let mut random = Random::new(7);
    while sanitizers.len() < 40 {
        let config =
            SanitizerConfig::from_json(&config(&mut random)).map_err(|it| it.to_string())?;
        sanitizers.extend(Sanitizer::new(config));
    }
    for seed in 1..=MARKUPS {
        let mut random = Random::new(seed * 0x9e37_79b9);
        let pieces = 1 + random.below(14);
        let html = markup(&mut random, pieces);
        let context = context(&mut random);
        let sanitizer = &sanitizers[random.below(sanitizers.len())];
        check_markup(sanitizer, &html, (seed % 8 != 0).then_some(context))?;
        let policy = &policies[random.below(policies.len())];
        check_cleaned(&html, Some(context), |html| policy.clean_in(html, context))?;
    }
    Ok(())
}

fn cleaned_payloads() -> Result<(), String> {
    let elements = SanitizerConfig::default().replace_with_children_elements([
        "p", "a", "b", "table", "form", "select", "style", "template", "noscript", "textarea",
    ]);
    let sanitizers = [
        Sanitizer::default(),
        permissive(),
        Sanitizer::new(elements).map_err(|error| error.to_string())?,
    ];
    let mut count = 0;
    for payload in payloads() {
        for sanitizer in &sanitizers {
            for context in [Some("body"), Some("svg"), Some("td"), None] {
                check_markup(sanitizer, &payload, context)?;
                count += 1;
            }
        }
    }
    harness::say(&format!("sanitizer: {count} cleaned payloads"));
    Ok(())
}

/// A case for both. In a `select` as context element the standard ignores `<input>`; Chromium 156 doesn't.
///
/// Members: the method, the context of a fragment, the markup, and the sanitizer as JSON.
fn case(seed: u64) -> Value {
    let mut random = Random::new(seed * 0x9e37_79b9);
    let method =
        ["setHTML", "setHTML", "setHTMLUnsafe", "parseHTML", "parseHTMLUnsafe"][random.below(5)];
    let pieces = 1 + random.below(12);
    let html = markup(&mut random, pieces);
    let context = match context(&mut random) {
        "select" if html.contains("<input") => "div",
        context => context,
    };
    let (config, is_object) = match random.below(8) {
        0 => (Value::Null, false),
        1..=2 => (config(&mut random), true),
        _ => (config(&mut random), false),
    };
    json!({ "method": method, "html": html, "context": context, "config": config, "object": is_object })
}

/// Our tree for a case, or `TypeError`.
fn own_tree(case: &Value) -> Result<String> {
    let text = |member: &str| case[member].as_str().unwrap_or_default();
    let method = text("method");
    let is_safe = !method.ends_with("Unsafe");
    let sanitizer = if case["config"].is_null() {
        if is_safe { Sanitizer::default() } else { permissive() }
    } else {
        let config = SanitizerConfig::from_json(&case["config"])?;
        let is_permissive = !is_safe || case["object"] == true;
        let made = if is_permissive { Sanitizer::new(config) } else { Sanitizer::strict(config) };
        match made {
            Ok(sanitizer) => sanitizer,
            Err(_) => return Ok("TypeError".to_owned()),
        }
    };
    if method.starts_with("parse") {
        let document = match is_safe {
            true => sanitizer.parse_html(text("html")),
            false => sanitizer.parse_html_unsafe(text("html")),
        };
        return Ok(dump(document.root()));
    }
    let mut document = parse("<!doctype html>");
    let (url, name) = match text("context").split_once(' ') {
        Some(("svg", name)) => ("http://www.w3.org/2000/svg", name),
        Some((_, name)) => ("http://www.w3.org/1998/Math/MathML", name),
        None => ("http://www.w3.org/1999/xhtml", text("context")),
    };
    let element = document.create_element_ns(url, name)?;
    match is_safe {
        true => sanitizer.set_html(&mut document, element, text("html"))?,
        false => sanitizer.set_html_unsafe(&mut document, element, text("html"))?,
    }
    let node = document.node(element).expect("it was created");
    Ok(dump(node.template_contents().unwrap_or(node)))
}

fn trees(browser: &Path) -> Result<()> {
    let cases: Vec<Value> = (1..=CASES as u64).map(case).collect();
    let function = format!(
        r#"test => {{
        const dump = {DUMP};
        const options = {{}};
        try {{
            if (test.config !== null)
                options.sanitizer = test.object ? new Sanitizer(test.config) : test.config;
            if (test.method.startsWith("parse"))
                return dump(Document[test.method](test.html, options));
            const [space, name] = test.context.includes(" ") ? test.context.split(" ") : ["html", test.context];
            const url = {{
                html: "http://www.w3.org/1999/xhtml",
                svg: "http://www.w3.org/2000/svg",
                math: "http://www.w3.org/1998/Math/MathML",
            }}[space];
            const element = document.implementation.createHTMLDocument("").createElementNS(url, name);
            element[test.method](test.html, options);
            return dump(element.content || element);
        }} catch (error) {{
            return error.name;
        }}
    }}"#
    );
    let theirs: Vec<String> = chromium::map(browser, &function, &cases)?;
    let mut wrong = Vec::new();
    let mut refused = 0;
    for (case, theirs) in cases.iter().zip(&theirs) {
        let ours = own_tree(case)?;
        refused += usize::from(theirs == "TypeError");
        if ours != *theirs {
            wrong.push(format!("{case}\nours:\n{ours}\ntheirs:\n{theirs}\n"));
        }
    }
    harness::say(&format!("sanitizer: {} cases, {refused} refused", cases.len()));
    if wrong.is_empty() {
        return Ok(());
    }
    anyhow::bail!(
        "{} of {} differ\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(8)].join("\n")
    )
}

/// The default configuration is Chromium's, and the event handlers that are removed include Chromium's.
fn lists(browser: &Path) -> Result<()> {
    let function = "unsafe => {
        const sanitizer = unsafe ? new Sanitizer({}) : new Sanitizer();
        if (unsafe) sanitizer.removeUnsafe();
        return sanitizer.get();
    }";
    let theirs: Vec<Value> = chromium::map(browser, function, &[false, true])?;
    assert_eq!(Sanitizer::default().get().to_json(), theirs[0]);
    let mut sanitizer = permissive();
    assert!(sanitizer.remove_unsafe());
    let ours = sanitizer.get().to_json();
    assert_eq!(ours["removeElements"], theirs[1]["removeElements"]);
    let handlers =
        |config: &Value| config["removeAttributes"].as_array().cloned().unwrap_or_default();
    let own = handlers(&ours);
    let missing: Vec<_> = handlers(&theirs[1]).into_iter().filter(|it| !own.contains(it)).collect();
    anyhow::ensure!(missing.is_empty(), "missing event handlers: {missing:?}");
    Ok(())
}

/// Cleaned markup, set with scripting on in Chromium, comes out as it went in and has nothing that runs.
fn kept(browser: &Path) -> Result<()> {
    let sanitizers = [Sanitizer::default(), permissive()];
    let mut cases = Vec::new();
    for seed in 1..=3_000_u64 {
        let mut random = Random::new(seed * 0x51_7cc1);
        let pieces = 1 + random.below(14);
        let html = markup(&mut random, pieces);
        let clean = sanitizers[random.below(2)].clean(&html);
        // Chromium ends processing instructions elsewhere when it writes them.
        if !clean.is_empty() && !clean.contains("<?") {
            cases.push(clean);
        }
    }
    // Most of them have the same result.
    cases.extend(
        payloads().map(|payload| sanitizers[1].clean(&payload)).filter(|it| !it.contains("<?")),
    );
    cases.sort_unstable();
    cases.dedup();
    let function = r#"html => {
        const body = document.createElement("body");
        body.innerHTML = html;
        const found = [];
        const walk = root => {
            for (const node of root.querySelectorAll("*")) {
                if (node.content instanceof DocumentFragment) walk(node.content);
                const isSvg = node.namespaceURI.endsWith("svg");
                const isHtml = node.namespaceURI.endsWith("xhtml");
                if (isHtml && /^(script|iframe|object|embed|frame|base)$/.test(node.localName)
                    || isSvg && /^(script|use)$/.test(node.localName))
                    found.push(node.localName);
                for (const attribute of node.attributes) {
                    if (typeof node[attribute.localName] === "function") found.push(attribute.name);
                    const pair = node.localName + " " + attribute.localName;
                    const url = attribute.value.replace(/^[\u0000- ]+|[\t\r\n]/g, "").toLowerCase();
                    if (/^(a href|area href|form action|(button|input) formaction)$/.test(pair)
                        && (isHtml || isSvg && pair === "a href") && url.startsWith("javascript:"))
                        found.push(attribute.name + "=" + attribute.value);
                }
            }
        };
        walk(body);
        return [body.innerHTML, found];
    }"#;
    let results: Vec<(String, Vec<String>)> = chromium::map(browser, function, &cases)?;
    let mut wrong = Vec::new();
    for (clean, (html, found)) in cases.iter().zip(results) {
        // The contents of a `template` are in a document without scripting, so Chromium escapes the text of `noscript`.
        let is_escaped = clean.contains("<template") && clean.contains("<noscript");
        if html != *clean && !is_escaped || !found.is_empty() {
            wrong.push(format!("{clean:?}\n{html:?}\n{found:?}"));
        }
    }
    harness::say(&format!("sanitizer: {} cleaned markups in Chromium", cases.len()));
    anyhow::ensure!(
        wrong.is_empty(),
        "{} differ\n{}",
        wrong.len(),
        wrong[..wrong.len().min(8)].join("\n")
    );
    Ok(())
}

/// The calls of modifiers, each with its result, and the configuration at the end.
///
/// In Chromium 156 `setComments` and `setDataAttributes` return nothing, and the latter adds a member that makes a
/// configuration without `attributes` invalid. In the standard they return whether something changed, and the latter has
/// no effect there. In the standard `setDataAttributes(true)` removes `data-` names from the lists; in Chromium it doesn't.
/// And Chromium takes an element with an empty `removeAttributes` for another one than that without. Such cases are left
/// out.
fn modifiers(browser: &Path) -> Result<()> {
    let mut random = Random::new(99);
    let mut cases = Vec::new();
    while cases.len() < 1_500 {
        let config = config(&mut random);
        if Sanitizer::new(SanitizerConfig::from_json(&config)?).is_err() {
            continue;
        }
        let calls: Vec<Value> = (0..1 + random.below(8)).map(|_| call(&mut random)).collect();
        let (config_text, call_text) = (config.to_string(), json!(calls).to_string());
        if call_text.contains("setDataAttributes\",true")
            && (config_text + &call_text).contains("\"data-")
            || config["elements"].to_string().contains("\"removeAttributes\":[]")
        {
            continue;
        }
        cases.push(json!({ "config": config, "calls": calls }));
    }
    let function = "test => {
        const sanitizer = new Sanitizer(test.config);
        const results = test.calls.map(([name, argument]) => {
            if (name === \"setDataAttributes\" && !sanitizer.get().attributes) return null;
            const result = sanitizer[name](argument);
            return result === undefined ? null : result;
        });
        return [results, sanitizer.get()];
    }";
    let theirs: Vec<Value> = chromium::map(browser, function, &cases)?;
    let mut wrong = Vec::new();
    for (case, theirs) in cases.iter().zip(&theirs) {
        let mut sanitizer = Sanitizer::new(SanitizerConfig::from_json(&case["config"])?)?;
        let calls = case["calls"].as_array().into_iter().flatten();
        let mut results: Vec<Option<bool>> = Vec::new();
        for call in calls {
            let result = modify(&mut sanitizer, call)?;
            let returns = !matches!(call[0].as_str(), Some("setComments" | "setDataAttributes"));
            results.push(returns.then_some(result));
        }
        let ours = json!([results, sanitizer.get().to_json()]);
        if ours != *theirs {
            wrong.push(format!("{case}\nours:   {ours}\ntheirs: {theirs}\n"));
        }
    }
    anyhow::ensure!(
        wrong.is_empty(),
        "{} differ\n{}",
        wrong.len(),
        wrong[..wrong.len().min(8)].join("\n")
    );
    Ok(())
}

fn call(random: &mut Random) -> Value {
    let elements = config(random);
    let from = |members: &[&str], other: Value| {
        let found = members.iter().find_map(|it| elements[*it].as_array()?.first().cloned());
        found.unwrap_or(other)
    };
    let element = from(&["removeElements", "replaceWithChildrenElements"], json!("p"));
    let with_attributes = from(&["elements"], element.clone());
    let attribute = from(&["attributes", "removeAttributes"], json!("data-a"));
    match random.below(9) {
        0 => json!(["allowElement", with_attributes]),
        1 => json!(["removeElement", element]),
        2 => json!(["replaceElementWithChildren", element]),
        3 => json!(["allowAttribute", attribute]),
        4 => json!(["removeAttribute", attribute]),
        5 => json!(["setComments", random.below(2) == 0]),
        6 => json!(["setDataAttributes", random.below(2) == 0]),
        7 => json!(["allowProcessingInstruction", "pi"]),
        _ => json!(["removeProcessingInstruction", "pi"]),
    }
}

fn modify(sanitizer: &mut Sanitizer, call: &Value) -> Result<bool> {
    let argument = &call[1];
    // The one item of a list of a configuration.
    let parsed = |member: &str| SanitizerConfig::from_json(&json!({ member: [argument] }));
    let element = || -> Result<_> {
        Ok(parsed("removeElements")?.remove_elements.unwrap_or_default().remove(0))
    };
    let attribute =
        || -> Result<_> { Ok(parsed("attributes")?.attributes.unwrap_or_default().remove(0)) };
    let text = argument.as_str().unwrap_or_default();
    let flag = *argument == true;
    Ok(match call[0].as_str().unwrap_or_default() {
        "allowElement" => {
            sanitizer.allow_element(parsed("elements")?.elements.unwrap_or_default().remove(0))
        }
        "removeElement" => sanitizer.remove_element(element()?),
        "replaceElementWithChildren" => sanitizer.replace_element_with_children(element()?),
        "allowAttribute" => sanitizer.allow_attribute(attribute()?),
        "removeAttribute" => sanitizer.remove_attribute(attribute()?),
        "setComments" => sanitizer.set_comments(flag),
        "setDataAttributes" => sanitizer.set_data_attributes(flag),
        "allowProcessingInstruction" => sanitizer.allow_processing_instruction(text),
        _ => sanitizer.remove_processing_instruction(text),
    })
}
