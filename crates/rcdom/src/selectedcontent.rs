//! [The `selectedcontent` element](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element):
//! it shows a copy of what the selected option of its `select` holds.

use std::{cell::RefCell, collections::HashMap, ptr, rc::Rc};

use names::attr;

use crate::{
    builder::Builder,
    node::{Handle, Node, NodeData},
    tree,
};

/// How many steps up the tree may be taken in all to see what is connected.
const EFFORT: usize = 16 << 20;

/// What is to be known of each `select` that has an option or a `selectedcontent`.
#[derive(Debug, Default)]
pub(crate) struct Selects {
    /// By their addresses, which are theirs as long as they are held here.
    states: HashMap<*const Node, Select>,
    steps: usize,
}

#[derive(Clone, Debug)]
struct Select {
    _held: Handle,
    multiple: bool,
    /// Whether an option is selected without being asked for: the display size is 1.
    takes_first: bool,
    selected: Option<Handle>,
    /// The first `selectedcontent`, the one that is filled.
    content: Option<Handle>,
    /// The latest of the others.
    other: Option<Handle>,
    /// Whether a later `selectedcontent` has already had the first filled again.
    refilled: bool,
}

impl Select {
    fn new(select: &Handle) -> Self {
        Self {
            _held: Rc::clone(select),
            multiple: has(select, attr::MULTIPLE.as_str()),
            takes_first: value(select, attr::SIZE.as_str(), |size| size.is_none_or(shows_one)),
            selected: None,
            content: None,
            other: None,
            refilled: false,
        }
    }
}

/// Calls `see` with the value of an attribute.
fn value<T>(element: &Node, name: &str, see: impl FnOnce(Option<&str>) -> T) -> T {
    let NodeData::Element { attrs, .. } = &element.data else { return see(None) };
    let attrs = attrs.borrow();
    let found = attrs.iter().find(|it| it.name.ns.is_empty() && *it.name.local == *name);
    see(found.map(|attribute| &*attribute.value))
}

fn has(element: &Node, name: &str) -> bool {
    value(element, name, |value| value.is_some())
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
    let value = number[..end].trim_start_matches('0');
    // "-0" is zero, any other negative number an error.
    if negative { end == 0 || !value.is_empty() } else { end == 0 || value == "1" }
}

impl Builder {
    fn select(&mut self, select: &Handle) -> &mut Select {
        let states = &mut self.selects.states;
        states.entry(Rc::as_ptr(select)).or_insert_with(|| Select::new(select))
    }

    /// Whether `node` is in the document's own tree, or else the search gave up.
    fn is_connected(&mut self, node: &Handle) -> bool {
        let mut node = Rc::clone(node);
        while let Some(parent) = node.parent() {
            node = parent;
            self.selects.steps += 1;
            if self.selects.steps > EFFORT {
                return true;
            }
        }
        Rc::ptr_eq(&node, &self.dom.document)
    }

    /// The [post-connection steps of
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element).
    pub(crate) fn insert_selectedcontent(&mut self, content: &Handle, select: &Handle) {
        let state = self.select(select);
        let known = state.clone();
        match known.content {
            None => state.content = Some(Rc::clone(content)),
            Some(_) => state.other = Some(Rc::clone(content)),
        }
        // Nothing of a fragment is connected; where nothing is to do, don't look if this is.
        let idle = known.content.is_none() && known.selected.is_none();
        if idle || known.multiple || self.is_fragment || !self.is_connected(content) {
            return;
        }
        let first = known.content.as_ref().unwrap_or(content);
        match known.selected {
            // The option is closed and the first `selectedcontent` too: filling it more than once
            // again would yield the same.
            Some(_) if known.refilled => {}
            Some(option) => {
                self.select(select).refilled = known.content.is_some();
                fill(first, &option);
            }
            None => tree::clear(first),
        }
        if let Some(other) = known.other {
            tree::clear(&other);
        }
    }

    /// [Maybe clones an option into
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent).
    pub(crate) fn pop_option(
        &mut self,
        option: &Handle,
        select: &Handle,
        in_disabled_optgroup: bool,
    ) {
        let (selected, disabled) =
            (has(option, attr::SELECTED.as_str()), has(option, attr::DISABLED.as_str()));
        let state = self.select(select);
        if state.multiple {
            return;
        }
        let is_first = state.selected.is_none() && state.takes_first;
        if selected || (is_first && !disabled && !in_disabled_optgroup) {
            state.selected = Some(Rc::clone(option));
            if let Some(content) = &state.content {
                fill(content, option);
            }
        }
    }
}

/// [Clones an option into
/// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent).
fn fill(content: &Handle, option: &Handle) {
    let copies = clone_children(option);
    tree::clear(content);
    tree::move_children(&copies, content);
}

/// Deep clones of the children of `from`, as children of a node that holds nothing else.
fn clone_children(from: &Handle) -> Handle {
    let root = Node::new(NodeData::Document);
    let mut pairs = vec![(Rc::clone(from), Rc::clone(&root))];
    while let Some((from, to)) = pairs.pop() {
        for source in from.children.borrow().iter() {
            let mut data = source.data.clone();
            if let NodeData::Element { template_contents, .. } = &mut data
                && let Some(contents) = template_contents.take()
            {
                let copied = Node::new(NodeData::Document);
                pairs.push((contents, Rc::clone(&copied)));
                *template_contents = RefCell::new(Some(copied));
            }
            let copy = tree::child_of(&to, data);
            pairs.push((Rc::clone(source), Rc::clone(&copy)));
            to.children.borrow_mut().push(copy);
        }
    }
    debug_assert!(!ptr::eq(&*root, &**from));
    root
}
