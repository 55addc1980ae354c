//! Tokens in progress, kept between chunks.

use std::{collections::HashMap, ops::Range};

use names::KeyedHash;
use tree_sink::Span;

use crate::Attribute;

/// How many attributes a tag may have before their names are hashed.
pub(crate) const LINEAR: usize = 16;

/// The tag token in progress. Its name, the names of its attributes and their values lie one after
/// the other in one text.
#[derive(Debug, Default)]
pub(crate) struct TagBuffer {
    pub(crate) is_empty: bool,
    /// Whether a quoted value ended just before, so that white space has to follow.
    pub(crate) value_just_ended: bool,
    text: String,
    name_end: usize,
    attributes: Vec<BufferedAttribute>,
    /// Whether the current attribute's name came earlier, so that it is left out.
    dropping: bool,
    names: Option<NameTable>,
}

/// An attribute whose name and value are ranges of [`TagBuffer::text`].
#[derive(Debug)]
struct BufferedAttribute {
    name: Range<usize>,
    value_end: usize,
    span: Span,
}

impl TagBuffer {
    /// Creates a tag token without a name.
    pub(crate) fn begin(&mut self) {
        self.is_empty = false;
        self.value_just_ended = false;
        self.text.clear();
        self.name_end = 0;
        self.attributes.clear();
        self.dropping = false;
        self.names = None;
    }

    pub(crate) fn name(&self) -> &str {
        &self.text[..self.name_end]
    }

    pub(crate) fn push_name(&mut self, text: &str) {
        self.text.push_str(text);
        self.name_end = self.text.len();
    }

    /// Begins an attribute at `start` in the input, with neither a name nor a value.
    pub(crate) fn begin_attribute(&mut self, start: usize) {
        let end = self.text.len();
        self.dropping = false;
        self.value_just_ended = false;
        self.attributes.push(BufferedAttribute {
            name: end..end,
            value_end: end,
            span: Span::at(start),
        });
    }

    /// Appends to the current attribute's name; `end` is how far its span goes then.
    pub(crate) fn push_attribute_name(&mut self, text: &str, end: usize) {
        self.text.push_str(text);
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.name.end = self.text.len();
            attribute.value_end = self.text.len();
            attribute.span.end = end;
        }
    }

    /// Ends the current attribute's name; returns whether it came earlier in the tag.
    pub(crate) fn end_attribute_name(&mut self) -> bool {
        let Some((current, earlier)) = self.attributes.split_last() else { return false };
        let text = &self.text;
        let name = &text[current.name.clone()];
        self.dropping = if earlier.len() < LINEAR {
            earlier.iter().any(|attribute| text[attribute.name.clone()] == *name)
        } else {
            let names = self.names.get_or_insert_with(|| NameTable::of(text, earlier));
            !names.insert(text, earlier, name)
        };
        if self.dropping {
            self.text.truncate(current.name.start);
            self.attributes.pop();
        }
        self.dropping
    }

    /// How many attributes there are so far.
    pub(crate) fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// Appends to the current attribute's value; `end` is how far its span goes then.
    pub(crate) fn push_value(&mut self, text: &str, end: usize) {
        if self.dropping {
            return;
        }
        self.text.push_str(text);
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value_end = self.text.len();
            attribute.span.end = end;
        }
    }

    /// The finished attributes go into `room`.
    pub(crate) fn attributes<'a>(&'a self, room: &mut Vec<Attribute<'a>>) {
        room.extend(self.attributes.iter().map(|attribute| Attribute {
            name: &self.text[attribute.name.clone()],
            value: &self.text[attribute.name.end..attribute.value_end],
            span: attribute.span,
        }));
    }
}

/// The names of a tag's attributes by their hash, so that a tag with very many takes linear time.
#[derive(Debug)]
struct NameTable {
    hash: KeyedHash,
    /// The place of the attribute with that hash; another name of the same hash is under the next.
    places: HashMap<u64, usize>,
}

impl NameTable {
    /// The names of `attributes`, which differ.
    fn of(text: &str, attributes: &[BufferedAttribute]) -> Self {
        let mut table = Self { hash: KeyedHash::new_random(), places: HashMap::new() };
        for place in 0..attributes.len() {
            table.insert(text, &attributes[..place], &text[attributes[place].name.clone()]);
        }
        table
    }

    /// Adds the name that comes after those of `earlier`; `false` if it is one of them.
    fn insert(&mut self, text: &str, earlier: &[BufferedAttribute], name: &str) -> bool {
        let mut hash = self.hash.hash(name.as_bytes());
        while let Some(&place) = self.places.get(&hash) {
            if text[earlier[place].name.clone()] == *name {
                return false;
            }
            hash = hash.wrapping_add(1);
        }
        self.places.insert(hash, earlier.len());
        true
    }
}

/// The DOCTYPE token in progress.
#[derive(Debug, Default)]
pub(crate) struct DoctypeBuffer {
    pub(crate) name: Part,
    pub(crate) public_id: Part,
    pub(crate) system_id: Part,
}

/// A name or identifier of a DOCTYPE, which may be missing.
#[derive(Debug, Default)]
pub(crate) struct Part {
    is_there: bool,
    text: String,
}

impl DoctypeBuffer {
    /// Empties the token but keeps its room.
    pub(crate) fn clear(&mut self) {
        for part in [&mut self.name, &mut self.public_id, &mut self.system_id] {
            part.text.clear();
            part.is_there = false;
        }
    }
}

impl Part {
    /// Makes it present; so far it is empty.
    pub(crate) fn begin(&mut self) {
        self.is_there = true;
        self.text.clear();
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn get(&self) -> Option<&str> {
        self.is_there.then_some(&self.text)
    }
}

/// An empty vector that has the room of `attributes`.
///
/// The elements of both types have one layout, so that collecting reuses the allocation.
pub(crate) fn recycle<'b>(mut attributes: Vec<Attribute<'_>>) -> Vec<Attribute<'b>> {
    attributes.clear();
    attributes.into_iter().map(|_| unreachable!("the vector was cleared")).collect()
}
