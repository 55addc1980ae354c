//! What the relaxed [`select`](https://html.spec.whatwg.org/multipage/form-elements.html#the-select-element)
//! needs to know of open elements: whose option this is, whose `selectedcontent`.

use names::tag;
use tree_sink::TreeSink;

use super::open_elements::{Flags, Position};
use crate::builder::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Tells the sink of the current node, an `option`, before it is popped, if it has a [nearest
    /// ancestor `select`](https://html.spec.whatwg.org/multipage/form-elements.html#option-nearest-ancestor-select).
    #[cold]
    pub(crate) fn option_popped(&mut self) {
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
        let disabled = in_optgroup
            && self.open.below(option) == optgroup
            && self.open.at(optgroup).flags.has(Flags::DISABLED_OPTGROUP);
        let (option, select) = (&self.open.at(option).handle, &self.open.at(select).handle);
        self.sink.option_popped(option, select, disabled);
    }

    /// Tells the sink of a `selectedcontent` that was inserted, unless it is
    /// [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#selectedcontent-disabled).
    #[cold]
    pub(crate) fn selectedcontent_inserted(&mut self, content: Position) {
        let outside = self.open.last(tag::TEMPLATE);
        let select = self.open.last(tag::SELECT);
        if select > outside
            && self.open.previous_of_name(select) <= outside
            && self.open.last(tag::OPTION) <= outside
            && self.open.previous_of_name(content) <= outside
        {
            let (content, select) = (&self.open.at(content).handle, &self.open.at(select).handle);
            self.sink.selectedcontent_inserted(content, select);
        }
    }
}
