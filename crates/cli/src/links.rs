//! `sapwood links`

use std::io::Write;

use anyhow::Result;
use clap::{Args, builder::PossibleValuesParser};
use sapwood::{
    Document, Reading,
    reading::{Link, LinkKind, url::Url},
};
use serde::Serialize;

use crate::files::Files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The URL of the page, which its relative links are resolved against; a `base` element comes first
    #[arg(long, value_name = "URL", value_parser = url)]
    base: Option<Url>,
    /// Only links of this kind; may be given several times
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(LinkKind::ALL.map(LinkKind::as_str)))]
    kind: Vec<String>,
    /// A JSON object for each link, in a line: `file`, `kind`, `element`, `attribute`, `value` as it is
    /// written, and `url`, which is null if the value can't be resolved
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    files: Files,
}

/// A link, as JSON.
#[derive(Serialize)]
pub(crate) struct Found<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    kind: &'static str,
    element: &'a str,
    attribute: &'a str,
    value: &'a str,
    url: Option<String>,
}

pub(crate) fn url(text: &str) -> Result<Url, String> {
    Url::parse(text)
        .map_err(|error| format!("{error}; right is a whole URL, as https://example.com/"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.files.each(|out, input| {
        let wanted = |link: &Link<'_>| {
            arguments.kind.is_empty() || arguments.kind.iter().any(|it| it == link.kind.as_str())
        };
        let base = input.document.base_url(arguments.base.as_ref());
        for link in input.document.links().filter(wanted) {
            let url = resolved(&link, base.as_ref());
            if arguments.json {
                serde_json::to_writer(&mut *out, &found(&link, url, Some(&input.name)))?;
                writeln!(out)?;
            } else {
                // What can't be resolved is printed as it is written, on one line.
                writeln!(out, "{}", url.unwrap_or_else(|| link.value.replace(['\n', '\r'], " ")))?;
            }
        }
        Ok(())
    })
}

/// The links of a document whose own URL is `base`, as a JSON array.
pub(crate) fn all(document: &Document, base: Option<&Url>) -> Result<serde_json::Value> {
    let base = document.base_url(base);
    let found = document.links().map(|link| {
        let url = resolved(&link, base.as_ref());
        serde_json::to_value(found(&link, url, None))
    });
    Ok(serde_json::Value::Array(found.collect::<Result<_, _>>()?))
}

fn resolved(link: &Link<'_>, base: Option<&Url>) -> Option<String> {
    link.resolve(base).ok().map(String::from)
}

fn found<'a>(link: &'a Link<'_>, url: Option<String>, file: Option<&'a str>) -> Found<'a> {
    Found {
        file,
        kind: link.kind.as_str(),
        element: link.element.local_name().unwrap_or_default(),
        attribute: link.attribute,
        value: &link.value,
        url,
    }
}
