//! `sapwood check`

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::FragmentContext;
use sapwood_check::{ADVICE, Checked, Finding, How, check_bytes, json, sarif, text};

use crate::{complain, encoding::Known, input, is_closed_pipe, tree::context, with_stdout};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Check fragments inside this element: `td`, `svg desc`, `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Take scripting to be enabled
    #[arg(long)]
    scripting: bool,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    known: Known,
}

/// How to tell of what is found.
#[derive(Args)]
pub(crate) struct Reporting {
    /// How to tell
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Tell of so many findings in a file at the most
    #[arg(long, value_name = "N")]
    max_findings: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As a compiler does: the place, the line, what would be right
    Text,
    /// An array of objects
    Json,
    /// SARIF 2.1.0
    Sarif,
}

/// Fails with 1 if something was found and with 2 if a file couldn't be checked.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    end(check_all(arguments))
}

/// What a check ends with.
pub(crate) fn end(outcome: Result<Outcome>) -> ExitCode {
    match outcome {
        Ok(Outcome { unreadable: true, .. }) => ExitCode::from(2),
        Ok(Outcome { found: true, .. }) => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            if !is_closed_pipe(&error) {
                complain(&format!("{error:#}"));
            }
            ExitCode::from(2)
        }
    }
}

/// How a check went.
#[derive(Default)]
pub(crate) struct Outcome {
    found: bool,
    unreadable: bool,
}

fn check_all(arguments: &Arguments) -> Result<Outcome> {
    let fragment = arguments.fragment.as_deref().map(FragmentContext::parse).transpose()?;
    let how = How { fragment, scripting: arguments.scripting };
    let Arguments { files, reporting, known, .. } = arguments;
    check_files(files, reporting, ADVICE, |bytes, name| {
        let Checked { text, findings, source, .. } = check_bytes(bytes, &known.sniffing(), &how);
        known.note(bytes, source, name);
        (text, findings)
    })
}

/// Checks file after file, by those rules, and tells of what was found.
pub(crate) fn check_files(
    files: &[PathBuf],
    reporting: &Reporting,
    rules: &sarif::Rules,
    check: impl Fn(&[u8], &str) -> (String, Vec<Finding>),
) -> Result<Outcome> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut outcome = Outcome::default();
    with_stdout(|out| {
        let (mut objects, mut results) = (Vec::new(), Vec::new());
        for file in files {
            let bytes = match input::read(Some(file), None) {
                Ok(bytes) => bytes,
                Err(error) => {
                    // The others are checked all the same.
                    complain(&format!("{error:#}"));
                    outcome.unreadable = true;
                    continue;
                }
            };
            let name = input::name(Some(file));
            let (source, findings) = check(&bytes, &name);
            outcome.found |= findings.iter().any(|finding| !finding.is_note);
            let most = reporting.max_findings.unwrap_or(usize::MAX);
            let told = &findings[..findings.len().min(most)];
            match reporting.format {
                Format::Text => {
                    out.write_all(text::render(&name, &source, told, color).as_bytes())?;
                }
                Format::Json => objects
                    .extend(json::place(&name, &source, told).iter().map(serde_json::to_value)),
                Format::Sarif => results.extend(sarif::results(rules, &name, &source, told)),
            }
            if told.len() < findings.len() {
                complain(&format!("{name}: {} of {} findings told", told.len(), findings.len()));
            }
        }
        match reporting.format {
            Format::Text => {}
            Format::Json => {
                let objects = objects.into_iter().collect::<Result<Vec<_>, _>>()?;
                write_json(out, &objects)?;
            }
            Format::Sarif => write_json(out, &sarif::log(rules, results))?,
        }
        Ok(())
    })?;
    Ok(outcome)
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
