//! [The `selectedcontent` element](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element):
//! it contains a copy of the selected `option` of its `select`.
//!
//! Two events of a parse change it:
//!
//! * An `option` is popped: if it is selected, its children are cloned into the first
//!   `selectedcontent` of its `select`. Neither the standard nor browsers require that the `select` is
//!   connected; so this also happens in fragments and in template contents.
//! * A `selectedcontent` is inserted and is connected: the first `selectedcontent` is filled again,
//!   later ones are emptied. Nodes in a fragment or in template contents are never connected.
//!
//! A `selectedcontent` in an `option`, in another `selectedcontent` or in two `select`s is disabled.
//! The standard checks this when the element becomes connected. Like Chromium, we check it everywhere,
//! and the first `selectedcontent` means the first that isn't disabled.
//!
//! An option around a template clones the template contents with all options in them. Therefore each
//! level of nesting doubles the tree, and only the [budget](sapwood_tree::Budget) bounds its size.

use sapwood_names::{attr, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::TreeSink;

use super::{element_flags::Flags, open_elements::Position, select::Select};
use crate::builder::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts a `select` for its start tag.
    pub(crate) fn insert_select(&mut self, tag: &Tag<'_>) {
        self.insert_html_element(tag);
        self.selects.push(Select::new(tag.attributes));
    }

    /// Inserts an `option` for its start tag.
    pub(crate) fn insert_option(&mut self, tag: &Tag<'_>) {
        let option = self.insert_html_element(tag);
        if !tag.attributes.is_empty() {
            let mut flags = self.open.at(option).flags;
            if tag.attributes.named(attr::SELECTED).is_some() {
                flags = flags.with(Flags::SELECTED);
            }
            if tag.attributes.named(attr::DISABLED).is_some() {
                flags = flags.with(Flags::DISABLED);
            }
            self.open.at_mut(option).flags = flags;
        }
    }

    /// Runs the steps that precede popping the current node, a `select` or an `option`.
    #[cold]
    pub(crate) fn before_select_or_option_pops(&mut self) {
        if self.open.current().flags.has(Flags::SELECT) {
            self.selects.pop();
        } else {
            self.option_pops();
        }
    }

    /// [Maybe clones an option into
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent):
    /// the current node, if it has a [nearest ancestor
    /// `select`](https://html.spec.whatwg.org/multipage/form-elements.html#option-nearest-ancestor-select).
    fn option_pops(&mut self) {
        let option = self.open.top();
        let select = self.open.last(tag::SELECT);
        let optgroup = self.open.last(tag::OPTGROUP);
        let in_optgroup = optgroup > select;
        if select == 0
            || self.open.last(tag::TEMPLATE) > select
            || self.open.last(tag::DATALIST) > select
            || self.open.previous_of_name(option) > select
            || (in_optgroup && self.open.previous_of_name(optgroup) > select)
        {
            return;
        }
        let element = self.open.at(option);
        let is_disabled = element.flags.has(Flags::DISABLED)
            || (in_optgroup && self.open.at(optgroup).flags.has(Flags::DISABLED));
        self.sink.option_popped(&element.handle);
        let Some(state) = self.selects.last_mut() else { return };
        let is_default = state.takes_first && state.selected.is_none() && !is_disabled;
        if !state.multiple && (element.flags.has(Flags::SELECTED) || is_default) {
            let option = element.handle.clone();
            state.selected = Some(option.clone());
            if let Some(content) = state.content.clone() {
                self.fill(&content, Some(&option));
            }
        }
    }

    /// Runs the [post-connection
    /// steps](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element) of
    /// the `selectedcontent` at `content`, which was just inserted.
    #[cold]
    pub(crate) fn selectedcontent_inserted(&mut self, content: Position) {
        let outside = self.open.last(tag::TEMPLATE);
        let select = self.open.last(tag::SELECT);
        let is_enabled = select > outside
            && self.open.previous_of_name(select) <= outside
            && self.open.last(tag::OPTION) <= outside
            && self.open.previous_of_name(content) <= outside;
        let Some(state) = self.selects.last_mut().filter(|_| is_enabled) else { return };
        let content = self.open.at(content).handle.clone();
        let selected = state.selected.clone();
        let (first, other) = match state.content.clone() {
            Some(first) => (first, state.other.replace(content.clone())),
            None => {
                state.content = Some(content.clone());
                if selected.is_none() {
                    return;
                }
                (content.clone(), None)
            }
        };
        if state.multiple || self.is_fragment() {
            return;
        }
        self.budget.advance_to(self.span.start);
        if self.sink.is_connected(&content, &mut self.budget) {
            self.fill(&first, selected.as_ref());
            if let Some(other) = other {
                self.fill(&other, None);
            }
        }
    }

    /// [Clones an option into
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent),
    /// or [clears](https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-selectedcontent) it.
    fn fill(&mut self, content: &S::Handle, option: Option<&S::Handle>) {
        if self.limit().is_some() {
            return;
        }
        self.budget.advance_to(self.span.start);
        self.sink.fill_selectedcontent(content, option, &mut self.budget);
        if let Some(limit) = self.sink.limit().or(self.budget.limit()) {
            self.stop(limit);
        }
    }
}
