//! The reader of details: what a page states, with its text decoded.

use sapwood_microsyntax::date::Date;
use sapwood_tree::{Node, NodeSet, root_of};

use crate::{
    facts::Fact,
    kind::Kind,
    things::{Thing, Things, Value},
};

/// The content of a page, and the answers about it that are known already.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a, N> {
    /// The element that holds the content.
    pub(crate) root: N,
    /// Nodes in the root that are no content, with their descendants.
    pub(crate) skipped: &'a NodeSet,
    pub(crate) kind: Kind,
    pub(crate) title: Option<&'a str>,
    pub(crate) byline: Option<&'a str>,
    pub(crate) published: Option<Date>,
    pub(crate) modified: Option<Date>,
    /// Returns the text of HTML.
    pub(crate) text_of: fn(&str) -> String,
}

/// Reads the details of an article.
pub(super) struct Reader<'a, N> {
    pub(super) page: Page<'a, N>,
    pub(super) things: Things<N>,
}

impl<'a, 'd, N: Node<'d>> Reader<'a, N> {
    pub(super) fn new(page: Page<'a, N>) -> Self {
        Self { page, things: Things::of(root_of(page.root)) }
    }

    pub(super) fn thing(&self, index: usize) -> &Thing<N> {
        self.things.get(index)
    }

    /// A text as a person reads it: without character references and markup, which scripts and attributes often have.
    pub(super) fn decoded(&self, text: &str) -> String {
        let is_markup = text.contains(['&', '<']);
        let parsed = is_markup.then(|| (self.page.text_of)(text));
        sapwood_extract::stripped_and_collapsed(parsed.as_deref().unwrap_or(text))
    }

    /// The text of a property, decoded.
    pub(super) fn text(&self, thing: usize, properties: &[&str]) -> Option<String> {
        let text = self.decoded(&self.things.text(thing, properties)?);
        (!text.is_empty()).then_some(text)
    }

    /// The first value among things that has a text, with its source.
    pub(super) fn fact(&self, things: &[usize], properties: &[&str]) -> Option<Fact<String>> {
        things.iter().find_map(|thing| {
            let text = self.text(*thing, properties)?;
            Some(Fact::new(self.thing(*thing).source, text))
        })
    }

    /// The texts of a property of the first thing that has it.
    pub(super) fn facts(&self, things: &[usize], properties: &[&str]) -> Vec<Fact<String>> {
        const MOST: usize = 100;
        let of = |thing: usize| -> Vec<_> {
            let source = self.thing(thing).source;
            let texts = self.things.values(thing, properties).filter_map(|it| self.value(it));
            texts.map(|text| Fact::new(source, text)).take(MOST).collect()
        };
        things.iter().map(|thing| of(*thing)).find(|all| !all.is_empty()).unwrap_or_default()
    }

    pub(super) fn value(&self, value: &Value<N>) -> Option<String> {
        self.things.text_of(value).map(|text| self.decoded(&text)).filter(|it| !it.is_empty())
    }
}
