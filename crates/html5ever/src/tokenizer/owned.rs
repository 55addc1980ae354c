//! Conversion of tokens that borrow from the input to owned ones, for a [`TokenSink`].
//!
//! The other half of the recursion is `interface.rs`, whose trait calls [`OwnedTokens::run`].

use markup5ever::tendril::StrTendril;
use sapwood_names::Namespace;
use sapwood_tokenizer::{Feedback, TextState};
use sapwood_tree::{ElementName, ErrorCode, ParseError, Span};

use super::{
    interface::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult},
    run::{Machine, Run, Tokens},
    states::RawKind,
};

/// Passes owned tokens to a sink.
pub(super) struct OwnedTokens<'a, S: TokenSink> {
    sink: &'a S,
    tokens: &'a mut Tokens,
    /// The answer for which the tokenizer paused.
    answer: TokenSinkResult<S::Handle>,
}

impl<'a, S: TokenSink> OwnedTokens<'a, S> {
    /// Tokenizes a piece of input, up to a pause that the sink asks for.
    pub(super) fn run(run: Run<'_>, sink: &'a S) -> TokenSinkResult<S::Handle> {
        let prefix = run.machine.take_prefix();
        let Machine { tokenizer, tokens, .. } = run.machine;
        if let Some(prefix) = &prefix {
            tokens.set_chunk(prefix);
        }
        let Some(chunk) = run.chunk else {
            let mut this = OwnedTokens { sink, tokens, answer: TokenSinkResult::Continue };
            tokenizer.finish(&mut this);
            if tokens.is_full {
                let _ = sink.process_token(Token::EOFToken, tokens.lines.line());
            }
            return TokenSinkResult::Continue;
        };
        tokens.set_chunk(chunk);
        loop {
            let mut this =
                OwnedTokens { sink, tokens: &mut *tokens, answer: TokenSinkResult::Continue };
            *run.taken += tokenizer.feed(&chunk[*run.taken..], &mut this);
            let OwnedTokens { answer, .. } = this;
            match answer {
                TokenSinkResult::Plaintext => tokenizer.switch_to(TextState::Plaintext),
                TokenSinkResult::RawData(kind) => tokenizer.switch_to(text_state(kind)),
                _ if tokens.is_full => *run.taken = chunk.len(),
                TokenSinkResult::Continue => {}
                pause => {
                    tokens.conversion.texts.cut_chunk(*run.taken);
                    return pause;
                }
            }
            if *run.taken == chunk.len() {
                return TokenSinkResult::Continue;
            }
        }
    }

    fn tendril(&mut self, text: &str) -> StrTendril {
        self.tokens.conversion.texts.tendril(text)
    }

    /// Passes a token on, with the number of the line at `offset`.
    fn send(&mut self, token: Token, offset: usize) -> TokenSinkResult<S::Handle> {
        match self.line_at(offset) {
            Some(line) => self.sink.process_token(token, line),
            None => TokenSinkResult::Continue,
        }
    }

    /// Returns the number of the line at `offset`, for a token that is complete, or `None` if the token is too long.
    #[inline]
    fn line_at(&mut self, offset: usize) -> Option<u64> {
        let Tokens { conversion, lines, is_full, .. } = &mut *self.tokens;
        if conversion.texts.limit().is_some() {
            *is_full = true;
            return None;
        }
        lines.advance_to(offset, conversion.texts.chunk());
        conversion.texts.reset();
        Some(lines.line())
    }

    /// Handles the answer to a token after which the state can't change.
    fn pause_for(&mut self, answer: TokenSinkResult<S::Handle>) -> Feedback {
        match answer {
            TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => {
                self.answer = answer;
                Feedback::Pause
            }
            _ if self.tokens.is_full => Feedback::Pause,
            _ => Feedback::Continue,
        }
    }

    fn tag(&mut self, kind: TagKind, tag: sapwood_tokenizer::Tag<'_>, span: Span) -> Feedback {
        let Tokens { conversion, has_duplicate, .. } = &mut *self.tokens;
        let name = ElementName { namespace: Namespace::None, name: tag.name };
        let name = conversion.element_name(name).local;
        let attrs = conversion.attributes(tag.attributes);
        let had_duplicate_attributes = std::mem::take(has_duplicate);
        let self_closing = tag.self_closing;
        let Some(line) = self.line_at(span.end) else { return Feedback::Pause };
        // The token is put together where it is passed: most tokens are tags, and each copy of one is a copy of a vector that
        // was just written.
        let tag = Tag { kind, name, self_closing, attrs, had_duplicate_attributes };
        let answer = self.sink.process_token(Token::TagToken(tag), line);
        let state = match answer {
            TokenSinkResult::Plaintext => TextState::Plaintext,
            TokenSinkResult::RawData(kind) => text_state(kind),
            answer => return self.pause_for(answer),
        };
        if kind == TagKind::StartTag {
            return Feedback::SwitchTo(state);
        }
        // The tokenizer switches by itself after start tags only.
        self.answer = answer;
        Feedback::Pause
    }

    fn text(&mut self, text: &str, span: Span) -> Feedback {
        if !text.starts_with('\0') {
            if text.starts_with('\n') {
                let Tokens { lines, conversion, .. } = &mut *self.tokens;
                lines.advance_past_line_end(span.start, conversion.texts.chunk());
            }
            let text = self.tendril(text);
            let Some(line) = self.line_at(span.start) else { return Feedback::Pause };
            let answer = self.sink.process_token(Token::CharacterTokens(text), line);
            return self.pause_for(answer);
        }
        let mut feedback = Feedback::Continue;
        for _ in text.bytes() {
            let answer = self.send(Token::NullCharacterToken, span.start);
            if self.pause_for(answer) == Feedback::Pause {
                feedback = Feedback::Pause;
            }
        }
        feedback
    }

    fn doctype(&mut self, doctype: sapwood_tokenizer::Doctype<'_>, span: Span) -> Feedback {
        let part = |this: &mut Self, text: Option<&str>| text.map(|text| this.tendril(text));
        let doctype = Doctype {
            name: part(self, doctype.name),
            public_id: part(self, doctype.public_id),
            system_id: part(self, doctype.system_id),
            force_quirks: doctype.force_quirks,
        };
        let answer = self.send(Token::DoctypeToken(doctype), span.end);
        self.pause_for(answer)
    }
}

impl<S: TokenSink> sapwood_tokenizer::TokenSink for OwnedTokens<'_, S> {
    const ERRORS: bool = true;

    #[inline]
    fn token(&mut self, token: sapwood_tokenizer::Token<'_>, span: Span) -> Feedback {
        if self.tokens.is_full {
            return Feedback::Pause;
        }
        let (token, offset) = match token {
            sapwood_tokenizer::Token::Text("") => return Feedback::Continue,
            sapwood_tokenizer::Token::Text(text) => return self.text(text, span),
            sapwood_tokenizer::Token::StartTag(tag) => {
                return self.tag(TagKind::StartTag, tag, span);
            }
            sapwood_tokenizer::Token::EndTag(tag) => return self.tag(TagKind::EndTag, tag, span),
            sapwood_tokenizer::Token::Doctype(doctype) => return self.doctype(doctype, span),
            sapwood_tokenizer::Token::Comment(data) => {
                (Token::CommentToken(self.tendril(data)), span.end)
            }
            sapwood_tokenizer::Token::ProcessingInstruction { target, data } => {
                let Tokens { source, conversion, .. } = &*self.tokens;
                let comment = source
                    .comment(span, conversion.texts.chunk())
                    .unwrap_or_else(|| format!("?{target} {data}"));
                (Token::CommentToken(self.tendril(&comment)), span.end)
            }
            sapwood_tokenizer::Token::Eof => (Token::EOFToken, span.end),
        };
        let answer = self.send(token, offset);
        self.pause_for(answer)
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        if self.tokens.is_full {
            return;
        }
        if error.code == ErrorCode::DuplicateAttribute {
            self.tokens.has_duplicate = true;
        }
        let message = self.tokens.conversion.message(error);
        // A sink can't change the state after an error.
        let _ = self.send(Token::ParseError(message), error.span.start);
    }

    fn cdata_allowed(&self) -> bool {
        self.sink.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Returns the text state of this kind. Nothing but script data leads to the states of an escape.
fn text_state(kind: RawKind) -> TextState {
    match kind {
        RawKind::Rcdata => TextState::Rcdata,
        RawKind::Rawtext => TextState::Rawtext,
        RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextState::ScriptData,
    }
}
