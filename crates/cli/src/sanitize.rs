//! `sapwood sanitize`

use std::fs;

use anyhow::{Context, Result};
use clap::Args;
use sapwood::{
    FragmentContext,
    sanitizer::{Removal, Sanitizer, SanitizerConfig},
};

use crate::{
    Status,
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json_writer::JsonWriter,
    records::Records,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Use this configuration of the Sanitizer API, as JSON or as `@FILE`; the default is the standard's.
    /// Scripts are removed whatever it says
    #[arg(short, long, value_name = "JSON", value_parser = configured)]
    config: Option<Sanitizer>,
    /// Print what is removed in place of the markup: a JSON object for each element, attribute, comment or
    /// processing instruction, with its position
    #[arg(long)]
    report: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

/// Reads a configuration.
fn configured(argument: &str) -> Result<Sanitizer> {
    let text = match argument.strip_prefix('@') {
        Some(file) => fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?,
        None => argument.to_owned(),
    };
    Ok(Sanitizer::strict(SanitizerConfig::from_json(&serde_json::from_str(&text)?)?)?)
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let sanitizer = arguments.config.clone().unwrap_or_default();
    let wanted = Wanted { positions: arguments.report, ..Wanted::default() };
    arguments.files.each(wanted, move |records, mut input| {
        if arguments.report {
            let root = input.document.root().node_id();
            let report = input.document.sanitize_with_report(root, &sanitizer)?;
            for removal in report.removals() {
                records_removal(records, removal)?;
            }
            return Ok(Status::Success);
        }
        let context = arguments.files.parsing.fragment.as_deref();
        let context = context.map(FragmentContext::parse).transpose()?;
        records.text(&sanitizer.clean_parsed(input.document, context))?;
        Ok(Status::Success)
    })
}

fn records_removal(records: &mut Records<'_, '_>, removal: &Removal) -> Result<()> {
    let file = records.name().map(str::to_owned);
    records.json(|json: &mut JsonWriter<'_, '_>| {
        json.begin_object()?;
        if let Some(file) = &file {
            json.member("file", file)?;
        }
        json.member("removed", removal.kind.as_str())?;
        json.member("name", &removal.name)?;
        if let Some(element) = &removal.element {
            json.member("element", element)?;
        }
        if let Some(span) = removal.span {
            json.list("span", [span.start, span.end])?;
        }
        Ok(json.end()?)
    })
}
