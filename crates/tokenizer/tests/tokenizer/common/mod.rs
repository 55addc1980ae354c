//! A sink that writes down what it gets, and the ways to cut an input into chunks.

use std::fmt::Write;

use sapwood_names::tag;
use sapwood_tokenizer::{Feedback, Tag, TextState, Token, TokenSink, Tokenizer, TokenizerOptions};
use sapwood_tree::{ParseError, Span};

/// Everything that a tokenizer said, neighbouring text joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) tokens: Vec<(String, Span)>,
    pub(crate) errors: Vec<ParseError>,
}

/// The answers of a [`Recorder`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answers {
    /// Whether CDATA sections are allowed.
    pub(crate) cdata: bool,
    /// Whether to pause after every token.
    pub(crate) pause: bool,
    /// Whether to switch to the text states as tree construction does.
    pub(crate) switch: bool,
}

#[derive(Default)]
struct Recorder<const ERRORS: bool> {
    answers: Answers,
    record: Record,
    /// The text so far and its span.
    text: Option<(String, Span)>,
}

impl<const ERRORS: bool> Recorder<ERRORS> {
    fn end_text(&mut self) {
        if let Some((text, span)) = self.text.take() {
            self.record.tokens.push((format!("{text:?}"), span));
        }
    }
}

impl<const ERRORS: bool> TokenSink for Recorder<ERRORS> {
    const ERRORS: bool = ERRORS;

    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        if let Token::Text(text) = token {
            assert!(!text.is_empty());
            assert!(text.bytes().all(|byte| byte == 0) || !text.contains('\0'));
            let (joined, joined_span) = self.text.get_or_insert((String::new(), span));
            assert!(joined_span.end <= span.start || joined.is_empty());
            joined.push_str(text);
            joined_span.end = span.end;
        } else {
            self.end_text();
            self.record.tokens.push((show(token), span));
        }
        match token {
            Token::StartTag(tag) if self.answers.switch => switch(tag),
            _ if self.answers.pause => Feedback::Pause,
            _ => Feedback::Continue,
        }
    }

    fn error(&mut self, error: ParseError) {
        self.record.errors.push(error);
    }

    fn cdata_allowed(&self) -> bool {
        self.answers.cdata
    }
}

fn switch(tag: Tag<'_>) -> Feedback {
    Feedback::SwitchTo(match tag.name.id {
        tag::TITLE => TextState::Rcdata,
        tag::STYLE => TextState::Rawtext,
        tag::SCRIPT => TextState::ScriptData,
        tag::PLAINTEXT => TextState::Plaintext,
        _ => return Feedback::Continue,
    })
}

/// A token as one would write it.
fn show(token: Token<'_>) -> String {
    match token {
        Token::Text(text) => format!("{text:?}"),
        Token::StartTag(tag) => format!("<{}>", show_tag(tag)),
        Token::EndTag(tag) => format!("</{}>", show_tag(tag)),
        Token::Comment(data) => format!("<!--{data}-->"),
        Token::ProcessingInstruction { target, data } => format!("<?{target} {data}?>"),
        Token::Doctype(doctype) => format!(
            "<!DOCTYPE {:?} {:?} {:?}{}>",
            doctype.name,
            doctype.public_id,
            doctype.system_id,
            if doctype.force_quirks { " quirks" } else { "" },
        ),
        Token::Eof => "EOF".into(),
    }
}

fn show_tag(tag: Tag<'_>) -> String {
    assert_eq!(tag.name.id, sapwood_names::tag_id(tag.name.text));
    let mut shown = tag.name.text.to_string();
    for attribute in tag.attributes.iter() {
        assert_eq!(attribute.name.id, sapwood_names::attribute_id(attribute.name.text));
        let Span { start, end } = attribute.span;
        write!(shown, " {}={:?}@{start}..{end}", attribute.name.text, attribute.value).unwrap();
    }
    if tag.self_closing {
        shown.push_str(" /");
    }
    shown
}

/// Tokenizes an input that comes in `chunks`, for a sink that wants errors or none.
pub(crate) fn tokenize<const ERRORS: bool>(
    options: &TokenizerOptions,
    answers: Answers,
    chunks: &[&str],
) -> Record {
    let mut tokenizer = Tokenizer::new(options.clone());
    let mut sink = Recorder::<ERRORS> { answers, ..Recorder::default() };
    for chunk in chunks {
        let mut rest = *chunk;
        loop {
            rest = &rest[tokenizer.feed(rest, &mut sink)..];
            if rest.is_empty() {
                break;
            }
            assert!(answers.pause, "all is taken unless the sink pauses");
        }
    }
    tokenizer.finish(&mut sink);
    assert_eq!(tokenizer.offset(), chunks.iter().map(|chunk| chunk.len()).sum::<usize>());
    sink.end_text();
    sink.record
}

/// The characters of `text`, one by one.
pub(crate) fn characters(text: &str) -> Vec<&str> {
    text.split("").filter(|character| !character.is_empty()).collect()
}
