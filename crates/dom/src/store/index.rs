//! Inverted index of a document's elements by type, attribute name, class, and id.
//!
//! A selector such as `.active` names something that few elements have. A scan of all nodes finds them in linear
//! time; the index finds them in the time of their number. For each type, attribute name, class and id it holds the
//! *posting list*: the elements that have it, in tree order.
//!
//! A search below an element must cut that list to the element's descendants. For that the tree is numbered in
//! preorder, and each node keeps the interval of numbers that it and its descendants have: `d` is a descendant of `a`
//! exactly if `a.start < d.start < a.end`. As a posting list is in tree order, the descendants of one node are a slice
//! of it, found with two binary searches.
//!
//! The size of the index is bounded. A parser that opens a formatting element again shares its attributes with the
//! copy, so n copies of an element with n classes would need n² postings for n nodes. [`Index::new`] counts what it
//! reads and gives up when that exceeds what the document holds, plus [`WORK_PER_NODE`] for each node. No document
//! without shared attributes reaches that bound.

use std::{
    borrow::Cow,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use sapwood_names::{Interner, NameId, attr};

use crate::store::{
    attributes::Attribute,
    node::{Kind, Link, Node, Slot},
    texts::Texts,
};

/// An index that is built once searches have cost about as much as building it.
#[derive(Default)]
pub(crate) struct LazyIndex {
    /// Cost of all searches so far, in nodes visited for a comparison of names.
    effort: AtomicUsize,
    /// `None` inside: the index would be too large.
    index: OnceLock<Option<Box<Index>>>,
}

/// Cost of searches for each node at which the index is built: about the cost of building it.
const EFFORT_PER_NODE: usize = 16;

impl LazyIndex {
    pub(crate) fn forget(&mut self) {
        if self.index.get().is_some() {
            *self = Self::default();
        }
    }

    /// Adds the cost of a search. Additions of several threads at once may get lost.
    #[inline]
    pub(crate) fn note(&self, effort: usize) {
        self.effort.store(self.effort.load(Relaxed).saturating_add(effort), Relaxed);
    }

    /// Returns the index of a document of `nodes` nodes; `build` builds it when it is due, or returns `None` if it
    /// can't yet.
    #[inline]
    pub(crate) fn get(
        &self,
        nodes: usize,
        build: impl FnOnce(&Self) -> Option<&Index>,
    ) -> Option<&Index> {
        match self.index.get() {
            Some(index) => index.as_deref(),
            None if self.effort.load(Relaxed) / EFFORT_PER_NODE < nodes => None,
            None => build(self),
        }
    }

    pub(crate) fn build(&self, new: impl FnOnce() -> Option<Index>) -> Option<&Index> {
        self.index.get_or_init(|| new().map(Box::new)).as_deref()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let index = self.index.get().and_then(Option::as_deref);
        index.map_or(0, |index| size_of::<Index>() + index.heap_bytes())
    }
}

/// The elements of the document's tree, without template contents and shadow trees, by type, attribute name, class
/// and id.
pub(crate) struct Index {
    intervals: Vec<Interval>,
    /// Whether slots ascend in tree order, so that they can be compared instead of preorder numbers.
    is_slot_order: bool,
    /// Whether classes and ids match in any case: then they are stored in lower case.
    quirks: bool,
    types: ByName,
    attributes: ByName,
    classes: ByText,
    ids: ByText,
}

/// Preorder number of a node and one past that of its last descendant. Both are 0 for a node outside the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Interval {
    start: u32,
    end: u32,
}

/// Attributes, and bytes of classes and ids, that each node may contribute by sharing them with others.
const WORK_PER_NODE: usize = 16;

impl Index {
    /// Builds the index; `None` if it would be too large for the document, as the [module](self) says.
    pub(crate) fn new(
        nodes: &[Node],
        attributes: &[Attribute],
        texts: &Texts,
        quirks: bool,
    ) -> Option<Self> {
        // Each posting costs work, so all counts and offsets of postings fit in 32 bits.
        let mut work_left = WORK_PER_NODE
            .saturating_mul(nodes.len())
            .saturating_add(attributes.len())
            .saturating_add(texts.len())
            .min(u32::MAX as usize);
        let mut intervals = vec![Interval::default(); nodes.len()];
        let (mut types, mut by_attribute) = (Postings::default(), Postings::default());
        let (mut classes, mut ids) = (TextPostings::default(), TextPostings::default());
        let mut next = Some(Slot::ROOT);
        let mut count = 0;
        let (mut is_slot_order, mut last) = (true, 0);
        while let Some(slot) = next {
            let node = &nodes[slot.index()];
            is_slot_order &= last <= slot.index();
            last = slot.index();
            count += 1;
            intervals[slot.index()].start = count;
            next = node.first_child.or_else(|| close(nodes, &mut intervals, slot, count + 1));
            if !node.head.is(Kind::Element) {
                continue;
            }
            if node.head.name().is_known() {
                types.add(node.head.name().index(), slot);
            }
            work_left = work_left.checked_sub(node.len as usize)?;
            for attribute in &attributes[node.start as usize..][..node.len as usize] {
                let name = attribute.plain_name();
                if !name.is_known() {
                    continue;
                }
                by_attribute.add(name.index(), slot);
                let is_class = name == attr::CLASS;
                if is_class || name == attr::ID {
                    let value = texts.get(attribute.value());
                    work_left = work_left.checked_sub(value.len())?;
                    if is_class {
                        value.split_ascii_whitespace().for_each(|it| classes.add(it, quirks, slot));
                    } else {
                        ids.add(value, quirks, slot);
                    }
                }
            }
        }
        Some(Self {
            intervals,
            is_slot_order,
            quirks,
            types: ByName::new(&types),
            attributes: ByName::new(&by_attribute),
            classes: ByText::new(classes),
            ids: ByText::new(ids),
        })
    }

    /// The elements with this known name.
    pub(crate) fn with_type(&self, name: NameId) -> &[Slot] {
        self.types.list(name)
    }

    /// The elements with an attribute of this known name and no namespace.
    pub(crate) fn with_attribute(&self, name: NameId) -> &[Slot] {
        self.attributes.list(name)
    }

    /// The elements with this id.
    pub(crate) fn with_id(&self, id: &str) -> &[Slot] {
        self.ids.list(&fold(id, self.quirks))
    }

    /// The elements with this class.
    pub(crate) fn with_class(&self, class: &str) -> &[Slot] {
        self.classes.list(&fold(class, self.quirks))
    }

    /// The descendants of `root` in `list`; `None` if `root` is outside the indexed tree.
    pub(crate) fn below<'a>(&self, root: Slot, list: &'a [Slot]) -> Option<&'a [Slot]> {
        if root == Slot::ROOT {
            return Some(list);
        }
        let Interval { start, end } = self.interval(root)?;
        let number = |slot: &Slot| self.intervals[slot.index()].start;
        let first = match self.is_slot_order {
            true => list.partition_point(|slot| slot.index() <= root.index()),
            false => list.partition_point(|slot| number(slot) <= start),
        };
        let after = &list[first..];
        // No more of them than descendants.
        let after = &after[..after.len().min((end - start) as usize - 1)];
        Some(&after[..after.partition_point(|slot| number(slot) < end)])
    }

    /// The number of descendants of `node`; `None` if it is outside the indexed tree.
    pub(crate) fn descendant_count(&self, node: Slot) -> Option<usize> {
        self.interval(node).map(|it| (it.end - it.start) as usize - 1)
    }

    /// Whether `node` is a descendant of `ancestor`; `None` if one of them is outside the indexed tree.
    pub(crate) fn is_within(&self, node: Slot, ancestor: Slot) -> Option<bool> {
        let (node, ancestor) = (self.interval(node)?, self.interval(ancestor)?);
        Some(ancestor.start < node.start && node.start < ancestor.end)
    }

    fn interval(&self, node: Slot) -> Option<Interval> {
        self.intervals.get(node.index()).copied().filter(|it| *it != Interval::default())
    }

    fn heap_bytes(&self) -> usize {
        self.intervals.capacity() * size_of::<Interval>()
            + [&self.types, &self.attributes].map(ByName::heap_bytes).iter().sum::<usize>()
            + [&self.classes, &self.ids].map(ByText::heap_bytes).iter().sum::<usize>()
    }
}

/// Ends the interval of `node`, which has no children, and of each ancestor whose last descendant it is; returns the
/// next node in tree order.
fn close(nodes: &[Node], intervals: &mut [Interval], mut node: Slot, end: u32) -> Link {
    loop {
        intervals[node.index()].end = end;
        let Node { next, parent, .. } = nodes[node.index()];
        if next.is_some() {
            return next;
        }
        node = parent?;
    }
}

fn fold(text: &str, quirks: bool) -> Cow<'_, str> {
    if quirks { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
}

/// Postings in the order in which they are found: a key's number and an element that has it.
#[derive(Default)]
struct Postings {
    elements: Vec<(u32, Slot)>,
    /// Number of elements and the last element for each key.
    counts: Vec<(u32, Link)>,
}

impl Postings {
    /// Adds an element, unless it is the last one that was added for this key.
    #[inline]
    fn add(&mut self, key: usize, slot: Slot) {
        if key >= self.counts.len() {
            self.counts.resize(key + 1, (0, None));
        }
        let (count, last) = &mut self.counts[key];
        if last.replace(slot) != Some(slot) {
            *count += 1;
            self.elements.push((key as u32, slot));
        }
    }

    /// Sorts the postings by key, with a counting sort.
    fn lists(&self) -> PostingLists {
        let mut starts = Vec::with_capacity(self.counts.len() + 1);
        let mut total = 0;
        for (count, _) in &self.counts {
            starts.push(total);
            total += count;
        }
        starts.push(total);
        let mut slots = vec![Slot::ROOT; self.elements.len()];
        let mut filled = starts.clone();
        for (key, slot) in &self.elements {
            let at = &mut filled[*key as usize];
            slots[*at as usize] = *slot;
            *at += 1;
        }
        PostingLists { starts, slots }
    }
}

/// The posting lists of all keys, one after the other.
struct PostingLists {
    /// Start of each list, and the end of the last.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

impl PostingLists {
    #[inline]
    fn list(&self, key: usize) -> &[Slot] {
        match self.starts.get(key..key + 2) {
            Some(&[start, end]) => &self.slots[start as usize..end as usize],
            _ => &[],
        }
    }

    fn heap_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.slots.capacity() * size_of::<Slot>()
    }
}

/// Posting lists by known names, of which a document uses few.
struct ByName {
    /// The names in use, sorted.
    names: Vec<NameId>,
    lists: PostingLists,
}

impl ByName {
    fn new(postings: &Postings) -> Self {
        let PostingLists { mut starts, slots } = postings.lists();
        let is_used = |key: &usize| postings.counts[*key].0 > 0;
        let names = (0..postings.counts.len()).filter(is_used).map(NameId::from_index).collect();
        // An empty list starts where the next one does.
        starts.dedup();
        Self { names, lists: PostingLists { starts, slots } }
    }

    #[inline]
    fn list(&self, name: NameId) -> &[Slot] {
        let found = self.names.binary_search_by_key(&name.index(), |name| name.index());
        found.map_or(&[], |key| self.lists.list(key))
    }

    fn heap_bytes(&self) -> usize {
        self.names.capacity() * size_of::<NameId>() + self.lists.heap_bytes()
    }
}

/// Postings by texts, which are numbered as they are found.
#[derive(Default)]
struct TextPostings {
    keys: Interner,
    postings: Postings,
}

impl TextPostings {
    fn add(&mut self, text: &str, quirks: bool, slot: Slot) {
        let id = self.keys.intern(&fold(text, quirks));
        self.postings.add(id.index() - NameId::FIRST_DYNAMIC.index(), slot);
    }
}

/// Posting lists by texts.
struct ByText {
    keys: Interner,
    lists: PostingLists,
}

impl ByText {
    fn new(TextPostings { keys, postings }: TextPostings) -> Self {
        Self { keys, lists: postings.lists() }
    }

    #[inline]
    fn list(&self, text: &str) -> &[Slot] {
        let key = self.keys.get(text).map(|id| id.index() - NameId::FIRST_DYNAMIC.index());
        key.map_or(&[], |key| self.lists.list(key))
    }

    fn heap_bytes(&self) -> usize {
        self.keys.heap_bytes() + self.lists.heap_bytes()
    }
}
