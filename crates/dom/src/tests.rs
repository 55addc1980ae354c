//! Tests that build trees by hand through the sink.

mod adding;
mod dump;
mod edits;
mod filters;
mod ids;
#[cfg(feature = "select")]
mod index;
mod model;
mod nodes;
mod patches;
mod qualified;
mod selects;
mod snapshot;
mod walks;
mod xml;

use sapwood_names::{Name, NameId, Namespace, attribute_id, tag_id};
use sapwood_tree::{Attribute, ElementName, NewElement, Origin, Span, TreeSink};

use crate::{
    Builder, BuilderOptions, Document, NodeId, NodeRef,
    store::node::{Kind, Slot},
};

/// The root as a handle: a builder doesn't look at the generation.
const ROOT: NodeId = NodeId::new(Slot::ROOT, 0);

/// An HTML element's name; one that isn't known has no id.
fn html(name: &str) -> ElementName<'_> {
    ElementName { namespace: Namespace::Html, name: Name { id: tag_id(name), text: name } }
}

/// Attributes without a namespace. The nth has the span n..n + 1.
fn attributes<'a>(pairs: &[(&'a str, &'a str)]) -> Vec<Attribute<'a>> {
    let attribute = |(at, &(text, value)): (usize, &(&'a str, &'a str))| Attribute {
        name: Name { id: attribute_id(text), text },
        namespace: Namespace::None,
        value,
        span: Span::new(at, at + 1),
    };
    pairs.iter().enumerate().map(attribute).collect()
}

/// Shorter spellings of what tests do all the time.
impl<const REPORT: bool> Builder<REPORT> {
    /// Appends an element with attributes.
    fn element(&mut self, parent: NodeId, name: &str, pairs: &[(&str, &str)]) -> NodeId {
        let element = self.detached(name, pairs);
        self.append(&parent, &element);
        element
    }

    /// Creates an element without a parent.
    fn detached(&mut self, name: &str, pairs: &[(&str, &str)]) -> NodeId {
        self.create_element(NewElement {
            name: html(name),
            attributes: attributes(pairs)[..].into(),
            origin: Origin::Tag(Span::new(1, 2)),
            html_integration_point: false,
        })
    }

    fn text(&mut self, parent: NodeId, text: &str) {
        self.append_text(&parent, text, Span::default());
    }

    fn pi(&mut self, parent: NodeId, target: &str, data: &str) -> NodeId {
        let node = self.create_processing_instruction(target, data, Span::default());
        self.append(&parent, &node);
        node
    }

    /// Appends `html` and `body`; returns `body`.
    fn page(&mut self) -> NodeId {
        let html = self.element(ROOT, "html", &[]);
        self.element(html, "body", &[])
    }

    fn dump(&self) -> String {
        self.document.dump().to_string()
    }
}

fn document() -> Builder {
    Builder::new(BuilderOptions::default())
}

fn fragment() -> Builder {
    Builder::new(BuilderOptions { fragment: true, ..BuilderOptions::default() })
}

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    /// `seed` isn't zero.
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

fn known(text: &str) -> NameId {
    let id = tag_id(text);
    assert!(id.is_known(), "{text}");
    id
}

/// Checks that the links of all nodes agree and that no node is its own ancestor.
#[track_caller]
fn check_links(document: &Document) {
    let nodes = &document.nodes;
    let ids = || (1..=nodes.len() as u32).filter_map(Slot::new);
    let mut with_parent = 0;
    for id in ids() {
        let node = nodes[id];
        let mut previous = None;
        let mut next = node.first_child;
        while let Some(child) = next {
            assert_eq!(nodes[child].parent, Some(id));
            assert_eq!(nodes[child].previous, previous);
            previous = next;
            next = nodes[child].next;
            with_parent += 1;
        }
        assert_eq!(node.last_child, previous);
        if node.parent.is_none() {
            assert_eq!((node.previous, node.next), (None, None));
        }
        if !matches!(node.head.kind(), Kind::Document | Kind::Fragment | Kind::Element) {
            assert_eq!(node.first_child, None);
        }
    }
    assert_eq!(with_parent, ids().filter(|&id| nodes[id].parent.is_some()).count());
    let roots = ids().filter(|&id| nodes[id].parent.is_none());
    let below = |id| NodeRef { document, id }.descendants().count() + 1;
    assert_eq!(roots.map(below).sum::<usize>(), nodes.len());
}
