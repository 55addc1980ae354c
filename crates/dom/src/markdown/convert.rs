//! The walk over the elements.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use names::{NameId, Namespace, attr, tag};
use tree_sink::ElementName;

use super::{
    assemble::{Place, References, assemble},
    code,
    inline::{Inline, Kind, Target},
    lists::{List, is_blank},
    options::{Conversion, HeadingStyle, ImageStyle, LinkStyle, Options},
    tables,
    writer::{Block, Writer},
};
use crate::{
    NodeId, NodeRef,
    extract::{
        inner_text::{
            lines::WhiteSpace,
            style::{Content, Context, Display, style},
        },
        node_set::NodeSet,
        walk::{Step, Walk},
    },
};

/// The length of a base URL that every link may repeat.
#[cfg(feature = "url")]
const SHORT_BASE: usize = 256;

/// Converts a node.
pub(super) fn convert(root: NodeRef<'_>, options: &Options) -> String {
    convert_in(root, options, Context::default(), None)
}

/// Converts a node, hidden or not, without the nodes of a set and their descendants.
#[cfg(feature = "article")]
pub(crate) fn convert_without(root: NodeRef<'_>, options: &Options, skipped: &NodeSet) -> String {
    convert_in(root, options, Context::revealing(), Some(skipped))
}

fn convert_in(
    root: NodeRef<'_>,
    options: &Options,
    context: Context,
    skipped: Option<&NodeSet>,
) -> String {
    let mut converter = Converter {
        options,
        writer: Writer::new(),
        inline: Inline::new(),
        place: Place::Paragraph,
        context,
        skipped,
        frames: Vec::new(),
        containers: Vec::new(),
        cells: None,
        layout_tables: tables::layout_tables(root),
        is_in_formula: false,
        references: References::default(),
    };
    if converter.enter(root) {
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if converter.enter(node) => {}
                Step::Enter(_) => walk.skip_children(),
                Step::Leave(node) => converter.leave(node),
            }
        }
        converter.leave(root);
    }
    converter.finish()
}

/// An open element that has something to do at its end.
struct Frame {
    node: NodeId,
    outer: Context,
    end: End,
}

/// The action at an element's end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    /// A block boundary.
    Boundary,
    Heading(usize),
    /// A quote, list or description list.
    Container,
    Inline,
    Term,
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

struct Converter<'o> {
    options: &'o Options,
    writer: Writer,
    inline: Inline,
    /// The block that the inline content will be.
    place: Place,
    context: Context,
    /// Nodes that are left out with their descendants.
    skipped: Option<&'o NodeSet>,
    frames: Vec<Frame>,
    containers: Vec<Container>,
    /// The cells of the data table that is open. There is one at most: a table around another holds no data.
    cells: Option<HashMap<NodeId, String>>,
    layout_tables: HashSet<NodeId>,
    /// Whether a formula without an annotation is open: one in it isn't searched again.
    is_in_formula: bool,
    references: References,
}

impl Converter<'_> {
    /// Enters a node; returns whether its children are converted.
    fn enter(&mut self, node: NodeRef<'_>) -> bool {
        if self.skipped.is_some_and(|it| it.contains(node)) {
            return false;
        }
        if let Some(text) = node.as_text() {
            self.text(text);
            return false;
        }
        // The document and fragments.
        let Some(name) = node.name() else { return node.first_child().is_some() };
        match self.options.element.as_ref().map_or(Conversion::Default, |rule| rule(node)) {
            Conversion::Default => self.enter_element(node, name),
            Conversion::LeftOut => false,
            Conversion::Content => true,
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

    fn text(&mut self, text: &str) {
        let Context { white_space, visible, content, .. } = self.context;
        if !visible || matches!(content, Content::Only(_) | Content::Options | Content::Graphics) {
            return;
        }
        match white_space {
            WhiteSpace::Collapse => self.inline.text(text),
            WhiteSpace::Preserve | WhiteSpace::PreserveBreaks => self.inline.preserved_text(text),
        }
    }

    fn enter_element(&mut self, node: NodeRef<'_>, name: ElementName<'_>) -> bool {
        let (display, mut inner) = style(node, name, &self.context);
        let is_skipped = display == Display::None
            || name.namespace == Namespace::Svg
            || !self.options.aria_hidden
                && self.skipped.is_none()
                && node.attr("aria-hidden").is_some_and(|it| it.eq_ignore_ascii_case("true"));
        if is_skipped {
            return false;
        }
        let end = match name.namespace {
            Namespace::Html => match self.enter_html(node, name.name.id, display) {
                Some(end) => end,
                None => return false,
            },
            Namespace::MathMl if name.name.id == tag::MATH && !self.is_in_formula => {
                if self.math(node) {
                    return false;
                }
                self.is_in_formula = true;
                End::Formula
            }
            _ => End::Nothing,
        };
        if matches!(inner.content, Content::Only(None) | Content::Options) {
            return false;
        }
        if node.is_html(tag::DETAILS) {
            inner.content = Content::Flow;
        }
        if end != End::Nothing || inner != self.context {
            let outer = std::mem::replace(&mut self.context, inner);
            self.frames.push(Frame { node: node.node_id(), outer, end });
        }
        true
    }

    /// Enters an HTML element; returns the action at its end, or `None` if its content isn't converted.
    fn enter_html(&mut self, node: NodeRef<'_>, id: NameId, display: Display) -> Option<End> {
        let is_paragraph = self.place == Place::Paragraph;
        Some(match id {
            tag::EM | tag::I => self.open(Kind::Emphasis, id),
            tag::STRONG | tag::B => self.open(Kind::Strong, id),
            tag::DEL | tag::S | tag::STRIKE => self.open(Kind::Strike, id),
            tag::A => return self.link(node),
            tag::Q => {
                self.inline.text("\"");
                End::Quotation
            }
            tag::CODE | tag::KBD | tag::SAMP | tag::TT => {
                self.inline.code(&code::text(node));
                return None;
            }
            tag::IMG => return self.image(node),
            tag::INPUT => return self.checkbox(node),
            tag::BR => return self.line_break(),
            tag::WBR => return None,
            tag::HR => {
                self.boundary();
                if is_paragraph {
                    self.write(Block::Rule, &self.options.rule.clone());
                }
                return None;
            }
            tag::PRE | tag::LISTING | tag::XMP | tag::PLAINTEXT if is_paragraph => {
                self.boundary();
                self.write(Block::Code, &code::block(node, self.options));
                return None;
            }
            tag::PRE | tag::LISTING | tag::XMP | tag::PLAINTEXT => {
                self.boundary();
                self.inline.code(code::text(node).trim_ascii());
                self.boundary();
                return None;
            }
            tag::H1 | tag::H2 | tag::H3 | tag::H4 | tag::H5 | tag::H6 if is_paragraph => {
                self.boundary();
                self.place = Place::Heading;
                End::Heading(heading_level(id))
            }
            tag::BLOCKQUOTE if is_paragraph => {
                self.begin_container();
                self.writer.begin_quote();
                self.containers.push(Container::Quote);
                End::Container
            }
            tag::UL | tag::OL | tag::MENU | tag::DIR if is_paragraph => {
                self.begin_container();
                let list = List::of(node, self.options, &mut self.writer);
                self.containers.push(Container::List(list));
                End::Container
            }
            tag::DL if is_paragraph => {
                self.begin_container();
                self.containers.push(Container::Descriptions(None));
                End::Container
            }
            tag::LI | tag::DT | tag::DD if is_paragraph => self.item(node, id),
            tag::TABLE if is_paragraph && self.is_data_table(node) => {
                self.boundary();
                self.cells = Some(HashMap::new());
                End::Table
            }
            tag::TD | tag::TH if is_paragraph && self.cells.is_some() => {
                self.boundary();
                self.place = Place::Cell;
                End::Cell
            }
            _ if is_block(display) => {
                self.boundary();
                End::Boundary
            }
            _ => End::Nothing,
        })
    }

    fn is_data_table(&self, table: NodeRef<'_>) -> bool {
        self.cells.is_none()
            && !self.layout_tables.contains(&table.node_id())
            && tables::is_data(table)
    }

    /// Leaves a node.
    fn leave(&mut self, node: NodeRef<'_>) {
        let Some(frame) = self.frames.pop_if(|frame| frame.node == node.node_id()) else { return };
        self.context = frame.outer;
        match frame.end {
            End::Nothing => {}
            End::Boundary => self.boundary(),
            End::Heading(level) => self.end_heading(level, is_blank(node)),
            End::Container => self.end_container(is_blank(node)),
            End::Inline => self.inline.close(),
            End::Term => {
                self.inline.close();
                self.boundary();
            }
            End::Cell => {
                let text = self.take_inline();
                self.place = Place::Paragraph;
                if let Some(cells) = &mut self.cells {
                    cells.insert(node.node_id(), text);
                }
            }
            End::Table => {
                self.boundary();
                let cells = self.cells.take().unwrap_or_default();
                if let Some(lines) = tables::write(node, &cells, self.options) {
                    self.write(Block::Table, &lines);
                }
            }
            End::Quotation => self.inline.text("\""),
            End::Formula => self.is_in_formula = false,
        }
    }

    /// Ends the paragraph at the edge of a block; on a single line it is a space.
    fn boundary(&mut self) {
        if self.place != Place::Paragraph {
            return self.inline.space();
        }
        let text = self.take_inline();
        if !text.is_empty() {
            self.write(Block::Paragraph, &text);
        }
    }

    /// Ends the inline content and returns it as Markdown.
    fn take_inline(&mut self) -> String {
        self.inline.end_block();
        if self.inline.is_empty() {
            return String::new();
        }
        let text = assemble(&self.inline, self.options, self.place, &mut self.references);
        self.inline.clear();
        text
    }

    fn write(&mut self, block: Block, lines: &str) {
        self.require_item();
        self.writer.block(block, lines);
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

    fn end_container(&mut self, is_blank: bool) {
        self.boundary();
        match self.containers.pop() {
            Some(Container::Quote) => self.writer.end_quote(is_blank),
            Some(Container::List(list) | Container::Descriptions(Some(list))) => {
                list.end(&mut self.writer);
            }
            Some(Container::Descriptions(None)) | None => {}
        }
    }

    /// Enters a `li`, `dt` or `dd`, which outside of its list is a block as any other.
    fn item(&mut self, node: NodeRef<'_>, id: NameId) -> End {
        self.boundary();
        match (self.containers.last_mut(), id) {
            (Some(Container::List(list)), tag::LI) => list.begin_item(Some(node), &mut self.writer),
            (Some(Container::Descriptions(list)), tag::DD) => {
                let list =
                    list.get_or_insert_with(|| List::of(node, self.options, &mut self.writer));
                list.begin_item(Some(node), &mut self.writer);
            }
            (Some(Container::Descriptions(list)), tag::DT) => {
                if let Some(list) = list.take() {
                    list.end(&mut self.writer);
                }
                let is_open = self.inline.open(Kind::Strong, tag::DT);
                return if is_open { End::Term } else { End::Boundary };
            }
            _ => {}
        }
        End::Boundary
    }

    fn open(&mut self, kind: Kind, id: NameId) -> End {
        if self.inline.open(kind, id) { End::Inline } else { End::Nothing }
    }

    fn end_heading(&mut self, level: usize, is_blank: bool) {
        let text = self.take_inline();
        self.place = Place::Paragraph;
        if text.is_empty() {
            if is_blank {
                self.write(Block::Heading, &"#".repeat(level));
            }
            return;
        }
        if self.options.headings == HeadingStyle::Underlined && level <= 2 {
            let line = if level == 1 { "=" } else { "-" };
            let line = line.repeat(text.chars().count().max(3));
            return self.write(Block::Paragraph, &format!("{text}\n{line}"));
        }
        self.write(Block::Heading, &format!("{} {text}", "#".repeat(level)));
    }

    fn link(&mut self, node: NodeRef<'_>) -> Option<End> {
        let href = node.known_attribute(attr::HREF).map(|href| self.url(href));
        let Some(url) = href.filter(|url| !is_script(url)) else { return Some(End::Nothing) };
        if self.options.links == LinkStyle::TextOnly {
            return Some(End::Nothing);
        }
        let title = title(node);
        if !self.inline.open_link(Target { url, title }, tag::A) {
            return Some(End::Nothing);
        }
        // An empty link is nothing to a reader, unless there is nothing else.
        let is_alone = node.previous_sibling().is_none() && node.next_sibling().is_none();
        if is_alone && node.first_child().is_none() {
            self.inline.begin_content();
        }
        Some(End::Inline)
    }

    fn image(&mut self, node: NodeRef<'_>) -> Option<End> {
        let alt = node.known_attribute(attr::ALT).unwrap_or_default();
        let source = node.known_attribute(attr::SRC).filter(|src| !src.is_empty());
        let is_data = |url: &str| url.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("data:"));
        // Pages that load images late have a placeholder in `src`.
        let lazy = || node.attr("data-src").filter(|url| !is_data(url));
        let source = match source {
            Some(url) if is_data(url) => lazy().or(Some(url)),
            None => lazy(),
            source => source,
        };
        match (self.options.images, source) {
            (ImageStyle::LeftOut, _) => {}
            (ImageStyle::AltText, _) => self.inline.text(alt),
            (ImageStyle::Link, Some(url)) if is_data(url) => {}
            (_, source) => {
                let url = source.map(|url| self.url(url)).unwrap_or_default();
                if !url.is_empty() || !alt.trim_ascii().is_empty() {
                    let title = title(node);
                    self.inline.image(alt, Target { url, title });
                }
            }
        }
        None
    }

    /// Writes a checkbox at the start of an item as that of a task.
    fn checkbox(&mut self, node: NodeRef<'_>) -> Option<End> {
        let is_checkbox = node
            .known_attribute(attr::TYPE)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
        let is_at_start = self.inline.is_empty() && self.writer.is_at_marker();
        if is_checkbox
            && is_at_start
            && self.place == Place::Paragraph
            && matches!(self.containers.last(), Some(Container::List(_)))
        {
            let is_checked = node.known_attribute(attr::CHECKED).is_some();
            self.inline.markdown(if is_checked { "[x]" } else { "[ ]" });
            self.inline.space();
        }
        None
    }

    fn line_break(&mut self) -> Option<End> {
        if self.place != Place::Paragraph {
            self.inline.space();
        } else if self.inline.has_break() && self.options.paragraph_at_two_breaks {
            self.boundary();
        } else {
            self.inline.line_break();
        }
        None
    }

    /// Writes a formula by its TeX annotation; returns whether it has one.
    fn math(&mut self, node: NodeRef<'_>) -> bool {
        if !self.options.math {
            return false;
        }
        let annotation = node.descendants().find(|child| {
            child.name().is_some_and(|name| name.name.id == tag::ANNOTATION)
                && child.attr("encoding").is_some_and(|it| {
                    it.eq_ignore_ascii_case("application/x-tex") || it.eq_ignore_ascii_case("tex")
                })
        });
        let Some(annotation) = annotation else { return false };
        let tex = one_line(&annotation.text_content());
        if !tex.is_empty() && !tex.contains('$') {
            let is_block = node.attr("display").is_some_and(|it| it.eq_ignore_ascii_case("block"));
            let marks = if is_block { "$$" } else { "$" };
            self.inline.markdown(&[marks, &tex, marks].concat());
        }
        true
    }

    /// A URL without the white space around it, resolved if there is a base, and encoded as readers encode it.
    fn url(&mut self, url: &str) -> String {
        let url = url.trim_matches(|it: char| it <= ' ');
        // A page can declare a base of any length, which each of its links would repeat.
        #[cfg(feature = "url")]
        if let Some(base) = &self.options.base
            && (base.as_str().len() <= SHORT_BASE || self.inline.may_repeat(base.as_str().len()))
            && let Ok(url) = base.join(url)
        {
            return encoded(url.as_str());
        }
        encoded(url)
    }

    fn finish(mut self) -> String {
        self.boundary();
        let definitions = self.references.definitions();
        if !definitions.is_empty() {
            self.write(Block::Paragraph, &definitions);
        }
        self.writer.finish()
    }
}

fn heading_level(id: NameId) -> usize {
    match id {
        tag::H1 => 1,
        tag::H2 => 2,
        tag::H3 => 3,
        tag::H4 => 4,
        tag::H5 => 5,
        _ => 6,
    }
}

fn is_block(display: Display) -> bool {
    !matches!(
        display,
        Display::None | Display::Contents | Display::Inline | Display::InlineBlock | Display::Break
    )
}

/// Whether following a link would run a script.
fn is_script(url: &str) -> bool {
    ["javascript:", "vbscript:"]
        .iter()
        .any(|scheme| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme)))
}

/// A text with its white space collapsed.
fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title, whose line ends are kept if its lines begin no blocks.
fn title(element: NodeRef<'_>) -> String {
    let Some(title) = element.known_attribute(attr::TITLE) else { return String::new() };
    let mut lines = title.trim_matches('\n').split('\n');
    match lines.all(|line| line.starts_with(|first: char| first.is_alphabetic())) {
        true if title.contains('\n') && !title.contains('\r') => title.to_owned(),
        _ => one_line(title),
    }
}

/// The bytes of a URL that readers of Markdown don't encode.
const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let mut marks = b"-_.+!*'(),#@?=;:/&$~".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = true;
        marks = rest;
    }
    table
};

/// A URL with everything percent-encoded that readers of Markdown encode.
fn encoded(url: &str) -> String {
    let is_plain = |byte: u8| PLAIN[usize::from(byte)];
    if url.bytes().all(is_plain) {
        return url.to_owned();
    }
    let bytes = url.as_bytes();
    let is_encoding = |at: usize| {
        bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut out = String::with_capacity(url.len() + 16);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\t' | b'\n' | b'\r' => {}
            b'%' if is_encoding(at) => out.push('%'),
            _ if is_plain(byte) => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
