//! Putting nodes into a tree and taking them out.

use std::{mem, rc::Rc};

use sapwood_markup5ever::tendril::StrTendril;

use crate::node::{Handle, Node, NodeData};

/// Makes `child` the last child of `parent`.
#[inline]
pub(crate) fn append(parent: &Handle, child: Handle) {
    let before = child.parent.replace(Some(Rc::downgrade(parent)));
    if before.is_some() {
        child.parent.set(before);
        remove(&child);
        child.parent.set(Some(Rc::downgrade(parent)));
    }
    parent.children.borrow_mut().push(child);
}

/// Appends a text to `parent`: to its last child, if that is a text.
#[inline]
pub(crate) fn append_text(parent: &Handle, text: StrTendril) {
    let mut children = parent.children.borrow_mut();
    match children.last() {
        Some(last) if push_text(last, &text) => {}
        _ => children.push(child_of(parent, NodeData::text(text))),
    }
}

/// A node that is to be made a child of `parent`.
#[inline]
pub(crate) fn child_of(parent: &Handle, data: NodeData) -> Handle {
    Rc::new(Node { parent: Some(Rc::downgrade(parent)).into(), children: Vec::new().into(), data })
}

/// Joins `text` to `node` if that is a text.
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

/// The parent of a node, and the node's place among the children.
///
/// The search begins at the last child: what a parser moves or inserts before is near the end.
pub(crate) fn parent_and_index(node: &Handle) -> Option<(Handle, usize)> {
    let parent = node.parent()?;
    let index = parent.children.borrow().iter().rposition(|child| Rc::ptr_eq(child, node))?;
    Some((parent, index))
}

/// Puts `child` before `sibling`; `false` if that has no parent.
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

/// Puts a text before `sibling`, joined to a text that is there; `false` if that has no parent.
pub(crate) fn insert_text_before(sibling: &Handle, text: StrTendril) -> bool {
    let Some((parent, index)) = parent_and_index(sibling) else { return false };
    let mut children = parent.children.borrow_mut();
    let joined = index.checked_sub(1).is_some_and(|before| push_text(&children[before], &text));
    if !joined {
        children.insert(index, child_of(&parent, NodeData::text(text)));
    }
    true
}

/// Takes a node out of its parent.
pub(crate) fn remove(node: &Handle) {
    if let Some((parent, index)) = parent_and_index(node) {
        parent.children.borrow_mut().remove(index);
    }
    node.parent.set(None);
}

/// Takes all children out of a node.
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
