//! The states, a function each.

mod attribute;
mod cdata;
mod comment;
mod data;
mod doctype;
mod doctype_identifier;
mod internal_subset;
mod processing_instruction;
mod reference;
mod tag;

pub(crate) use doctype_identifier::is_public_identifier_character;

/// The states of the draft by their names there, and those that it lacks: the start of a comment, a `?` after
/// the target of a processing instruction, a colon before an attribute name, the parts of a reference, the
/// keyword in a DOCTYPE, and its internal subset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    #[default]
    Data,
    CharacterReferenceInData,
    Tag,
    EndTag,
    EndTagName,
    EndTagNameAfter,
    Pi,
    PiTarget,
    PiTargetQuestion,
    PiTargetAfter,
    PiData,
    PiAfter,
    MarkupDeclaration,
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
    Cdata,
    CdataBracket,
    CdataEnd,
    TagName,
    EmptyTag,
    TagAttributeNameBefore,
    TagAttributeNameColon,
    TagAttributeName,
    TagAttributeNameAfter,
    TagAttributeValueBefore,
    TagAttributeValueDoubleQuoted,
    TagAttributeValueSingleQuoted,
    TagAttributeValueUnquoted,
    CharacterReferenceInAttributeValue,
    ReferenceNumber,
    ReferenceHexadecimal,
    ReferenceDecimal,
    ReferenceName,
    BogusComment,
    Doctype,
    BeforeDoctypeName,
    DoctypeName,
    AfterDoctypeName,
    DoctypeKeyword,
    AfterDoctypePublicKeyword,
    AfterDoctypeSystemKeyword,
    BeforeDoctypeSystemIdentifier,
    BeforeDoctypePublicIdentifier,
    DoctypePublicIdentifierSingleQuoted,
    DoctypePublicIdentifierDoubleQuoted,
    AfterDoctypePublicIdentifier,
    BetweenDoctypePublicAndSystemIdentifiers,
    DoctypeSystemIdentifierSingleQuoted,
    DoctypeSystemIdentifierDoubleQuoted,
    AfterDoctypeSystemIdentifiers,
    InternalSubset,
    AfterInternalSubset,
    BogusDoctype,
}
