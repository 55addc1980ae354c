//! The walk over the elements.

mod elements;

#[cfg(feature = "url")]
use std::cell::OnceCell;
use std::collections::HashMap;

#[cfg(feature = "url")]
use sapwood_extract::Base;
use sapwood_extract::boxes::{
    Content, Context, Display, IS_ARIA_HIDDEN, WhiteSpace, cascade, changes_box, effects_of,
};
use sapwood_names::{NameId, Namespace, attr, tag};
use sapwood_tree::{ElementHead, Node, NodeKind, NodeSet, Visitor};

use super::{
    actions::Action,
    assemble::{Place, References, assemble},
    code::{self, CodeBlock},
    delimiters::Forms,
    inline::{Inline, Kind},
    lists::{List, is_blank},
    marks::{Marks, Run},
    options::{Conversion, Settings},
    tables::{self, CellText},
    writer::{Block, Layout, Writer},
};

/// A node to convert.
pub(super) struct Source<'o, N> {
    pub(super) root: N,
    /// The context of its content.
    pub(super) context: Context,
    /// Nodes that are left out with their descendants.
    pub(super) skipped: Option<&'o NodeSet>,
    /// The caller's rule about elements.
    pub(super) rule: Option<&'o dyn Fn(N) -> Conversion>,
}

/// Markdown, with what a map needs.
pub(super) struct Converted<N> {
    pub(super) markdown: String,
    /// The nodes by their index in the layout.
    pub(super) nodes: Vec<N>,
    pub(super) layout: Option<Box<Layout>>,
}

/// Converts a node.
pub(super) fn convert<'d, N: Node<'d>>(source: &Source<'_, N>, options: &Settings) -> String {
    convert_with_map(source, options, false).markdown
}

/// Converts a node, with a layout if `has_map`.
pub(super) fn convert_with_map<'d, N: Node<'d>>(
    source: &Source<'_, N>,
    options: &Settings,
    has_map: bool,
) -> Converted<N> {
    let &Source { root, context, skipped, rule } = source;
    // A quarter of a page is enough for most, and unused room is never touched.
    let room = root.text_length_hint() / 4;
    let mut converter = Converter {
        #[cfg(feature = "url")]
        root,
        options,
        #[cfg(feature = "url")]
        base: OnceCell::new(),
        writer: Writer::with_capacity(room, has_map),
        inline: Inline::new(has_map),
        assembled: String::new(),
        taken: has_map.then(Marks::default),
        nodes: has_map.then(Vec::new),
        place: Place::Paragraph,
        context,
        skipped,
        rule,
        frames: Vec::new(),
        containers: Vec::new(),
        cells: None,
        is_in_formula: false,
        references: References::default(),
        forms: Forms::default(),
    };
    match root.kind() {
        NodeKind::Text => Visitor::text(&mut converter, root),
        NodeKind::Element => {
            if converter.element(root) {
                root.visit_descendants(&mut converter);
                converter.leave(root);
            }
        }
        _ => root.visit_descendants(&mut converter),
    }
    converter.finish()
}

/// An open element.
struct Frame {
    /// The context around it.
    outer: Context,
    end: End,
}

/// The action at an element's end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Nothing,
    /// A block boundary.
    Boundary,
    Heading(u8),
    /// A quote, list or description list.
    Container,
    Inline,
    Term,
    /// A term in the form of pandoc.
    PandocTerm,
    Cell,
    Table,
    Quotation,
    Formula,
}

/// An open block that contains others.
enum Container {
    Quote,
    List(List),
    /// A `dl`, with the list of the descriptions after a term.
    Descriptions(Option<List>),
}

pub(super) struct Converter<'o, 'd, N> {
    pub(super) options: &'o Settings,
    writer: Writer,
    pub(super) inline: Inline<'d>,
    /// The content of the last block, whose memory is used again.
    assembled: String,
    /// The marks of the last content that was [taken](Self::take_inline), if a map is asked for.
    taken: Option<Marks>,
    /// The nodes that were visited, if a map is asked for.
    nodes: Option<Vec<N>>,
    /// The block that the inline content will be.
    place: Place,
    context: Context,
    /// Nodes that are left out with their descendants.
    skipped: Option<&'o NodeSet>,
    /// The caller's rule about elements.
    rule: Option<&'o dyn Fn(N) -> Conversion>,
    frames: Vec<Frame>,
    containers: Vec<Container>,
    /// The cells of the data table that is open. There is one at most: a table around another holds no data.
    cells: Option<HashMap<usize, CellText>>,
    /// Whether a formula without an annotation is open: one in it isn't searched again.
    is_in_formula: bool,
    references: References<'d>,
    forms: Forms,
    /// The node that is converted.
    #[cfg(feature = "url")]
    pub(super) root: N,
    /// The base URL of links, once it is asked for.
    #[cfg(feature = "url")]
    pub(super) base: OnceCell<Option<Base>>,
}

impl<'d, N: Node<'d>> Visitor<N> for Converter<'_, 'd, N> {
    #[inline(always)]
    fn text(&mut self, node: N) {
        if !self.is_skipped(node) {
            if self.nodes.is_some() {
                self.set_origin(node);
            }
            let (buffer, range) = node.data_in_buffer();
            self.text_in(buffer, range.start, range.len());
        }
    }

    #[inline(always)]
    fn element(&mut self, node: N) -> bool {
        if self.is_skipped(node) {
            return false;
        }
        if self.nodes.is_some() {
            self.set_origin(node);
        }
        if self.rule.is_none() { self.enter_any(node) } else { self.enter_by_rule(node) }
    }

    #[inline(always)]
    fn leave(&mut self, node: N) {
        // The document has none.
        let Some(frame) = self.frames.pop() else { return };
        self.context = frame.outer;
        match frame.end {
            End::Nothing => {}
            End::Boundary => self.boundary(),
            end => self.leave_with(node, end),
        }
    }
}

impl<'d, N: Node<'d>> Converter<'_, 'd, N> {
    /// Whether a node is left out.
    #[inline(always)]
    fn is_skipped(&self, node: N) -> bool {
        self.skipped.is_some_and(|it| it.contains(node))
    }

    /// Sets the node that what follows comes from, for a map.
    #[inline(never)]
    fn set_origin(&mut self, node: N) {
        if let (Some(nodes), Some(origins)) = (&mut self.nodes, &mut self.inline.origins) {
            let data = if node.kind() == NodeKind::Text { node.data() } else { "" };
            origins.set(nodes.len() as u32, data);
            nodes.push(node);
        }
    }

    /// Adds a node to those of the map, if there is one; returns its index.
    pub(super) fn map_index(&mut self, node: N) -> u32 {
        let Some(nodes) = &mut self.nodes else { return 0 };
        nodes.push(node);
        nodes.len() as u32 - 1
    }

    /// The text of a `pre` or `code`, with its marks if there is a map.
    fn code_text(&mut self, node: N) -> (String, Marks) {
        let mut marks = Marks::default();
        let text = code::text(node, |node, start| {
            if let Some(nodes) = &mut self.nodes {
                let (length, index) = (node.data().len(), nodes.len() as u32);
                marks.push(Run { start, length, node: index, data: Some((0, length)) });
                nodes.push(node);
            }
        });
        (text, marks)
    }

    /// Writes the text of a `pre` as a block.
    fn code_block(&mut self, node: N) {
        let (text, marks) = self.code_text(node);
        // Where line ends are changed, the lines come from the element as a whole.
        let is_copied = !text.contains('\r');
        let block = code::block(node, text, self.options);
        let CodeBlock { lines, code } = &block;
        self.require_item();
        let marks = self.nodes.is_some().then(|| {
            let mut of_lines = Marks::default();
            match is_copied {
                true => of_lines.copy(&marks, 0..code.len(), code.start),
                false => {
                    let node = self.map_index(node);
                    let (start, length) = (code.start, code.len());
                    of_lines.push(Run { start, length, node, data: None });
                }
            }
            of_lines
        });
        self.writer.block(Block::Code, lines, marks.as_ref());
    }

    /// Enters an element as the caller's rule says.
    #[inline(never)]
    fn enter_by_rule(&mut self, node: N) -> bool {
        match self.rule.map_or(Conversion::Default, |rule| rule(node)) {
            Conversion::Default => self.enter_any(node),
            Conversion::Html => self.enter_kept(node),
            Conversion::LeftOut => false,
            Conversion::Content => {
                self.frames.push(Frame { outer: self.context, end: End::Nothing });
                true
            }
            Conversion::Text(text) => {
                self.inline.text(&text);
                false
            }
            Conversion::Markdown(markdown) => {
                self.inline.markdown(&markdown);
                false
            }
        }
    }

    /// Adds the text of that place and length in `buffer`.
    #[inline(always)]
    fn text_in(&mut self, buffer: &str, start: usize, length: usize) {
        let Context { own, white_space, visible, .. } = self.context;
        if !visible
            || matches!(own.content, Content::Only(_) | Content::Options | Content::Graphics)
        {
            return;
        }
        match white_space {
            WhiteSpace::Collapse => {
                // Most texts are the indentation of the next tag.
                let bytes = &buffer.as_bytes()[start..];
                let mut spaces = 0;
                if length > 0 && bytes[0] <= b' ' {
                    spaces = sapwood_scan::whitespace_run_within(bytes, length);
                    if spaces > 0 {
                        self.inline.space();
                    }
                }
                if spaces < length {
                    self.inline.text_within(&buffer[start + spaces..], length - spaces);
                }
            }
            WhiteSpace::Preserve | WhiteSpace::PreserveBreaks => {
                self.inline.preserved_text(&buffer[start..start + length]);
            }
        }
    }

    /// Enters an element, and looks up what decides on most of them.
    #[inline(always)]
    fn enter_any(&mut self, node: N) -> bool {
        let Some(ElementHead { namespace, name, .. }) = node.element_head() else { return false };
        self.enter_element(node, namespace, name, effects_of(node))
    }

    /// Enters an element. Of most the name alone decides on the box and on what is done.
    #[inline]
    fn enter_element(&mut self, node: N, namespace: Namespace, id: NameId, effects: u8) -> bool {
        if effects & IS_ARIA_HIDDEN != 0 && self.is_aria_hidden(node) {
            return false;
        }
        if namespace != Namespace::Html || changes_box(node, effects) {
            return self.enter_unusual(node, namespace, id);
        }
        let outer = self.context;
        let Some(display) = self.context.enter_usual(id) else {
            return self.enter_unusual(node, namespace, id);
        };
        if display == Display::None {
            return false;
        }
        let end = match Action::of(id) {
            Action::ByBox => Some(self.enter_box(display)),
            action => self.enter_html(node, id, action, display),
        };
        let content = self.context.own.content;
        match end {
            Some(end) if !matches!(content, Content::Only(None) | Content::Options) => {
                self.frames.push(Frame { outer, end });
                true
            }
            _ => {
                self.context = outer;
                false
            }
        }
    }

    /// Enters an element whose attributes, namespace or place decide on its box, too.
    #[inline(never)]
    fn enter_unusual(&mut self, node: N, namespace: Namespace, id: NameId) -> bool {
        let (display, mut inner) = cascade(node, &self.context);
        if display == Display::None || namespace == Namespace::Svg {
            return false;
        }
        let end = match namespace {
            Namespace::Html => match self.enter_html(node, id, Action::of(id), display) {
                Some(end) => end,
                None => return false,
            },
            Namespace::MathMl if id == tag::MATH && !self.is_in_formula => {
                if self.math(node) {
                    return false;
                }
                self.is_in_formula = true;
                End::Formula
            }
            _ => End::Nothing,
        };
        if matches!(inner.own.content, Content::Only(None) | Content::Options) {
            return false;
        }
        if node.is_html(tag::DETAILS) {
            inner.own.content = Content::Flow;
        }
        let outer = std::mem::replace(&mut self.context, inner);
        self.frames.push(Frame { outer, end });
        true
    }

    /// Whether an element and its content are left out because of its `aria-hidden`.
    fn is_aria_hidden(&self, node: N) -> bool {
        !self.options.aria_hidden
            && self.skipped.is_none()
            && node
                .known_attribute(attr::ARIA_HIDDEN)
                .is_some_and(|it| it.eq_ignore_ascii_case("true"))
    }

    /// Enters an element that is no more in Markdown than its box.
    #[inline]
    fn enter_box(&mut self, display: Display) -> End {
        if !is_block(display) {
            return End::Nothing;
        }
        self.boundary();
        End::Boundary
    }

    /// Enters an HTML element; returns the action at its end, or `None` if its content isn't converted. One arm for each action.
    fn enter_html(&mut self, node: N, id: NameId, action: Action, display: Display) -> Option<End> {
        let is_paragraph = self.place == Place::Paragraph;
        Some(match action {
            Action::Emphasis => self.open(Kind::Emphasis, id),
            Action::Strong => self.open(Kind::Strong, id),
            Action::Strike => self.open(Kind::Strike, id),
            Action::Subscript => self.mark(node, Kind::Subscript, id),
            Action::Superscript => self.mark(node, Kind::Superscript, id),
            Action::Inserted => self.mark(node, Kind::Inserted, id),
            Action::Highlighted => self.mark(node, Kind::Highlighted, id),
            Action::Link => return self.link(node),
            Action::Quotation => {
                self.inline.text("\"");
                End::Quotation
            }
            Action::Code => {
                let (code, marks) = self.code_text(node);
                self.inline.code(&code, &marks);
                return None;
            }
            Action::Image => return self.image(node),
            Action::Checkbox => return self.checkbox(node),
            Action::LineBreak => return self.line_break(),
            Action::BreakOpportunity => return None,
            Action::Rule => {
                self.boundary();
                if is_paragraph {
                    let rule = &self.options.rule;
                    self.write(Block::Rule, rule);
                }
                return None;
            }
            Action::Preformatted if is_paragraph => {
                self.boundary();
                self.code_block(node);
                return None;
            }
            Action::Preformatted => {
                self.boundary();
                let (text, marks) = self.code_text(node);
                let code = text.trim_ascii();
                let start = text.len() - text.trim_ascii_start().len();
                let mut of_code = Marks::default();
                of_code.copy(&marks, start..start + code.len(), 0);
                self.inline.code(code, &of_code);
                self.boundary();
                return None;
            }
            Action::Heading(level) if is_paragraph => {
                self.boundary();
                self.place = Place::Heading;
                End::Heading(level)
            }
            Action::Quote if is_paragraph => {
                self.begin_container();
                self.writer.begin_quote();
                self.containers.push(Container::Quote);
                End::Container
            }
            Action::List if is_paragraph => {
                self.begin_container();
                let list = List::of(node, self.options, &mut self.writer);
                self.containers.push(Container::List(list));
                End::Container
            }
            Action::Descriptions if is_paragraph => {
                self.begin_container();
                self.containers.push(Container::Descriptions(None));
                End::Container
            }
            Action::Item if is_paragraph => self.item(node, id),
            Action::Table if is_paragraph && self.cells.is_none() && tables::is_data(node) => {
                self.boundary();
                self.cells = Some(HashMap::new());
                End::Table
            }
            Action::Cell if is_paragraph && self.cells.is_some() => {
                self.boundary();
                self.place = Place::Cell;
                End::Cell
            }
            _ => self.enter_box(display),
        })
    }

    /// Ends an element that is more than its box.
    #[inline(never)]
    fn leave_with(&mut self, node: N, end: End) {
        match end {
            End::Nothing => {}
            End::Boundary => self.boundary(),
            End::Heading(level) => self.end_heading(level.into(), node),
            End::Container => self.end_container(node),
            End::Inline => self.inline.close(),
            End::Term => {
                self.inline.close();
                self.boundary();
            }
            End::PandocTerm => self.end_pandoc_term(),
            End::Cell => {
                let text = self.take_inline();
                self.place = Place::Paragraph;
                if let Some(cells) = &mut self.cells {
                    let cell = CellText { text: text.clone(), marks: self.taken.clone() };
                    cells.insert(node.index(), cell);
                }
                self.assembled = text;
            }
            End::Table => {
                self.boundary();
                let cells = self.cells.take().unwrap_or_default();
                let mut marks = Marks::default();
                if let Some(lines) = tables::write(node, &cells, self.options, &mut marks) {
                    self.require_item();
                    self.writer.block(Block::Table, &lines, Some(&marks));
                }
            }
            End::Quotation => {
                self.set_origin(node);
                self.inline.text("\"");
            }
            End::Formula => self.is_in_formula = false,
        }
    }

    /// Ends the paragraph at the edge of a block; on a single line it is a space.
    #[inline]
    fn boundary(&mut self) {
        if self.place != Place::Paragraph {
            return self.inline.space();
        }
        if self.inline.is_empty() {
            return self.inline.end_block();
        }
        self.write_inline(Block::Paragraph, "");
    }

    /// Ends the inline content, which isn't empty, and writes it as a block.
    #[inline(never)]
    fn write_inline(&mut self, block: Block, mark: &str) {
        self.inline.end_block();
        self.require_item();
        let start = self.writer.begin_block(block, mark);
        let Self { inline, options, place, references, forms, writer, .. } = self;
        let has_lines = assemble(inline, options, *place, references, forms, writer.out());
        self.writer.end_lines(block, start, has_lines);
        self.inline.clear();
    }

    /// Ends the inline content and returns it as Markdown. The caller gives the memory back.
    fn take_inline(&mut self) -> String {
        self.inline.end_block();
        let mut text = std::mem::take(&mut self.assembled);
        text.clear();
        let Self { inline, options, place, references, forms, taken, .. } = self;
        if let Some(taken) = taken {
            taken.clear();
        }
        if !inline.is_empty() {
            assemble(inline, options, *place, references, forms, (&mut text, taken.as_mut()));
            self.inline.clear();
        }
        text
    }

    /// Writes the lines of a block that are the content that was [taken](Self::take_inline), with marks around it.
    fn write_taken(&mut self, block: Block, lines: &str) {
        self.require_item();
        self.writer.block(block, lines, self.taken.as_ref());
    }

    fn write(&mut self, block: Block, lines: &str) {
        self.require_item();
        self.writer.block(block, lines, None);
    }

    /// Begins an item for what stands in a list outside of its items.
    fn require_item(&mut self) {
        if let Some(Container::List(list)) = self.containers.last_mut() {
            list.require_item(&mut self.writer);
        }
    }

    fn begin_container(&mut self) {
        self.boundary();
        self.require_item();
    }

    fn end_container(&mut self, node: N) {
        self.boundary();
        match self.containers.pop() {
            Some(Container::Quote) => self.writer.end_quote(is_blank(node)),
            Some(Container::List(list) | Container::Descriptions(Some(list))) => {
                list.end(&mut self.writer);
            }
            Some(Container::Descriptions(None)) | None => {}
        }
    }

    fn open(&mut self, kind: Kind, id: NameId) -> End {
        if self.inline.open(kind, id) { End::Inline } else { End::Nothing }
    }

    fn finish(mut self) -> Converted<N> {
        self.boundary();
        let definitions = self.references.definitions();
        if !definitions.is_empty() {
            self.write(Block::Paragraph, &definitions);
        }
        let (markdown, layout) = self.writer.finish();
        Converted { markdown, nodes: self.nodes.unwrap_or_default(), layout }
    }
}

fn is_block(display: Display) -> bool {
    !matches!(
        display,
        Display::None | Display::Contents | Display::Inline | Display::InlineBlock | Display::Break
    )
}
