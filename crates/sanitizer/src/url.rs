//! The scheme of a URL in an attribute.

use sapwood_dom::AttributeRef;
use sapwood_names::{Namespace, sets};

/// Returns the URL as the [basic URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) reads it: without
/// C0 controls and spaces at its ends, and without tabs and line breaks.
pub(crate) fn stripped(value: &str) -> impl Iterator<Item = char> {
    value
        .trim_matches(|c| c <= ' ')
        .chars()
        .filter(|character| !matches!(character, '\t' | '\n' | '\r'))
}

/// Returns `true` if the URL [contains a `javascript:`
/// URL](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#contains-a-javascript:-url).
///
/// A URL with that scheme that fails to parse, such as `javascript://[`, counts too, as in browsers.
pub(crate) fn is_javascript(value: &str) -> bool {
    let mut rest = stripped(value);
    "javascript:".chars().all(|expected| {
        rest.next().is_some_and(|character| character.to_ascii_lowercase() == expected)
    })
}

/// The scheme of a URL.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// In lower case.
    Known(String),
    /// The URL is relative.
    None,
}

/// Returns the scheme of a URL.
pub(crate) fn scheme(value: &str) -> Scheme {
    let mut scheme = String::new();
    for character in stripped(value) {
        match character {
            'a'..='z' | 'A'..='Z' => scheme.push(character.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(character),
            ':' if !scheme.is_empty() => return Scheme::Known(scheme),
            _ => return Scheme::None,
        }
    }
    Scheme::None
}

/// Whether an attribute of an element called `tag` holds one URL.
pub(crate) fn holds_url(tag: &str, attribute: AttributeRef<'_>) -> bool {
    let name = attribute.local_name();
    match attribute.namespace() {
        Namespace::XLink => name == "href",
        Namespace::Xml => name == "base",
        Namespace::None => match name {
            "data" => tag == "object",
            // References to items and maps, and attributes of browsers that were never in the standard.
            "classid" | "dynsrc" | "icon" | "itemid" | "itemtype" | "lowsrc" | "usemap" => true,
            _ => sets::URL_ATTRIBUTES.contains(&attribute.name_id()),
        },
        _ => false,
    }
}

/// Whether an attribute of any element holds several URLs.
pub(crate) fn holds_urls(attribute: AttributeRef<'_>) -> bool {
    sets::URL_LIST_ATTRIBUTES.contains(&attribute.name_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_read_as_by_the_url_parser() {
        let known = |scheme: &str| Scheme::Known(scheme.to_owned());
        #[rustfmt::skip]
        let cases = [
            ("https://a", known("https")),
            ("\u{1} JAVA\tscr\nipt:x", known("javascript")),
            ("a+b-c.1:x", known("a+b-c.1")),
            ("1a:x", Scheme::None),
            (":x", Scheme::None),
            ("/a:b", Scheme::None),
            ("java script:x", Scheme::None),
            ("javascript\u{3a}x", known("javascript")),
            ("javascript&colon;x", Scheme::None),
            ("", Scheme::None),
            ("\u{a0}javascript:x", Scheme::None),
        ];
        for (url, expected) in cases {
            assert_eq!(is_javascript(url), expected == known("javascript"), "{url}");
            assert_eq!(scheme(url), expected, "{url}");
        }
    }
}
