//! What finds the elements of a document by what selectors ask of them.

use std::{
    borrow::Cow,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use names::{Interner, NameId, attr};
use select::Key;
use tree_sink::QuirksMode;

use crate::{
    arena::{Kind, Link, Slot},
    document::Document,
};

/// An index that is made once a document was searched so much that it would have paid.
#[derive(Default)]
pub(crate) struct LazyIndex {
    /// How much searches took: a node that was passed for its name is 1.
    effort: AtomicUsize,
    index: OnceLock<Box<Index>>,
}

/// How much searches take, for each node of the document, before an index is made: about what that takes.
const MOST: usize = 16;

impl LazyIndex {
    pub(crate) fn forget(&mut self) {
        if self.index.get().is_some() {
            *self = Self::default();
        }
    }

    /// Notes what a search took. Where several threads search, some may get lost.
    #[inline]
    pub(crate) fn note(&self, effort: usize) {
        self.effort.store(self.effort.load(Relaxed).saturating_add(effort), Relaxed);
    }

    /// The index of `document`, if it is worth its while.
    #[inline]
    pub(crate) fn of(&self, document: &Document) -> Option<&Index> {
        match self.index.get() {
            Some(index) => Some(index),
            None if self.effort.load(Relaxed) / MOST < document.len() => None,
            None => self.make(document),
        }
    }

    #[cold]
    fn make(&self, document: &Document) -> Option<&Index> {
        if document.nodes.is_growing() || document.names.has_qualified() {
            return None;
        }
        Some(self.index.get_or_init(|| Box::new(Index::new(document))))
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.index.get().map_or(0, |index| size_of::<Index>() + index.heap_bytes())
    }
}

/// The elements of the document's tree, but not of template contents and shadow trees, by name, attribute,
/// class and id.
pub(crate) struct Index {
    places: Vec<Place>,
    /// Whether classes and ids match whatever their case: then they are in lower case here.
    quirks: bool,
    types: ByName,
    attributes: ByName,
    classes: ByText,
    ids: ByText,
}

/// Where the node of a slot comes in tree order, and where what follows it and its descendants does. Both are 0
/// for one that isn't in the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    at: u32,
    end: u32,
}

impl Index {
    fn new(document: &Document) -> Self {
        let nodes = &document.nodes;
        let quirks = document.quirks_mode == QuirksMode::Quirks;
        let mut places = vec![Place::default(); document.len() + 1];
        let (mut types, mut attributes) = (Found::default(), Found::default());
        let (mut classes, mut class_names) = (Found::default(), Interner::new());
        let (mut ids, mut id_names) = (Found::default(), Interner::new());
        let number = |names: &mut Interner, text: &str| {
            let text = fold(text, quirks);
            names.intern(&text).index() - NameId::FIRST_DYNAMIC.index()
        };
        let mut next = Some(Slot::ROOT);
        let mut count = 0;
        while let Some(slot) = next {
            next = nodes.next_in_tree(slot, Slot::ROOT);
            let node = &nodes[slot];
            count += 1;
            places[slot.index()].at = count;
            if node.first_child.is_none() {
                close(document, &mut places, slot, count + 1);
            }
            if !node.head.is(Kind::Element) {
                continue;
            }
            if node.head.name().is_known() {
                types.add(node.head.name().index(), slot);
            }
            for attribute in document.attributes_at(node) {
                let name = attribute.plain_name();
                if !name.is_known() {
                    continue;
                }
                attributes.add(name.index(), slot);
                let value = document.texts.get(attribute.value());
                if name == attr::CLASS {
                    for class in value.split_ascii_whitespace() {
                        classes.add(number(&mut class_names, class), slot);
                    }
                } else if name == attr::ID {
                    ids.add(number(&mut id_names, value), slot);
                }
            }
        }
        Self {
            places,
            quirks,
            types: ByName::new(&types),
            attributes: ByName::new(&attributes),
            classes: ByText { names: class_names, lists: classes.lists() },
            ids: ByText { names: id_names, lists: ids.lists() },
        }
    }

    /// The descendants of `root` that have `key`; `None` if it can't tell.
    pub(crate) fn below(&self, root: Slot, key: &Key) -> Option<&[Slot]> {
        let list = match key {
            Key::Type(name) if name.is_tag => self.types.list(name.id),
            Key::Attribute(name) => self.attributes.list(*name),
            Key::Id(id) => self.ids.list(&fold(id, self.quirks)),
            Key::Class(class) => self.classes.list(&fold(class, self.quirks)),
            _ => return None,
        };
        if root == Slot::ROOT {
            return Some(list);
        }
        let Place { at, end } = self.place(root)?;
        let after = &list[list.partition_point(|slot| self.places[slot.index()].at <= at)..];
        Some(&after[..after.partition_point(|slot| self.places[slot.index()].at < end)])
    }

    /// Whether `node` is a descendant of `ancestor`; `None` if it can't tell.
    pub(crate) fn is_within(&self, node: Slot, ancestor: Slot) -> Option<bool> {
        let (node, ancestor) = (self.place(node)?, self.place(ancestor)?);
        Some(ancestor.at < node.at && node.at < ancestor.end)
    }

    fn place(&self, node: Slot) -> Option<Place> {
        self.places.get(node.index()).copied().filter(|place| *place != Place::default())
    }

    fn heap_bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place>()
            + [&self.types, &self.attributes].map(ByName::heap_bytes).iter().sum::<usize>()
            + [&self.classes, &self.ids].map(ByText::heap_bytes).iter().sum::<usize>()
    }
}

/// Notes that what comes after `node` comes at `end`, and so for those ancestors that it ends.
fn close(document: &Document, places: &mut [Place], mut node: Slot, end: u32) {
    loop {
        places[node.index()].end = end;
        let entry = &document.nodes[node];
        match entry.parent {
            Some(parent) if entry.next.is_none() => node = parent,
            _ => return,
        }
    }
}

fn fold(text: &str, quirks: bool) -> Cow<'_, str> {
    if quirks { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
}

/// Elements as they are found: each with the number of what it has.
#[derive(Default)]
struct Found {
    elements: Vec<(u32, Slot)>,
    /// For each number how many there are, and the last.
    counts: Vec<(u32, Link)>,
}

impl Found {
    /// Adds an element, if it isn't the last that was added with this number.
    #[inline]
    fn add(&mut self, number: usize, slot: Slot) {
        if number >= self.counts.len() {
            self.counts.resize(number + 1, (0, None));
        }
        let (count, last) = &mut self.counts[number];
        if last.replace(slot) != Some(slot) {
            *count += 1;
            self.elements.push((number as u32, slot));
        }
    }

    /// The lists of all numbers.
    fn lists(&self) -> Lists {
        let mut starts = Vec::with_capacity(self.counts.len() + 1);
        let mut total = 0;
        for (count, _) in &self.counts {
            starts.push(total);
            total += count;
        }
        starts.push(total);
        let mut slots = vec![Slot::ROOT; self.elements.len()];
        let mut filled = starts.clone();
        for (number, slot) in &self.elements {
            let at = &mut filled[*number as usize];
            slots[*at as usize] = *slot;
            *at += 1;
        }
        Lists { starts, slots }
    }
}

/// A list of elements for each number, in tree order.
struct Lists {
    /// Where each list begins, and where the last ends.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

impl Lists {
    #[inline]
    fn list(&self, number: usize) -> &[Slot] {
        match self.starts.get(number..number + 2) {
            Some(&[start, end]) => &self.slots[start as usize..end as usize],
            _ => &[],
        }
    }

    fn heap_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.slots.capacity() * size_of::<Slot>()
    }
}

/// Lists of elements by known names, of which a document has few.
struct ByName {
    /// Those that there are, in order.
    names: Vec<NameId>,
    lists: Lists,
}

impl ByName {
    fn new(found: &Found) -> Self {
        let Lists { mut starts, slots } = found.lists();
        let is_used = |number: &usize| found.counts[*number].0 > 0;
        let names = (0..found.counts.len()).filter(is_used).map(NameId::from_index).collect();
        // A list that is empty begins where the next one does.
        starts.dedup();
        Self { names, lists: Lists { starts, slots } }
    }

    #[inline]
    fn list(&self, name: NameId) -> &[Slot] {
        let found = self.names.binary_search_by_key(&name.index(), |name| name.index());
        found.map_or(&[], |number| self.lists.list(number))
    }

    fn heap_bytes(&self) -> usize {
        self.names.capacity() * size_of::<NameId>() + self.lists.heap_bytes()
    }
}

/// Lists of elements by texts.
struct ByText {
    names: Interner,
    lists: Lists,
}

impl ByText {
    #[inline]
    fn list(&self, text: &str) -> &[Slot] {
        let number = self.names.get(text).map(|id| id.index() - NameId::FIRST_DYNAMIC.index());
        number.map_or(&[], |number| self.lists.list(number))
    }

    fn heap_bytes(&self) -> usize {
        self.names.heap_bytes() + self.lists.heap_bytes()
    }
}
