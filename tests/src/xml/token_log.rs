//! Records XML tokens in the format of the tokenizer suite.

use sapwood::{
    ParseError, Span,
    xml::tokenizer::{Feedback, Tag, Token, TokenSink, Tokenizer, XmlTokenizerOptions},
};
use serde_json::{Map, Value, json};

use crate::pieces::Cut;

/// A token sink that records tokens.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Log<const ERRORS: bool> {
    /// The tokens; adjacent character tokens are joined.
    pub tokens: Vec<Value>,
    /// The errors, sorted by position.
    pub errors: Vec<ParseError>,
    /// The spans of the tokens except text, whose runs may be cut anywhere.
    pub spans: Vec<Span>,
    text: String,
}

impl<const ERRORS: bool> Log<ERRORS> {
    fn push(&mut self, token: Value) {
        self.flush();
        self.tokens.push(token);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.tokens.push(json!(["Character", std::mem::take(&mut self.text)]));
        }
    }
}

fn tag(kind: &str, tag: &Tag<'_>) -> Value {
    let attributes: Map<String, Value> = tag
        .attributes
        .iter()
        .map(|attribute| (attribute.name.to_owned(), json!(attribute.value)))
        .collect();
    json!([kind, tag.name, attributes])
}

impl<const ERRORS: bool> TokenSink for Log<ERRORS> {
    const ERRORS: bool = ERRORS;

    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        if let Token::Text(text) | Token::EscapedText(text) = token {
            self.text.push_str(text);
            return Feedback::Continue;
        }
        self.spans.push(span);
        match token {
            Token::StartTag(start) => self.push(tag("StartTag", &start)),
            Token::EmptyTag(empty) => self.push(tag("EmptyTag", &empty)),
            Token::EndTag(name) => self.push(json!(["EndTag", name])),
            Token::ShortEndTag => self.push(json!(["ShortTag", ""])),
            Token::Comment(data) => self.push(json!(["Comment", data])),
            Token::ProcessingInstruction { target, data } => self.push(json!(["PI", target, data])),
            Token::Doctype(doctype) => self.push(json!([
                "DOCTYPE",
                doctype.lowercase_name(),
                doctype.public_id,
                doctype.system_id
            ])),
            Token::EntityStart => self.push(json!(["EntityStart"])),
            Token::EntityEnd => self.push(json!(["EntityEnd"])),
            Token::Text(_) | Token::EscapedText(_) | Token::Eof => self.flush(),
        }
        Feedback::Continue
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// Runs the tokenizer on `input` in the chunks of `cut`.
#[must_use]
pub fn tokenize<const ERRORS: bool>(
    input: &str,
    cut: Cut,
    options: &XmlTokenizerOptions,
) -> Log<ERRORS> {
    let mut log = Log::default();
    let mut tokenizer = Tokenizer::new(options.clone());
    cut.each(input, |chunk| {
        let taken = tokenizer.feed(chunk, &mut log);
        assert_eq!(taken, chunk.len(), "the tokenizer consumes everything");
    });
    tokenizer.finish(&mut log);
    log.flush();
    log.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    log
}
