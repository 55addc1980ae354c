//! The rules of a policy on elements and attributes.

use std::borrow::Cow;

use sapwood_names::{Name, Namespace};
use sapwood_serializer::{HtmlWriter, write_start_tag};
use sapwood_tree::{ElementView, QualifiedName};

use super::{
    compiled::{Rule, Verdict},
    policy::{ElementAction, RelativeUrls, Rules, Unlisted},
    report::RemovalKind,
    style,
    url::{self, Scheme},
    walk::Pass,
};
use crate::{
    AttributeRef, NodeRef,
    store::{
        attributes::Attribute,
        document::Document,
        node::{Head, Kind, Link, Node, Slot},
        texts::Run,
    },
};

/// Bytes that rules may add to the texts of a document: a multiple of what it has, and a constant.
const ADDED_FACTOR: usize = 16;
const ADDED_CONSTANT: usize = 1 << 16;

/// The bytes that rules may add to this document.
pub(super) fn room(document: &Document) -> usize {
    document.texts.len().saturating_mul(ADDED_FACTOR).saturating_add(ADDED_CONSTANT)
}

/// The decision on an element under the rules.
pub(super) enum Decision {
    Keep(u16),
    Remove,
    Unwrap,
    Escape,
}

impl Rules {
    /// The decision on an element on which the configuration decided so.
    pub(super) fn decide(&self, document: &Document, node: Slot, verdict: Verdict) -> Decision {
        let node = NodeRef { document, id: node };
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
        let (name, namespace) = (attribute.local_name(), attribute.namespace());
        let mut value = Cow::Borrowed(attribute.value());
        if let Some(values) = self.values.get(tag).and_then(|attributes| attributes.get(name))
            && !values.contains(&value.to_ascii_lowercase())
        {
            return None;
        }
        let is_plain = namespace == Namespace::None;
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
            _ if url::holds_url(tag, name, namespace) => value = self.url(tag, name, value)?,
            _ if name == "srcset" || name == "imagesrcset" || name == "ping" => {
                value = self.urls(name, value)?;
            }
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

/// The attributes that an element keeps.
struct Kept {
    attributes: Vec<Attribute>,
    /// The place of the first of them among the old ones, if they are a run of those, unchanged.
    run: Option<u32>,
}

/// An attribute that a rule demands, with its value.
struct Demand<'r> {
    name: &'r str,
    value: &'r str,
}

impl Document {
    /// Applies the rules to the attributes of `element`.
    pub(super) fn rewrite_attributes(&mut self, element: Slot, number: u16, pass: &mut Pass<'_>) {
        let Some(rules) = pass.rules else { return };
        let Node { start, len, .. } = self.nodes[element];
        let old = Run { start, len };
        let key = (old, number, self.nodes[element].head.name().index() as u32);
        if !pass.rewritten.is_empty()
            && len > 0
            && let Some(new) = pass.rewritten.get(&key)
        {
            let new = *new;
            pass.changes += 1;
            return self.set_attribute_range(element, new);
        }
        let demands = self.demands(element, rules);
        if len == 0 && demands.is_empty() {
            return;
        }
        let before = pass.changes;
        let Kept { attributes: mut kept, mut run } = self.kept(element, number, &demands, pass);
        for demand in demands {
            let id = sapwood_names::attribute_id(demand.name);
            let name = Name { id, text: demand.name };
            let code = self.names.intern_local(name).map(|id| Attribute::code(id, Namespace::None));
            let is_there = |it: &Attribute| Some(it.name) == code;
            if kept.iter().any(is_there) || demand.value.len() > pass.room {
                continue;
            }
            let (Some(code), true) = (code, self.texts.fits(demand.value.len())) else { continue };
            pass.room -= demand.value.len();
            pass.changes += 1;
            kept.push(Attribute::new(code, self.texts.push(demand.value)));
            run = None;
        }
        if pass.changes == before {
            pass.buffer = kept;
            return;
        }
        if let Some(first) = run {
            self.nodes.forget_index();
            self.narrow_attributes(element, first, kept.len() as u32);
            pass.buffer = kept;
            return;
        }
        let first = self.attributes.len();
        if kept.len() > self.attribute_limit.saturating_sub(first) {
            self.truncated = true;
            kept.clear();
        }
        self.attributes.extend_from_slice(&kept);
        let new = Run { start: first as u32, len: kept.len() as u32 };
        if len > 0 {
            pass.rewritten.insert(key, new);
        }
        self.set_attribute_range(element, new);
        pass.buffer = kept;
    }

    fn set_attribute_range(&mut self, element: Slot, range: Run) {
        self.nodes.forget_index();
        self.attribute_room.remove(&element);
        let entry = &mut self.nodes[element];
        (entry.start, entry.len) = (range.start, range.len);
    }

    /// The attributes that rules demand of `element`.
    fn demands<'r>(&self, element: Slot, rules: &'r Rules) -> Vec<Demand<'r>> {
        let head = self.nodes[element].head;
        let mut demands = Vec::new();
        if head.namespace() != Namespace::Html {
            return demands;
        }
        let tag = self.local_name(head.name()).text;
        if let ("a" | "area", Some(rel)) = (tag, &rules.link_rel) {
            demands.push(Demand { name: "rel", value: rel });
        }
        for (name, value) in rules.set.get(tag).into_iter().flatten() {
            demands.push(Demand { name, value });
        }
        demands
    }

    /// The attributes that are kept, with their new values. A demanded one stays only if it has its value.
    fn kept(
        &mut self,
        element: Slot,
        number: u16,
        demands: &[Demand<'_>],
        pass: &mut Pass<'_>,
    ) -> Kept {
        let mut kept = std::mem::take(&mut pass.buffer);
        kept.clear();
        let Some(rules) = pass.rules else { return Kept { attributes: kept, run: None } };
        let rule = pass.compiled.rule(number);
        let Node { start, len, .. } = self.nodes[element];
        let (mut first, mut is_run) = (start, true);
        for index in start..start + len {
            let attribute = AttributeRef::new(self, index as usize);
            let plain = attribute.namespace() == Namespace::None;
            if plain && let Some(it) = demands.iter().find(|it| it.name == attribute.local_name()) {
                if it.value == attribute.value() {
                    is_run &= kept.is_empty() || index == first + kept.len() as u32;
                    first = if kept.is_empty() { index } else { first };
                    kept.push(self.attributes[index as usize]);
                } else {
                    pass.changes += 1;
                }
                continue;
            }
            let new = match self.keeps_by(rules, element, index, rule, pass) {
                true => rules.value(NodeRef { document: self, id: element }, attribute),
                false => None,
            };
            match new {
                Some(value) if value == attribute.value() => {
                    is_run &= kept.is_empty() || index == first + kept.len() as u32;
                    first = if kept.is_empty() { index } else { first };
                    kept.push(self.attributes[index as usize]);
                }
                Some(value)
                    if value.len() <= pass.room
                        && self.texts.fits(value.len())
                        && !self.is_unsafe(element, index, &value) =>
                {
                    let value = value.into_owned();
                    pass.note_attribute(self, element, index, RemovalKind::Value);
                    pass.room -= value.len();
                    is_run = false;
                    let code = self.attributes[index as usize].name;
                    kept.push(Attribute::new(code, self.texts.push(&value)));
                }
                _ => pass.note_attribute(self, element, index, RemovalKind::Attribute),
            }
        }
        Kept { attributes: kept, run: is_run.then_some(first - start) }
    }

    fn value_at(&self, index: u32) -> &str {
        self.texts.get(self.attributes[index as usize].value())
    }

    fn keeps_by(
        &self,
        rules: &Rules,
        element: Slot,
        index: u32,
        rule: &Rule,
        pass: &Pass<'_>,
    ) -> bool {
        self.keeps(element, index, rule, pass.compiled)
            || rules.keeps_prefix(AttributeRef::new(self, index as usize))
                && !self.is_unsafe(element, index, self.value_at(index))
    }

    /// Puts the tags of `node` as texts around its children, and these in its place; returns the next node to visit.
    pub(super) fn escape(&mut self, node: Slot, root: Slot, pass: &mut Pass<'_>) -> Link {
        let Some(parent) = self.nodes[node].parent.filter(|parent| !self.is_document(*parent))
        else {
            return self.replace_with_children(node, root, pass);
        };
        let (start, end) = self.tags(node);
        if start.len() + end.len() > pass.room {
            return self.replace_with_children(node, root, pass);
        }
        pass.room -= start.len() + end.len();
        let before = self.add_plain_text(&start);
        let after = if end.is_empty() { None } else { self.add_plain_text(&end) };
        if let Some(text) = before {
            self.nodes.link_before(node, text);
        }
        if let Some(text) = after {
            match self.nodes[node].next {
                Some(next) => self.nodes.link_before(next, text),
                None => self.nodes.link_last(parent, text),
            }
        }
        self.replace_with_children(node, root, pass)
    }

    /// The start tag and the end tag of an element.
    fn tags(&self, node: Slot) -> (String, String) {
        let element = NodeRef { document: self, id: node };
        let name = self.name_of_element(&self.nodes[node]);
        let mut writer = HtmlWriter::new();
        let attributes = element.attrs().map(AttributeRef::view);
        write_start_tag(&mut writer, ElementView { name, attributes });
        let mut start = String::new();
        // Writing to a string never fails.
        let _ = writer.flush(&mut start);
        let is_void =
            name.namespace == Namespace::Html && sapwood_names::sets::VOID.contains(name.local.id);
        let end = if is_void { String::new() } else { format!("</{}>", Local(name)) };
        (start, end)
    }

    fn add_plain_text(&mut self, text: &str) -> Option<Slot> {
        if !self.texts.fits(text.len()) {
            return None;
        }
        let run = self.texts.push(text);
        self.nodes.push(Node::new(Head::of(Kind::Text), run.start, run.len))
    }
}

/// The name in a tag.
struct Local<'n>(QualifiedName<'n>);

impl std::fmt::Display for Local<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.local.text)
    }
}
