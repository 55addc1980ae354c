//! `sapwood xml tokens`

use anyhow::Result;
use clap::Args;
use sapwood::{
    ParseError, Span,
    xml::{
        Decoded,
        tokenizer::{Feedback, Tag, Token, TokenSink, Tokenizer},
    },
};

use crate::{
    commands::tokens::{Attributes, Source, Writer, write_tokens},
    limits::InputLimits,
    output::OutputOptions,
    status::Status,
    xml_options::DecodingOptions,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    decoding: DecodingOptions,
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
            Token::StartTag(Tag { name, attributes })
            | Token::EmptyTag(Tag { name, attributes }) => {
                let is_empty = matches!(token, Token::EmptyTag(_));
                let kind = if is_empty { "EmptyTag" } else { "StartTag" };
                let attributes = attributes.iter().map(|it| (it.name, it.value));
                self.write((kind, name, Attributes(attributes)));
            }
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

pub(crate) fn run(arguments: &Arguments) -> Result<Status> {
    let Arguments { source, decoding, limits, output } = arguments;
    let (bytes, name, cut) = source.read(&decoding.expected(limits.max_input_bytes()))?;
    let Decoded { text, errors, .. } = &decoding.decode(&bytes);
    let mut tokenizer = Tokenizer::new(limits.of_xml_tokenizer(decoding.tokenizer()));
    write_tokens((text, errors), (bytes.len(), &name), cut, limits, *output, |piece, writer| {
        match piece {
            Some(piece) => drop(tokenizer.feed(piece, writer)),
            None => tokenizer.finish(writer),
        }
        tokenizer.limit()
    })
}
