//! The actions on elements that match a selector.

use anyhow::{Result, anyhow};
use sapwood::{Document, EditError, Namespace, NodeId, extract::url::Url, microsyntax::srcset};

/// An action.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Set(String, String),
    Unset(String),
    Rename(String),
    Remove,
    Unwrap,
    Text(String),
    Html(String),
    Before(String),
    After(String),
    Prepend(String),
    Append(String),
    ResolveUrls(Url),
    Nonce(String),
}

impl Action {
    /// The option that asks for it, with its value.
    pub(super) fn option(&self) -> String {
        let (name, value) = match self {
            Self::Set(name, value) => return format!("--set {name}={value}"),
            Self::Remove => return "--remove".to_owned(),
            Self::Unwrap => return "--unwrap".to_owned(),
            Self::ResolveUrls(url) => ("resolve-urls", url.as_str()),
            Self::Unset(value) => ("unset", &**value),
            Self::Rename(value) => ("rename", &**value),
            Self::Text(value) => ("text", &**value),
            Self::Html(value) => ("html", &**value),
            Self::Before(value) => ("before", &**value),
            Self::After(value) => ("after", &**value),
            Self::Prepend(value) => ("prepend", &**value),
            Self::Append(value) => ("append", &**value),
            Self::Nonce(value) => ("nonce", &**value),
        };
        format!("--{name} {value}")
    }

    /// Does it to the elements, which matched in this order.
    pub(super) fn apply(&self, document: &mut Document, elements: &[NodeId]) -> Result<()> {
        let base = match self {
            Self::ResolveUrls(url) => document.base_url(Some(url)),
            _ => None,
        };
        for &element in elements {
            let done = match self {
                Self::Set(name, value) => document.set_attribute(element, name, value),
                Self::Unset(name) => document.remove_attribute(element, name).map(drop),
                Self::Rename(name) => document.rename(element, name),
                Self::Remove => document.remove(element),
                Self::Unwrap => document.unwrap(element),
                Self::Text(text) => document.set_text(element, text),
                Self::Html(html) => document.set_inner_html(element, html),
                Self::Before(html) => document.insert_html_before(element, html),
                Self::After(html) => document.insert_html_after(element, html),
                Self::Prepend(html) => document.prepend_html(element, html),
                Self::Append(html) => document.append_html(element, html),
                Self::ResolveUrls(_) => resolve_urls(document, element, base.as_ref()),
                Self::Nonce(value) => set_nonce(document, element, value),
            };
            // An element inside of one that was removed or replaced before has nothing left to edit.
            match done {
                Err(EditError::NoParent) | Ok(()) => {}
                Err(error) => return Err(anyhow!("{}: {error}", self.option())),
            }
        }
        Ok(())
    }
}

/// Resolves the URLs in the attributes of an element, those in `srcset` with their descriptors.
fn resolve_urls(
    document: &mut Document,
    element: NodeId,
    base: Option<&Url>,
) -> Result<(), EditError> {
    let (Some(base), Some(node)) = (base, document.node(element)) else { return Ok(()) };
    let links = node.links().take_while(|link| link.element == node);
    let mut changes: Vec<(String, String)> = Vec::new();
    for link in links {
        if changes.iter().any(|(name, _)| name == link.attribute) {
            continue;
        }
        let value = node.attr(link.attribute).unwrap_or_default();
        let resolved = match link.candidate {
            Some(_) => Some(resolve_candidates(value, base)),
            // Other attributes with several URLs, such as `ping`, stay as they are.
            None if link.value.trim_ascii() != value.trim_ascii() => None,
            None => base.join(&link.value).ok().map(String::from),
        };
        if let Some(resolved) = resolved.filter(|it| it != value) {
            changes.push((link.attribute.to_owned(), resolved));
        }
    }
    changes.iter().try_for_each(|(name, value)| document.set_attribute(element, name, value))
}

/// The value of a `srcset` with its URLs resolved.
fn resolve_candidates(value: &str, base: &Url) -> String {
    let mut resolved = String::new();
    for candidate in srcset::parse(value) {
        if !resolved.is_empty() {
            resolved.push_str(", ");
        }
        match base.join(candidate.url) {
            Ok(url) => resolved.push_str(url.as_str()),
            Err(_) => resolved.push_str(candidate.url),
        }
        if let Some(width) = candidate.width {
            resolved.push_str(&format!(" {width}w"));
        } else if let Some(density) = candidate.density {
            resolved.push_str(&format!(" {density}x"));
        }
    }
    resolved
}

/// Sets the nonce of an element that takes one.
fn set_nonce(document: &mut Document, element: NodeId, value: &str) -> Result<(), EditError> {
    let takes_one = document.node(element).is_some_and(|node| {
        let name = node.namespace().zip(node.local_name());
        name.is_some_and(|(namespace, name)| takes_nonce(namespace, name))
    });
    if takes_one { document.set_attribute(element, "nonce", value) } else { Ok(()) }
}

/// Whether an element takes a nonce: a script, a style sheet, or a link.
pub(super) fn takes_nonce(namespace: Namespace, name: &str) -> bool {
    namespace == Namespace::Html && matches!(name, "script" | "style" | "link")
}
