//! How tokens reach the sink.

use std::{
    mem,
    ops::{ControlFlow::Break, Range},
};

use sapwood_lexer::{DoctypePart, LINEAR};
use sapwood_names::Name;
use sapwood_tree::{AttributeRange, Attributes, ErrorCode, Span};

use crate::{
    Doctype, Feedback, Tag, Token, TokenSink,
    machine::{Machine, Pause, Step},
    state::State,
    text_run::TextRun,
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits the current input character as a character token.
    #[inline]
    pub(crate) fn emit_current(&mut self) {
        let bytes = self.input.chunk.as_bytes();
        match bytes[self.input.current] {
            b'\r' if self.input.at - self.input.current == 2 => {
                self.join_text(self.input.current + 1..self.input.at, self.input.current, false);
            }
            b'\r' => self.emit_text("\n", self.current_span()),
            byte => {
                self.join_text(self.input.current..self.input.at, self.input.current, byte == b'\0')
            }
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
        match self.input.current.checked_sub(text.len()) {
            Some(start) => self.emit_run(start..self.input.current),
            None => {
                let end = self.offset(self.input.current);
                self.emit_text(text, Span::new(end - text.len(), end));
            }
        }
    }

    /// Emits `</` and the temporary buffer, which is what the input holds just before the current
    /// input character.
    pub(crate) fn emit_end_tag_open_and_temporary_buffer(&mut self) {
        let length = self.tokenizer.temporary_buffer.len();
        match self.input.current.checked_sub(2 + length) {
            Some(start) => self.emit_run(start..self.input.current),
            None => {
                let end = self.offset(self.input.current);
                self.emit_text("</", Span::new(end - length - 2, end - length));
                let name = mem::take(&mut self.tokenizer.temporary_buffer);
                self.emit_text(&name, Span::new(end - length, end));
                self.tokenizer.temporary_buffer = name;
            }
        }
    }

    /// Emits text that the chunk doesn't hold as it is.
    pub(crate) fn emit_text(&mut self, text: &str, span: Span) {
        self.flush_text();
        if !text.is_empty() {
            self.report_input_errors(self.input.at);
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
    #[inline(always)]
    pub(crate) fn flush_text(&mut self) {
        if self.run.start != self.run.end {
            self.flush_run();
        }
    }

    #[inline(never)]
    fn flush_run(&mut self) {
        let TextRun { start, end, span_start, .. } = self.run;
        // The next text of the chunk begins a new run, even if it is adjacent.
        self.run = TextRun { start: end, end, span_start: end, nulls: false };
        self.report_input_errors(end);
        let span = Span::new(self.offset(span_start), self.offset(end));
        self.send_text(&self.input.chunk[start..end], span);
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
        self.report_input_errors(self.input.at);
        let span = Span::new(self.tokenizer.token_start, self.offset(self.input.at));
        if span.end - span.start > self.tokenizer.max_token_length {
            return self.refuse(span.start);
        }
        match self.sink.token(token, span) {
            Feedback::Continue => {}
            Feedback::SwitchTo(state) => {
                if matches!(token, Token::StartTag(_)) {
                    self.tokenizer.state = state.into();
                }
            }
            Feedback::Pause => self.pausing = true,
        }
    }

    /// Emits the current tag token and goes on in the data state. A tag of more than 4 GiB ends the input.
    pub(crate) fn emit_tag(&mut self) -> Step {
        let start = self.tokenizer.token_start;
        let mut tag = mem::take(&mut self.tokenizer.tag);
        if tag.text().len().max(self.offset(self.input.at) - start) > u32::MAX as usize {
            self.refuse(start);
            return self.stay();
        }
        let mut ranges = mem::take(&mut self.tokenizer.buffered_attributes);
        ranges.clear();
        ranges.reserve(LINEAR);
        ranges.extend(tag.ranges().map(|(name, value_end, span)| {
            let id = sapwood_names::attribute_id(&tag.text()[name.clone()]);
            let span = Span::new(span.start - start, span.end - start);
            AttributeRange::buffered(id, name.start, (name.len(), value_end - name.end), span)
        }));
        let token = Tag {
            name: Name { id: sapwood_names::tag_id(tag.name()), text: tag.name() },
            attributes: Attributes::of_ranges(&ranges, "", tag.text(), start),
            self_closing: tag.self_closing,
        };
        self.tokenizer.state = State::Data;
        if tag.is_end {
            if !token.attributes.is_empty() {
                self.error(ErrorCode::EndTagWithAttributes);
            }
            if token.self_closing {
                self.error(ErrorCode::EndTagWithTrailingSolidus);
            }
            self.send(Token::EndTag(token));
        } else {
            self.tokenizer.last_start_tag.set(token.name);
            self.send(Token::StartTag(token));
        }
        self.tokenizer.buffered_attributes = ranges;
        tag.clear();
        self.tokenizer.tag = tag;
        self.stay()
    }

    /// Emits the current comment token and goes on in the data state.
    pub(crate) fn emit_comment(&mut self) -> Step {
        let comment = mem::take(&mut self.tokenizer.comment);
        self.tokenizer.state = State::Data;
        self.send(Token::Comment(&comment));
        self.tokenizer.comment = comment;
        self.stay()
    }

    /// Emits the current processing instruction token and goes on in the data state.
    pub(crate) fn emit_processing_instruction(&mut self) -> Step {
        let target = mem::take(&mut self.tokenizer.target);
        let data = mem::take(&mut self.tokenizer.data);
        self.tokenizer.state = State::Data;
        self.send(Token::ProcessingInstruction { target: &target, data: &data });
        self.tokenizer.target = target;
        self.tokenizer.data = data;
        self.stay()
    }

    /// Emits the current DOCTYPE token and goes on in the data state.
    pub(crate) fn emit_doctype(&mut self) -> Step {
        let doctype = mem::take(&mut self.tokenizer.doctype);
        self.tokenizer.state = State::Data;
        self.send(Token::Doctype(Doctype {
            name: doctype.get(DoctypePart::Name),
            public_id: doctype.get(DoctypePart::PublicId),
            system_id: doctype.get(DoctypePart::SystemId),
            force_quirks: doctype.force_quirks,
        }));
        self.tokenizer.doctype = doctype;
        self.stay()
    }

    /// Emits an end-of-file token; nothing comes after it.
    pub(crate) fn emit_eof(&mut self) -> Step {
        self.tokenizer.token_start = self.offset(self.input.at);
        self.send(Token::Eof);
        Break(Pause::Ended)
    }
}
