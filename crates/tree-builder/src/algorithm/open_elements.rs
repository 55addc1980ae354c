//! [The stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements)
//!
//! The standard's algorithms walk the stack. Hostile input makes every walk long, so this stack answers
//! each query without one:
//!
//! * The elements of one name form a linked list, and a table holds the last element of each name. So
//!   "is a `p` open" is one load.
//! * Three sorted lists hold the positions of the elements that end a scope, of the special elements,
//!   and of those that stop the search for an `li`. So "is it in scope" compares two positions. Most elements end before
//!   anyone asks, so an element is listed when the next question is asked: each one at most once.
//!
//! The invariant: a position doesn't change while its element is open, so lists and links stay valid.
//! An element that is removed from the middle leaves a hole, which the links between neighbours skip.
//! Only the adoption agency algorithm moves elements, by one position, into the hole of the formatting
//! element that it removes; it updates the lists and links of each.
//!
//! This is one file, of over 700 lines, because the lists and links are private to it: no other code can break the
//! invariant.
//!
//! See "Deferred work" in `docs/hot-path.md`.

use std::mem;

use sapwood_names::{NameId, Namespace, TagSet, foreign, tag};

use super::element_flags::Flags;

/// A position on the stack, counted from 1; 0 means none.
pub(crate) type Position = u32;

/// An element on the stack.
#[derive(Clone, Debug)]
pub(crate) struct OpenElement<Handle> {
    pub(crate) handle: Handle,
    pub(crate) name: NameId,
    pub(crate) namespace: Namespace,
    pub(crate) flags: Flags,
    /// Its entry in the list of active formatting elements, or 0.
    pub(crate) formatting: u32,
    /// The previous open element.
    below: Position,
    /// The previous open element of the same name.
    prev_same: Position,
    /// For a foreign element, the last HTML element before it at the time of the push.
    html_below: Position,
}

impl<Handle> OpenElement<Handle> {
    /// Returns `true` if this is the HTML element `name`.
    #[inline]
    pub(crate) fn is_html(&self, name: NameId) -> bool {
        self.name == name && self.namespace == Namespace::Html
    }

    /// Returns `true` if this is an HTML element of `set`.
    #[inline]
    pub(crate) fn is_html_in(&self, set: &TagSet) -> bool {
        self.namespace == Namespace::Html && set.contains(self.name)
    }
}

/// An upper bound on the ids of known tag names.
const KNOWN: usize = 320;

/// Returns the index of a name that no tag of a standard has in a table of such names.
///
/// Names that the document brings have the highest ids. They share the front of the table with known names of
/// attributes, so that the first of them doesn't make a table as long as the list of known names.
fn rare_index(name: NameId) -> usize {
    match name.index().checked_sub(NameId::FIRST_DYNAMIC.index()) {
        Some(number) => 2 * number,
        None => 2 * (name.index() - KNOWN) + 1,
    }
}

/// Returns the index of a name in the table of foreign elements.
fn foreign_index(name: NameId) -> usize {
    if name.index() < KNOWN { name.index() } else { KNOWN + rare_index(name) }
}

/// The links from an element to later ones, which only removals from the middle of the stack use.
///
/// A link is valid only if the other element's link leads back, since popping doesn't clear it.
#[derive(Clone, Copy, Debug, Default)]
struct LinksUp {
    above: Position,
    next_same: Position,
}

/// The stack of open elements.
#[derive(Clone, Debug)]
pub(crate) struct OpenElements<Handle> {
    slots: Vec<OpenElement<Handle>>,
    /// The links of each slot; empty until an element is removed from the middle of the stack.
    links_up: Vec<LinksUp>,
    /// The last open HTML element of each known name; other names follow in `last_html_other`.
    last_html: [Position; KNOWN],
    last_html_other: Vec<Position>,
    /// The last open foreign element of each name in lower case; empty before the first foreign element.
    last_foreign: Vec<Position>,
    /// The positions of the elements that end the default scope, sorted like the next two lists.
    scopes: Vec<Position>,
    specials: Vec<Position>,
    item_stops: Vec<Position>,
    /// The last position up to which the lists are complete.
    listed: Position,
    /// The number of open elements that must be closed before `</body>`. Only an error depends on it, so it may be wrong
    /// when no errors are reported.
    must_be_closed: u32,
    /// The number of holes.
    holes: u32,
    /// The handles of holes that were removed, if somebody wants them.
    left: Option<Vec<Handle>>,
}

impl<Handle> OpenElements<Handle> {
    #[inline(always)]
    pub(crate) fn new(keeps_left: bool) -> Self {
        Self {
            slots: Vec::with_capacity(24),
            links_up: Vec::new(),
            last_html: [0; KNOWN],
            last_html_other: Vec::new(),
            last_foreign: Vec::new(),
            scopes: Vec::new(),
            specials: Vec::new(),
            item_stops: Vec::new(),
            listed: 0,
            must_be_closed: 0,
            holes: 0,
            left: keeps_left.then(Vec::new),
        }
    }

    /// Removes all elements, keeping the allocated memory.
    pub(crate) fn clear(&mut self) {
        for element in &self.slots {
            if let Some(last) = self.last_html.get_mut(element.name.index()) {
                *last = 0;
            }
        }
        self.slots.clear();
        self.links_up.clear();
        self.last_html_other.clear();
        self.last_foreign.clear();
        self.scopes.clear();
        self.specials.clear();
        self.item_stops.clear();
        self.listed = 0;
        self.must_be_closed = 0;
        self.holes = 0;
        if let Some(left) = &mut self.left {
            left.clear();
        }
    }

    /// Returns the open elements, from the current node on down.
    pub(crate) fn iter_down(&self) -> impl Iterator<Item = &OpenElement<Handle>> {
        let at = |position| (position != 0).then(|| self.at(position));
        std::iter::successors(at(self.top()), move |element| at(element.below))
    }

    /// Removes all elements, after a call of `each` with each handle from the current node on down, and whether it is open: otherwise it
    /// is that of a hole.
    pub(crate) fn clear_with(&mut self, mut each: impl FnMut(&Handle, bool)) {
        let mut open = self.top();
        for position in (1..=self.top()).rev() {
            let element = self.at(position);
            each(&element.handle, position == open);
            if position == open {
                open = element.below;
            }
        }
        self.clear();
    }

    /// Returns the handle of the next hole that was removed.
    #[inline]
    pub(crate) fn next_left(&mut self) -> Option<Handle> {
        self.left.as_mut()?.pop()
    }

    /// Returns all handles that the stack holds, those in holes included.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &Handle> {
        self.slots.iter().map(|element| &element.handle)
    }

    /// Returns the position of the current node; 0 if the stack is empty.
    #[inline]
    pub(crate) fn top(&self) -> Position {
        self.slots.len() as Position
    }

    /// Returns the number of open elements.
    pub(crate) fn depth(&self) -> u32 {
        self.top() - self.holes
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns `true` if only the root is open.
    #[inline]
    pub(crate) fn only_root(&self) -> bool {
        self.slots.len() == 1
    }

    /// [The current node](https://html.spec.whatwg.org/multipage/parsing.html#current-node)
    #[inline]
    pub(crate) fn current(&self) -> &OpenElement<Handle> {
        self.slots.last().expect("html is open in every mode after \"before html\"")
    }

    #[inline]
    pub(crate) fn current_if_any(&self) -> Option<&OpenElement<Handle>> {
        self.slots.last()
    }

    /// Returns the current node, unless it is the root or there is none.
    #[inline(always)]
    pub(crate) fn current_below_root(&self) -> Option<&OpenElement<Handle>> {
        match &self.slots[..] {
            [_, .., current] => Some(current),
            _ => None,
        }
    }

    /// Returns the open element at `position`.
    #[inline]
    pub(crate) fn at(&self, position: Position) -> &OpenElement<Handle> {
        &self.slots[position as usize - 1]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, position: Position) -> &mut OpenElement<Handle> {
        &mut self.slots[position as usize - 1]
    }

    /// Returns the position of the previous element; 0 for the first.
    #[inline]
    pub(crate) fn below(&self, position: Position) -> Position {
        self.at(position).below
    }

    /// Returns the position of the previous element of the same name, or 0.
    pub(crate) fn previous_of_name(&self, position: Position) -> Position {
        self.at(position).prev_same
    }

    /// Returns the last open HTML element `name`, or 0.
    #[inline]
    pub(crate) fn last(&self, name: NameId) -> Position {
        match self.last_html.get(name.index()) {
            Some(&last) => last,
            None => self.last_html_other.get(rare_index(name)).copied().unwrap_or(0),
        }
    }

    /// Returns the last open element that the start tag of an `li`, `dd` or `dt` may close, or 0.
    #[inline]
    pub(crate) fn last_item(&self, name: NameId) -> Position {
        match name {
            tag::LI => self.last(tag::LI),
            _ => self.last(tag::DD).max(self.last(tag::DT)),
        }
    }

    /// Returns the last open list for an `li`, `dd` or `dt`, or 0.
    #[inline]
    pub(crate) fn last_list_of(&self, name: NameId) -> Position {
        match name {
            tag::LI => self.last(tag::UL).max(self.last(tag::OL)),
            _ => self.last(tag::DL),
        }
    }

    /// Returns `true` if an HTML element `name` is open.
    #[inline]
    pub(crate) fn contains(&self, name: NameId) -> bool {
        self.last(name) != 0
    }

    /// [Has an element in scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope)
    #[inline]
    pub(crate) fn in_scope(&mut self, name: NameId) -> bool {
        self.position_in_scope(self.last(name))
    }

    /// Returns `true` if the element at `position` is in scope; `false` for 0.
    #[inline]
    pub(crate) fn position_in_scope(&mut self, position: Position) -> bool {
        position != 0 && {
            self.complete_lists();
            position >= last_of(&self.scopes)
        }
    }

    /// [Has an element in list item
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope)
    #[inline]
    pub(crate) fn in_list_item_scope(&mut self, name: NameId) -> bool {
        let position = self.last(name);
        self.position_in_scope(position)
            && position >= self.last(tag::OL)
            && position >= self.last(tag::UL)
    }

    /// [Has an element in button
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope)
    #[inline]
    pub(crate) fn in_button_scope(&mut self, name: NameId) -> bool {
        let position = self.last(name);
        self.position_in_scope(position) && position >= self.last(tag::BUTTON)
    }

    /// [Has an element in table
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope)
    #[inline]
    pub(crate) fn in_table_scope(&self, name: NameId) -> bool {
        let position = self.last(name);
        position != 0 && position >= self.last(tag::TABLE) && position >= self.last(tag::TEMPLATE)
    }

    /// Returns the last special element, or 0.
    pub(crate) fn last_special(&mut self) -> Position {
        self.complete_lists();
        last_of(&self.specials)
    }

    /// Returns the first special element after `position`, or 0.
    pub(crate) fn special_after(&mut self, position: Position) -> Position {
        self.complete_lists();
        let index = self.specials.partition_point(|&special| special <= position);
        self.specials.get(index).copied().unwrap_or(0)
    }

    /// Returns the last special element that is neither `address`, `div` nor `p`, or 0.
    pub(crate) fn last_item_stop(&mut self) -> Position {
        self.complete_lists();
        last_of(&self.item_stops)
    }

    /// Returns `true` if an element is open that makes `</body>` and the end of the file parse errors. Only right if errors
    /// are reported.
    pub(crate) fn has_unclosed(&self) -> bool {
        self.must_be_closed != 0
    }

    /// Returns the last foreign element with this lowercase name that no HTML element follows, or 0.
    ///
    /// The current node must be a foreign element.
    pub(crate) fn last_foreign(&self, lowercase_name: NameId) -> Position {
        let position = self.last_foreign.get(foreign_index(lowercase_name)).copied().unwrap_or(0);
        if position > self.current().html_below { position } else { 0 }
    }

    /// Pushes an element.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        handle: Handle,
        namespace: Namespace,
        name: NameId,
        flags: Flags,
    ) -> Position {
        self.push_in_lane::<true>(handle, namespace, name, flags)
    }

    /// [`push`](Self::push); errors are reported with `FULL` only.
    #[inline(always)]
    pub(crate) fn push_in_lane<const FULL: bool>(
        &mut self,
        handle: Handle,
        namespace: Namespace,
        name: NameId,
        flags: Flags,
    ) -> Position {
        let position = self.top() + 1;
        let prev_same = mem::replace(self.last_of_name_mut(namespace, name), position);
        self.push_slot(handle, namespace, name, flags, prev_same);
        if !self.links_up.is_empty() {
            self.link_up(position);
        }
        if FULL {
            self.must_be_closed = self.must_be_closed.wrapping_add(flags.must_be_closed());
        }
        position
    }

    /// Pushes an element without noting it elsewhere.
    ///
    /// Where the vector has room, the fields go from registers to their places. If it could grow there, the element would
    /// be put together in memory first and copied from there, by wide loads that wait for the narrow stores before.
    #[inline(always)]
    fn push_slot(
        &mut self,
        handle: Handle,
        namespace: Namespace,
        name: NameId,
        flags: Flags,
        prev_same: Position,
    ) {
        let below = self.top();
        let is_html = namespace == Namespace::Html;
        let html_below = if is_html { 0 } else { self.last_html_position() };
        let formatting = 0;
        if self.slots.len() < self.slots.capacity() {
            self.slots.push(OpenElement {
                handle,
                name,
                namespace,
                flags,
                formatting,
                below,
                prev_same,
                html_below,
            });
        } else {
            self.push_slot_growing(OpenElement {
                handle,
                name,
                namespace,
                flags,
                formatting,
                below,
                prev_same,
                html_below,
            });
        }
    }

    #[cold]
    #[inline(never)]
    fn push_slot_growing(&mut self, element: OpenElement<Handle>) {
        self.slots.push(element);
    }

    /// Returns the last HTML element on the stack, or 0.
    fn last_html_position(&self) -> Position {
        match self.slots.last() {
            Some(current) if current.namespace == Namespace::Html => self.top(),
            Some(current) => current.html_below,
            None => 0,
        }
    }

    /// Sets the links of earlier elements to the element at `position`.
    #[cold]
    fn link_up(&mut self, position: Position) {
        if self.links_up.len() < position as usize {
            self.links_up.resize(position as usize, LinksUp::default());
        }
        let OpenElement { below, prev_same, .. } = *self.at(position);
        if below != 0 {
            self.links_mut(below).above = position;
        }
        if prev_same != 0 {
            self.links_mut(prev_same).next_same = position;
        }
    }

    /// Sets the links to later elements of the whole stack, which `push` maintains from then on.
    fn link_all_up(&mut self) {
        if self.links_up.is_empty() {
            let mut position = self.top();
            while position != 0 {
                self.link_up(position);
                position = self.below(position);
            }
        }
    }

    fn links_mut(&mut self, position: Position) -> &mut LinksUp {
        &mut self.links_up[position as usize - 1]
    }

    /// Pops the current node.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<Handle>> {
        let element = self.slots.pop()?;
        *self.last_of_name_mut(element.namespace, element.name) = element.prev_same;
        self.note_popped::<true>(&element);
        Some(element)
    }

    /// Pops the current node, which is the HTML element `name`, a name of the table of known ones. Without `FULL` no
    /// errors are reported.
    #[inline(always)]
    pub(crate) fn pop_known<const FULL: bool>(&mut self, name: NameId) -> Option<Handle> {
        let element = self.slots.pop()?;
        self.last_html[name.index()] = element.prev_same;
        self.note_popped::<FULL>(&element);
        Some(element.handle)
    }

    /// Forgets an element that was popped and whose name was unlinked.
    #[inline(always)]
    fn note_popped<const FULL: bool>(&mut self, element: &OpenElement<Handle>) {
        if self.top() < self.listed {
            self.unlist(element.flags);
        }
        if FULL {
            self.must_be_closed = self.must_be_closed.wrapping_sub(element.flags.must_be_closed());
        }
        // The holes between this element and the previous one are removed, too.
        if self.slots.len() > element.below as usize {
            self.remove_holes(element.below);
        }
    }

    /// Removes the holes above `below`.
    #[cold]
    fn remove_holes(&mut self, below: Position) {
        let holes = self.slots.drain(below as usize..);
        self.holes -= holes.len() as u32;
        if let Some(left) = &mut self.left {
            left.extend(holes.map(|hole| hole.handle));
        }
        self.listed = self.listed.min(below);
    }

    /// Adds the elements after [`listed`](Self::listed) to the lists. There are no holes among them.
    #[inline]
    fn complete_lists(&mut self) {
        if self.listed != self.top() {
            self.add_to_lists();
        }
    }

    #[inline(never)]
    fn add_to_lists(&mut self) {
        if self.specials.capacity() == 0 {
            // Most fragments never ask, so the lists have no memory before.
            self.specials.reserve(32);
            self.item_stops.reserve(32);
            self.scopes.reserve(16);
        }
        for position in self.listed + 1..=self.top() {
            let flags = self.at(position).flags;
            for (kind, list) in [
                (Flags::SPECIAL, &mut self.specials),
                (Flags::STOPS_ITEM, &mut self.item_stops),
                (Flags::SCOPE, &mut self.scopes),
            ] {
                if flags.has(kind) {
                    list.push(position);
                }
            }
        }
        self.listed = self.top();
    }

    /// Removes the last listed element, which has these flags, from the lists.
    #[inline(never)]
    fn unlist(&mut self, flags: Flags) {
        for (kind, list) in [
            (Flags::SPECIAL, &mut self.specials),
            (Flags::STOPS_ITEM, &mut self.item_stops),
            (Flags::SCOPE, &mut self.scopes),
        ] {
            if flags.has(kind) {
                list.pop();
            }
        }
        self.listed = self.top();
    }

    /// Removes the element at `position`, wherever it is.
    pub(crate) fn remove(&mut self, position: Position) {
        if position == self.top() {
            self.pop();
            return;
        }
        self.link_all_up();
        self.complete_lists();
        let flags = self.at(position).flags;
        // The removals are linear in the number of later elements, but cheap in total: of
        // special elements only the innermost form and the head are removed here, so they pass no
        // element twice.
        for (kind, list) in [
            (Flags::SPECIAL, &mut self.specials),
            (Flags::STOPS_ITEM, &mut self.item_stops),
            (Flags::SCOPE, &mut self.scopes),
        ] {
            if flags.has(kind)
                && let Ok(index) = list.binary_search(&position)
            {
                list.remove(index);
            }
        }
        self.must_be_closed = self.must_be_closed.wrapping_sub(flags.must_be_closed());
        self.holes += 1;
        self.unlink_name(position);
        let above = self.above(position);
        let below = self.below(position);
        if above != 0 {
            self.at_mut(above).below = below;
        }
        if below != 0 {
            self.links_mut(below).above = above;
        }
    }

    /// Removes the formatting element at `old` and inserts another one of the same name directly after
    /// the element at `block`, a later element. Returns the positions of the new element and of the
    /// block.
    ///
    /// The adoption agency algorithm leaves at most three elements between the two.
    pub(crate) fn replace_above(
        &mut self,
        old: Position,
        block: Position,
        handle: Handle,
    ) -> (Position, Position) {
        self.link_all_up();
        self.complete_lists();
        let OpenElement { name, flags, .. } = *self.at(old);
        // Unlink `old` from the list of its name, and find the neighbours of an element at `block`.
        let mut prev_same = self.at(old).prev_same;
        let mut next_same = self.next_of_name(old);
        self.unlink_name(old);
        while next_same != 0 && next_same < block {
            prev_same = next_same;
            next_same = self.next_of_name(next_same);
        }
        let below = self.below(old);
        let after_old = self.above(old);
        self.links_mut(below).above = after_old;
        self.at_mut(after_old).below = below;

        // The block, and all elements between the nearest hole and the block, move down by one.
        let above = self.above(block);
        let mut first = block;
        while self.at(first).below == first - 1 && first - 1 > old {
            first -= 1;
        }
        if prev_same >= first {
            prev_same -= 1;
        }
        for position in first..=block {
            self.move_down(position);
        }
        let block = block - 1;
        let position = block + 1;

        let slot = self.at_mut(position);
        let hole = mem::replace(&mut slot.handle, handle);
        slot.name = name;
        slot.namespace = Namespace::Html;
        slot.flags = flags;
        slot.formatting = 0;
        slot.below = block;
        slot.prev_same = prev_same;
        if let Some(left) = &mut self.left {
            left.push(hole);
        }
        *self.links_mut(position) = LinksUp { above, next_same };
        self.links_mut(block).above = position;
        if above != 0 {
            self.at_mut(above).below = position;
        }
        if prev_same != 0 {
            self.links_mut(prev_same).next_same = position;
        }
        if next_same != 0 {
            self.at_mut(next_same).prev_same = position;
        } else {
            *self.last_of_name_mut(Namespace::Html, name) = position;
        }
        (position, block)
    }

    /// Moves an element into the hole directly before it, and redirects all links to it.
    fn move_down(&mut self, position: Position) {
        let to = position - 1;
        let next_same = self.next_of_name(position);
        let above = self.above(position);
        self.slots.swap(to as usize - 1, position as usize - 1);
        *self.links_mut(to) = LinksUp { above, next_same };
        let OpenElement { name, namespace, below, prev_same, flags, .. } = *self.at(to);
        self.links_mut(below).above = to;
        if above != 0 {
            self.at_mut(above).below = to;
        }
        if prev_same != 0 {
            self.links_mut(prev_same).next_same = to;
        }
        if next_same != 0 {
            self.at_mut(next_same).prev_same = to;
        } else {
            *self.last_of_name_mut(namespace, name) = to;
        }
        for (kind, list) in [
            (Flags::SPECIAL, &mut self.specials),
            (Flags::STOPS_ITEM, &mut self.item_stops),
            (Flags::SCOPE, &mut self.scopes),
        ] {
            if flags.has(kind)
                && let Ok(index) = list.binary_search(&position)
            {
                list[index] = to;
            }
        }
    }

    /// Returns the position of the next element; 0 for the last.
    fn above(&self, position: Position) -> Position {
        let above = self.links_up[position as usize - 1].above;
        if above != 0 && above <= self.top() && self.at(above).below == position {
            above
        } else {
            0
        }
    }

    fn next_of_name(&self, position: Position) -> Position {
        let next = self.links_up[position as usize - 1].next_same;
        if next == 0 || next > self.top() {
            return 0;
        }
        // Links to earlier elements always lead to an open element of the same name.
        if self.at(next).prev_same == position { next } else { 0 }
    }

    fn unlink_name(&mut self, position: Position) {
        let next = self.next_of_name(position);
        let OpenElement { name, namespace, prev_same, .. } = *self.at(position);
        if next != 0 {
            self.at_mut(next).prev_same = prev_same;
        } else {
            *self.last_of_name_mut(namespace, name) = prev_same;
        }
        if prev_same != 0 {
            self.links_mut(prev_same).next_same = next;
        }
        // No stale link may lead to the hole.
        let hole = self.at_mut(position);
        hole.name = NameId::UNKNOWN;
        hole.prev_same = 0;
    }

    /// Returns the table entry for the last element of a name.
    #[inline]
    fn last_of_name_mut(&mut self, namespace: Namespace, name: NameId) -> &mut Position {
        if namespace == Namespace::Html && name.index() < KNOWN {
            &mut self.last_html[name.index()]
        } else {
            self.last_of_rare_name_mut(namespace, name)
        }
    }

    #[cold]
    fn last_of_rare_name_mut(&mut self, namespace: Namespace, name: NameId) -> &mut Position {
        let (list, index) = if namespace == Namespace::Html {
            (&mut self.last_html_other, rare_index(name))
        } else {
            (&mut self.last_foreign, foreign_index(foreign::lowercase(name)))
        };
        if index >= list.len() {
            list.resize((index + 1).next_power_of_two(), 0);
        }
        &mut list[index]
    }
}

#[inline]
fn last_of(list: &[Position]) -> Position {
    list.last().copied().unwrap_or(0)
}
