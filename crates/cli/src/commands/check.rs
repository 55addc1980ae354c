//! `sapwood check`

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use sapwood::Limit;
use sapwood_check::{
    ADVICE, Checked, Finding, check_bytes, json,
    sarif::{self, Streamed},
    text,
};

use crate::{
    files::Parse,
    html_options::HtmlOptions,
    input,
    messages::complain,
    output::{plain_stdout, stdout},
    progress,
    sources::Sources,
    status::Status,
    terminal,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    parsing: HtmlOptions,
}

/// Options on reporting findings.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Print the findings in this format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print at most N findings of each file; 0 for all [default: 100 in text, 10000 in JSON and SARIF].
    /// Text shows each kind of mistake at least once
    #[arg(short, long, value_name = "N")]
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

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let Arguments { sources, reporting, parsing } = arguments;
    let how = parsing.how();
    check_files(sources, reporting, parsing, ADVICE, |bytes, name| {
        let Checked { text, findings, source, limit, .. } =
            check_bytes(bytes, &parsing.encoding.sniffing(), &how);
        parsing.encoding.note(bytes, source, name);
        (text, findings, limit)
    })
}

/// Checks files one after another by `rules`, and reports the findings.
pub(crate) fn check_files<P: Parse>(
    sources: &'static Sources,
    reporting: &Reporting,
    parsing: &P,
    rules: &sarif::Rules,
    check: impl Fn(&[u8], &str) -> (String, Vec<Finding>, Option<Limit>),
) -> Result<Status> {
    for code in reporting.ignore.iter().chain(&reporting.only) {
        if !rules.iter().any(|(known, _)| known == code) {
            bail!("unknown code {code:?}; findings name their codes in brackets");
        }
    }
    if let Some(count) = sources.count() {
        progress::expect_inputs(count);
    }
    let summary = Summary::default();
    let mut checking = Checking { sources, reporting, parsing, rules, check, summary };
    checking.run(sources.paths(P::SYNTAX))?;
    Ok(match checking.summary {
        Summary { failures: 1.., .. } => Status::Failed,
        Summary { errors: 1.., .. } => Status::Findings,
        _ => Status::Success,
    })
}

/// A check of many files. Findings are printed file by file, so that memory doesn't grow with the number of
/// files.
struct Checking<'a, P, C> {
    sources: &'a Sources,
    reporting: &'a Reporting,
    parsing: &'a P,
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

/// A file that was checked.
struct Read {
    file: PathBuf,
    name: String,
    source: String,
    findings: Vec<Finding>,
}

impl<P: Parse, C> Checking<'_, P, C>
where
    C: Fn(&[u8], &str) -> (String, Vec<Finding>, Option<Limit>),
{
    fn run(&mut self, mut files: impl Iterator<Item = Result<PathBuf>>) -> Result<()> {
        if self.reporting.quiet {
            files.for_each(|file| drop(self.file(file)));
            return Ok(());
        }
        let mut out = stdout();
        match self.reporting.format {
            Format::Text => return self.write_text(files),
            Format::Json => {
                let objects = files.by_ref().flat_map(|file| {
                    let Some(Read { name, source, findings, .. }) = self.file(file) else {
                        return Vec::new();
                    };
                    let placed = json::place(&name, &source, self.first(&name, &findings));
                    placed.iter().filter_map(|it| serde_json::to_value(it).ok()).collect()
                });
                serde_json::to_writer_pretty(&mut out, &Streamed::new(objects))?;
            }
            Format::Sarif => {
                let rules = self.rules;
                let results = files.by_ref().flat_map(|file| {
                    let Some(Read { file, name, source, findings }) = self.file(file) else {
                        return Vec::new();
                    };
                    sarif::results(rules, &file, &source, self.first(&name, &findings))
                });
                serde_json::to_writer_pretty(&mut out, &sarif::log(rules, results))?;
            }
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }

    fn write_text(&mut self, files: impl Iterator<Item = Result<PathBuf>>) -> Result<()> {
        const DEFAULT_MAX: usize = 100;
        // The renderer takes care of control characters, and its own must reach the terminal.
        let mut out = plain_stdout();
        let style =
            text::Style { color: terminal::has_colors(), max_findings: self.max(DEFAULT_MAX) };
        for file in files {
            let Some(Read { name, source, findings, .. }) = self.file(file) else { continue };
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

    /// Checks a file. A failure is reported, and the other files are
    /// checked nevertheless.
    fn file(&mut self, file: Result<PathBuf>) -> Option<Read> {
        self.summary.files += 1;
        let bytes = file.and_then(|file| {
            let bytes = self.sources.input.read(&file, &self.parsing.expected())?;
            Ok((file, bytes))
        });
        progress::input_done(bytes.is_err());
        let (file, bytes) = match bytes {
            Ok(read) => read,
            Err(error) => {
                complain(&format!("{error:#}"));
                self.summary.failures += 1;
                return None;
            }
        };
        let name = input::name(&file);
        let (source, mut findings, limit) = (self.check)(&bytes, &name);
        if let Err(error) = self.parsing.limits().check(limit, &name) {
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
        Some(Read { file, name, source, findings })
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
