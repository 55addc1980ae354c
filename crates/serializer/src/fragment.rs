//! [The fragment serialization
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).

use std::fmt::{self, Write};

use names::Namespace;
use tree_sink::{
    AttributeView, ElementView, NodeView, QualifiedName, ShadowRootInit, ShadowRootMode,
    SlotAssignment, TreeSource,
};

use crate::{
    options::Options,
    pen::{Pen, goes_by_local_name},
    pieces::KnownName,
};

/// Writes what is in `node`: what its `innerHTML` is.
///
/// # Errors
///
/// When `out` refuses.
pub fn write_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Options<'_, T::Node>,
) -> fmt::Result {
    let mut pen = Pen::new();
    write_children(&mut pen, out, tree, node, options)?;
    pen.finish(out)
}

/// Writes `node` and what is in it: what its `outerHTML` is.
///
/// # Errors
///
/// When `out` refuses.
pub fn write_outer<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Options<'_, T::Node>,
) -> fmt::Result {
    let mut pen = Pen::new();
    write_node(&mut pen, out, tree, node, options)?;
    pen.finish(out)
}

/// Writes what [`write_inner`] writes with default options to a pen that [keeps](Pen::keeping) it.
pub fn push_inner<T: TreeSource>(pen: &mut Pen, tree: &T, node: &T::Node) {
    let written = write_children(pen, &mut String::new(), tree, node, &Options::default());
    debug_assert!(written.is_ok(), "a string takes all that is written");
}

/// Writes what [`write_outer`] writes with default options to a pen that [keeps](Pen::keeping) it.
pub fn push_outer<T: TreeSource>(pen: &mut Pen, tree: &T, node: &T::Node) {
    let written = write_node(pen, &mut String::new(), tree, node, &Options::default());
    debug_assert!(written.is_ok(), "a string takes all that is written");
}

/// Writes what is in `node`; hands over some of it.
fn write_children<T: TreeSource>(
    pen: &mut Pen,
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Options<'_, T::Node>,
) -> fmt::Result {
    let known = tree.view(node, |view| match view {
        NodeView::Element(element) => known_html(element.name),
        _ => None,
    });
    let mut serializer = Serializer { pen, tree, options, open: Vec::new() };
    if !known.is_some_and(KnownName::is_void) {
        serializer.enter(node, known, End::Nothing);
    }
    serializer.run(out)
}

/// Writes `node` and what is in it; hands over some of it.
pub(crate) fn write_node<T: TreeSource>(
    pen: &mut Pen,
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Options<'_, T::Node>,
) -> fmt::Result {
    let mut serializer = Serializer { pen, tree, options, open: Vec::new() };
    serializer.begin(node, false);
    serializer.run(out)
}

struct Serializer<'a, T: TreeSource> {
    pen: &'a mut Pen,
    tree: &'a T,
    options: &'a Options<'a, T::Node>,
    open: Vec<Open<T>>,
}

/// A node whose children are being written.
struct Open<T: TreeSource> {
    children: T::Children,
    /// Whether texts among them are written as they are.
    is_raw: bool,
    /// What is written after them.
    end: End<T::Node>,
}

/// What is written after the children of a node.
enum End<Node> {
    Nothing,
    /// The end tag of the element that is known by this name.
    Tag(&'static KnownName),
    /// The end tag of this element.
    TagOf(Node),
    /// That of the `template` that declares a shadow root.
    Declaration,
}

/// What a node has after it was begun.
enum Begun {
    /// Nothing more.
    Whole,
    /// Children.
    Node,
    /// Children and an end tag: its known name, and what of that is HTML's.
    Element(Option<&'static KnownName>, Option<&'static KnownName>),
}

/// The name of an HTML element, if it is a known one.
#[inline]
fn known_html(name: QualifiedName<'_>) -> Option<&'static KnownName> {
    KnownName::of(name.local.id).filter(|_| name.namespace == Namespace::Html)
}

impl<T: TreeSource> Serializer<'_, T> {
    /// Writes the children of all that is open, and what comes after them.
    fn run(mut self, out: &mut impl Write) -> fmt::Result {
        while let Some(last) = self.open.last_mut() {
            let is_raw = last.is_raw;
            if let Some(child) = last.children.next() {
                self.begin(&child, is_raw);
                self.pen.hand_over(out)?;
                continue;
            }
            match self.open.pop().map(|last| last.end) {
                Some(End::Tag(known)) => self.pen.push_end(known),
                Some(End::TagOf(element)) => write_end_tag(self.pen, self.tree, &element),
                Some(End::Declaration) => self.pen.push("</template>"),
                Some(End::Nothing) | None => {}
            }
        }
        Ok(())
    }

    /// Writes a node but for its children, which are left open.
    fn begin(&mut self, node: &T::Node, is_raw: bool) {
        let pen = &mut *self.pen;
        let begun = self.tree.view(node, |view| {
            match view {
                NodeView::Element(element) => {
                    let namespace = element.name.namespace;
                    let known = write_start_tag(pen, element);
                    let html = known.filter(|_| namespace == Namespace::Html);
                    if html.is_some_and(KnownName::is_void) {
                        return Begun::Whole;
                    }
                    return Begun::Element(known, html);
                }
                NodeView::Text(text) if is_raw => pen.push(text),
                NodeView::Text(text) => pen.push_text(text, 0, text.len()),
                NodeView::Comment(data) => pen.push_comment(data),
                NodeView::ProcessingInstruction { target, data } => {
                    pen.push_processing_instruction(target, data);
                }
                NodeView::Doctype { name, .. } => pen.push_doctype(name),
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

    /// Opens what is in `node`, an HTML element if it is one of these: its children, or the contents of a
    /// `template`; before them, if it is to be written, the shadow root.
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
        write_declaration(self.pen, &init);
        let children = self.tree.children(&root);
        self.open.push(Open { children, is_raw: false, end: End::Declaration });
    }
}

/// Writes a start tag; returns the element's name, if it is a known one.
pub(crate) fn write_start_tag<'a>(
    pen: &mut Pen,
    ElementView { name, attributes }: ElementView<'_, impl Iterator<Item = AttributeView<'a>>>,
) -> Option<&'static KnownName> {
    let known = KnownName::of(name.local.id).filter(|_| goes_by_local_name(name.namespace));
    match known {
        Some(known) => pen.push_start(known),
        None => pen.push_any_start(name),
    }
    for AttributeView { name, value } in attributes {
        match KnownName::of(name.local.id) {
            Some(known) if name.namespace == Namespace::None => {
                pen.push_attribute(known, value, 0, value.len());
            }
            _ => {
                pen.push_any_attribute(name);
                pen.push_value(value, 0, value.len());
                pen.push("\"");
            }
        }
    }
    pen.push(">");
    known
}

/// Writes the end tag of `element`.
pub(crate) fn write_end_tag<T: TreeSource>(pen: &mut Pen, tree: &T, element: &T::Node) {
    tree.view(element, |view| {
        if let NodeView::Element(element) = view {
            pen.push_any_end(element.name);
        }
    });
}

/// Writes the start tag of the `template` that declares a shadow root.
fn write_declaration(pen: &mut Pen, init: &ShadowRootInit) {
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    pen.push_all(["<template shadowrootmode=\"", mode, "\""]);
    for (is_there, attribute) in [
        (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
        (init.serializable, " shadowrootserializable=\"\""),
        (init.slot_assignment == SlotAssignment::Manual, " shadowrootslotassignment=\"manual\""),
        (init.clonable, " shadowrootclonable=\"\""),
        (init.keep_custom_element_registry_null, " shadowrootcustomelementregistry=\"\""),
    ] {
        if is_there {
            pen.push(attribute);
        }
    }
    pen.push(">");
}
