//! Stages of parsing that are measured separately.

use std::{hint::black_box, mem};

use sapwood::{
    ByteOptions, ByteParser, CHUNK_LENGTH, Document, ParseOptions, Parsed, Parser, Span,
    encoding::encoding_rs::UTF_8,
    extract::PageLinks,
    parse, parse_bytes_with, parse_with,
    selecting::SelectingParser,
    tag,
    tokenizer::{Feedback, TextState::*, Token, TokenSink, Tokenizer, TokenizerOptions},
};

/// Selects links while parsing.
fn select(page: &str) {
    let mut parser = SelectingParser::new(&ParseOptions::default());
    let handler = parser.on(SELECTED, |link| {
        black_box(link);
    });
    handler.expect("a selector of start tags");
    parser.feed(page);
    black_box(parser.finish());
}

/// A stage of parsing, or a way to parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Text to tokens, which are dropped.
    Tokens,
    /// Text to a [`Document`].
    Document,
    /// Text to a [`Document`] in the memory of the previous one.
    Recycled,
    /// Text to a [`Document`] with positions.
    Positions,
    /// Text to a [`Document`] that keeps its source.
    Source,
    /// Text to a [`Document`] with positions and errors.
    Errors,
    /// Bytes of declared UTF-8 to a [`Document`].
    Bytes,
    /// Bytes in pieces of 64 KiB to a [`Document`].
    Pieces,
    /// Text to a [`Document`] without the fast path.
    Plain,
    /// Text to a handler of `a[href]`, without a document.
    Selecting,
    /// Text to its links, without a document, in the memory of the previous page.
    Links,
    /// Text to Markdown.
    Markdown,
}

/// The selector of [`Stage::Selecting`].
pub const SELECTED: &str = "a[href]";

impl Stage {
    /// All stages.
    pub const ALL: [Self; 12] = [
        Self::Tokens,
        Self::Document,
        Self::Recycled,
        Self::Positions,
        Self::Source,
        Self::Errors,
        Self::Bytes,
        Self::Pieces,
        Self::Plain,
        Self::Selecting,
        Self::Links,
        Self::Markdown,
    ];

    /// Returns the name on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Document => "document",
            Self::Recycled => "recycled",
            Self::Positions => "positions",
            Self::Source => "source",
            Self::Errors => "errors",
            Self::Bytes => "bytes",
            Self::Pieces => "pieces",
            Self::Plain => "plain",
            Self::Selecting => "selecting",
            Self::Links => "links",
            Self::Markdown => "markdown",
        }
    }

    /// Returns the stage of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// Runs a stage on one page after another.
pub struct Runner {
    stage: Stage,
    /// Parser and previous document of the recycling stage.
    parser: Parser,
    spare: Parsed,
    /// Previous page of the stage of links.
    links: PageLinks,
}

impl Runner {
    /// Returns a runner of `stage`.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            parser: Parser::new(&ParseOptions::default()),
            spare: Parsed::default(),
            links: PageLinks::default(),
        }
    }

    /// Returns the stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Runs on a page. The caller drops the document; a recycled one is not returned.
    pub fn run(&mut self, page: &str) -> Option<Document> {
        let options = ParseOptions::default;
        match self.stage {
            Stage::Tokens => {
                tokenize(page);
                None
            }
            Stage::Document => Some(parse(page)),
            Stage::Recycled => {
                self.parser.feed(page);
                self.parser.finish_recycling(&mut self.spare);
                None
            }
            Stage::Positions => Some(parse_with(page, &options().positions(true)).document),
            Stage::Source => Some(parse_with(page, &options().source(true)).document),
            Stage::Errors => {
                Some(parse_with(page, &options().errors(true).positions(true)).document)
            }
            Stage::Bytes => Some(parse_bytes_with(page.as_bytes(), &as_utf_8()).document),
            Stage::Pieces => {
                let mut parser = ByteParser::new(&as_utf_8());
                page.as_bytes().chunks(CHUNK_LENGTH).for_each(|piece| parser.feed(piece));
                Some(parser.finish().document)
            }
            Stage::Plain => Some(parse_with(page, &options().fast_path(false)).document),
            Stage::Selecting => {
                select(page);
                None
            }
            Stage::Links => {
                self.links = mem::take(&mut self.links).parse_recycling(page, &options());
                black_box(self.links.links().map(|link| link.value.len()).sum::<usize>());
                None
            }
            Stage::Markdown => {
                let document = parse(page);
                black_box(document.to_markdown());
                Some(document)
            }
        }
    }
}

fn as_utf_8() -> ByteOptions {
    ByteOptions::default().http_charset(Some(UTF_8))
}

/// Tokenizes a page, with the state switches of tree construction, and drops the tokens.
fn tokenize(page: &str) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut sink = Dropped::default();
    tokenizer.feed(page, &mut sink);
    tokenizer.finish(&mut sink);
    black_box(sink.bytes);
}

/// Counts the bytes of names and text and drops the tokens.
#[derive(Default)]
struct Dropped {
    bytes: usize,
}

impl TokenSink for Dropped {
    #[inline]
    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        match token {
            Token::Text(text) => self.bytes += text.len(),
            Token::StartTag(start) => {
                self.bytes += start.name.text.len() + start.attributes.len();
                return match start.name.id {
                    tag::SCRIPT => Feedback::SwitchTo(ScriptData),
                    tag::STYLE | tag::IFRAME | tag::NOFRAMES => Feedback::SwitchTo(Rawtext),
                    tag::TITLE | tag::TEXTAREA => Feedback::SwitchTo(Rcdata),
                    _ => Feedback::Continue,
                };
            }
            Token::EndTag(end) => self.bytes += end.name.text.len(),
            Token::Comment(data) => self.bytes += data.len(),
            Token::ProcessingInstruction { .. } | Token::Doctype(_) | Token::Eof => {}
        }
        Feedback::Continue
    }
}
