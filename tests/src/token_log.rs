//! Records tokens in the format of the tokenizer suite.

use std::fmt::Write;

use sapwood::{
    LineIndex, ParseError, Span,
    tokenizer::{Feedback, Token, TokenSink, Tokenizer, TokenizerOptions},
};
use serde_json::{Map, Value, json};

use crate::{pieces::Cut, test_file};

/// A token sink that records tokens.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Log<const ERRORS: bool> {
    /// The tokens; adjacent character tokens are joined.
    pub tokens: Vec<Value>,
    /// The errors.
    pub errors: Vec<ParseError>,
    /// The spans of the tokens except text, whose runs may be cut anywhere.
    pub spans: Vec<Span>,
    text: String,
    /// Whether to ask for a pause after each token.
    pauses: bool,
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

impl<const ERRORS: bool> TokenSink for Log<ERRORS> {
    const ERRORS: bool = ERRORS;

    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        match token {
            Token::Text(text) => self.text.push_str(text),
            _ => self.spans.push(span),
        }
        match token {
            Token::Text(_) => {}
            Token::StartTag(tag) => {
                let attributes: Map<String, Value> = tag
                    .attributes
                    .iter()
                    .map(|attribute| (attribute.name.text.to_owned(), json!(attribute.value)))
                    .collect();
                self.push(if tag.self_closing {
                    json!(["StartTag", tag.name.text, attributes, true])
                } else {
                    json!(["StartTag", tag.name.text, attributes])
                });
            }
            Token::EndTag(tag) => self.push(json!(["EndTag", tag.name.text])),
            Token::Comment(data) => self.push(json!(["Comment", data])),
            Token::ProcessingInstruction { target, data } => {
                self.push(json!(["ProcessingInstruction", target, data]));
            }
            Token::Doctype(doctype) => self.push(json!([
                "DOCTYPE",
                doctype.name,
                doctype.public_id,
                doctype.system_id,
                !doctype.force_quirks
            ])),
            Token::Eof => self.flush(),
        }
        if self.pauses { Feedback::Pause } else { Feedback::Continue }
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// Runs the tokenizer on the input of `case` in the chunks of `cut`.
///
/// # Panics
///
/// Panics if the tokenizer neither pauses nor consumes its input.
pub fn tokenize<const ERRORS: bool>(
    case: &test_file::Case,
    cut: Cut,
    fast_path: bool,
    pauses: bool,
) -> Log<ERRORS> {
    let mut log = Log { pauses, ..Log::default() };
    let state = case.state.parse().unwrap_or_else(|_| panic!("no such state: {}", case.state));
    let options = TokenizerOptions::default().state(state).fast_path(fast_path);
    let mut tokenizer = Tokenizer::new(options.last_start_tag(case.last_start_tag.clone()));
    let mut offset = 0;
    cut.each(&case.input.text, |chunk| {
        let end = offset + chunk.len();
        while offset < end {
            // A chunk ends before a lone surrogate, which is fed by a call of its own.
            let next = case.input.lone_surrogates.iter().copied().find(|&at| at >= offset);
            if next == Some(offset) {
                while !tokenizer.feed_lone_surrogate(&mut log) {}
                offset += char::REPLACEMENT_CHARACTER.len_utf8();
                continue;
            }
            let stop = next.unwrap_or(end).min(end);
            let taken = tokenizer.feed(&case.input.text[offset..stop], &mut log);
            assert!(taken > 0 || pauses, "{}: nothing consumed", case.name);
            offset += taken;
        }
    });
    tokenizer.finish(&mut log);
    log.flush();
    log
}

/// Returns the errors with lines and columns.
#[must_use]
pub fn placed(errors: &[ParseError], text: &str) -> Vec<test_file::Error> {
    let index = LineIndex::new(text);
    errors
        .iter()
        .map(|error| {
            let place = index.line_column(error.span.start);
            test_file::Error {
                code: error.code.as_str().to_owned(),
                line: place.line,
                col: place.column,
            }
        })
        .collect()
}

/// Lists the errors, one per line, with lines, columns and spans.
#[must_use]
pub fn listed(errors: &[ParseError], text: &str) -> String {
    let mut out = String::new();
    for (error, place) in errors.iter().zip(placed(errors, text)) {
        let (line, column) = (place.line, place.col);
        let _ = writeln!(out, "{line}:{column} {error}");
    }
    out
}
