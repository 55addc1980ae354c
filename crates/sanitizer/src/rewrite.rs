//! The rules of a policy on elements and attributes.

use std::borrow::Cow;

use sapwood_dom::{AttributeList, AttributeRef, EscapedTags, FilterAction, NodeData, NodeRef};
use sapwood_names::{Namespace, sets};
use sapwood_serializer::{HtmlWriter, write_start_tag};
use sapwood_tree::{AttributeView, ElementView};

use crate::{
    attributes::{is_unsafe, keeps},
    compiled::Verdict,
    pass::{AttributesKey, Pass},
    policy::{ElementAction, RelativeUrls, Rules, Unlisted},
    report::RemovalKind,
    style,
    url::{self, Scheme},
};

/// The decision on an element under the rules.
pub(crate) enum Decision {
    Keep(u16),
    Remove,
    Unwrap,
    Escape,
}

impl Rules {
    /// The decision on an element on which the configuration decided so.
    pub(crate) fn decide(&self, node: NodeRef<'_>, verdict: Verdict) -> Decision {
        let action = match &self.element {
            Some(rule) => rule(node),
            None => ElementAction::Default,
        };
        match (action, verdict) {
            (ElementAction::Drop, _) => Decision::Remove,
            (ElementAction::Unwrap, _) => Decision::Unwrap,
            (ElementAction::Escape, _) => Decision::Escape,
            (ElementAction::Default, Verdict::Keep(rule)) => Decision::Keep(rule),
            (ElementAction::Default, Verdict::Replace) => Decision::Unwrap,
            (ElementAction::Default, Verdict::Remove) => match self.unlisted {
                Unlisted::Drop => Decision::Remove,
                _ if node.local_name().is_some_and(|name| self.dropped.contains(name)) => {
                    Decision::Remove
                }
                Unlisted::Unwrap => Decision::Unwrap,
                Unlisted::Escape => Decision::Escape,
            },
        }
    }

    /// Whether an attribute is kept because of how its name begins.
    fn keeps_prefix(&self, attribute: AttributeRef<'_>) -> bool {
        attribute.namespace() == Namespace::None
            && self.prefixes.iter().any(|prefix| attribute.local_name().starts_with(&**prefix))
    }

    /// The new value of an attribute; `None` if it is removed.
    fn value<'v>(&self, element: NodeRef<'v>, attribute: AttributeRef<'v>) -> Option<Cow<'v, str>> {
        let tag = element.local_name().unwrap_or_default();
        let name = attribute.local_name();
        let mut value = Cow::Borrowed(attribute.value());
        if let Some(values) = self.values.get(tag).and_then(|attributes| attributes.get(name))
            && !values.contains(&value.to_ascii_lowercase())
        {
            return None;
        }
        let is_plain = attribute.namespace() == Namespace::None;
        match name {
            "style" if is_plain => {
                if let Some(properties) = &self.styles {
                    value = style::filtered(&value, properties).into();
                    if value.is_empty() {
                        return None;
                    }
                }
            }
            "class" if is_plain => {
                let own = self.classes.get(tag).or_else(|| self.classes.get("*"));
                if let Some(own) = own {
                    let mut kept: Vec<&str> = value.split_ascii_whitespace().collect();
                    kept.retain(|class| own.contains(*class));
                    if kept.is_empty() {
                        return None;
                    }
                    value = kept.join(" ").into();
                }
            }
            "id" if is_plain => {
                if let Some(prefix) = &self.id_prefix
                    && !value.starts_with(&**prefix)
                {
                    value = format!("{prefix}{value}").into();
                }
            }
            _ if url::holds_url(tag, attribute) => value = self.url(tag, name, value)?,
            _ if url::holds_urls(attribute) => value = self.urls(name, value)?,
            _ => {}
        }
        match &self.attribute {
            None => Some(value),
            // The callback's lifetime is that of the value it gets.
            Some(rule) => match value {
                Cow::Borrowed(value) => rule(element, name, value),
                Cow::Owned(value) => {
                    rule(element, name, &value).map(|value| Cow::Owned(value.into_owned()))
                }
            },
        }
    }

    /// The URL as it is kept.
    fn url<'v>(&self, tag: &str, name: &str, value: Cow<'v, str>) -> Option<Cow<'v, str>> {
        match url::scheme(&value) {
            Scheme::Known(scheme) => {
                let is_data = scheme == "data"
                    && matches!(name, "src" | "href")
                    && self.data_urls.contains(tag);
                let is_allowed =
                    self.schemes.as_ref().is_none_or(|schemes| schemes.contains(&scheme));
                (is_data || is_allowed).then_some(value)
            }
            Scheme::None => match &self.relative {
                RelativeUrls::Keep => Some(value),
                RelativeUrls::Drop => None,
                #[cfg(feature = "url")]
                RelativeUrls::Resolve(base) => {
                    let url = base.join(&value).ok()?;
                    let is_allowed =
                        self.schemes.as_ref().is_none_or(|it| it.contains(url.scheme()));
                    is_allowed.then(|| String::from(url).into())
                }
            },
        }
    }

    /// The value with several URLs: as it is if all are kept, `None` otherwise.
    fn urls<'v>(&self, name: &str, value: Cow<'v, str>) -> Option<Cow<'v, str>> {
        if self.schemes.is_none() && self.relative == RelativeUrls::Keep {
            return Some(value);
        }
        let is_kept = |url: &str| match self.url("", name, Cow::Borrowed(url)) {
            Some(kept) => kept == url,
            None => false,
        };
        // A URL of a `srcset` ends at white space, and a comma can end it.
        let words = value.split(|c: char| c.is_ascii_whitespace() || c == ',');
        words.filter(|word| !word.is_empty()).all(is_kept).then_some(value)
    }
}

/// An attribute that a rule demands, with its value.
struct Demand<'r> {
    name: &'r str,
    value: &'r str,
}

impl Demand<'_> {
    /// Whether the attribute has this name.
    fn names(&self, attribute: AttributeRef<'_>) -> bool {
        attribute.namespace() == Namespace::None && attribute.local_name() == self.name
    }

    /// Whether the element has the attribute with this value.
    fn is_met_by(&self, element: NodeRef<'_>) -> bool {
        element.attrs().any(|it| self.names(it) && it.value() == self.value)
    }
}

/// The attributes that rules demand of `element`, each once.
fn demands<'r>(element: NodeRef<'_>, rules: &'r Rules) -> Vec<Demand<'r>> {
    let mut demands = Vec::new();
    let tag = match element.name() {
        Some(name) if name.namespace == Namespace::Html => name.name.text,
        _ => return demands,
    };
    if let ("a" | "area", Some(rel)) = (tag, &rules.link_rel) {
        demands.push(Demand { name: "rel", value: rel });
    }
    for (name, value) in rules.set.get(tag).into_iter().flatten() {
        if demands.iter().all(|it| it.name != name) {
            demands.push(Demand { name, value });
        }
    }
    demands
}

/// Applies the rules to the attributes of `element`, on which the rule with this number decides.
pub(crate) fn rewrite_attributes(
    element: NodeRef<'_>,
    number: u16,
    rules: &Rules,
    attributes: &mut AttributeList,
    pass: &mut Pass<'_>,
) -> FilterAction {
    let key = AttributesKey::of(element, number);
    if let Some(copied) = pass.copied_attributes(key) {
        pass.changes += 1;
        return copied;
    }
    let demands = demands(element, rules);
    if key.is_none() && demands.is_empty() {
        return FilterAction::Keep;
    }
    let before = pass.changes;
    let mut is_run = keep_attributes(element, number, rules, &demands, attributes, pass);
    for demand in demands {
        if !demand.is_met_by(element) && demand.value.len() <= pass.room {
            pass.room -= demand.value.len();
            pass.changes += 1;
            attributes.push(demand.name, demand.value);
            is_run = false;
        }
    }
    if pass.changes == before {
        return FilterAction::Keep;
    }
    // Neighbors take no memory, so they need not be shared.
    pass.set_attributes(key.filter(|_| !is_run), element)
}

/// Lists the attributes that are kept, with their new values; returns whether they are neighbors, unchanged. A demanded
/// one stays only if it has its value.
fn keep_attributes(
    element: NodeRef<'_>,
    number: u16,
    rules: &Rules,
    demands: &[Demand<'_>],
    attributes: &mut AttributeList,
    pass: &mut Pass<'_>,
) -> bool {
    let rule = pass.compiled.rule(number);
    let (mut is_run, mut last) = (true, None);
    let mut keep = |attributes: &mut AttributeList, position: usize| {
        is_run &= last.is_none_or(|last| last + 1 == position);
        last = Some(position);
        attributes.keep(position);
    };
    let mut has_new_values = false;
    for (position, attribute) in element.attrs().enumerate() {
        if let Some(demand) = demands.iter().find(|it| it.names(attribute)) {
            if demand.value == attribute.value() {
                keep(attributes, position);
            } else {
                pass.changes += 1;
            }
            continue;
        }
        let is_kept = keeps(element, attribute, rule, pass.compiled)
            || rules.keeps_prefix(attribute) && !is_unsafe(element, attribute, attribute.value());
        match is_kept.then(|| rules.value(element, attribute)).flatten() {
            Some(value) if value == attribute.value() => keep(attributes, position),
            Some(value) if value.len() <= pass.room && !is_unsafe(element, attribute, &value) => {
                pass.note_attribute(element, attribute, RemovalKind::Value);
                pass.room -= value.len();
                attributes.keep_with_value(position, &value);
                has_new_values = true;
            }
            _ => pass.note_attribute(element, attribute, RemovalKind::Attribute),
        }
    }
    is_run && !has_new_values
}

/// The action that makes the tags of `element` texts; `None` where a document can't have texts, or where there is no
/// room for them.
pub(crate) fn escape(element: NodeRef<'_>, pass: &mut Pass<'_>) -> Option<FilterAction> {
    if element.parent()?.data() == NodeData::Document {
        return None;
    }
    let tags = tags(element);
    pass.room = pass.room.checked_sub(tags.start.len() + tags.end.len())?;
    Some(FilterAction::Escape(Box::new(tags)))
}

/// The start tag and the end tag of an element.
fn tags(element: NodeRef<'_>) -> EscapedTags {
    let Some(name) = element.qualified_name() else { return Default::default() };
    let mut writer = HtmlWriter::new();
    let attributes =
        element.attrs().map(|it| AttributeView { name: it.qualified_name(), value: it.value() });
    write_start_tag(&mut writer, ElementView { name, attributes });
    let mut start = String::new();
    // Writing to a string never fails.
    let _ = writer.flush(&mut start);
    let is_void = name.namespace == Namespace::Html && sets::VOID.contains(name.local.id);
    let end = if is_void { String::new() } else { format!("</{}>", name.local.text) };
    EscapedTags { start, end }
}
