//! Insertion and removal of nodes.

use std::{mem, rc::Rc};

use sapwood_markup5ever::tendril::StrTendril;

use crate::node::{Handle, Node, NodeData};

/// Removes `child` from its old parent and appends it to `parent`.
#[inline]
pub(crate) fn append(parent: &Handle, child: Handle) {
    let old_parent = child.parent.replace(Some(Rc::downgrade(parent)));
    if old_parent.is_some() {
        child.parent.set(old_parent);
        remove(&child);
        child.parent.set(Some(Rc::downgrade(parent)));
    }
    parent.children.borrow_mut().push(child);
}

/// Appends a text to `parent`: to its last child, if that is a text, else as a node if `may_add`.
#[inline]
pub(crate) fn append_text(parent: &Handle, text: StrTendril, may_add: impl FnOnce() -> bool) {
    let mut children = parent.children.borrow_mut();
    match children.last() {
        Some(last) if push_text(last, &text) => {}
        _ if may_add() => children.push(child_of(parent, NodeData::text(text))),
        _ => {}
    }
}

/// Creates a node with `parent` as its parent. The caller adds it to the children.
#[inline]
pub(crate) fn child_of(parent: &Handle, data: NodeData) -> Handle {
    Rc::new(Node { parent: Some(Rc::downgrade(parent)).into(), children: Vec::new().into(), data })
}

/// Appends `text` to `node` if that is a text node. Text beyond the length limit of a tendril is dropped.
fn push_text(node: &Node, text: &StrTendril) -> bool {
    if let NodeData::Text { contents } = &node.data {
        let mut contents = contents.borrow_mut();
        if contents.len32().checked_add(text.len32()).is_some() {
            contents.push_tendril(text);
        }
        return true;
    }
    false
}

/// Returns the parent of a node and the node's index among the children.
///
/// The search starts at the last child, because the nodes that a parser moves are usually near the end.
pub(crate) fn parent_and_index(node: &Handle) -> Option<(Handle, usize)> {
    let parent = node.parent()?;
    let index = parent.children.borrow().iter().rposition(|child| Rc::ptr_eq(child, node))?;
    Some((parent, index))
}

/// Inserts `child` before `sibling`; returns `false` if `sibling` has no parent.
pub(crate) fn insert_before(sibling: &Handle, child: Handle) -> bool {
    if Rc::ptr_eq(sibling, &child) {
        return true;
    }
    remove(&child);
    let Some((parent, index)) = parent_and_index(sibling) else { return false };
    child.parent.set(Some(Rc::downgrade(&parent)));
    parent.children.borrow_mut().insert(index, child);
    true
}

/// Puts a text before `sibling`, joined to a text that is there, else as a node if `may_add`; `false` if `sibling` has
/// no parent.
pub(crate) fn insert_text_before(
    sibling: &Handle,
    text: StrTendril,
    may_add: impl FnOnce() -> bool,
) -> bool {
    let Some((parent, index)) = parent_and_index(sibling) else { return false };
    let mut children = parent.children.borrow_mut();
    let joined = index.checked_sub(1).is_some_and(|before| push_text(&children[before], &text));
    if !joined && may_add() {
        children.insert(index, child_of(&parent, NodeData::text(text)));
    }
    true
}

/// Removes a node from its parent.
pub(crate) fn remove(node: &Handle) {
    if let Some((parent, index)) = parent_and_index(node) {
        parent.children.borrow_mut().remove(index);
    }
    node.parent.set(None);
}

/// Removes all children of a node.
pub(crate) fn clear(node: &Handle) {
    for child in mem::take(&mut *node.children.borrow_mut()) {
        child.parent.set(None);
    }
}

/// Moves all children of `from` to the end of `to`.
pub(crate) fn move_children(from: &Handle, to: &Handle) {
    if Rc::ptr_eq(from, to) {
        return;
    }
    let children = mem::take(&mut *from.children.borrow_mut());
    for child in &children {
        child.parent.set(Some(Rc::downgrade(to)));
    }
    to.children.borrow_mut().extend(children);
}
