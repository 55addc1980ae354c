//! Adding attributes to elements while a document is built.
//!
//! See "Nodes and attributes" in `docs/hot-path.md`.

use std::iter;

use sapwood_names::{HashSet, NameId, Namespace};
use sapwood_tree::{
    AttributeRange, QualifiedElement, QualifiedId, QualifiedName, QualifiedNames, Span,
};

use crate::store::{
    attributes::{Attribute, NAME_SHIFT},
    document::Document,
    names::Names,
    node::{Kind, Slot, namespace},
    texts::{Chunk, Run, Texts},
};

/// Elements that got more attributes than their tag had.
///
/// Only `html` and `body` can, from any number of later tags. So the elements are a short list, their names are looked up in
/// a hash set, and a range of attributes that must move doubles its capacity.
#[derive(Debug, Default)]
pub(crate) struct GrownAttributes {
    elements: Vec<(Slot, Grown)>,
}

impl GrownAttributes {
    /// Forgets all elements and releases the memory.
    pub(crate) fn clear(&mut self) {
        if !self.elements.is_empty() {
            *self = Self::default();
        }
    }

    /// Forgets `element`, whose attributes changed in another way.
    pub(crate) fn forget(&mut self, element: Slot) {
        self.elements.retain(|(of, _)| *of != element);
    }
}

#[derive(Debug)]
struct Grown {
    /// Capacity of the range of attributes.
    capacity: usize,
    /// The codes of its attributes' names.
    names: HashSet<usize>,
}

impl Document {
    /// Adds the attributes of a new element, with `SPANS` also their positions; returns their range, and whether the
    /// document may be full.
    #[inline(always)]
    pub(crate) fn push_attributes<const SPANS: bool>(
        &mut self,
        chunk: &Chunk,
        attributes: sapwood_tree::Attributes<'_>,
    ) -> (Run, bool) {
        let start = self.attributes.len();
        let limit = self.attribute_limit;
        let Self { names, texts, attributes: stored, truncated, .. } = self;
        let mut may_be_full = false;
        // Most attributes have a known name and a value in the chunk. All are stored as if they had, and the others
        // replaced: so the loop has no calls.
        let located = attributes.ranges().and_then(|(ranges, text, buffer, offset)| {
            let at = chunk.locate_start(text)? as u32;
            Some((ranges, text, buffer, at, offset))
        });
        match located {
            Some((ranges, text, buffer, at, offset)) => {
                let to_attribute = |range: &AttributeRange| {
                    may_be_full |= range.is_special();
                    let name = Attribute::code(range.name(), Namespace::None);
                    let (value, len) = range.value();
                    Attribute::new(name, Run { start: at.wrapping_add(value), len })
                };
                let make_room = |stored: &mut Vec<_>, more| {
                    let fits = reserve_attributes(stored, more, limit);
                    *truncated |= !fits;
                    fits
                };
                if !sapwood_scan::push_all(stored, ranges, to_attribute, make_room) {
                    return (Run::default(), true);
                }
                if may_be_full {
                    let stored = &mut stored[start..];
                    set_special_attributes(names, texts, stored, ranges, text, buffer, at);
                    if SPANS && let Some(positions) = &mut self.positions {
                        positions.set_buffered_attributes(start, ranges, offset);
                    }
                }
            }
            None => {
                may_be_full = true;
                if !reserve_attributes(stored, attributes.len(), limit) {
                    *truncated = true;
                    return (Run::default(), true);
                }
                stored.extend(attributes.iter().map(|attribute| {
                    let name = attribute_code(names, &attribute);
                    Attribute::new(name, texts.push_from(chunk, attribute.value))
                }));
                if SPANS && let Some(positions) = &mut self.positions {
                    positions.set_attributes(start, attributes.into_parts());
                }
            }
        }
        if may_be_full && self.names.truncated {
            self.drop_nameless(start);
        }
        let run = Run { start: start as u32, len: (self.attributes.len() - start) as u32 };
        (run, may_be_full)
    }

    /// Adds the attributes of a new element with a qualified name, as [`Self::push_attributes`] does.
    pub(crate) fn push_qualified_attributes<const SPANS: bool>(
        &mut self,
        chunk: &Chunk,
        codes: &mut QualifiedCodes,
        element: &QualifiedElement<'_>,
    ) -> Run {
        let start = self.attributes.len();
        if element.attributes.len() > self.attribute_limit - start {
            self.truncated = true;
            return Run::default();
        }
        let Self { names, texts, .. } = self;
        self.attributes.extend(element.attributes.iter().map(|attribute| {
            let name = codes.attribute(names, element.names, attribute.name);
            Attribute::new(name, texts.push_from(chunk, attribute.value))
        }));
        if SPANS {
            for (offset, attribute) in element.attributes.iter().enumerate() {
                self.note_attribute(start + offset, attribute.span);
            }
        }
        if self.names.truncated {
            self.drop_nameless(start);
        }
        Run { start: start as u32, len: (self.attributes.len() - start) as u32 }
    }

    /// Drops the attributes from `start` on that have no name.
    #[cold]
    fn drop_nameless(&mut self, start: usize) {
        let mut kept = start;
        for index in start..self.attributes.len() {
            let attribute = self.attributes[index];
            if attribute.name_id() != NameId::UNKNOWN {
                self.attributes[kept] = attribute;
                if let Some(positions) = &mut self.positions {
                    positions.move_attribute(index, kept);
                }
                kept += 1;
            }
        }
        self.attributes.truncate(kept);
        if let Some(positions) = &mut self.positions {
            positions.truncate_attributes(kept);
        }
    }

    #[inline]
    fn note_attribute(&mut self, index: usize, span: Span) {
        if let Some(positions) = &mut self.positions {
            positions.set_attribute(index, span);
        }
    }

    /// Adds the attributes whose names `element` lacks.
    pub(crate) fn add_missing_attributes<const SPANS: bool>(
        &mut self,
        grown: &mut GrownAttributes,
        element: Slot,
        attributes: sapwood_tree::Attributes<'_>,
    ) {
        if attributes.is_empty() || !self.nodes[element].head.is(Kind::Element) {
            return;
        }
        let position = grown.elements.iter().position(|(of, _)| *of == element);
        let position = position.unwrap_or_else(|| {
            let own = self.attributes_of(element).iter();
            let names: HashSet<_> = own.map(|own| own.name as usize).collect();
            grown.elements.push((element, Grown { capacity: names.len(), names }));
            grown.elements.len() - 1
        });
        let grown = &mut grown.elements[position].1;
        for attribute in attributes.iter() {
            let name = attribute_code(&mut self.names, &attribute);
            if name >> NAME_SHIFT == 0 || !grown.names.insert(name as usize) {
                continue;
            }
            let added = Attribute::new(name, self.texts.push(attribute.value));
            let Some(index) = self.place_attribute(grown, element, added) else { return };
            if SPANS {
                self.note_attribute(index, attribute.span);
            }
        }
    }

    /// Sets an attribute of `element`, in place of one with that name if there is one. All its attributes move, since
    /// other elements may share the old range.
    pub(crate) fn replace_attribute(
        &mut self,
        element: Slot,
        attribute: &sapwood_tree::Attribute<'_>,
    ) {
        let (start, len) = {
            let node = &self.nodes[element];
            (node.start as usize, node.len as usize)
        };
        let moved = self.attributes.len();
        if len >= self.attribute_limit - moved {
            self.truncated = true;
            return;
        }
        let name = attribute_code(&mut self.names, attribute);
        if name >> NAME_SHIFT == 0 {
            return;
        }
        let replaced = Attribute::new(name, self.texts.push(attribute.value));
        self.attributes.extend_from_within(start..start + len);
        if let Some(positions) = &mut self.positions {
            for offset in 0..len {
                positions.move_attribute(start + offset, moved + offset);
            }
        }
        match self.attributes[moved..].iter().position(|old| old.name == name) {
            Some(at) => {
                self.attributes[moved + at] = replaced;
                if let Some(positions) = &mut self.positions {
                    positions.forget_attribute(moved + at);
                }
            }
            None => self.attributes.push(replaced),
        }
        self.nodes[element].start = moved as u32;
        self.nodes[element].len = (self.attributes.len() - moved) as u32;
    }

    /// Appends `added` to the attributes of `element`, which move if there is no room; returns its index. The old range
    /// stays unchanged, since a reopened element may share it.
    fn place_attribute(
        &mut self,
        grown: &mut Grown,
        element: Slot,
        added: Attribute,
    ) -> Option<usize> {
        let (start, len) = {
            let node = &self.nodes[element];
            (node.start as usize, node.len as usize)
        };
        let end = self.attributes.len();
        let mut at = start + len;
        if len < grown.capacity {
            self.attributes[at] = added;
        } else if at == end && end < self.attribute_limit {
            self.attributes.push(added);
            grown.capacity = len + 1;
        } else {
            let capacity = (len + 1).next_power_of_two() * 2;
            if capacity > self.attribute_limit - end {
                self.truncated = true;
                return None;
            }
            self.attributes.reserve(capacity);
            self.attributes.extend_from_within(start..at);
            self.attributes.resize(end + capacity, added);
            if let Some(positions) = &mut self.positions {
                for offset in 0..len {
                    positions.move_attribute(start + offset, end + offset);
                }
            }
            grown.capacity = capacity;
            self.nodes[element].start = end as u32;
            at = end + len;
        }
        self.nodes[element].len = len as u32 + 1;
        Some(at)
    }
}

/// Maps the parser's ids of qualified names to codes of this document ([`Attribute::code`]); 0 for a name that hasn't
/// been used yet.
#[derive(Debug, Default)]
pub(crate) struct QualifiedCodes(Vec<u32>);

impl QualifiedCodes {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The id and the namespace of an element's name.
    #[inline]
    pub(crate) fn element(
        &mut self,
        names: &mut Names,
        from: &QualifiedNames,
        id: QualifiedId,
    ) -> Option<(NameId, Namespace)> {
        let code = match self.0.get(id.index()) {
            Some(&code) if code != 0 => code,
            _ => self.note(names, from, id, |_| None),
        };
        let name = NameId::from_index((code >> NAME_SHIFT) as usize);
        (name != NameId::UNKNOWN).then(|| (name, namespace(code & 7)))
    }

    /// The code of an attribute's name.
    #[inline]
    fn attribute(&mut self, names: &mut Names, from: &QualifiedNames, id: QualifiedId) -> u32 {
        match self.0.get(id.index()) {
            Some(&code) if code != 0 => code,
            _ => {
                self.note(names, from, id, |name| name.namespace.attribute_prefix(name.local.text))
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn note(
        &mut self,
        names: &mut Names,
        from: &QualifiedNames,
        id: QualifiedId,
        usual_prefix: impl Fn(&QualifiedName<'_>) -> Option<&'static str>,
    ) -> u32 {
        let name = from.get(id);
        let plain = name.namespace != Namespace::Other && name.prefix == usual_prefix(&name);
        let own =
            if plain { names.intern_local(name.local) } else { names.intern_qualified(&name) };
        let code = Attribute::code(own.unwrap_or(NameId::UNKNOWN), name.namespace);
        if self.0.len() <= id.index() {
            // Ids arrive in ascending order, so this doubles the table.
            self.0.resize((id.index() + 1).next_power_of_two().max(32), 0);
        }
        self.0[id.index()] = code;
        code
    }
}

/// Makes room for `more` attributes, up to the limit; `false` if they don't fit.
#[inline(never)]
fn reserve_attributes(stored: &mut Vec<Attribute>, more: usize, limit: usize) -> bool {
    let len = stored.len();
    let most = limit - len;
    if more > most {
        return false;
    }
    if more > stored.capacity() - len {
        stored.reserve_exact(more.max(len).max(8).min(most));
    }
    true
}

/// Stores the attributes at those `ranges` whose name is unknown or whose value is in `buffer`; the chunk was copied to
/// `at`.
#[inline(never)]
fn set_special_attributes(
    names: &mut Names,
    texts: &mut Texts,
    stored: &mut [Attribute],
    ranges: &[AttributeRange],
    chunk: &str,
    buffer: &str,
    at: u32,
) {
    for (range, stored) in iter::zip(ranges, stored) {
        if !range.is_special() {
            continue;
        }
        let mut name = range.name();
        if !name.is_known() {
            let own = names.intern(range.name_text(chunk, buffer));
            name = own.unwrap_or(NameId::UNKNOWN);
        }
        let value = if range.is_buffered() {
            texts.push(range.value_text(chunk, buffer))
        } else {
            let (start, len) = range.value();
            Run { start: at.wrapping_add(start), len }
        };
        *stored = Attribute::new(Attribute::code(name, Namespace::None), value);
    }
}

/// The code of an attribute's name; that of [`NameId::UNKNOWN`] if the document has no ids left.
#[inline]
fn attribute_code(names: &mut Names, attribute: &sapwood_tree::Attribute<'_>) -> u32 {
    let id = attribute.name.id;
    let own = if id.is_known() {
        id
    } else {
        names.intern(attribute.name.text).unwrap_or(NameId::UNKNOWN)
    };
    Attribute::code(own, attribute.namespace)
}
