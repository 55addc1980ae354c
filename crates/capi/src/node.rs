//! Walking from node to node.

use std::{ffi::c_char, mem::MaybeUninit};

use sapwood::{AttributeRef, Namespace, NodeData, NodeId, NodeRef, Span};

use crate::{
    border::{ErrorOut, Out, required, run, text, value},
    document::{Document, node_or_root, read, read_required},
    failure::{Failure, Status},
    strings::{OwnedString, Str},
};

/// The id of a node of a document; 0 is no node. An id stays the same while the document is edited. Ids of other documents, and of
/// nodes that were compacted away, are recognized: functions that take them find nothing.
///
/// ```c
/// static void walk(const sapwood_document *document) {
///     sapwood_node root = sapwood_document_root(document);
///     for (sapwood_node node = root; node != 0; node = sapwood_node_next(document, node, root)) {
///         sapwood_str name, data, url, prefix;
///         if (sapwood_node_kind(document, node) == SAPWOOD_NODE_TYPE_ELEMENT) {
///             assert(sapwood_node_name(document, node, &name) && sapwood_node_namespace(document, node, &url));
///             assert(!sapwood_node_prefix(document, node, &prefix));
///             for (size_t at = 0; at < sapwood_node_attribute_count(document, node); at++) {
///                 sapwood_attribute attribute;
///                 assert(sapwood_node_attribute_at(document, node, at, &attribute));
///             }
///         } else if (sapwood_node_data(document, node, &data)) {
///             printf("%.*s\n", (int)data.length, data.data);
///         }
///     }
/// }
///
/// sapwood_options *options = NULL;
/// sapwood_document *document = NULL;
/// sapwood_options_new(&options, NULL);
/// sapwood_options_set_flag(options, SAPWOOD_TEXT("positions"), true, NULL);
/// sapwood_parse(SAPWOOD_TEXT("<!DOCTYPE html><p class=a>x<template>y</template></p>"), options, &document, NULL);
/// sapwood_options_free(options);
/// walk(document);
/// sapwood_node html = sapwood_document_element(document), body = sapwood_document_body(document);
/// sapwood_node p = sapwood_node_first_child(document, body), template = sapwood_node_last_child(document, p);
/// assert(sapwood_node_previous_sibling(document, html) == sapwood_document_doctype(document));
/// assert(sapwood_node_next_sibling(document, sapwood_document_head(document)) == body);
/// assert(sapwood_node_parent(document, p) == body && sapwood_node_shadow_root(document, p) == 0);
/// sapwood_node contents = sapwood_node_template_contents(document, template);
/// assert(sapwood_node_host(document, contents) == template);
/// sapwood_str public_id, system_id, value;
/// assert(sapwood_node_doctype_ids(document, sapwood_document_doctype(document), &public_id, &system_id));
/// assert(sapwood_node_attribute(document, p, SAPWOOD_TEXT("class"), &value) && value.length == 1);
/// size_t start, end;
/// assert(sapwood_node_span(document, p, &start, &end) && start == 15);
/// assert(sapwood_node_end_tag_span(document, p, &start, &end) && end - start == strlen("</p>"));
/// assert(sapwood_node_attribute_span(document, p, 0, &start, &end) && start == 18);
/// sapwood_document_free(document);
/// ```
pub type NodeNumber = u64;

/// The kind of a node, as the `nodeType` of the DOM numbers them.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// There is no such node.
    None = 0,
    /// An element.
    Element = 1,
    /// A text.
    Text = 3,
    /// A processing instruction.
    ProcessingInstruction = 7,
    /// A comment.
    Comment = 8,
    /// The root of a document.
    Document = 9,
    /// A DOCTYPE.
    Doctype = 10,
    /// A fragment: the root of a parsed fragment, of the contents of a template, or of a shadow tree.
    Fragment = 11,
}

/// Returns the kind of a node.
#[must_use]
pub fn kind(node: NodeRef<'_>) -> NodeKind {
    match node.data() {
        NodeData::Document => NodeKind::Document,
        NodeData::Doctype(_) => NodeKind::Doctype,
        NodeData::Element(_) => NodeKind::Element,
        NodeData::Text(_) => NodeKind::Text,
        NodeData::Comment(_) => NodeKind::Comment,
        NodeData::ProcessingInstruction { .. } => NodeKind::ProcessingInstruction,
        _ => NodeKind::Fragment,
    }
}

/// Reads a node.
fn read_node<T>(
    document: Option<&Document>,
    node: NodeNumber,
    seen: impl FnOnce(NodeRef<'_>) -> Option<T>,
) -> Option<T> {
    let id = NodeId::from_bits(node)?;
    read(document, |document| seen(document.node(id)?))
}

/// The number of the node that `step` finds from another.
fn step(
    document: Option<&Document>,
    node: NodeNumber,
    step: impl for<'d> FnOnce(NodeRef<'d>) -> Option<NodeRef<'d>>,
) -> NodeNumber {
    let found = || read_node(document, node, |node| step(node).map(number));
    value(0, || found().unwrap_or_default())
}

/// The number of a node.
pub(crate) fn number(node: NodeRef<'_>) -> NodeNumber {
    node.node_id().to_bits()
}

/// The number of a node of the document.
fn entry(
    document: Option<&Document>,
    find: impl for<'d> FnOnce(&'d sapwood::Document) -> Option<NodeRef<'d>>,
) -> NodeNumber {
    value(0, || read(document, |document| find(document).map(number)).unwrap_or_default())
}

/// Returns the node that everything else descends from: the document, or a fragment.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_root(document: Option<&Document>) -> NodeNumber {
    entry(document, |document| Some(document.root()))
}

/// Returns the document element, which is `html` in an HTML document; 0 for a fragment.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_element(document: Option<&Document>) -> NodeNumber {
    entry(document, sapwood::Document::document_element)
}

/// Returns the `head` element, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_head(document: Option<&Document>) -> NodeNumber {
    entry(document, sapwood::Document::head)
}

/// Returns the `body` or `frameset` element, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_body(document: Option<&Document>) -> NodeNumber {
    entry(document, sapwood::Document::body)
}

/// Returns the DOCTYPE, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_doctype(document: Option<&Document>) -> NodeNumber {
    entry(document, sapwood::Document::doctype)
}

/// Returns the first element with an id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_element_by_id(
    document: Option<&Document>,
    id: *const c_char,
    id_length: usize,
) -> NodeNumber {
    entry(document, |document| document.get_element_by_id(text(id, id_length, "id").ok()?))
}

/// Returns the kind of a node; `SAPWOOD_NODE_TYPE_NONE` if it isn't one of the document.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_kind(document: Option<&Document>, node: NodeNumber) -> NodeKind {
    value(NodeKind::None, || {
        read_node(document, node, |node| Some(kind(node))).unwrap_or(NodeKind::None)
    })
}

/// Returns the parent, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_parent(document: Option<&Document>, node: NodeNumber) -> NodeNumber {
    step(document, node, |node| node.parent())
}

/// Returns the first child, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_first_child(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.first_child())
}

/// Returns the last child, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_last_child(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.last_child())
}

/// Returns the next sibling, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_next_sibling(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.next_sibling())
}

/// Returns the previous sibling, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_previous_sibling(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.previous_sibling())
}

/// Returns the node that follows in tree order within the subtree of `root`, or 0: a walk over all nodes in one loop.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_next(
    document: Option<&Document>,
    node: NodeNumber,
    root: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| {
        let mut at = node;
        if let Some(child) = at.first_child() {
            return Some(child);
        }
        while number(at) != root {
            if let Some(sibling) = at.next_sibling() {
                return Some(sibling);
            }
            at = at.parent()?;
        }
        None
    })
}

/// Returns the contents of a `template` element, a fragment, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_template_contents(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.template_contents())
}

/// Returns the shadow root of an element, a fragment, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_shadow_root(
    document: Option<&Document>,
    node: NodeNumber,
) -> NodeNumber {
    step(document, node, |node| node.shadow_root().map(|shadow| shadow.root))
}

/// Returns the element whose shadow root or template contents a fragment is, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_host(document: Option<&Document>, node: NodeNumber) -> NodeNumber {
    step(document, node, |node| node.host())
}

/// Writes a text of a node. The text is part of the document.
fn write_text(
    document: Option<&Document>,
    node: NodeNumber,
    out: Out<'_, Str>,
    of: impl for<'d> FnOnce(NodeRef<'d>) -> Option<&'d str>,
) -> bool {
    value(false, || {
        let found = read_node(document, node, |node| of(node).map(Str::of));
        if let Some(out) = out {
            MaybeUninit::write(out, found.unwrap_or(Str::NONE));
        }
        found.is_some()
    })
}

/// Writes the local name of an element, such as `div`, the target of a processing instruction, or the name of a DOCTYPE. Returns
/// `false` for other nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_name(
    document: Option<&Document>,
    node: NodeNumber,
    name: Out<'_, Str>,
) -> bool {
    write_text(document, node, name, |node| match node.data() {
        NodeData::Element(_) => node.local_name(),
        NodeData::ProcessingInstruction { target, .. } => Some(target),
        NodeData::Doctype(doctype) => Some(doctype.name),
        _ => None,
    })
}

/// Writes the prefix of an element's name. Returns `false` if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_prefix(
    document: Option<&Document>,
    node: NodeNumber,
    prefix: Out<'_, Str>,
) -> bool {
    write_text(document, node, prefix, |node| node.prefix())
}

/// Writes the URL of an element's namespace, such as `http://www.w3.org/1999/xhtml`; it is empty for no namespace. Returns `false`
/// for other nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_namespace(
    document: Option<&Document>,
    node: NodeNumber,
    url: Out<'_, Str>,
) -> bool {
    write_text(document, node, url, |node| node.namespace_uri())
}

/// Writes the data of a text, comment or processing instruction. Returns `false` for other nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_data(
    document: Option<&Document>,
    node: NodeNumber,
    data: Out<'_, Str>,
) -> bool {
    write_text(document, node, data, |node| match node.data() {
        NodeData::Text(data)
        | NodeData::Comment(data)
        | NodeData::ProcessingInstruction { data, .. } => Some(data),
        _ => None,
    })
}

/// Writes the public and the system identifier of a DOCTYPE. Returns `false` for other nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_doctype_ids(
    document: Option<&Document>,
    node: NodeNumber,
    public_id: Out<'_, Str>,
    system_id: Out<'_, Str>,
) -> bool {
    value(false, || {
        let ids = read_node(document, node, |node| match node.data() {
            NodeData::Doctype(doctype) => {
                Some((Str::of(doctype.public_id), Str::of(doctype.system_id)))
            }
            _ => None,
        });
        let (public, system) = ids.unwrap_or((Str::NONE, Str::NONE));
        public_id.map(|it| it.write(public));
        system_id.map(|it| it.write(system));
        ids.is_some()
    })
}

/// Writes the value of an attribute by its name, as `getAttribute` of the DOM finds it. Returns `false` if the element has none, or
/// the node is no element.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_attribute(
    document: Option<&Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    attribute: Out<'_, Str>,
) -> bool {
    write_text(document, node, attribute, |node| node.attr(text(name, name_length, "name").ok()?))
}

/// An attribute. Its texts are part of the document.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The local name.
    pub name: Str,
    /// The value.
    pub value: Str,
    /// The prefix; null if there is none.
    pub prefix: Str,
    /// The URL of the namespace; null if there is none.
    pub namespace_url: Str,
}

impl Attribute {
    pub(crate) fn of(attribute: AttributeRef<'_>) -> Self {
        let has_namespace = attribute.namespace() != Namespace::None;
        Self {
            name: Str::of(attribute.local_name()),
            value: Str::of(attribute.value()),
            prefix: Str::of_option(attribute.prefix()),
            namespace_url: Str::of_option(has_namespace.then(|| attribute.namespace_uri())),
        }
    }
}

/// Returns the number of attributes of an element; 0 for other nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_attribute_count(
    document: Option<&Document>,
    node: NodeNumber,
) -> usize {
    value(0, || read_node(document, node, |node| Some(node.attrs().len())).unwrap_or_default())
}

/// Writes an attribute by its number. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_attribute_at(
    document: Option<&Document>,
    node: NodeNumber,
    index: usize,
    attribute: Out<'_, Attribute>,
) -> bool {
    value(false, || {
        let found = read_node(document, node, |node| node.attrs().nth(index).map(Attribute::of));
        if let (Some(attribute), Some(found)) = (attribute, found) {
            MaybeUninit::write(attribute, found);
        }
        found.is_some()
    })
}

/// Writes a span of the source. The offsets are those in the text that was parsed.
fn write_span(
    document: Option<&Document>,
    node: NodeNumber,
    (start, end): (Out<'_, usize>, Out<'_, usize>),
    of: impl FnOnce(NodeRef<'_>) -> Option<Span>,
) -> bool {
    value(false, || {
        let Some(span) = read_node(document, node, of) else { return false };
        start.map(|it| it.write(span.start));
        end.map(|it| it.write(span.end));
        true
    })
}

/// Writes where a node was written: an element's start tag, or the whole of another node. Returns `false` if it wasn't in the source,
/// or the option `positions` was not set.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_span(
    document: Option<&Document>,
    node: NodeNumber,
    start: Out<'_, usize>,
    end: Out<'_, usize>,
) -> bool {
    write_span(document, node, (start, end), |node| node.span())
}

/// Writes where the end tag of an element was written. Returns `false` if it wasn't, or the option `positions` was not set.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_end_tag_span(
    document: Option<&Document>,
    node: NodeNumber,
    start: Out<'_, usize>,
    end: Out<'_, usize>,
) -> bool {
    write_span(document, node, (start, end), |node| node.end_tag())
}

/// Writes where an attribute was written, by its number. Returns `false` if it wasn't, or the option `positions` was not set.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_attribute_span(
    document: Option<&Document>,
    node: NodeNumber,
    index: usize,
    start: Out<'_, usize>,
    end: Out<'_, usize>,
) -> bool {
    write_span(document, node, (start, end), |node| node.attrs().nth(index)?.span())
}

/// Writes a string that is made of a node; 0 stands for the root.
pub(crate) fn write_string(
    document: Option<&Document>,
    node: NodeNumber,
    string: Out<'_, Option<Box<OwnedString>>>,
    make: impl FnOnce(NodeRef<'_>) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let string = required(string, "string")?;
    let text = read_required(document, |document| make(node_or_root(document, node)?))?;
    string.write(Some(OwnedString::new(text)));
    Ok(())
}

/// Writes the text of all text nodes in a node: the `textContent` of the DOM.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_text_content(
    document: Option<&Document>,
    node: NodeNumber,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || write_string(document, node, string, |node| Ok(node.text_content())))
}
