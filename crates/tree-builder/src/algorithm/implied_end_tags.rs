//! [Closing elements that have implied end
//! tags](https://html.spec.whatwg.org/multipage/parsing.html#closing-elements-that-have-implied-end-tags)
//! and the other ways to pop elements.

use sapwood_names::{NameId, TagSet, foreign, sets, tag};
use sapwood_tree::{ErrorCode, Span, TreeSink};

use super::{
    element_flags::Flags,
    open_elements::{OpenElement, Position},
};
use crate::builder::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Pops the current node.
    #[inline]
    pub(crate) fn pop(&mut self) {
        const OBSERVED: Flags = Flags::OPTION.with(Flags::SELECT);
        if self.open.current_if_any().is_some_and(|it| it.flags.has(OBSERVED)) {
            self.before_select_or_option_pops();
        }
        if let Some(element) = self.open.pop() {
            self.popped(&element);
        }
    }

    #[inline]
    fn popped(&mut self, element: &OpenElement<S::Handle>) {
        if element.formatting != 0 {
            self.formatting.set_position(element.formatting, 0);
        }
        self.sink.pop(&element.handle, self.end_tag_of(element));
        self.close_left();
    }

    /// Reports the elements that left the stack before, and that were opened before the current node was popped.
    #[inline(always)]
    pub(crate) fn close_left(&mut self) {
        if S::CLOSES_LEFT {
            while let Some(element) = self.open.next_left() {
                self.sink.close_left(&element);
            }
        }
    }

    /// Returns the span of the current token if it is an end tag with the name of `element`.
    #[inline]
    fn end_tag_of(&self, element: &OpenElement<S::Handle>) -> Option<Span> {
        let closed = self.closing != NameId::UNKNOWN
            && (element.name == self.closing || foreign::lowercase(element.name) == self.closing);
        closed.then_some(self.span)
    }

    /// Reports that the element at `position` is taken off the stack without being popped.
    pub(crate) fn leave_stack(&mut self, position: Position) {
        let element = self.open.at(position);
        let end = self.end_tag_of(element);
        self.sink.leave_stack(&element.handle, end);
    }

    /// Reports the current tag as the end tag of the element at `position`, which isn't popped.
    pub(crate) fn record_end_tag(&mut self, position: Position) {
        self.sink.set_end_tag(&self.open.at(position).handle, self.span);
    }

    /// Pops until an HTML element `name` has been popped. The caller knows that one is open.
    #[inline]
    pub(crate) fn pop_until(&mut self, name: NameId) {
        while !self.open.is_empty() {
            let found = self.open.current().is_html(name);
            self.pop();
            if found {
                break;
            }
        }
    }

    /// Pops until an HTML element of `set` has been popped.
    pub(crate) fn pop_until_one_of(&mut self, set: &TagSet) {
        while !self.open.is_empty() {
            let found = self.open.current().is_html_in(set);
            self.pop();
            if found {
                break;
            }
        }
    }

    /// Clears the stack back to a table, table body or table row context: pops until the current node is
    /// an HTML element of `set`.
    pub(crate) fn clear_back_to(&mut self, set: &TagSet) {
        while !self.open.only_root() && !self.open.current().is_html_in(set) {
            self.pop();
        }
    }

    /// [Generates implied end
    /// tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags),
    /// except for `except` ([`NameId::UNKNOWN`] for none).
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self, except: NameId) {
        while let Some(element) = self.open.current_if_any()
            && element.flags.has(Flags::IMPLIED_END)
            && element.name != except
        {
            self.pop();
        }
    }

    /// [Generates all implied end tags
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly)
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        while self.open.current().is_html_in(&sets::IMPLIED_END_THOROUGHLY) {
            self.pop();
        }
    }

    /// Generates implied end tags except for `except`, reports an error if the current node isn't `name`
    /// then, and pops until a `name` has been popped.
    ///
    /// A `name` whose end tag may be implied must be passed as `except`, too.
    #[inline]
    pub(crate) fn close(&mut self, name: NameId, except: NameId) {
        if self.open.current().is_html(name) {
            return self.pop();
        }
        self.close_around(name, except);
    }

    /// Implements [`close`](Self::close) for a current node other than `name`.
    #[inline(never)]
    fn close_around(&mut self, name: NameId, except: NameId) {
        self.generate_implied_end_tags(except);
        if self.is_reporting() && !self.open.current().is_html(name) {
            self.error(ErrorCode::UnclosedElements);
        }
        self.pop_until(name);
    }

    /// [Closes a `p` element](https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element)
    #[inline]
    pub(crate) fn close_p(&mut self) {
        self.close(tag::P, tag::P);
    }

    /// Closes a `p` element if one is in button scope.
    #[inline]
    pub(crate) fn close_p_in_button_scope(&mut self) {
        if self.open.in_button_scope(tag::P) {
            self.close_p();
        }
    }
}
