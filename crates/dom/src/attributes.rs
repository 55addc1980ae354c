//! Attributes: how they are kept, written and read.

use std::{
    collections::{HashMap, HashSet},
    iter::FusedIterator,
    ops::Range,
};

use names::{NameId, Namespace};
use tree_sink::{
    AttributeView, QualifiedElement, QualifiedId, QualifiedName, QualifiedNames, Span,
};

use crate::{
    arena::{Kind, Node, Slot, namespace},
    document::Document,
    node::NodeRef,
    own_names::Names,
    text::{Chunk, Run},
};

/// An attribute: its name with its namespace, and where its value lies. 12 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attribute {
    /// Bits 0–7 are the namespace, the others the name.
    pub(crate) name: u32,
    start: u32,
    len: u32,
}

const _: () = assert!(size_of::<Attribute>() == 12);

const NAME_SHIFT: u32 = 8;
const _: () = assert!(Namespace::None as u32 == 0, "what has no namespace is its name");

impl Attribute {
    pub(crate) const fn new(name: u32, value: Run) -> Self {
        Self { name, start: value.start, len: value.len }
    }

    #[inline]
    pub(crate) const fn code(name: NameId, namespace: Namespace) -> u32 {
        (name.index() as u32) << NAME_SHIFT | namespace as u32
    }

    #[inline]
    pub(crate) const fn value(self) -> Run {
        Run { start: self.start, len: self.len }
    }

    /// The name, if it has no namespace: otherwise more than any name.
    #[inline(always)]
    pub(crate) const fn plain_name(self) -> NameId {
        NameId::from_index(self.name.rotate_right(NAME_SHIFT) as usize)
    }

    pub(crate) const fn name_id(self) -> NameId {
        NameId::from_index((self.name >> NAME_SHIFT) as usize)
    }

    /// The namespace.
    #[cfg(feature = "select")]
    #[inline]
    pub(crate) const fn namespace(self) -> Namespace {
        namespace(self.name & 7)
    }
}

/// Elements that got more attributes than their tag had.
///
/// Only `html` and `body` can, but those without end: so their names are looked up by a hash, and
/// their attributes move to a place with twice the room when they have to move.
#[derive(Debug, Default)]
pub(crate) struct GrownAttributes {
    elements: HashMap<Slot, Grown>,
}

impl GrownAttributes {
    /// What was known of `element` is no longer true.
    pub(crate) fn forget(&mut self, element: Slot) {
        self.elements.remove(&element);
    }
}

#[derive(Debug)]
struct Grown {
    /// How many attributes there is room for.
    capacity: usize,
    names: HashSet<u32>,
}

impl Document {
    /// The attributes of `node`; none if it isn't an element.
    pub(crate) fn attributes_of(&self, node: Slot) -> &[Attribute] {
        let node = &self.nodes[node];
        if !node.head.is(Kind::Element) {
            return &[];
        }
        &self.attributes[node.start as usize..][..node.len as usize]
    }

    /// The attributes of an element's node.
    #[cfg(feature = "select")]
    #[inline]
    pub(crate) fn attributes_at(&self, element: &crate::arena::Node) -> &[Attribute] {
        &self.attributes[element.start as usize..][..element.len as usize]
    }

    /// The value of the attribute `name`, without a namespace, of an element.
    #[inline]
    pub(crate) fn known_attribute(&self, node: Slot, name: NameId) -> Option<&str> {
        let code = Attribute::code(name, Namespace::None);
        let found = self.attributes_of(node).iter().find(|attribute| attribute.name == code)?;
        Some(self.texts.get(found.value()))
    }

    /// The name of the element that `node` is, in full.
    #[inline]
    pub(crate) fn name_of_element(&self, node: &Node) -> QualifiedName<'_> {
        self.names.full_name(node.head.name(), node.head.namespace())
    }

    /// The name of `attribute` in full.
    pub(crate) fn name_of_attribute(&self, attribute: Attribute) -> QualifiedName<'_> {
        let mut name = self.names.full_name(attribute.name_id(), namespace(attribute.name & 7));
        if name.namespace != Namespace::None && name.prefix.is_none() {
            name.prefix = usual_prefix(name.namespace, name.local.text);
        }
        name
    }

    /// Adds the attributes of a new element; returns their range. With `SPANS`, where they stand is
    /// noted too.
    #[inline(never)]
    pub(crate) fn push_attributes<const SPANS: bool>(
        &mut self,
        chunk: &Chunk,
        attributes: tree_sink::Attributes<'_>,
    ) -> Run {
        let start = self.attributes.len();
        if attributes.len() > self.attribute_limit - start {
            self.truncated = true;
            return Run::default();
        }
        let Self { names, texts, .. } = self;
        self.attributes.extend(attributes.iter().map(|attribute| {
            let name = attribute_code(names, attribute);
            let Run { start, len } = texts.push_from(chunk, attribute.value);
            Attribute { name, start, len }
        }));
        if SPANS {
            for (offset, attribute) in attributes.iter().enumerate() {
                self.note_attribute(start + offset, attribute.span);
            }
        }
        if self.names.truncated {
            self.drop_nameless(start);
        }
        Run { start: start as u32, len: (self.attributes.len() - start) as u32 }
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
            let Run { start, len } = texts.push_from(chunk, attribute.value);
            Attribute { name, start, len }
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

    /// Drops the attributes from `start` on that got no name.
    #[cold]
    fn drop_nameless(&mut self, start: usize) {
        let mut kept = start;
        for index in start..self.attributes.len() {
            let attribute = self.attributes[index];
            if attribute.name_id() != NameId::UNKNOWN {
                self.attributes[kept] = attribute;
                if let Some(positions) = &mut self.positions {
                    positions.copy_attribute(index, kept);
                }
                kept += 1;
            }
        }
        self.attributes.truncate(kept);
    }

    #[inline]
    fn note_attribute(&mut self, index: usize, span: Span) {
        if let Some(positions) = &mut self.positions {
            positions.set_attribute(index, span);
        }
    }

    /// Adds those attributes that `element` has none of that name of.
    pub(crate) fn add_missing_attributes<const SPANS: bool>(
        &mut self,
        grown: &mut GrownAttributes,
        element: Slot,
        attributes: tree_sink::Attributes<'_>,
    ) {
        if attributes.is_empty() || !self.nodes[element].head.is(Kind::Element) {
            return;
        }
        let grown = grown.elements.entry(element).or_insert_with(|| {
            let names: HashSet<_> = self.attributes_of(element).iter().map(|a| a.name).collect();
            Grown { capacity: names.len(), names }
        });
        for attribute in attributes {
            let name = attribute_code(&mut self.names, attribute);
            if name >> NAME_SHIFT == 0 || !grown.names.insert(name) {
                continue;
            }
            let Run { start, len } = self.texts.push(attribute.value);
            let added = Attribute { name, start, len };
            let Some(index) = self.place_attribute(grown, element, added) else { return };
            if SPANS {
                self.note_attribute(index, attribute.span);
            }
        }
    }

    /// Gives `element` this attribute in place of one of its name, if it has one. All its attributes
    /// move: other elements may share them where they are.
    pub(crate) fn replace_attribute(
        &mut self,
        element: Slot,
        attribute: &tree_sink::Attribute<'_>,
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
        let Run { start: value, len: value_len } = self.texts.push(attribute.value);
        let replaced = Attribute { name, start: value, len: value_len };
        self.attributes.extend_from_within(start..start + len);
        if let Some(positions) = &mut self.positions {
            for offset in 0..len {
                positions.copy_attribute(start + offset, moved + offset);
            }
        }
        match self.attributes[moved..].iter_mut().find(|old| old.name == name) {
            Some(old) => *old = replaced,
            None => self.attributes.push(replaced),
        }
        self.nodes[element].start = moved as u32;
        self.nodes[element].len = (self.attributes.len() - moved) as u32;
    }

    /// Writes `added` behind the attributes of `element`, which move if there is no room; returns
    /// where it is. The old place stays as it was: a reopened element may share it.
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
                    positions.copy_attribute(start + offset, end + offset);
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

/// What became of qualified names, under the numbers that the parse gives them: a name's number here
/// and its namespace, as in [`Attribute::code`]; 0 if nothing did yet.
#[derive(Debug, Default)]
pub(crate) struct QualifiedCodes(Vec<u32>);

impl QualifiedCodes {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The number and the namespace of an element's name.
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
            _ => self.note(names, from, id, |name| usual_prefix(name.namespace, name.local.text)),
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
            // Doubles as a rule: ids come in their order.
            self.0.resize((id.index() + 1).next_power_of_two().max(32), 0);
        }
        self.0[id.index()] = code;
        code
    }
}

/// The name and namespace of an attribute; [`NameId::UNKNOWN`] if the document has no number for it.
#[inline]
fn attribute_code(names: &mut Names, attribute: &tree_sink::Attribute<'_>) -> u32 {
    let id = attribute.name.id;
    let own = if id.is_known() {
        id
    } else {
        names.intern(attribute.name.text).unwrap_or(NameId::UNKNOWN)
    };
    Attribute::code(own, attribute.namespace)
}

/// The prefix that an attribute's name has if none is kept with it.
pub(crate) fn usual_prefix(namespace: Namespace, local: &str) -> Option<&'static str> {
    match namespace {
        Namespace::XLink => Some("xlink"),
        Namespace::Xml => Some("xml"),
        Namespace::XmlNs if local != "xmlns" => Some("xmlns"),
        _ => None,
    }
}

/// An attribute of an element, for reading.
#[derive(Clone, Copy)]
pub struct AttributeRef<'a> {
    document: &'a Document,
    index: usize,
}

impl<'a> AttributeRef<'a> {
    pub(crate) const fn new(document: &'a Document, index: usize) -> Self {
        Self { document, index }
    }

    #[inline]
    fn entry(self) -> Attribute {
        self.document.attributes[self.index]
    }

    /// The name and value.
    #[inline(always)]
    pub(crate) fn view(self) -> AttributeView<'a> {
        let value = self.document.texts.get(self.entry().value());
        AttributeView { name: self.qualified_name(), value }
    }

    /// The local name: from HTML in lower case but for some attributes of SVG and MathML.
    #[must_use]
    pub fn local_name(&self) -> &'a str {
        self.document.local_name(self.entry().name_id()).text
    }

    /// The local name's id: a known one, or one that this document alone gives it.
    #[must_use]
    pub fn name_id(&self) -> NameId {
        self.document.names.local(self.entry().name_id())
    }

    /// The namespace: in HTML none but for a few attributes of SVG and MathML elements.
    #[must_use]
    pub fn namespace(&self) -> Namespace {
        namespace(self.entry().name & 7)
    }

    /// The prefix. HTML's parser gives the one that [goes with the
    /// namespace](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes):
    /// `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'a str> {
        self.qualified_name().prefix
    }

    /// The URL of the namespace, `""` if there is none.
    #[must_use]
    pub fn namespace_uri(&self) -> &'a str {
        self.qualified_name().namespace_url
    }

    /// The name with its prefix and its namespace's URL. It prints as it is written: `prefix:local`.
    #[inline]
    #[must_use]
    pub fn qualified_name(&self) -> QualifiedName<'a> {
        self.document.name_of_attribute(self.entry())
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &'a str {
        self.document.texts.get(self.entry().value())
    }

    /// From the first byte of the name to past the value and its quote, if positions were kept.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.document.positions.as_ref()?.attribute(self.index)
    }
}

impl std::fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={:?}", self.qualified_name(), self.value())
    }
}

/// The attributes of an element in the order in which they were written.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    document: &'a Document,
    range: Range<usize>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn of(node: NodeRef<'a>) -> Self {
        let entry = node.entry();
        let start = entry.start as usize;
        let len = if entry.head.is(Kind::Element) { entry.len as usize } else { 0 };
        Self { document: node.document, range: start..start + len }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = AttributeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<AttributeRef<'a>> {
        self.range.next().map(|index| AttributeRef { document: self.document, index })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.range.next_back().map(|index| AttributeRef { document: self.document, index })
    }
}

impl ExactSizeIterator for Attributes<'_> {}
impl FusedIterator for Attributes<'_> {}
