//! Fast serialization with default options.
//!
//! Writes what [`sapwood_serializer::write_inner`] writes. That one works on any [`TreeSource`](sapwood_tree::TreeSource); this
//! one follows the links of the arena and copies runs of the text buffer. It leaves rare nodes, such as templates,
//! comments and doctypes, to the general serializer.

use sapwood_names::Namespace;
use sapwood_scan::{Simd, SimdTask, dispatch};
use sapwood_serializer::{HtmlWriter, KnownName, push_inner, push_outer};

use crate::{
    read::node::{NodeData, NodeRef},
    store::{
        attributes::Attribute,
        document::Document,
        node::{Head, Kind, Node, Slot},
        texts::Run,
    },
};

/// The content of `node` as HTML, in a string with this initial capacity.
#[inline]
pub(crate) fn inner(node: NodeRef<'_>, capacity: usize) -> String {
    dispatch(Write { node, is_outer: false, capacity })
}

/// `node` and its content as HTML.
#[inline]
pub(crate) fn outer(node: NodeRef<'_>) -> String {
    dispatch(Write { node, is_outer: true, capacity: 0 })
}

/// Writes a node or its content. One task does both, since each has two copies of all that is inlined in it.
struct Write<'d> {
    node: NodeRef<'d>,
    is_outer: bool,
    capacity: usize,
}

impl SimdTask for Write<'_> {
    type Output = String;

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> String {
        let Self { node, is_outer, capacity } = self;
        let (document, entry) = (node.document, node.entry());
        let mut writer = HtmlWriter::unflushed(simd, capacity);
        if is_outer && !node.is_element() || entry.head.has_fragment() {
            if is_outer {
                write_rare(&mut writer, document, node.id);
            } else {
                writer.lend(|writer| push_inner(writer, &document, &node));
            }
            return writer.into_string();
        }
        let known = known(entry.head);
        if is_outer {
            write_start_tag(&mut writer, Parts::of(document), entry, known);
        }
        write_below(&mut writer, node);
        if is_outer && !is_void(entry.head, known) {
            write_end_tag(&mut writer, document, entry, known);
        }
        writer.into_string()
    }
}

/// The tables of the document that each node needs, loaded once.
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
fn write_below<V: Simd>(writer: &mut HtmlWriter<V>, root: NodeRef<'_>) {
    let parts = Parts::of(root.document);
    let Parts { document, nodes, text, .. } = parts;
    let known_root = known(root.head());
    if has_raw_text(root.head(), known_root) || is_void(root.head(), known_root) {
        return write_raw(writer, root);
    }
    let Some(mut id) = root.entry().first_child else { return };
    loop {
        let mut entry = &nodes[id.index()];
        if entry.head.is(Kind::Text) {
            writer.push_text(text, entry.start as usize, entry.len as usize);
        } else if entry.head.is(Kind::Element) && !entry.head.has_fragment() {
            let known = known(entry.head);
            write_start_tag(writer, parts, entry, known);
            if let Some(child) = entry.first_child {
                if !has_raw_text(entry.head, known) && !is_void(entry.head, known) {
                    id = child;
                    continue;
                }
                write_raw(writer, NodeRef { document, id });
            }
            if !is_void(entry.head, known) {
                write_end_tag(writer, document, entry, known);
            }
        } else {
            write_rare(writer, document, id);
        }
        while entry.next.is_none() {
            let Some(parent) = entry.parent.filter(|parent| *parent != root.id) else { return };
            entry = &nodes[parent.index()];
            write_end_tag(writer, document, entry, known(entry.head));
        }
        let Some(next) = entry.next else { return };
        id = next;
    }
}

/// Writes the content of an element with raw text, or of a void one.
#[inline(never)]
fn write_raw<V: Simd>(writer: &mut HtmlWriter<V>, element: NodeRef<'_>) {
    if is_void(element.head(), known(element.head())) {
        return;
    }
    for child in element.children() {
        match child.data() {
            NodeData::Text(text) => writer.push(text),
            _ => write_rare(writer, element.document, child.id),
        }
    }
}

/// Writes a node with its content through the general serializer.
#[inline(never)]
fn write_rare<V: Simd>(writer: &mut HtmlWriter<V>, document: &Document, id: Slot) {
    writer.lend(|writer| push_outer(writer, &document, &NodeRef { document, id }));
}

#[inline(always)]
fn write_start_tag<V: Simd>(
    writer: &mut HtmlWriter<V>,
    parts: Parts<'_>,
    entry: &Node,
    known: Option<&'static KnownName>,
) {
    let Parts { document, text, .. } = parts;
    match known {
        Some(known) => writer.push_start(known),
        None => writer.push_any_start(document.name_of_element(entry)),
    }
    let attributes = &parts.attributes[entry.start as usize..][..entry.len as usize];
    for attribute in attributes {
        let Run { start, len } = attribute.value();
        let (start, length) = (start as usize, len as usize);
        match KnownName::of(attribute.plain_name()) {
            Some(known) => writer.push_attribute(known, text, start, length),
            None => {
                writer.push_any_attribute(document.name_of_attribute(*attribute));
                writer.push_value(text, start, length);
                writer.push("\"");
            }
        }
    }
    writer.push(">");
}

#[inline(always)]
fn write_end_tag<V: Simd>(
    writer: &mut HtmlWriter<V>,
    document: &Document,
    entry: &Node,
    known: Option<&'static KnownName>,
) {
    match known {
        Some(known) => writer.push_end(known),
        None => writer.push_any_end(document.name_of_element(entry)),
    }
}

/// The known local name of an HTML, SVG or MathML element, whose tags have no prefix.
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

/// Whether the element contains raw text, which is written without escaping.
#[inline(always)]
fn has_raw_text(head: Head, known: Option<&'static KnownName>) -> bool {
    known.is_some_and(|known| known.is_raw(false) && head.is_element_of(Namespace::Html))
}
