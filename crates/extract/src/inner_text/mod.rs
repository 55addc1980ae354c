//! [The text of an element as it is
//! rendered](https://html.spec.whatwg.org/multipage/dom.html#get-the-text-steps).
//!
//! The standard defines the text by CSS boxes; there is no layout here, but the text depends on few properties of
//! a box. One walk over the descendants, without recursion, does it. On entering an element, [`style`](mod@style)
//! computes its box from the style sheet of browsers, presentational attributes and the `style` attribute:
//! its [`Display`], which [`Content`] is rendered, and the inherited properties in [`Context`].
//! The [`Collector`] maps boxes to the items of the *rendered text collection steps*: a block requires line
//! breaks before and after it, a cell is followed by a tab and a row by a line feed if another follows,
//! and an `inline-block` interrupts a line without ending it. [`Lines`] collapses white space within each line
//! and joins the items at the end.
//!
//! Decisions: style sheets are not read; scripting is enabled, so that `noscript` is not rendered;
//! an `object` with `data` is replaced by something without text, and without `data` it represents its fallback
//! content.

mod casing;
pub(crate) mod declarations;
pub(crate) mod display;
pub(crate) mod effects;
pub(crate) mod lines;
mod math;
pub(crate) mod style;
mod text_transform;

use sapwood_names::tag;
use sapwood_tree::{Node, NodeKind, NodeSet, Visitor};

use crate::metadata::Meta;

use self::{
    casing::Language,
    display::{Content, Display},
    lines::{Line, Lines, PendingSeparator},
    style::{Context, style},
    text_transform::TextTransform,
};

/// The inner text of `root`.
#[inline]
#[must_use]
pub fn inner_text<'d, N: Node<'d>>(root: N) -> String {
    let mut path: Vec<_> = root.ancestors().collect();
    path.reverse();
    if root.is_element() {
        path.push(root);
    }
    let mut context = Context::default();
    for node in path {
        if !node.is_element() {
            continue;
        }
        let (display, inner) = style(node, &context);
        if display == Display::None {
            return root.text_content();
        }
        context = inner;
    }
    match root.kind() {
        NodeKind::Text => {
            let mut lines = Lines::default();
            let language = context.language(root, &mut None);
            let text = context.text_transform.apply(root.data(), language, false);
            lines.text(&text, context.white_space, true);
            lines.finish()
        }
        NodeKind::Comment | NodeKind::ProcessingInstruction => String::new(),
        _ => collect(root, context, Tables::Read, None),
    }
}

impl Context {
    /// Returns the language of a text, if the context changes its case; memoizes the default language.
    #[inline]
    fn language<'d>(&self, text: impl Node<'d>, default: &mut Option<Language>) -> Language {
        match self.language {
            Some(language) => language,
            None if self.text_transform == TextTransform::None => Language::Other,
            None => *default.get_or_insert_with(|| default_language(text)),
        }
    }
}

/// Returns the language by the last `<meta http-equiv=content-language>` in the head of the document: the [pragma-set
/// default language](https://html.spec.whatwg.org/multipage/semantics.html#pragma-set-default-language).
///
/// Such an element in the body is ignored, because the search for it would take each call a walk over the document.
#[inline]
fn default_language<'d, N: Node<'d>>(node: N) -> Language {
    #[inline]
    fn language<'d, N>(meta: Meta<'d, N>) -> Option<&'d str> {
        let is_pragma = meta.http_equiv?.eq_ignore_ascii_case("content-language");
        let content = meta.content.filter(|content| is_pragma && !content.contains(','))?;
        content.split_ascii_whitespace().next()
    }
    let html_child = |parent: N, name| parent.children().find(|child| child.is_html(name));
    let document = Some(node.node_document()).filter(|it| it.kind() == NodeKind::Document);
    let html = document.and_then(|document| html_child(document, tag::HTML));
    let head = html.and_then(|html| html_child(html, tag::HEAD));
    let metas = head.into_iter().flat_map(|head| head.children()).filter_map(Meta::of);
    Language::of(metas.filter_map(language).last().unwrap_or_default())
}

/// The text in `root`, rendered or not, without the tables in it.
#[inline]
#[must_use]
pub fn without_tables<'d>(root: impl Node<'d>) -> String {
    collect(root, Context::default(), Tables::LeftOut, None)
}

/// The text in `root`, hidden or not, without the nodes of a set and their descendants.
#[inline]
#[must_use]
pub fn without<'d>(root: impl Node<'d>, skipped: &NodeSet) -> String {
    collect(root, Context::revealing(), Tables::Read, Some(skipped))
}

/// Whether the tables in an element are part of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tables {
    Read,
    LeftOut,
}

/// The [rendered text collection
/// steps](https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps) for what is in
/// `root`, which itself gives `context`.
#[inline]
fn collect<'d, N: Node<'d>>(
    root: N,
    context: Context,
    tables: Tables,
    skipped: Option<&NodeSet>,
) -> String {
    let mut collector = Collector {
        lines: Lines::default(),
        context,
        frames: Vec::new(),
        rows: vec![None],
        tables: vec![None],
        nested: tables,
        skipped,
        default_language: None,
    };
    root.visit_descendants(&mut collector);
    collector.lines.finish()
}

/// An open element.
struct Frame {
    /// The context around it.
    outer: Context,
    end: End,
    /// The line around it, if it isn't in the flow.
    line: Option<Line>,
}

/// The action at an element's end.
#[derive(Clone, Copy)]
enum End {
    Nothing,
    /// A required line break count.
    Break(u8),
    /// A box in a line, with lines of its own.
    Atomic,
    Cell,
    Row,
    Table {
        is_atomic: bool,
    },
}

struct Collector<'s> {
    lines: Lines,
    context: Context,
    frames: Vec<Frame>,
    /// For each open row the end of its last cell.
    rows: Vec<Option<PendingSeparator>>,
    /// For each open table the end of its last row.
    tables: Vec<Option<PendingSeparator>>,
    nested: Tables,
    /// Nodes that are left out with their descendants.
    skipped: Option<&'s NodeSet>,
    /// The language of texts without a `lang` attribute around them, once one needs it.
    default_language: Option<Language>,
}

impl<'d, N: Node<'d>> Visitor<N> for Collector<'_> {
    #[inline]
    fn text(&mut self, node: N) {
        if !self.is_skipped(node) {
            self.write_text(node, node.data());
        }
    }

    /// The [steps](collect) for an element, in the standard's order; one arm for each kind of box.
    #[inline]
    fn element(&mut self, node: N) -> bool {
        if self.is_skipped(node) {
            return false;
        }
        let (display, inner) = style(node, &self.context);
        if display == Display::None {
            return false;
        }
        if self.nested == Tables::LeftOut && node.is_html(tag::TABLE) {
            self.lines.require_break(1);
            return false;
        }
        let breaks = style::breaks(node, display);
        let visible = inner.visible;
        if display == Display::Break {
            self.lines.line_break(visible);
            return false;
        }
        let line = inner.own.is_out_of_flow.then(|| self.lines.suspend_line());
        let end = match display {
            Display::TableCell => {
                self.end_line_of(last(&self.rows), visible);
                End::Cell
            }
            Display::TableRow => {
                self.end_line_of(last(&self.tables), visible);
                self.rows.push(None);
                End::Row
            }
            Display::Table | Display::InlineTable => {
                let is_atomic = display == Display::InlineTable;
                if is_atomic {
                    self.lines.begin_box();
                } else if visible {
                    self.lines.require_break(breaks);
                }
                // A row without a `tr` is possible, too.
                self.tables.push(None);
                self.rows.push(None);
                End::Table { is_atomic }
            }
            Display::InlineBlock => {
                self.lines.begin_box();
                End::Atomic
            }
            Display::Block | Display::TableCaption if !visible => {
                self.lines.end_line();
                End::Break(0)
            }
            _ if breaks > 0 && visible => {
                self.lines.require_break(breaks);
                End::Break(breaks)
            }
            _ => End::Nothing,
        };
        if matches!(end, End::Break(_)) {
            self.end_anonymous_row();
        }
        let outer = std::mem::replace(&mut self.context, inner);
        self.frames.push(Frame { outer, end, line });
        true
    }

    #[inline]
    fn leave(&mut self, _: N) {
        let Some(frame) = self.frames.pop() else { return };
        let visible = self.context.visible;
        self.context = frame.outer;
        match frame.end {
            End::Nothing => {}
            End::Break(breaks) => {
                self.end_anonymous_row();
                self.lines.require_break(breaks);
            }
            End::Atomic => self.lines.end_box(),
            End::Cell => {
                let separator = visible.then(|| self.lines.pending_separator('\t'));
                if let Some(row) = self.rows.last_mut() {
                    *row = separator;
                }
            }
            End::Row => {
                self.rows.pop();
                let separator = visible.then(|| self.lines.pending_separator('\n'));
                if let Some(table) = self.tables.last_mut() {
                    *table = separator;
                }
            }
            End::Table { is_atomic } => {
                self.rows.pop();
                self.tables.pop();
                if is_atomic {
                    self.lines.end_box();
                } else if visible {
                    self.lines.require_break(1);
                } else {
                    self.lines.end_line();
                }
            }
        }
        if let Some(line) = frame.line {
            self.lines.resume_line(line);
        }
    }
}

impl Collector<'_> {
    /// Whether a node is left out.
    #[inline]
    fn is_skipped<'d>(&self, node: impl Node<'d>) -> bool {
        self.skipped.is_some_and(|it| it.contains(node))
    }

    /// Ends a row or table that cells or rows form without an element: a block begins or ends beside them.
    #[inline]
    fn end_anonymous_row(&mut self) {
        self.rows.last_mut().into_iter().chain(self.tables.last_mut()).for_each(|it| *it = None);
    }

    /// Begins a cell or row after one that ended at `separator`, and so wasn't the last.
    #[inline]
    fn end_line_of(&mut self, separator: Option<PendingSeparator>, visible: bool) {
        self.lines.end_line();
        if let Some(separator) = separator
            && visible
        {
            self.lines.write_separator(separator);
        }
    }

    #[inline]
    fn write_text<'d>(&mut self, node: impl Node<'d>, text: &str) {
        let Context { own, white_space, visible, text_transform, .. } = self.context;
        let language = self.context.language(node, &mut self.default_language);
        let is_in_word = text_transform == TextTransform::Capitalize && self.lines.is_in_word();
        let text = &*text_transform.apply(text, language, is_in_word);
        if !own.content.has_text(node) {
            return;
        }
        if own.content != Content::Boxes {
            self.lines.text(text, white_space, visible);
            return;
        }
        // In a box of its own, unless it is white space.
        self.lines.end_line();
        if !text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            self.lines.text(text, white_space, visible);
            self.lines.end_line();
        }
    }
}

#[inline]
fn last(separators: &[Option<PendingSeparator>]) -> Option<PendingSeparator> {
    separators.last().copied().flatten()
}
