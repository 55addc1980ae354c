//! Writing in as few bytes as the [HTML syntax](https://html.spec.whatwg.org/multipage/syntax.html#writing)
//! allows, without a parse error and without changing the tree.

mod optional_tags;
mod redundant;
mod text;
mod value;

use std::fmt::{self, Write};

use names::{NameId, Namespace, sets, tag};
use tree_sink::{AttributeView, ElementView, NodeView, QualifiedName, TreeSource};

use crate::{fragment::write_end_tag, pen::Pen};
use optional_tags::{Next, Parent, end_tag_may_go, start_tag_may_go};

/// How to minify. By default nothing changes the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minify {
    /// Whether scripting is taken to be enabled, as in [`Options`](crate::Options::scripting).
    pub scripting: bool,
    /// Write each run of white space as one character, and none between table parts, list items and the
    /// like; what is in `pre`, `textarea`, `listing` and raw text stays as it is. This changes the tree.
    pub collapse_whitespace: bool,
    /// Leave comments out. This changes the tree.
    pub drop_comments: bool,
    /// Leave attributes out that say what holds without them, such as `type=text` of an `input`. This
    /// changes the tree.
    pub drop_redundant_attributes: bool,
}

/// Writes what is in `node` in few bytes.
///
/// Where parsing what [`write_inner`](crate::write_inner) writes gives the tree again, so does parsing
/// this, without parse errors of its own making. Start and end tags are left out where [the standard
/// lets them](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags) and the parser will find
/// the same end.
///
/// # Errors
///
/// When `out` refuses.
pub fn minify_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Minify,
) -> fmt::Result {
    let (root, is_void) = tree.view(node, |view| match view {
        NodeView::Element(element) => {
            let name = html_name(&element.name);
            (name, sets::VOID.contains(name))
        }
        _ => (NameId::UNKNOWN, false),
    });
    if is_void {
        return Ok(());
    }
    let mut minifier = Minifier::new(tree, options);
    minifier.is_html_document = minifier.is_html_document(node);
    minifier.enter(node, root, Parent::Root(root), End::Nothing);
    minifier.run(out)
}

/// Writes `node` and what is in it in few bytes; its own tags all the same.
///
/// # Errors
///
/// When `out` refuses.
pub fn minify_outer<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Minify,
) -> fmt::Result {
    let mut minifier = Minifier::new(tree, options);
    minifier.begin(node, &Context::default());
    minifier.run(out)
}

struct Minifier<'a, T: TreeSource> {
    pen: Pen,
    tree: &'a T,
    options: &'a Minify,
    /// Whether the output has a doctype that keeps it out of quirks mode, in which a `table` doesn't end
    /// a `p`.
    is_html_document: bool,
    open: Vec<Open<T>>,
}

/// A node whose children are being written.
struct Open<T: TreeSource> {
    children: T::Children,
    /// The next child.
    next: Option<T::Node>,
    context: Context,
    end: End<T::Node>,
}

/// What the children of a node have to know of it.
#[derive(Clone, Copy, Default)]
struct Context {
    parent: Parent,
    /// Whether texts are written as they are.
    is_raw: bool,
    /// Whether white space counts, here or further up.
    keeps_whitespace: bool,
    /// The child before, if its end tag was left out.
    unended: NameId,
}

/// What is written after the children of a node.
enum End<Node> {
    Nothing,
    Tag(Node, NameId),
}

/// The id of an HTML element's name; unknown for any other.
fn html_name(name: &QualifiedName<'_>) -> NameId {
    if name.namespace == Namespace::Html { name.local.id } else { NameId::UNKNOWN }
}

/// What a node has after it was begun.
enum Begun {
    Whole,
    Node,
    Element { name: NameId, begins_with_line_feed: bool },
}

impl<'a, T: TreeSource> Minifier<'a, T> {
    fn new(tree: &'a T, options: &'a Minify) -> Self {
        Self { pen: Pen::new(), tree, options, is_html_document: false, open: Vec::new() }
    }

    fn is_html_document(&self, node: &T::Node) -> bool {
        self.tree.view(node, |view| matches!(view, NodeView::Document))
            && self.tree.children(node).any(|child| {
                self.tree
                    .view(&child, |view| matches!(view, NodeView::Doctype { name: "html", .. }))
            })
    }

    fn run(mut self, out: &mut impl Write) -> fmt::Result {
        while let Some(last) = self.open.last_mut() {
            if let Some(child) = last.next.take() {
                last.next = next_child(self.tree, &mut last.children, self.options);
                let context = last.context;
                last.context.unended = NameId::UNKNOWN;
                self.begin(&child, &context);
                self.pen.hand_over(out)?;
                continue;
            }
            if let Some(Open { end: End::Tag(element, name), .. }) = self.open.pop() {
                self.end(&element, name);
            }
        }
        self.pen.finish(out)
    }

    /// Writes the end tag of `element`, if it is needed.
    fn end(&mut self, element: &T::Node, name: NameId) {
        if let Some(parent) = self.open.last() {
            let next = self.look(parent.next.as_ref());
            if end_tag_may_go(name, parent.context.parent, next, self.is_html_document) {
                if let Some(parent) = self.open.last_mut() {
                    parent.context.unended = name;
                }
                return;
            }
        }
        write_end_tag(&mut self.pen, self.tree, element);
    }

    /// What `node` is to the rules of optional tags.
    fn look(&self, node: Option<&T::Node>) -> Next {
        let Some(node) = node else { return Next::Nothing };
        self.tree.view(node, |view| match view {
            NodeView::Element(element) => Next::Element(html_name(&element.name)),
            NodeView::Text(text) if text.starts_with(|first: char| first.is_ascii_whitespace()) => {
                Next::WhiteSpace
            }
            NodeView::Text(_) => Next::Text,
            _ => Next::Comment,
        })
    }

    /// Writes a node but for its children, which are left open.
    fn begin(&mut self, node: &T::Node, context: &Context) {
        let (tree, options) = (self.tree, self.options);
        let first = next_child(tree, &mut tree.children(node), options);
        let inside = self.look(first.as_ref());
        let pen = &mut self.pen;
        let begun = tree.view(node, |view| {
            match view {
                NodeView::Element(ElementView { name, attributes }) => {
                    let id = html_name(&name);
                    let mut attributes = attributes
                        .filter(|attribute| {
                            !(options.drop_redundant_attributes
                                && redundant::is_redundant(id, attribute))
                        })
                        .peekable();
                    let is_foreign = matches!(name.namespace, Namespace::Svg | Namespace::MathMl);
                    let may_go = attributes.peek().is_none()
                        && start_tag_may_go(id, context.parent, inside, context.unended);
                    if !may_go {
                        pen.push("<");
                        pen.push_element_name(name);
                        let ends_unquoted = write_attributes(pen, attributes);
                        if is_foreign && inside == Next::Nothing {
                            pen.push(if ends_unquoted { " />" } else { "/>" });
                            return Begun::Whole;
                        }
                        pen.push(">");
                    }
                    if sets::VOID.contains(id) {
                        return Begun::Whole;
                    }
                    let drops_line_feed = matches!(id, tag::PRE | tag::TEXTAREA | tag::LISTING);
                    return Begun::Element { name: id, begins_with_line_feed: drops_line_feed };
                }
                NodeView::Text(text) if context.is_raw => pen.push(text),
                NodeView::Text(text)
                    if options.collapse_whitespace && !context.keeps_whitespace =>
                {
                    text::write_collapsed(pen, text, context.parent.name(), options.drop_comments);
                }
                NodeView::Text(text) => text::write_text(pen, text, options.drop_comments),
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
            Begun::Node => {
                self.enter(node, NameId::UNKNOWN, Parent::Root(NameId::UNKNOWN), End::Nothing);
            }
            Begun::Element { name, begins_with_line_feed } => {
                // The parser drops one.
                if begins_with_line_feed
                    && let Some(first) = first
                    && tree.view(
                        &first,
                        |view| matches!(view, NodeView::Text(text) if text.starts_with('\n')),
                    )
                {
                    self.pen.push("\n");
                }
                self.enter(node, name, Parent::Element(name), End::Tag(node.clone(), name));
            }
        }
    }

    /// Opens what is in `node`: its children, or the contents of a `template`.
    fn enter(&mut self, node: &T::Node, name: NameId, parent: Parent, end: End<T::Node>) {
        let contents = if name == tag::TEMPLATE { self.tree.template_contents(node) } else { None };
        let keeps = self.open.last().is_some_and(|last| last.context.keeps_whitespace)
            || matches!(name, tag::PRE | tag::TEXTAREA | tag::LISTING);
        let context = Context {
            parent: if contents.is_some() { Parent::Template } else { parent },
            is_raw: sets::RAW_TEXT_CHILDREN.contains(name)
                || self.options.scripting && name == tag::NOSCRIPT,
            keeps_whitespace: keeps,
            unended: NameId::UNKNOWN,
        };
        let mut children = self.tree.children(contents.as_ref().unwrap_or(node));
        let next = next_child(self.tree, &mut children, self.options);
        self.open.push(Open { children, next, context, end });
    }
}

/// The next child that is written.
fn next_child<T: TreeSource>(
    tree: &T,
    children: &mut T::Children,
    options: &Minify,
) -> Option<T::Node> {
    if !options.drop_comments {
        return children.next();
    }
    children.find(|child| !tree.view(child, |view| matches!(view, NodeView::Comment(_))))
}

/// Writes attributes; returns whether the last of them ends without a quote.
fn write_attributes<'v>(
    pen: &mut Pen,
    attributes: impl Iterator<Item = AttributeView<'v>>,
) -> bool {
    let mut attributes = attributes.peekable();
    let mut ends_unquoted = false;
    while let Some(AttributeView { name, value }) = attributes.next() {
        pen.push(" ");
        pen.push_attribute_name(name);
        // A name that begins with `=` would be taken for the value.
        let next_is_equals =
            attributes.peek().is_some_and(|next| next.name.local.text.starts_with('='));
        ends_unquoted = false;
        if !value.is_empty() {
            ends_unquoted = value::write_value(pen, value);
        } else if next_is_equals {
            pen.push("=\"\"");
        }
    }
    ends_unquoted
}
