//! `sapwood tokens`

use std::{io, path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use sapwood::{
    Limit, ParseError, Span,
    encoding::{Decoder, sniff},
    tokenizer::{self, Feedback, State, Token, TokenSink, Tokenizer},
};
use serde::Serialize;

use crate::{
    encoding::Known,
    input,
    json::{self, PlacedError},
    json_writer::{JsonWriter, write_line},
    limits::InputLimits,
    output::OutputOptions,
    state,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Read this file; standard input if none or `-`
    file: Option<PathBuf>,
    /// Start in this state, such as `Data`, `RCDATA` or `script-data`
    #[arg(long, value_name = "NAME", value_parser = state::parse, default_value = "Data")]
    state: State,
    /// Assume that this was the last start tag: its end tag ends RCDATA, RAWTEXT and script data
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: InputLimits,
    #[command(flatten)]
    output: OutputOptions,
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
    pub(crate) fn new(json: &'j mut JsonWriter<'w, 'o>) -> Self {
        Self { json, text: String::new(), errors: Vec::new(), result: Ok(()) }
    }

    /// Returns `true` if nothing failed so far.
    pub(crate) fn is_good(&self) -> bool {
        self.result.is_ok()
    }

    /// Writes what is left; returns the errors of the tokens.
    pub(crate) fn finish(mut self) -> io::Result<Vec<ParseError>> {
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

/// Writes `{"output", "errors"}`; `tokenize` writes the tokens to the sink that it is given.
pub(crate) fn write_tokens(
    json: &mut JsonWriter<'_, '_>,
    text: &str,
    tokenize: impl FnOnce(&mut Writer<'_, '_, '_>),
) -> Result<()> {
    json.begin_object()?;
    json.key("output")?;
    json.begin_array()?;
    let mut writer = Writer::new(json);
    tokenize(&mut writer);
    let errors = writer.finish()?;
    json.end()?;
    json.key("errors")?;
    json.begin_array()?;
    for error in json::place(&errors, text) {
        json.value(&SuiteError::from(error))?;
    }
    json.end()?;
    Ok(json.end()?)
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
            Token::StartTag(tag) if tag.self_closing => {
                self.write(("StartTag", tag.name.text, Attributes(tag.attributes), true));
            }
            Token::StartTag(tag) => {
                self.write(("StartTag", tag.name.text, Attributes(tag.attributes)));
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

/// Attributes as an object, in source order.
struct Attributes<'a>(sapwood::tree_sink::Attributes<'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().map(|attribute| (attribute.name.text, attribute.value)))
    }
}

/// A parse error in the format of the tokenizer suite.
#[derive(Serialize)]
pub(crate) struct SuiteError {
    code: &'static str,
    line: usize,
    col: usize,
}

impl From<PlacedError> for SuiteError {
    fn from(error: PlacedError) -> Self {
        Self { code: error.code, line: error.line, col: error.col }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let limits = &arguments.limits;
    let most = limits.max_input_bytes;
    let mut bytes = input::read(arguments.file.as_ref(), most)?;
    let mut limit = most.filter(|&most| bytes.len() > most).map(|_| Limit::InputBytes);
    bytes.truncate(most.unwrap_or(usize::MAX));
    let name = input::name(arguments.file.as_deref());
    let sniffed = sniff(&bytes, &arguments.known.sniffing());
    arguments.known.note(&bytes, sniffed.source, &name);
    let mut html = String::new();
    let mut decoder = Decoder::new(sniffed.encoding, sniffed.bom_len);
    let mut left = &bytes[..];
    while let Some(text) = decoder.decode(&mut left) {
        html.push_str(text);
    }
    if limit.is_none() {
        html.extend(decoder.finish());
    }
    arguments.output.with_stdout(bytes.len(), &name, |out| {
        write_line(out, |json| {
            write_tokens(json, &html, |writer| {
                limit = tokenize(&html, limit, arguments, writer);
            })
        })
    })?;
    limits.check(limit, &name)
}

/// Feeds `html` to a tokenizer, and ends it unless `limit` was reached before; returns the limit that ended
/// it.
fn tokenize(
    html: &str,
    mut limit: Option<Limit>,
    arguments: &Arguments,
    writer: &mut Writer<'_, '_, '_>,
) -> Option<Limit> {
    let mut tokenizer = Tokenizer::new(tokenizer::Options {
        state: arguments.state,
        last_start_tag: arguments.last_start_tag.clone(),
        ..arguments.limits.of_tokenizer()
    });
    let deadline = arguments.limits.deadline();
    let mut left = html;
    while !left.is_empty() && writer.is_good() && tokenizer.limit().is_none() {
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            limit = Some(Limit::Time);
            break;
        }
        let (piece, rest) = split_piece(left);
        tokenizer.feed(piece, writer);
        left = rest;
    }
    if limit.is_none() {
        tokenizer.finish(writer);
    }
    tokenizer.limit().or(limit)
}

/// Splits off the text that is read before the clock is checked again.
pub(crate) fn split_piece(text: &str) -> (&str, &str) {
    const PIECE: usize = 1 << 16;
    let mut end = text.len().min(PIECE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}
