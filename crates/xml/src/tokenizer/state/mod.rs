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

use self::doctype_identifier::Identifier;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};
pub(crate) use doctype_identifier::is_public_identifier_character;

/// Declares the states, each with the function that takes a step in it.
macro_rules! states {
    ($($(#[$default:meta])? $state:ident $(($value:ident: $type:ty))? => $function:ident,)*) => {
        /// The states of the draft by their names there, and those that it lacks: the start of a comment, a `?` after
        /// the target of a processing instruction, a colon before an attribute name, the parts of a reference, the
        /// keyword in a DOCTYPE, and its internal subset.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(crate) enum State {
            $($(#[$default])? $state $(($type))?,)*
        }

        impl<S: TokenSink> Machine<'_, '_, S> {
            /// Takes one step: a run of text and the character after it, or a single character.
            pub(crate) fn step(&mut self) -> Step {
                match self.tokenizer.state {
                    $(State::$state $(($value))? => self.$function($($value)?),)*
                }
            }
        }
    };
}

states! {
    #[default]
    Data => data,
    Tag => tag,
    EndTag => end_tag,
    EndTagName => end_tag_name,
    EndTagNameAfter => end_tag_name_after,
    Pi => pi,
    PiTarget => pi_target,
    PiTargetQuestion => pi_target_question,
    PiTargetAfter => pi_target_after,
    PiData => pi_data,
    PiAfter => pi_after,
    MarkupDeclaration => markup_declaration,
    CommentStart => comment_start,
    Comment => comment,
    CommentLessThanSign => comment_less_than_sign,
    CommentLessThanSignBang => comment_less_than_sign_bang,
    CommentLessThanSignBangDash => comment_less_than_sign_bang_dash,
    CommentLessThanSignBangDashDash => comment_less_than_sign_bang_dash_dash,
    CommentEndDash => comment_end_dash,
    CommentEnd => comment_end,
    CommentEndBang => comment_end_bang,
    Cdata => cdata,
    CdataBracket => cdata_bracket,
    CdataEnd => cdata_end,
    TagName => tag_name,
    EmptyTag => empty_tag,
    TagAttributeNameBefore => tag_attribute_name_before,
    TagAttributeNameColon => tag_attribute_name_colon,
    TagAttributeName => tag_attribute_name,
    TagAttributeNameAfter => tag_attribute_name_after,
    TagAttributeValueBefore => tag_attribute_value_before,
    TagAttributeValueDoubleQuoted => tag_attribute_value_double_quoted,
    TagAttributeValueSingleQuoted => tag_attribute_value_single_quoted,
    TagAttributeValueUnquoted => tag_attribute_value_unquoted,
    CharacterReference => character_reference,
    ReferenceNumber => reference_number,
    ReferenceDigits(radix: u32) => reference_digits,
    ReferenceName => reference_name,
    BogusComment => bogus_comment,
    Doctype => doctype,
    BeforeDoctypeName => before_doctype_name,
    DoctypeName => doctype_name,
    AfterDoctypeName => after_doctype_name,
    DoctypeKeyword => doctype_keyword,
    AfterDoctypeKeyword(which: Identifier) => after_doctype_keyword,
    BeforeDoctypeIdentifier(which: Identifier) => before_doctype_identifier,
    DoctypePublicIdentifier(quote: u8) => doctype_public_identifier,
    AfterDoctypePublicIdentifier => after_doctype_public_identifier,
    BetweenDoctypePublicAndSystemIdentifiers => between_doctype_public_and_system_identifiers,
    DoctypeSystemIdentifier(quote: u8) => doctype_system_identifier,
    AfterDoctypeSystemIdentifiers => after_doctype_system_identifiers,
    InternalSubset => internal_subset,
    AfterInternalSubset => after_internal_subset,
    BogusDoctype => bogus_doctype,
}
