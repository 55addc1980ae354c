//! Lists and their items.

use sapwood_microsyntax::integer;
use sapwood_names::{attr, tag};

use super::{
    options::Options,
    writer::{Block, ListMarker, Marker, Writer},
};
use crate::{
    Document, NodeRef,
    store::node::{Kind, Node, Slot},
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
    pub(super) fn of(element: NodeRef<'_>, options: &Options, writer: &mut Writer) -> Self {
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
        let document = element.document;
        let is_loose = children(document, element.entry())
            .any(|item| item.head.is_html(tag::LI) && has_paragraph(document, item));
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
    pub(super) fn begin_item(&mut self, item: Option<NodeRef<'_>>, writer: &mut Writer) {
        self.end_item(writer);
        let value = item.and_then(|item| item.known_attribute(attr::VALUE));
        if let Some(value) = value {
            self.number = number(value);
        }
        let ListMarker { is_ordered, character } = self.marker;
        let is_blank = item.is_none_or(is_blank) && character != ':';
        let is_late = self.is_empty && (is_ordered && self.number != 1 || is_blank);
        let kind = if is_late { Block::LateList } else { Block::List(self.marker) };
        if !self.is_empty {
            writer.separate_items(self.id);
        }
        if character == ':' && item.is_some_and(|item| has_paragraph(item.document, item.entry())) {
            writer.loosen(self.id);
        }
        let marker = Marker::Item(self.marker, self.number.min(MAX_NUMBER), self.columns);
        writer.begin_item(kind, self.id, marker);
        self.number += 1;
        self.item = Some(is_blank);
    }

    /// Begins an item for content between the items, unless it can go into the one before.
    pub(super) fn require_item(&mut self, writer: &mut Writer) {
        if self.item.is_none() {
            self.begin_item(None, writer);
        }
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

fn has_paragraph(document: &Document, item: &Node) -> bool {
    children(document, item).any(|child| child.head.is_html(tag::P))
}

/// Whether an element has nothing in it but white space.
pub(super) fn is_blank(element: NodeRef<'_>) -> bool {
    let (document, entry) = (element.document, element.entry());
    let is_white = |text: &str| sapwood_scan::whitespace_run(text.as_bytes()) == text.len();
    children(document, entry).all(|child| child.head.is(Kind::Text))
        && children(document, entry).all(|child| is_white(document.data(child)))
}

/// The entries of the children. Iterators of nodes know the last one, too, which costs more than most of these searches.
fn children<'a>(document: &'a Document, element: &Node) -> impl Iterator<Item = &'a Node> {
    let entry = |id: Slot| &document.nodes[id];
    std::iter::successors(element.first_child.map(entry), move |child| child.next.map(entry))
}

/// The number that an attribute gives to an item.
fn number(value: &str) -> u32 {
    let number = integer::parse_non_negative(value).unwrap_or(1);
    number.min(u64::from(MAX_NUMBER)) as u32
}
