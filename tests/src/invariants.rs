//! What is true of every document, whatever it was parsed from.

use sapwood::{Document, NodeData, NodeRef};

/// Checks that all links between nodes agree, that the document has the children it may have, and that whatever
/// goes over many nodes meets those that the links lead to, in that order.
///
/// # Errors
///
/// What doesn't hold.
pub fn check(document: &Document) -> Result<(), String> {
    let mut fragments = vec![document.document()];
    let mut nodes = 0;
    while let Some(root) = fragments.pop() {
        check_order(root)?;
        for node in std::iter::once(root).chain(root.descendants()) {
            nodes += 1;
            if nodes > document.len() {
                return Err("a node is met twice".to_owned());
            }
            check_children(node)?;
            fragments.extend(node.template_contents());
            fragments.extend(node.shadow_root().map(|root| root.root));
        }
    }
    if !matches!(document.document().data(), NodeData::Document) {
        return Ok(());
    }
    let mut elements = document.document().children().filter(NodeRef::is_element);
    if elements.next() != document.document_element() || elements.next().is_some() {
        return Err("the document element isn't the document's only element".to_owned());
    }
    Ok(())
}

fn check_children(parent: NodeRef<'_>) -> Result<(), String> {
    let mut previous = None;
    for child in parent.children() {
        if child.parent() != Some(parent) || child.previous_sibling() != previous {
            return Err(format!("{:?} in {:?}: links don't agree", child.id(), parent.id()));
        }
        if child.as_text() == Some("") {
            return Err(format!("{:?} in {:?}: an empty text", child.id(), parent.id()));
        }
        previous = Some(child);
    }
    if parent.last_child() != previous {
        return Err(format!("{:?}: the last child is another", parent.id()));
    }
    match parent.data() {
        NodeData::Element(_) | NodeData::Fragment | NodeData::Document => Ok(()),
        _ if previous.is_none() => Ok(()),
        _ => Err(format!("{:?} has children", parent.id())),
    }
}

fn check_order(root: NodeRef<'_>) -> Result<(), String> {
    let nodes = by_links(root);
    if !root.descendants().eq(nodes.iter().copied()) {
        return Err(format!("below {:?}: descendants in another order", root.id()));
    }
    let elements = nodes.iter().copied().filter(NodeRef::is_element);
    let all = root.select("*").map_err(|error| error.to_string())?;
    if !all.eq(elements) {
        return Err(format!("below {:?}: elements in another order", root.id()));
    }
    let text: String = nodes.iter().filter_map(NodeRef::as_text).collect();
    // What is below others is found in the same way; some stand for all.
    for node in nodes.iter().step_by(nodes.len() / 8 + 1) {
        if !node.descendants().eq(by_links(*node)) {
            return Err(format!("below {:?}: descendants in another order", node.id()));
        }
    }
    if root.text() == text { Ok(()) } else { Err(format!("{:?}: another text", root.id())) }
}

/// The descendants of `root`, from link to link.
fn by_links(root: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let mut nodes = Vec::new();
    let mut next = root.first_child();
    while let Some(node) = next {
        nodes.push(node);
        next = node.first_child();
        let mut done = node;
        while next.is_none() && done != root {
            next = done.next_sibling();
            match done.parent() {
                Some(parent) => done = parent,
                None => break,
            }
        }
    }
    nodes
}
