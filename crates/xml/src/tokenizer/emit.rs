//! How tokens reach the sink.

use std::{mem, ops::ControlFlow::Break};

use sapwood_lexer::{DoctypePart, recycle};
use sapwood_tree::{ErrorCode, Limit, Span};

use crate::tokenizer::{
    Attribute, Doctype, Feedback, Tag, Token, TokenSink, XmlDeclaration,
    machine::{Machine, Pause, Step},
    state::State,
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits text that begins at `start` in the chunk.
    #[inline]
    pub(crate) fn emit_text(&mut self, text: &str, start: usize) {
        if !text.is_empty() {
            let span = self.span(start, self.input.at);
            self.send_text(text, span);
        }
    }

    pub(crate) fn send_text(&mut self, text: &str, span: Span) {
        self.report_input_errors(self.input.at);
        self.send(Token::Text(text), span);
    }

    pub(crate) fn send_escaped_text(&mut self, text: &str, span: Span) {
        self.report_input_errors(self.input.at);
        self.send(Token::EscapedText(text), span);
    }

    /// Emits a token, unless nothing is to be read any more.
    #[inline]
    pub(crate) fn send(&mut self, token: Token<'_>, span: Span) {
        if self.tokenizer.stopped {
            return;
        }
        if self.sink.token(token, span) == Feedback::Stop {
            self.tokenizer.stopped = true;
        }
    }

    /// Emits a token that is neither text nor a start tag; its span goes up to the next input character.
    pub(crate) fn send_markup(&mut self, token: Token<'_>) {
        if let Some(span) = self.end_markup() {
            self.send(token, span);
        }
    }

    /// Returns the span of the token that ends here, unless it is too long.
    fn end_markup(&mut self) -> Option<Span> {
        self.report_input_errors(self.input.at);
        let span = self.span_from(self.tokenizer.token_start);
        let length = span.end - span.start;
        if length > self.tokenizer.options.max_token_length && self.reference.is_none() {
            self.end_at(Limit::TokenLength);
            return None;
        }
        Some(span)
    }

    /// The range of the whole input, or that of the reference.
    pub(crate) fn span_of(&self, start: usize, end: usize) -> Span {
        self.reference.unwrap_or(Span::new(start, end))
    }

    /// Emits the current start tag or empty tag and goes on in the data state.
    pub(crate) fn emit_tag(&mut self) -> Step {
        let tag = mem::take(&mut self.tokenizer.tag);
        let mut room = recycle(mem::take(&mut self.tokenizer.buffered_attributes));
        let attributes = tag.attributes();
        room.extend(attributes.map(|(name, value, span)| Attribute { name, value, span }));
        self.tokenizer.state = State::Data;
        if S::ERRORS {
            let start = self.tokenizer.token_start + 1;
            self.check_name(tag.name(), self.name_span(tag.name(), start));
            for attribute in &room {
                let span = self.name_span(attribute.name, attribute.span.start);
                self.check_name(attribute.name, span);
            }
        }
        if let Some(span) = self.end_markup() {
            let token = Tag { name: tag.name(), attributes: &room };
            self.send_tag(token, tag.self_closing, span);
        }
        self.tokenizer.buffered_attributes = recycle(room);
        self.tokenizer.tag = tag;
        self.stay()
    }

    /// Emits the current end tag and goes on in the data state.
    pub(crate) fn emit_end_tag(&mut self) -> Step {
        let tag = mem::take(&mut self.tokenizer.tag);
        self.tokenizer.state = State::Data;
        self.send_markup(Token::EndTag(tag.name()));
        self.tokenizer.tag = tag;
        self.stay()
    }

    pub(crate) fn emit_short_end_tag(&mut self) -> Step {
        self.tokenizer.state = State::Data;
        self.send_markup(Token::ShortEndTag);
        self.stay()
    }

    /// Emits the current comment token and goes on in the data state.
    pub(crate) fn emit_comment(&mut self) -> Step {
        let comment = mem::take(&mut self.tokenizer.comment);
        self.tokenizer.state = State::Data;
        self.send_markup(Token::Comment(&comment));
        self.tokenizer.comment = comment;
        self.stay()
    }

    /// Emits the current processing instruction token and goes on in the data state.
    pub(crate) fn emit_processing_instruction(&mut self) -> Step {
        let target = mem::take(&mut self.tokenizer.target);
        let data = mem::take(&mut self.tokenizer.data);
        self.tokenizer.state = State::Data;
        let start = self.tokenizer.token_start + 2;
        let span = self.name_span(&target, start);
        self.check_name(&target, span);
        self.check_xml_declaration(&target, &data, span);
        self.send_markup(Token::ProcessingInstruction { target: &target, data: &data });
        self.tokenizer.target = target;
        self.tokenizer.data = data;
        self.stay()
    }

    /// Takes note of the XML declaration, and reports what has its name and isn't one.
    fn check_xml_declaration(&mut self, target: &str, data: &str, span: Span) {
        if !target.eq_ignore_ascii_case("xml") {
            return;
        }
        let is_first =
            self.tokenizer.token_start == self.tokenizer.start && self.reference.is_none();
        match (target, is_first) {
            ("xml", true) => {
                self.tokenizer.declaration = XmlDeclaration::parse(data);
                match &self.tokenizer.declaration {
                    None => self.error_at(ErrorCode::MalformedXmlDeclaration, span),
                    // Documents of other versions may hold what 1.0 doesn't allow.
                    Some(declaration) if declaration.version != "1.0" => {
                        self.error_at(ErrorCode::UnsupportedXmlVersion, span);
                    }
                    Some(_) => {}
                }
            }
            ("xml", false) => self.error_at(ErrorCode::MisplacedXmlDeclaration, span),
            _ => self.error_at(ErrorCode::ReservedProcessingInstructionTarget, span),
        }
    }

    /// Emits the current DOCTYPE token and goes on in the data state.
    pub(crate) fn emit_doctype(&mut self) -> Step {
        self.read_internal_subset();
        if let Some(limit) = self.tokenizer.budget.limit() {
            self.end_at(limit);
        }
        let doctype = mem::take(&mut self.tokenizer.doctype);
        let document_type = mem::take(&mut self.tokenizer.document_type);
        self.tokenizer.state = State::Data;
        self.send_markup(Token::Doctype(Doctype {
            name: doctype.get(DoctypePart::Name),
            public_id: doctype.get(DoctypePart::PublicId),
            system_id: doctype.get(DoctypePart::SystemId),
            document_type: &document_type,
        }));
        self.tokenizer.doctype = doctype;
        self.tokenizer.document_type = document_type;
        self.stay()
    }

    /// Emits an end-of-file token, unless it is the end of an entity; nothing comes after it.
    pub(crate) fn emit_eof(&mut self) -> Step {
        if self.reference.is_none() {
            let end = self.offset(self.input.at);
            self.report_input_errors(self.input.at);
            self.send(Token::Eof, Span::at(end));
        }
        Break(Pause::Ended)
    }
}
