//! The elements that need more than their box: items, headings, terms, checkboxes, line breaks, elements kept as HTML.

use sapwood_extract::boxes::{Content, Display, style};
use sapwood_names::{NameId, attr, tag};
use sapwood_tree::Node;

use super::{Container, Converter, End, Frame};
use crate::{
    assemble::Place,
    html,
    inline::Kind,
    lists::{List, is_blank},
    marks::{Marks, Run},
    options::{DescriptionStyle, HeadingStyle, InlineStyle},
    writer::Block,
};

impl<'d, N: Node<'d>> Converter<'_, 'd, N> {
    /// Enters a `li`, `dt` or `dd`, which outside of its list is a block as any other.
    pub(super) fn item(&mut self, node: N, id: NameId) -> End {
        self.boundary();
        match (self.containers.last_mut(), id) {
            (Some(Container::List(list)), tag::LI) => list.begin_item(node, &mut self.writer),
            (Some(Container::Descriptions(Some(list))), tag::DD) => {
                list.begin_item(node, &mut self.writer);
            }
            // In pandoc's form a description without a term is a paragraph.
            (Some(Container::Descriptions(list)), tag::DD)
                if self.options.descriptions == DescriptionStyle::List =>
            {
                let first = List::of(node, self.options, &mut self.writer);
                list.insert(first).begin_item(node, &mut self.writer);
            }
            (Some(Container::Descriptions(list)), tag::DT) => {
                if let Some(list) = list.take() {
                    list.end(&mut self.writer);
                }
                if self.options.descriptions == DescriptionStyle::Pandoc {
                    self.place = Place::Term;
                    return End::PandocTerm;
                }
                let is_open = self.inline.open(Kind::Strong, tag::DT);
                return if is_open { End::Term } else { End::Boundary };
            }
            _ => {}
        }
        End::Boundary
    }

    /// Opens an element that only some flavours of Markdown can express.
    pub(super) fn mark(&mut self, node: N, kind: Kind, id: NameId) -> End {
        let style = match kind {
            Kind::Subscript => self.options.subscripts,
            Kind::Superscript => self.options.superscripts,
            Kind::Inserted => self.options.insertions,
            _ => self.options.highlights,
        };
        match style {
            InlineStyle::Text => End::Nothing,
            InlineStyle::Marks => self.open(kind, id),
            InlineStyle::Html if self.inline.open_html(html::tags(node), id) => End::Inline,
            InlineStyle::Html => End::Nothing,
        }
    }

    /// Writes an element as HTML; returns whether its content is converted.
    pub(super) fn enter_kept(&mut self, node: N) -> bool {
        let Some(head) = node.element_head() else { return false };
        let (display, inner) = style(node, &self.context);
        let is_inline = matches!(display, Display::Inline | Display::InlineBlock | Display::Break);
        if !is_inline && self.place == Place::Paragraph {
            self.boundary();
            let lines = html::block(node);
            let (node, length) = (self.map_index(node), lines.len());
            let mut marks = Marks::default();
            marks.push(Run { start: 0, length, node, data: None });
            self.require_item();
            self.writer.block(Block::Html, &lines, Some(&marks));
            return false;
        }
        if display != Display::Inline || inner.own.content != Content::Flow || html::is_void(node) {
            self.inline.markdown(&html::in_line(node));
            return false;
        }
        let is_open = self.inline.open_html(html::tags(node), head.name);
        if is_open {
            // An empty one is kept, too.
            self.inline.begin_content();
        }
        let outer = std::mem::replace(&mut self.context, inner);
        let end = if is_open { End::Inline } else { End::Nothing };
        self.frames.push(Frame { outer, end });
        true
    }

    pub(super) fn end_heading(&mut self, level: usize, node: N) {
        // An element without text that isn't blank is no heading.
        if self.nodes.is_some() && (!self.inline.is_empty() || is_blank(node)) {
            let index = self.map_index(node);
            self.writer.note_heading(level as u8, index);
        }
        const MARKS: &str = "###### ";
        let mark = &MARKS[MARKS.len() - 1 - level..];
        if self.inline.is_empty() {
            self.inline.end_block();
            self.place = Place::Paragraph;
            if is_blank(node) {
                self.write(Block::Heading, mark.trim_end());
            }
            return;
        }
        if self.options.headings == HeadingStyle::Numbered || level > 2 {
            self.write_inline(Block::Heading, mark);
            self.place = Place::Paragraph;
            return;
        }
        let text = self.take_inline();
        self.place = Place::Paragraph;
        let line = if level == 1 { "=" } else { "-" };
        let line = line.repeat(text.chars().count().max(3));
        self.write_taken(Block::Paragraph, &format!("{text}\n{line}"));
        self.assembled = text;
    }

    /// Writes a term that pandoc's descriptions follow.
    pub(super) fn end_pandoc_term(&mut self) {
        let text = self.take_inline();
        self.place = Place::Paragraph;
        if !text.is_empty() {
            self.write_taken(Block::Paragraph, &text);
            if let Some(Container::Descriptions(list)) = self.containers.last_mut() {
                *list = Some(List::of_descriptions(&mut self.writer));
            }
        }
        self.assembled = text;
    }

    /// Writes a checkbox at the start of an item as that of a task.
    pub(super) fn checkbox(&mut self, node: N) -> Option<End> {
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

    pub(super) fn line_break(&mut self) -> Option<End> {
        if self.place != Place::Paragraph {
            self.inline.space();
        } else if self.inline.has_break() && self.options.paragraph_at_two_breaks {
            self.boundary();
        } else {
            self.inline.line_break();
        }
        None
    }
}
