//! The state machine: its states, how it reads, and how it steps.
//!
//! See "Where the fast path gives up" in `docs/hot-path.md`.

use std::ops::ControlFlow::{self, Break, Continue};

use sapwood_lexer::{Input, utf8_length};
use sapwood_tree::{Limit, Span};

use crate::{TokenSink, Tokenizer, state::State, text_run::TextRun};

/// The reason for which a machine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The chunk is used up.
    NeedsInput,
    /// The sink asked for control.
    Asked,
    /// The end-of-file token was emitted.
    Ended,
}

/// The result of a state: continue, or return control to the caller.
///
/// Running out of input is `Break`, so `?` leaves a state without a half-done step; end of file is
/// an input like any other, so each state has its own rule for it.
pub(crate) type Step = ControlFlow<Pause>;

/// A tokenizer at work on one chunk.
pub(crate) struct Machine<'t, 'c, S> {
    /// The state that outlives the chunk.
    pub(crate) tokenizer: &'t mut Tokenizer,
    pub(crate) sink: &'t mut S,
    pub(crate) input: Input<'c>,
    /// Whether the sink asked for control during this step.
    pub(crate) pausing: bool,
    /// Text of the chunk that was emitted and waits for more to join it.
    pub(crate) run: TextRun,
    /// Up to where in the chunk control characters and noncharacters have been searched for.
    pub(crate) input_checked: usize,
    /// Up to where they count as reported: past the next input character if that was reported before
    /// the sink asked for control.
    pub(crate) input_reported: usize,
}

impl<'c, S: TokenSink> Machine<'_, 'c, S> {
    /// Whether errors are reported.
    #[inline(always)]
    pub(crate) fn is_reporting(&self) -> bool {
        S::ERRORS && (!S::REPORTS_ON_REQUEST || self.sink.is_reporting())
    }

    /// Runs until the chunk is used up, the sink asks for control, or the input has ended.
    pub(crate) fn run(&mut self) -> Pause {
        let pause = loop {
            if self.tokenizer.fast_path {
                self.fast_path();
            }
            #[cfg(feature = "trace")]
            {
                let at = self.tokenizer.offset + self.input.at;
                log::trace!("{} at byte {at}", self.tokenizer.state_name());
            }
            if !self.pausing
                && let Break(pause) = self.step()
            {
                break pause;
            }
            if self.pausing {
                self.pausing = false;
                // Nobody can go on after the end.
                if !self.input.ended || self.tokenizer.limit.is_some() {
                    break Pause::Asked;
                }
            }
        };
        self.flush_text();
        self.report_input_errors(self.input.at);
        pause
    }

    /// [Consumes the next input character](https://html.spec.whatwg.org/multipage/parsing.html#next-input-character)
    /// and returns its first byte; `None` is end of file.
    ///
    /// Newlines are normalized here: CR LF and CR are read as one LF. A CR at the end of a chunk
    /// waits for what follows it.
    #[inline]
    pub(crate) fn consume(&mut self) -> ControlFlow<Pause, Option<u8>> {
        match self.input.consume() {
            Some(next) => Continue(next),
            None => Break(Pause::NeedsInput),
        }
    }

    /// Looks at the next input character without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> ControlFlow<Pause, Option<u8>> {
        let next = self.consume()?;
        self.input.at = self.input.current;
        Continue(next)
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

    /// Ends the input here, because of a limit.
    #[cold]
    pub(crate) fn end_at(&mut self, limit: Limit) {
        self.tokenizer.limit = Some(limit);
        self.pausing = true;
    }

    /// Ends the input before the token that begins at an offset, because that is too long.
    #[cold]
    pub(crate) fn refuse(&mut self, start: usize) {
        self.tokenizer.refused = Some(start);
        self.end_at(Limit::TokenLength);
    }

    /// The current input character as text.
    #[inline]
    pub(crate) fn current_text(&self) -> &'c str {
        self.input.current_text()
    }

    /// Consumes the bytes before the first stop of `search`.
    #[inline]
    pub(crate) fn take_run(&mut self, search: impl Fn(&[u8]) -> usize) -> std::ops::Range<usize> {
        self.input.skip_run(search)..self.input.at
    }

    /// Returns the offset in the whole input of an index in the chunk.
    #[inline]
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.tokenizer.offset + at
    }

    /// Returns the span of the current input character, which is empty at the end of file.
    #[inline]
    pub(crate) fn current_span(&self) -> Span {
        Span::new(self.offset(self.input.current), self.offset(self.input.at))
    }

    /// The next input character's place; empty at the end of file.
    pub(crate) fn next_span(&self) -> Span {
        let length = match self.input.chunk.as_bytes().get(self.input.at..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some(&[byte, ..]) => utf8_length(byte),
            _ => 0,
        };
        Span::new(self.offset(self.input.at), self.offset(self.input.at + length))
    }

    /// Takes one step: a run of text and the character after it, or a single character. One arm for each state.
    fn step(&mut self) -> Step {
        match self.tokenizer.state {
            State::Data => self.data(),
            State::Rcdata => self.rcdata(),
            State::Rawtext => self.rawtext(),
            State::ScriptData => self.script_data(),
            State::Plaintext => self.plaintext(),
            State::TagOpen => self.tag_open(),
            State::EndTagOpen => self.end_tag_open(),
            State::TagName => self.tag_name(),
            State::RcdataLessThanSign => self.rcdata_less_than_sign(),
            State::RcdataEndTagOpen => self.rcdata_end_tag_open(),
            State::RcdataEndTagName => self.rcdata_end_tag_name(),
            State::RawtextLessThanSign => self.rawtext_less_than_sign(),
            State::RawtextEndTagOpen => self.rawtext_end_tag_open(),
            State::RawtextEndTagName => self.rawtext_end_tag_name(),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign(),
            State::ScriptDataEndTagOpen => self.script_data_end_tag_open(),
            State::ScriptDataEndTagName => self.script_data_end_tag_name(),
            State::ScriptDataEscapeStart => self.script_data_escape_start(),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash(),
            State::ScriptDataEscaped => self.script_data_escaped(),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash(),
            State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash(),
            State::ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign(),
            State::ScriptDataEscapedEndTagOpen => self.script_data_escaped_end_tag_open(),
            State::ScriptDataEscapedEndTagName => self.script_data_escaped_end_tag_name(),
            State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start(),
            State::ScriptDataDoubleEscaped => self.script_data_double_escaped(),
            State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash(),
            State::ScriptDataDoubleEscapedDashDash => self.script_data_double_escaped_dash_dash(),
            State::ScriptDataDoubleEscapedLessThanSign => {
                self.script_data_double_escaped_less_than_sign()
            }
            State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end(),
            State::BeforeAttributeName => self.before_attribute_name(),
            State::AttributeName => self.attribute_name(),
            State::AfterAttributeName => self.after_attribute_name(),
            State::BeforeAttributeValue => self.before_attribute_value(),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted(),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted(),
            State::AttributeValueUnquoted => self.attribute_value_unquoted(),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted(),
            State::SelfClosingStartTag => self.self_closing_start_tag(),
            State::BogusComment => self.bogus_comment(),
            State::MarkupDeclarationOpen => self.markup_declaration_open(),
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
            State::Doctype => self.doctype(),
            State::BeforeDoctypeName => self.before_doctype_name(),
            State::DoctypeName => self.doctype_name(),
            State::AfterDoctypeName => self.after_doctype_name(),
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword(),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier(),
            State::DoctypePublicIdentifierDoubleQuoted => {
                self.doctype_public_identifier_double_quoted()
            }
            State::DoctypePublicIdentifierSingleQuoted => {
                self.doctype_public_identifier_single_quoted()
            }
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier(),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers()
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword(),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier(),
            State::DoctypeSystemIdentifierDoubleQuoted => {
                self.doctype_system_identifier_double_quoted()
            }
            State::DoctypeSystemIdentifierSingleQuoted => {
                self.doctype_system_identifier_single_quoted()
            }
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier(),
            State::BogusDoctype => self.bogus_doctype(),
            State::CdataSection => self.cdata_section(),
            State::CdataSectionBracket => self.cdata_section_bracket(),
            State::CdataSectionEnd => self.cdata_section_end(),
            State::ProcessingInstructionOpen => self.processing_instruction_open(),
            State::ProcessingInstructionTarget => self.processing_instruction_target(),
            State::AfterProcessingInstructionTarget => self.after_processing_instruction_target(),
            State::ProcessingInstructionData => self.processing_instruction_data(),
            State::ProcessingInstructionQuestionable => self.processing_instruction_questionable(),
            State::CharacterReference => self.character_reference(),
            State::NamedCharacterReference => self.named_character_reference(),
            State::AmbiguousAmpersand => self.ambiguous_ampersand(),
            State::NumericCharacterReference => self.numeric_character_reference(),
            State::HexadecimalCharacterReferenceStart => {
                self.hexadecimal_character_reference_start()
            }
            State::HexadecimalCharacterReference => self.hexadecimal_character_reference(),
            State::DecimalCharacterReference => self.decimal_character_reference(),
            State::NumericCharacterReferenceEnd => self.numeric_character_reference_end(),
        }
    }
}
