//! Cloning an `option` into a `selectedcontent`.

use std::{cell::RefCell, rc::Rc};

use sapwood_markup5ever::NodeCount;
use sapwood_tree::{Budget, Limit};

use crate::{
    node::{Handle, Node, NodeData},
    tree,
};

/// Whether the root of `node` is `document`. Each ancestor costs one unit of the budget.
pub(crate) fn is_connected(document: &Handle, node: &Handle, budget: &mut Budget) -> bool {
    let mut node = Rc::clone(node);
    while let Some(parent) = node.parent() {
        node = parent;
        if budget.spend(1).is_err() {
            return false;
        }
    }
    Rc::ptr_eq(&node, document)
}

/// Replaces the children of `content` with deep clones of the children of `option`.
pub(crate) fn fill(
    content: &Handle,
    option: Option<&Handle>,
    budget: &mut Budget,
    nodes: &mut NodeCount,
) {
    let copies = Node::new(NodeData::Document);
    if let Some(option) = option {
        // With a limit reached, the parse ends with the clones that were made.
        let _ = clone_children(option, &copies, budget, nodes);
    }
    tree::clear(content);
    tree::move_children(&copies, content);
}

/// Appends deep clones of the children of `from` to `to`.
fn clone_children(
    from: &Handle,
    to: &Handle,
    budget: &mut Budget,
    nodes: &mut NodeCount,
) -> Result<(), Limit> {
    let mut pairs = vec![(Rc::clone(from), Rc::clone(to))];
    while let Some((from, to)) = pairs.pop() {
        for source in from.children.borrow().iter() {
            budget.spend(Budget::NODE + size(&source.data))?;
            nodes.add()?;
            let mut data = source.data.clone();
            if let NodeData::Element { template_contents, .. } = &mut data
                && let Some(contents) = template_contents.take()
            {
                budget.spend(Budget::NODE)?;
                nodes.add()?;
                let copied = Node::new(NodeData::Document);
                pairs.push((contents, Rc::clone(&copied)));
                *template_contents = RefCell::new(Some(copied));
            }
            let copy = tree::child_of(&to, data);
            pairs.push((Rc::clone(source), Rc::clone(&copy)));
            to.children.borrow_mut().push(copy);
        }
    }
    Ok(())
}

/// Length in bytes of a node's text or attributes.
fn size(data: &NodeData) -> u64 {
    let size = match data {
        NodeData::Element { attrs, .. } => {
            attrs.borrow().iter().map(|it| it.name.local.len() + it.value.len()).sum()
        }
        NodeData::Text { contents } => contents.borrow().len(),
        NodeData::Comment { contents } | NodeData::ProcessingInstruction { contents, .. } => {
            contents.len()
        }
        NodeData::Document | NodeData::Doctype { .. } => 0,
    };
    size as u64
}
