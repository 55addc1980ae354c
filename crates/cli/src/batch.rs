//! `sapwood batch`
//!
//! A thread reads lines, others parse them, and the main thread writes what they answer in the order
//! of the lines. The queue of answers is bounded, so a slow reader of our output slows the reading:
//! no more than a few lines a thread are in memory.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Write},
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread,
};

use anyhow::{Context, Result, bail};
use base64::{Engine, engine::general_purpose::STANDARD};
use clap::Args;
use sapwood::{
    Limit, Limits, Options,
    encoding::{SniffOptions, encoding_of_content_type, encoding_rs::UTF_8},
    xml,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    encoding::Known,
    input,
    json::{self, PlacedError},
    limits::TreeLimits,
    many::{self, Done},
    operation::{Operation, Outcome},
    tree,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// JSON Lines: `{"id": any, "html": string, "fragment"?: string, "scripting"?: bool}`, or in place of
    /// `html` `"bytes_b64": string, "content_type"?: string`; standard input if none or `-`. With
    /// `"type": "xml"` it is XML, which may be called `xml` in place of `html`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The files are pages: an answer for each, whose id is its path. With it there may be many of them
    #[arg(long)]
    pages: bool,
    #[command(flatten)]
    operation: Operation,
    /// How many lines or pages to parse at once; all processors if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Of the bytes in lines that have them; `content_type` comes before `--transport-charset`
    #[command(flatten)]
    known: Known,
    /// Of each document by itself; a response tells of the one that was reached
    #[command(flatten)]
    limits: TreeLimits,
}

/// A line of the input.
#[derive(Deserialize)]
struct Request<'a> {
    /// Given back as it is written.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    html: Option<Cow<'a, str>>,
    #[serde(borrow)]
    bytes_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    content_type: Option<Cow<'a, str>>,
    fragment: Option<String>,
    #[serde(default)]
    scripting: bool,
    /// What it is: HTML if not given.
    #[serde(default)]
    r#type: Type,
    #[serde(borrow)]
    xml: Option<Cow<'a, str>>,
    /// Whether HTML's named references are known in XML.
    #[serde(default)]
    html_references: bool,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Type {
    #[default]
    Html,
    Xml,
}

/// A line of the output.
#[derive(Serialize)]
struct Response<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    outcome: Outcome<'a>,
    quirks: &'static str,
    /// The encoding that bytes were read in.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    /// Why the parse ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    errors: Vec<PlacedError>,
}

/// A line of the output where the input's line is no request.
#[derive(Serialize)]
struct Refusal<'a> {
    line: usize,
    error: &'a str,
}

/// A line to be parsed, and where the answer goes.
struct Job {
    number: usize,
    line: Vec<u8>,
    answer: Sender<Answer>,
}

struct Answer {
    text: Vec<u8>,
    good: bool,
}

/// The answers to come, in the order of their lines; a failure to read ends them.
type Answers = Receiver<Place>;

/// The number of a line, and where its answer will be.
type Place = Result<(usize, Receiver<Answer>)>;

/// How many lines may wait for each thread.
const AHEAD: usize = 16;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.pages {
        return run_pages(arguments);
    }
    let path = match &arguments.files[..] {
        [] => None,
        [path] => Some(path.as_path()),
        _ => bail!("several files of lines; give one, or --pages if they are pages"),
    };
    let input = BufReader::with_capacity(1 << 16, input::open(path)?);
    let threads = match arguments.threads {
        Some(threads) => threads.get(),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let (jobs, taken) = mpsc::channel();
    let (order, answers) = mpsc::sync_channel(threads.saturating_mul(AHEAD).min(1 << 16));
    let taken = Arc::new(Mutex::new(taken));
    for _ in 0..threads {
        let (taken, how) = (Arc::clone(&taken), How::of(arguments));
        thread::Builder::new().spawn(move || work(&taken, &how)).context("no thread to be had")?;
    }
    let name = input::name(path);
    thread::Builder::new()
        .spawn(move || read_lines(input, &jobs, &order, &name))
        .context("no thread to be had")?;
    let (lines, bad) = write_answers(&answers)?;
    if bad > 0 {
        bail!("{}: {bad} of {lines} lines are no requests", input::name(path));
    }
    Ok(())
}

/// Answers for each page as for a line that has its bytes.
fn run_pages(arguments: &Arguments) -> Result<()> {
    let how = How::of(arguments);
    let files = many::or_standard_input(&arguments.files);
    many::for_each(&files, arguments.threads, |file| {
        let answer = || -> Result<Vec<u8>> {
            let most = arguments.limits.input.max_input_bytes;
            let bytes = input::read(Some(&file.to_owned()), most)?;
            let options = Options::default().errors(true).limits(how.limits.clone());
            let parsed = tree::parse(&bytes, None, options, how.sniffing.clone())?;
            let id = serde_json::value::to_raw_value(&input::name(Some(file)))?;
            let mut answer = serde_json::to_vec(&Response {
                id: Some(&id),
                outcome: how.operation.outcome(&parsed.document, false)?,
                quirks: json::quirks(parsed.document.quirks_mode()),
                encoding: Some(parsed.encoding.name()),
                limit: parsed.limit.map(Limit::as_str),
                errors: parsed.errors,
            })?;
            answer.push(b'\n');
            Ok(answer)
        };
        match answer() {
            Ok(output) => Done { output, error: None },
            Err(error) => Done { output: Vec::new(), error: Some(error) },
        }
    })
}

/// How documents are read, and what is done with them.
struct How {
    sniffing: SniffOptions,
    limits: Limits,
    operation: Operation,
}

impl How {
    fn of(arguments: &Arguments) -> Self {
        Self {
            sniffing: arguments.known.sniffing(),
            limits: arguments.limits.limits(),
            operation: arguments.operation.clone(),
        }
    }
}

/// Hands each line that isn't blank to the workers, and its answer's place to the writer.
fn read_lines(mut input: impl BufRead, jobs: &Sender<Job>, order: &SyncSender<Place>, name: &str) {
    for number in 1.. {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                let _ = order.send(Err(anyhow::Error::new(error).context(name.to_owned())));
                return;
            }
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (answer, place) = mpsc::channel();
        // The writer is gone when nobody reads our output; then there is nothing left to do.
        if order.send(Ok((number, place))).is_err()
            || jobs.send(Job { number, line, answer }).is_err()
        {
            return;
        }
    }
}

fn work(jobs: &Mutex<Receiver<Job>>, how: &How) {
    loop {
        let Ok(next) = jobs.lock().map(|jobs| jobs.recv()) else { return };
        let Ok(job) = next else { return };
        let answer = match answer(&job.line, how) {
            Ok(text) => Answer { text, good: true },
            Err(error) => Answer { text: refusal(job.number, &format!("{error:#}")), good: false },
        };
        // An answer that nobody waits for is of no use to anyone.
        let _ = job.answer.send(answer);
    }
}

fn answer(line: &[u8], how: &How) -> Result<Vec<u8>> {
    let How { sniffing, limits, operation } = how;
    let line = str::from_utf8(line)
        .map_err(|error| anyhow::anyhow!("not UTF-8 at byte {}", error.valid_up_to()))?;
    let request: Request<'_> = serde_json::from_str(line.trim_ascii())?;
    if request.r#type == Type::Xml {
        return answer_xml(&request, how);
    }
    if request.xml.is_some() {
        bail!("xml without \"type\":\"xml\"");
    }
    let options =
        Options::default().scripting(request.scripting).errors(true).limits(limits.clone());
    let context = request.fragment.as_deref();
    let (document, errors, limit, encoding) = match (&request.html, &request.bytes_b64) {
        (Some(html), None) => {
            let (document, errors, limit) = tree::parse_text(html, context, &options)?;
            (document, errors, limit, None)
        }
        (None, Some(base64)) => {
            let bytes = STANDARD.decode(base64.as_bytes()).context("bytes_b64")?;
            let mut sniffing = sniffing.clone();
            let named = request.content_type.as_deref().and_then(encoding_of_content_type);
            sniffing.transport = named.or(sniffing.transport);
            let tree::Parsed { document, errors, encoding, limit, .. } =
                tree::parse(&bytes, context, options, sniffing)?;
            (document, errors, limit, Some(encoding.name()))
        }
        (None, None) => bail!("neither html nor bytes_b64"),
        (Some(_), Some(_)) => bail!("both html and bytes_b64"),
    };
    Ok(serde_json::to_vec(&Response {
        id: request.id,
        outcome: operation.outcome(&document, false)?,
        quirks: json::quirks(document.quirks_mode()),
        encoding,
        limit: limit.map(Limit::as_str),
        errors,
    })?)
}

fn answer_xml(request: &Request<'_>, how: &How) -> Result<Vec<u8>> {
    let How { sniffing, limits, operation } = how;
    if request.fragment.is_some() {
        bail!("XML has no fragments in a context");
    }
    let options = xml::Options::default()
        .errors(true)
        .html_references(request.html_references)
        .limits(limits.clone());
    let text = request.xml.as_ref().or(request.html.as_ref());
    let bytes;
    let decoded = match (text, &request.bytes_b64) {
        (Some(_), None) if request.xml.is_some() && request.html.is_some() => {
            bail!("both xml and html")
        }
        (Some(text), None) => xml::decode(text.as_bytes(), Some(UTF_8)),
        (None, Some(base64)) => {
            bytes = STANDARD.decode(base64.as_bytes()).context("bytes_b64")?;
            let named = request.content_type.as_deref().and_then(encoding_of_content_type);
            xml::decode(&bytes, sniffing.override_encoding.or(named).or(sniffing.transport))
        }
        (None, None) => bail!("neither xml nor bytes_b64"),
        (Some(_), Some(_)) => bail!("both xml and bytes_b64"),
    };
    let parsed = decoded.parse(&options);
    Ok(serde_json::to_vec(&Response {
        id: request.id,
        outcome: operation.outcome(&parsed.document, true)?,
        quirks: json::quirks(parsed.document.quirks_mode()),
        encoding: request.bytes_b64.as_ref().map(|_| decoded.encoding.name()),
        limit: parsed.limit.map(Limit::as_str),
        errors: json::place(&parsed.errors, &decoded.text),
    })?)
}

fn refusal(line: usize, error: &str) -> Vec<u8> {
    serde_json::to_vec(&Refusal { line, error }).unwrap_or_default()
}

/// Writes the answers as they come; returns how many there were and how many of them refusals.
fn write_answers(answers: &Answers) -> Result<(usize, usize)> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut lines, mut bad) = (0, 0);
    loop {
        let next = match answers.try_recv() {
            Ok(next) => next,
            Err(_) => {
                // Nothing is waiting: whoever feeds us line by line wants what there is.
                out.flush()?;
                match answers.recv() {
                    Ok(next) => next,
                    Err(_) => return Ok((lines, bad)),
                }
            }
        };
        let (number, place) = next?;
        let answer = place
            .recv()
            .unwrap_or_else(|_| Answer { text: refusal(number, "no answer"), good: false });
        out.write_all(&answer.text)?;
        out.write_all(b"\n")?;
        lines += 1;
        bad += usize::from(!answer.good);
    }
}
