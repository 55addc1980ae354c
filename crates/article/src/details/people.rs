//! Authors.

use std::borrow::Cow;

use sapwood_tree::Node;

use super::reader::Reader;
use crate::{
    facts::{Fact, Person, Source},
    json_ld::TEXTS,
    kind::Kind,
    things::Value,
};

/// Authors of one text.
const MOST_AUTHORS: usize = 16;
/// Longer texts are no URLs; many posts can have one author.
const LONGEST_URL: usize = 2_048;

impl<'d, N: Node<'d>> Reader<'_, N> {
    /// The authors of the text: those that the first text on the page states, else those of the byline.
    pub(super) fn authors(&self) -> Vec<Fact<Person>> {
        // A review on the page of a product is another text.
        let is_review = |thing: &usize| self.things.is(*thing, &["Review"]);
        let is_product = self.page.kind == Kind::Product;
        let texts = self.things.of_types(TEXTS).filter(|it| !is_product || !is_review(it));
        let texts = texts.chain(self.things.metas());
        let stated = texts.map(|thing| self.authors_of(thing)).find(|all| !all.is_empty());
        stated.unwrap_or_else(|| {
            let byline = self.page.byline.filter(|_| !is_product).unwrap_or_default();
            let names = byline.split(", ").flat_map(|names| names.split(" and "));
            let people = names.map(str::trim).filter(|name| !name.is_empty()).take(MOST_AUTHORS);
            people
                .map(|name| Fact::new(Source::Tree, Person { name: name.to_owned(), url: None }))
                .collect()
        })
    }

    /// The authors that one thing states.
    pub(super) fn authors_of(&self, thing: usize) -> Vec<Fact<Person>> {
        let source = self.thing(thing).source;
        let values = self.things.values(thing, &["author", "creator"]).take(MOST_AUTHORS);
        let mut people: Vec<Fact<Person>> = Vec::new();
        for value in values {
            let url = match value {
                Value::Thing(person) => self
                    .things
                    .text(*person, &["url"])
                    .map(Cow::into_owned)
                    .filter(|url| url.len() <= LONGEST_URL),
                Value::Text(_) | Value::Element(_) => None,
            };
            let Some(name) = self.value(value).filter(|name| !is_url(name)) else { continue };
            if people.iter().all(|it| it.value.name != name) {
                people.push(Fact::new(source, Person { name, url }));
            }
        }
        people
    }
}

fn is_url(text: &str) -> bool {
    text.starts_with("http") || text.starts_with('/')
}
