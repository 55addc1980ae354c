//! Things of [RDFa Lite](https://www.w3.org/TR/rdfa-lite/): `typeof` begins one, and `property` is one of the thing around it. Of the
//! vocabulary and its prefixes the last part of each name is kept.

use sapwood_names::{attr, tag};
use sapwood_tree::{Node, Step, Walk};

use super::{Things, Value, microdata::MOST_NAMES, term};
use crate::facts::Source;

impl<'d, N: Node<'d>> Things<N> {
    /// Adds the things of a document.
    pub(super) fn add_rdfa(&mut self, document: N) {
        // The elements with `typeof` around the current one.
        let mut open: Vec<(N, usize)> = Vec::new();
        for step in Walk::over(document) {
            match step {
                Step::Enter(node) if node.is_element() => {
                    let [types, names] = node.known_attributes([attr::TYPEOF, attr::PROPERTY]);
                    let thing = types.map(|types| {
                        let types = types.split_ascii_whitespace().map(|it| term(it).to_owned());
                        self.add(Source::Rdfa, Some(node), types.collect())
                    });
                    let around = open.last().map(|(_, thing)| *thing);
                    if let (Some(around), Some(names)) = (around, names) {
                        for name in names.split_ascii_whitespace().take(MOST_NAMES) {
                            let value = thing.map_or_else(|| value_of(node), Value::Thing);
                            self.add_value(around, name, value);
                        }
                    }
                    open.extend(thing.map(|thing| (node, thing)));
                }
                Step::Leave(node) => {
                    open.pop_if(|(element, _)| *element == node);
                }
                Step::Enter(_) => {}
            }
        }
    }
}

/// The value of a property that is no thing: of an attribute, or the text of the element.
fn value_of<'d, N: Node<'d>>(element: N) -> Value<N> {
    let is_time = element.is_html(tag::TIME);
    let attributes: &[_] = if is_time { &[attr::DATETIME] } else { &[attr::HREF, attr::SRC] };
    let mut stated = [attr::CONTENT].iter().chain(attributes);
    let stated = stated.find_map(|name| element.known_attribute(*name));
    let stated = stated.or_else(|| element.attr("resource"));
    stated.map_or(Value::Element(element), |text| Value::Text(text.to_owned()))
}
