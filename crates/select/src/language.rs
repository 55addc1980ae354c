//! [`:lang()`](https://drafts.csswg.org/selectors/#the-lang-pseudo)

use std::borrow::Cow;

use names::{Namespace, attr};

use crate::{
    node::{Element, Node},
    program::{NamespaceUrl, Word},
    state::{State, inherited},
};

/// Whether the language of `element` is in one of the ranges.
pub(crate) fn matches<N: Node>(state: &mut State<N>, ranges: &[Box<str>], element: N) -> bool {
    let own = |node: N| with_language(&node, |_| ()).map(|()| Some(node));
    match inherited(&mut state.languages, element, None, own) {
        Some(node) => with_language(&node, |tag| is_in_any(tag, ranges)).unwrap_or_default(),
        // An unknown language has the empty tag.
        None => is_in_any("", ranges),
    }
}

/// Calls `see` with what `node` says of [the language](https://html.spec.whatwg.org/multipage/dom.html#language):
/// `xml:lang`, or else `lang` of an HTML or SVG element.
pub(crate) fn with_language<T>(node: &impl Element, see: impl FnOnce(&str) -> T) -> Option<T> {
    const XML: NamespaceUrl =
        NamespaceUrl { namespace: Namespace::Xml, url: Cow::Borrowed(Namespace::Xml.as_url()) };
    const NAME: Word = Word::known(attr::LANG);
    let mut see = Some(see);
    let mut seen = None;
    let mut once = |tag: &str| {
        seen = see.take().map(|see| see(tag));
        true
    };
    if node.has_attribute(Some(&XML), &NAME, &mut once) {
        return seen;
    }
    let see = see?;
    let knows_lang = matches!(node.namespace(), Namespace::Html | Namespace::Svg);
    knows_lang.then(|| node.known_attribute(attr::LANG).map(see)).flatten()
}

/// Whether a language tag is in one of the ranges.
pub(crate) fn is_in_any(tag: &str, ranges: &[Box<str>]) -> bool {
    ranges.iter().any(|range| is_in(tag, range))
}

/// Whether a language tag is in a range, by [extended
/// filtering](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2). The empty range has the empty tag alone.
fn is_in(tag: &str, range: &str) -> bool {
    if tag.is_empty() || range.is_empty() {
        return tag.is_empty() && range.is_empty();
    }
    let mut subtags = tag.split('-');
    let mut ranges = range.split('-');
    let (Some(first), Some(wanted)) = (subtags.next(), ranges.next()) else { return false };
    if wanted != "*" && !first.eq_ignore_ascii_case(wanted) {
        return false;
    }
    for wanted in ranges.filter(|wanted| *wanted != "*") {
        loop {
            match subtags.next() {
                Some(subtag) if subtag.eq_ignore_ascii_case(wanted) => break,
                // What follows a singleton is an extension of its own.
                Some(subtag) if subtag.len() > 1 => {}
                _ => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn ranges() {
        for (range, tags) in [
            ("en", &["en", "EN-us", "en-Latn-US"][..]),
            ("de-DE", &["de-de", "de-Latn-DE", "de-DE-x-goethe", "de-Deva-DE"]),
            ("*-CH", &["de-CH", "fr-Latn-CH"]),
            ("*", &["x", "en"]),
            ("", &[""]),
        ] {
            for tag in tags {
                assert!(is_in(tag, range), "{tag:?} in {range:?}");
            }
        }
        for (range, tags) in [
            ("en", &["", "e", "eng", "fr-en"][..]),
            ("de-DE", &["de", "de-x-DE", "de-Deva"]),
            ("*-CH", &["CH", "de"]),
            ("*", &[""]),
            ("", &["en"]),
        ] {
            for tag in tags {
                assert!(!is_in(tag, range), "{tag:?} in {range:?}");
            }
        }
    }
}
