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
    json,
    limits::InputLimits,
    tokens::{SuiteError, Writer, split_piece},
    with_stdout,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: InputLimits,
}

impl TokenSink for Writer<'_> {
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

/// Attributes as an object, in their order.
struct Attributes<'a>(Tag<'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pair =
            |Attribute { name, value, .. }: &Attribute<'_>| (name.to_string(), value.to_string());
        serializer.collect_map(self.0.attributes.iter().map(pair))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source, limits } = arguments;
    let (mut bytes, name) = source.read(limits.max_input_bytes)?;
    let most = limits.max_input_bytes.unwrap_or(usize::MAX);
    let mut limit = (bytes.len() > most).then_some(Limit::InputBytes);
    bytes.truncate(most);
    let decoded = source.reading.decode(&bytes);
    with_stdout(|out| {
        out.write_all(b"{\"output\":[")?;
        let mut writer = Writer::new(out);
        writer.errors.extend(&decoded.errors);
        let mut tokenizer = Tokenizer::new(limits.of_xml_tokenizer(source.reading.tokenizer()));
        let deadline = limits.deadline();
        let mut left = &decoded.text[..];
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
            json::place(&errors, &decoded.text).into_iter().map(SuiteError::from).collect();
        serde_json::to_writer(&mut *out, &errors)?;
        out.write_all(b"}\n")?;
        Ok(())
    })?;
    limits.check(limit, &name)
}
