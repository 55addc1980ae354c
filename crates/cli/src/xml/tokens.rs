//! `sapwood xml tokens`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use sapwood::{
    Limit, ParseError, Span,
    xml::tokenizer::{Attribute, Feedback, Tag, Token, TokenSink, Tokenizer},
};
use serde::Serialize;

use super::Source;
use crate::{
    json_writer::write_line,
    limits::InputLimits,
    output::OutputOptions,
    tokens::{Writer, split_piece, write_tokens},
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: InputLimits,
    #[command(flatten)]
    output: OutputOptions,
}

impl TokenSink for Writer<'_, '_, '_> {
    const ERRORS: bool = true;

    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        if let Token::Text(text) | Token::EscapedText(text) = token {
            self.text(text);
            return Feedback::Continue;
        }
        self.flush_text();
        match token {
            Token::Text(_) | Token::EscapedText(_) | Token::Eof => {}
            Token::StartTag(tag) => self.write(("StartTag", tag.name, Attributes(tag))),
            Token::EmptyTag(tag) => self.write(("EmptyTag", tag.name, Attributes(tag))),
            Token::EndTag(name) => self.write(("EndTag", name)),
            Token::ShortEndTag => self.write(("ShortTag", "")),
            Token::Comment(data) => self.write(("Comment", data)),
            Token::ProcessingInstruction { target, data } => self.write(("PI", target, data)),
            Token::Doctype(doctype) => self.write((
                "DOCTYPE",
                doctype.lowercase_name(),
                doctype.public_id,
                doctype.system_id,
            )),
            Token::EntityStart => self.write(("EntityStart",)),
            Token::EntityEnd => self.write(("EntityEnd",)),
        }
        Feedback::Continue
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// Attributes as an object, in source order.
struct Attributes<'a>(Tag<'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pair =
            |Attribute { name, value, .. }: &Attribute<'_>| (name.to_string(), value.to_string());
        serializer.collect_map(self.0.attributes.iter().map(pair))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, limits, output } = arguments;
    let (mut bytes, name) = source.read(limits.max_input_bytes)?;
    let most = limits.max_input_bytes.unwrap_or(usize::MAX);
    let mut limit = (bytes.len() > most).then_some(Limit::InputBytes);
    bytes.truncate(most);
    let decoded = source.input.decode(&bytes);
    output.with_stdout(bytes.len(), &name, |out| {
        write_line(out, |json| {
            write_tokens(json, &decoded.text, |writer| {
                writer.errors.extend(&decoded.errors);
                limit = tokenize(&decoded.text, limit, arguments, writer);
            })
        })
    })?;
    limits.check(limit, &name)
}

/// Feeds `xml` to a tokenizer, and ends it unless `limit` was reached before; returns the limit that ended
/// it.
fn tokenize(
    xml: &str,
    mut limit: Option<Limit>,
    Arguments { source, limits, .. }: &Arguments,
    writer: &mut Writer<'_, '_, '_>,
) -> Option<Limit> {
    let mut tokenizer = Tokenizer::new(limits.of_xml_tokenizer(source.input.tokenizer()));
    let deadline = limits.deadline();
    let mut left = xml;
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
