//! Things of [JSON-LD](https://www.w3.org/TR/json-ld11/).

use std::collections::HashMap;

use sapwood_extract::{child_text, is_json_ld};
use sapwood_tree::Node;

use super::{Things, Value, term};
use crate::{facts::Source, json_ld};

/// A property whose value refers to a thing by its id.
struct Reference {
    thing: usize,
    /// The position among the properties of the thing.
    property: usize,
    id: String,
}

impl<'d, N: Node<'d>> Things<N> {
    /// Adds the objects of scripts.
    pub(super) fn add_json_ld(&mut self, document: N) {
        let mut left = json_ld::MOST_BYTES;
        let (mut ids, mut references) = (HashMap::new(), Vec::new());
        for script in document.descendants().filter(|node| is_json_ld(*node)) {
            let text = child_text(script);
            let Some(rest) = left.checked_sub(text.len()) else { break };
            left = rest;
            if let Some(value) = json_ld::parse(&text) {
                self.add_json(&value, &mut ids, &mut references);
            }
        }
        for Reference { thing, property, id } in references {
            if let Some(target) = ids.get(&id) {
                self.0[thing].properties[property].1 = Value::Thing(*target);
            }
        }
    }

    fn add_json(
        &mut self,
        value: &serde_json::Value,
        ids: &mut HashMap<String, usize>,
        references: &mut Vec<Reference>,
    ) {
        // Values with the thing and the property that they belong to.
        let mut stack: Vec<(&serde_json::Value, Option<(usize, &str)>)> = vec![(value, None)];
        while let Some((value, owner)) = stack.pop() {
            let text = match value {
                serde_json::Value::Array(items) => {
                    stack.extend(items.iter().rev().map(|item| (item, owner)));
                    continue;
                }
                serde_json::Value::Object(object) => {
                    let list = object.get("@list").or_else(|| object.get("@set"));
                    if let Some(inner) = list.or_else(|| object.get("@value")) {
                        stack.push((inner, owner));
                        continue;
                    }
                    let id = object.get("@id").and_then(|id| id.as_str());
                    if let (1, Some(id), Some((thing, property))) = (object.len(), id, owner) {
                        let reference = Reference {
                            thing,
                            property: self.0[thing].properties.len(),
                            id: id.to_owned(),
                        };
                        references.push(reference);
                        self.add_value(thing, property, Value::Text(id.to_owned()));
                        continue;
                    }
                    let types = json_ld::types_of(object).map(|it| term(it).to_owned()).collect();
                    let thing = self.add(Source::JsonLd, None, types);
                    if let Some(id) = id {
                        ids.entry(id.to_owned()).or_insert(thing);
                    }
                    if let Some((owner, property)) = owner {
                        self.add_value(owner, property, Value::Thing(thing));
                    }
                    for (name, value) in object.iter().rev() {
                        let is_graph = name == "@graph";
                        stack.push((value, (!is_graph).then_some((thing, name.as_str()))));
                    }
                    continue;
                }
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Number(number) => number.to_string(),
                serde_json::Value::Bool(is_true) => is_true.to_string(),
                serde_json::Value::Null => continue,
            };
            if let Some((thing, property)) = owner {
                self.add_value(thing, property, Value::Text(text));
            }
        }
    }
}
