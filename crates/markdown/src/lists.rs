//! Lists and their items.

use sapwood_microsyntax::integer;
use sapwood_names::{attr, tag};
use sapwood_tree::{Node, NodeKind};

use super::{
    options::Settings,
    writer::{Block, ListMarker, Marker, Writer},
};

/// A list that is open.
pub(super) struct List {
    marker: ListMarker,
    number: u32,
    /// Its number in the writer.
    id: usize,
    /// Whether an item is open, and written even if it is empty. An item lasts until the next one, so that a list
    /// between them is in it.
    item: Option<bool>,
    /// Whether no item was written.
    is_empty: bool,
    /// The least number of columns of a marker.
    columns: usize,
}

/// The largest number that Markdown allows.
const MAX_NUMBER: u32 = 999_999_999;

impl List {
    pub(super) fn of<'d>(element: impl Node<'d>, options: &Settings, writer: &mut Writer) -> Self {
        let is_ordered = element.is_html(tag::OL);
        let start = element.known_attribute(attr::START).filter(|_| is_ordered);
        let number = start.map_or(1, number);
        let usual =
            ListMarker { is_ordered, character: if is_ordered { '.' } else { options.bullet } };
        let is_first_of_item = writer.is_at_marker();
        let clashes = writer.last() == Block::List(usual)
            || is_first_of_item && writer.kind() == Block::List(usual);
        let other = match usual.character {
            '.' => ')',
            '-' => '*',
            _ => '-',
        };
        let marker = if clashes { ListMarker { is_ordered, character: other } } else { usual };
        let is_loose = element.children().any(|item| item.is_html(tag::LI) && has_paragraph(item));
        let (id, columns) = (writer.begin_list(is_loose), options.list_indent);
        Self { marker, number, id, item: None, is_empty: true, columns }
    }

    /// The descriptions of a term, in the form of pandoc: as a list with the bullet `:`.
    pub(super) fn of_descriptions(writer: &mut Writer) -> Self {
        let marker = ListMarker { is_ordered: false, character: ':' };
        let id = writer.begin_list(false);
        writer.separate_items(id);
        Self { marker, number: 1, id, item: None, is_empty: true, columns: 4 }
    }

    /// Begins an item.
    pub(super) fn begin_item<'d>(&mut self, item: impl Node<'d>, writer: &mut Writer) {
        self.end_item(writer);
        if let Some(value) = item.known_attribute(attr::VALUE) {
            self.number = number(value);
        }
        let is_description = self.marker.character == ':';
        self.begin(
            is_blank(item) && !is_description,
            is_description && has_paragraph(item),
            writer,
        );
    }

    /// Begins an item for content between the items, unless it can go into the one before.
    pub(super) fn require_item(&mut self, writer: &mut Writer) {
        if self.item.is_none() {
            self.begin(self.marker.character != ':', false, writer);
        }
    }

    /// Begins an item after the end of the one before. `is_loose`: it has paragraphs.
    fn begin(&mut self, is_blank: bool, is_loose: bool, writer: &mut Writer) {
        let is_ordered = self.marker.is_ordered;
        let is_late = self.is_empty && (is_ordered && self.number != 1 || is_blank);
        let kind = if is_late { Block::LateList } else { Block::List(self.marker) };
        if !self.is_empty {
            writer.separate_items(self.id);
        }
        if is_loose {
            writer.loosen(self.id);
        }
        let marker = Marker::Item(self.marker, self.number.min(MAX_NUMBER), self.columns);
        writer.begin_item(kind, self.id, marker);
        self.number += 1;
        self.item = Some(is_blank);
    }

    fn end_item(&mut self, writer: &mut Writer) {
        if let Some(is_kept) = self.item.take() {
            let is_written = writer.end_item(is_kept);
            self.is_empty &= !is_written;
            self.number -= u32::from(!is_written);
        }
    }

    /// Ends the list.
    pub(super) fn end(mut self, writer: &mut Writer) {
        self.end_item(writer);
        if !self.is_empty {
            writer.end_list(self.marker);
        }
    }
}

fn has_paragraph<'d>(item: impl Node<'d>) -> bool {
    item.children().any(|child| child.is_html(tag::P))
}

/// Whether an element has nothing in it but white space.
pub(super) fn is_blank<'d>(element: impl Node<'d>) -> bool {
    let is_white = |text: &str| sapwood_scan::whitespace_run(text.as_bytes()) == text.len();
    element.children().all(|child| child.kind() == NodeKind::Text)
        && element.children().all(|child| is_white(child.data()))
}

/// The number that an attribute gives to an item.
fn number(value: &str) -> u32 {
    let number = integer::parse_non_negative(value).unwrap_or(1);
    number.min(u64::from(MAX_NUMBER)) as u32
}
