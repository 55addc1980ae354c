//! The lists of the Sanitizer API.

use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};

use super::entries;

/// The lists, in the order in which [`tables`] takes them.
pub(super) const LISTS: &[&str] = &[
    "fixtures/sanitizer/baseline.txt",
    "fixtures/sanitizer/non_replaceable.txt",
    "fixtures/sanitizer/default.txt",
    "fixtures/sanitizer/event_handlers.txt",
    "fixtures/sanitizer/navigating_urls.txt",
    "fixtures/sanitizer/animating_urls.txt",
    "fixtures/sanitizer/ammonia.txt",
    "fixtures/sanitizer/dompurify.txt",
];

/// `crates/sanitizer/src/generated.rs`.
pub(super) fn tables(sources: &[String]) -> Result<String> {
    let [baseline, non_replaceable, default, handlers, navigating, animating, ammonia, dompurify] =
        sources
    else {
        bail!("expected {} lists", LISTS.len());
    };
    let mut text = String::from("//! The built-in lists of the Sanitizer API.\n\n");
    text += "use sapwood_names::Namespace::{self, Html, MathMl, None, Svg, XLink};\n";
    elements(&mut text, "BASELINE", "Elements that can run scripts.", baseline)?;
    elements(
        &mut text,
        "NON_REPLACEABLE",
        "Elements that are never replaced by their children.",
        non_replaceable,
    )?;
    allowed(&mut text, "DEFAULT", "by default", default)?;
    allowed(&mut text, "AMMONIA", "that ammonia keeps", ammonia)?;
    allowed(&mut text, "DOMPURIFY", "that DOMPurify keeps", dompurify)?;
    let handlers: Vec<_> = entries(handlers).collect();
    ensure!(handlers.is_sorted(), "the event handlers are not sorted");
    strings(&mut text, "EVENT_HANDLERS", "Event handler content attributes, sorted.", &handlers)?;
    pairs(&mut text, "NAVIGATING", "Attributes whose URL a browser navigates to.", navigating)?;
    pairs(&mut text, "ANIMATING", "Attributes that name what an animation sets.", animating)?;
    Ok(text)
}

/// The lists of DOMPurify for JavaScript: elements by namespace, and attributes by profile.
pub(super) fn javascript(sources: &[String]) -> Result<String> {
    let [list, profiles] = sources else { bail!("expected two lists") };
    let elements = entries(list).filter(|line| !line.starts_with("* "));
    let attributes = entries(profiles).flat_map(|line| {
        let (prefix, names) = line.split_once(' ').unwrap_or_default();
        names.split(' ').map(move |name| (prefix, name))
    });
    let mut text = String::new();
    let by_prefix = [
        (
            "ELEMENTS",
            "Elements that are kept, by the prefix of their namespace.",
            elements.filter_map(|line| line.split_once(' ')).collect::<Vec<_>>(),
        ),
        (
            "ATTRIBUTES",
            "Attributes that every element keeps, by the profile.",
            attributes.collect(),
        ),
    ];
    for (name, comment, entries) in by_prefix {
        write!(text, "/** {comment} */\nexport const {name} = {{\n")?;
        for prefix in ["html", "svg", "math"] {
            writeln!(text, "  {prefix}: [")?;
            let names = entries.iter().filter(|entry| entry.0 == prefix);
            names.for_each(|(_, name)| text += &format!("    {name:?},\n"));
            text += "  ],\n";
        }
        text += "};\n\n";
    }
    Ok(text.trim_end().to_owned() + "\n")
}

/// A namespace as it is in the lists.
fn namespace(prefix: &str) -> Result<&'static str> {
    Ok(match prefix {
        "html" => "Html",
        "math" => "MathMl",
        "svg" => "Svg",
        "xlink" => "XLink",
        _ => bail!("unknown namespace `{prefix}`"),
    })
}

fn elements(text: &mut String, name: &str, comment: &str, list: &str) -> Result<()> {
    let lines: Vec<_> = entries(list).collect();
    writeln!(text, "\n/// {comment}\n#[rustfmt::skip]")?;
    writeln!(text, "pub(crate) static {name}: [(Namespace, &str); {}] = [", lines.len())?;
    for line in lines {
        let (prefix, element) = line.split_once(' ').context("a namespace and a name")?;
        writeln!(text, "    ({}, {element:?}),", namespace(prefix)?)?;
    }
    text.push_str("];\n");
    Ok(())
}

/// The elements and attributes of an allow-list.
fn allowed(text: &mut String, name: &str, which: &str, list: &str) -> Result<()> {
    let (global, own): (Vec<_>, Vec<_>) = entries(list).partition(|line| line.starts_with("* "));
    let global: Vec<_> = global.iter().flat_map(|line| line[2..].split(' ')).collect();
    let comment = format!("Attributes of every element {which}.");
    strings(text, &format!("{name}_ATTRIBUTES"), &comment, &global)?;
    writeln!(text, "\n/// Elements with their attributes {which}.\n#[rustfmt::skip]")?;
    let kind = "(Namespace, &str, &[&str])";
    writeln!(text, "pub(crate) static {name}_ELEMENTS: [{kind}; {}] = [", own.len())?;
    for line in own {
        let mut words = line.split(' ');
        let prefix = words.next().unwrap_or_default();
        let element = words.next().context("a namespace and a name")?;
        let attributes: Vec<_> = words.collect();
        writeln!(text, "    ({}, {element:?}, &{attributes:?}),", namespace(prefix)?)?;
    }
    text.push_str("];\n");
    Ok(())
}

fn strings(text: &mut String, name: &str, comment: &str, values: &[&str]) -> Result<()> {
    writeln!(text, "\n/// {comment}\n#[rustfmt::skip]")?;
    writeln!(text, "pub(crate) static {name}: [&str; {}] = [", values.len())?;
    for value in values {
        writeln!(text, "    {value:?},")?;
    }
    text.push_str("];\n");
    Ok(())
}

/// Pairs of an element and an attribute, which may have a prefix.
fn pairs(text: &mut String, name: &str, comment: &str, list: &str) -> Result<()> {
    let lines: Vec<_> = entries(list).collect();
    writeln!(text, "\n/// {comment}\n#[rustfmt::skip]")?;
    let kind = "(Namespace, &str, Namespace, &str)";
    writeln!(text, "pub(crate) static {name}: [{kind}; {}] = [", lines.len())?;
    for line in lines {
        let [prefix, element, attribute] = line.split(' ').collect::<Vec<_>>()[..] else {
            bail!("`{line}` is not a namespace, an element and an attribute");
        };
        let (kind, local) = match attribute.split_once(':') {
            Some((prefix, local)) => (namespace(prefix)?, local),
            Option::None => ("None", attribute),
        };
        writeln!(text, "    ({}, {element:?}, {kind}, {local:?}),", namespace(prefix)?)?;
    }
    text.push_str("];\n");
    Ok(())
}
