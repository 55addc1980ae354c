//! `sapwood check`

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{FragmentContext, Limit};
use sapwood_check::{
    ADVICE, Checked, Finding, How, check_bytes, json,
    sarif::{self, Streamed},
    text,
};

use crate::{
    complain, encoding::Known, input, is_closed_pipe, limits::TreeLimits, output::stdout,
    tree::context,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Check these files; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Check the files as fragments inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Check as if scripts could run: the content of `noscript` is text
    #[arg(long)]
    scripting: bool,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

/// Options on reporting findings.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Print the findings in this format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print at most N findings of each file; 0 for all [default: 100 in text, 10000 in JSON and SARIF].
    /// Text shows each kind of mistake at least once
    #[arg(long, value_name = "N")]
    max_findings: Option<usize>,
    /// Ignore findings with this code; may be repeated
    #[arg(long, value_name = "CODE", conflicts_with = "only")]
    ignore: Vec<String>,
    /// Ignore findings with other codes; may be repeated
    #[arg(long, value_name = "CODE")]
    only: Vec<String>,
    /// Print no findings and no summary: the exit code is the answer
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Messages like a compiler's, grouped by the kind of mistake
    Text,
    /// An array of objects
    Json,
    /// SARIF 2.1.0
    Sarif,
}

/// Exits with 1 if there are errors, and with 2 if a file cannot be checked.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { files, fragment, scripting, reporting, known, limits } = arguments;
    let fragment = fragment.as_deref().and_then(|context| FragmentContext::parse(context).ok());
    let how = How { fragment, scripting: *scripting, limits: limits.limits() };
    check_files(files, reporting, limits, ADVICE, |bytes, name| {
        let Checked { text, findings, source, limit, .. } =
            check_bytes(bytes, &known.sniffing(), &how);
        known.note(bytes, source, name);
        (text, findings, limit)
    })
}

/// Checks files one after another by `rules`, and reports the findings.
pub(crate) fn check_files(
    files: &[PathBuf],
    reporting: &Reporting,
    limits: &TreeLimits,
    rules: &sarif::Rules,
    check: impl Fn(&[u8], &str) -> (String, Vec<Finding>, Option<Limit>),
) -> ExitCode {
    for code in reporting.ignore.iter().chain(&reporting.only) {
        if !rules.iter().any(|(known, _)| known == code) {
            complain(&format!("unknown code {code:?}; findings name their codes in brackets"));
            return ExitCode::from(2);
        }
    }
    let mut checking = Checking { reporting, limits, rules, check, summary: Summary::default() };
    match checking.run(files) {
        Err(error) => {
            if !is_closed_pipe(&error) {
                complain(&format!("{error:#}"));
            }
            ExitCode::from(2)
        }
        Ok(()) if checking.summary.failures > 0 => ExitCode::from(2),
        Ok(()) if checking.summary.errors > 0 => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
    }
}

/// A check of many files. Findings are printed file by file, so that memory doesn't grow with the number of
/// files.
struct Checking<'a, C> {
    reporting: &'a Reporting,
    limits: &'a TreeLimits,
    rules: &'a sarif::Rules,
    check: C,
    summary: Summary,
}

/// Numbers over all files.
#[derive(Default)]
struct Summary {
    files: usize,
    errors: usize,
    notes: usize,
    /// Files that could not be checked.
    failures: usize,
}

impl<C> Checking<'_, C>
where
    C: Fn(&[u8], &str) -> (String, Vec<Finding>, Option<Limit>),
{
    fn run(&mut self, files: &[PathBuf]) -> Result<()> {
        let standard_input = [PathBuf::from("-")];
        let files = if files.is_empty() { &standard_input[..] } else { files };
        if self.reporting.quiet {
            for file in files {
                self.file(file);
            }
            return Ok(());
        }
        let mut out = stdout();
        match self.reporting.format {
            Format::Text => return self.write_text(files),
            Format::Json => {
                let objects = files.iter().flat_map(|file| {
                    let Some((name, source, findings)) = self.file(file) else { return Vec::new() };
                    let placed = json::place(&name, &source, self.first(&name, &findings));
                    placed.iter().filter_map(|it| serde_json::to_value(it).ok()).collect()
                });
                serde_json::to_writer_pretty(&mut out, &Streamed::new(objects))?;
            }
            Format::Sarif => {
                let rules = self.rules;
                let results = files.iter().flat_map(|file| {
                    let Some((name, source, findings)) = self.file(file) else { return Vec::new() };
                    sarif::results(rules, file, &source, self.first(&name, &findings))
                });
                serde_json::to_writer_pretty(&mut out, &sarif::log(rules, results))?;
            }
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }

    fn write_text(&mut self, files: &[PathBuf]) -> Result<()> {
        const DEFAULT_MAX: usize = 100;
        let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        // The renderer takes care of control characters, and its own must reach the terminal.
        let mut out = io::BufWriter::new(io::stdout().lock());
        let style = text::Style { color, max_findings: self.max(DEFAULT_MAX) };
        for file in files {
            let Some((name, source, findings)) = self.file(file) else { continue };
            out.write_all(text::render(&name, &source, &findings, &style).as_bytes())?;
        }
        if self.summary.errors + self.summary.notes > 0 || io::stdout().is_terminal() {
            let Summary { files, errors, notes, .. } = self.summary;
            let counted = |count, noun| match count {
                1 => format!("1 {noun}"),
                _ => format!("{count} {noun}s"),
            };
            let (errors, files) = (counted(errors, "error"), counted(files, "file"));
            let notes = match notes {
                0 => String::new(),
                notes => format!(" and {}", counted(notes, "note")),
            };
            writeln!(out, "{errors}{notes} in {files}")?;
        }
        out.flush()?;
        Ok(())
    }

    /// Checks a file; returns its name, text and findings. A failure is reported, and the other files are
    /// checked nevertheless.
    fn file(&mut self, file: &Path) -> Option<(String, String, Vec<Finding>)> {
        self.summary.files += 1;
        let most = self.limits.input.max_input_bytes;
        let bytes = match input::read(Some(file), most) {
            Ok(bytes) => bytes,
            Err(error) => {
                complain(&format!("{error:#}"));
                self.summary.failures += 1;
                return None;
            }
        };
        let name = input::name(Some(file));
        let (source, mut findings, limit) = (self.check)(&bytes, &name);
        if let Err(error) = self.limits.check(limit, &name) {
            complain(&format!("{error:#}"));
            self.summary.failures += 1;
        }
        let Reporting { ignore, only, .. } = self.reporting;
        findings.retain(|finding| {
            let is = |code: &String| code == finding.code;
            !ignore.iter().any(is) && (only.is_empty() || only.iter().any(is))
        });
        let notes = findings.iter().filter(|finding| finding.is_note).count();
        self.summary.notes += notes;
        self.summary.errors += findings.len() - notes;
        Some((name, source, findings))
    }

    /// The findings to print in JSON and SARIF; reports how many there are besides.
    fn first<'f>(&self, name: &str, findings: &'f [Finding]) -> &'f [Finding] {
        const DEFAULT_MAX: usize = 10_000;
        let first = &findings[..findings.len().min(self.max(DEFAULT_MAX))];
        let left = findings.len() - first.len();
        if left > 0 {
            complain(&format!("{name}: {left} more findings (--max-findings)"));
        }
        first
    }

    fn max(&self, default: usize) -> usize {
        match self.reporting.max_findings {
            None => default,
            Some(0) => usize::MAX,
            Some(most) => most,
        }
    }
}
