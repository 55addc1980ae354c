//! `sapwood sanitize`

use std::{fs, path::Path};

use anyhow::Result;
use clap::Args;
use sapwood::{
    FragmentContext,
    sanitizer::{Policy, Removal},
};
use serde_json::Value;

use crate::{
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json_writer::JsonWriter,
    mistaken::unopened_file,
    records::Records,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Begin with the policy of this sanitizer; those of others than `default` clean the content of the body
    #[arg(short, long, value_name = "NAME", default_value = "default", value_parser = Policy::PRESETS)]
    preset: String,
    /// Change the policy by this JSON or `@FILE`: the configuration of the Sanitizer API, and `unlisted`, `dropContent`,
    /// `urlSchemes`, `dataUrls`, `relativeUrls`, `styleProperties`, `classes`, `idPrefix`, `linkRel`, `attributeValues`,
    /// `setAttributes`, `attributePrefixes`. Scripts are removed whatever it says
    #[arg(short, long, value_name = "JSON", value_parser = configuration)]
    config: Option<Value>,
    /// Print what is removed in place of the markup: a JSON object for each element, attribute, comment or
    /// processing instruction, with its position
    #[arg(long)]
    report: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

/// Reads JSON, and checks that it is a policy.
fn configuration(argument: &str) -> Result<Value> {
    let text = match argument.strip_prefix('@') {
        Some(file) => {
            fs::read_to_string(file).map_err(|error| unopened_file(Path::new(file), error))?
        }
        None => argument.to_owned(),
    };
    let json = serde_json::from_str(&text)?;
    Policy::from_json(&json)?;
    Ok(json)
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let mut policy = Policy::preset(&arguments.preset)?;
    if let Some(config) = &arguments.config {
        policy = policy.with_json(config)?;
    }
    let wanted = Wanted { positions: arguments.report, ..Wanted::default() };
    let fragment = arguments.files.parsing.fragment.as_deref();
    // The other sanitizers know fragments only: they list no `html` and no `body`.
    let is_body_wanted = arguments.preset != "default" && fragment.is_none();
    if arguments.report {
        return arguments.files.each(wanted, move |records, mut input| {
            let body = input.document.body().filter(|_| is_body_wanted);
            let root = body.unwrap_or(input.document.root()).node_id();
            let report = policy.sanitize(&mut input.document, root)?;
            for removal in report.removals() {
                records_removal(records, removal)?;
            }
            Ok(Status::Success)
        });
    }
    arguments.files.each_document(wanted, move |records, input| {
        let body = input.document.body().filter(|_| is_body_wanted);
        let markup = if let Some(body) = body {
            policy.clean(&body.inner_html())
        } else {
            policy.clean_parsed(input.document, fragment.map(FragmentContext::parse).transpose()?)
        };
        records.document_text(&markup)?;
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
