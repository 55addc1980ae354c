//! Checks XML: reports every violation of [well-formed XML](https://www.w3.org/TR/xml/#sec-well-formed) and of
//! [Namespaces in XML](https://www.w3.org/TR/xml-names/#Conformance).
//!
//! ```
//! use sapwood_check::xml::check_bytes;
//!
//! let checked = check_bytes(b"<feed>\n<entry>One & two</feed>", None, &Default::default());
//! let codes: Vec<&str> = checked.findings.iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, ["unescaped-ampersand", "mismatched-end-tag"]);
//! ```

use sapwood::{
    Limit,
    encoding::Encoding,
    xml::{XmlParseOptions, decode},
};

use crate::{Advice, Finding, advice::advice};

/// The result of checking XML.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The decoded text; positions of findings refer to it.
    pub text: String,
    /// The findings, in source order. Equal findings, which an entity can cause by the million, are one.
    pub findings: Vec<Finding>,
    /// The limit that ended the parse early, if any.
    pub limit: Option<Limit>,
}

/// Checks a document in bytes; `transport` is the encoding that the transport layer declared.
#[must_use]
pub fn check_bytes(
    bytes: &[u8],
    transport: Option<&'static Encoding>,
    options: &XmlParseOptions,
) -> Checked {
    let decoded = decode(bytes, transport);
    let mut parsed = decoded.parse(&options.clone().errors(true));
    parsed.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    parsed.errors.dedup();
    let finding = |error: &sapwood::ParseError| {
        let code = error.code.as_str();
        Finding {
            code,
            span: error.span,
            is_note: error.code.is_note(),
            advice: Advice::among(ADVICE, code),
            detail: None,
        }
    };
    let findings = parsed.errors.iter().map(finding).collect();
    Checked { text: decoded.text.into_owned(), findings, limit: parsed.limit }
}

/// The rules of XML.
#[rustfmt::skip]
pub const ADVICE: &[(&str, Advice)] = &[
    ("abrupt-closing-of-empty-comment", advice("empty comment closed by `>` alone", "close an empty comment with `-->`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("abrupt-doctype-public-identifier", advice("`>` inside the DOCTYPE's public identifier", "close the quote of the public identifier before `>`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("abrupt-doctype-system-identifier", advice("`>` inside the DOCTYPE's system identifier", "close the quote of the system identifier before `>`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("absence-of-digits-in-numeric-character-reference", advice("numeric character reference without digits", "write digits after `&#`, or `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#NT-CharRef")),
    ("character-reference-outside-unicode-range", advice("character reference to a code point that does not exist", "refer to a code point up to U+10FFFF", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("control-character-in-input-stream", advice("control character in the source", "remove the control character: XML cannot represent it", "https://www.w3.org/TR/xml/#NT-Char")),
    ("control-character-reference", advice("character reference to a control character", "remove the reference: XML cannot represent this character", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("duplicate-attribute", advice("attribute given more than once", "remove one of them", "https://www.w3.org/TR/xml/#uniqattspec")),
    ("end-tag-with-attributes", advice("end tag with attributes", "move the attributes to the start tag", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("end-tag-with-trailing-solidus", advice("end tag with `/` before `>`", "remove the `/`", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("eof-before-tag-name", advice("file ends after `<`", "complete the tag, or write `&lt;` for the character", "https://www.w3.org/TR/xml/#syntax")),
    ("eof-in-cdata", advice("file ends inside a CDATA section", "close the CDATA section with `]]>`", "https://www.w3.org/TR/xml/#sec-cdata-sect")),
    ("eof-in-comment", advice("file ends inside a comment", "close the comment with `-->`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("eof-in-doctype", advice("file ends inside the DOCTYPE", "close the DOCTYPE with `>`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("eof-in-processing-instruction", advice("file ends inside a processing instruction", "close the processing instruction with `?>`", "https://www.w3.org/TR/xml/#sec-pi")),
    ("eof-in-tag", advice("file ends inside a tag", "close the tag with `>`", "https://www.w3.org/TR/xml/#sec-starttags")),
    ("incorrectly-closed-comment", advice("comment closed by `--!>`", "close the comment with `-->`, not `--!>`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("incorrectly-opened-comment", advice("`<!` begins neither a comment nor a DOCTYPE", "open a comment with `<!--`, a CDATA section with `<![CDATA[`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("invalid-character-sequence-after-doctype-name", advice("unexpected characters after the DOCTYPE's name", "write `PUBLIC`, `SYSTEM`, `[` or `>` after the name", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("invalid-first-character-of-processing-instruction-target", advice("`<?` is not followed by a target", "name the target right after `<?`, or write `&lt;?` for the characters", "https://www.w3.org/TR/xml/#NT-PITarget")),
    ("invalid-first-character-of-tag-name", advice("`<` is not followed by a tag name", "begin the name with a letter, or write `&lt;` for the character", "https://www.w3.org/TR/xml/#NT-Name")),
    ("missing-attribute-value", advice("attribute has `=` but no value", "write a quoted value after the name", "https://www.w3.org/TR/xml/#NT-Attribute")),
    ("missing-doctype-name", advice("DOCTYPE without a name", "name the root element after `<!DOCTYPE`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("missing-doctype-public-identifier", advice("DOCTYPE has `PUBLIC` but no identifier", "write the public identifier after `PUBLIC`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-doctype-system-identifier", advice("DOCTYPE without a system identifier", "write the system identifier: XML requires one", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-quote-before-doctype-public-identifier", advice("public identifier is not quoted", "put the public identifier in quotes", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-quote-before-doctype-system-identifier", advice("system identifier is not quoted", "put the system identifier in quotes", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-semicolon-after-character-reference", advice("character reference without `;`", "end the reference with `;`, or write `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#NT-EntityRef")),
    ("missing-whitespace-after-doctype-public-keyword", advice("no space after `PUBLIC`", "put a space after `PUBLIC`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-whitespace-after-doctype-system-keyword", advice("no space after `SYSTEM`", "put a space after `SYSTEM`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-whitespace-before-doctype-name", advice("no space before the DOCTYPE's name", "put a space after `<!DOCTYPE`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("missing-whitespace-between-attributes", advice("no space between attributes", "put a space between the attributes", "https://www.w3.org/TR/xml/#NT-STag")),
    ("missing-whitespace-between-doctype-public-and-system-identifiers", advice("no space between the DOCTYPE's identifiers", "put a space between the identifiers", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("nested-comment", advice("`<!--` inside a comment", "close the comment before it: comments do not nest", "https://www.w3.org/TR/xml/#sec-comments")),
    ("noncharacter-character-reference", advice("character reference to a noncharacter", "remove the reference: U+FFFE and U+FFFF are not characters", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("noncharacter-in-input-stream", advice("noncharacter in the source", "remove the noncharacter", "https://www.w3.org/TR/xml/#NT-Char")),
    ("null-character-reference", advice("character reference to NUL", "remove the reference: XML has no NUL", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("surrogate-character-reference", advice("character reference to a surrogate", "refer to the code point of the whole character", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("unexpected-character-after-doctype-system-identifier", advice("unexpected character after the DOCTYPE's system identifier", "close the DOCTYPE with `>`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("unexpected-character-in-attribute-name", advice("unexpected character in an attribute name", "begin the attribute's name with a letter", "https://www.w3.org/TR/xml/#NT-Name")),
    ("unexpected-solidus-in-tag", advice("`/` inside a tag", "remove the `/`, or put `>` right after it", "https://www.w3.org/TR/xml/#NT-EmptyElemTag")),
    ("unexpected-null-character", advice("NUL in the source", "remove the NUL", "https://www.w3.org/TR/xml/#NT-Char")),
    ("unexpected-end-tag", advice("end tag without a matching start tag", "remove the end tag: no such element is open", "https://www.w3.org/TR/xml/#GIMatch")),
    ("unclosed-elements", advice("element is not closed", "write the missing end tags", "https://www.w3.org/TR/xml/#GIMatch")),
    ("invalid-character-in-name", advice("invalid character in a name", "use letters, digits, `-`, `_` and `.`, and begin with a letter", "https://www.w3.org/TR/xml/#NT-Name")),
    ("unquoted-attribute-value", advice("attribute value is not quoted", "put the value in quotes", "https://www.w3.org/TR/xml/#NT-AttValue")),
    ("less-than-sign-in-attribute-value", advice("`<` inside an attribute value", "write `&lt;`", "https://www.w3.org/TR/xml/#CleanAttrVals")),
    ("cdata-end-in-text", advice("`]]>` in text", "write `]]&gt;`", "https://www.w3.org/TR/xml/#NT-CharData")),
    ("double-hyphen-in-comment", advice("`--` inside a comment", "remove the `--`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("unescaped-ampersand", advice("`&` does not begin a reference", "write `&amp;`", "https://www.w3.org/TR/xml/#syntax")),
    ("uppercase-x-in-character-reference", advice("character reference with an uppercase `X`", "write a lowercase `x`", "https://www.w3.org/TR/xml/#NT-CharRef")),
    ("undeclared-entity", advice("entity is not declared", "declare the entity, write the character itself, or `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("unparsed-entity-reference", advice("reference to an unparsed entity", "use the entity's name in an attribute of type ENTITY", "https://www.w3.org/TR/xml/#textent")),
    ("recursive-entity", advice("entity refers to itself", "remove the reference", "https://www.w3.org/TR/xml/#norecursion")),
    ("entity-nesting-limit", advice("entity references nest too deep", "nest entities less: deeper references are kept as text", "https://www.w3.org/TR/xml/#sec-internal-ent")),
    ("entity-not-balanced", advice("entity does not contain whole elements", "close in the entity exactly what is opened in it", "https://www.w3.org/TR/xml/#wf-entities")),
    ("external-entity-in-attribute-value", advice("reference to an external entity inside an attribute value", "declare the entity's text in the document", "https://www.w3.org/TR/xml/#NoExternalRefs")),
    ("external-entity-not-read", advice("external entity is not read", "include the text in the document if readers need it", "https://www.w3.org/TR/xml/#include-if-valid")),
    ("entity-declaration-not-read", advice("entity may be declared in an external subset, which is not read", "declare the entity in the internal subset if readers need it", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("malformed-markup-declaration", advice("malformed markup declaration", "correct the declaration's syntax", "https://www.w3.org/TR/xml/#NT-markupdecl")),
    ("parameter-entity-in-markup-declaration", advice("parameter entity reference inside a markup declaration", "refer to parameter entities between declarations only", "https://www.w3.org/TR/xml/#wfc-PEinInternalSubset")),
    ("undeclared-parameter-entity", advice("parameter entity is not declared", "declare the parameter entity before its first use", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("missing-whitespace-after-processing-instruction-target", advice("no space after the processing instruction target", "put a space after the target", "https://www.w3.org/TR/xml/#sec-pi")),
    ("invalid-character-in-public-identifier", advice("invalid character in a public identifier", "use only letters, digits, spaces and `-'()+,./:=?;!*#@$_%`", "https://www.w3.org/TR/xml/#NT-PubidChar")),
    ("eof-in-internal-subset", advice("file ends inside the DOCTYPE's internal subset", "close the internal subset with `]`", "https://www.w3.org/TR/xml/#NT-intSubset")),
    ("misplaced-doctype", advice("DOCTYPE is not before the root element", "write one DOCTYPE, before the root element", "https://www.w3.org/TR/xml/#NT-prolog")),
    ("reserved-processing-instruction-target", advice("processing instruction target is reserved", "choose another target: `xml` is reserved", "https://www.w3.org/TR/xml/#NT-PITarget")),
    ("misplaced-xml-declaration", advice("XML declaration is not at the beginning", "move the XML declaration to the very beginning, or remove it", "https://www.w3.org/TR/xml/#NT-prolog")),
    ("malformed-xml-declaration", advice("malformed XML declaration", "write `<?xml version=\"1.0\"?>`, with `encoding` and `standalone` after the version if need be", "https://www.w3.org/TR/xml/#NT-XMLDecl")),
    ("unsupported-xml-version", advice("unsupported XML version", "write `version=\"1.0\"`: the document is read as XML 1.0", "https://www.w3.org/TR/xml/#NT-VersionNum")),
    ("short-end-tag", advice("end tag without a name", "name the element that ends", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("mismatched-end-tag", advice("end tag does not match the open element", "close the innermost element first", "https://www.w3.org/TR/xml/#GIMatch")),
    ("text-outside-root-element", advice("text outside the root element", "move the text into the root element", "https://www.w3.org/TR/xml/#NT-document")),
    ("second-root-element", advice("more than one root element", "put all elements inside one: this one is dropped", "https://www.w3.org/TR/xml/#NT-document")),
    ("missing-root-element", advice("document without a root element", "write a root element", "https://www.w3.org/TR/xml/#NT-document")),
    ("undeclared-prefix", advice("namespace prefix is not declared", "declare the prefix with `xmlns:prefix=\"…\"`", "https://www.w3.org/TR/xml-names/#ns-using")),
    ("reserved-prefix", advice("namespace prefix is reserved", "choose another prefix: `xml` and `xmlns` cannot be declared otherwise", "https://www.w3.org/TR/xml-names/#xmlReserved")),
    ("reserved-namespace", advice("namespace is reserved", "declare another namespace: this one has its own prefix", "https://www.w3.org/TR/xml-names/#xmlReserved")),
    ("empty-namespace-of-prefix", advice("prefix is declared with an empty namespace", "name a namespace: a prefix cannot be undeclared", "https://www.w3.org/TR/xml-names/#nsc-NoPrefixUndecl")),
    ("malformed-qualified-name", advice("malformed qualified name", "write at most one colon, with a name before and after it", "https://www.w3.org/TR/xml-names/#ns-qualnames")),
    ("duplicate-expanded-name", advice("two attributes have the same namespace and name", "remove one of them: both prefixes are bound to the same namespace", "https://www.w3.org/TR/xml-names/#uniqAttrs")),
    ("undecodable-bytes", advice("bytes are invalid in the file's encoding", "save the file in the encoding that it declares", "https://www.w3.org/TR/xml/#charencoding")),
    ("encoding-mismatch", advice("declared encoding is not the file's encoding", "declare the encoding that the file is in", "https://www.w3.org/TR/xml/#charencoding")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use sapwood::ErrorCode;

    #[test]
    fn every_code_has_advice() {
        for code in ErrorCode::XML {
            assert!(ADVICE.iter().any(|(known, _)| *known == code.as_str()), "{code}");
        }
    }
}
