//! [The text of an element as it is
//! rendered](https://html.spec.whatwg.org/multipage/dom.html#get-the-text-steps).
//!
//! One walk over the descendants, without recursion. `style.rs` says of each element what its box is and
//! what of its content is rendered, `declarations.rs` reads `style` attributes, and `lines.rs` puts
//! together what the *rendered text collection steps* give.

mod declarations;
mod lines;
mod math;
mod style;

use dom::{NodeData, NodeId, NodeRef};
use names::tag;

use crate::walk::{self, Step};

use self::{
    lines::{Lines, Place},
    style::{Content, Context, Display, style},
};

/// The inner text of `root`.
pub(crate) fn of(root: NodeRef<'_>) -> String {
    let mut path: Vec<_> = root.ancestors().collect();
    path.reverse();
    if root.is_element() {
        path.push(root);
    }
    let mut context = Context::default();
    for node in path {
        let Some(name) = node.name() else { continue };
        let (display, inner) = style(node, name, &context);
        if display == Display::None {
            return root.text();
        }
        context = inner;
    }
    match root.data() {
        NodeData::Text(text) => {
            let mut lines = Lines::default();
            lines.text(text, context.white_space);
            lines.finish()
        }
        NodeData::Comment(_) | NodeData::ProcessingInstruction { .. } => String::new(),
        _ => collect(root, context, Tables::Read),
    }
}

/// The text in `root`, wherever that is, without that of the tables in it.
pub(crate) fn without_tables(root: NodeRef<'_>) -> String {
    collect(root, Context::default(), Tables::LeftOut)
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
fn collect(root: NodeRef<'_>, context: Context, tables: Tables) -> String {
    let mut collector = Collector {
        lines: Lines::default(),
        context,
        frames: Vec::new(),
        rows: vec![None],
        tables: vec![None],
        nested: tables,
    };
    let mut steps = walk::Walk::over(root);
    while let Some(step) = steps.next() {
        match step {
            Step::Enter(node) if collector.enter(node) => {}
            Step::Enter(_) => steps.skip_children(),
            Step::Leave(node) => collector.leave(node.id()),
        }
    }
    collector.lines.finish()
}

/// An element that does something at its end.
struct Frame {
    node: NodeId,
    /// What held around it.
    outer: Context,
    end: End,
}

/// What is done at an element's end.
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

struct Collector {
    lines: Lines,
    context: Context,
    frames: Vec<Frame>,
    /// Of each open row, where its last cell ended.
    rows: Vec<Option<Place>>,
    /// Of each open table, where its last row ended.
    tables: Vec<Option<Place>>,
    nested: Tables,
}

impl Collector {
    /// Takes a node's beginning; whether its children are next.
    fn enter(&mut self, node: NodeRef<'_>) -> bool {
        if let Some(text) = node.as_text() {
            self.text(node.id(), text);
            return false;
        }
        let Some(name) = node.name() else { return false };
        let (display, inner) = style(node, name, &self.context);
        if display == Display::None {
            return false;
        }
        if self.nested == Tables::LeftOut && node.is_html(tag::TABLE) {
            self.lines.require_break(1);
            return false;
        }
        let breaks = style::breaks(name, display);
        let visible = inner.visible;
        let end = match display {
            Display::Break => {
                if visible {
                    self.lines.line_break();
                }
                return false;
            }
            Display::TableCell => {
                self.end_line_of(self.last(&self.rows), visible);
                End::Cell
            }
            Display::TableRow => {
                self.end_line_of(self.last(&self.tables), visible);
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
        if !matches!(end, End::Nothing) || inner != self.context {
            let outer = std::mem::replace(&mut self.context, inner);
            self.frames.push(Frame { node: node.id(), outer, end });
        }
        true
    }

    fn last(&self, places: &[Option<Place>]) -> Option<Place> {
        places.last().copied().flatten()
    }

    /// Begins a cell or row after one that ended at `place`, which so wasn't the last.
    fn end_line_of(&mut self, place: Option<Place>, visible: bool) {
        self.lines.end_line();
        if let Some(place) = place
            && visible
        {
            self.lines.use_place(place);
        }
    }

    /// Takes a node's end.
    fn leave(&mut self, node: NodeId) {
        let Some(frame) = self.frames.pop_if(|frame| frame.node == node) else { return };
        let visible = self.context.visible;
        self.context = frame.outer;
        match frame.end {
            End::Nothing => {}
            End::Break(breaks) => self.lines.require_break(breaks),
            End::Atomic => self.lines.end_box(),
            End::Cell => {
                let place = visible.then(|| self.lines.place('\t'));
                if let Some(row) = self.rows.last_mut() {
                    *row = place;
                }
            }
            End::Row => {
                self.rows.pop();
                let place = visible.then(|| self.lines.place('\n'));
                if let Some(table) = self.tables.last_mut() {
                    *table = place;
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
    }

    fn text(&mut self, node: NodeId, text: &str) {
        let Context { white_space, visible, content, .. } = self.context;
        if !visible {
            return;
        }
        let italic = if self.context.is_variable { math::italic(text) } else { None };
        let mut transformed = [0; 4];
        let text = italic.map_or(text, |italic| italic.encode_utf8(&mut transformed));
        match content {
            Content::Flow => self.lines.text(text, white_space),
            // In a box of its own, unless it is white space.
            Content::Boxes => {
                self.lines.end_line();
                if !text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
                    self.lines.text(text, white_space);
                    self.lines.end_line();
                }
            }
            Content::Only(only) if only == Some(node) => self.lines.text(text, white_space),
            Content::Only(_) | Content::Options | Content::Graphics => {}
        }
    }
}
