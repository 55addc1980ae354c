//! One run of the tokenizer over a piece of input.

use markup5ever::tendril::StrTendril;
use sapwood_markup5ever::{Lines, ParseOpts, Source, TokenizerOpts as BridgeOpts};
use sapwood_tokenizer::{Feedback, TextState, Token, TokenSink, Tokenizer, TokenizerOptions};
use sapwood_tree::Span;

use super::options::TokenizerOpts;
use crate::bridge::Conversion;

/// State of a tokenizer between two pieces of input.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(super) tokenizer: Tokenizer,
    pub(super) tokens: Tokens,
    /// Whether a U+FEFF at the beginning of the next piece is dropped.
    drops_bom: bool,
    ended: bool,
    /// Text that led the tokenizer to its initial state, until the first piece of input follows it.
    prefix: &'static str,
}

/// State of the conversion to owned tokens.
#[derive(Debug)]
pub(super) struct Tokens {
    pub(super) conversion: Conversion,
    pub(super) lines: Lines,
    pub(super) source: Source,
    /// Whether the tag in progress has an attribute twice.
    pub(super) has_duplicate: bool,
    /// Whether a token was too long to be passed on: then nothing more is.
    pub(super) is_full: bool,
}

impl Machine {
    pub(super) fn new(opts: &TokenizerOpts) -> Self {
        let (state, prefix) = opts.initial_state.map_or_else(Default::default, |it| it.start());
        let last_start_tag = opts.last_start_tag_name.clone();
        let mut tokenizer =
            Tokenizer::new(TokenizerOptions::default().state(state).last_start_tag(last_start_tag));
        tokenizer.feed(prefix, &mut Nothing);
        let bridge_opts = ParseOpts {
            tokenizer: BridgeOpts {
                exact_errors: opts.exact_errors,
                discard_bom: opts.discard_bom,
            },
            ..ParseOpts::default()
        };
        Self {
            tokenizer,
            tokens: Tokens {
                conversion: Conversion::new(&bridge_opts),
                lines: Lines::default(),
                source: Source::default(),
                has_duplicate: false,
                is_full: false,
            },
            drops_bom: opts.discard_bom,
            ended: false,
            prefix,
        }
    }

    /// Returns the text before the input, once.
    pub(super) fn take_prefix(&mut self) -> Option<StrTendril> {
        let prefix = std::mem::take(&mut self.prefix);
        (!prefix.is_empty()).then(|| StrTendril::from_slice(prefix))
    }

    /// Drops the byte order mark at the beginning of the input. Returns `None` if nothing is left.
    pub(super) fn without_bom(&mut self, mut chunk: StrTendril) -> Option<StrTendril> {
        if self.drops_bom && !chunk.is_empty() {
            self.drops_bom = false;
            if chunk.starts_with('\u{feff}') {
                chunk.pop_front('\u{feff}'.len_utf8() as u32);
            }
        }
        (!chunk.is_empty() && !self.ended).then_some(chunk)
    }

    pub(super) fn switch_to(&mut self, state: TextState) {
        self.tokenizer.switch_to(state);
    }

    /// Returns `true` if the input had not ended before.
    pub(super) fn end_input(&mut self) -> bool {
        !std::mem::replace(&mut self.ended, true)
    }
}

impl Tokens {
    /// Begins a chunk.
    pub(super) fn set_chunk(&mut self, chunk: &StrTendril) {
        let last = self.conversion.texts.chunk();
        self.lines.end_chunk(last, chunk);
        self.source.end_chunk(last);
        self.conversion.texts.set_chunk(chunk.clone());
    }
}

/// A piece of input for a sink, or the end of the input.
#[derive(Debug)]
pub struct Run<'a> {
    pub(super) machine: &'a mut Machine,
    /// `None` at the end of the input.
    pub(super) chunk: Option<&'a StrTendril>,
    /// Number of bytes of the piece that were taken.
    pub(super) taken: &'a mut usize,
}

impl Run<'_> {
    /// Returns the text before the input, once. The offsets of tokens count it.
    pub(crate) fn take_prefix(&mut self) -> Option<StrTendril> {
        self.machine.take_prefix()
    }

    /// Returns the piece of input, or `None` at its end.
    pub(crate) fn chunk(&self) -> Option<&StrTendril> {
        self.chunk
    }

    /// Returns the bytes of the piece that are not taken yet.
    pub(crate) fn rest(&self) -> &str {
        self.chunk.map_or("", |chunk| &chunk[*self.taken..])
    }

    /// Returns the number of bytes of the piece that were taken.
    pub(crate) fn taken(&self) -> usize {
        *self.taken
    }

    /// Takes the whole piece.
    pub(crate) fn take_all(&mut self) {
        *self.taken = self.chunk.map_or(0, |chunk| chunk.len());
    }

    /// Tokenizes the rest of the piece, up to a pause, or ends the input.
    pub(crate) fn feed<S: TokenSink>(&mut self, sink: &mut S) {
        match self.chunk {
            Some(chunk) => {
                *self.taken += self.machine.tokenizer.feed(&chunk[*self.taken..], sink);
            }
            None => self.machine.tokenizer.finish(sink),
        }
    }
}

/// Ignores all tokens.
struct Nothing;

impl TokenSink for Nothing {
    fn token(&mut self, _: Token<'_>, _: Span) -> Feedback {
        Feedback::Continue
    }

    fn cdata_allowed(&self) -> bool {
        true
    }
}
