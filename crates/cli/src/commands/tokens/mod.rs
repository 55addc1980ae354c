//! `sapwood tokens`

mod state;

use std::{io, path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use sapwood::{
    CHUNK_LENGTH, Limit, ParseError, Span,
    encoding::{Decoder, sniff},
    tokenizer::{Feedback, State, Token, TokenSink, Tokenizer},
};
use serde::Serialize;

use crate::{
    encoding_options::EncodingOptions,
    input::{self, Expected, InputOptions},
    json::{self, PlacedError},
    json_writer::{JsonWriter, write_json},
    limits::InputLimits,
    mistaken::word,
    output::{Output, OutputOptions, with_stdout},
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Start in this state, such as `Data`, `RCDATA` or `script-data`
    #[arg(short, long, value_name = "NAME", value_parser = state::parse, default_value = "Data")]
    state: State,
    /// Assume that this was the last start tag: its end tag ends RCDATA, RAWTEXT and script data
    #[arg(long, value_name = "NAME", value_parser = word)]
    last_start_tag: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    #[command(flatten)]
    limits: InputLimits,
    #[command(flatten)]
    output: OutputOptions,
}

/// The only input of a command.
#[derive(Args)]
pub(crate) struct Source {
    /// Read this file; standard input if none or `-`
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,
    #[command(flatten)]
    input: InputOptions,
}

/// A sink that writes each token as JSON.
pub(crate) struct Writer<'j, 'w, 'o> {
    json: &'j mut JsonWriter<'w, 'o>,
    /// Adjacent texts, joined.
    text: String,
    pub(crate) errors: Vec<ParseError>,
    /// The first failure; nothing is written after it.
    result: io::Result<()>,
}

impl<'j, 'w, 'o> Writer<'j, 'w, 'o> {
    fn new(json: &'j mut JsonWriter<'w, 'o>) -> Self {
        Self { json, text: String::new(), errors: Vec::new(), result: Ok(()) }
    }

    /// Writes what is left; returns the errors of the tokens.
    fn finish(mut self) -> io::Result<Vec<ParseError>> {
        self.flush_text();
        self.result.map(|()| self.errors)
    }

    /// Adds to the current text.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn write<T: Serialize>(&mut self, token: T) {
        if self.result.is_ok() {
            self.result = self.json.value(&token);
        }
    }

    pub(crate) fn flush_text(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.write(("Character", text));
        }
    }
}

/// Writes the tokens of `text` as `{"output", "errors"}`, and checks that no limit was reached.
///
/// `tokenize` is called with pieces of the text, and with `None` at its end. It returns the limit that the tokenizer
/// has reached. If the input was cut at the limit `cut`, the text has no end.
pub(crate) fn write_tokens(
    (text, errors): (&str, &[ParseError]),
    (bytes, name): (usize, &str),
    mut cut: Option<Limit>,
    limits: &InputLimits,
    output: OutputOptions,
    mut tokenize: impl FnMut(Option<&str>, &mut Writer<'_, '_, '_>) -> Option<Limit>,
) -> Result<Status> {
    let mut limit = None;
    let write = |out: &mut Output<'_>| {
        write_json(out, b'\n', |json| {
            json.begin_object()?;
            json.array("output")?;
            let mut writer = Writer::new(json);
            writer.errors.extend(errors);
            let deadline = limits.deadline();
            let mut left = text;
            while !left.is_empty() && writer.result.is_ok() && limit.is_none() {
                if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                    cut = Some(Limit::Time);
                    break;
                }
                let (piece, rest) = split_piece(left);
                limit = tokenize(Some(piece), &mut writer);
                left = rest;
            }
            if cut.is_none() {
                limit = tokenize(None, &mut writer);
            }
            let errors = writer.finish()?;
            json.end()?;
            let errors = json::place(&errors, text).into_iter();
            let suite_error = |PlacedError { code, line, col, .. }| SuiteError { code, line, col };
            json.list("errors", errors.map(suite_error))?;
            Ok(json.end()?)
        })
    };
    with_stdout(|out| output.limited(&mut Output::new(out), bytes, name, write))?;
    limits.check(limit.or(cut), name)?;
    Ok(Status::Success)
}

/// Splits off the text that is read before the clock is checked again.
fn split_piece(text: &str) -> (&str, &str) {
    let mut end = text.len().min(CHUNK_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}

impl Source {
    /// Reads the file up to the limit on input. Returns its bytes, its name, and the limit if it is longer.
    pub(crate) fn read(&self, expected: &Expected) -> Result<(Vec<u8>, String, Option<Limit>)> {
        let mut bytes = self.input.read(&self.file, expected)?;
        let most = expected.most.unwrap_or(usize::MAX);
        let cut = (bytes.len() > most).then_some(Limit::InputBytes);
        bytes.truncate(most);
        Ok((bytes, input::name(&self.file), cut))
    }
}

impl TokenSink for Writer<'_, '_, '_> {
    const ERRORS: bool = true;

    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        if let Token::Text(text) = token {
            self.text(text);
            return Feedback::Continue;
        }
        self.flush_text();
        match token {
            Token::Text(_) | Token::Eof => {}
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter().map(|it| (it.name.text, it.value));
                let start = ("StartTag", tag.name.text, Attributes(attributes));
                match tag.self_closing {
                    true => self.write((start.0, start.1, start.2, true)),
                    false => self.write(start),
                }
            }
            Token::EndTag(tag) => self.write(("EndTag", tag.name.text)),
            Token::Comment(data) => self.write(("Comment", data)),
            Token::ProcessingInstruction { target, data } => {
                self.write(("ProcessingInstruction", target, data));
            }
            Token::Doctype(doctype) => self.write((
                "DOCTYPE",
                doctype.name,
                doctype.public_id,
                doctype.system_id,
                !doctype.force_quirks,
            )),
        }
        Feedback::Continue
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// Names and values of attributes as an object, in source order.
pub(crate) struct Attributes<I>(pub(crate) I);

impl<'a, I: Iterator<Item = (&'a str, &'a str)> + Clone> Serialize for Attributes<I> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}

/// A parse error in the format of the tokenizer suite.
#[derive(Serialize)]
struct SuiteError {
    code: &'static str,
    line: usize,
    col: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status> {
    let Arguments { source, state, last_start_tag, encoding, limits, output } = arguments;
    let (bytes, name, cut) = source.read(&encoding.expected(limits.max_input_bytes()))?;
    let sniffed = sniff(&bytes, &encoding.sniffing());
    encoding.note(&bytes, sniffed.source, &name);
    let mut html = String::new();
    let mut decoder = Decoder::new(sniffed.encoding, sniffed.bom_len);
    let mut left = &bytes[..];
    while let Some(text) = decoder.decode(&mut left) {
        html.push_str(text);
    }
    if cut.is_none() {
        html.extend(decoder.finish());
    }
    let options = limits.of_tokenizer().state(*state).last_start_tag(last_start_tag.clone());
    let mut tokenizer = Tokenizer::new(options);
    write_tokens((&html, &[]), (bytes.len(), &name), cut, limits, *output, |piece, writer| {
        match piece {
            Some(piece) => drop(tokenizer.feed(piece, writer)),
            None => tokenizer.finish(writer),
        }
        tokenizer.limit()
    })
}
