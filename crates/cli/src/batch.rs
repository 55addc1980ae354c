//! `sapwood batch`

use std::{
    io::{BufRead, BufReader},
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use sapwood::{
    Document, Limit, Options,
    encoding::{Encoding, SniffOptions, encoding_of_content_type, encoding_rs::UTF_8},
    xml,
};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    encoding::Known,
    in_order::{for_each_file, in_order},
    input,
    json::{self, PlacedError},
    json_writer::JsonWriter,
    limits::TreeLimits,
    operation::Operation,
    output::{Output, OutputOptions},
    request::{Request, Source, Type},
    tree,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Read JSON Lines from FILE: `{"id"?: any, "html": string, "fragment"?: string, "scripting"?: bool}`,
    /// or `"bytes_b64": string, "content_type"?: string` in place of `html`; with `"type": "xml"`, the text
    /// is `xml`, and `"html_references"?: bool`; standard input if no file or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read each FILE as a page; its path is the `id` of its answer
    #[arg(long)]
    pages: bool,
    #[command(flatten)]
    operation: Operation,
    /// Parse N lines or pages at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// For `bytes_b64` and pages; `content_type` takes precedence over `--http-charset`
    #[command(flatten)]
    known: Known,
    /// For each document; the answer's `limit` is the one that was reached
    #[command(flatten)]
    limits: TreeLimits,
    #[command(flatten)]
    output: OutputOptions,
}

/// A document that was parsed for an answer.
struct Parsed {
    document: Document,
    is_xml: bool,
    /// Encoding that bytes were read in.
    encoding: Option<&'static Encoding>,
    limit: Option<Limit>,
    errors: Vec<PlacedError>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<()> {
    if arguments.pages {
        return for_each_file(&arguments.files, arguments.threads, |out, file| {
            write_page(out, file, arguments)
        });
    }
    let path = match &arguments.files[..] {
        [] => None,
        [path] => Some(path.as_path()),
        _ => bail!("batch reads one file of lines; give one, or --pages if the files are pages"),
    };
    let name = input::name(path);
    let lines = Lines {
        input: BufReader::with_capacity(1 << 16, input::open(path)?),
        name: name.clone(),
        number: 0,
    };
    let (mut count, mut failures) = (0, 0);
    let work = |out: &mut Output<'_>, (number, line): (usize, Vec<u8>)| {
        write_answer(out, number, &line, arguments)
    };
    in_order(lines, arguments.threads, work, |outcome| {
        count += 1;
        failures += usize::from(outcome.is_err());
    })?;
    if failures > 0 {
        bail!("{name}: {failures} of {count} lines failed; their answers have an \"error\"");
    }
    Ok(())
}

/// The lines that aren't blank, with their numbers.
struct Lines<R> {
    input: R,
    name: String,
    number: usize,
}

impl<R: BufRead> Iterator for Lines<R> {
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
fn write_page(out: &mut Output<'_>, file: &Path, arguments: &Arguments) -> Result<()> {
    let name = input::name(Some(file));
    let id = to_raw_value(&name)?;
    let bytes = input::read(Some(file), arguments.limits.input.max_input_bytes);
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
            let parsed = parse_bytes(&bytes?, None, false, arguments.known.sniffing(), arguments)?;
            Ok((Some(&*id), parsed, None))
        },
    )
    .with_context(|| name.clone())
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
        write_members(&mut json, id, &parsed, note.as_deref(), &arguments.operation)
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
    json.end_line()?;
    written
}

fn write_members(
    json: &mut JsonWriter<'_, '_>,
    id: Option<&RawValue>,
    parsed: &Parsed,
    note: Option<&str>,
    operation: &Operation,
) -> Result<()> {
    json.begin_object()?;
    json.key("id")?;
    json.raw(id.map_or("null", RawValue::get))?;
    operation.write(json, &parsed.document, parsed.is_xml)?;
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
    json.list("errors", &parsed.errors)?;
    Ok(())
}

/// Parses the document of a request; returns a note on how it was read, too.
fn parse_request(request: &Request<'_>, arguments: &Arguments) -> Result<(Parsed, Option<String>)> {
    let named = request.content_type.as_deref().and_then(encoding_of_content_type);
    let context = request.fragment.as_deref();
    let mut sniffing = arguments.known.sniffing();
    sniffing.http_charset = named.or(sniffing.http_charset);
    match (request.source()?, request.r#type) {
        (Source::Bytes(bytes), Type::Html) => {
            let scripting = request.scripting;
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
            let options = options(request.scripting, arguments);
            let (document, errors, limit) = tree::parse_text(&text, context, &options)?;
            Ok((Parsed { document, is_xml: false, encoding: None, limit, errors }, note))
        }
    }
}

fn options(scripting: bool, arguments: &Arguments) -> Options {
    Options::default().scripting(scripting).errors(true).limits(arguments.limits.limits())
}

fn parse_bytes(
    bytes: &[u8],
    context: Option<&str>,
    scripting: bool,
    sniffing: SniffOptions,
    arguments: &Arguments,
) -> Result<Parsed> {
    let tree::Parsed { document, errors, encoding, limit, .. } =
        tree::parse(bytes, context, options(scripting, arguments), sniffing)?;
    Ok(Parsed { document, is_xml: false, encoding: Some(encoding), limit, errors })
}

fn parse_xml(
    decoded: &xml::Decoded<'_>,
    request: &Request<'_>,
    arguments: &Arguments,
    is_bytes: bool,
) -> Parsed {
    let options = xml::Options::default()
        .errors(true)
        .html_references(request.html_references)
        .limits(arguments.limits.limits());
    let parsed = decoded.parse(&options);
    Parsed {
        document: parsed.document,
        is_xml: true,
        encoding: is_bytes.then_some(decoded.encoding),
        limit: parsed.limit,
        errors: json::place(&parsed.errors, &decoded.text),
    }
}
