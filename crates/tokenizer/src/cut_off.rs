//! Markup that the end of the input cuts off.

use crate::{
    Tokenizer,
    state::{State, Unfinished},
};

/// The markup that the end of the input cuts off, and the change of the source after which more can follow it: the tokens before stay as
/// they are, and none goes on.
// Hidden: for a caller that adds to the source.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    /// None.
    Nothing,
    /// A tag or a processing instruction, which begins at this offset. It is no token, so more must precede it.
    Dropped(usize),
    /// A token without its end, which is this.
    Unclosed(&'static str),
    /// A CDATA section, whose text is a token. Its end is this.
    Section(&'static str),
    /// Text that a character would make markup of: `text` replaces so many bytes at `at`.
    Text { at: usize, replaced: usize, text: &'static str },
    /// A script in which an end tag is text until this has come.
    Script(&'static str),
}

impl Tokenizer {
    /// The markup that the end of the input would cut off here.
    // Hidden: for a caller that adds to the source.
    #[doc(hidden)]
    #[must_use]
    pub fn cut_off(&self) -> CutOff {
        if let Unfinished::Reference = self.state.unfinished(self.return_state) {
            return self.cut_off_reference();
        }
        match self.state {
            State::TagOpen | State::EndTagOpen => {
                CutOff::Text { at: self.token_start, replaced: 1, text: "&lt;" }
            }
            State::BogusComment
            | State::MarkupDeclarationOpen
            | State::CommentLessThanSignBangDashDash
            | State::CommentEnd
            | State::CommentEndBang
            | State::Doctype
            | State::BeforeDoctypeName
            | State::DoctypePublicIdentifierDoubleQuoted
            | State::DoctypePublicIdentifierSingleQuoted
            | State::DoctypeSystemIdentifierDoubleQuoted
            | State::DoctypeSystemIdentifierSingleQuoted
            | State::BogusDoctype => CutOff::Unclosed(">"),
            State::CommentStartDash
            | State::CommentLessThanSignBangDash
            | State::CommentEndDash => CutOff::Unclosed("->"),
            State::CommentStart
            | State::Comment
            | State::CommentLessThanSign
            | State::CommentLessThanSignBang => CutOff::Unclosed("-->"),
            // The end of the input turns quirks mode on, as a character that doesn't belong there does.
            State::DoctypeName
            | State::AfterDoctypeName
            | State::AfterDoctypePublicKeyword
            | State::BeforeDoctypePublicIdentifier
            | State::AfterDoctypePublicIdentifier
            | State::BetweenDoctypePublicAndSystemIdentifiers
            | State::AfterDoctypeSystemKeyword
            | State::BeforeDoctypeSystemIdentifier
            | State::AfterDoctypeSystemIdentifier => CutOff::Unclosed(" x>"),
            State::CdataSection | State::CdataSectionBracket | State::CdataSectionEnd => {
                CutOff::Section("]]>")
            }
            State::ProcessingInstructionOpen => CutOff::Dropped(self.token_start),
            State::ScriptDataDoubleEscaped
            | State::ScriptDataDoubleEscapedDash
            | State::ScriptDataDoubleEscapedDashDash
            | State::ScriptDataDoubleEscapedLessThanSign
            | State::ScriptDataDoubleEscapeEnd => CutOff::Script("-->"),
            state if state.is_in_token(self.return_state) => CutOff::Dropped(self.token_start),
            // Text, to which a `<` that begins no tag belongs.
            _ => CutOff::Nothing,
        }
    }

    /// A character reference in text.
    fn cut_off_reference(&self) -> CutOff {
        let start = self.reference.start;
        let ended_at = |at| CutOff::Text { at, replaced: 0, text: ";" };
        match (self.state, self.reference.longest) {
            (State::NamedCharacterReference, Some((_, length))) => ended_at(start + length),
            (State::HexadecimalCharacterReference | State::DecimalCharacterReference, _) => {
                ended_at(self.offset)
            }
            _ => CutOff::Text { at: start, replaced: 1, text: "&amp;" },
        }
    }
}
