//! [The list of active formatting
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements)
//!
//! The list is doubly linked within a vector, since entries are removed and moved at any position.
//!
//! Hostile input makes the list long, so the two frequent searches take constant time:
//!
//! * The entries of one name form a second linked list, whose last entry is known. So the last `b`
//!   after the last marker is found without a walk.
//! * The [Noah's Ark clause](ActiveFormatting::push) compares fingerprints of names and attributes.
//!   Once more than [`LINEAR_SEARCH`] entries follow the last marker, it looks them up in a hash table.
//!
//! Most elements end before anyone looks at the list: `<a href>text</a>`. So the last entry may be
//! [deferred](ActiveFormatting::defer).
//!
//! See "Deferred work" in `docs/hot-path.md`.

use std::mem;

use sapwood_names::{HashMap, KeyedHash, NameId, sets, tag};
use sapwood_tree::{AttributeParts, Attributes, Budget, Span};

use super::open_elements::Position;

/// A reference to an entry, counted from 1; 0 means none.
pub(crate) type Entry = u32;

/// The maximum number of entries after the last marker that are compared one by one.
const LINEAR_SEARCH: u32 = 16;

/// The index of each formatting element's name in a table of 16; 0 for any other name.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut index = 0;
    let mut place = 0;
    while index < places.len() {
        if sets::FORMATTING.contains(NameId::from_index(index)) {
            place += 1;
            places[index] = place;
        }
        index += 1;
    }
    places
};

#[inline]
fn place(name: NameId) -> usize {
    usize::from(PLACES[name.index() % PLACES.len()] % 16)
}

/// An element of the list, or a marker.
#[derive(Clone, Debug)]
struct Formatting<Handle> {
    /// The element; for a marker, the element that it was inserted for.
    handle: Handle,
    /// The element's name; [`NameId::UNKNOWN`] for a marker.
    name: NameId,
    /// The position on the stack of open elements; 0 if the element isn't open.
    position: Position,
    /// The number of markers before the entry, or up to and including it for a marker.
    level: u32,
    previous: Entry,
    next: Entry,
    /// The previous and the next entry of the same name.
    previous_same: Entry,
    next_same: Entry,
    fingerprint: u64,
    /// The length of the start tag in the source, for the [budget](sapwood_tree::Budget).
    source_length: u32,
}

/// The part of a formatting element's start tag that the list keeps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FormattingTag {
    /// The fingerprint of its name and attributes; 0 for an `a`, since no other `a` follows the last marker: an `<a>` removes the
    /// previous one.
    fingerprint: u64,
    source_length: u32,
}

/// The equal entries of one level, in order. There are at most three: a fourth replaces the earliest.
type Equal = [Entry; 3];

/// The list of active formatting elements.
#[derive(Clone, Debug)]
pub(crate) struct ActiveFormatting<Handle> {
    entries: Vec<Formatting<Handle>>,
    /// The first entry of the free list, which is linked by `next`.
    free: Entry,
    last: Entry,
    /// The number of markers in the list.
    level: u32,
    /// The number of entries after the last marker.
    length: u32,
    /// For each marker, the number of entries between the previous marker and this one.
    outer_lengths: Vec<u32>,
    /// The last entry of each formatting name, indexed by [`PLACES`].
    last_of_name: [Entry; 16],
    /// The element whose entry is deferred, or 0; it is open.
    deferred: Position,
    deferred_name: NameId,
    /// The tag of the deferred element, or of the one that is being inserted.
    deferred_tag: FormattingTag,
    next_tag: FormattingTag,
    hash: Option<KeyedHash>,
    /// The entries by level and fingerprint, for levels with more than [`LINEAR_SEARCH`] entries.
    by_fingerprint: HashMap<(u32, u64), Equal>,
}

/// Returns the length of a start tag at `span`.
#[inline]
fn source_length(span: Span) -> u32 {
    u32::try_from(span.end - span.start).unwrap_or(u32::MAX)
}

impl<Handle: Clone> ActiveFormatting<Handle> {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            free: 0,
            last: 0,
            level: 0,
            length: 0,
            outer_lengths: Vec::new(),
            last_of_name: [0; 16],
            deferred: 0,
            deferred_name: NameId::UNKNOWN,
            deferred_tag: FormattingTag::default(),
            next_tag: FormattingTag::default(),
            hash: None,
            by_fingerprint: HashMap::default(),
        }
    }

    /// Removes all entries. Keeps the allocated memory, except that of the rarely needed hash table.
    pub(crate) fn clear(&mut self) {
        self.deferred = 0;
        // Most pages only defer elements.
        if self.entries.is_empty() {
            return;
        }
        self.entries.clear();
        self.outer_lengths.clear();
        let (entries, outer_lengths) =
            (mem::take(&mut self.entries), mem::take(&mut self.outer_lengths));
        *self = Self { entries, outer_lengths, ..Self::new() };
    }

    fn at(&self, entry: Entry) -> &Formatting<Handle> {
        &self.entries[entry as usize - 1]
    }

    fn at_mut(&mut self, entry: Entry) -> &mut Formatting<Handle> {
        &mut self.entries[entry as usize - 1]
    }

    /// Returns all handles that the list holds, those of free entries included.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &Handle> {
        self.entries.iter().map(|entry| &entry.handle)
    }

    /// Returns `true` if the last entry is neither a marker nor open, so that it must be reconstructed.
    #[inline]
    pub(crate) fn needs_reconstruction(&self) -> bool {
        self.last != 0 && {
            let last = self.at(self.last);
            last.position == 0 && last.name != NameId::UNKNOWN
        }
    }

    /// Returns the first entry to reconstruct: neither it nor any later entry is a marker or open.
    pub(crate) fn first_to_reconstruct(&self) -> Entry {
        let mut first = self.last;
        loop {
            let previous = self.at(first).previous;
            if previous == 0 || self.at(previous).position != 0 || self.is_marker(previous) {
                return first;
            }
            first = previous;
        }
    }

    fn is_marker(&self, entry: Entry) -> bool {
        self.at(entry).name == NameId::UNKNOWN
    }

    pub(crate) fn next(&self, entry: Entry) -> Entry {
        self.at(entry).next
    }

    pub(crate) fn position(&self, entry: Entry) -> Position {
        self.at(entry).position
    }

    pub(crate) fn set_position(&mut self, entry: Entry, position: Position) {
        self.at_mut(entry).position = position;
    }

    pub(crate) fn name(&self, entry: Entry) -> NameId {
        self.at(entry).name
    }

    /// Returns the cost of reopening the element.
    pub(crate) fn cost(&self, entry: Entry) -> u64 {
        Budget::NODE + u64::from(self.at(entry).source_length)
    }

    pub(crate) fn element(&self, entry: Entry) -> &Handle {
        &self.at(entry).handle
    }

    /// Replaces the element of `entry`.
    pub(crate) fn replace(&mut self, entry: Entry, handle: Handle, position: Position) {
        let formatting = self.at_mut(entry);
        formatting.handle = handle;
        formatting.position = position;
    }

    /// Notes the tag of a formatting element that is inserted next, for [`defer`](Self::defer).
    #[inline(always)]
    pub(crate) fn prepare(&mut self, name: NameId, attributes: Attributes<'_>, span: Span) {
        self.next_tag = FormattingTag { fingerprint: 0, source_length: source_length(span) };
        if name != tag::A {
            self.next_tag.fingerprint = name.index() as u64;
            if !attributes.is_empty() {
                self.add_fingerprint_to_next(attributes.into_parts());
            }
        }
    }

    #[inline(never)]
    fn add_fingerprint_to_next(&mut self, attributes: AttributeParts<'_>) {
        self.next_tag.fingerprint = self
            .next_tag
            .fingerprint
            .wrapping_add(self.fingerprint_of_attributes(Attributes::of_parts(attributes)));
    }

    /// Returns what the list keeps of a tag.
    pub(crate) fn tag(
        &mut self,
        name: NameId,
        attributes: Attributes<'_>,
        span: Span,
    ) -> FormattingTag {
        self.prepare(name, attributes, span);
        self.next_tag
    }

    /// Notes that the element at `position`, which was just pushed onto the stack and whose tag was
    /// [prepared](Self::prepare), is the last entry of the list, and returns `true`. Returns `false` if the entry must be
    /// pushed now: another entry is deferred, or the Noah's Ark clause may apply.
    ///
    /// The entry must be [taken](Self::take_deferred) and pushed before any other use of the list, except by
    /// [`has`](Self::has) and [`drop_deferred`](Self::drop_deferred), and before any use of
    /// the stack that may pop the element.
    #[inline(always)]
    pub(crate) fn defer(&mut self, position: Position, name: NameId) -> bool {
        let can_wait = self.deferred == 0 && self.last_of_name[place(name)] == 0;
        if can_wait {
            self.deferred = position;
            self.deferred_name = name;
            self.deferred_tag = self.next_tag;
        }
        can_wait
    }

    /// Returns the tag that was [prepared](Self::prepare).
    pub(crate) fn prepared(&self) -> FormattingTag {
        self.next_tag
    }

    /// Returns the deferred entry, if there is one: the position, the name and the tag of the element. No entry is deferred
    /// then.
    #[inline(always)]
    pub(crate) fn take_deferred(&mut self) -> Option<(Position, NameId, FormattingTag)> {
        let position = mem::take(&mut self.deferred);
        (position != 0).then_some((position, self.deferred_name, self.deferred_tag))
    }

    /// Removes the entry of the element at `position` if it is deferred, and returns `true`.
    #[inline(always)]
    pub(crate) fn drop_deferred(&mut self, position: Position) -> bool {
        let is_deferred = self.deferred == position;
        if is_deferred {
            self.deferred = 0;
        }
        is_deferred
    }

    /// Returns `true` if the list has an entry with this name; it may be deferred.
    #[inline(always)]
    pub(crate) fn has(&self, name: NameId) -> bool {
        (self.deferred != 0 && self.deferred_name == name) || self.last_of_name[place(name)] != 0
    }

    /// Returns the last entry with this name after the last marker, or 0.
    pub(crate) fn last_after_marker(&self, name: NameId) -> Entry {
        let last = self.last_of_name[place(name)];
        if last != 0 && self.at(last).level == self.level { last } else { 0 }
    }

    /// [Inserts a marker](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker);
    /// `handle` is the element that it belongs to.
    pub(crate) fn push_marker(&mut self, handle: Handle) {
        self.level += 1;
        self.outer_lengths.push(mem::take(&mut self.length));
        self.add(handle, NameId::UNKNOWN, 0, 0, 0);
    }

    /// [Pushes onto the list](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements),
    /// with the Noah's Ark clause: the list keeps at most three equal entries after the last marker.
    ///
    /// Returns the new entry, and the position of the element whose entry was removed, or 0.
    pub(crate) fn push(
        &mut self,
        handle: Handle,
        name: NameId,
        start_tag: FormattingTag,
        position: Position,
    ) -> (Entry, Position) {
        let FormattingTag { fingerprint, source_length } = start_tag;
        let left = if name == tag::A { 0 } else { self.leave_room(name, fingerprint) };
        let entry = self.add(handle, name, position, fingerprint, source_length);
        let same = mem::replace(&mut self.last_of_name[place(name)], entry);
        if same != 0 {
            self.at_mut(same).next_same = entry;
            self.at_mut(entry).previous_same = same;
        }
        self.length += 1;
        if self.length > LINEAR_SEARCH {
            self.hash_entry(entry);
        }
        (entry, left)
    }

    /// Returns a fingerprint of a set of attributes.
    ///
    /// Equal sets have equal fingerprints. Different ones almost certainly differ, because the hash
    /// has a random key that no page can know.
    fn fingerprint_of_attributes(&mut self, attributes: Attributes<'_>) -> u64 {
        let mut sum = 0u64;
        let hash = self.hash.get_or_insert_with(KeyedHash::new_random);
        for attribute in attributes.iter() {
            let name = hash.hash(attribute.name.text.as_bytes());
            let value = hash.hash(attribute.value.as_bytes());
            // Addition makes the fingerprint independent of the order of attributes.
            sum = sum
                .wrapping_add((name ^ value.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        sum
    }

    /// Applies the Noah's Ark clause: if three entries after the last marker equal a new one, removes the
    /// earliest. Returns the position of its element, or 0.
    fn leave_room(&mut self, name: NameId, fingerprint: u64) -> Position {
        let mut equal = 0;
        let mut earliest = 0;
        let mut check = |this: &Self, entry: Entry| {
            if this.at(entry).fingerprint == fingerprint {
                equal += 1;
                earliest = entry;
            }
        };
        if self.length <= LINEAR_SEARCH {
            let mut entry = self.last_after_marker(name);
            while entry != 0 && self.at(entry).level == self.level {
                check(self, entry);
                entry = self.at(entry).previous_same;
            }
        } else if let Some(same) = self.by_fingerprint.get(&(self.level, fingerprint)) {
            for &entry in same.iter().rev().filter(|&&entry| entry != 0) {
                check(self, entry);
            }
        }
        if equal < 3 {
            return 0;
        }
        let position = self.position(earliest);
        self.remove(earliest);
        position
    }

    /// Adds an entry to the hash table, and with the first entry of a level all earlier ones.
    fn hash_entry(&mut self, entry: Entry) {
        let level = self.level;
        if self.length == LINEAR_SEARCH + 1 {
            // The level just exceeded the linear search. The table may hold stale entries of it.
            let mut all = Vec::new();
            let mut at = self.last;
            while at != 0 && !self.is_marker(at) {
                all.push(at);
                at = self.at(at).previous;
            }
            for &at in &all {
                self.by_fingerprint.remove(&(level, self.at(at).fingerprint));
            }
            for at in all.into_iter().rev() {
                self.note_equal(at);
            }
        } else {
            self.note_equal(entry);
        }
    }

    /// Adds an entry to the hash table as the last of its equals.
    fn note_equal(&mut self, entry: Entry) {
        let key = (self.level, self.at(entry).fingerprint);
        let equal = self.by_fingerprint.entry(key).or_default();
        let free = equal.iter().position(|&other| other == 0).unwrap_or(equal.len() - 1);
        equal[free] = entry;
    }

    /// Removes an entry from the list.
    pub(crate) fn remove(&mut self, entry: Entry) {
        self.unlink(entry);
        let Formatting { name, level, fingerprint, .. } = *self.at(entry);
        self.unlink_name(entry, name);
        if let Some(same) = self.by_fingerprint.get_mut(&(level, fingerprint)) {
            if let Some(place) = same.iter().position(|&other| other == entry) {
                same.copy_within(place + 1.., place);
                same[2] = 0;
            }
            if same[0] == 0 {
                self.by_fingerprint.remove(&(level, fingerprint));
            }
        }
        // Only the last level loses entries; `clear_to_marker` removes a level as a whole.
        self.length -= 1;
        self.set_free(entry);
    }

    /// Returns `true` if `entry` is the last one of the list; `false` for 0.
    #[inline]
    pub(crate) fn is_last(&self, entry: Entry) -> bool {
        entry != 0 && entry == self.last
    }

    /// Removes the last entry, which isn't a marker.
    #[inline]
    pub(crate) fn remove_last(&mut self) {
        if !self.by_fingerprint.is_empty() {
            return self.remove(self.last);
        }
        let entry = self.last;
        let Formatting { name, previous, previous_same, .. } = *self.at(entry);
        self.last = previous;
        if previous != 0 {
            self.at_mut(previous).next = 0;
        }
        self.last_of_name[place(name)] = previous_same;
        if previous_same != 0 {
            self.at_mut(previous_same).next_same = 0;
        }
        self.length -= 1;
        self.set_free(entry);
    }

    fn set_free(&mut self, entry: Entry) {
        self.at_mut(entry).next = mem::replace(&mut self.free, entry);
    }

    /// Moves an entry directly after `bookmark`.
    pub(crate) fn move_after(&mut self, entry: Entry, bookmark: Entry) {
        self.unlink(entry);
        let next = self.at(bookmark).next;
        let moved = self.at_mut(entry);
        moved.previous = bookmark;
        moved.next = next;
        self.at_mut(bookmark).next = entry;
        if next == 0 {
            self.last = entry;
        } else {
            self.at_mut(next).previous = entry;
        }
    }

    /// [Clears the list up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker);
    /// calls `removed` with the position of each element that is still open.
    pub(crate) fn clear_to_marker(&mut self, mut removed: impl FnMut(Position)) {
        while self.last != 0 {
            let entry = self.last;
            if self.is_marker(entry) {
                self.unlink(entry);
                self.set_free(entry);
                self.level -= 1;
                self.length = self.outer_lengths.pop().unwrap_or(0);
                return;
            }
            let position = self.position(entry);
            if position != 0 {
                removed(position);
            }
            self.remove(entry);
        }
    }

    /// Appends an entry to the list.
    #[inline(always)]
    fn add(
        &mut self,
        handle: Handle,
        name: NameId,
        position: Position,
        fingerprint: u64,
        source_length: u32,
    ) -> Entry {
        debug_assert_eq!(self.deferred, 0, "a deferred entry is pushed first");
        let formatting = Formatting {
            handle,
            name,
            position,
            level: self.level,
            previous: self.last,
            next: 0,
            previous_same: 0,
            next_same: 0,
            fingerprint,
            source_length,
        };
        let entry = if self.free == 0 {
            if self.entries.is_empty() {
                self.entries.reserve(16);
            }
            self.entries.push(formatting);
            self.entries.len() as Entry
        } else {
            let entry = self.free;
            self.free = mem::replace(self.at_mut(entry), formatting).next;
            entry
        };
        let previous = mem::replace(&mut self.last, entry);
        if previous != 0 {
            self.at_mut(previous).next = entry;
        }
        entry
    }

    fn unlink(&mut self, entry: Entry) {
        let Formatting { previous, next, .. } = *self.at(entry);
        if previous != 0 {
            self.at_mut(previous).next = next;
        }
        if next == 0 {
            self.last = previous;
        } else {
            self.at_mut(next).previous = previous;
        }
    }

    fn unlink_name(&mut self, entry: Entry, name: NameId) {
        let Formatting { previous_same, next_same, .. } = *self.at(entry);
        if previous_same != 0 {
            self.at_mut(previous_same).next_same = next_same;
        }
        if next_same != 0 {
            self.at_mut(next_same).previous_same = previous_same;
        } else {
            self.last_of_name[place(name)] = previous_same;
        }
    }
}
