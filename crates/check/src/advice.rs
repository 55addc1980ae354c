//! Titles and advice for the codes of HTML.

use sapwood_names::{sets, tag_id};

/// Description of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The mistake in words, such as "attribute given more than once".
    pub title: &'static str,
    /// How to correct it.
    pub help: &'static str,
    /// Page of the HTML standard with an anchor, or a whole URL.
    anchor: &'static str,
}

impl Advice {
    /// URL of the rule in its standard.
    #[must_use]
    pub fn url(&self) -> String {
        match self.anchor.starts_with("https:") {
            true => self.anchor.to_owned(),
            false => format!("https://html.spec.whatwg.org/multipage/{}", self.anchor),
        }
    }

    /// The advice for a code of HTML.
    pub(crate) fn of(code: &str) -> Self {
        Self::among(ALL, code)
    }

    /// The advice for a code, found in `rules`.
    pub(crate) fn among(rules: &[(&str, Self)], code: &str) -> Self {
        let found = rules.iter().find(|(known, _)| *known == code);
        let unknown = advice("syntax error", "see the standard", "syntax.html");
        found.map_or(unknown, |(_, advice)| *advice)
    }
}

/// Names what a finding is about at its place, where the rule alone says what is wrong with any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Subject of the finding, such as "`<td>` in `<div>`".
    pub subject: String,
    /// How to correct it here.
    pub help: String,
}

/// Characters of a name that are shown.
const MAX_NAME: usize = 40;
/// Elements that are listed.
const MAX_LISTED: usize = 3;

/// Parents of elements that are allowed in few.
const PARENTS: &[(&[&str], &str)] = &[
    (&["tr"], "a `table`, `thead`, `tbody` or `tfoot`"),
    (&["td", "th"], "a `tr` of a `table`"),
    (&["tbody", "thead", "tfoot", "caption", "colgroup"], "a `table`"),
    (&["col"], "a `colgroup` of a `table`"),
    (&["frame"], "a `frameset`"),
];

/// Elements that a document has one of.
const ONCE: [&str; 4] = ["html", "head", "body", "frameset"];

/// Elements with the lines of their start tags, outermost first, that the tag called `by` closes without end tags.
pub(crate) fn unclosed(elements: &[(&str, usize)], by: &str) -> Option<Detail> {
    let (ends, by) = (end_tags(elements)?, shown(by));
    Some(Detail { subject: listed(elements), help: format!("write {ends} before `<{by}>`") })
}

/// Elements that are open where the file ends.
pub(crate) fn unclosed_at_end(elements: &[(&str, usize)]) -> Option<Detail> {
    let ends = end_tags(elements)?;
    Some(Detail { subject: listed(elements), help: format!("write {ends} where the content ends") })
}

/// A start tag that is refused by an element, or by an end tag before it; `is_kept`: it has an element nevertheless.
pub(crate) fn misplaced(name: &str, refused_by: Option<&str>, is_kept: bool) -> Option<Detail> {
    let parents = parents(name);
    let name = shown(&name.to_ascii_lowercase());
    let ignored = if is_kept { "" } else { ": browsers ignore it here" };
    let (subject, elsewhere) = match refused_by {
        _ if ONCE.contains(&&*name) => {
            let help = format!("remove the tag: a document has one `<{name}>`");
            return Some(Detail { subject: format!("`<{name}>`"), help });
        }
        Some("/body") => {
            (format!("`<{name}>` after `</body>`"), Some("move it before `</body>`".to_owned()))
        }
        Some(by) => (format!("`<{name}>` in `<{}>`", shown(by)), None),
        None => (format!("`<{name}>`"), None),
    };
    let help = match (elsewhere, parents) {
        (Some(elsewhere), _) => elsewhere,
        (None, Some(parents)) => format!("put `<{name}>` into {parents}{ignored}"),
        (None, None) => format!("move or remove `<{name}>`{ignored}"),
    };
    Some(Detail { subject, help })
}

/// The parents that an element needs, if few allow it.
fn parents(name: &str) -> Option<&'static str> {
    let is_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    PARENTS.iter().find(|(names, _)| is_of(names)).map(|(_, parents)| *parents)
}

/// Whether only few elements allow the element as a child.
pub(crate) fn needs_parent(name: &str) -> bool {
    parents(name).is_some()
}

/// An end tag that closes nothing: `outer` is an element of its name that is out of its reach, inside `inner`.
pub(crate) fn stray_end_tag(
    name: &str,
    outer: Option<&(&str, usize)>,
    inner: Option<&str>,
) -> Detail {
    let name = shown(name);
    match (outer, inner) {
        (Some((_, line)), Some(inner)) if inner != name => Detail {
            subject: format!("`</{name}>` in `<{}>`", shown(inner)),
            help: format!(
                "close `<{}>` first: the `<{name}>` of line {line} is outside of it",
                shown(inner)
            ),
        },
        _ => Detail {
            subject: format!("`</{name}>`"),
            help: match &*name {
                "br" => "write `<br>`: `br` has no end tag".to_owned(),
                "p" => "remove `</p>`: no `<p>` is open, and browsers add an empty one".to_owned(),
                void if sets::VOID.contains(tag_id(void)) => {
                    format!("remove `</{name}>`: `{name}` has no end tag")
                }
                _ => format!("remove `</{name}>`: no `<{name}>` is open"),
            },
        },
    }
}

/// An end tag before that of the element inside.
pub(crate) fn misnested(end_tag: &str, inner: &[(&str, usize)]) -> Option<Detail> {
    let ((name, line), end_tag) = (inner.first()?, shown(end_tag));
    let name = shown(name);
    Some(Detail {
        subject: format!("`<{end_tag}>` inside `<{name}>` of line {line}"),
        help: format!("write `</{name}>` before `<{end_tag}>`"),
    })
}

/// A tag in which the file ends, with the line and column of its quote that isn't closed.
pub(crate) fn unfinished_tag(name: &str, quote: Option<(char, usize, usize)>) -> Detail {
    let name = shown(name);
    match quote {
        Some((quote, line, column)) => Detail {
            subject: format!("`<{name}>`, in the value that `{quote}` opens at {line}:{column}"),
            help: format!(
                "close the value with `{quote}` and the tag with `>`: browsers ignore an unfinished tag"
            ),
        },
        None => Detail {
            subject: format!("`<{name}>`"),
            help: format!("close `<{name}` with `>`: browsers ignore an unfinished tag"),
        },
    }
}

/// Lists elements, such as "`<p>` of line 1 and `<b>` of line 2".
fn listed(elements: &[(&str, usize)]) -> String {
    let one = |(name, line): &(&str, usize)| format!("`<{}>` of line {line}", shown(name));
    let mut words: Vec<String> = elements.iter().take(MAX_LISTED).map(one).collect();
    if let Some(more @ 1..) = elements.len().checked_sub(MAX_LISTED) {
        words.push(format!("{more} more"));
    }
    joined(&words)
}

/// The end tags of elements, innermost first; `None` if there are no elements.
fn end_tags(elements: &[(&str, usize)]) -> Option<String> {
    let one = |(name, _): &(&str, usize)| format!("`</{}>`", shown(name));
    match elements.len() {
        0 => None,
        1..=MAX_LISTED => Some(joined(&elements.iter().rev().map(one).collect::<Vec<_>>())),
        _ => Some("their end tags".to_owned()),
    }
}

fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A name as it is shown: cut, and without characters that a terminal obeys.
fn shown(name: &str) -> String {
    let cut = name.chars().count() > MAX_NAME;
    let shown = name.chars().take(MAX_NAME).map(|it| if it.is_control() { '\u{fffd}' } else { it });
    shown.chain(cut.then_some('…')).collect()
}

pub(crate) const fn advice(
    title: &'static str,
    help: &'static str,
    anchor: &'static str,
) -> Advice {
    Advice { title, help, anchor }
}

/// The rules of HTML: the standard's codes for parse errors, ours for errors of tree construction, and ours
/// for mistakes that are no parse errors.
#[rustfmt::skip]
pub const ALL: &[(&str, Advice)] = &[
    ("abrupt-closing-of-empty-comment", advice("empty comment closed by `>` alone", "close an empty comment with `-->`", "parsing.html#parse-error-abrupt-closing-of-empty-comment")),
    ("abrupt-doctype-public-identifier", advice("`>` inside the DOCTYPE's public identifier", "close the quote of the public identifier before `>`", "parsing.html#parse-error-abrupt-doctype-public-identifier")),
    ("abrupt-doctype-system-identifier", advice("`>` inside the DOCTYPE's system identifier", "close the quote of the system identifier before `>`", "parsing.html#parse-error-abrupt-doctype-system-identifier")),
    ("absence-of-digits-in-numeric-character-reference", advice("numeric character reference without digits", "write digits after `&#`, or `&amp;` for the ampersand", "parsing.html#parse-error-absence-of-digits-in-numeric-character-reference")),
    ("cdata-in-html-content", advice("CDATA section outside SVG and MathML", "use CDATA sections in SVG and MathML only; elsewhere escape `<` and `&`", "parsing.html#parse-error-cdata-in-html-content")),
    ("character-reference-outside-unicode-range", advice("character reference to a code point that does not exist", "refer to a code point up to U+10FFFF", "parsing.html#parse-error-character-reference-outside-unicode-range")),
    ("control-character-in-input-stream", advice("control character in the source", "remove the control character", "parsing.html#parse-error-control-character-in-input-stream")),
    ("control-character-reference", advice("character reference to a control character", "refer to a character that is not a control character", "parsing.html#parse-error-control-character-reference")),
    ("disallowed-processing-instruction-target", advice("processing instruction target is reserved", "choose another target: names that begin with `xml` are reserved in XML", "parsing.html#parse-error-disallowed-processing-instruction-target")),
    ("duplicate-attribute", advice("attribute given more than once", "remove one of them: browsers ignore all but the first", "parsing.html#parse-error-duplicate-attribute")),
    ("end-tag-with-attributes", advice("end tag with attributes", "move the attributes to the start tag", "parsing.html#parse-error-end-tag-with-attributes")),
    ("end-tag-with-trailing-solidus", advice("end tag with `/` before `>`", "remove the `/`", "parsing.html#parse-error-end-tag-with-trailing-solidus")),
    ("eof-before-tag-name", advice("file ends after `<`", "complete the tag, or write `&lt;` for the character", "parsing.html#parse-error-eof-before-tag-name")),
    ("eof-in-cdata", advice("file ends inside a CDATA section", "close the CDATA section with `]]>`", "parsing.html#parse-error-eof-in-cdata")),
    ("eof-in-comment", advice("file ends inside a comment", "close the comment with `-->`", "parsing.html#parse-error-eof-in-comment")),
    ("eof-in-doctype", advice("file ends inside the DOCTYPE", "close the DOCTYPE with `>`", "parsing.html#parse-error-eof-in-doctype")),
    ("eof-in-processing-instruction", advice("file ends inside a processing instruction", "close the processing instruction with `?>`", "parsing.html#parse-error-eof-in-processing-instruction")),
    ("eof-in-script-html-comment-like-text", advice("file ends inside `<!--` in a script", "close the comment in the script with `-->`", "parsing.html#parse-error-eof-in-script-html-comment-like-text")),
    ("eof-in-tag", advice("file ends inside a tag", "close the tag with `>`: browsers ignore an unfinished tag", "parsing.html#parse-error-eof-in-tag")),
    ("incorrectly-closed-comment", advice("comment closed by `--!>`", "close the comment with `-->`, not `--!>`", "parsing.html#parse-error-incorrectly-closed-comment")),
    ("incorrectly-opened-comment", advice("`<!` begins neither a comment nor a DOCTYPE", "open a comment with `<!--`", "parsing.html#parse-error-incorrectly-opened-comment")),
    ("invalid-character-sequence-after-doctype-name", advice("unexpected characters after the DOCTYPE's name", "write `<!DOCTYPE html>`", "parsing.html#parse-error-invalid-character-sequence-after-doctype-name")),
    ("invalid-first-character-of-processing-instruction-target", advice("`<?` is not followed by a target", "begin the target with a letter, or write `&lt;?` for the characters", "parsing.html#parse-error-invalid-first-character-of-processing-instruction-target")),
    ("invalid-first-character-of-tag-name", advice("`<` is not followed by a tag name", "begin the name with a letter, or write `&lt;` for the character", "parsing.html#parse-error-invalid-first-character-of-tag-name")),
    ("invalid-processing-instruction-target", advice("invalid character in a processing instruction target", "use only letters, digits, `-` and `_` in the target", "parsing.html#parse-error-invalid-processing-instruction-target")),
    ("missing-attribute-value", advice("attribute has `=` but no value", "write a value after `=`, or remove the `=`", "parsing.html#parse-error-missing-attribute-value")),
    ("missing-doctype-name", advice("DOCTYPE without a name", "write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-name")),
    ("missing-doctype-public-identifier", advice("DOCTYPE has `PUBLIC` but no identifier", "write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-public-identifier")),
    ("missing-doctype-system-identifier", advice("DOCTYPE without a system identifier", "write `<!DOCTYPE html>`", "parsing.html#parse-error-missing-doctype-system-identifier")),
    ("missing-end-tag-name", advice("end tag without a name", "name the element to close: browsers ignore this tag", "parsing.html#parse-error-missing-end-tag-name")),
    ("missing-quote-before-doctype-public-identifier", advice("public identifier is not quoted", "put the public identifier in quotes", "parsing.html#parse-error-missing-quote-before-doctype-public-identifier")),
    ("missing-quote-before-doctype-system-identifier", advice("system identifier is not quoted", "put the system identifier in quotes", "parsing.html#parse-error-missing-quote-before-doctype-system-identifier")),
    ("missing-semicolon-after-character-reference", advice("character reference without `;`", "end the character reference with `;`", "parsing.html#parse-error-missing-semicolon-after-character-reference")),
    ("missing-whitespace-after-doctype-public-keyword", advice("no space after `PUBLIC`", "put a space after `PUBLIC`", "parsing.html#parse-error-missing-whitespace-after-doctype-public-keyword")),
    ("missing-whitespace-after-doctype-system-keyword", advice("no space after `SYSTEM`", "put a space after `SYSTEM`", "parsing.html#parse-error-missing-whitespace-after-doctype-system-keyword")),
    ("missing-whitespace-before-doctype-name", advice("no space before the DOCTYPE's name", "put a space after `<!DOCTYPE`", "parsing.html#parse-error-missing-whitespace-before-doctype-name")),
    ("missing-whitespace-between-attributes", advice("no space between attributes", "put a space between the attributes", "parsing.html#parse-error-missing-whitespace-between-attributes")),
    ("missing-whitespace-between-doctype-public-and-system-identifiers", advice("no space between the DOCTYPE's identifiers", "put a space between the identifiers", "parsing.html#parse-error-missing-whitespace-between-doctype-public-and-system-identifiers")),
    ("nested-comment", advice("`<!--` inside a comment", "close the comment before it: comments do not nest", "parsing.html#parse-error-nested-comment")),
    ("noncharacter-character-reference", advice("character reference to a noncharacter", "refer to a character that is not a noncharacter", "parsing.html#parse-error-noncharacter-character-reference")),
    ("noncharacter-in-input-stream", advice("noncharacter in the source", "remove the noncharacter", "parsing.html#parse-error-noncharacter-in-input-stream")),
    ("non-void-html-element-start-tag-with-trailing-solidus", advice("`/>` on an element that is not void", "replace `/>` by `>` and an end tag: browsers ignore the `/`", "parsing.html#parse-error-non-void-html-element-start-tag-with-trailing-solidus")),
    ("null-character-reference", advice("character reference to NUL", "remove the reference: HTML has no NUL", "parsing.html#parse-error-null-character-reference")),
    ("surrogate-character-reference", advice("character reference to a surrogate", "refer to the code point of the whole character", "parsing.html#parse-error-surrogate-character-reference")),
    ("surrogate-in-input-stream", advice("lone surrogate in the source", "save the file as UTF-8", "parsing.html#parse-error-surrogate-in-input-stream")),
    ("unexpected-character-after-doctype-system-identifier", advice("unexpected character after the DOCTYPE's system identifier", "close the DOCTYPE with `>` after the system identifier", "parsing.html#parse-error-unexpected-character-after-doctype-system-identifier")),
    ("unexpected-character-in-attribute-name", advice("unexpected character in an attribute name", "remove the character; a quote or `>` may be missing before it", "parsing.html#parse-error-unexpected-character-in-attribute-name")),
    ("unexpected-character-in-unquoted-attribute-value", advice("unexpected character in an unquoted attribute value", "put the value in quotes", "parsing.html#parse-error-unexpected-character-in-unquoted-attribute-value")),
    ("unexpected-equals-sign-before-attribute-name", advice("`=` without an attribute name before it", "write a name before the `=`", "parsing.html#parse-error-unexpected-equals-sign-before-attribute-name")),
    ("unexpected-null-character", advice("NUL in the source", "remove the NUL", "parsing.html#parse-error-unexpected-null-character")),
    ("unexpected-solidus-in-tag", advice("`/` inside a tag", "remove the `/`, or put `>` right after it", "parsing.html#parse-error-unexpected-solidus-in-tag")),
    ("unknown-named-character-reference", advice("unknown character reference", "write `&amp;` for the ampersand, or correct the name", "parsing.html#parse-error-unknown-named-character-reference")),
    ("missing-doctype", advice("document does not begin with a DOCTYPE", "begin with `<!DOCTYPE html>`: without it browsers use quirks mode", "syntax.html#the-doctype")),
    ("unknown-doctype", advice("DOCTYPE other than `<!DOCTYPE html>`", "write `<!DOCTYPE html>`", "syntax.html#the-doctype")),
    ("unexpected-doctype", advice("DOCTYPE is not at the beginning", "remove the DOCTYPE: only the beginning of a document has one", "syntax.html#the-doctype")),
    ("unexpected-start-tag", advice("start tag is not allowed here", "move or remove the tag", "syntax.html#start-tags")),
    ("unexpected-end-tag", advice("end tag without a matching start tag", "remove the end tag: no such element is open", "syntax.html#end-tags")),
    ("unexpected-text", advice("text is not allowed here", "move the text to where text is allowed", "syntax.html#syntax-text")),
    ("unexpected-eof", advice("file ends before its elements are closed", "write the missing end tags", "syntax.html#end-tags")),
    ("misnested-end-tag", advice("elements are closed in the wrong order", "close the innermost element first", "parsing.html#misnested-tags:-b-i-/b-/i")),
    ("nested-form", advice("form inside a form", "close the outer form first: forms do not nest", "forms.html#the-form-element")),
    ("nested-interactive-element", advice("interactive element inside another of its kind", "close the outer element first", "dom.html#interactive-content")),
    ("nested-heading", advice("heading inside a heading", "close the outer heading first", "sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements")),
    ("nested-select", advice("select inside a select", "close the outer select first", "form-elements.html#the-select-element")),
    ("unclosed-elements", advice("element is not closed", "close the inner elements first", "syntax.html#end-tags")),
    ("foster-parented-content", advice("content is not allowed directly inside a table", "move it into a cell or out of the table: browsers put it before the table", "parsing.html#unexpected-markup-in-tables")),
    ("hidden-input-in-table", advice("hidden input directly inside a table", "move the hidden input into a cell or out of the table", "parsing.html#parsing-main-intable")),
    ("form-in-table", advice("form directly inside a table", "put the form around the table or inside a cell", "parsing.html#parsing-main-intable")),
    ("deprecated-image-tag", advice("`image` is not an HTML element", "write `img`", "embedded-content.html#the-img-element")),
    ("head-is-closed", advice("element belongs in the head, which has ended", "move the element into the head", "semantics.html#the-head-element")),
    ("missing-ruby-parent", advice("ruby annotation outside a ruby element", "put it inside a `ruby` element", "text-level-semantics.html#the-ruby-element")),
    ("html-start-tag-in-foreign-content", advice("HTML element inside SVG or MathML", "close the SVG or MathML element first: this tag ends it", "parsing.html#parsing-main-inforeign")),
    ("unexpected-namespace-declaration", advice("namespace declaration contradicts the element", "remove the declaration, or declare the element's own namespace", "syntax.html#elements-2")),
    ("null-character-in-content", advice("NUL in the content", "remove the NUL", "syntax.html#syntax-text")),
    ("end-tag-not-optional", advice("end tag is missing", "write the end tag: it must not be omitted here", "syntax.html#optional-tags")),
    ("comment-ends-like-an-opening", advice("comment text ends with `<!-`", "end the text of the comment with something else", "syntax.html#comments")),
    ("script-in-unclosed-comment", advice("script contains `<!--` and `<script`, but no `-->`", "write `\\x3C!--` in the script, or close the comment with `-->`", "scripting.html#restrictions-for-contents-of-script-elements")),
    ("wrong-namespace-declaration", advice("`xmlns` with a namespace other than HTML's", "remove `xmlns`: in HTML it can only name the namespace of HTML", "dom.html#attr-xmlns")),
    ("invalid-tag-name", advice("tag name is neither letters and digits nor a custom element's", "correct the name: a quote or `<` may be out of place, or the prefix of another format is left", "syntax.html#syntax-tag-name")),
    ("namespace-prefix-declaration", advice("declaration of a namespace prefix", "remove the attribute: HTML has no namespace prefixes", "syntax.html#attributes-2")),
    ("undeclared-encoding", advice("encoding is not declared", "write `<meta charset=\"utf-8\">` first in the head, unless the server declares the encoding", "semantics.html#charset")),
    ("unknown-encoding-label", advice("unknown encoding label", "write `<meta charset=\"utf-8\">`", "semantics.html#charset")),
    ("encoding-not-utf-8", advice("encoding is not UTF-8", "save the file as UTF-8, and declare `<meta charset=\"utf-8\">`", "semantics.html#charset")),
    ("encoding-declaration-too-late", advice("encoding is declared after the first 1024 bytes", "move the declaration to the beginning of the head", "semantics.html#charset")),
    ("duplicate-encoding-declaration", advice("encoding is declared more than once", "keep one declaration", "semantics.html#charset")),
    ("malformed-bytes", advice("bytes are invalid in the file's encoding", "save the file in the encoding that it declares", "parsing.html#the-input-byte-stream")),
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
