//! The tag token in progress.
//!
//! # Problem
//!
//! A tag can have any number of attributes, and one whose name came earlier in the tag is dropped. Comparing
//! each name with all before it takes quadratic time, and a table for each tag would slow down the tags of real
//! pages, which have two or three attributes.
//!
//! # Idea
//!
//! Up to [`LINEAR`] names are compared one by one. Only a tag with more builds a table of hashes. The hash is
//! keyed with a random secret, so a page can't contain names chosen to collide.
//!
//! # Invariants
//!
//! * The text holds the tag's name, then for each attribute its name and its value, without gaps. A dropped
//!   attribute leaves nothing behind.
//! * Once there is a table, it has an entry for each attribute before the current one.

use std::ops::Range;

use sapwood_names::{HashMap, KeyedHash};
use sapwood_tree::Span;

/// The number of attributes whose names are compared one by one.
pub const LINEAR: usize = 16;

/// The capacity that is reserved for a tag's text at once: more than most tags need.
const RESERVE: usize = 256;

/// A tag token in progress; names are put in lower case if `LOWERCASE`.
#[derive(Debug, Default)]
pub struct TagBuffer<const LOWERCASE: bool> {
    /// Whether this is an end tag.
    pub is_end: bool,
    /// Whether the tag ends in `/>`.
    pub self_closing: bool,
    text: String,
    name_end: usize,
    attributes: Vec<BufferedAttribute>,
    /// Whether the current attribute's name came earlier, so that the attribute is dropped.
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

impl<const LOWERCASE: bool> TagBuffer<LOWERCASE> {
    /// [Creates a tag token](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state) without a name.
    pub fn begin(&mut self, is_end: bool) {
        self.clear();
        self.is_end = is_end;
    }

    /// Empties the token and keeps its capacity.
    pub fn clear(&mut self) {
        self.self_closing = false;
        self.text.clear();
        self.name_end = 0;
        self.attributes.clear();
        self.dropping = false;
        self.names = None;
    }

    /// Returns the tag's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.text[..self.name_end]
    }

    /// Appends to the tag's name.
    pub fn push_name(&mut self, text: &str) {
        self.push_to_name(text);
        self.name_end = self.text.len();
    }

    /// Begins an attribute at `start` in the input, with neither a name nor a value.
    pub fn begin_attribute(&mut self, start: usize) {
        let end = self.text.len();
        self.dropping = false;
        self.attributes.push(BufferedAttribute {
            name: end..end,
            value_end: end,
            span: Span::at(start),
        });
    }

    /// Appends to the current attribute's name, and extends the attribute's span to `end`.
    pub fn push_attribute_name(&mut self, text: &str, end: usize) {
        self.push_to_name(text);
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.name.end = self.text.len();
            attribute.value_end = self.text.len();
            attribute.span.end = end;
        }
    }

    /// [Ends the current attribute's
    /// name](https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state); returns `true` if the name
    /// came earlier in the tag, and then drops the attribute.
    pub fn end_attribute_name(&mut self) -> bool {
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

    /// Returns the number of attributes so far.
    #[must_use]
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// Appends to the current attribute's value, and extends the attribute's span to `end`.
    pub fn push_value(&mut self, text: &str, end: usize) {
        if self.dropping {
            return;
        }
        self.text.reserve(text.len().max(RESERVE));
        self.text.push_str(text);
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value_end = self.text.len();
            attribute.span.end = end;
        }
    }

    /// Returns the name, value and span of each attribute.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = (&str, &str, Span)> {
        let text = &self.text;
        self.ranges()
            .map(|(name, value_end, span)| (&text[name.clone()], &text[name.end..value_end], span))
    }

    /// Returns the range of each attribute's name in [`text`](Self::text), the end of its value, which follows the name,
    /// and its span.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = (Range<usize>, usize, Span)> {
        self.attributes.iter().map(|it| (it.name.clone(), it.value_end, it.span))
    }

    /// Returns the text that holds all names and values.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn push_to_name(&mut self, text: &str) {
        let start = self.text.len();
        self.text.reserve(text.len().max(RESERVE));
        self.text.push_str(text);
        if LOWERCASE {
            self.text[start..].make_ascii_lowercase();
        }
    }
}

/// The names of a tag's attributes by hash.
#[derive(Debug)]
struct NameTable {
    hash: KeyedHash,
    /// The index of the attribute with each hash. A name whose hash is taken has the next free one.
    indices: HashMap<u64, usize>,
}

impl NameTable {
    /// Returns the table of `attributes`, whose names are distinct.
    fn of(text: &str, attributes: &[BufferedAttribute]) -> Self {
        let mut table = Self { hash: KeyedHash::new_random(), indices: HashMap::default() };
        for index in 0..attributes.len() {
            table.insert(text, &attributes[..index], &text[attributes[index].name.clone()]);
        }
        table
    }

    /// Adds the name after those of `earlier`; returns `false` if it is one of them.
    fn insert(&mut self, text: &str, earlier: &[BufferedAttribute], name: &str) -> bool {
        let mut hash = self.hash.hash(name.as_bytes());
        while let Some(&index) = self.indices.get(&hash) {
            if text[earlier[index].name.clone()] == *name {
                return false;
            }
            hash = hash.wrapping_add(1);
        }
        self.indices.insert(hash, earlier.len());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_attributes_whose_names_came_earlier() {
        let mut tag = TagBuffer::<true>::default();
        tag.begin(false);
        tag.push_name("A");
        for i in 0..2 * LINEAR {
            for value in ["first", "second"] {
                tag.begin_attribute(0);
                tag.push_attribute_name(&format!("N{i}"), 1);
                assert_eq!(tag.end_attribute_name(), value == "second");
                tag.push_value(value, 2);
            }
        }
        assert_eq!(tag.name(), "a");
        assert_eq!(tag.attribute_count(), 2 * LINEAR);
        for (i, (name, value, span)) in tag.attributes().enumerate() {
            assert_eq!((name, value, span), (&*format!("n{i}"), "first", Span::new(0, 2)));
        }
    }
}
