//! What is true of every document, whatever it was parsed from.

use sapwood::{Document, NodeData, NodeRef};

/// Checks that all links between nodes agree and that the document has the children it may have.
///
/// # Errors
///
/// What doesn't hold.
pub fn check(document: &Document) -> Result<(), String> {
    let mut fragments = vec![document.document()];
    let mut nodes = 0;
    while let Some(root) = fragments.pop() {
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
