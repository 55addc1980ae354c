//! The state machine: how it reads, and how it steps.

use std::ops::ControlFlow::{self, Break, Continue};

use lexer::Input;
use tree_sink::{Limit, Span};

use crate::tokenizer::{Attribute, TokenSink, Tokenizer, state::State};

/// The reason for which a machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The chunk is used up.
    NeedsInput,
    /// Nothing more is to be read, because of a limit or because the sink said so.
    Stopped,
    /// The input has ended, or the replacement text has.
    Ended,
}

/// The result of a state: continue, or return control to the caller.
///
/// Running out of input is `Break`, so `?` leaves a state without a half-done step; end of file is
/// an input like any other, so each state has its own rule for it.
pub(crate) type Step = ControlFlow<Pause>;

/// A tokenizer at work on one chunk, or on an entity's replacement text.
pub(crate) struct Machine<'t, 'c, S> {
    /// The state that outlives the chunk.
    pub(crate) tokenizer: &'t mut Tokenizer,
    pub(crate) sink: &'t mut S,
    pub(crate) input: Input<'c>,
    /// In an entity's replacement text: where the reference to it stands in the input.
    pub(crate) reference: Option<Span>,
    /// Up to where in the chunk characters that XML must not hold have been searched for.
    pub(crate) input_checked: usize,
    /// The attributes of a tag on the fast path.
    pub(crate) attributes: Vec<Attribute<'c>>,
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Runs until the chunk is used up or the input has ended.
    pub(crate) fn run(&mut self) -> Pause {
        let pause = loop {
            if self.tokenizer.options.fast_path && self.tokenizer.state == State::Data {
                self.fast_path();
            }
            if self.tokenizer.stopped {
                break Pause::Stopped;
            }
            if let Break(pause) = self.step() {
                break pause;
            }
        };
        self.report_input_errors(self.input.at);
        pause
    }

    /// Consumes the next input character and returns its first byte; `None` is end of file.
    ///
    /// [Line ends are normalized](https://www.w3.org/TR/xml/#sec-line-ends) here: CR LF and CR are read
    /// as one LF. A CR at the end of a chunk waits for what follows it. In an entity's replacement text,
    /// a CR is there because a reference put it there: it stays.
    #[inline]
    pub(crate) fn consume(&mut self) -> ControlFlow<Pause, Option<u8>> {
        match self.input.consume() {
            Some(next) => Continue(next),
            None => Break(Pause::NeedsInput),
        }
    }

    /// Continues in `state` with the next input character.
    #[inline]
    pub(crate) fn switch_to(&mut self, state: State) -> Step {
        self.tokenizer.state = state;
        Continue(())
    }

    /// Continues in `state` with the current input character.
    #[inline]
    pub(crate) fn reconsume_in(&mut self, state: State) -> Step {
        self.input.at = self.input.current;
        self.switch_to(state)
    }

    /// Continues in the same state with the next input character.
    #[inline]
    pub(crate) fn stay(&self) -> Step {
        Continue(())
    }

    /// Reads nothing more, because of a limit.
    #[cold]
    pub(crate) fn end_at(&mut self, limit: Limit) {
        self.tokenizer.limit.get_or_insert(limit);
        self.tokenizer.stopped = true;
    }

    /// The current input character as text.
    #[inline]
    pub(crate) fn current_text(&self) -> &'c str {
        match self.input.current_text() {
            // As in HTML: a NUL has no place in XML, and the text must be writable again.
            "\0" => "\u{fffd}",
            text => text,
        }
    }

    /// The current input character; U+FFFD at the end of file.
    pub(crate) fn current_character(&self) -> char {
        self.current_text().chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Consumes the bytes before the first stop of `search`.
    #[inline]
    pub(crate) fn take_run(&mut self, search: impl Fn(&[u8]) -> usize) -> &'c str {
        let start = self.input.skip_run(search);
        &self.input.chunk[start..self.input.at]
    }

    /// Returns the offset in the whole input of an index in the chunk.
    #[inline]
    pub(crate) fn offset(&self, at: usize) -> usize {
        match self.reference {
            None => self.tokenizer.offset + at,
            Some(span) => span.start,
        }
    }

    /// A range of the chunk as one of the whole input.
    #[inline]
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        self.reference
            .unwrap_or(Span::new(self.tokenizer.offset + start, self.tokenizer.offset + end))
    }

    /// From `start` in the whole input to the next input character.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        self.reference.unwrap_or(Span::new(start, self.tokenizer.offset + self.input.at))
    }

    /// Returns the span of the current input character, which is empty at the end of file.
    #[inline]
    pub(crate) fn current_span(&self) -> Span {
        self.span(self.input.current, self.input.at)
    }

    /// Takes one step: a run of text and the character after it, or a single character.
    fn step(&mut self) -> Step {
        match self.tokenizer.state {
            State::Data => self.data(),
            State::CharacterReferenceInData => self.character_reference_in_data(),
            State::Tag => self.tag(),
            State::EndTag => self.end_tag(),
            State::EndTagName => self.end_tag_name(),
            State::EndTagNameAfter => self.end_tag_name_after(),
            State::Pi => self.pi(),
            State::PiTarget => self.pi_target(),
            State::PiTargetQuestion => self.pi_target_question(),
            State::PiTargetAfter => self.pi_target_after(),
            State::PiData => self.pi_data(),
            State::PiAfter => self.pi_after(),
            State::MarkupDeclaration => self.markup_declaration(),
            State::CommentStart => self.comment_start(),
            State::CommentStartDash => self.comment_start_dash(),
            State::Comment => self.comment(),
            State::CommentLessThanSign => self.comment_less_than_sign(),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang(),
            State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash(),
            State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash(),
            State::CommentEndDash => self.comment_end_dash(),
            State::CommentEnd => self.comment_end(),
            State::CommentEndBang => self.comment_end_bang(),
            State::Cdata => self.cdata(),
            State::CdataBracket => self.cdata_bracket(),
            State::CdataEnd => self.cdata_end(),
            State::TagName => self.tag_name(),
            State::EmptyTag => self.empty_tag(),
            State::TagAttributeNameBefore => self.tag_attribute_name_before(),
            State::TagAttributeNameColon => self.tag_attribute_name_colon(),
            State::TagAttributeName => self.tag_attribute_name(),
            State::TagAttributeNameAfter => self.tag_attribute_name_after(),
            State::TagAttributeValueBefore => self.tag_attribute_value_before(),
            State::TagAttributeValueDoubleQuoted => self.tag_attribute_value_double_quoted(),
            State::TagAttributeValueSingleQuoted => self.tag_attribute_value_single_quoted(),
            State::TagAttributeValueUnquoted => self.tag_attribute_value_unquoted(),
            State::CharacterReferenceInAttributeValue => {
                self.character_reference_in_attribute_value()
            }
            State::ReferenceNumber => self.reference_number(),
            State::ReferenceHexadecimal => self.reference_hexadecimal(),
            State::ReferenceDecimal => self.reference_decimal(),
            State::ReferenceName => self.reference_name(),
            State::BogusComment => self.bogus_comment(),
            State::Doctype => self.doctype(),
            State::BeforeDoctypeName => self.before_doctype_name(),
            State::DoctypeName => self.doctype_name(),
            State::AfterDoctypeName => self.after_doctype_name(),
            State::DoctypeKeyword => self.doctype_keyword(),
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword(),
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword(),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier(),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier(),
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_public_identifier_single_quoted()
            }
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_public_identifier_double_quoted()
            }
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier(),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers()
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_system_identifier_single_quoted()
            }
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_system_identifier_double_quoted()
            }
            State::AfterDoctypeSystemIdentifiers => self.after_doctype_system_identifiers(),
            State::InternalSubset => self.internal_subset(),
            State::AfterInternalSubset => self.after_internal_subset(),
            State::BogusDoctype => self.bogus_doctype(),
        }
    }
}
