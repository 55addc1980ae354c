//! [`:lang()`](https://drafts.csswg.org/selectors/#the-lang-pseudo)

use std::borrow::Cow;

use sapwood_names::{HashMap, LocalName, Namespace, NamespaceUrl, attr, tag};
use sapwood_tree::{CandidateKey, Node, NodeKind, root_of};

use crate::{element::Element, inherited::inherited};

/// The languages of a tree that are known.
#[derive(Debug)]
pub(crate) struct Languages<N> {
    /// The nearest inclusive ancestors that declare a language.
    declaring: HashMap<usize, Option<N>>,
    /// The language of elements without one: the pragma-set default, or the empty tag.
    default: Option<Box<str>>,
}

impl<N> Default for Languages<N> {
    fn default() -> Self {
        Self { declaring: HashMap::default(), default: None }
    }
}

impl<'d, N: Node<'d>> Languages<N> {
    /// Whether the language of `element` matches one of the ranges.
    pub(crate) fn matches(&mut self, ranges: &[Box<str>], element: N) -> bool {
        let own = |node: N| with_language(&node, |_| ()).map(|()| Some(node));
        match inherited(&mut self.declaring, element, None, own) {
            Some(node) => with_language(&node, |tag| is_in_any(tag, ranges)).unwrap_or_default(),
            None => is_in_any(self.default_of(element), ranges),
        }
    }

    /// Returns the default language in the tree of `element`.
    fn default_of(&mut self, element: N) -> &str {
        self.default.get_or_insert_with(|| pragma_set(root_of(element)).unwrap_or_default())
    }
}

/// Returns the [pragma-set default
/// language](https://html.spec.whatwg.org/multipage/semantics.html#pragma-set-default-language) of a tree: that of the
/// last `<meta http-equiv=content-language>` in a document that sets one.
fn pragma_set<'d, N: Node<'d>>(root: N) -> Option<Box<str>> {
    const META: CandidateKey = CandidateKey::Type(LocalName::known(tag::META));
    let mut language = None;
    let mut at = (root.kind() == NodeKind::Document).then_some(root);
    while let Some(node) = at {
        if node.is_element() && node.name().namespace == Namespace::Html {
            let is_pragma = |value: &str| value.eq_ignore_ascii_case("content-language");
            let content = node.known_attribute(attr::CONTENT).filter(|value| !value.contains(','));
            let first = content.and_then(|value| value.split_ascii_whitespace().next());
            if let Some(first) = first
                && node.known_attribute(attr::HTTP_EQUIV).is_some_and(is_pragma)
            {
                language = Some(first.into());
            }
        }
        at = node.next_candidate(root, &[META], &mut 0);
    }
    language
}

/// Calls `see` with the [language](https://html.spec.whatwg.org/multipage/dom.html#language) that `node` declares:
/// `xml:lang`, or otherwise `lang` on an HTML or SVG element.
pub(crate) fn with_language<'d, T>(
    node: &impl Element<'d>,
    see: impl FnOnce(&str) -> T,
) -> Option<T> {
    const XML: NamespaceUrl =
        NamespaceUrl { namespace: Namespace::Xml, url: Cow::Borrowed(Namespace::Xml.as_url()) };
    const NAME: LocalName = LocalName::known(attr::LANG);
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

/// Whether a language tag matches one of the ranges.
pub(crate) fn is_in_any(tag: &str, ranges: &[Box<str>]) -> bool {
    ranges.iter().any(|range| is_in(tag, range))
}

/// Whether a language tag matches a range by [extended
/// filtering](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2). The empty range matches only the empty tag.
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
                // A singleton begins an extension, which a range doesn't skip.
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
