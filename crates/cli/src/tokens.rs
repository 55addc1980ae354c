//! `sapwood tokens`

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Instant,
};

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
    limits::InputLimits,
    state, with_stdout,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The HTML; standard input if none or `-`
    file: Option<PathBuf>,
    /// The state to start in, such as `Data`, `RCDATA` or `script-data`
    #[arg(long, value_name = "NAME", value_parser = state::parse, default_value = "Data")]
    state: State,
    /// The start tag whose end tag ends RCDATA, RAWTEXT and script data
    #[arg(long, value_name = "NAME")]
    last_start_tag: Option<String>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: InputLimits,
}

/// Writes each token as it comes.
pub(crate) struct Writer<'w> {
    out: &'w mut dyn Write,
    /// Runs of text, joined until another token comes.
    text: String,
    first: bool,
    pub(crate) errors: Vec<ParseError>,
    /// The first failure; nothing is written after it.
    result: io::Result<()>,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, text: String::new(), first: true, errors: Vec::new(), result: Ok(()) }
    }

    /// Whether all could be written so far.
    pub(crate) fn is_good(&self) -> bool {
        self.result.is_ok()
    }

    /// Gives back what was written to, and the errors.
    pub(crate) fn finish(mut self) -> io::Result<(&'w mut dyn Write, Vec<ParseError>)> {
        self.flush_text();
        self.result.map(|()| (self.out, self.errors))
    }

    /// Takes a run of text.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn write<T: Serialize>(&mut self, token: T) {
        if self.result.is_ok() {
            self.result = self.try_write(token);
        }
    }

    fn try_write<T: Serialize>(&mut self, token: T) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            self.out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *self.out, &token)?;
        Ok(())
    }

    pub(crate) fn flush_text(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.write(("Character", text));
        }
    }
}

impl TokenSink for Writer<'_> {
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

/// Attributes as an object, in their order.
struct Attributes<'a>(sapwood::tree_sink::Attributes<'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().map(|attribute| (attribute.name.text, attribute.value)))
    }
}

/// An error as the tokenizer suite writes it.
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
    with_stdout(|out| {
        out.write_all(b"{\"output\":[")?;
        let mut writer = Writer::new(out);
        let mut tokenizer = Tokenizer::new(tokenizer::Options {
            state: arguments.state,
            last_start_tag: arguments.last_start_tag.clone(),
            ..limits.of_tokenizer()
        });
        let deadline = limits.deadline();
        let mut left = &html[..];
        while !left.is_empty() && writer.is_good() && tokenizer.limit().is_none() {
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                limit = Some(Limit::Time);
                break;
            }
            let (piece, rest) = split_piece(left);
            tokenizer.feed(piece, &mut writer);
            left = rest;
        }
        if limit.is_none() {
            tokenizer.finish(&mut writer);
        }
        limit = tokenizer.limit().or(limit);
        let (out, errors) = writer.finish()?;
        out.write_all(b"],\"errors\":")?;
        let errors: Vec<SuiteError> =
            json::place(&errors, &html).into_iter().map(SuiteError::from).collect();
        serde_json::to_writer(&mut *out, &errors)?;
        out.write_all(b"}\n")?;
        Ok(())
    })?;
    limits.check(limit, &name)
}

/// Cuts off as much as is read between two looks at the clock.
pub(crate) fn split_piece(text: &str) -> (&str, &str) {
    const PIECE: usize = 1 << 16;
    let mut end = text.len().min(PIECE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}
