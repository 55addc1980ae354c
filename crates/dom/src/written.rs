//! A tree written by its links: what [`serializer::write_inner`] writes with default options, which writes
//! what is rare.

use names::Namespace;
use scan::{Level, Work, at_best_level};
use serializer::{KnownName, Pen, push_inner, push_outer};

use crate::{
    arena::{Head, Kind, Node, Slot},
    attributes::Attribute,
    document::Document,
    node::{NodeData, NodeRef},
    text::Run,
};

/// What is in `node`, as HTML, with room for so many bytes from the start.
pub(crate) fn inner(node: NodeRef<'_>, capacity: usize) -> String {
    at_best_level(Inner { node, capacity })
}

/// `node` and what is in it, as HTML.
pub(crate) fn outer(node: NodeRef<'_>) -> String {
    at_best_level(Outer { node })
}

struct Inner<'d> {
    node: NodeRef<'d>,
    capacity: usize,
}

impl Work for Inner<'_> {
    type Output = String;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> String {
        let Self { node, capacity } = self;
        let mut pen = Pen::keeping(level, capacity);
        if node.head().has_fragment() {
            pen.lend(|pen| push_inner(pen, &node.document, &node));
        } else {
            write_below(&mut pen, node);
        }
        pen.into_string()
    }
}

struct Outer<'d> {
    node: NodeRef<'d>,
}

impl Work for Outer<'_> {
    type Output = String;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> String {
        let Self { node } = self;
        let (document, entry) = (node.document, node.entry());
        let mut pen = Pen::keeping(level, 0);
        if !node.is_element() || entry.head.has_fragment() {
            write_rare(&mut pen, document, node.id);
            return pen.into_string();
        }
        let known = known(entry.head);
        write_start_tag(&mut pen, Parts::of(document), entry, known);
        write_below(&mut pen, node);
        if !is_void(entry.head, known) {
            write_end_tag(&mut pen, document, entry, known);
        }
        pen.into_string()
    }
}

/// What is looked at for each node, so that it needn't be looked up in the document each time.
#[derive(Clone, Copy)]
struct Parts<'d> {
    document: &'d Document,
    nodes: &'d [Node],
    attributes: &'d [Attribute],
    text: &'d str,
}

impl<'d> Parts<'d> {
    #[inline(always)]
    fn of(document: &'d Document) -> Self {
        let (nodes, text) = (document.nodes.entries(), document.texts.whole());
        Self { document, nodes, attributes: &document.attributes, text }
    }
}

/// Writes the descendants of `root`.
#[inline(always)]
fn write_below<L: Level>(pen: &mut Pen<L>, root: NodeRef<'_>) {
    let parts = Parts::of(root.document);
    let Parts { document, nodes, text, .. } = parts;
    let known_root = known(root.head());
    if has_raw_text(root.head(), known_root) || is_void(root.head(), known_root) {
        return write_raw(pen, root);
    }
    let Some(mut id) = root.entry().first_child else { return };
    loop {
        let mut entry = &nodes[id.index()];
        if entry.head.is(Kind::Text) {
            pen.push_text(text, entry.start as usize, entry.len as usize);
        } else if entry.head.is(Kind::Element) && !entry.head.has_fragment() {
            let known = known(entry.head);
            write_start_tag(pen, parts, entry, known);
            if let Some(child) = entry.first_child {
                if !has_raw_text(entry.head, known) && !is_void(entry.head, known) {
                    id = child;
                    continue;
                }
                write_raw(pen, NodeRef { document, id });
            }
            if !is_void(entry.head, known) {
                write_end_tag(pen, document, entry, known);
            }
        } else {
            write_rare(pen, document, id);
        }
        while entry.next.is_none() {
            let Some(parent) = entry.parent.filter(|parent| *parent != root.id) else { return };
            entry = &nodes[parent.index()];
            write_end_tag(pen, document, entry, known(entry.head));
        }
        let Some(next) = entry.next else { return };
        id = next;
    }
}

/// Writes what is in an element whose texts are written as they are, or that is void.
#[inline(never)]
fn write_raw<L: Level>(pen: &mut Pen<L>, element: NodeRef<'_>) {
    if is_void(element.head(), known(element.head())) {
        return;
    }
    for child in element.children() {
        match child.data() {
            NodeData::Text(text) => pen.push(text),
            _ => write_rare(pen, element.document, child.id),
        }
    }
}

/// Writes a node that is written rarely, with what is in it.
#[inline(never)]
fn write_rare<L: Level>(pen: &mut Pen<L>, document: &Document, id: Slot) {
    pen.lend(|pen| push_outer(pen, &document, &NodeRef { document, id }));
}

#[inline(always)]
fn write_start_tag<L: Level>(
    pen: &mut Pen<L>,
    parts: Parts<'_>,
    entry: &Node,
    known: Option<&'static KnownName>,
) {
    let Parts { document, text, .. } = parts;
    match known {
        Some(known) => pen.push_start(known),
        None => pen.push_any_start(document.name_of_element(entry)),
    }
    let attributes = &parts.attributes[entry.start as usize..][..entry.len as usize];
    for attribute in attributes {
        let Run { start, len } = attribute.value();
        let (start, length) = (start as usize, len as usize);
        match KnownName::of(attribute.plain_name()) {
            Some(known) => pen.push_attribute(known, text, start, length),
            None => {
                pen.push_any_attribute(document.name_of_attribute(*attribute));
                pen.push_value(text, start, length);
                pen.push("\"");
            }
        }
    }
    pen.push(">");
}

#[inline(always)]
fn write_end_tag<L: Level>(
    pen: &mut Pen<L>,
    document: &Document,
    entry: &Node,
    known: Option<&'static KnownName>,
) {
    match known {
        Some(known) => pen.push_end(known),
        None => pen.push_any_end(document.name_of_element(entry)),
    }
}

/// The name of an element that goes by its local name, if that is a known one.
#[inline(always)]
fn known(head: Head) -> Option<&'static KnownName> {
    KnownName::of(head.name())
        .filter(|_| head.is_element_of(Namespace::Html) || is_element_of_foreign_content(head))
}

#[inline(never)]
fn is_element_of_foreign_content(head: Head) -> bool {
    head.is_element_of(Namespace::Svg) || head.is_element_of(Namespace::MathMl)
}

#[inline(always)]
fn is_void(head: Head, known: Option<&'static KnownName>) -> bool {
    known.is_some_and(|known| known.is_void() && head.is_element_of(Namespace::Html))
}

/// Whether texts in the element are written as they are.
#[inline(always)]
fn has_raw_text(head: Head, known: Option<&'static KnownName>) -> bool {
    known.is_some_and(|known| known.is_raw(false) && head.is_element_of(Namespace::Html))
}
