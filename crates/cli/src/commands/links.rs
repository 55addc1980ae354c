//! `sapwood links`

use std::{borrow::Cow, io};

use anyhow::Result;
use clap::{Args, builder::PossibleValuesParser};
use sapwood::extract::{Base, Link, LinkKind, url::Url};

use crate::{
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json_writer::JsonWriter,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Resolve relative links against this URL of the page; a `base` element takes precedence
    #[arg(short, long, value_name = "URL", value_parser = url)]
    base: Option<Url>,
    /// Print links of this kind only; may be repeated
    #[arg(short, long, value_name = "KIND", value_parser = PossibleValuesParser::new(LinkKind::ALL.map(LinkKind::as_str)))]
    kind: Vec<String>,
    /// Print a JSON object for each link, one a line: `file`, `kind`, `element`, `attribute`, `value` as
    /// written, and `url`, which is null if the value cannot be resolved
    #[arg(long)]
    json: bool,
    /// Print only the number of links in each file
    #[arg(short, long, conflicts_with = "json")]
    count: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

pub(crate) fn url(text: &str) -> Result<Url, String> {
    Url::parse(text)
        .map_err(|error| format!("{error}; expected an absolute URL such as https://example.com/"))
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    arguments.files.each(Wanted::default(), |records, input| {
        let wanted = |link: &Link<'_>| {
            arguments.kind.is_empty() || arguments.kind.iter().any(|it| it == link.kind.as_str())
        };
        let base = input.document.base_url(arguments.base.as_ref()).map(Base::new);
        let mut count = 0_u64;
        for link in input.document.links().filter(wanted) {
            count += 1;
            if arguments.count {
                continue;
            }
            if arguments.json {
                records.json(|json| Ok(write(json, &link, base.as_ref(), Some(&input.name))?))?;
            } else {
                // A value that can't be resolved is printed as it is written, on one line.
                let url = resolved(&link, base.as_ref());
                records.text(&url.unwrap_or_else(|| link.value.replace(['\n', '\r'], " ")))?;
            }
        }
        if arguments.count {
            records.text(&count.to_string())?;
        }
        Ok(Status::found(count > 0))
    })
}

fn resolved(link: &Link<'_>, base: Option<&Base>) -> Option<String> {
    match base {
        Some(base) => base.resolve(&link.value).ok().map(Cow::into_owned),
        None => link.resolve(None).ok().map(String::from),
    }
}

/// Writes a link as JSON, with the name of its file if there is one.
pub(crate) fn write(
    json: &mut JsonWriter<'_, '_>,
    link: &Link<'_>,
    base: Option<&Base>,
    file: Option<&str>,
) -> io::Result<()> {
    json.begin_object()?;
    if let Some(file) = file {
        json.member("file", file)?;
    }
    json.member("kind", link.kind.as_str())?;
    json.member("element", link.element.local_name().unwrap_or_default())?;
    json.member("attribute", link.attribute)?;
    json.member("value", &link.value)?;
    json.key("url")?;
    match resolved(link, base) {
        Some(url) => json.string(&url)?,
        None => json.value(&())?,
    }
    json.end()
}
