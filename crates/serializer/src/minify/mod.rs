//! Writing in as few bytes as the [HTML syntax](https://html.spec.whatwg.org/multipage/syntax.html#writing)
//! allows, without a parse error and without changing the tree.
//!
//! Four rules save bytes. A tag is left out where the standard makes it [optional](optional_tags) and the parser
//! finds the same end without it: in documents that break the content models these conditions differ, and
//! both must hold. An attribute value has [the quotes](value) that take the fewest bytes, or none. A character
//! is [escaped](text) only where the parser would read something else without it. Foreign elements without
//! children are self-closing, and a [`selectedcontent`] that the parser fills is empty.
//! The writer looks one sibling ahead, as the end tag of an element depends on the node after it.

mod optional_tags;
mod redundant;
mod selectedcontent;
mod text;
mod value;

use std::fmt::{self, Write};

use sapwood_names::{NameId, Namespace, TagSet, sets, tag};
use sapwood_tree::{AttributeView, ElementView, NodeView, QuirksMode, TreeSource};

use crate::{fragment::write_end_tag, html_writer::HtmlWriter};
use optional_tags::{Next, Parent, end_tag_may_go, start_tag_may_go};
use selectedcontent::{SelectContext, is_clone_of_selected};

/// Elements whose white space is content, except a line feed right after the start tag.
const PREFORMATTED: TagSet = TagSet::new(&[tag::LISTING, tag::PRE, tag::TEXTAREA]);

/// Options of the minifier. The default doesn't change the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minify {
    /// Whether scripting is enabled, as in [`SerializeOptions`](crate::SerializeOptions::scripting).
    pub scripting: bool,
    /// Write each run of white space as one character, and none between table parts, list items, options and the
    /// parts of a head; `pre`, `textarea`, `listing` and raw text stay the same. This changes the tree.
    pub collapse_whitespace: bool,
    /// Leave comments out. This changes the tree.
    pub drop_comments: bool,
    /// Leave out attributes that state the default, such as `type=text` of an `input`. This changes the
    /// tree.
    pub drop_redundant_attributes: bool,
}

impl Minify {
    /// Sets [`scripting`](Self#structfield.scripting).
    #[must_use]
    #[inline]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets [`collapse_whitespace`](Self#structfield.collapse_whitespace).
    #[must_use]
    #[inline]
    pub fn collapse_whitespace(mut self, collapse_whitespace: bool) -> Self {
        self.collapse_whitespace = collapse_whitespace;
        self
    }

    /// Sets [`drop_comments`](Self#structfield.drop_comments).
    #[must_use]
    #[inline]
    pub fn drop_comments(mut self, drop_comments: bool) -> Self {
        self.drop_comments = drop_comments;
        self
    }

    /// Sets [`drop_redundant_attributes`](Self#structfield.drop_redundant_attributes).
    #[must_use]
    #[inline]
    pub fn drop_redundant_attributes(mut self, drop_redundant_attributes: bool) -> Self {
        self.drop_redundant_attributes = drop_redundant_attributes;
        self
    }
}

/// Writes the children of `node` in few bytes.
///
/// Where parsing the output of [`write_inner`](crate::write_inner) gives the tree again, so does parsing this,
/// without additional parse errors. A document also keeps the identifiers of its DOCTYPE and with them its
/// mode, and its `selectedcontent` elements don't grow.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn minify_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Minify,
) -> fmt::Result {
    let (root, is_void) = tree.view(node, |view| match view {
        NodeView::Element(element) => {
            let name = element.name.html_id();
            (name, sets::VOID.contains(name))
        }
        _ => (NameId::UNKNOWN, false),
    });
    if is_void {
        return Ok(());
    }
    let mut minifier = Minifier::new(tree, options);
    minifier.table_ends_p = minifier.table_ends_p(node);
    minifier.enter(node, root, Parent::Root(root), End::Nothing, minifier.first_child(node));
    minifier.run(out)
}

/// Writes `node` and its descendants in few bytes, with the tags of `node` itself.
///
/// # Errors
///
/// If writing to `out` fails.
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
    writer: HtmlWriter,
    tree: &'a T,
    options: &'a Minify,
    /// Whether the parser that reads the output lets `table` end a `p`, which quirks mode doesn't.
    table_ends_p: bool,
    /// The `select` that is being written, until its first `selectedcontent`.
    select: Option<T::Node>,
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

/// The properties of a node that its children depend on.
#[derive(Clone, Copy, Default)]
struct Context {
    parent: Parent,
    /// Whether texts are written without escaping.
    is_raw: bool,
    /// Whether white space is content, here or in an ancestor.
    keeps_whitespace: bool,
    select: SelectContext,
    /// The child before, if its end tag was left out.
    unended: NameId,
}

/// The text after the children of a node.
enum End<Node> {
    Nothing,
    Tag(Node, NameId),
}

/// The rest of a node after its beginning was written.
enum Begun {
    Whole,
    Node,
    Element { name: NameId, begins_with_line_feed: bool },
}

impl<'a, T: TreeSource> Minifier<'a, T> {
    #[inline]
    fn new(tree: &'a T, options: &'a Minify) -> Self {
        Self {
            writer: HtmlWriter::new(),
            tree,
            options,
            table_ends_p: false,
            select: None,
            open: Vec::new(),
        }
    }

    /// Whether a parser that reads the output is in a mode in which `table` ends a `p`.
    #[inline]
    fn table_ends_p(&self, node: &T::Node) -> bool {
        let mode = self.tree.quirks_mode();
        self.tree.view(node, |view| matches!(view, NodeView::Document))
            && self.tree.children(node).any(|child| {
                self.tree.view(&child, |view| match view {
                    NodeView::Doctype { name, public_id, system_id } => match mode {
                        Some(mode) => mode != QuirksMode::Quirks,
                        None => {
                            QuirksMode::of_doctype(name, public_id, system_id) != QuirksMode::Quirks
                        }
                    },
                    _ => false,
                })
            })
    }

    fn run(mut self, out: &mut impl Write) -> fmt::Result {
        while let Some(last) = self.open.last_mut() {
            if let Some(child) = last.next.take() {
                last.next = next_child(self.tree, &mut last.children, self.options);
                let context = last.context;
                last.context.unended = NameId::UNKNOWN;
                self.begin(&child, &context);
                self.writer.flush_if_full(out)?;
                continue;
            }
            if let Some(Open { end: End::Tag(element, name), .. }) = self.open.pop() {
                self.end(&element, name);
            }
        }
        self.writer.flush(out)
    }

    /// Writes the end tag of `element`, unless it is left out.
    #[inline]
    fn end(&mut self, element: &T::Node, name: NameId) {
        if let Some(parent) = self.open.last() {
            let next = self.look(parent.next.as_ref());
            if end_tag_may_go(name, parent.context.parent, next, self.table_ends_p) {
                if let Some(parent) = self.open.last_mut() {
                    parent.context.unended = name;
                }
                return;
            }
        }
        write_end_tag(&mut self.writer, self.tree, element);
    }

    /// Classifies `node` for the rules of optional tags.
    #[inline]
    fn look(&self, node: Option<&T::Node>) -> Next {
        let Some(node) = node else { return Next::Nothing };
        self.tree.view(node, |view| match view {
            NodeView::Element(element) => Next::Element(element.name.html_id()),
            NodeView::Text(text) if text.starts_with(|first: char| first.is_ascii_whitespace()) => {
                Next::WhiteSpace
            }
            NodeView::Text(_) => Next::Text,
            _ => Next::Comment,
        })
    }

    /// Writes the beginning of a node, and opens it if it has children to write. One arm for each kind of node.
    #[inline]
    fn begin(&mut self, node: &T::Node, context: &Context) {
        let (tree, options) = (self.tree, self.options);
        let inner = self.first_child(node);
        let inside = self.look(inner.1.as_ref());
        let writer = &mut self.writer;
        let begun = tree.view(node, |view| {
            match view {
                NodeView::Element(ElementView { name, attributes }) => {
                    let id = name.html_id();
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
                        writer.push("<");
                        writer.push_element_name(name);
                        let ends_unquoted = write_attributes(writer, attributes);
                        if is_foreign && inside == Next::Nothing {
                            writer.push(if ends_unquoted { " />" } else { "/>" });
                            return Begun::Whole;
                        }
                        writer.push(">");
                    }
                    if sets::VOID.contains(id) {
                        return Begun::Whole;
                    }
                    if id == tag::SELECTEDCONTENT
                        && context.select == SelectContext::Inside
                        && is_clone_of_selected(tree, self.select.take(), node)
                    {
                        writer.push_any_end(name);
                        return Begun::Whole;
                    }
                    let drops_line_feed = PREFORMATTED.contains(id);
                    return Begun::Element { name: id, begins_with_line_feed: drops_line_feed };
                }
                NodeView::Text(text) if context.is_raw => writer.push(text),
                NodeView::Text(text)
                    if options.collapse_whitespace && !context.keeps_whitespace =>
                {
                    text::write_collapsed(
                        writer,
                        text,
                        context.parent.name(),
                        options.drop_comments,
                    );
                }
                NodeView::Text(text) => text::write_text(writer, text, options.drop_comments),
                NodeView::Comment(data) => writer.push_comment(data),
                NodeView::ProcessingInstruction { target, data } => {
                    writer.push_processing_instruction(target, data);
                }
                NodeView::Doctype { name, public_id, system_id } => {
                    let mode = tree.quirks_mode();
                    writer.push_doctype_of_mode(name, [public_id, system_id], mode);
                }
                NodeView::Document | NodeView::Fragment => return Begun::Node,
            }
            Begun::Whole
        });
        match begun {
            Begun::Whole => {}
            Begun::Node => {
                let parent = Parent::Root(NameId::UNKNOWN);
                self.enter(node, NameId::UNKNOWN, parent, End::Nothing, inner);
            }
            Begun::Element { name, begins_with_line_feed } => {
                // The parser drops the first line feed.
                if begins_with_line_feed
                    && let Some(first) = &inner.1
                    && tree.view(
                        first,
                        |view| matches!(view, NodeView::Text(text) if text.starts_with('\n')),
                    )
                {
                    self.writer.push("\n");
                }
                self.enter(node, name, Parent::Element(name), End::Tag(node.clone(), name), inner);
            }
        }
    }

    /// Returns the first child of `node` that is written, and the children after it.
    #[inline]
    fn first_child(&self, node: &T::Node) -> (T::Children, Option<T::Node>) {
        let mut children = self.tree.children(node);
        let first = next_child(self.tree, &mut children, self.options);
        (children, first)
    }

    /// Opens the children of `node`, of which `inner` is the [first](Self::first_child), or the contents of a
    /// `template`.
    #[inline]
    fn enter(
        &mut self,
        node: &T::Node,
        name: NameId,
        parent: Parent,
        end: End<T::Node>,
        inner: (T::Children, Option<T::Node>),
    ) {
        let contents = if name == tag::TEMPLATE { self.tree.template_contents(node) } else { None };
        let (keeps, outer) = match self.open.last() {
            Some(last) => (last.context.keeps_whitespace, last.context.select),
            None => (false, SelectContext::of_root(self.tree, node)),
        };
        let select = match name {
            tag::SELECT | tag::OPTION | tag::SELECTEDCONTENT | tag::TEMPLATE => {
                self.select_context(outer, node, name)
            }
            _ => outer,
        };
        let context = Context {
            select,
            parent: if contents.is_some() { Parent::Template } else { parent },
            is_raw: sets::RAW_TEXT_CHILDREN.contains(name)
                || self.options.scripting && name == tag::NOSCRIPT,
            keeps_whitespace: keeps || PREFORMATTED.contains(name),
            unended: NameId::UNKNOWN,
        };
        let (children, next) = match &contents {
            Some(contents) => self.first_child(contents),
            None => inner,
        };
        self.open.push(Open { children, next, context, end });
    }

    /// Returns the context in an element that changes it, and remembers a `select` whose `selectedcontent` the
    /// parser fills.
    #[cold]
    fn select_context(
        &mut self,
        outer: SelectContext,
        node: &T::Node,
        name: NameId,
    ) -> SelectContext {
        let select = outer.inside(self.tree, node, name);
        if name == tag::SELECT && select == SelectContext::Inside {
            self.select = Some(node.clone());
        }
        select
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
    writer: &mut HtmlWriter,
    attributes: impl Iterator<Item = AttributeView<'v>>,
) -> bool {
    let mut attributes = attributes.peekable();
    let mut ends_unquoted = false;
    while let Some(AttributeView { name, value }) = attributes.next() {
        writer.push(" ");
        writer.push_attribute_name(name);
        // The parser would read a next name that begins with `=` as the value.
        let next_is_equals =
            attributes.peek().is_some_and(|next| next.name.local.text.starts_with('='));
        ends_unquoted = false;
        if !value.is_empty() {
            ends_unquoted = value::write_value(writer, value);
        } else if next_is_equals {
            writer.push("=\"\"");
        }
    }
    ends_unquoted
}
