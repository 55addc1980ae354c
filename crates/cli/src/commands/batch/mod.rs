//! `sapwood batch`

mod operation;
mod request;

use std::{
    cell::RefCell,
    io::{BufRead, BufReader, Read},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::Arc,
};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use sapwood::{
    CHUNK_LENGTH, Document, Limit, ParseOptions,
    encoding::{Encoding, SniffOptions, encoding_of_content_type, encoding_rs::UTF_8},
    xml,
};
use serde_json::value::{RawValue, to_raw_value};

use self::{
    operation::Operation,
    request::{Request, Source, Type},
};
use crate::{
    content::Syntax,
    encoding_options::EncodingOptions,
    html_options::{Scripting, Switch},
    in_order::{Jobs, for_each_file, in_order},
    input,
    json::{self, PlacedError},
    json_writer::JsonWriter,
    limits::TreeLimits,
    output::{Output, OutputOptions},
    parse, progress,
    sources::Sources,
    status::Status,
};

/// Each line is `{"id"?: any, "html": string, "fragment"?: string, "scripting"?: bool}`, or has `"bytes_b64":
/// string, "content_type"?: string` in place of `html`; with `"type": "xml"`, the text is `xml`, and
/// `"html_references"?: bool`
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sources: Sources,
    /// Read each FILE as a page; its path is the `id` of its answer
    #[arg(short, long)]
    pages: bool,
    #[command(flatten)]
    operation: Operation,
    /// List the parse errors of each document in its answer; the default with `--op tree` only. `--errors`
    /// alone is `--errors=on`
    #[arg(
        short,
        long,
        value_enum,
        value_name = "on|off",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "on",
        hide_possible_values = true
    )]
    errors: Option<Switch>,
    #[command(flatten)]
    scripting: Scripting,
    /// For `bytes_b64` and pages; `content_type` takes precedence over `--http-charset`
    #[command(flatten)]
    encoding: EncodingOptions,
    /// For each document; the answer's `limit` is the one that was reached
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

thread_local! {
    /// The document of the thread's last answer: the next one is parsed into its memory.
    static RECYCLED: RefCell<Document> = RefCell::default();
}

/// A document that was parsed for an answer.
struct Parsed {
    document: Document,
    is_xml: bool,
    /// Whether it was parsed with scripting.
    scripting: bool,
    /// The context element of a fragment.
    context: Option<String>,
    /// Encoding that bytes were read in.
    encoding: Option<&'static Encoding>,
    limit: Option<Limit>,
    errors: Vec<PlacedError>,
}

impl Arguments {
    /// Whether answers have parse errors.
    fn errors(&self) -> bool {
        self.errors.map_or(self.operation.is_tree(), Switch::is_on)
    }
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let sources = &arguments.sources;
    if arguments.pages {
        return for_each_file(sources, sources.threads, Syntax::Html, |out, file| {
            write_page(out, file, arguments)
        });
    }
    let path = match sources.given() {
        _ if sources.are_recursive() => bail!("batch reads one file of lines; -r is for --pages"),
        [] => Path::new("-"),
        [path] => path.as_path(),
        _ => bail!("batch reads one file of lines; give one, or --pages if the files are pages"),
    };
    let name = input::name(path);
    let lines = Lines {
        input: BufReader::with_capacity(CHUNK_LENGTH, sources.input.open(path)?),
        name: name.clone(),
        number: 0,
    };
    let work = |out: &mut Output<'_>, (number, line): (usize, Vec<u8>)| {
        write_answer(out, number, &line, arguments)
    };
    let ended = |(count, failures): &mut (usize, usize), outcome: Result<()>| {
        progress::input_done(outcome.is_err());
        *count += 1;
        *failures += usize::from(outcome.is_err());
    };
    let (count, failures) =
        in_order(Box::new(lines), b"", sources.threads, Arc::new(work), (0, 0), ended)?;
    if failures > 0 {
        bail!("{name}: {failures} of {count} lines failed; their answers have an \"error\"");
    }
    Ok(Status::Success)
}

/// The lines that aren't blank, with their numbers.
struct Lines<R> {
    input: BufReader<R>,
    name: String,
    number: usize,
}

impl<R: Read + Send> Jobs<(usize, Vec<u8>)> for Lines<R> {
    fn is_buffered(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Result<(usize, Vec<u8>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            match self.input.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(Ok((self.number, line))),
                Err(error) => {
                    let context = format!("cannot read {}", self.name);
                    return Some(Err(anyhow::Error::new(error).context(context)));
                }
            }
        }
    }
}

/// Answers a line; the error is part of the answer.
fn write_answer(
    out: &mut Output<'_>,
    number: usize,
    line: &[u8],
    arguments: &Arguments,
) -> Result<()> {
    write_result(
        out,
        line.len(),
        arguments,
        |json| {
            json.key("line")?;
            json.value(&number)
        },
        || {
            let request = Request::parse(line)?;
            let (parsed, note) = parse_request(&request, arguments)?;
            Ok((request.id, parsed, note))
        },
    )
}

/// Answers for a page as for a line that has its bytes; reports the error as well.
fn write_page(out: &mut Output<'_>, file: &Path, arguments: &Arguments) -> Result<Status> {
    let name = input::name(file);
    let id = to_raw_value(&name)?;
    let expected = arguments.encoding.expected(arguments.limits.max_input_bytes());
    let bytes = arguments.sources.input.read(file, &expected);
    let len = bytes.as_ref().map_or(0, Vec::len);
    write_result(
        out,
        len,
        arguments,
        |json| {
            json.key("id")?;
            json.string(&name)
        },
        || {
            let (scripting, sniffing) =
                (arguments.scripting.is_on(), arguments.encoding.sniffing());
            let parsed = parse_bytes(&bytes?, None, scripting, sniffing, arguments)?;
            Ok((Some(&*id), parsed, None))
        },
    )
    .with_context(|| name.clone())?;
    Ok(Status::Success)
}

/// Writes an answer. If it fails, it is ended with an `error`, preceded by `identity` if nothing was written.
fn write_result<'r>(
    out: &mut Output<'_>,
    input_len: usize,
    arguments: &Arguments,
    identity: impl FnOnce(&mut JsonWriter<'_, '_>) -> std::io::Result<()>,
    parse: impl FnOnce() -> Result<(Option<&'r RawValue>, Parsed, Option<String>)>,
) -> Result<()> {
    out.limit(arguments.output.limit(input_len));
    let mut json = JsonWriter::new(out);
    let mut is_begun = false;
    // A panic is an error of this answer alone.
    let written = catch_unwind(AssertUnwindSafe(|| {
        let (id, parsed, note) = parse()?;
        is_begun = true;
        let written = write_members(&mut json, id, &parsed, note.as_deref(), arguments);
        RECYCLED.set(parsed.document);
        written
    }));
    let written = written.unwrap_or_else(|_| Err(anyhow!("internal error: the parser panicked")));
    if let Err(error) = &written {
        json.recover(1)?;
        if !is_begun {
            json.begin_object()?;
            identity(&mut json)?;
        }
        json.member("error", &format!("{error:#}"))?;
    }
    json.end_record(b'\n')?;
    written
}

fn write_members(
    json: &mut JsonWriter<'_, '_>,
    id: Option<&RawValue>,
    parsed: &Parsed,
    note: Option<&str>,
    arguments: &Arguments,
) -> Result<()> {
    json.begin_object()?;
    json.key("id")?;
    json.raw(id.map_or("null", RawValue::get))?;
    arguments.operation.write(json, parsed)?;
    json.member("quirks", json::quirks(parsed.document.quirks_mode()))?;
    if let Some(encoding) = parsed.encoding {
        json.member("encoding", encoding.name())?;
    }
    if let Some(limit) = parsed.limit {
        json.member("limit", limit.as_str())?;
    }
    if let Some(note) = note {
        json.member("note", note)?;
    }
    if arguments.errors() {
        json.list("errors", &parsed.errors)?;
    }
    Ok(())
}

/// Parses the document of a request; returns a note on how it was read, too.
fn parse_request(request: &Request<'_>, arguments: &Arguments) -> Result<(Parsed, Option<String>)> {
    let named = request.content_type.as_deref().and_then(encoding_of_content_type);
    let context = request.fragment.as_deref();
    let mut sniffing = arguments.encoding.sniffing();
    sniffing.http_charset = named.or(sniffing.http_charset);
    match (request.source()?, request.r#type) {
        (Source::Bytes(bytes), Type::Html) => {
            let scripting = scripting(request, arguments);
            Ok((parse_bytes(&bytes, context, scripting, sniffing, arguments)?, None))
        }
        (_, Type::Xml) if context.is_some() => bail!("\"fragment\" is for HTML only"),
        (Source::Bytes(bytes), Type::Xml) => {
            let encoding = sniffing.override_encoding.or(sniffing.http_charset);
            Ok((parse_xml(&xml::decode(&bytes, encoding), request, arguments, true), None))
        }
        (Source::Text { text, lone_surrogates }, r#type) => {
            let note = (lone_surrogates > 0)
                .then(|| format!("lone surrogates read as U+FFFD: {lone_surrogates}"));
            if r#type == Type::Xml {
                let decoded = xml::decode(text.as_bytes(), Some(UTF_8));
                return Ok((parse_xml(&decoded, request, arguments, false), note));
            }
            let scripting = scripting(request, arguments);
            let options = options(scripting, arguments);
            let (document, errors, limit) = parse::parse_text(&text, context, &options)?;
            let context = request.fragment.clone();
            let (is_xml, encoding) = (false, None);
            let parsed = Parsed { document, is_xml, scripting, context, encoding, limit, errors };
            Ok((parsed, note))
        }
    }
}

/// Whether a request is parsed with scripting: as it says, otherwise as the command line says.
fn scripting(request: &Request<'_>, arguments: &Arguments) -> bool {
    request.scripting.unwrap_or(arguments.scripting.is_on())
}

fn options(scripting: bool, arguments: &Arguments) -> ParseOptions {
    let limits = arguments.limits.limits();
    ParseOptions::default().scripting(scripting).errors(arguments.errors()).limits(limits)
}

fn parse_bytes(
    bytes: &[u8],
    context: Option<&str>,
    scripting: bool,
    sniffing: SniffOptions,
    arguments: &Arguments,
) -> Result<Parsed> {
    let parse::Parsed { document, errors, encoding, limit, .. } =
        parse::parse(RECYCLED.take(), bytes, context, options(scripting, arguments), sniffing)?;
    let context = context.map(str::to_owned);
    let (is_xml, encoding) = (false, Some(encoding));
    Ok(Parsed { document, is_xml, scripting, context, encoding, limit, errors })
}

fn parse_xml(
    decoded: &xml::Decoded<'_>,
    request: &Request<'_>,
    arguments: &Arguments,
    is_bytes: bool,
) -> Parsed {
    let options = xml::XmlParseOptions::default()
        .errors(arguments.errors())
        .html_references(request.html_references)
        .limits(arguments.limits.limits());
    let parsed = decoded.parse(&options);
    Parsed {
        document: parsed.document,
        is_xml: true,
        scripting: false,
        context: None,
        encoding: is_bytes.then_some(decoded.encoding),
        limit: parsed.limit,
        errors: json::place(&parsed.errors, &decoded.text),
    }
}
