//! All nodes of a document in one buffer, which JavaScript reads without calls.
//!
//! The numbers of the buffer begin with a header: how many nodes, attributes, names and inner trees there are. Then come the nodes in
//! tree order, [`NODE`] numbers each: first those of the document, then those of each inner tree (the contents of a template, or a
//! shadow tree). Then the attributes, [`ATTRIBUTE`] numbers each; the names, as start and end in the decoded texts; and the
//! inner trees: the row of the element, that of the root, and 1 for a shadow tree.

use std::collections::HashMap;

use sapwood::{Namespace, NodeData, NodeRef, Span, dom::Origin};
use sapwood_capi::{document::Document, node};

use crate::packed::{Packed, Texts};

/// The id in two halves, the kind as `nodeType`, the row of the parent, the row after the last descendant, the local name, the
/// prefix, the namespace, and the start and end of the data; for an element, those of its attributes.
const NODE: usize = 10;
/// The local name, the prefix, the namespace, and the start and end of the value.
const ATTRIBUTE: usize = 5;
/// No row, and no name.
const NONE: u32 = u32::MAX;

const HEADER: usize = 4;

/// The number of a row that is the row after the last descendant.
const END: usize = 4;

/// Names that were met, each with its number.
#[derive(Default)]
struct Names<'d> {
    numbers: HashMap<&'d str, u32>,
    /// Start and end of each in the texts.
    spans: Vec<u32>,
    /// Numbers of names that were looked up before, by their address: most are known names, of which there is one copy.
    recent: Vec<(&'d str, u32)>,
}

/// The size of the table of recent names.
const RECENT: usize = 512;

impl<'d> Names<'d> {
    fn number(&mut self, name: &'d str, texts: &mut Texts) -> u32 {
        if self.recent.is_empty() {
            self.recent = vec![("", NONE); RECENT];
        }
        let address = name.as_ptr() as usize;
        let slot = (address ^ (address >> 9)) % RECENT;
        let (recent, number) = self.recent[slot];
        if number != NONE && std::ptr::eq(recent, name) {
            return number;
        }
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            let (start, end) = texts.push(name);
            self.spans.extend([start, end]);
        }
        self.recent[slot] = (name, number);
        number
    }
}

#[derive(Default)]
struct Rows<'d> {
    /// The header and the nodes.
    nodes: Vec<u32>,
    attributes: Vec<u32>,
    names: Names<'d>,
    texts: Texts,
    /// Inner trees that have no rows yet.
    queue: Vec<(u32, NodeRef<'d>, u32)>,
    /// Inner trees that have.
    inner: Vec<u32>,
}

impl<'d> Rows<'d> {
    fn of(document: &'d sapwood::Document) -> Self {
        let mut rows = Self::default();
        rows.nodes.reserve(HEADER + document.len() * NODE);
        rows.nodes.extend([0; HEADER]);
        rows.attributes.reserve(document.attribute_count() * ATTRIBUTE);
        rows.push_tree(document.root());
        let mut at = 0;
        while let Some(&(element, root, is_shadow)) = rows.queue.get(at) {
            let row = rows.push_tree(root);
            rows.inner.extend([element, row, is_shadow]);
            at += 1;
        }
        rows
    }

    fn count(&self) -> u32 {
        ((self.nodes.len() - HEADER) / NODE) as u32
    }

    fn name(&mut self, name: Option<&'d str>) -> u32 {
        name.map_or(NONE, |name| self.names.number(name, &mut self.texts))
    }

    /// Appends the rows of a tree; returns the row of its root.
    fn push_tree(&mut self, root: NodeRef<'d>) -> u32 {
        let first = self.count();
        // The rows whose descendants have not ended.
        let mut open: Vec<u32> = Vec::new();
        let mut next = Some(root);
        while let Some(node) = next {
            let row = self.push(node, open.last().copied().unwrap_or(NONE));
            next = node.first_child();
            if next.is_some() {
                open.push(row);
                continue;
            }
            self.end(row);
            let mut at = node;
            while at.node_id() != root.node_id() {
                next = at.next_sibling();
                if next.is_some() {
                    break;
                }
                let (Some(parent), Some(row)) = (at.parent(), open.pop()) else { break };
                self.end(row);
                at = parent;
            }
        }
        first
    }

    fn end(&mut self, row: u32) {
        self.nodes[HEADER + row as usize * NODE + END] = self.count();
    }

    fn push(&mut self, node: NodeRef<'d>, parent: u32) -> u32 {
        let row = self.count();
        let id = node.node_id().to_bits();
        let kind = node::kind(node) as u32;
        let [name, prefix, namespace, start, end] = match node.data() {
            NodeData::Element(_) => self.element(node, row),
            NodeData::Text(data) | NodeData::Comment(data) => self.data(None, data),
            NodeData::ProcessingInstruction { target, data } => self.data(Some(target), data),
            NodeData::Doctype(doctype) => [self.name(Some(doctype.name)), NONE, NONE, 0, 0],
            _ => [NONE, NONE, NONE, 0, 0],
        };
        let [low, high] = [id as u32, (id >> 32) as u32];
        self.nodes.extend([low, high, kind, parent, 0, name, prefix, namespace, start, end]);
        row
    }

    fn data(&mut self, target: Option<&'d str>, data: &str) -> [u32; 5] {
        let (start, end) = self.texts.push(data);
        [self.name(target), NONE, NONE, start, end]
    }

    fn element(&mut self, node: NodeRef<'d>, row: u32) -> [u32; 5] {
        let start = (self.attributes.len() / ATTRIBUTE) as u32;
        for attribute in node.attrs() {
            let name = self.name(Some(attribute.local_name()));
            let prefix = self.name(attribute.prefix());
            let has_namespace = attribute.namespace() != Namespace::None;
            let namespace = self.name(has_namespace.then(|| attribute.namespace_uri()));
            let (from, to) = self.texts.push(attribute.value());
            self.attributes.extend([name, prefix, namespace, from, to]);
        }
        let end = (self.attributes.len() / ATTRIBUTE) as u32;
        if let Some(contents) = node.template_contents() {
            self.queue.push((row, contents, 0));
        }
        if let Some(shadow) = node.shadow_root() {
            self.queue.push((row, shadow.root, 1));
        }
        let name = self.name(node.local_name());
        let prefix = self.name(node.prefix());
        [name, prefix, self.name(node.namespace_uri()), start, end]
    }

    fn pack(self) -> Box<Packed> {
        let counts = [
            self.count(),
            (self.attributes.len() / ATTRIBUTE) as u32,
            self.names.spans.len() as u32 / 2,
            self.inner.len() as u32 / 3,
        ];
        let mut numbers = self.nodes;
        numbers[..HEADER].copy_from_slice(&counts);
        numbers.extend(self.attributes);
        numbers.extend(self.names.spans);
        numbers.extend(self.inner);
        Packed::new(numbers, self.texts)
    }
}

/// Returns all nodes of a document. Null for the tree of a match whose stream has gone on.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_snapshot(document: &Document) -> Option<Box<Packed>> {
    document.read(|document| Rows::of(document).pack())
}

/// Returns where the nodes and then the attributes of a snapshot were written, in the same order: for a node five numbers, the start and end
/// of its start tag or of the whole node, those of its end tag, and, for a formatting element that was opened again, whose start tag is
/// that of the first, 1 more than where that was; for an attribute two. The offsets are those of UTF-8; `NONE` where something was not
/// written. The option `positions` must have been set.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_spans(document: &Document) -> Option<Box<Packed>> {
    document.read(|document| {
        let (mut nodes, mut attributes) = (Vec::new(), Vec::new());
        let mut roots = vec![document.root()];
        let mut at = 0;
        while let Some(&root) = roots.get(at) {
            at += 1;
            for node in std::iter::once(root).chain(root.descendants()) {
                let original = match node.origin() {
                    Some(Origin::Reopened(original)) => document.node(original),
                    _ => None,
                };
                let is_implied = node.origin() == Some(Origin::Implied);
                let span = original.unwrap_or(node).span();
                nodes.extend(halves(span.filter(|_| !is_implied)));
                nodes.extend(halves(node.end_tag()));
                let reopened = original.and(node.span()).map_or(0, |span| span.start as u32 + 1);
                nodes.push(reopened);
                node.attrs().for_each(|attribute| attributes.extend(halves(attribute.span())));
                roots.extend(node.template_contents());
                roots.extend(node.shadow_root().map(|shadow| shadow.root));
            }
        }
        nodes.extend(attributes);
        Packed::new(nodes, Texts::default())
    })
}

fn halves(span: Option<Span>) -> [u32; 2] {
    span.map_or([NONE, NONE], |span| [span.start as u32, span.end as u32])
}
