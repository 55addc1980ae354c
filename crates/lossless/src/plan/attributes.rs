//! Changes of attributes in start tags.

use std::ops::Range;

use sapwood_serializer::source_tag::{
    SourceAttribute, attribute_at, attributes_in, name_in, removal,
};
use sapwood_tree::{AttributeView, QualifiedName, Span};

use super::{Planner, Spot};

/// The attributes of an element before and after the edits, sorted by name.
struct Attributes<'d> {
    new: Vec<AttributeView<'d>>,
    old: Vec<QualifiedName<'d>>,
}

fn key<'d>(name: QualifiedName<'d>) -> (&'d str, &'d str) {
    (name.local.text, name.namespace_url)
}

impl<'d> Attributes<'d> {
    /// The attribute of this name after the edits.
    fn find(&self, name: QualifiedName<'d>) -> Option<AttributeView<'d>> {
        let found = self.new.binary_search_by_key(&key(name), |it| key(it.name));
        found.ok().map(|at| self.new[at])
    }

    fn is_new(&self, name: QualifiedName<'d>) -> bool {
        self.old.binary_search_by_key(&key(name), |it| key(*it)).is_err()
    }
}

impl<'d> Planner<'_, 'd> {
    /// Plans changes of attributes in a start tag.
    pub(super) fn plan_attributes(
        &mut self,
        node: usize,
        origin: usize,
        tag: Range<usize>,
        spots: &mut Vec<Spot>,
    ) {
        let mut new: Vec<_> = self.edited.attributes(node).iter().map(|it| it.0).collect();
        new.sort_by_key(|it| key(it.name));
        let mut old: Vec<_> = self.first.attributes(origin).iter().map(|it| it.0.name).collect();
        old.sort_by_key(|name| key(*name));
        let attributes = Attributes { new, old };
        let mut removed = Vec::new();
        for (attribute, span) in self.first.attributes(origin) {
            let now = attributes.find(attribute.name);
            if now.is_some_and(|now| now.value == attribute.value) {
                continue;
            }
            let Some(Span { start, end }) = *span else { return self.failed.push(node) };
            let own = attribute_at(self.source.as_bytes(), start, end);
            match now {
                Some(now) => spots.push(self.changed_value(&own, now.value, node)),
                None => {
                    removed.push(&self.source[own.name.clone()]);
                    // The tag of another element added it.
                    if !tag.contains(&start) {
                        spots.push(self.removal(own.whole, node));
                    }
                }
            }
        }
        let written: Vec<_> = attributes_in(self.source.as_bytes(), tag.clone()).collect();
        if !removed.is_empty() {
            self.plan_removals(&written, &removed, node, spots);
        }
        self.plan_additions(&attributes, &written, tag.start, node, spots);
    }

    /// The change of a value, which keeps its quotes if it can.
    fn changed_value(&self, own: &SourceAttribute, new: &str, node: usize) -> Spot {
        let mut text = String::new();
        let Some(value) = &own.value else {
            text.push('=');
            self.syntax.push_value(&mut text, new, Some(b'"'));
            return self.text_spot(own.name.end..own.name.end, 2 * node, node, text);
        };
        self.syntax.push_value(&mut text, new, value.quote);
        let quote = value.quote.map(char::from);
        let range = match quote.filter(|quote| text.starts_with(*quote)) {
            Some(_) => {
                text = text[1..text.len() - 1].to_owned();
                value.range.clone()
            }
            None => {
                let quotes = usize::from(quote.is_some());
                value.range.start - quotes..(value.range.end + quotes).min(own.whole.end)
            }
        };
        self.text_spot(range, 2 * node, node, text)
    }

    /// Plans to remove attributes with these names: all, because the parser ignored others of the same name.
    fn plan_removals(
        &self,
        written: &[SourceAttribute],
        removed: &[&str],
        node: usize,
        spots: &mut Vec<Spot>,
    ) {
        let is_xml = self.syntax.is_xml;
        let fold = |name: &str| if is_xml { name.to_owned() } else { name.to_ascii_lowercase() };
        let mut names: Vec<_> = removed.iter().map(|name| fold(name)).collect();
        names.sort_unstable();
        for attribute in written {
            if names.binary_search(&fold(&self.source[attribute.name.clone()])).is_ok() {
                spots.push(self.removal(attribute.whole.clone(), node));
            }
        }
    }

    /// Plans to write the new attributes after the others.
    fn plan_additions(
        &self,
        attributes: &Attributes<'d>,
        written: &[SourceAttribute],
        tag: usize,
        node: usize,
        spots: &mut Vec<Spot>,
    ) {
        let mut text = String::new();
        if written.last().is_some_and(SourceAttribute::lacks_value) {
            text.push_str("\"\"");
        }
        let lacking = text.len();
        for (attribute, _) in self.edited.attributes(node) {
            if attributes.is_new(attribute.name) {
                text.push(' ');
                self.syntax.push_attribute_name(&mut text, attribute.name);
                text.push('=');
                self.syntax.push_value(&mut text, attribute.value, Some(b'"'));
            }
        }
        if text.len() > lacking {
            let name_end = || name_in(self.source.as_bytes(), tag).end;
            let end = written.last().map_or_else(name_end, |it| it.whole.end);
            spots.push(self.text_spot(end..end, 2 * node + 1, node, text));
        }
    }

    /// The removal of an attribute, with the white space before it where that separates nothing else.
    fn removal(&self, attribute: Range<usize>, node: usize) -> Spot {
        let range = removal(self.source.as_bytes(), attribute);
        self.text_spot(range, 2 * node, node, String::new())
    }
}
