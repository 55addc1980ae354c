//! [The fragment serialization
//! algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).

use std::fmt::{self, Write};

use names::{Namespace, sets, tag};
use tree_sink::{
    AttributeView, ElementView, NodeView, QualifiedName, ShadowRootInit, ShadowRootMode,
    SlotAssignment, TreeSource,
};

use crate::{
    escape::{write_text, write_value},
    options::Options,
    pieces::{self, Pieces},
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
    let about = tree.view(node, |view| match view {
        NodeView::Element(element) => About::of(&element.name, options.scripting),
        _ => About::default(),
    });
    let mut serializer = Serializer { out, tree, options, open: Vec::new() };
    if !about.is_void {
        serializer.enter(node, about, nothing())?;
    }
    serializer.run()
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
    let mut serializer = Serializer { out, tree, options, open: Vec::new() };
    serializer.begin(node, false)?;
    serializer.run()
}

struct Serializer<'a, W, T: TreeSource> {
    out: &'a mut W,
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
    /// This, or nothing.
    Text(&'static str),
    /// The end tag of this element.
    TagOf(Node),
}

const fn nothing<Node>() -> End<Node> {
    End::Text("")
}

/// What of an element's name decides how it is written.
#[derive(Clone, Copy, Default)]
struct About {
    /// It [serializes as void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void).
    is_void: bool,
    /// Texts in it are written as they are.
    is_raw: bool,
    is_template: bool,
}

impl About {
    #[inline]
    fn of(name: &QualifiedName<'_>, scripting: bool) -> Self {
        let id = name.local.id;
        if name.namespace != Namespace::Html {
            return Self::default();
        }
        Self {
            is_void: sets::VOID.contains(id),
            is_raw: sets::RAW_TEXT_CHILDREN.contains(id) || scripting && id == tag::NOSCRIPT,
            is_template: id == tag::TEMPLATE,
        }
    }
}

/// What a node has after it was begun.
enum Begun {
    /// Nothing more.
    Whole,
    /// Children.
    Node,
    /// Children and an end tag, if it is known which.
    Element(About, Option<&'static str>),
}

impl<W: Write, T: TreeSource> Serializer<'_, W, T> {
    /// Writes the children of all that is open, and what comes after them.
    fn run(mut self) -> fmt::Result {
        while let Some(last) = self.open.last_mut() {
            let is_raw = last.is_raw;
            if let Some(child) = last.children.next() {
                self.begin(&child, is_raw)?;
                continue;
            }
            match self.open.pop().map(|last| last.end) {
                Some(End::Text(text)) => self.out.write_str(text)?,
                Some(End::TagOf(element)) => self.tree.view(&element, |view| match view {
                    NodeView::Element(element) => write_end_tag(self.out, &element.name),
                    _ => Ok(()),
                })?,
                None => {}
            }
        }
        Ok(())
    }

    /// Writes a node but for its children, which are left open.
    #[inline]
    fn begin(&mut self, node: &T::Node, is_raw: bool) -> fmt::Result {
        let (out, scripting) = (&mut *self.out, self.options.scripting);
        let begun = self.tree.view(node, |view| {
            match view {
                NodeView::Element(ElementView { name, attributes }) => {
                    let pieces = pieces_of(&name);
                    write_start_tag(out, &name, pieces, attributes)?;
                    let about = About::of(&name, scripting);
                    if about.is_void {
                        return Ok(Begun::Whole);
                    }
                    return Ok(Begun::Element(about, pieces.map(|pieces| pieces.end)));
                }
                NodeView::Text(text) if is_raw => out.write_str(text)?,
                NodeView::Text(text) => write_text(out, text)?,
                NodeView::Comment(data) => write_all(out, ["<!--", data, "-->"])?,
                NodeView::ProcessingInstruction { target, data } => {
                    write_all(out, ["<?", target, " ", data, "?>"])?;
                }
                NodeView::Doctype { name, .. } => write_all(out, ["<!DOCTYPE ", name, ">"])?,
                NodeView::Document | NodeView::Fragment => return Ok(Begun::Node),
            }
            Ok(Begun::Whole)
        })?;
        match begun {
            Begun::Whole => Ok(()),
            Begun::Node => self.enter(node, About::default(), nothing()),
            Begun::Element(about, Some(end)) => self.enter(node, about, End::Text(end)),
            Begun::Element(about, None) => self.enter(node, about, End::TagOf(node.clone())),
        }
    }

    /// Opens what is in `node`: its children, or the contents of a `template`; before them, if it is to be
    /// written, the shadow root.
    #[inline]
    fn enter(&mut self, node: &T::Node, about: About, end: End<T::Node>) -> fmt::Result {
        let contents = if about.is_template { self.tree.template_contents(node) } else { None };
        self.open.push(match contents {
            Some(contents) => Open { children: self.tree.children(&contents), is_raw: false, end },
            None => Open { children: self.tree.children(node), is_raw: about.is_raw, end },
        });
        if self.options.shadow_roots.are_none() {
            return Ok(());
        }
        self.enter_shadow_root(node)
    }

    fn enter_shadow_root(&mut self, host: &T::Node) -> fmt::Result {
        let Some((root, init)) = self.tree.shadow_root(host) else { return Ok(()) };
        if !self.options.shadow_roots.contain(&root, &init) {
            return Ok(());
        }
        write_declaration(self.out, &init)?;
        let children = self.tree.children(&root);
        self.open.push(Open { children, is_raw: false, end: End::Text("</template>") });
        Ok(())
    }
}

#[inline]
pub(crate) fn write_all<const N: usize>(out: &mut impl Write, parts: [&str; N]) -> fmt::Result {
    parts.into_iter().try_for_each(|part| out.write_str(part))
}

/// The pieces of an element's name, if it goes by its local name and that is a known one.
#[inline]
pub(crate) fn pieces_of(name: &QualifiedName<'_>) -> Option<&'static Pieces> {
    if goes_by_local_name(name.namespace) { pieces::of(name.local.id) } else { None }
}

#[inline]
pub(crate) fn write_start_tag<'a>(
    out: &mut impl Write,
    name: &QualifiedName<'_>,
    pieces: Option<&'static Pieces>,
    attributes: impl Iterator<Item = AttributeView<'a>>,
) -> fmt::Result {
    match pieces {
        Some(pieces) => out.write_str(pieces.start)?,
        None => {
            out.write_str("<")?;
            write_element_name(out, name)?;
        }
    }
    let mut is_first = true;
    for AttributeView { name, value } in attributes {
        match pieces::of(name.local.id) {
            Some(pieces) if name.namespace == Namespace::None => {
                let piece = if is_first { pieces.first_attribute } else { pieces.next_attribute };
                out.write_str(piece)?;
            }
            _ => {
                out.write_str(if is_first { " " } else { "\" " })?;
                write_attribute_name(out, &name)?;
                out.write_str("=\"")?;
            }
        }
        write_value(out, value)?;
        is_first = false;
    }
    out.write_str(if is_first { ">" } else { "\">" })
}

#[inline]
pub(crate) fn write_end_tag(out: &mut impl Write, name: &QualifiedName<'_>) -> fmt::Result {
    out.write_str("</")?;
    write_element_name(out, name)?;
    out.write_str(">")
}

/// Whether the names of this namespace's elements are written without a prefix.
#[inline]
fn goes_by_local_name(namespace: Namespace) -> bool {
    matches!(namespace, Namespace::Html | Namespace::Svg | Namespace::MathMl)
}

/// HTML, SVG and MathML elements go by their local names, all others by their qualified names.
#[inline]
pub(crate) fn write_element_name(out: &mut impl Write, name: &QualifiedName<'_>) -> fmt::Result {
    let is_known = matches!(name.namespace, Namespace::Html | Namespace::Svg | Namespace::MathMl);
    if let Some(prefix) = name.prefix
        && !is_known
    {
        write_all(out, [prefix, ":"])?;
    }
    out.write_str(name.local.text)
}

/// [An attribute's serialized
/// name](https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialized-name)
#[inline]
pub(crate) fn write_attribute_name(out: &mut impl Write, name: &QualifiedName<'_>) -> fmt::Result {
    if name.namespace != Namespace::None {
        write_all(
            out,
            match name.namespace {
                Namespace::Xml => ["xml", ":"],
                Namespace::XmlNs if name.local.text == "xmlns" => ["", ""],
                Namespace::XmlNs => ["xmlns", ":"],
                Namespace::XLink => ["xlink", ":"],
                _ => name.prefix.map_or(["", ""], |prefix| [prefix, ":"]),
            },
        )?;
    }
    out.write_str(name.local.text)
}

/// Writes the start tag of the `template` that declares a shadow root.
fn write_declaration(out: &mut impl Write, init: &ShadowRootInit) -> fmt::Result {
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    write_all(out, ["<template shadowrootmode=\"", mode, "\""])?;
    for (is_there, attribute) in [
        (init.delegates_focus, " shadowrootdelegatesfocus=\"\""),
        (init.serializable, " shadowrootserializable=\"\""),
        (init.slot_assignment == SlotAssignment::Manual, " shadowrootslotassignment=\"manual\""),
        (init.clonable, " shadowrootclonable=\"\""),
        (init.keep_custom_element_registry_null, " shadowrootcustomelementregistry=\"\""),
    ] {
        if is_there {
            out.write_str(attribute)?;
        }
    }
    out.write_str(">")
}
