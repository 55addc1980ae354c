//! States of the tokenizer, at html5ever's path.
//!
//! Only [`TokenizerOpts::initial_state`](super::TokenizerOpts::initial_state) and
//! [`TokenSinkResult::RawData`](super::TokenSinkResult::RawData) use them.

use sapwood_tokenizer::State as Start;

pub use AttrValueKind::*;
pub use DoctypeIdKind::*;
pub use RawKind::*;
pub use ScriptEscapeKind::*;
pub use State::*;

/// Kind of an escape in script data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScriptEscapeKind {
    /// After `<!--`.
    Escaped,
    /// After `<!--` and `<script`.
    DoubleEscaped,
}

/// Kind of an identifier of a DOCTYPE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoctypeIdKind {
    /// Public identifier.
    Public,
    /// System identifier.
    System,
}

/// Kind of a text without tags other than one end tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RawKind {
    /// [RCDATA](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state), with character references.
    Rcdata,
    /// [RAWTEXT](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state)
    Rawtext,
    /// [Script data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state)
    ScriptData,
    /// Script data after `<!--`.
    ScriptDataEscaped(ScriptEscapeKind),
}

/// Kind of an attribute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttrValueKind {
    /// Without quotes.
    Unquoted,
    /// In single quotes.
    SingleQuoted,
    /// In double quotes.
    DoubleQuoted,
}

/// [State](https://html.spec.whatwg.org/multipage/parsing.html#tokenization) of the tokenizer. A variant has the standard's name;
/// states that the standard has for each of several kinds are one variant with a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the standard's")]
pub enum State {
    Data,
    Plaintext,
    TagOpen,
    EndTagOpen,
    TagName,
    RawData(RawKind),
    RawLessThanSign(RawKind),
    RawEndTagOpen(RawKind),
    RawEndTagName(RawKind),
    ScriptDataEscapeStart(ScriptEscapeKind),
    ScriptDataEscapeStartDash,
    ScriptDataEscapedDash(ScriptEscapeKind),
    ScriptDataEscapedDashDash(ScriptEscapeKind),
    ScriptDataDoubleEscapeEnd,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    AttributeValue(AttrValueKind),
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
    AfterDoctypeKeyword(DoctypeIdKind),
    BeforeDoctypeIdentifier(DoctypeIdKind),
    DoctypeIdentifierDoubleQuoted(DoctypeIdKind),
    DoctypeIdentifierSingleQuoted(DoctypeIdKind),
    AfterDoctypeIdentifier(DoctypeIdKind),
    BetweenDoctypePublicAndSystemIdentifiers,
    BogusDoctype,
    CdataSection,
    CdataSectionBracket,
    CdataSectionEnd,
}

impl State {
    /// Returns a text state to start in, and the shortest text that leads from there to this state: one arm for each state.
    pub(super) fn start(self) -> (Start, &'static str) {
        match self {
            Data => (Start::Data, ""),
            Plaintext => (Start::Plaintext, ""),
            TagOpen => (Start::Data, "<"),
            EndTagOpen => (Start::Data, "</"),
            TagName => (Start::Data, "<a"),
            RawData(kind) => (kind.start(), kind.escape()),
            RawLessThanSign(kind) => match kind {
                ScriptDataEscaped(Escaped) => (Start::ScriptData, "<!--x<"),
                ScriptDataEscaped(DoubleEscaped) => (Start::ScriptData, "<!--<script x<"),
                _ => (kind.start(), "<"),
            },
            RawEndTagOpen(kind) => match kind {
                ScriptDataEscaped(_) => (Start::ScriptData, "<!--x</"),
                _ => (kind.start(), "</"),
            },
            RawEndTagName(kind) => match kind {
                ScriptDataEscaped(_) => (Start::ScriptData, "<!--x</a"),
                _ => (kind.start(), "</a"),
            },
            ScriptDataEscapeStart(Escaped) => (Start::ScriptData, "<!"),
            ScriptDataEscapeStart(DoubleEscaped) => (Start::ScriptData, "<!--<s"),
            ScriptDataEscapeStartDash => (Start::ScriptData, "<!-"),
            ScriptDataEscapedDash(Escaped) => (Start::ScriptData, "<!--x-"),
            ScriptDataEscapedDash(DoubleEscaped) => (Start::ScriptData, "<!--<script -"),
            ScriptDataEscapedDashDash(Escaped) => (Start::ScriptData, "<!--"),
            ScriptDataEscapedDashDash(DoubleEscaped) => (Start::ScriptData, "<!--<script --"),
            ScriptDataDoubleEscapeEnd => (Start::ScriptData, "<!--<script </"),
            BeforeAttributeName => (Start::Data, "<a "),
            AttributeName => (Start::Data, "<a b"),
            AfterAttributeName => (Start::Data, "<a b "),
            BeforeAttributeValue => (Start::Data, "<a b="),
            AttributeValue(Unquoted) => (Start::Data, "<a b=c"),
            AttributeValue(SingleQuoted) => (Start::Data, "<a b='"),
            AttributeValue(DoubleQuoted) => (Start::Data, "<a b=\""),
            AfterAttributeValueQuoted => (Start::Data, "<a b=''"),
            SelfClosingStartTag => (Start::Data, "<a/"),
            BogusComment => (Start::Data, "<!x"),
            MarkupDeclarationOpen => (Start::Data, "<!"),
            CommentStart => (Start::Data, "<!--"),
            CommentStartDash => (Start::Data, "<!---"),
            Comment => (Start::Data, "<!--x"),
            CommentLessThanSign => (Start::Data, "<!--<"),
            CommentLessThanSignBang => (Start::Data, "<!--<!"),
            CommentLessThanSignBangDash => (Start::Data, "<!--<!-"),
            CommentLessThanSignBangDashDash => (Start::Data, "<!--<!--"),
            CommentEndDash => (Start::Data, "<!--x-"),
            CommentEnd => (Start::Data, "<!--x--"),
            CommentEndBang => (Start::Data, "<!--x--!"),
            Doctype => (Start::Data, "<!doctype"),
            BeforeDoctypeName => (Start::Data, "<!doctype "),
            DoctypeName => (Start::Data, "<!doctype a"),
            AfterDoctypeName => (Start::Data, "<!doctype a "),
            AfterDoctypeKeyword(Public) => (Start::Data, "<!doctype a public"),
            AfterDoctypeKeyword(System) => (Start::Data, "<!doctype a system"),
            BeforeDoctypeIdentifier(Public) => (Start::Data, "<!doctype a public "),
            BeforeDoctypeIdentifier(System) => (Start::Data, "<!doctype a system "),
            DoctypeIdentifierDoubleQuoted(Public) => (Start::Data, "<!doctype a public \""),
            DoctypeIdentifierDoubleQuoted(System) => (Start::Data, "<!doctype a system \""),
            DoctypeIdentifierSingleQuoted(Public) => (Start::Data, "<!doctype a public '"),
            DoctypeIdentifierSingleQuoted(System) => (Start::Data, "<!doctype a system '"),
            AfterDoctypeIdentifier(Public) => (Start::Data, "<!doctype a public ''"),
            AfterDoctypeIdentifier(System) => (Start::Data, "<!doctype a system ''"),
            BetweenDoctypePublicAndSystemIdentifiers => (Start::Data, "<!doctype a public '' "),
            BogusDoctype => (Start::Data, "<!doctype a x"),
            CdataSection => (Start::CdataSection, ""),
            CdataSectionBracket => (Start::CdataSection, "]"),
            CdataSectionEnd => (Start::CdataSection, "]]"),
        }
    }
}

impl RawKind {
    fn start(self) -> Start {
        match self {
            Rcdata => Start::Rcdata,
            Rawtext => Start::Rawtext,
            ScriptData | ScriptDataEscaped(_) => Start::ScriptData,
        }
    }

    /// Returns the text that leads from script data to this kind.
    fn escape(self) -> &'static str {
        match self {
            Rcdata | Rawtext | ScriptData => "",
            ScriptDataEscaped(Escaped) => "<!--x",
            ScriptDataEscaped(DoubleEscaped) => "<!--<script ",
        }
    }
}
