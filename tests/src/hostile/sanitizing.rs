//! Calls of the sanitizer.

use sapwood::{
    Document,
    sanitizer::{Policy, Sanitizer, SanitizerConfig, Unlisted},
};

use super::{Call, change, read};

/// Sanitizes the document; returns the number of changes.
fn sanitize(document: &mut Document, config: SanitizerConfig) -> usize {
    let sanitizer = Sanitizer::strict(config).expect("the configuration is valid");
    let root = document.root().node_id();
    sanitizer.sanitize(document, root).expect("the root is a node")
}

/// Applies a policy that keeps no element; returns the number of changes.
fn apply(document: &mut Document, unlisted: Unlisted) -> usize {
    let config = SanitizerConfig::default().elements(["html", "body"]);
    let policy = Policy::strict(config).expect("the configuration is valid").unlisted(unlisted);
    let root = document.root().node_id();
    policy.sanitize(document, root).expect("the root is a node").removals().len()
}

pub(super) const CALLS: &[Call] = &[
    change("sanitize, nothing listed", |it| sanitize(it, SanitizerConfig::default())),
    change("sanitize, nothing kept", |it| {
        sanitize(it, SanitizerConfig::default().elements(["html", "body"]))
    }),
    change("sanitize, elements replaced", |it| {
        let names = ["a", "b", "i", "p", "div", "span", "table", "td", "font", "ul", "li", "x"];
        sanitize(it, SanitizerConfig::default().replace_with_children_elements(names))
    }),
    change("sanitize, all unwrapped", |it| apply(it, Unlisted::Unwrap)),
    change("sanitize, all escaped", |it| apply(it, Unlisted::Escape)),
    read("clean markup", |it| Sanitizer::default().clean_parsed(it.clone(), None).len()),
    read("clean markup as DOMPurify", |it| {
        Policy::dompurify().clean_parsed(it.clone(), None).len()
    }),
];
