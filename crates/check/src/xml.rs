//! A checker of XML: every departure from [well-formed XML](https://www.w3.org/TR/xml/#sec-well-formed) and from
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
    encoding::Encoding,
    xml::{Options, decode},
};

use crate::{Advice, Finding, advice::advice};

/// What a check gives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The text that the bytes are, in which the findings have their places.
    pub text: String,
    /// The findings, in the order in which they stand.
    pub findings: Vec<Finding>,
}

/// Checks a document in bytes; `transport` is the encoding that the transport layer named.
#[must_use]
pub fn check_bytes(
    bytes: &[u8],
    transport: Option<&'static Encoding>,
    options: &Options,
) -> Checked {
    let decoded = decode(bytes, transport);
    let parsed = decoded.parse(&options.clone().errors(true));
    let finding = |error: &sapwood::ParseError| {
        let code = error.code.as_str();
        Finding {
            code,
            span: error.span,
            is_note: error.code.is_note(),
            advice: Advice::among(ADVICE, code),
        }
    };
    let mut findings: Vec<Finding> = parsed.errors.iter().map(finding).collect();
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Checked { text: decoded.text.into_owned(), findings }
}

/// All codes of XML, with what goes with them.
#[rustfmt::skip]
pub const ADVICE: &[(&str, Advice)] = &[
    ("abrupt-closing-of-empty-comment", advice("close an empty comment with `-->`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("abrupt-doctype-public-identifier", advice("close the quote of the public identifier before `>`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("abrupt-doctype-system-identifier", advice("close the quote of the system identifier before `>`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("absence-of-digits-in-numeric-character-reference", advice("write digits after `&#`, or `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#NT-CharRef")),
    ("character-reference-outside-unicode-range", advice("refer to a code point up to U+10FFFF", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("control-character-in-input-stream", advice("take the control character out: XML has no way to hold it", "https://www.w3.org/TR/xml/#NT-Char")),
    ("control-character-reference", advice("take the reference out: XML has no way to hold this control character", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("duplicate-attribute", advice("give each attribute once: this one is dropped", "https://www.w3.org/TR/xml/#uniqattspec")),
    ("end-tag-with-attributes", advice("move the attributes to the start tag", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("end-tag-with-trailing-solidus", advice("take the `/` out of the end tag", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("eof-before-tag-name", advice("name the tag, or write `&lt;` for the character", "https://www.w3.org/TR/xml/#syntax")),
    ("eof-in-cdata", advice("close the CDATA section with `]]>`", "https://www.w3.org/TR/xml/#sec-cdata-sect")),
    ("eof-in-comment", advice("close the comment with `-->`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("eof-in-doctype", advice("close the DOCTYPE with `>`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("eof-in-processing-instruction", advice("close the processing instruction with `?>`", "https://www.w3.org/TR/xml/#sec-pi")),
    ("eof-in-tag", advice("close the tag with `>`", "https://www.w3.org/TR/xml/#sec-starttags")),
    ("incorrectly-closed-comment", advice("close the comment with `-->`, not `--!>`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("incorrectly-opened-comment", advice("open a comment with `<!--`, a CDATA section with `<![CDATA[`", "https://www.w3.org/TR/xml/#sec-comments")),
    ("invalid-character-sequence-after-doctype-name", advice("write `PUBLIC`, `SYSTEM`, `[` or `>` after the name", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("invalid-first-character-of-processing-instruction-target", advice("name the target right after `<?`, or write `&lt;?` for the characters", "https://www.w3.org/TR/xml/#NT-PITarget")),
    ("invalid-first-character-of-tag-name", advice("begin the name with a letter, or write `&lt;` for the character", "https://www.w3.org/TR/xml/#NT-Name")),
    ("missing-attribute-value", advice("give the attribute a value in quotes", "https://www.w3.org/TR/xml/#NT-Attribute")),
    ("missing-doctype-name", advice("name the root element after `<!DOCTYPE`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("missing-doctype-public-identifier", advice("give the public identifier after `PUBLIC`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-doctype-system-identifier", advice("give the system identifier: in XML none goes without", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-quote-before-doctype-public-identifier", advice("put the public identifier in quotes", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-quote-before-doctype-system-identifier", advice("put the system identifier in quotes", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-semicolon-after-character-reference", advice("end the reference with `;`, or write `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#NT-EntityRef")),
    ("missing-whitespace-after-doctype-public-keyword", advice("put a space after `PUBLIC`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-whitespace-after-doctype-system-keyword", advice("put a space after `SYSTEM`", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("missing-whitespace-before-doctype-name", advice("put a space after `<!DOCTYPE`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("missing-whitespace-between-attributes", advice("put a space between the attributes", "https://www.w3.org/TR/xml/#NT-STag")),
    ("missing-whitespace-between-doctype-public-and-system-identifiers", advice("put a space between the identifiers", "https://www.w3.org/TR/xml/#NT-ExternalID")),
    ("nested-comment", advice("close the comment before another begins: comments don't nest", "https://www.w3.org/TR/xml/#sec-comments")),
    ("noncharacter-character-reference", advice("take the reference out: U+FFFE and U+FFFF are no characters", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("noncharacter-in-input-stream", advice("take the noncharacter out", "https://www.w3.org/TR/xml/#NT-Char")),
    ("null-character-reference", advice("take the reference out: there is no such character in XML", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("surrogate-character-reference", advice("refer to the character itself, not to its surrogates", "https://www.w3.org/TR/xml/#wf-Legalchar")),
    ("unexpected-character-after-doctype-system-identifier", advice("close the DOCTYPE with `>`", "https://www.w3.org/TR/xml/#NT-doctypedecl")),
    ("unexpected-character-in-attribute-name", advice("begin the attribute's name with a letter", "https://www.w3.org/TR/xml/#NT-Name")),
    ("unexpected-solidus-in-tag", advice("take the `/` out, or put `>` right after it", "https://www.w3.org/TR/xml/#NT-EmptyElemTag")),
    ("unexpected-null-character", advice("take the NUL out", "https://www.w3.org/TR/xml/#NT-Char")),
    ("unexpected-end-tag", advice("take the end tag out: no such element is open here", "https://www.w3.org/TR/xml/#GIMatch")),
    ("unclosed-elements", advice("close the elements that are open", "https://www.w3.org/TR/xml/#GIMatch")),
    ("invalid-character-in-name", advice("make the name of letters, digits, `-`, `_` and `.`, and begin it with a letter", "https://www.w3.org/TR/xml/#NT-Name")),
    ("unquoted-attribute-value", advice("put the value in quotes", "https://www.w3.org/TR/xml/#NT-AttValue")),
    ("less-than-sign-in-attribute-value", advice("write `&lt;` for the character", "https://www.w3.org/TR/xml/#CleanAttrVals")),
    ("cdata-end-in-text", advice("write `]]&gt;` for the characters", "https://www.w3.org/TR/xml/#NT-CharData")),
    ("double-hyphen-in-comment", advice("take `--` out of the comment", "https://www.w3.org/TR/xml/#sec-comments")),
    ("unescaped-ampersand", advice("write `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#syntax")),
    ("uppercase-x-in-character-reference", advice("write a small `x`", "https://www.w3.org/TR/xml/#NT-CharRef")),
    ("undeclared-entity", advice("declare the entity, write the character itself, or `&amp;` for the ampersand", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("unparsed-entity-reference", advice("name the entity in an attribute of type ENTITY: it isn't XML", "https://www.w3.org/TR/xml/#textent")),
    ("recursive-entity", advice("take the reference out: the entity would hold itself", "https://www.w3.org/TR/xml/#norecursion")),
    ("entity-nesting-limit", advice("nest entities less: the reference is left as it is", "https://www.w3.org/TR/xml/#sec-internal-ent")),
    ("entity-expansion-limit", advice("make entities add less: from here on references are left as they are", "https://www.w3.org/TR/xml/#sec-internal-ent")),
    ("entity-not-balanced", advice("close in the entity what is opened in it, and nothing else", "https://www.w3.org/TR/xml/#wf-entities")),
    ("external-entity-in-attribute-value", advice("declare the entity's text in the document: a value must not refer elsewhere", "https://www.w3.org/TR/xml/#NoExternalRefs")),
    ("external-entity-not-read", advice("the entity is elsewhere and isn't read", "https://www.w3.org/TR/xml/#include-if-valid")),
    ("entity-declaration-not-read", advice("the entity may be declared elsewhere, which isn't read", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("malformed-markup-declaration", advice("mend the declaration", "https://www.w3.org/TR/xml/#NT-markupdecl")),
    ("parameter-entity-in-markup-declaration", advice("refer to parameter entities between declarations only", "https://www.w3.org/TR/xml/#wfc-PEinInternalSubset")),
    ("undeclared-parameter-entity", advice("declare the parameter entity before it is referred to", "https://www.w3.org/TR/xml/#wf-entdeclared")),
    ("missing-whitespace-after-processing-instruction-target", advice("put a space after the target", "https://www.w3.org/TR/xml/#sec-pi")),
    ("invalid-character-in-public-identifier", advice("make the public identifier of letters, digits, spaces and `-'()+,./:=?;!*#@$_%`", "https://www.w3.org/TR/xml/#NT-PubidChar")),
    ("eof-in-internal-subset", advice("close the internal subset with `]`", "https://www.w3.org/TR/xml/#NT-intSubset")),
    ("misplaced-doctype", advice("move the DOCTYPE before the root element: there is one at the most", "https://www.w3.org/TR/xml/#NT-prolog")),
    ("reserved-processing-instruction-target", advice("choose another target: `xml` is reserved", "https://www.w3.org/TR/xml/#NT-PITarget")),
    ("misplaced-xml-declaration", advice("move the XML declaration to the very beginning", "https://www.w3.org/TR/xml/#NT-prolog")),
    ("malformed-xml-declaration", advice("write `<?xml version=\"1.0\"?>`, with `encoding` and `standalone` after the version if need be", "https://www.w3.org/TR/xml/#NT-XMLDecl")),
    ("unsupported-xml-version", advice("the document is read as XML 1.0", "https://www.w3.org/TR/xml/#NT-VersionNum")),
    ("short-end-tag", advice("name the element that ends", "https://www.w3.org/TR/xml/#NT-ETag")),
    ("mismatched-end-tag", advice("close the elements in the order opposite to that in which they were opened", "https://www.w3.org/TR/xml/#GIMatch")),
    ("text-outside-root-element", advice("move the text into the root element", "https://www.w3.org/TR/xml/#NT-document")),
    ("second-root-element", advice("put all elements into one: this one is dropped", "https://www.w3.org/TR/xml/#NT-document")),
    ("missing-root-element", advice("write a root element", "https://www.w3.org/TR/xml/#NT-document")),
    ("undeclared-prefix", advice("declare the prefix, by `xmlns:prefix=\"…\"`", "https://www.w3.org/TR/xml-names/#ns-using")),
    ("reserved-prefix", advice("choose another prefix: `xml` and `xmlns` are bound forever", "https://www.w3.org/TR/xml-names/#xmlReserved")),
    ("reserved-namespace", advice("declare another namespace: this one has a prefix of its own", "https://www.w3.org/TR/xml-names/#xmlReserved")),
    ("empty-namespace-of-prefix", advice("name a namespace: a prefix can't be taken away", "https://www.w3.org/TR/xml-names/#nsc-NoPrefixUndecl")),
    ("malformed-qualified-name", advice("write one colon at the most, with a name before and after it", "https://www.w3.org/TR/xml-names/#ns-qualnames")),
    ("duplicate-expanded-name", advice("give each attribute once: both prefixes stand for one namespace", "https://www.w3.org/TR/xml-names/#uniqAttrs")),
    ("undecodable-bytes", advice("save the file in the encoding that it declares: some bytes mean nothing in it", "https://www.w3.org/TR/xml/#charencoding")),
    ("encoding-mismatch", advice("declare the encoding that the file is in", "https://www.w3.org/TR/xml/#charencoding")),
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
