//! What the measurements share: the pages, and the stages that are measured.

#![forbid(unsafe_code)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use sapwood::{
    Document, Options, Span, parse, parse_with,
    tokenizer::{Feedback, Token, TokenSink, Tokenizer},
};

/// A page and where it came from.
#[derive(Clone, Debug)]
pub struct Page {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// Reads the `.html` files below each of `paths`, or the file itself, in order of their names.
///
/// # Errors
///
/// When a path can't be read, isn't UTF-8, or no page is found.
pub fn read_pages(paths: &[PathBuf]) -> Result<Vec<Page>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files).with_context(|| format!("{}", path.display()))?;
    }
    files.sort();
    ensure!(!files.is_empty(), "no .html file in {paths:?}");
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
            Ok(Page { path, text })
        })
        .collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut folders = vec![path.to_owned()];
    while let Some(path) = folders.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        for entry in fs::read_dir(&path)? {
            let path = entry?.path();
            if path.is_dir() || path.extension().is_some_and(|extension| extension == "html") {
                folders.push(path);
            }
        }
    }
    Ok(())
}

/// A part of the way from text to document that is measured by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Text to tokens that are dropped.
    Tokens,
    /// Text to a [`Document`].
    Document,
    /// Text to a [`Document`] with positions and errors.
    Positions,
}

impl Stage {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Stage); 3] =
        [("tokens", Self::Tokens), ("document", Self::Document), ("positions", Self::Positions)];

    /// Runs the stage over a page; what it yields is for the caller to drop.
    #[must_use]
    pub fn run(self, page: &str) -> Option<Document> {
        match self {
            Self::Tokens => {
                tokenize(page);
                None
            }
            Self::Document => Some(parse(page)),
            Self::Positions => {
                let options = Options::default().errors(true).positions(true);
                Some(parse_with(page, &options).document)
            }
        }
    }
}

/// Tokenizes a page as tree construction would drive the tokenizer, and drops the tokens.
pub fn tokenize(page: &str) {
    let mut tokenizer = Tokenizer::new(sapwood::tokenizer::Options::default());
    let mut sink = Dropped::default();
    tokenizer.feed(page, &mut sink);
    tokenizer.finish(&mut sink);
    std::hint::black_box(sink.bytes);
}

/// Counts the bytes of names and texts and drops the tokens.
#[derive(Default)]
struct Dropped {
    bytes: usize,
}

impl TokenSink for Dropped {
    #[inline]
    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        use sapwood::{tag, tokenizer::TextState::*};
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
