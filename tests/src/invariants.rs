//! Invariants of every parsed document.

use sapwood::{Document, NodeData, NodeRef};

/// Checks that all links between nodes agree, that the document has permitted children, and that iterators and
/// selectors visit the nodes in the order of the links.
///
/// # Errors
///
/// Returns the invariant that does not hold.
pub fn check(document: &Document) -> Result<(), String> {
    check_edited(document)?;
    let is_empty = |node: &NodeRef<'_>| node.as_text() == Some("");
    match document.root().descendants().find(is_empty) {
        None => Ok(()),
        Some(text) => Err(format!("{:?}: an empty text", text.node_id())),
    }
}

/// Checks a document that was edited, which may have empty texts.
///
/// # Errors
///
/// Returns the invariant that does not hold.
pub fn check_edited(document: &Document) -> Result<(), String> {
    let mut fragments = vec![document.root()];
    let mut nodes = 0;
    while let Some(root) = fragments.pop() {
        check_order(root)?;
        for node in std::iter::once(root).chain(root.descendants()) {
            nodes += 1;
            if nodes > document.len() {
                return Err("a node is visited twice".to_owned());
            }
            check_children(node)?;
            fragments.extend(node.template_contents());
            fragments.extend(node.shadow_root().map(|root| root.root));
        }
    }
    if !matches!(document.root().data(), NodeData::Document) {
        return Ok(());
    }
    let mut elements = document.root().children().filter(NodeRef::is_element);
    if elements.next() != document.document_element() || elements.next().is_some() {
        return Err("the document element isn't the document's only element".to_owned());
    }
    Ok(())
}

fn check_children(parent: NodeRef<'_>) -> Result<(), String> {
    let mut previous = None;
    for child in parent.children() {
        if child.parent() != Some(parent) || child.previous_sibling() != previous {
            return Err(format!(
                "{:?} in {:?}: links don't agree",
                child.node_id(),
                parent.node_id()
            ));
        }
        previous = Some(child);
    }
    if parent.last_child() != previous {
        return Err(format!("{:?}: the last child differs", parent.node_id()));
    }
    match parent.data() {
        NodeData::Element(_) | NodeData::Fragment | NodeData::Document => Ok(()),
        _ if previous.is_none() => Ok(()),
        _ => Err(format!("{:?} has children", parent.node_id())),
    }
}

fn check_order(root: NodeRef<'_>) -> Result<(), String> {
    let nodes = by_links(root);
    if !root.descendants().eq(nodes.iter().copied()) {
        return Err(format!("below {:?}: descendants are out of order", root.node_id()));
    }
    let elements = nodes.iter().copied().filter(NodeRef::is_element);
    let all = root.select("*").map_err(|error| error.to_string())?;
    if !all.eq(elements) {
        return Err(format!("below {:?}: elements are out of order", root.node_id()));
    }
    let text: String = nodes.iter().filter_map(NodeRef::as_text).collect();
    // A sample of the inner nodes.
    for node in nodes.iter().step_by(nodes.len() / 8 + 1) {
        if !node.descendants().eq(by_links(*node)) {
            return Err(format!("below {:?}: descendants are out of order", node.node_id()));
        }
    }
    if root.text_content() == text {
        Ok(())
    } else {
        Err(format!("{:?}: the text differs", root.node_id()))
    }
}

/// Returns the descendants of `root`, found by following links.
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
