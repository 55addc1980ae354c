//! Lines of Markdown in nested containers.
//!
//! A container is a block quote or a list item: it puts a prefix before each of its lines. The first line of an item
//! has the marker instead. Blocks are separated by an empty line, or only by a line end in tight lists.
//!
//! Whether a list is tight shows at its end: one empty line that is needed between two of its blocks makes it loose, and
//! then there is one between all of them. So until a list is known to be loose the places of these lines are noted, and
//! they are filled in when all is written.
//!
//! Containers nest at most [`MAX_CONTAINERS`] deep, because each costs a prefix on each line in it: deeper ones
//! are left out, and their content stays where it is.

use std::{fmt::Write as _, ops::Range};

use super::marks::{Marks, Move, shifted_range};

/// The most containers that nest.
const MAX_CONTAINERS: usize = 24;

/// The bullet of a list, or the character after its numbers. It differs between lists that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListMarker {
    pub(super) is_ordered: bool,
    pub(super) character: char,
}

/// The start of the first line of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Quote,
    /// The mark of an item, with its number if the list is ordered, in at least that many columns.
    Item(ListMarker, u32, usize),
}

/// The most columns of a marker.
const MAX_COLUMNS: usize = 16;
const SPACES: &str = "                ";
const _: () = assert!(SPACES.len() == MAX_COLUMNS, "a prefix is as wide as the marker");

impl Marker {
    /// Writes it, and returns the prefix of the other lines.
    fn write(self, out: &mut String) -> &'static str {
        let Self::Item(ListMarker { is_ordered, character }, number, columns) = self else {
            out.push_str("> ");
            return "> ";
        };
        let start = out.len();
        if is_ordered {
            let _ = write!(out, "{number}");
        }
        out.push(character);
        out.push(' ');
        let missing = columns.min(MAX_COLUMNS).saturating_sub(out.len() - start);
        out.push_str(&SPACES[..missing]);
        &SPACES[..(out.len() - start).min(MAX_COLUMNS)]
    }
}

/// The last block of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Nothing,
    Paragraph,
    Heading,
    Code,
    Rule,
    Quote,
    Table,
    /// An element that is written as HTML.
    Html,
    List(ListMarker),
    /// A list of which the first item can't interrupt a paragraph: an empty one, or one with another number than 1.
    LateList,
}

struct Container {
    /// A quote or a list.
    kind: Block,
    /// The list that it is an item of.
    list: Option<usize>,
    /// The start of the first line, until that is written.
    marker: Option<Marker>,
    /// The prefix of the other lines.
    prefix: &'static str,
    last: Block,
}

/// The lines between the last block and the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separation {
    Nothing,
    EmptyLine,
    /// An empty line if that list is loose.
    InList(usize),
}

/// A place for an empty line.
struct Place {
    at: usize,
    list: usize,
    prefix: String,
}

/// A block without others in it, as it was written.
#[derive(Clone, Debug)]
pub(super) struct MarkedBlock {
    pub(super) kind: Block,
    /// The level of a heading, and the index of its node.
    pub(super) heading: Option<(u8, u32)>,
    /// Its whole lines.
    pub(super) range: Range<usize>,
    /// The number of containers that were open before it.
    pub(super) depth: usize,
}

/// Layout of the output, for a map.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) marks: Marks,
    pub(super) blocks: Vec<MarkedBlock>,
    /// The place of the first line of the block that is written, and its depth.
    first_line: usize,
    depth: usize,
    /// The level and node of the heading that is written next.
    heading: Option<(u8, u32)>,
}

impl Layout {
    fn shift(&mut self, moves: &[Move]) {
        self.marks.shift(moves);
        for block in &mut self.blocks {
            block.range = shifted_range(&block.range, moves);
        }
    }
}

/// The output, line by line.
pub(super) struct Writer {
    out: String,
    containers: Vec<Container>,
    /// Containers that were left out.
    omitted: usize,
    /// The last block outside of all containers.
    last: Block,
    separation: Separation,
    /// For each list whether it is loose.
    loose: Vec<bool>,
    places: Vec<Place>,
    /// If a map is asked for.
    layout: Option<Box<Layout>>,
}

impl Writer {
    /// A writer with room for that many bytes.
    pub(super) fn with_capacity(bytes: usize, has_map: bool) -> Self {
        Self {
            out: String::with_capacity(bytes),
            containers: Vec::new(),
            omitted: 0,
            last: Block::Nothing,
            separation: Separation::Nothing,
            loose: Vec::new(),
            places: Vec::new(),
            layout: has_map.then(Box::default),
        }
    }

    /// Begins a list, which is loose from the start or becomes so when it needs an empty line; returns its number.
    pub(super) fn begin_list(&mut self, is_loose: bool) -> usize {
        self.loose.push(is_loose);
        self.loose.len() - 1
    }

    /// Makes a list loose.
    pub(super) fn loosen(&mut self, list: usize) {
        self.loose[list] = true;
    }

    /// Begins a block quote.
    pub(super) fn begin_quote(&mut self) {
        self.begin_container(Block::Quote, None, Marker::Quote);
    }

    /// Begins an item of a list.
    pub(super) fn begin_item(&mut self, kind: Block, list: usize, marker: Marker) {
        self.begin_container(kind, Some(list), marker);
    }

    fn begin_container(&mut self, kind: Block, list: Option<usize>, marker: Marker) {
        if self.omitted > 0 || self.containers.len() == MAX_CONTAINERS {
            self.omitted += 1;
            return;
        }
        let (marker, last) = (Some(marker), Block::Nothing);
        self.containers.push(Container { kind, list, marker, prefix: "", last });
    }

    /// Ends a block quote; an empty one is written only if `is_kept`.
    pub(super) fn end_quote(&mut self, is_kept: bool) {
        if self.end_container(is_kept) {
            self.end_block(Block::Quote);
        }
    }

    /// Ends an item; an empty one, a marker alone, is written only if `is_kept`. Returns whether it was written.
    pub(super) fn end_item(&mut self, is_kept: bool) -> bool {
        self.end_container(is_kept)
    }

    fn end_container(&mut self, is_kept: bool) -> bool {
        if self.omitted > 0 {
            self.omitted -= 1;
            return true;
        }
        if self.is_at_marker() {
            if !is_kept {
                self.containers.pop();
                return false;
            }
            self.separate(Block::Nothing);
            self.begin_line();
            self.end_line(true);
        }
        self.containers.pop();
        true
    }

    /// Ends a list, whose items have ended.
    pub(super) fn end_list(&mut self, marker: ListMarker) {
        self.end_block(Block::List(marker));
    }

    /// Notes that the next block begins another item of a list.
    pub(super) fn separate_items(&mut self, list: usize) {
        self.separation = Separation::InList(list);
    }

    /// The last block of the innermost container.
    pub(super) fn last(&self) -> Block {
        self.containers.last().map_or(self.last, |container| container.last)
    }

    /// The kind of the innermost container.
    pub(super) fn kind(&self) -> Block {
        self.containers.last().map_or(Block::Nothing, |container| container.kind)
    }

    /// Whether an item or quote has begun that has no line yet.
    pub(super) fn is_at_marker(&self) -> bool {
        self.containers.last().is_some_and(|container| container.marker.is_some())
    }

    /// Writes a block of whole lines, with their marks if there is a map.
    pub(super) fn block(&mut self, block: Block, lines: &str, marks: Option<&Marks>) {
        let start = self.begin_block(block, "");
        self.out.push_str(lines);
        if let (Some(layout), Some(marks)) = (&mut self.layout, marks) {
            layout.marks.copy(marks, 0..lines.len(), start);
        }
        self.end_lines(block, start, true);
    }

    /// Begins a block with a mark; returns the place in the [output](Self::out) to which its lines are written.
    pub(super) fn begin_block(&mut self, block: Block, mark: &str) -> usize {
        self.separate(block);
        if let Some(layout) = &mut self.layout {
            layout.first_line = self.out.len();
            layout.depth = self.containers.iter().take_while(|it| it.marker.is_none()).count();
        }
        self.begin_line();
        self.out.push_str(mark);
        self.out.len()
    }

    /// The output, and its marks if there is a map.
    pub(super) fn out(&mut self) -> (&mut String, Option<&mut Marks>) {
        (&mut self.out, self.layout.as_mut().map(|layout| &mut layout.marks))
    }

    /// Notes, for a map, that the next block is a heading.
    pub(super) fn note_heading(&mut self, level: u8, node: u32) {
        if let Some(layout) = &mut self.layout {
            layout.heading = Some((level, node));
        }
    }

    /// Ends a block whose lines were written at `start`, all but the first without the prefixes of the containers.
    /// There is only one unless `has_lines`.
    pub(super) fn end_lines(&mut self, block: Block, start: usize, has_lines: bool) {
        let is_empty = start == self.out.len();
        let length = || sapwood_scan::run::<sapwood_scan::LineFeed>(&self.out.as_bytes()[start..]);
        let is_whole = !has_lines || self.containers.is_empty();
        let length = if is_whole { self.out.len() - start } else { length() };
        if start + length == self.out.len() {
            self.end_line(is_empty);
        } else {
            let lines = self.out.split_off(start + length);
            self.end_line(length == 0);
            let mut moves = Vec::new();
            let mut from = start + length + 1;
            for line in lines[1..].split('\n') {
                self.begin_line();
                self.out.push_str(line);
                self.end_line(line.is_empty());
                if self.layout.is_some() {
                    moves.push(Move { from, to: self.out.len() - line.len() - 1 });
                    from += line.len() + 1;
                }
            }
            if let Some(layout) = &mut self.layout {
                layout.marks.shift(&moves);
            }
        }
        if let Some(layout) = &mut self.layout {
            layout.blocks.push(MarkedBlock {
                kind: block,
                heading: layout.heading.take(),
                range: layout.first_line..self.out.len(),
                depth: layout.depth,
            });
        }
        self.end_block(block);
    }

    /// Writes an empty line before the next block where one is needed. Containers without a line are part of that
    /// block: the first of them stands beside what came before.
    fn separate(&mut self, next: Block) {
        let separation = std::mem::replace(&mut self.separation, Separation::Nothing);
        match separation {
            Separation::Nothing => return,
            Separation::EmptyLine if self.out.is_empty() => return,
            Separation::EmptyLine if self.containers.is_empty() => return self.out.push('\n'),
            Separation::EmptyLine | Separation::InList(_) => {}
        }
        let open = self.containers.iter().take_while(|it| it.marker.is_none()).count();
        let last =
            open.checked_sub(1).map_or(self.last, |innermost| self.containers[innermost].last);
        let merges = match self.containers.get(open).map_or(next, |container| container.kind) {
            Block::Paragraph | Block::Table => matches!(
                last,
                Block::Paragraph | Block::Quote | Block::List(_) | Block::Table | Block::Html
            ),
            Block::Html => matches!(last, Block::Paragraph | Block::Html),
            _ if last == Block::Html => true,
            Block::LateList => last == Block::Paragraph,
            Block::Quote => last == Block::Quote,
            _ => false,
        };
        let quotes = self.containers[..open].iter().rposition(|it| it.kind == Block::Quote);
        let prefixes = self.containers[..quotes.map_or(0, |last| last + 1)].iter();
        let prefix: String = prefixes.map(|container| container.prefix).collect();
        if let Separation::InList(list) = separation {
            self.loose[list] |= merges;
            if !self.loose[list] {
                return self.places.push(Place { at: self.out.len(), list, prefix });
            }
        }
        self.out.push_str(&prefix);
        self.end_line(true);
    }

    fn begin_line(&mut self) {
        for container in &mut self.containers {
            match container.marker.take() {
                Some(marker) => container.prefix = marker.write(&mut self.out),
                None => self.out.push_str(container.prefix),
            }
        }
    }

    /// Ends a line, an empty one without trailing spaces.
    fn end_line(&mut self, is_empty: bool) {
        if is_empty {
            let length = self.out.trim_end_matches(' ').len();
            self.out.truncate(length);
        }
        self.out.push('\n');
    }

    fn end_block(&mut self, block: Block) {
        self.note(block);
        let list = self.containers.last().and_then(|container| container.list);
        self.separation = list.map_or(Separation::EmptyLine, Separation::InList);
    }

    fn note(&mut self, block: Block) {
        match self.containers.last_mut() {
            Some(container) => container.last = block,
            None => self.last = block,
        }
    }

    /// The output, and its layout if there is a map.
    pub(super) fn finish(mut self) -> (String, Option<Box<Layout>>) {
        const MARK: char = '\u{feff}';
        const REFERENCE: &str = "&#xFEFF;";
        self.finish_lists();
        // Readers drop a byte order mark.
        if let Some(rest) = self.out.strip_prefix(MARK) {
            self.out = [REFERENCE, rest].concat();
            if let Some(layout) = &mut self.layout {
                let (from, to) = (MARK.len_utf8(), REFERENCE.len());
                layout.shift(&[Move { from, to }]);
            }
        }
        (self.out, self.layout)
    }

    /// Writes the empty lines of loose lists.
    fn finish_lists(&mut self) {
        let mut places = self.places.iter().filter(|place| self.loose[place.list]).peekable();
        if places.peek().is_none() {
            return;
        }
        let mut out = String::with_capacity(self.out.len() + self.places.len());
        let (mut copied, mut moves) = (0, Vec::new());
        for place in places {
            out.push_str(&self.out[copied..place.at]);
            out.push_str(place.prefix.trim_end_matches(' '));
            out.push('\n');
            copied = place.at;
            if self.layout.is_some() {
                moves.push(Move { from: copied, to: out.len() });
            }
        }
        out.push_str(&self.out[copied..]);
        self.out = out;
        if let Some(layout) = &mut self.layout {
            layout.shift(&moves);
        }
    }
}
