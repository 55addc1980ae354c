//! What would be right, for each code.

/// One sentence of help, and where the standard has the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What would be right.
    pub help: &'static str,
    /// The page of the HTML standard and the anchor in it; or the whole URL.
    anchor: &'static str,
}

impl Advice {
    /// The place in the standard.
    #[must_use]
    pub fn url(&self) -> String {
        match self.anchor.starts_with("https:") {
            true => self.anchor.to_owned(),
            false => format!("https://html.spec.whatwg.org/multipage/{}", self.anchor),
        }
    }

    /// The advice that goes with a code of HTML.
    pub(crate) fn of(code: &str) -> Self {
        Self::among(ALL, code)
    }

    /// The advice that goes with a code, among those that are known.
    pub(crate) fn among(known: &[(&str, Self)], code: &str) -> Self {
        let found = known.iter().find(|(known, _)| *known == code);
        found
            .map_or(Self { help: "see the standard", anchor: "syntax.html" }, |(_, advice)| *advice)
    }
}

pub(crate) const fn advice(help: &'static str, anchor: &'static str) -> Advice {
    Advice { help, anchor }
}

/// All codes, with what goes with them.
#[rustfmt::skip]
pub const ALL: &[(&str, Advice)] = &[
    ("abrupt-closing-of-empty-comment", advice("close an empty comment with `-->`", "parsing.html#parse-error-abrupt-closing-of-empty-comment")),
    ("abrupt-doctype-public-identifier", advice("close the quote of the public identifier before `>`", "parsing.html#parse-error-abrupt-doctype-public-identifier")),
    ("abrupt-doctype-system-identifier", advice("close the quote of the system identifier before `>`", "parsing.html#parse-error-abrupt-doctype-system-identifier")),
    ("absence-of-digits-in-numeric-character-reference", advice("write digits after `&#`, or `&amp;` for the ampersand", "parsing.html#parse-error-absence-of-digits-in-numeric-character-reference")),
    ("cdata-in-html-content", advice("use CDATA sections in SVG and MathML only; elsewhere escape `<` and `&`", "parsing.html#parse-error-cdata-in-html-content")),
    ("character-reference-outside-unicode-range", advice("refer to a code point up to U+10FFFF", "parsing.html#parse-error-character-reference-outside-unicode-range")),
    ("control-character-in-input-stream", advice("take the control character out", "parsing.html#parse-error-control-character-in-input-stream")),
    ("control-character-reference", advice("refer to a character that isn't a control character", "parsing.html#parse-error-control-character-reference")),
    ("disallowed-processing-instruction-target", advice("choose another target: those that begin with `xml` have another meaning in XML", "parsing.html#parse-error-disallowed-processing-instruction-target")),
    ("duplicate-attribute", advice("give each attribute once: this one is dropped", "parsing.html#parse-error-duplicate-attribute")),
    ("end-tag-with-attributes", advice("move the attributes to the start tag", "parsing.html#parse-error-end-tag-with-attributes")),
    ("end-tag-with-trailing-solidus", advice("take the `/` out of the end tag", "parsing.html#parse-error-end-tag-with-trailing-solidus")),
    ("eof-before-tag-name", advice("name the tag, or write `&lt;` for the character", "parsing.html#parse-error-eof-before-tag-name")),
    ("eof-in-cdata", advice("close the CDATA section with `]]>`", "parsing.html#parse-error-eof-in-cdata")),
    ("eof-in-comment", advice("close the comment with `-->`", "parsing.html#parse-error-eof-in-comment")),
    ("eof-in-doctype", advice("close the DOCTYPE with `>`", "parsing.html#parse-error-eof-in-doctype")),
    ("eof-in-processing-instruction", advice("close the processing instruction with `?>`", "parsing.html#parse-error-eof-in-processing-instruction")),
    ("eof-in-script-html-comment-like-text", advice("close the comment in the script with `-->`", "parsing.html#parse-error-eof-in-script-html-comment-like-text")),
    ("eof-in-tag", advice("close the tag with `>`: it is dropped", "parsing.html#parse-error-eof-in-tag")),
    ("incorrectly-closed-comment", advice("close the comment with `-->`, not `--!>`", "parsing.html#parse-error-incorrectly-closed-comment")),
    ("incorrectly-opened-comment", advice("open a comment with `<!--`", "parsing.html#parse-error-incorrectly-opened-comment")),
    ("invalid-character-sequence-after-doctype-name", advice("write `<!DOCTYPE html>`", "parsing.html#parse-error-invalid-character-sequence-after-doctype-name")),
    ("invalid-first-character-of-processing-instruction-target", advice("begin the target with a letter, or write `&lt;?` for the characters", "parsing.html#parse-error-invalid-first-character-of-processing-instruction-target")),
    ("invalid-first-character-of-tag-name", advice("begin the name with a letter, or write `&lt;` for the character", "parsing.html#parse-error-invalid-first-character-of-tag-name")),
    ("invalid-processing-instruction-target", advice("make the target of letters, digits, `-` and `_`", "parsing.html#parse-error-invalid-processing-instruction-target")),
    ("missing-attribute-value", advice("give the value after `=`, or leave the `=` out", "parsing.html#parse-error-missing-attribute-value")),
    ("missing-doctype-name", advice("write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-name")),
    ("missing-doctype-public-identifier", advice("give the public identifier, or write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-public-identifier")),
    ("missing-doctype-system-identifier", advice("give the system identifier, or write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-system-identifier")),
    ("missing-end-tag-name", advice("name the end tag: it is dropped", "parsing.html#parse-error-missing-end-tag-name")),
    ("missing-quote-before-doctype-public-identifier", advice("put the public identifier in quotes", "parsing.html#parse-error-missing-quote-before-doctype-public-identifier")),
    ("missing-quote-before-doctype-system-identifier", advice("put the system identifier in quotes", "parsing.html#parse-error-missing-quote-before-doctype-system-identifier")),
    ("missing-semicolon-after-character-reference", advice("end the character reference with `;`", "parsing.html#parse-error-missing-semicolon-after-character-reference")),
    ("missing-whitespace-after-doctype-public-keyword", advice("put a space after `PUBLIC`", "parsing.html#parse-error-missing-whitespace-after-doctype-public-keyword")),
    ("missing-whitespace-after-doctype-system-keyword", advice("put a space after `SYSTEM`", "parsing.html#parse-error-missing-whitespace-after-doctype-system-keyword")),
    ("missing-whitespace-before-doctype-name", advice("put a space after `<!DOCTYPE`", "parsing.html#parse-error-missing-whitespace-before-doctype-name")),
    ("missing-whitespace-between-attributes", advice("put a space between the attributes", "parsing.html#parse-error-missing-whitespace-between-attributes")),
    ("missing-whitespace-between-doctype-public-and-system-identifiers", advice("put a space between the identifiers", "parsing.html#parse-error-missing-whitespace-between-doctype-public-and-system-identifiers")),
    ("nested-comment", advice("close the comment before another begins: comments don't nest", "parsing.html#parse-error-nested-comment")),
    ("noncharacter-character-reference", advice("refer to a character that isn't a noncharacter", "parsing.html#parse-error-noncharacter-character-reference")),
    ("noncharacter-in-input-stream", advice("take the noncharacter out", "parsing.html#parse-error-noncharacter-in-input-stream")),
    ("non-void-html-element-start-tag-with-trailing-solidus", advice("take the `/` out and write an end tag: the `/` does nothing here", "parsing.html#parse-error-non-void-html-element-start-tag-with-trailing-solidus")),
    ("null-character-reference", advice("take the reference out: there is no such character in HTML", "parsing.html#parse-error-null-character-reference")),
    ("surrogate-character-reference", advice("refer to the character itself, not to its surrogates", "parsing.html#parse-error-surrogate-character-reference")),
    ("surrogate-in-input-stream", advice("write the character itself, not a lone surrogate", "parsing.html#parse-error-surrogate-in-input-stream")),
    ("unexpected-character-after-doctype-system-identifier", advice("close the DOCTYPE with `>` after the system identifier", "parsing.html#parse-error-unexpected-character-after-doctype-system-identifier")),
    ("unexpected-character-in-attribute-name", advice("take the quote or `<` out of the name: a quote or a `>` may be missing before", "parsing.html#parse-error-unexpected-character-in-attribute-name")),
    ("unexpected-character-in-unquoted-attribute-value", advice("put the value in quotes", "parsing.html#parse-error-unexpected-character-in-unquoted-attribute-value")),
    ("unexpected-equals-sign-before-attribute-name", advice("give the attribute a name before the `=`", "parsing.html#parse-error-unexpected-equals-sign-before-attribute-name")),
    ("unexpected-null-character", advice("take the NUL out", "parsing.html#parse-error-unexpected-null-character")),
    ("unexpected-solidus-in-tag", advice("take the `/` out, or put `>` right after it", "parsing.html#parse-error-unexpected-solidus-in-tag")),
    ("unknown-named-character-reference", advice("write `&amp;` for the ampersand: there is no such character reference", "parsing.html#parse-error-unknown-named-character-reference")),
    ("missing-doctype", advice("begin with `<!DOCTYPE html>`: without it browsers fall back to quirks mode", "syntax.html#the-doctype")),
    ("unknown-doctype", advice("write `<!DOCTYPE html>`", "syntax.html#the-doctype")),
    ("unexpected-doctype", advice("take the DOCTYPE out: it belongs at the beginning only", "syntax.html#the-doctype")),
    ("unexpected-start-tag", advice("take the tag out or move it: it is not allowed here", "syntax.html#start-tags")),
    ("unexpected-end-tag", advice("take the end tag out: no such element is open here", "syntax.html#end-tags")),
    ("unexpected-text", advice("move the text to where text is allowed", "syntax.html#syntax-text")),
    ("unexpected-eof", advice("close the elements that are open", "syntax.html#end-tags")),
    ("misnested-end-tag", advice("close the elements in the order opposite to that in which they were opened", "parsing.html#misnested-tags:-b-i-/b-/i")),
    ("nested-form", advice("close the form before another begins: forms don't nest", "forms.html#the-form-element")),
    ("nested-interactive-element", advice("close the element before another such begins: they don't nest", "dom.html#interactive-content")),
    ("nested-heading", advice("close the heading before another begins", "sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements")),
    ("nested-select", advice("close the select before another begins", "form-elements.html#the-select-element")),
    ("unclosed-elements", advice("close the elements in it first", "syntax.html#end-tags")),
    ("foster-parented-content", advice("move it into a cell or out of the table: browsers put it before the table", "parsing.html#unexpected-markup-in-tables")),
    ("hidden-input-in-table", advice("move the hidden input into a cell or out of the table", "parsing.html#parsing-main-intable")),
    ("form-in-table", advice("put the form around the table or into a cell", "parsing.html#parsing-main-intable")),
    ("deprecated-image-tag", advice("write `img`", "embedded-content.html#the-img-element")),
    ("head-is-closed", advice("move the element into the head", "semantics.html#the-head-element")),
    ("missing-ruby-parent", advice("put it into a `ruby`", "text-level-semantics.html#the-ruby-element")),
    ("html-start-tag-in-foreign-content", advice("close the SVG or MathML element first: this tag ends it", "parsing.html#parsing-main-inforeign")),
    ("unexpected-namespace-declaration", advice("leave the declaration out, or declare the element's own namespace", "syntax.html#elements-2")),
    ("null-character-in-content", advice("take the NUL out", "syntax.html#syntax-text")),
    ("end-tag-not-optional", advice("write the end tag: it can't be left out here", "syntax.html#optional-tags")),
    ("comment-ends-like-an-opening", advice("don't end a comment's text with `<!-`", "syntax.html#comments")),
    ("script-in-unclosed-comment", advice("write `\\x3C!--` in the script, or close the comment with `-->`", "scripting.html#restrictions-for-contents-of-script-elements")),
    ("wrong-namespace-declaration", advice("leave `xmlns` out: it can only say that this is HTML", "dom.html#attr-xmlns")),
    ("malformed-bytes", advice("save the file in the encoding that it declares: some bytes mean nothing in it", "parsing.html#the-input-byte-stream")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use sapwood::ErrorCode;

    #[test]
    fn every_code_has_advice() {
        for code in ErrorCode::STANDARD.iter().chain(ErrorCode::OWN) {
            assert!(ALL.iter().any(|(known, _)| *known == code.as_str()), "{code}");
        }
    }
}
