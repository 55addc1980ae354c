//! Things of [microdata](https://html.spec.whatwg.org/multipage/microdata.html).

use sapwood_extract::{Microdata, PropertyValue};
use sapwood_tree::Node;

use super::{Things, Value, term};
use crate::facts::Source;

impl<'d, N: Node<'d>> Things<N> {
    /// Adds the items of a document.
    pub(super) fn add_microdata(&mut self, document: N) {
        let microdata = Microdata::of(document);
        let first = self.0.len();
        for item in microdata.items() {
            let types = item.types.iter().map(|it| term(it).to_owned()).collect();
            self.add(Source::Microdata, Some(item.element), types);
        }
        for (thing, item) in microdata.items().iter().enumerate() {
            for property in &item.properties {
                for name in property.names().take(MOST_NAMES) {
                    let value = match property.declared_value() {
                        Some(PropertyValue::Item(item)) => Value::Thing(first + item),
                        Some(PropertyValue::Url(text)) => Value::Text(text.to_owned()),
                        Some(PropertyValue::Text(text)) => Value::Text(text.into_owned()),
                        None => Value::Element(property.element),
                    };
                    self.add_value(first + thing, name, value);
                }
            }
        }
    }
}

/// Names of one property.
pub(super) const MOST_NAMES: usize = 8;
