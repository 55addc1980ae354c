//! `sapwood warc`

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufReader},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use sapwood::Limit;
use sapwood_warc::{
    Columns, Extractor, Format, Limits, Manifest, RowCounts, RowWriter, Runner, Source,
    SourceReport, Spec,
};

use crate::{
    input,
    limits::{Kind, LimitOptions},
    messages::complain,
    mistaken::{unopened, unopened_file},
    output, progress,
    status::Status,
};

/// Each page is a row: of JSON Lines on standard output, or of Parquet with `-o`. Records that cannot be read are
/// rows with an `error`, and pages that reach a limit are rows with what was parsed so far and a `limit`.
///
/// Exit status: 0 if all files were read to their ends; 2 if one was not, or the output could not be written. Rows
/// with an error are counted on standard error, and do not change it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Read these files: .warc, .warc.gz or .warc.zst; standard input if none or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read single records: each FILE is a list with lines of `WARC OFFSET LENGTH`, or a CDXJ index
    #[arg(long, help_heading = "Input")]
    list: bool,
    /// Write these columns: some of warc, offset, length, url, date, status, mime, encoding, title, language,
    /// text, markdown, main_content, chunks, links, meta, json_ld, error, limit and parse_ms, with commas between,
    /// or `all` [default: all but markdown, main_content, chunks and parse_ms]
    #[arg(long, value_name = "NAMES", value_parser = columns, help_heading = "Output")]
    columns: Option<Columns>,
    /// Add the columns of this file: a table `[fields]` in TOML with `name = "css"`, `"css @attribute"` or an
    /// XPath expression; `{ css = "…", all = true }` for a list of all matches. The table `[chunks]` gives the `size`
    /// of a chunk, in characters
    #[arg(long, value_name = "SPEC.toml", help_heading = "Output")]
    extract: Option<PathBuf>,
    /// Write to this file, as JSON Lines if it ends in .jsonl, otherwise as Parquet; `-` for standard output. If it
    /// is a folder, or ends in a slash, write a file for each FILE into it, and `manifest.jsonl`, which lists those
    /// that are done
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write JSON Lines, into a folder, too; the default without `-o`
    #[arg(long, help_heading = "Output")]
    jsonl: bool,
    /// Leave out the files that the manifest of the folder lists with their present size
    #[arg(long, requires = "output", help_heading = "Output")]
    resume: bool,
    /// Parse with N threads [default: the number of processors]
    #[arg(short = 'j', long, value_name = "N", help_heading = "Input")]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    limits: LimitOptions<OfPages>,
}

/// The command `warc`, whose limits are on by default.
struct OfPages;

impl Kind for OfPages {
    const LIMITS: &'static [Limit] = &Limit::SETTABLE;

    fn defaults() -> sapwood::Limits {
        sapwood::Limits::for_pages()
    }
}

fn columns(names: &str) -> Result<Columns, String> {
    names.parse().map_err(|error: sapwood_warc::ColumnsError| error.to_string())
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let spec = match &arguments.extract {
        Some(path) => {
            let name = input::name(path);
            let text = fs::read_to_string(path).map_err(|error| unopened_file(path, error))?;
            Spec::parse(&text).map_err(|error| anyhow!("{name}: {error}"))?
        }
        None => Spec::default(),
    };
    let columns = arguments.columns.clone().unwrap_or_default();
    let limits = Limits::default().parsing(&arguments.limits.limits());
    let extractor = Extractor::new(columns, spec, limits);
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZero::get);
    let runner = Runner::new(&extractor).threads(threads).on_read(progress::bytes_read);
    match arguments.output.as_deref().filter(|path| !input::is_stdin(path)) {
        Some(path) if is_folder(path) => {
            write_folder(path, &runner, &extractor, threads, arguments)
        }
        _ if arguments.resume => bail!("--resume needs a folder as -o"),
        Some(path) => {
            let is_lines = arguments.jsonl
                || path.extension().is_some_and(|it| it.eq_ignore_ascii_case("jsonl"));
            let format = format(is_lines)?;
            write_file(path, format, &extractor, &runner, arguments).map_err(output::of_file)
        }
        None => {
            let mut writer = RowWriter::json_lines(Box::new(output::stdout()));
            let status = write_one(&runner, &mut writer, arguments)?;
            writer.finish()?;
            Ok(status)
        }
    }
}

/// The format of an output file: JSON Lines where they are asked for, otherwise Parquet.
fn format(is_lines: bool) -> Result<Format> {
    if is_lines {
        return Ok(Format::JsonLines);
    }
    #[cfg(feature = "parquet")]
    return Ok(Format::Parquet);
    #[cfg(not(feature = "parquet"))]
    bail!(
        "this program was built without Parquet: name a file that ends in .jsonl, or give --jsonl; \
         `cargo install sapwood-cli --features parquet` builds it with Parquet"
    )
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Writes the rows of all inputs to a file.
fn write_file(
    path: &Path,
    format: Format,
    extractor: &Extractor,
    runner: &Runner,
    arguments: &'static Arguments,
) -> Result<Status> {
    let mut writer = RowWriter::create(path, format, extractor)?;
    let status = write_one(runner, &mut writer, arguments)?;
    writer.finish()?;
    Ok(status)
}

/// Writes the rows of all inputs to one writer.
fn write_one(
    runner: &Runner,
    writer: &mut RowWriter,
    arguments: &'static Arguments,
) -> Result<Status> {
    let default = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { default.to_vec() } else { arguments.files.clone() };
    let mut status = Status::Success;
    let mut sources = Vec::new();
    for path in files {
        match source(&path, arguments.list) {
            Ok(source) => sources.push(source),
            Err(error) => {
                progress::input_done(true);
                complain(&format!("{error:#}"));
                status = Status::Failed;
            }
        }
    }
    for report in runner.run(sources, writer)? {
        progress::input_done(report.failure.is_some());
        status = status.max(tell(&report));
    }
    Ok(status)
}

/// The records of an input.
fn source(path: &Path, is_list: bool) -> Result<Source> {
    let name = input::name(path);
    if is_list {
        let list: Box<dyn io::Read + Send> = match input::is_stdin(path) {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path).map_err(|error| unopened(path, error))?),
        };
        return Ok(Source::list(&name, BufReader::new(list)));
    }
    Ok(match input::is_stdin(path) {
        true => Source::reader(&name, io::stdin()),
        false => {
            // A file that isn't there is reported before the others are read.
            fs::metadata(path).map_err(|error| unopened(path, error))?;
            Source::file(path)
        }
    })
}

/// Reports what failed in a source.
fn tell(report: &SourceReport) -> Status {
    let RowCounts { rows, errors, limited, .. } = report.counts;
    if errors + limited > 0 {
        complain(&format!(
            "{}: {errors} of {rows} rows have an error, {limited} were cut at a limit",
            report.name
        ));
    }
    match &report.failure {
        Some(reason) => {
            complain(&format!("cannot read {}: {reason}", report.name));
            Status::Failed
        }
        None => Status::Success,
    }
}

/// Writes an output for each input into a folder, several at once.
fn write_folder(
    folder: &Path,
    runner: &Runner,
    extractor: &Extractor,
    threads: usize,
    arguments: &Arguments,
) -> Result<Status> {
    if arguments.list
        || arguments.files.is_empty()
        || arguments.files.iter().any(|it| input::is_stdin(it))
    {
        bail!("a folder as -o needs WARC files as input, because outputs have their names");
    }
    let format = format(arguments.jsonl)?;
    let outputs = output_names(&arguments.files, format)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let manifest = Manifest::open(folder, extractor, arguments.resume)?;
    let size = |path: &Path| fs::metadata(path).map_or(0, |it| it.len());
    let all = arguments.files.iter().zip(&outputs);
    let jobs: Vec<_> = all.filter(|(path, _)| !manifest.has(path, size(path))).collect();
    progress::expect_inputs(jobs.len());
    let at_once = threads.min(jobs.len()).max(1);
    let runner = runner.clone().threads(threads / at_once);
    let (manifest, next) = (Mutex::new(manifest), AtomicUsize::new(0));
    let work = || {
        let mut status = Status::Success;
        while let Some((path, name)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = fs::metadata(path)
                .map_err(|error| unopened_file(path, error))
                .and_then(|_| Ok(runner.run_file(path, &folder.join(name), format)?))
                .with_context(|| format!("cannot convert {}", path.display()));
            let outcome = outcome.and_then(|report| {
                let mut manifest = manifest.lock().map_err(|_| anyhow!("a thread has panicked"))?;
                manifest
                    .add(path, size(path), name, &report)
                    .context("cannot write the manifest")?;
                Ok(tell(&report))
            });
            progress::input_done(outcome.is_err());
            status = status.max(outcome.unwrap_or_else(|error| {
                complain(&format!("{error:#}"));
                Status::Failed
            }));
        }
        status
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
        let outcomes = threads.into_iter().map(|thread| thread.join().unwrap_or(Status::Failed));
        Ok(outcomes.max().unwrap_or(Status::Success))
    })
}

/// The names of the outputs of files, which must differ.
fn output_names(files: &[PathBuf], format: Format) -> Result<Vec<String>> {
    let mut inputs: HashMap<String, &Path> = HashMap::new();
    let mut names = Vec::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = [".gz", ".zst"].iter().find_map(|it| name.strip_suffix(it)).unwrap_or(&name);
        let stem = stem.strip_suffix(".warc").unwrap_or(stem);
        let output = format!("{stem}.{}", format.extension());
        if let Some(other) = inputs.insert(output.clone(), path) {
            bail!("{} and {} would both be written to {output}", other.display(), path.display());
        }
        names.push(output);
    }
    Ok(names)
}
