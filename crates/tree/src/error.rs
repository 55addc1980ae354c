//! Parse errors and their codes.

use std::fmt;

use crate::Span;

/// A parse error and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The kind of error.
    pub code: ErrorCode,
    /// The position of the error. Errors of the tokenizer are at the character where the standard
    /// reports them (an empty span at the end of the input), errors of tree construction at the token.
    pub span: Span,
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}..{}", self.code, self.span.start, self.span.end)
    }
}

/// Declares each code once, and generates the variants, their names and the lists of codes.
macro_rules! error_codes {
    ($(#[$standard_doc:meta])* $standard:ident: $($variant:ident = $text:literal,)*
     ; $(#[$own_doc:meta])* $own:ident: $($own_variant:ident = $own_text:literal,)*
     ; $(#[$xml_doc:meta])* $xml:ident: $($xml_variant:ident = $xml_text:literal,)*) => {
        /// The code of a parse error.
        ///
        /// The [standard](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors) names the
        /// errors of the tokenizer. It leaves the errors of tree construction unnamed, so those have
        /// codes of our own, as have violations of well-formedness in XML.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            $(#[doc = concat!("`", $own_text, "`, a code of our own")] $own_variant,)*
            $(#[doc = concat!("`", $xml_text, "`, a code of our own for XML")] $xml_variant,)*
        }

        impl ErrorCode {
            $(#[$standard_doc])*
            pub const $standard: &'static [ErrorCode] = &[$(ErrorCode::$variant,)*];
            $(#[$own_doc])*
            pub const $own: &'static [ErrorCode] = &[$(ErrorCode::$own_variant,)*];
            $(#[$xml_doc])*
            pub const $xml: &'static [ErrorCode] = &[$(ErrorCode::$xml_variant,)*];

            /// Returns the code in the standard's spelling, such as `eof-in-tag`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $text,)*
                    $(ErrorCode::$own_variant => $own_text,)*
                    $(ErrorCode::$xml_variant => $xml_text,)*
                }
            }
        }
    };
}

impl ErrorCode {
    /// Returns `true` if the input may be correct: the code reports an external entity or an entity
    /// declaration that wasn't read, or an unsupported version of XML.
    #[must_use]
    pub const fn is_note(self) -> bool {
        matches!(
            self,
            Self::ExternalEntityNotRead
                | Self::EntityDeclarationNotRead
                | Self::UnsupportedXmlVersion
        )
    }
}

impl fmt::Display for ErrorCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

error_codes! {
/// The codes that the standard defines.
STANDARD:
AbruptClosingOfEmptyComment = "abrupt-closing-of-empty-comment",
AbruptDoctypePublicIdentifier = "abrupt-doctype-public-identifier",
AbruptDoctypeSystemIdentifier = "abrupt-doctype-system-identifier",
AbsenceOfDigitsInNumericCharacterReference = "absence-of-digits-in-numeric-character-reference",
CdataInHtmlContent = "cdata-in-html-content",
CharacterReferenceOutsideUnicodeRange = "character-reference-outside-unicode-range",
ControlCharacterInInputStream = "control-character-in-input-stream",
ControlCharacterReference = "control-character-reference",
DisallowedProcessingInstructionTarget = "disallowed-processing-instruction-target",
DuplicateAttribute = "duplicate-attribute",
EndTagWithAttributes = "end-tag-with-attributes",
EndTagWithTrailingSolidus = "end-tag-with-trailing-solidus",
EofBeforeTagName = "eof-before-tag-name",
EofInCdata = "eof-in-cdata",
EofInComment = "eof-in-comment",
EofInDoctype = "eof-in-doctype",
EofInProcessingInstruction = "eof-in-processing-instruction",
EofInScriptHtmlCommentLikeText = "eof-in-script-html-comment-like-text",
EofInTag = "eof-in-tag",
IncorrectlyClosedComment = "incorrectly-closed-comment",
IncorrectlyOpenedComment = "incorrectly-opened-comment",
InvalidCharacterSequenceAfterDoctypeName = "invalid-character-sequence-after-doctype-name",
InvalidFirstCharacterOfProcessingInstructionTarget = "invalid-first-character-of-processing-instruction-target",
InvalidFirstCharacterOfTagName = "invalid-first-character-of-tag-name",
InvalidProcessingInstructionTarget = "invalid-processing-instruction-target",
MissingAttributeValue = "missing-attribute-value",
MissingDoctypeName = "missing-doctype-name",
MissingDoctypePublicIdentifier = "missing-doctype-public-identifier",
MissingDoctypeSystemIdentifier = "missing-doctype-system-identifier",
MissingEndTagName = "missing-end-tag-name",
MissingQuoteBeforeDoctypePublicIdentifier = "missing-quote-before-doctype-public-identifier",
MissingQuoteBeforeDoctypeSystemIdentifier = "missing-quote-before-doctype-system-identifier",
MissingSemicolonAfterCharacterReference = "missing-semicolon-after-character-reference",
MissingWhitespaceAfterDoctypePublicKeyword = "missing-whitespace-after-doctype-public-keyword",
MissingWhitespaceAfterDoctypeSystemKeyword = "missing-whitespace-after-doctype-system-keyword",
MissingWhitespaceBeforeDoctypeName = "missing-whitespace-before-doctype-name",
MissingWhitespaceBetweenAttributes = "missing-whitespace-between-attributes",
MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers = "missing-whitespace-between-doctype-public-and-system-identifiers",
NestedComment = "nested-comment",
NoncharacterCharacterReference = "noncharacter-character-reference",
NoncharacterInInputStream = "noncharacter-in-input-stream",
NonVoidHtmlElementStartTagWithTrailingSolidus = "non-void-html-element-start-tag-with-trailing-solidus",
NullCharacterReference = "null-character-reference",
SurrogateCharacterReference = "surrogate-character-reference",
SurrogateInInputStream = "surrogate-in-input-stream",
UnexpectedCharacterAfterDoctypeSystemIdentifier = "unexpected-character-after-doctype-system-identifier",
UnexpectedCharacterInAttributeName = "unexpected-character-in-attribute-name",
UnexpectedCharacterInUnquotedAttributeValue = "unexpected-character-in-unquoted-attribute-value",
UnexpectedEqualsSignBeforeAttributeName = "unexpected-equals-sign-before-attribute-name",
UnexpectedNullCharacter = "unexpected-null-character",
UnexpectedSolidusInTag = "unexpected-solidus-in-tag",
UnknownNamedCharacterReference = "unknown-named-character-reference",
;
/// Our own codes for errors of tree construction.
OWN:
MissingDoctype = "missing-doctype",
UnknownDoctype = "unknown-doctype",
UnexpectedDoctype = "unexpected-doctype",
UnexpectedStartTag = "unexpected-start-tag",
UnexpectedEndTag = "unexpected-end-tag",
UnexpectedText = "unexpected-text",
UnexpectedEof = "unexpected-eof",
MisnestedEndTag = "misnested-end-tag",
NestedForm = "nested-form",
NestedInteractiveElement = "nested-interactive-element",
NestedHeading = "nested-heading",
NestedSelect = "nested-select",
UnclosedElements = "unclosed-elements",
FosterParentedContent = "foster-parented-content",
HiddenInputInTable = "hidden-input-in-table",
FormInTable = "form-in-table",
DeprecatedImageTag = "deprecated-image-tag",
HeadIsClosed = "head-is-closed",
MissingRubyParent = "missing-ruby-parent",
HtmlStartTagInForeignContent = "html-start-tag-in-foreign-content",
UnexpectedNamespaceDeclaration = "unexpected-namespace-declaration",
NullCharacterInContent = "null-character-in-content",
;
/// Our own codes for XML. XML also uses some of the standard's codes.
XML:
InvalidCharacterInName = "invalid-character-in-name",
UnquotedAttributeValue = "unquoted-attribute-value",
LessThanSignInAttributeValue = "less-than-sign-in-attribute-value",
CdataEndInText = "cdata-end-in-text",
DoubleHyphenInComment = "double-hyphen-in-comment",
UnescapedAmpersand = "unescaped-ampersand",
UppercaseXInCharacterReference = "uppercase-x-in-character-reference",
UndeclaredEntity = "undeclared-entity",
UnparsedEntityReference = "unparsed-entity-reference",
RecursiveEntity = "recursive-entity",
EntityNestingLimit = "entity-nesting-limit",
EntityNotBalanced = "entity-not-balanced",
ExternalEntityInAttributeValue = "external-entity-in-attribute-value",
ExternalEntityNotRead = "external-entity-not-read",
EntityDeclarationNotRead = "entity-declaration-not-read",
MalformedMarkupDeclaration = "malformed-markup-declaration",
ParameterEntityInMarkupDeclaration = "parameter-entity-in-markup-declaration",
UndeclaredParameterEntity = "undeclared-parameter-entity",
MissingWhitespaceAfterProcessingInstructionTarget = "missing-whitespace-after-processing-instruction-target",
InvalidCharacterInPublicIdentifier = "invalid-character-in-public-identifier",
EofInInternalSubset = "eof-in-internal-subset",
MisplacedDoctype = "misplaced-doctype",
ReservedProcessingInstructionTarget = "reserved-processing-instruction-target",
MisplacedXmlDeclaration = "misplaced-xml-declaration",
MalformedXmlDeclaration = "malformed-xml-declaration",
UnsupportedXmlVersion = "unsupported-xml-version",
ShortEndTag = "short-end-tag",
MismatchedEndTag = "mismatched-end-tag",
TextOutsideRootElement = "text-outside-root-element",
SecondRootElement = "second-root-element",
MissingRootElement = "missing-root-element",
UndeclaredPrefix = "undeclared-prefix",
ReservedPrefix = "reserved-prefix",
ReservedNamespace = "reserved-namespace",
EmptyNamespaceOfPrefix = "empty-namespace-of-prefix",
MalformedQualifiedName = "malformed-qualified-name",
DuplicateExpandedName = "duplicate-expanded-name",
UndecodableBytes = "undecodable-bytes",
EncodingMismatch = "encoding-mismatch",}

#[cfg(test)]
mod tests {
    use super::ErrorCode;

    #[test]
    fn declares_all_52_codes_of_the_standard() {
        assert_eq!(ErrorCode::STANDARD.len(), 52);
    }
}
