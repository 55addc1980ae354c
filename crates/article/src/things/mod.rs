//! The statements of a page for programs, in one form: [`Things`] with properties of
//! [schema.org](https://schema.org/docs/full.html), read from JSON-LD, microdata, RDFa Lite and `meta` elements.
//!
//! The four notations say the same things in other places, and a page often has several of them. So each is read into the same list,
//! in the order in which they are trusted, and whoever wants a value asks the things in order. Reading takes linear time: what is in
//! several properties at once, an element around others, is read up to an extent.

mod json_ld;
mod meta;
mod microdata;
mod rdfa;

use std::{borrow::Cow, collections::HashSet};

use sapwood_extract::{as_text, stripped_and_collapsed};
use sapwood_names::tag;
use sapwood_tree::{Node, Step, Walk};

use crate::facts::Source;

/// The part of an element that is read as a text.
#[derive(Clone, Copy)]
struct Extent {
    bytes: usize,
    nodes: usize,
}

/// The extent of properties and summaries.
const TEXT: Extent = Extent { bytes: 4_000, nodes: 500 };
/// The extent of names, titles and captions.
const LABEL: Extent = Extent { bytes: 400, nodes: 60 };

/// The things of a page, those of the most trusted notation first, and in the order of the page.
pub(crate) struct Things<N>(Vec<Thing<N>>);

/// An object: a product, a question, a person.
pub(crate) struct Thing<N> {
    pub(crate) source: Source,
    /// The element that stands for it, unless a script does.
    pub(crate) element: Option<N>,
    /// Names of its types, without the vocabulary: `Product`.
    types: Vec<String>,
    /// Its properties in order, without the vocabulary: `name`.
    properties: Vec<(String, Value<N>)>,
}

/// A value of a property.
pub(crate) enum Value<N> {
    Text(String),
    /// The text in an element. It is read once it is asked for: elements in each other have the same long text.
    Element(N),
    /// The index of a thing.
    Thing(usize),
}

impl<'d, N: Node<'d>> Things<N> {
    /// The things of a document.
    pub(crate) fn of(document: N) -> Self {
        let mut things = Self(Vec::new());
        things.add_json_ld(document);
        things.add_microdata(document);
        things.add_rdfa(document);
        things.add_metas(document);
        things
    }

    fn add(&mut self, source: Source, element: Option<N>, types: Vec<String>) -> usize {
        self.0.push(Thing { source, element, types, properties: Vec::new() });
        self.0.len() - 1
    }

    fn add_value(&mut self, thing: usize, property: &str, value: Value<N>) {
        self.0[thing].properties.push((term(property).to_owned(), value));
    }

    pub(crate) fn get(&self, thing: usize) -> &Thing<N> {
        &self.0[thing]
    }

    /// The things that have one of these types, in order.
    pub(crate) fn of_types(&self, types: &[&str]) -> impl Iterator<Item = usize> {
        let has = |thing: &Thing<N>| thing.types.iter().any(|it| types.contains(&it.as_str()));
        self.0.iter().enumerate().filter(move |(_, thing)| has(thing)).map(|(index, _)| index)
    }

    /// The thing that `meta` elements describe.
    pub(crate) fn metas(&self) -> impl Iterator<Item = usize> {
        let things = self.0.iter().enumerate().filter(|(_, thing)| thing.source == Source::Meta);
        things.map(|(index, _)| index)
    }

    /// Whether a thing has one of these types.
    pub(crate) fn is(&self, thing: usize, types: &[&str]) -> bool {
        self.0[thing].types.iter().any(|it| types.contains(&it.as_str()))
    }

    /// The values of the first of these properties that a thing has.
    pub(crate) fn values(
        &self,
        thing: usize,
        properties: &[&str],
    ) -> impl Iterator<Item = &Value<N>> {
        let all = &self.0[thing].properties;
        let name = properties.iter().find(|name| all.iter().any(|(own, _)| own == *name));
        all.iter().filter(move |(own, _)| name.is_some_and(|name| own == name)).map(|it| &it.1)
    }

    /// The things that are values of a property, each once.
    pub(crate) fn parts(&self, thing: usize, properties: &[&str]) -> impl Iterator<Item = usize> {
        let mut met = HashSet::new();
        self.values(thing, properties).filter_map(move |value| match value {
            Value::Thing(index) => met.insert(*index).then_some(*index),
            Value::Text(_) | Value::Element(_) => None,
        })
    }

    /// The first text that is a value of one of these properties; of a thing its name, or its URL.
    pub(crate) fn text(&self, thing: usize, properties: &[&str]) -> Option<Cow<'_, str>> {
        self.values(thing, properties).find_map(|value| self.text_of(value))
    }

    /// The text of a value, if it isn't empty; of a thing its name, or its URL, up to an extent: many can refer to one thing.
    pub(crate) fn text_of<'s>(&'s self, value: &'s Value<N>) -> Option<Cow<'s, str>> {
        let text = match value {
            Value::Text(text) => Cow::Borrowed(text.trim_ascii()),
            Value::Element(element) => Cow::Owned(short_text(*element)),
            Value::Thing(index) => {
                let own = &self.0[*index].properties;
                let text = ["name", "contentUrl", "url", "@id"].iter().find_map(|name| {
                    own.iter().find_map(|(property, value)| match value {
                        Value::Text(text) if property == name => Some(Cow::Borrowed(text.as_str())),
                        Value::Element(element) if property == name => {
                            Some(Cow::Owned(label(*element)))
                        }
                        _ => None,
                    })
                })?;
                Cow::Owned(start_of(text.trim_ascii(), TEXT.bytes).to_owned())
            }
        };
        (!text.is_empty()).then_some(text)
    }
}

/// The last part of a name: of `https://schema.org/Product` and `schema:Product`, `Product`.
fn term(name: &str) -> &str {
    name.trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// The text in an element, white space collapsed, up to an extent.
pub(crate) fn short_text<'d, N: Node<'d>>(element: N) -> String {
    text_within(element, TEXT, |_| false)
}

/// The text in an element without some elements in it, white space collapsed, up to an extent.
pub(crate) fn short_text_but<'d, N: Node<'d>>(
    element: N,
    is_left_out: impl Fn(N) -> bool,
) -> String {
    text_within(element, TEXT, is_left_out)
}

/// The text in an element with few words, white space collapsed, up to an extent.
pub(crate) fn label<'d, N: Node<'d>>(element: N) -> String {
    text_within(element, LABEL, |_| false)
}

fn text_within<'d, N: Node<'d>>(
    element: N,
    extent: Extent,
    is_left_out: impl Fn(N) -> bool,
) -> String {
    let mut text = String::new();
    let mut walk = Walk::over(element);
    let mut nodes = 0;
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        nodes += 1;
        if nodes > extent.nodes || text.len() > extent.bytes {
            break;
        }
        if is_left_out(node) || is_script(node) {
            walk.skip_children();
        } else if let Some(own) = as_text(node) {
            text.push_str(start_of(own, extent.bytes));
        } else if node.is_element() && !is_inline(node) {
            // Words of neighbouring blocks stay apart.
            text.push(' ');
        }
    }
    start_of(&stripped_and_collapsed(&text), extent.bytes).to_owned()
}

/// The characters within the first bytes of a text.
pub(crate) fn start_of(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// Whether what is in an element is no text of the page.
fn is_script<'d>(node: impl Node<'d>) -> bool {
    node.is_html(tag::SCRIPT) || node.is_html(tag::STYLE) || node.is_html(tag::TEMPLATE)
}

fn is_inline<'d>(node: impl Node<'d>) -> bool {
    node.element_head().is_some_and(|head| sapwood_extract::boxes::is_inline(head.name))
}
