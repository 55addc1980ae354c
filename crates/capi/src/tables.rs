//! All nodes and attributes of a tree as flat arrays: one call for bindings that pay for each.

use std::{mem::MaybeUninit, sync::Arc};

use sapwood::{NodeData, NodeRef};

use crate::{
    border::{ErrorOut, Out, required, run, value},
    document::{Document, node_or_root},
    failure::{Failure, Status},
    node::{Attribute, NodeKind, NodeNumber, kind, number},
    strings::Str,
};

/// A node in the array of nodes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NodeRow {
    /// The id.
    pub node: NodeNumber,
    /// The local name of an element, target of a processing instruction or name of a DOCTYPE; null for other nodes.
    pub name: Str,
    /// The data of a text, comment or processing instruction; null for other nodes.
    pub data: Str,
    /// The kind.
    pub kind: NodeKind,
    /// The index of the parent; `UINT32_MAX` for the first row.
    pub parent: u32,
    /// The index of the row after the last descendant. So the children of the row `i` are `i + 1`, the `end` of that, and so on.
    pub end: u32,
    /// The index of the first attribute in the array of attributes.
    pub first_attribute: u32,
    /// The number of attributes.
    pub attribute_count: u32,
}

/// The nodes of a tree and their attributes, in tree order. The arrays live as long as the tables, even if the document is edited or
/// freed; they show the document as it was.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_tables *tables = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p class=a>x"), NULL, &document, NULL);
/// sapwood_tables_new(document, sapwood_document_body(document), &tables, NULL);
/// sapwood_document_free(document);
/// size_t node_count, attribute_count;
/// const sapwood_node_row *nodes = sapwood_tables_nodes(tables, &node_count);
/// const sapwood_attribute *attributes = sapwood_tables_attributes(tables, &attribute_count);
/// assert(node_count == 3 && attribute_count == 1);
/// assert(nodes[1].parent == 0 && nodes[1].end == 3 && nodes[2].data.data[0] == 'x');
/// assert(attributes[nodes[1].first_attribute].value.data[0] == 'a');
/// sapwood_tables_free(tables);
/// ```
pub struct Tables {
    nodes: Vec<NodeRow>,
    attributes: Vec<Attribute>,
    /// The owner of the texts in the arrays.
    _document: Arc<sapwood::Document>,
}

// SAFETY: the pointers in the arrays point into the document, which the tables own a share of, and which never changes.
unsafe impl Send for Tables {}
// SAFETY: as above.
unsafe impl Sync for Tables {}

impl Tables {
    fn of(document: Arc<sapwood::Document>, root: NodeNumber) -> Result<Self, Failure> {
        let mut rows = Vec::new();
        let mut attributes = Vec::new();
        let root = node_or_root(&document, root)?;
        if number(root) == number(document.root()) {
            rows.reserve_exact(document.len());
            attributes.reserve_exact(document.attribute_count());
        }
        // The rows whose descendants have not ended.
        let mut open: Vec<u32> = Vec::new();
        let mut next = Some(root);
        while let Some(node) = next {
            let index = rows.len() as u32;
            rows.push(row(node, open.last().copied(), &mut attributes));
            next = node.first_child();
            if next.is_some() {
                open.push(index);
                continue;
            }
            rows[index as usize].end = index + 1;
            let mut at = node;
            while number(at) != number(root) {
                next = at.next_sibling();
                if next.is_some() {
                    break;
                }
                let (Some(parent), Some(row)) = (at.parent(), open.pop()) else { break };
                rows[row as usize].end = rows.len() as u32;
                at = parent;
            }
        }
        Ok(Self { nodes: rows, attributes, _document: document })
    }
}

fn row(node: NodeRef<'_>, parent: Option<u32>, attributes: &mut Vec<Attribute>) -> NodeRow {
    let first_attribute = attributes.len() as u32;
    let (name, data) = match node.data() {
        NodeData::Element(_) => {
            attributes.extend(node.attrs().map(Attribute::of));
            (node.local_name(), None)
        }
        NodeData::Text(data) | NodeData::Comment(data) => (None, Some(data)),
        NodeData::ProcessingInstruction { target, data } => (Some(target), Some(data)),
        NodeData::Doctype(doctype) => (Some(doctype.name), None),
        _ => (None, None),
    };
    NodeRow {
        node: number(node),
        name: Str::of_option(name),
        data: Str::of_option(data),
        kind: kind(node),
        parent: parent.unwrap_or(u32::MAX),
        end: 0,
        first_attribute,
        attribute_count: attributes.len() as u32 - first_attribute,
    }
}

/// Writes the tables of the nodes from `root` down; 0 for the whole document. The contents of templates and shadow trees are trees of
/// their own. To be freed by `sapwood_tables_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_tables_new(
    document: Option<&Document>,
    root: NodeNumber,
    tables: Out<'_, Option<Box<Tables>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let tables = required(tables, "tables")?;
        let shared = required(document, "document")?.0.read().shared();
        tables.write(Some(Box::new(Tables::of(shared.ok_or_else(Failure::stale)?, root)?)));
        Ok(())
    })
}

/// Frees tables. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_tables_free(tables: Option<Box<Tables>>) {
    value((), || drop(tables));
}

/// Returns the array of nodes and writes their number. The first is the root.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_tables_nodes(
    tables: Option<&Tables>,
    count: Out<'_, usize>,
) -> *const NodeRow {
    array(tables.map(|tables| &*tables.nodes), count)
}

/// Returns the array of attributes and writes their number.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_tables_attributes(
    tables: Option<&Tables>,
    count: Out<'_, usize>,
) -> *const Attribute {
    array(tables.map(|tables| &*tables.attributes), count)
}

/// The start of an array, whose length is written.
pub(crate) fn array<T>(items: Option<&[T]>, count: Out<'_, usize>) -> *const T {
    let items = items.unwrap_or_default();
    if let Some(count) = count {
        MaybeUninit::write(count, items.len());
    }
    items.as_ptr()
}
