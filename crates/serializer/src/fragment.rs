//! [The fragment serialization
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).

use std::fmt::{self, Write};

use sapwood_names::{Namespace, tag};
use sapwood_tree::{
    AttributeView, ElementView, NodeView, QualifiedName, ShadowRootInit, ShadowRootMode,
    SlotAssignment, TreeSource,
};

use crate::{
    html_writer::{HtmlWriter, goes_by_local_name},
    options::SerializeOptions,
    tag_strings::KnownName,
};

/// Writes the children of `node`: its `innerHTML`.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn write_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &SerializeOptions<'_, T::Node>,
) -> fmt::Result {
    let mut writer = HtmlWriter::new();
    write_children(&mut writer, out, tree, node, options)?;
    writer.flush(out)
}

/// Writes `node` and its descendants: its `outerHTML`.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn write_outer<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &SerializeOptions<'_, T::Node>,
) -> fmt::Result {
    let mut writer = HtmlWriter::new();
    write_node(&mut writer, out, tree, node, options)?;
    writer.flush(out)
}

/// [`write_inner`] with default options, to a writer that [isn't flushed](HtmlWriter::unflushed).
pub fn push_inner<T: TreeSource>(writer: &mut HtmlWriter, tree: &T, node: &T::Node) {
    let written =
        write_children(writer, &mut String::new(), tree, node, &SerializeOptions::default());
    debug_assert!(written.is_ok(), "an unflushed writer doesn't fail");
}

/// [`write_outer`] with default options, to a writer that [isn't flushed](HtmlWriter::unflushed).
pub fn push_outer<T: TreeSource>(writer: &mut HtmlWriter, tree: &T, node: &T::Node) {
    let written = write_node(writer, &mut String::new(), tree, node, &SerializeOptions::default());
    debug_assert!(written.is_ok(), "an unflushed writer doesn't fail");
}

/// Writes the children of `node`, and flushes full buffers.
fn write_children<T: TreeSource>(
    writer: &mut HtmlWriter,
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &SerializeOptions<'_, T::Node>,
) -> fmt::Result {
    let known = tree.view(node, |view| match view {
        NodeView::Element(element) => known_html(element.name),
        _ => None,
    });
    let mut serializer = Serializer { writer, tree, options, open: Vec::new() };
    if !known.is_some_and(KnownName::is_void) {
        serializer.enter(node, known, End::Nothing);
    }
    serializer.run(out)
}

/// Writes `node` and its descendants, and flushes full buffers.
pub(crate) fn write_node<T: TreeSource>(
    writer: &mut HtmlWriter,
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &SerializeOptions<'_, T::Node>,
) -> fmt::Result {
    let mut serializer = Serializer { writer, tree, options, open: Vec::new() };
    serializer.begin(node, false);
    serializer.run(out)
}

struct Serializer<'a, T: TreeSource> {
    writer: &'a mut HtmlWriter,
    tree: &'a T,
    options: &'a SerializeOptions<'a, T::Node>,
    open: Vec<Open<T>>,
}

/// A node whose children are being written.
struct Open<T: TreeSource> {
    children: T::Children,
    /// Whether texts among them are written without escaping.
    is_raw: bool,
    /// The text after them.
    end: End<T::Node>,
}

/// The text after the children of a node.
enum End<Node> {
    Nothing,
    /// The end tag of an element with a known name.
    Tag(&'static KnownName),
    /// The end tag of any other element.
    TagOf(Node),
    /// The end tag of the `template` that declares a shadow root.
    Declaration,
}

/// The rest of a node after its beginning was written.
enum Begun {
    /// None.
    Whole,
    /// Children.
    Node,
    /// Children and an end tag: the known name of the element, and the same if it is an HTML element.
    Element(Option<&'static KnownName>, Option<&'static KnownName>),
}

/// The name of an HTML element, if it is a known one.
#[inline]
fn known_html(name: QualifiedName<'_>) -> Option<&'static KnownName> {
    KnownName::of(name.local.id).filter(|_| name.namespace == Namespace::Html)
}

impl<T: TreeSource> Serializer<'_, T> {
    /// Writes the children of all open nodes, and their ends.
    fn run(mut self, out: &mut impl Write) -> fmt::Result {
        while let Some(last) = self.open.last_mut() {
            let is_raw = last.is_raw;
            if let Some(child) = last.children.next() {
                self.begin(&child, is_raw);
                self.writer.flush_if_full(out)?;
                continue;
            }
            match self.open.pop().map(|last| last.end) {
                Some(End::Tag(known)) => self.writer.push_end(known),
                Some(End::TagOf(element)) => write_end_tag(self.writer, self.tree, &element),
                Some(End::Declaration) => self.writer.push("</template>"),
                Some(End::Nothing) | None => {}
            }
        }
        Ok(())
    }

    /// Writes the beginning of a node, and opens it if it has children to write.
    fn begin(&mut self, node: &T::Node, is_raw: bool) {
        let writer = &mut *self.writer;
        let empties_selectedcontent = self.options.empty_selectedcontent;
        let begun = self.tree.view(node, |view| {
            match view {
                NodeView::Element(element) => {
                    let name = element.name;
                    let known = write_start_tag(writer, element);
                    let html = known.filter(|_| name.namespace == Namespace::Html);
                    if html.is_some_and(KnownName::is_void) {
                        return Begun::Whole;
                    }
                    if empties_selectedcontent && name.is_html(tag::SELECTEDCONTENT) {
                        writer.push_any_end(name);
                        return Begun::Whole;
                    }
                    return Begun::Element(known, html);
                }
                NodeView::Text(text) if is_raw => writer.push(text),
                NodeView::Text(text) => writer.push_text(text, 0, text.len()),
                NodeView::Comment(data) => writer.push_comment(data),
                NodeView::ProcessingInstruction { target, data } => {
                    writer.push_processing_instruction(target, data);
                }
                NodeView::Doctype { name, .. } => writer.push_doctype(name),
                NodeView::Document | NodeView::Fragment => return Begun::Node,
            }
            Begun::Whole
        });
        match begun {
            Begun::Whole => {}
            Begun::Node => self.enter(node, None, End::Nothing),
            Begun::Element(Some(known), html) => self.enter(node, html, End::Tag(known)),
            Begun::Element(None, _) => self.enter(node, None, End::TagOf(node.clone())),
        }
    }

    /// Opens the children of `node` or the contents of a `template`; before them the shadow root, if it is
    /// written. `html`: the known name of an HTML element.
    fn enter(&mut self, node: &T::Node, html: Option<&'static KnownName>, end: End<T::Node>) {
        let contents = if html.is_some_and(KnownName::is_template) {
            self.tree.template_contents(node)
        } else {
            None
        };
        let is_raw = html.is_some_and(|known| known.is_raw(self.options.scripting));
        let children = self.tree.children(contents.as_ref().unwrap_or(node));
        self.open.push(Open { children, is_raw, end });
        if !self.options.shadow_roots.are_none() {
            self.enter_shadow_root(node);
        }
    }

    fn enter_shadow_root(&mut self, host: &T::Node) {
        let Some((root, init)) = self.tree.shadow_root(host) else { return };
        if !self.options.shadow_roots.contain(&root, &init) {
            return;
        }
        write_declaration(self.writer, &init);
        let children = self.tree.children(&root);
        self.open.push(Open { children, is_raw: false, end: End::Declaration });
    }
}

/// Writes a start tag; returns the known name of the element, if it has one.
pub fn write_start_tag<'a>(
    writer: &mut HtmlWriter,
    ElementView { name, attributes }: ElementView<'_, impl Iterator<Item = AttributeView<'a>>>,
) -> Option<&'static KnownName> {
    let known = KnownName::of(name.local.id).filter(|_| goes_by_local_name(name.namespace));
    match known {
        Some(known) => writer.push_start(known),
        None => writer.push_any_start(name),
    }
    for AttributeView { name, value } in attributes {
        match KnownName::of(name.local.id) {
            Some(known) if name.namespace == Namespace::None => {
                writer.push_attribute(known, value, 0, value.len());
            }
            _ => {
                writer.push_any_attribute(name);
                writer.push_value(value, 0, value.len());
                writer.push("\"");
            }
        }
    }
    writer.push(">");
    known
}

/// Writes the end tag of `element`.
pub(crate) fn write_end_tag<T: TreeSource>(writer: &mut HtmlWriter, tree: &T, element: &T::Node) {
    tree.view(element, |view| {
        if let NodeView::Element(element) = view {
            writer.push_any_end(element.name);
        }
    });
}

/// Writes the start tag of the `template` that declares a shadow root.
pub fn write_declaration(writer: &mut HtmlWriter, init: &ShadowRootInit) {
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    writer.push_all(["<template shadowrootmode=\"", mode, "\""]);
    for (is_there, attribute) in [
        (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
        (init.serializable, " shadowrootserializable=\"\""),
        (init.slot_assignment == SlotAssignment::Manual, " shadowrootslotassignment=\"manual\""),
        (init.clonable, " shadowrootclonable=\"\""),
        (init.keep_custom_element_registry_null, " shadowrootcustomelementregistry=\"\""),
    ] {
        if is_there {
            writer.push(attribute);
        }
    }
    writer.push(">");
}
