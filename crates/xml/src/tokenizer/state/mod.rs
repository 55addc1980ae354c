//! The states, a function each.

mod attribute;
mod cdata;
mod comment;
mod data;
mod doctype;
mod doctype_identifier;
mod internal_subset;
mod name;
mod processing_instruction;
mod reference;
mod tag;

pub(crate) use self::name::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Takes one step: a run of text and the character after it, or a single character.
    pub(crate) fn step(&mut self) -> Step {
        match self.tokenizer.state {
            State::Data => self.data(),
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
            State::CharacterReference => self.character_reference(),
            State::ReferenceNumber => self.reference_number(),
            State::ReferenceDigits(radix) => self.reference_digits(radix),
            State::ReferenceName => self.reference_name(),
            State::BogusComment => self.bogus_comment(),
            State::Doctype => self.doctype(),
            State::BeforeDoctypeName => self.before_doctype_name(),
            State::DoctypeName => self.doctype_name(),
            State::AfterDoctypeName => self.after_doctype_name(),
            State::DoctypeKeyword => self.doctype_keyword(),
            State::AfterDoctypeKeyword(which) => self.after_doctype_keyword(which),
            State::BeforeDoctypeIdentifier(which) => self.before_doctype_identifier(which),
            State::DoctypePublicIdentifier(quote) => self.doctype_public_identifier(quote),
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier(),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers()
            }
            State::DoctypeSystemIdentifier(quote) => self.doctype_system_identifier(quote),
            State::AfterDoctypeSystemIdentifiers => self.after_doctype_system_identifiers(),
            State::InternalSubset => self.internal_subset(),
            State::AfterInternalSubset => self.after_internal_subset(),
            State::BogusDoctype => self.bogus_doctype(),
        }
    }
}
