//! The names of the states.

/// A [state of the tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization),
/// named as the standard names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Data,
    Rcdata,
    Rawtext,
    ScriptData,
    Plaintext,
    TagOpen,
    EndTagOpen,
    TagName,
    RcdataLessThanSign,
    RcdataEndTagOpen,
    RcdataEndTagName,
    RawtextLessThanSign,
    RawtextEndTagOpen,
    RawtextEndTagName,
    ScriptDataLessThanSign,
    ScriptDataEndTagOpen,
    ScriptDataEndTagName,
    ScriptDataEscapeStart,
    ScriptDataEscapeStartDash,
    ScriptDataEscaped,
    ScriptDataEscapedDash,
    ScriptDataEscapedDashDash,
    ScriptDataEscapedLessThanSign,
    ScriptDataEscapedEndTagOpen,
    ScriptDataEscapedEndTagName,
    ScriptDataDoubleEscapeStart,
    ScriptDataDoubleEscaped,
    ScriptDataDoubleEscapedDash,
    ScriptDataDoubleEscapedDashDash,
    ScriptDataDoubleEscapedLessThanSign,
    ScriptDataDoubleEscapeEnd,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    AttributeValueDoubleQuoted,
    AttributeValueSingleQuoted,
    AttributeValueUnquoted,
    AfterAttributeValueQuoted,
    SelfClosingStartTag,
    BogusComment,
    MarkupDeclarationOpen,
    CommentStart,
    CommentStartDash,
    Comment,
    CommentLessThanSign,
    CommentLessThanSignBang,
    CommentLessThanSignBangDash,
    CommentLessThanSignBangDashDash,
    CommentEndDash,
    CommentEnd,
    CommentEndBang,
    Doctype,
    BeforeDoctypeName,
    DoctypeName,
    AfterDoctypeName,
    AfterDoctypePublicKeyword,
    BeforeDoctypePublicIdentifier,
    DoctypePublicIdentifierDoubleQuoted,
    DoctypePublicIdentifierSingleQuoted,
    AfterDoctypePublicIdentifier,
    BetweenDoctypePublicAndSystemIdentifiers,
    AfterDoctypeSystemKeyword,
    BeforeDoctypeSystemIdentifier,
    DoctypeSystemIdentifierDoubleQuoted,
    DoctypeSystemIdentifierSingleQuoted,
    AfterDoctypeSystemIdentifier,
    BogusDoctype,
    CdataSection,
    CdataSectionBracket,
    CdataSectionEnd,
    ProcessingInstructionOpen,
    ProcessingInstructionTarget,
    AfterProcessingInstructionTarget,
    ProcessingInstructionData,
    ProcessingInstructionQuestionable,
    CharacterReference,
    NamedCharacterReference,
    AmbiguousAmpersand,
    NumericCharacterReference,
    HexadecimalCharacterReferenceStart,
    HexadecimalCharacterReference,
    DecimalCharacterReference,
    NumericCharacterReferenceEnd,
}

/// The input that a state has read and not passed on.
pub(crate) enum Unfinished {
    /// None.
    Nothing,
    /// So many brackets that may end a CDATA section.
    Brackets(usize),
    /// A character reference in text.
    Reference,
    /// Everything from the last `<` on.
    Markup,
}

impl State {
    /// The input that has been read and not passed on; `return_state` is where a character reference goes back to.
    pub(crate) fn unfinished(self, return_state: Self) -> Unfinished {
        match self {
            Self::Data
            | Self::Rcdata
            | Self::Rawtext
            | Self::ScriptData
            | Self::Plaintext
            | Self::ScriptDataEscapeStart
            | Self::ScriptDataEscapeStartDash
            | Self::ScriptDataEscaped
            | Self::ScriptDataEscapedDash
            | Self::ScriptDataEscapedDashDash
            | Self::ScriptDataDoubleEscapeStart
            | Self::ScriptDataDoubleEscaped
            | Self::ScriptDataDoubleEscapedDash
            | Self::ScriptDataDoubleEscapedDashDash
            | Self::ScriptDataDoubleEscapedLessThanSign
            | Self::ScriptDataDoubleEscapeEnd
            | Self::CdataSection => Unfinished::Nothing,
            Self::CdataSectionBracket => Unfinished::Brackets(1),
            Self::CdataSectionEnd => Unfinished::Brackets(2),
            Self::CharacterReference
            | Self::NamedCharacterReference
            | Self::AmbiguousAmpersand
            | Self::NumericCharacterReference
            | Self::HexadecimalCharacterReferenceStart
            | Self::HexadecimalCharacterReference
            | Self::DecimalCharacterReference
            | Self::NumericCharacterReferenceEnd
                if !self.is_in_token(return_state) =>
            {
                if self == Self::AmbiguousAmpersand {
                    Unfinished::Nothing
                } else {
                    Unfinished::Reference
                }
            }
            _ => Unfinished::Markup,
        }
    }

    /// Whether the input read last is a part of the number of a character reference.
    pub(crate) fn is_in_number(self) -> bool {
        matches!(
            self,
            Self::HexadecimalCharacterReference
                | Self::DecimalCharacterReference
                | Self::NumericCharacterReferenceEnd
        )
    }

    /// Whether the input read last is a part of a token that isn't text; `return_state` is where a
    /// character reference goes back to.
    #[inline]
    pub(crate) fn is_in_token(self, return_state: Self) -> bool {
        match self {
            Self::CharacterReference
            | Self::NamedCharacterReference
            | Self::AmbiguousAmpersand
            | Self::NumericCharacterReference
            | Self::HexadecimalCharacterReferenceStart
            | Self::HexadecimalCharacterReference
            | Self::DecimalCharacterReference
            | Self::NumericCharacterReferenceEnd => matches!(
                return_state,
                Self::AttributeValueDoubleQuoted
                    | Self::AttributeValueSingleQuoted
                    | Self::AttributeValueUnquoted
            ),
            Self::TagName
            | Self::BeforeAttributeName
            | Self::AttributeName
            | Self::AfterAttributeName
            | Self::BeforeAttributeValue
            | Self::AttributeValueDoubleQuoted
            | Self::AttributeValueSingleQuoted
            | Self::AttributeValueUnquoted
            | Self::AfterAttributeValueQuoted
            | Self::SelfClosingStartTag
            | Self::BogusComment
            | Self::CommentStart
            | Self::CommentStartDash
            | Self::Comment
            | Self::CommentLessThanSign
            | Self::CommentLessThanSignBang
            | Self::CommentLessThanSignBangDash
            | Self::CommentLessThanSignBangDashDash
            | Self::CommentEndDash
            | Self::CommentEnd
            | Self::CommentEndBang
            | Self::Doctype
            | Self::BeforeDoctypeName
            | Self::DoctypeName
            | Self::AfterDoctypeName
            | Self::AfterDoctypePublicKeyword
            | Self::BeforeDoctypePublicIdentifier
            | Self::DoctypePublicIdentifierDoubleQuoted
            | Self::DoctypePublicIdentifierSingleQuoted
            | Self::AfterDoctypePublicIdentifier
            | Self::BetweenDoctypePublicAndSystemIdentifiers
            | Self::AfterDoctypeSystemKeyword
            | Self::BeforeDoctypeSystemIdentifier
            | Self::DoctypeSystemIdentifierDoubleQuoted
            | Self::DoctypeSystemIdentifierSingleQuoted
            | Self::AfterDoctypeSystemIdentifier
            | Self::BogusDoctype
            | Self::ProcessingInstructionTarget
            | Self::AfterProcessingInstructionTarget
            | Self::ProcessingInstructionData
            | Self::ProcessingInstructionQuestionable => true,
            _ => false,
        }
    }

    /// The standard's own spelling, one arm for each state.
    #[inline]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Data => "Data state",
            Self::Rcdata => "RCDATA state",
            Self::Rawtext => "RAWTEXT state",
            Self::ScriptData => "Script data state",
            Self::Plaintext => "PLAINTEXT state",
            Self::TagOpen => "Tag open state",
            Self::EndTagOpen => "End tag open state",
            Self::TagName => "Tag name state",
            Self::RcdataLessThanSign => "RCDATA less-than sign state",
            Self::RcdataEndTagOpen => "RCDATA end tag open state",
            Self::RcdataEndTagName => "RCDATA end tag name state",
            Self::RawtextLessThanSign => "RAWTEXT less-than sign state",
            Self::RawtextEndTagOpen => "RAWTEXT end tag open state",
            Self::RawtextEndTagName => "RAWTEXT end tag name state",
            Self::ScriptDataLessThanSign => "Script data less-than sign state",
            Self::ScriptDataEndTagOpen => "Script data end tag open state",
            Self::ScriptDataEndTagName => "Script data end tag name state",
            Self::ScriptDataEscapeStart => "Script data escape start state",
            Self::ScriptDataEscapeStartDash => "Script data escape start dash state",
            Self::ScriptDataEscaped => "Script data escaped state",
            Self::ScriptDataEscapedDash => "Script data escaped dash state",
            Self::ScriptDataEscapedDashDash => "Script data escaped dash dash state",
            Self::ScriptDataEscapedLessThanSign => "Script data escaped less-than sign state",
            Self::ScriptDataEscapedEndTagOpen => "Script data escaped end tag open state",
            Self::ScriptDataEscapedEndTagName => "Script data escaped end tag name state",
            Self::ScriptDataDoubleEscapeStart => "Script data double escape start state",
            Self::ScriptDataDoubleEscaped => "Script data double escaped state",
            Self::ScriptDataDoubleEscapedDash => "Script data double escaped dash state",
            Self::ScriptDataDoubleEscapedDashDash => "Script data double escaped dash dash state",
            Self::ScriptDataDoubleEscapedLessThanSign => {
                "Script data double escaped less-than sign state"
            }
            Self::ScriptDataDoubleEscapeEnd => "Script data double escape end state",
            Self::BeforeAttributeName => "Before attribute name state",
            Self::AttributeName => "Attribute name state",
            Self::AfterAttributeName => "After attribute name state",
            Self::BeforeAttributeValue => "Before attribute value state",
            Self::AttributeValueDoubleQuoted => "Attribute value (double-quoted) state",
            Self::AttributeValueSingleQuoted => "Attribute value (single-quoted) state",
            Self::AttributeValueUnquoted => "Attribute value (unquoted) state",
            Self::AfterAttributeValueQuoted => "After attribute value (quoted) state",
            Self::SelfClosingStartTag => "Self-closing start tag state",
            Self::BogusComment => "Bogus comment state",
            Self::MarkupDeclarationOpen => "Markup declaration open state",
            Self::CommentStart => "Comment start state",
            Self::CommentStartDash => "Comment start dash state",
            Self::Comment => "Comment state",
            Self::CommentLessThanSign => "Comment less-than sign state",
            Self::CommentLessThanSignBang => "Comment less-than sign bang state",
            Self::CommentLessThanSignBangDash => "Comment less-than sign bang dash state",
            Self::CommentLessThanSignBangDashDash => "Comment less-than sign bang dash dash state",
            Self::CommentEndDash => "Comment end dash state",
            Self::CommentEnd => "Comment end state",
            Self::CommentEndBang => "Comment end bang state",
            Self::Doctype => "DOCTYPE state",
            Self::BeforeDoctypeName => "Before DOCTYPE name state",
            Self::DoctypeName => "DOCTYPE name state",
            Self::AfterDoctypeName => "After DOCTYPE name state",
            Self::AfterDoctypePublicKeyword => "After DOCTYPE public keyword state",
            Self::BeforeDoctypePublicIdentifier => "Before DOCTYPE public identifier state",
            Self::DoctypePublicIdentifierDoubleQuoted => {
                "DOCTYPE public identifier (double-quoted) state"
            }
            Self::DoctypePublicIdentifierSingleQuoted => {
                "DOCTYPE public identifier (single-quoted) state"
            }
            Self::AfterDoctypePublicIdentifier => "After DOCTYPE public identifier state",
            Self::BetweenDoctypePublicAndSystemIdentifiers => {
                "Between DOCTYPE public and system identifiers state"
            }
            Self::AfterDoctypeSystemKeyword => "After DOCTYPE system keyword state",
            Self::BeforeDoctypeSystemIdentifier => "Before DOCTYPE system identifier state",
            Self::DoctypeSystemIdentifierDoubleQuoted => {
                "DOCTYPE system identifier (double-quoted) state"
            }
            Self::DoctypeSystemIdentifierSingleQuoted => {
                "DOCTYPE system identifier (single-quoted) state"
            }
            Self::AfterDoctypeSystemIdentifier => "After DOCTYPE system identifier state",
            Self::BogusDoctype => "Bogus DOCTYPE state",
            Self::CdataSection => "CDATA section state",
            Self::CdataSectionBracket => "CDATA section bracket state",
            Self::CdataSectionEnd => "CDATA section end state",
            Self::ProcessingInstructionOpen => "Processing instruction open state",
            Self::ProcessingInstructionTarget => "Processing instruction target state",
            Self::AfterProcessingInstructionTarget => "After processing instruction target state",
            Self::ProcessingInstructionData => "Processing instruction data state",
            Self::ProcessingInstructionQuestionable => "Processing instruction questionable state",
            Self::CharacterReference => "Character reference state",
            Self::NamedCharacterReference => "Named character reference state",
            Self::AmbiguousAmpersand => "Ambiguous ampersand state",
            Self::NumericCharacterReference => "Numeric character reference state",
            Self::HexadecimalCharacterReferenceStart => {
                "Hexadecimal character reference start state"
            }
            Self::HexadecimalCharacterReference => "Hexadecimal character reference state",
            Self::DecimalCharacterReference => "Decimal character reference state",
            Self::NumericCharacterReferenceEnd => "Numeric character reference end state",
        }
    }
}

impl From<crate::State> for State {
    #[inline]
    fn from(state: crate::State) -> Self {
        match state {
            crate::State::Data => Self::Data,
            crate::State::Rcdata => Self::Rcdata,
            crate::State::Rawtext => Self::Rawtext,
            crate::State::ScriptData => Self::ScriptData,
            crate::State::Plaintext => Self::Plaintext,
            crate::State::CdataSection => Self::CdataSection,
        }
    }
}

impl From<crate::TextState> for State {
    #[inline]
    fn from(state: crate::TextState) -> Self {
        match state {
            crate::TextState::Rcdata => Self::Rcdata,
            crate::TextState::Rawtext => Self::Rawtext,
            crate::TextState::ScriptData => Self::ScriptData,
            crate::TextState::Plaintext => Self::Plaintext,
        }
    }
}
