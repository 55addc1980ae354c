//! Sapwood and its peers, each as it would be called for a page at hand.

#![forbid(unsafe_code)]

use std::{convert::Infallible, hint::black_box};

use html5ever::{
    TokenizerResult,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
        states::{Rawtext, Rcdata, ScriptData},
    },
};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use lol_html::{HtmlRewriter, Settings, element};
use markup5ever_rcdom::RcDom;
use rcdom_html5ever::{ParseOpts, driver, tendril::TendrilSink, tree_builder::TreeBuilderOpts};
use sapwood::Document;
use sapwood_benches::{Runner, SELECTED, Stage, allocations::Trim};

/// A parser that is measured.
pub enum Peer {
    /// A stage of Sapwood.
    Sapwood(Box<Runner>),
    /// html5ever, filling its `RcDom`.
    Html5ever,
    /// html5ever's tokenizer.
    Html5everTokenizer,
    /// scraper.
    Scraper,
    /// dom_query.
    DomQuery,
    /// tl.
    Tl,
    /// astral-tl.
    AstralTl,
    /// lol_html with one handler.
    LolHtml,
    /// html5gum's tokenizer.
    Html5gum,
}

/// The result of a parser, which is dropped after the clock is read.
#[expect(clippy::large_enum_variant, reason = "a box would add an allocation")]
#[expect(missing_docs, reason = "each variant is named after its parser")]
pub enum Tree<'a> {
    None,
    Sapwood(Document),
    Html5ever(RcDom),
    Scraper(scraper::Html),
    DomQuery(dom_query::Document),
    Tl(tl::VDom<'a>),
    AstralTl(astral_tl::VDom<'a>),
}

/// Returns all parsers, Sapwood's stages first.
pub fn all() -> Vec<Peer> {
    use Peer::*;
    let stages = [
        Stage::Document,
        Stage::Recycled,
        Stage::Positions,
        Stage::Errors,
        Stage::Tokens,
        Stage::Selecting,
    ];
    let mut peers: Vec<_> = stages.map(|stage| Sapwood(Box::new(Runner::new(stage)))).into();
    peers.extend([
        Html5ever,
        Html5everTokenizer,
        Scraper,
        DomQuery,
        Tl,
        AstralTl,
        LolHtml,
        Html5gum,
    ]);
    peers
}

impl Trim for Tree<'_> {
    fn trim(&mut self) -> bool {
        let Self::Sapwood(document) = self else { return false };
        document.trim();
        true
    }
}

impl Peer {
    /// The name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sapwood(runner) => match runner.stage() {
                Stage::Tokens => "Sapwood, tokens only",
                Stage::Document => "Sapwood",
                Stage::Recycled => "Sapwood, recycled",
                Stage::Positions => "Sapwood, positions",
                Stage::Source => "Sapwood, source",
                Stage::Errors => "Sapwood, positions and errors",
                Stage::Bytes => "Sapwood, bytes",
                Stage::Pieces => "Sapwood, bytes in pieces",
                Stage::Plain => "Sapwood, plain machine",
                Stage::Selecting => "Sapwood, a handler",
                Stage::Links => "Sapwood, links",
                Stage::Markdown => "Sapwood, Markdown",
            },
            Self::Html5ever => "html5ever + rcdom",
            Self::Html5everTokenizer => "html5ever, tokens only",
            Self::Scraper => "scraper",
            Self::DomQuery => "dom_query",
            Self::Tl => "tl",
            Self::AstralTl => "astral-tl",
            Self::LolHtml => "lol_html, a handler",
            Self::Html5gum => "html5gum, tokens only",
        }
    }

    /// Parses a page; what it returns is for the caller to drop.
    pub fn parse<'a>(&mut self, page: &'a str) -> Tree<'a> {
        match self {
            Self::Sapwood(runner) => runner.run(page).map_or(Tree::None, Tree::Sapwood),
            Self::Html5ever => Tree::Html5ever(html5ever(page)),
            Self::Html5everTokenizer => {
                html5ever_tokenizer(page);
                Tree::None
            }
            Self::Scraper => Tree::Scraper(scraper::Html::parse_document(page)),
            Self::DomQuery => Tree::DomQuery(dom_query::Document::from(page)),
            Self::Tl => Tree::Tl(
                tl::parse(page, tl::ParserOptions::default()).expect("only a page of 4 GiB fails"),
            ),
            Self::AstralTl => Tree::AstralTl(
                astral_tl::parse(page, astral_tl::ParserOptions::default())
                    .expect("only a page of 4 GiB fails"),
            ),
            Self::LolHtml => {
                lol_html(page);
                Tree::None
            }
            Self::Html5gum => {
                html5gum(page);
                Tree::None
            }
        }
    }
}

fn html5ever(page: &str) -> RcDom {
    let options = ParseOpts {
        // As Sapwood's default, so that both parse the content of `noscript`.
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    driver::parse_document(RcDom::default(), options).one(page)
}

/// Drops tokens, and switches states as tree construction would.
struct Dropped;

impl TokenSink for Dropped {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match &token {
            Token::TagToken(Tag { kind: TagKind::StartTag, name, .. }) => match &**name {
                "script" => TokenSinkResult::RawData(ScriptData),
                "style" | "iframe" | "noframes" => TokenSinkResult::RawData(Rawtext),
                "title" | "textarea" => TokenSinkResult::RawData(Rcdata),
                _ => TokenSinkResult::Continue,
            },
            _ => {
                black_box(&token);
                TokenSinkResult::Continue
            }
        }
    }
}

fn html5ever_tokenizer(page: &str) {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let tokenizer = Tokenizer::new(Dropped, html5ever::tokenizer::TokenizerOpts::default());
    while tokenizer.feed(&input) != TokenizerResult::Done {}
    tokenizer.end();
}

fn lol_html(page: &str) {
    let settings = Settings::new().append_element_content_handler(element!(SELECTED, |element| {
        black_box(element);
        Ok(())
    }));
    let mut rewriter = HtmlRewriter::new(settings, |output: &[u8]| {
        black_box(output);
    });
    // It stops with an error on some pages; the time until then is counted.
    if rewriter.write(page.as_bytes()).is_ok() {
        black_box(rewriter.end().is_ok());
    }
}

fn html5gum(page: &str) {
    let drop_event = |event: CallbackEvent<'_>, _: html5gum::Span<()>| -> Option<Infallible> {
        black_box(event);
        None
    };
    let mut emitter = CallbackEmitter::new(drop_event);
    emitter.naively_switch_states(true);
    let tokenizer = html5gum::Tokenizer::new_with_emitter(page, emitter);
    if let Err(never) = tokenizer.finish() {
        match never {}
    }
}
