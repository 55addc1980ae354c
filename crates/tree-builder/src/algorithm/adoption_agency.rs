//! [The adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
//!
//! The algorithm handles the end tag of a formatting element that contains open blocks, as in
//! `<b>1<p>2</b>3`. The formatting element must end here, so the rest of the block must not be
//! formatted. Each turn of the outer loop treats the outermost such block:
//!
//! 1. It moves the block into the common ancestor, the element around the formatting element.
//! 2. It wraps the block's present content in a copy of the formatting element, and copies up to
//!    three formatting elements between the two around the block.
//! 3. The copy replaces the formatting element in the list of active formatting elements, and follows
//!    the block on the stack. So the next turn treats the next block inside it, at most eight in all.

use std::mem;

use sapwood_names::{Name, NameId, Namespace};
use sapwood_tree::{ErrorCode, Span, TreeSink};

use super::{
    active_formatting::{Entry, FormattingTag},
    element_flags::{Flags, flags_of},
    open_elements::Position,
};
use crate::builder::TreeBuilder;

/// The maximum number of copied elements between the formatting element and the furthest block.
const MOST_INNER_COPIES: u32 = 3;

impl<S: TreeSink> TreeBuilder<S> {
    /// Runs the algorithm for a tag named `subject`.
    pub(crate) fn adoption_agency(&mut self, subject: Name<'_>) {
        let current = self.open.current();
        if current.is_html(subject.id) {
            let entry = current.formatting;
            if entry == 0 {
                self.pop();
                return;
            }
            if entry == self.formatting.last_after_marker(subject.id) {
                // A shortcut for the loop below: the current node contains no open element.
                self.pop();
                self.formatting.remove(entry);
                return;
            }
        }
        for _ in 0..8 {
            let entry = self.formatting.last_after_marker(subject.id);
            if entry == 0 {
                self.any_other_end_tag(subject.id);
                return;
            }
            let element = self.formatting.position(entry);
            if element == 0 {
                self.error(ErrorCode::UnexpectedEndTag);
                self.formatting.remove(entry);
                return;
            }
            if !self.open.position_in_scope(element) {
                self.error(ErrorCode::UnexpectedEndTag);
                return;
            }
            if element != self.open.top() {
                self.error(ErrorCode::MisnestedEndTag);
            }
            let furthest_block = self.open.special_after(element);
            if furthest_block == 0 {
                while self.open.top() >= element {
                    self.pop();
                }
                self.formatting.remove(entry);
                return;
            }
            let cost = self.adoption_cost(entry, element, furthest_block);
            if !self.spend(cost) {
                return;
            }
            self.adopt(entry, element, furthest_block);
        }
    }

    /// Returns the cost of the copies that [`adopt`](Self::adopt) makes with the same arguments. The
    /// caller pays for all of them first, since an interrupted adoption would leave the block outside of
    /// the tree.
    fn adoption_cost(&self, entry: Entry, element: Position, furthest_block: Position) -> u64 {
        let mut cost = self.formatting.cost(entry);
        let mut node = furthest_block;
        for _ in 0..MOST_INNER_COPIES {
            node = self.open.below(node);
            if node == element {
                break;
            }
            match self.open.at(node).formatting {
                0 => {}
                inner => cost += self.formatting.cost(inner),
            }
        }
        cost
    }

    /// Pays for copies on behalf of the current token. If they exceed the budget, stops and returns
    /// `false`.
    fn spend(&mut self, cost: u64) -> bool {
        self.budget.advance_to(self.span.start);
        match self.budget.spend(cost) {
            Ok(()) => true,
            Err(limit) => {
                self.stop(limit);
                false
            }
        }
    }

    /// Runs one turn of the outer loop, from the step that determines the common ancestor.
    fn adopt(&mut self, entry: Entry, element: Position, furthest_block: Position) {
        let common_ancestor = self.open.below(element);
        let mut bookmark = None;
        let mut last = self.open.at(furthest_block).handle.clone();

        let mut inner = 0;
        let mut node = self.open.below(furthest_block);
        while node != element {
            inner += 1;
            let below = self.open.below(node);
            let node_entry = self.open.at(node).formatting;
            if inner > MOST_INNER_COPIES || node_entry == 0 {
                if node_entry != 0 {
                    self.formatting.remove(node_entry);
                }
                self.leave_stack(node);
                self.open.remove(node);
                node = below;
                continue;
            }
            self.leave_stack(node);
            let copy = self.reopen(node_entry);
            let original = mem::replace(&mut self.open.at_mut(node).handle, copy.clone());
            self.formatting.replace(node_entry, copy.clone(), node);
            bookmark.get_or_insert(node_entry);
            self.sink.remove(&last);
            self.sink.append(&copy, &last);
            self.sink.close_left(&original);
            last = copy;
            node = below;
        }

        self.sink.remove(&last);
        let flags = self.open.at(common_ancestor).flags;
        if flags.has(Flags::TEMPLATE) || (self.foster_parenting && flags.has(Flags::TABLE_LIKE)) {
            let location = self.location(common_ancestor);
            self.sink.insert(location.place(), &last);
        } else {
            self.sink.append(&self.open.at(common_ancestor).handle, &last);
        }

        let copy = self.reopen(entry);
        let block = &self.open.at(furthest_block).handle;
        self.sink.reparent_children(block, &copy);
        self.sink.append(block, &copy);

        if let Some(bookmark) = bookmark {
            self.formatting.move_after(entry, bookmark);
        }
        self.leave_stack(element);
        let (position, block) = self.open.replace_above(element, furthest_block, copy.clone());
        self.open.at_mut(position).formatting = entry;
        self.close_left();
        self.formatting.replace(entry, copy, position);
        // The copied elements between the two may have moved with the block.
        let mut kept = self.open.below(block);
        while kept > common_ancestor {
            let kept_entry = self.open.at(kept).formatting;
            self.formatting.set_position(kept_entry, kept);
            kept = self.open.below(kept);
        }
    }

    /// Creates a new element for the token of an active formatting element.
    pub(crate) fn reopen(&mut self, entry: Entry) -> S::Handle {
        self.sink.reopen_element(self.formatting.element(entry), Span::at(self.span.start))
    }

    /// [Reconstructs the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    /// Returns `false` if a limit was reached. Elements aren't inserted then; the caller must not insert
    /// text either.
    #[inline]
    pub(crate) fn reconstruct(&mut self) -> bool {
        !self.formatting.needs_reconstruction() || self.reconstruct_some()
    }

    #[cold]
    fn reconstruct_some(&mut self) -> bool {
        let mut entry = self.formatting.first_to_reconstruct();
        while entry != 0 {
            if !self.spend(self.formatting.cost(entry)) {
                return false;
            }
            let name = self.formatting.name(entry);
            let element = self.reopen(entry);
            self.insert_created(&element);
            let flags = flags_of(Namespace::Html, name, false);
            let position = self.open.push(element.clone(), Namespace::Html, name, flags);
            self.open.at_mut(position).formatting = entry;
            self.formatting.replace(entry, element, position);
            entry = self.formatting.next(entry);
        }
        if let Some(limit) = self.limit() {
            self.stop(limit);
        }
        self.limit.is_none()
    }

    /// [Pushes onto the list of active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements)
    /// the open element at `position`, which was just inserted for `tag`.
    #[inline(never)]
    pub(crate) fn push_formatting(&mut self, position: Position, name: NameId, tag: FormattingTag) {
        let handle = self.open.at(position).handle.clone();
        let (entry, left) = self.formatting.push(handle, name, tag, position);
        if left != 0 {
            self.open.at_mut(left).formatting = 0;
        }
        self.open.at_mut(position).formatting = entry;
    }

    /// Pushes the entry that is [deferred](super::active_formatting::ActiveFormatting::defer), if there is one.
    #[inline(always)]
    pub(crate) fn push_deferred_formatting(&mut self) {
        if let Some((position, name, tag)) = self.formatting.take_deferred() {
            self.push_formatting(position, name, tag);
        }
    }

    /// Pushes a marker for the current node onto the list of active formatting elements.
    pub(crate) fn push_marker(&mut self) {
        self.formatting.push_marker(self.open.current().handle.clone());
    }

    /// Clears the list of active formatting elements up to the last marker.
    pub(crate) fn clear_formatting_to_marker(&mut self) {
        let open = &mut self.open;
        self.formatting.clear_to_marker(|position| open.at_mut(position).formatting = 0);
    }

    /// Applies the rules of ["in body"](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)
    /// for any other end tag.
    pub(crate) fn any_other_end_tag(&mut self, name: NameId) {
        let node = self.open.last(name);
        if node == 0 || node < self.open.last_special() {
            self.error(ErrorCode::UnexpectedEndTag);
            return;
        }
        self.generate_implied_end_tags(name);
        if node != self.open.top() {
            self.error(ErrorCode::UnclosedElements);
        }
        while self.open.top() >= node {
            self.pop();
        }
    }
}
