//! [The `selectedcontent` element](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element):
//! it shows a copy of what the selected option of its `select` holds.

use names::attr;

use crate::{
    arena::{Head, Kind, Link, Node, Slot},
    builder::Builder,
    document::Document,
};

/// What is to be known of each open `select`, in the order in which they were created.
#[derive(Debug, Default)]
pub(crate) struct Selects {
    states: Vec<(Slot, Select)>,
}

impl Selects {
    /// Forgets all and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
    }
}

#[derive(Clone, Copy, Debug)]
struct Select {
    multiple: bool,
    /// Whether an option is selected without being asked for: the display size is 1.
    takes_first: bool,
    selected: Link,
    /// The first `selectedcontent`, the one that is filled.
    content: Link,
    /// The latest of the others.
    other: Link,
    /// Whether a later `selectedcontent` has already had the first filled again.
    refilled: bool,
}

impl Select {
    fn new(document: &Document, select: Slot) -> Self {
        Self {
            multiple: document.known_attribute(select, attr::MULTIPLE).is_some(),
            takes_first: document.known_attribute(select, attr::SIZE).is_none_or(shows_one),
            selected: None,
            content: None,
            other: None,
            refilled: false,
        }
    }
}

/// Whether this `size` of a `select` makes its [display
/// size](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size) 1: it says
/// so, or it is no non-negative integer.
fn shows_one(size: &str) -> bool {
    let number = size.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
    let (negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number.strip_prefix('+').unwrap_or(number)),
    };
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let digits = &number[..end];
    let value = digits.trim_start_matches('0');
    // "-0" is zero, any other negative number an error.
    if negative {
        digits.is_empty() || !value.is_empty()
    } else {
        digits.is_empty() || value == "1"
    }
}

impl<const REPORT: bool> Builder<REPORT> {
    fn select(&mut self, select: Slot) -> &mut Select {
        let states = &mut self.selects.states;
        let place = states.partition_point(|(earlier, _)| *earlier < select);
        if states.get(place).is_none_or(|(id, _)| *id != select) {
            states.insert(place, (select, Select::new(&self.document, select)));
        }
        // Those that were created later are closed, or this wouldn't be the nearest.
        states.truncate(place + 1);
        &mut states[place].1
    }

    /// The [post-connection steps of
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element).
    pub(crate) fn insert_selectedcontent(&mut self, content: Slot, select: Slot) {
        let state = self.select(select);
        let known = *state;
        match known.content {
            None => state.content = Some(content),
            Some(_) => state.other = Some(content),
        }
        // Nothing of a fragment is connected; where nothing is to do, don't look if this is.
        let idle = known.content.is_none() && known.selected.is_none();
        if idle
            || known.multiple
            || self.options.fragment
            || !self.effort.is_connected(&self.document, content)
        {
            return;
        }
        let first = known.content.unwrap_or(content);
        match known.selected {
            // The option is closed and the first `selectedcontent` too: filling it more than once
            // again would yield the same.
            Some(_) if known.refilled => {}
            Some(option) => {
                self.select(select).refilled = known.content.is_some();
                self.fill(first, option);
            }
            None => self.document.nodes.unlink_children(first),
        }
        if let Some(other) = known.other {
            self.document.nodes.unlink_children(other);
        }
    }

    /// [Maybe clones an option into
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent).
    pub(crate) fn pop_option(&mut self, option: Slot, select: Slot, in_disabled_optgroup: bool) {
        let has = |name| self.document.known_attribute(option, name).is_some();
        let (selected, disabled) = (has(attr::SELECTED), has(attr::DISABLED));
        let state = self.select(select);
        if state.multiple {
            return;
        }
        let is_first = state.selected.is_none() && state.takes_first;
        if selected || (is_first && !disabled && !in_disabled_optgroup) {
            state.selected = Some(option);
            if let Some(content) = state.content {
                self.fill(content, option);
            }
        }
    }

    /// [Clones an option into
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent).
    fn fill(&mut self, content: Slot, option: Slot) {
        self.document.nodes.unlink_children(content);
        self.document.nodes.scatter();
        self.clone_children(option, content);
    }

    /// Appends deep clones of the children of `from` to `to`, text and attributes shared.
    fn clone_children(&mut self, from: Slot, to: Slot) -> Option<()> {
        // Copies are newer than all there was: should `to` lie in `from`, they aren't copied again.
        let first_new = self.document.len() + 1;
        let mut trees = vec![(from, to)];
        while let Some((from, to)) = trees.pop() {
            let mut parent = to;
            let mut next = self.document.nodes[from].first_child;
            while let Some(source) = next.filter(|source| source.index() < first_new) {
                let copy = self.clone_node(source, parent)?;
                if let Some(fragment) = self.document.fragment_of(source)
                    && let Some(copied) = self.clone_fragment(fragment, copy)
                {
                    trees.push((fragment, copied));
                }
                next = self.document.nodes[source].first_child;
                if next.is_some() {
                    parent = copy;
                    continue;
                }
                let mut done = source;
                next = loop {
                    let entry = &self.document.nodes[done];
                    if entry.next.is_some() || entry.parent == Some(from) {
                        break entry.next;
                    }
                    done = entry.parent?;
                    parent = self.document.nodes[parent].parent?;
                };
            }
        }
        Some(())
    }

    /// Appends a copy of `source` without its children to `parent`.
    fn clone_node(&mut self, source: Slot, parent: Slot) -> Link {
        let Node { mut head, start, len, .. } = self.document.nodes[source];
        head = match head.kind() {
            Kind::Text => Head::of(Kind::Text),
            _ => head.without_fragment(),
        };
        let copy = self.document.push(Node::new(head, start, len))?;
        self.document.nodes.link_last(parent, copy);
        if head.is(Kind::ProcessingInstruction) {
            let target = self.document.name_text(head.name());
            let data = self.document.data(&self.document.nodes[copy]);
            self.patches.note_marker(copy, target, data);
            self.patches.out_of_order();
        }
        Some(copy)
    }

    /// Hangs an empty copy of `fragment` on `host`: template contents, or a clonable shadow root.
    fn clone_fragment(&mut self, fragment: Slot, host: Slot) -> Link {
        match (self.document.nodes[fragment].len as usize).checked_sub(1) {
            None => self.document.push_fragment(host, 0),
            Some(entry) => {
                let init = self.document.shadow_roots[entry];
                if init.clonable { self.document.attach_shadow_root(host, &init) } else { None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shows_one;

    #[test]
    fn sizes() {
        for size in ["1", " +1", "01 rows", "x", "", "-", "-1", "+"] {
            assert!(shows_one(size), "{size:?}");
        }
        for size in ["0", "2", "10", "-0", "11x", "99999999999999999999"] {
            assert!(!shows_one(size), "{size:?}");
        }
    }
}
