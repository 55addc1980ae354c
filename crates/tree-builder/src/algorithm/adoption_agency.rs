//! [The adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
//!
//! In words: an end tag of a formatting element comes while blocks inside that element are open, as
//! in `<b>1<p>2</b>3`. The formatting element must end here, and what follows in the block must not
//! be formatted; so the outermost such block is moved out to the element around the formatting one,
//! and its content so far is wrapped in a copy of it. Formatting elements in between are copied into
//! the block's new place too. The copy takes the formatting element's place, inside the block, and
//! up to eight blocks are treated in turn.

use names::{Name, NameId, Namespace};
use tree_sink::{ErrorCode, Span, TreeSink};

use super::{
    active_formatting::Entry,
    open_elements::{Flags, Position, flags_of},
};
use crate::builder::{Coming, TreeBuilder};

impl<S: TreeSink> TreeBuilder<S> {
    /// Runs the algorithm for `subject`; `text` is its name as text.
    pub(crate) fn adoption_agency(&mut self, subject: Name<'_>) {
        let current = self.open.current();
        if current.is_html(subject.id) {
            let entry = current.formatting;
            if entry == 0 {
                self.pop();
                return;
            }
            if entry == self.formatting.last_after_marker(subject.id) {
                // The last step of the loop below: nothing can be open inside it.
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
            self.adopt(entry, element, furthest_block);
        }
    }

    /// One turn of the outer loop, from the common ancestor on.
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
            if inner > 3 || node_entry == 0 {
                if node_entry != 0 {
                    self.formatting.remove(node_entry);
                }
                self.open.remove(node);
                node = below;
                continue;
            }
            let copy = self.reopen(node_entry);
            self.open.at_mut(node).handle = copy.clone();
            self.formatting.replace(node_entry, copy.clone(), node);
            bookmark.get_or_insert(node_entry);
            self.sink.remove(&last);
            self.sink.append(&copy, &last);
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
        let (position, block) = self.open.replace_above(element, furthest_block, copy.clone());
        self.open.at_mut(position).formatting = entry;
        self.formatting.replace(entry, copy, position);
        // The elements that were kept in between moved with the block.
        let mut kept = self.open.below(block);
        while kept > common_ancestor {
            let kept_entry = self.open.at(kept).formatting;
            self.formatting.set_position(kept_entry, kept);
            kept = self.open.below(kept);
        }
    }

    /// Creates an element again for the token of an active formatting element.
    pub(crate) fn reopen(&mut self, entry: Entry) -> S::Handle {
        self.sink.reopen_element(self.formatting.element(entry), Span::at(self.span.start))
    }

    /// [Reconstructs the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements)
    #[inline]
    pub(crate) fn reconstruct(&mut self) {
        if self.formatting.needs_reconstruction() {
            self.reconstruct_some();
        }
    }

    #[cold]
    fn reconstruct_some(&mut self) {
        let mut entry = self.formatting.first_to_reconstruct();
        while entry != 0 {
            let name = self.formatting.name(entry);
            let element = self.reopen(entry);
            self.insert_created(&element);
            let flags = flags_of(Namespace::Html, name, false);
            let position = self.open.push(element.clone(), Namespace::Html, name, flags);
            self.open.at_mut(position).formatting = entry;
            self.formatting.replace(entry, element, position);
            entry = self.formatting.next(entry);
        }
        // There may be as many again in each paragraph that comes.
        if self.limit().is_some() {
            self.coming = Coming::Nothing;
        }
    }

    /// [Pushes onto the list of active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements)
    /// the open element at `position`, just inserted for `tag`.
    pub(crate) fn push_formatting(&mut self, position: Position, tag: &tokenizer::Tag<'_>) {
        let handle = self.open.at(position).handle.clone();
        let (entry, left) = self.formatting.push(handle, tag.name.id, tag.attributes, position);
        if left != 0 {
            self.open.at_mut(left).formatting = 0;
        }
        self.open.at_mut(position).formatting = entry;
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

    /// [Any other end tag](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)
    /// of "in body".
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
