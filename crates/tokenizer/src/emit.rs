//! How tokens reach the sink.

use std::{
    mem,
    ops::{ControlFlow::Break, Range},
};

use tree_sink::{ErrorCode, Limit, Span};

use crate::{
    Doctype, Feedback, Token, TokenSink,
    buffer::recycle,
    machine::{Machine, Pause, Step},
    state::State,
};

/// Text of the chunk that was emitted and waits for more to join it, so that a run is one token
/// although many states had a part in it.
#[derive(Debug, Default)]
pub(crate) struct TextRun {
    start: usize,
    end: usize,
    /// Where the run's span begins: before `start` if it begins with the LF of a CR LF.
    span_start: usize,
    /// Whether the run is of U+0000 and not of anything else.
    nulls: bool,
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits the current input character as a character token.
    #[inline]
    pub(crate) fn emit_current(&mut self) {
        let bytes = self.chunk.as_bytes();
        match bytes[self.current] {
            b'\r' if self.at - self.current == 2 => {
                self.join_text(self.current + 1..self.at, self.current, false);
            }
            b'\r' => self.emit_text("\n", self.current_span()),
            byte => self.join_text(self.current..self.at, self.current, byte == b'\0'),
        }
    }

    /// Emits U+FFFD in place of the current input character.
    pub(crate) fn emit_replacement(&mut self) {
        self.emit_text("\u{fffd}", self.current_span());
    }

    /// Emits a run that the chunk holds as it is and that has no U+0000.
    #[inline]
    pub(crate) fn emit_run(&mut self, run: Range<usize>) {
        if !run.is_empty() {
            let start = run.start;
            self.join_text(run, start, false);
        }
    }

    /// Emits `text`, which is what the input holds just before the current input character.
    pub(crate) fn emit_before(&mut self, text: &'static str) {
        match self.current.checked_sub(text.len()) {
            Some(start) => self.emit_run(start..self.current),
            None => {
                let end = self.offset(self.current);
                self.emit_text(text, Span::new(end - text.len(), end));
            }
        }
    }

    /// Emits `</` and the temporary buffer, which is what the input holds just before the current
    /// input character.
    pub(crate) fn emit_end_tag_open_and_temporary_buffer(&mut self) {
        let length = self.kept.temporary_buffer.len();
        match self.current.checked_sub(2 + length) {
            Some(start) => self.emit_run(start..self.current),
            None => {
                let end = self.offset(self.current);
                self.emit_text("</", Span::new(end - length - 2, end - length));
                let name = mem::take(&mut self.kept.temporary_buffer);
                self.emit_text(&name, Span::new(end - length, end));
                self.kept.temporary_buffer = name;
            }
        }
    }

    /// Emits text that the chunk doesn't hold as it is.
    pub(crate) fn emit_text(&mut self, text: &str, span: Span) {
        self.flush_text();
        if !text.is_empty() {
            self.report_input_errors(self.at);
            self.send_text(text, span);
        }
    }

    fn join_text(&mut self, text: Range<usize>, span_start: usize, nulls: bool) {
        let run = &mut self.run;
        if run.end == text.start && span_start == text.start && run.nulls == nulls {
            run.end = text.end;
            return;
        }
        self.flush_text();
        self.run = TextRun { start: text.start, end: text.end, span_start, nulls };
    }

    /// Hands over the text that waits for more.
    #[inline]
    pub(crate) fn flush_text(&mut self) {
        let TextRun { start, end, span_start, .. } = self.run;
        if start == end {
            return;
        }
        // What comes next in the chunk begins a new run, even if it follows on this one.
        self.run = TextRun { start: end, end, span_start: end, nulls: false };
        self.report_input_errors(end);
        let span = Span::new(self.offset(span_start), self.offset(end));
        self.send_text(&self.chunk[start..end], span);
    }

    #[inline(never)]
    fn send_text(&mut self, text: &str, span: Span) {
        if self.sink.token(Token::Text(text), span) == Feedback::Pause {
            self.pausing = true;
        }
    }

    /// Emits a token that is no text; its span goes up to the next input character.
    #[inline(never)]
    pub(crate) fn send(&mut self, token: Token<'_>) {
        self.flush_text();
        self.report_input_errors(self.at);
        let span = Span::new(self.kept.token_start, self.offset(self.at));
        if span.end - span.start > self.kept.max_token_length {
            return self.end_at(Limit::TokenLength);
        }
        match self.sink.token(token, span) {
            Feedback::Continue => {}
            Feedback::SwitchTo(state) => {
                if matches!(token, Token::StartTag(_)) {
                    self.kept.state = state.into();
                }
            }
            Feedback::Pause => self.pausing = true,
        }
    }

    /// Emits the current tag token and goes on in the data state.
    pub(crate) fn emit_tag(&mut self) -> Step {
        let mut tag = mem::take(&mut self.kept.tag);
        let mut room = recycle(mem::take(&mut self.kept.buffered_attributes));
        let token = tag.token(&mut room);
        self.kept.state = State::Data;
        if tag.is_end() {
            if !token.attributes.is_empty() {
                self.error(ErrorCode::EndTagWithAttributes);
            }
            if token.self_closing {
                self.error(ErrorCode::EndTagWithTrailingSolidus);
            }
            self.send(Token::EndTag(token));
        } else {
            self.kept.last_start_tag.set(token.name);
            self.send(Token::StartTag(token));
        }
        self.kept.buffered_attributes = recycle(room);
        tag.clear();
        self.kept.tag = tag;
        self.stay()
    }

    /// Emits the current comment token and goes on in the data state.
    pub(crate) fn emit_comment(&mut self) -> Step {
        let comment = mem::take(&mut self.kept.comment);
        self.kept.state = State::Data;
        self.send(Token::Comment(&comment));
        self.kept.comment = comment;
        self.stay()
    }

    /// Emits the current processing instruction token and goes on in the data state.
    pub(crate) fn emit_processing_instruction(&mut self) -> Step {
        let target = mem::take(&mut self.kept.target);
        let data = mem::take(&mut self.kept.data);
        self.kept.state = State::Data;
        self.send(Token::ProcessingInstruction { target: &target, data: &data });
        self.kept.target = target;
        self.kept.data = data;
        self.stay()
    }

    /// Emits the current DOCTYPE token and goes on in the data state.
    pub(crate) fn emit_doctype(&mut self) -> Step {
        let doctype = mem::take(&mut self.kept.doctype);
        self.kept.state = State::Data;
        self.send(Token::Doctype(Doctype {
            name: doctype.name.get(),
            public_id: doctype.public_id.get(),
            system_id: doctype.system_id.get(),
            force_quirks: doctype.force_quirks,
        }));
        self.kept.doctype = doctype;
        self.stay()
    }

    /// Emits an end-of-file token; nothing comes after it.
    pub(crate) fn emit_eof(&mut self) -> Step {
        self.kept.token_start = self.offset(self.at);
        self.send(Token::Eof);
        Break(Pause::Ended)
    }
}
