//! The text of a document in which browsers search.

use std::ops::Range;

use sapwood_names::{attr, tag};
use sapwood_tree::{Node, Visitor, next_in_tree};

use super::fold::{self, fold};
use crate::{
    inner_text::{
        display::{Content, Display},
        lines::WhiteSpace,
        style::{Context, style},
    },
    text_range::TextRange,
};

/// A line or block ends or begins here. A search for one part of a directive doesn't pass it, but the next part may follow.
pub(super) const BREAK: char = '\n';

/// Something else than text is in the line here, such as an image. Nothing is searched across it.
pub(super) const OBJECT: char = '\u{fffc}';

/// The folded texts of rendered text nodes in tree order, with white space collapsed, and where they come from.
#[derive(Clone, Debug)]
pub(super) struct Searchable<N> {
    /// The text, with [`BREAK`] and [`OBJECT`] in it.
    folded: String,
    /// The parts of the text that come from text nodes, in order.
    segments: Vec<Segment>,
    /// The text nodes, and controls that show a text.
    nodes: Vec<N>,
    /// For each text node its [index](Node::index) and its first segment, by index.
    first_segments: Vec<(usize, usize)>,
}

/// A part of the text, of which each character is as long as the one in the data; or the text of one character that isn't.
#[derive(Clone, Debug)]
struct Segment {
    /// The place in the text.
    text: Range<usize>,
    /// The place in the data of the text node.
    data: Range<usize>,
    /// The position of the text node.
    node: usize,
    is_copy: bool,
}

impl<'d, N: Node<'d>> Searchable<N> {
    /// Collects the text of a document, in linear time and without recursion.
    pub(super) fn of(document: N) -> Self {
        let text = Self {
            folded: String::new(),
            segments: Vec::new(),
            nodes: Vec::new(),
            first_segments: Vec::new(),
        };
        let mut collector = Collector {
            text,
            context: Context::default(),
            frames: Vec::new(),
            ends_with_space: false,
        };
        document.visit_descendants(&mut collector);
        let mut text = collector.text;
        text.first_segments.sort_unstable();
        text
    }

    pub(super) fn text(&self) -> &str {
        &self.folded
    }

    /// Returns the place of a range in the text, without white space at its ends, or `None` if nothing is left.
    pub(super) fn range_of(&self, range: &TextRange<N>) -> Option<Range<usize>> {
        let (segment, is_in) = self.segment_after(range.start);
        let segment = self.segments.get(segment)?;
        let start = match is_in && segment.is_copy {
            true => segment.text.start + (range.start.1 - segment.data.start),
            false => segment.text.start,
        };
        let (next, is_in) = self.segment_after(range.end);
        let end = match is_in {
            true if self.segments[next].is_copy => {
                let segment = &self.segments[next];
                segment.text.start + (range.end.1 - segment.data.start)
            }
            true => self.segments[next].text.end,
            false => self.segments[next.checked_sub(1)?].text.end,
        };
        let text = self.folded.get(start..end)?;
        let start = end - text.trim_start_matches(is_space).len();
        let end = start + self.folded[start..end].trim_end_matches(is_space).len();
        (start < end).then_some(start..end)
    }

    /// Returns the first segment that ends after a place, and whether the place is in it, not before it.
    fn segment_after(&self, (node, offset): (N, usize)) -> (usize, bool) {
        let root = node.node_document();
        let mut next = Some(node);
        while let Some(it) = next {
            let found = self.first_segments.binary_search_by_key(&it.index(), |(index, _)| *index);
            if let Ok(found) = found {
                let first = self.first_segments[found].1;
                let own = &self.segments[first..];
                let position = self.segments[first].node;
                let length = own.partition_point(|segment| segment.node == position);
                if it != node {
                    return (first, false);
                }
                let at = first + own[..length].partition_point(|it| it.data.end <= offset);
                let is_in = at < first + length && self.segments[at].data.start < offset;
                return (at, is_in);
            }
            next = next_in_tree(it, root);
        }
        (self.segments.len(), false)
    }

    /// Returns where a range of the text starts and ends in the document.
    pub(super) fn boundaries(&self, range: Range<usize>) -> TextRange<N> {
        let first = self.segments.partition_point(|segment| segment.text.end <= range.start);
        let last = self.segments.partition_point(|segment| segment.text.start < range.end);
        let (first, last) = (&self.segments[first], &self.segments[last.saturating_sub(1)]);
        let start = match first.is_copy {
            true => first.data.start + range.start.saturating_sub(first.text.start),
            false => first.data.start,
        };
        let end = match last.is_copy {
            true => last.data.end - last.text.end.saturating_sub(range.end),
            false => last.data.end,
        };
        TextRange { start: (self.nodes[first.node], start), end: (self.nodes[last.node], end) }
    }

    /// Returns a part of the text as it is in the document, with white space collapsed.
    pub(super) fn unfolded(&self, range: Range<usize>) -> String {
        let mut text = String::with_capacity(range.len());
        let first = self.segments.partition_point(|segment| segment.text.end <= range.start);
        let touches = |segment: &&Segment| segment.text.start < range.end;
        for segment in self.segments[first..].iter().take_while(touches) {
            let TextRange { start: (node, start), end: (_, end) } = self
                .boundaries(segment.text.start.max(range.start)..segment.text.end.min(range.end));
            for character in node.data()[start..end].chars() {
                match character {
                    _ if fold::is_ignorable(character) => {}
                    _ if character.is_ascii_whitespace() => text.push(' '),
                    _ => text.push(character),
                }
            }
        }
        text
    }

    /// Returns the places where a word may start.
    pub(super) fn word_starts(&self) -> impl Iterator<Item = usize> {
        let mut segments = self.segments.iter().peekable();
        let mut node = None;
        let mut last = BREAK;
        self.folded.char_indices().filter_map(move |(place, character)| {
            let mut is_new = false;
            while let Some(segment) = segments.next_if(|it| it.text.start <= place) {
                is_new |= node.replace(segment.node) != Some(segment.node);
            }
            let is_in_word = last.is_ascii_alphanumeric() && character.is_ascii_alphanumeric();
            last = character;
            (!is_space(character) && (is_new || !is_in_word)).then_some(place)
        })
    }

    /// Whether a place is between two characters of one text node.
    fn is_in_node(&self, at: usize) -> bool {
        let next = self.segments.partition_point(|segment| segment.text.end <= at);
        match (next.checked_sub(1).map(|it| &self.segments[it]), self.segments.get(next)) {
            (_, Some(segment)) if segment.text.start < at => true,
            (Some(before), Some(after)) => before.node == after.node,
            _ => false,
        }
    }

    /// Whether a word may start or end at a place: `false` between two letters or digits of ASCII in one text node.
    pub(super) fn may_be_bounded(&self, at: usize) -> bool {
        let bytes = self.folded.as_bytes();
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        !(at > 0 && is_letter(at - 1) && is_letter(at) && self.is_in_node(at))
    }
}

/// Whether nothing but white space is at a place of the text, if a block ends.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, BREAK | OBJECT)
}

struct Collector<N> {
    text: Searchable<N>,
    context: Context,
    /// For each open element the context around it, and what its end writes.
    frames: Vec<(Context, Option<char>)>,
    /// Whether the text ends with a space with which others collapse, which a no-break space isn't.
    ends_with_space: bool,
}

impl<'d, N: Node<'d>> Visitor<N> for Collector<N> {
    fn text(&mut self, node: N) {
        let Context { own, white_space, visible, .. } = self.context;
        if !visible || !own.content.has_text(node) {
            return;
        }
        let is_box = own.content == Content::Boxes;
        if is_box && node.data().bytes().all(|byte| byte.is_ascii_whitespace()) {
            return;
        }
        if is_box {
            self.interrupt(BREAK);
        }
        self.write_text(node, white_space);
        if is_box {
            self.interrupt(BREAK);
        }
    }

    fn element(&mut self, node: N) -> bool {
        let (display, mut inner) = style(node, &self.context);
        // Browsers open these for a search.
        let is_until_found = |it: &str| it.eq_ignore_ascii_case("until-found");
        if matches!(inner.own.content, Content::Only(_))
            && (node.is_html(tag::DETAILS)
                || node.known_attribute(attr::HIDDEN).is_some_and(is_until_found))
        {
            inner.own.content = Content::Flow;
        }
        let mark = match (display, inner.own.content) {
            (Display::None, _) => return false,
            (Display::Break, _) => {
                self.interrupt(BREAK);
                return false;
            }
            (_, Content::Only(None) | Content::Options) => {
                self.interrupt(OBJECT);
                self.write_control(node);
                return false;
            }
            (Display::Inline | Display::Contents, _) => None,
            (Display::InlineBlock | Display::InlineTable, _) => Some(OBJECT),
            _ => Some(BREAK),
        };
        if let Some(mark) = mark {
            self.interrupt(mark);
        }
        let outer = std::mem::replace(&mut self.context, inner);
        self.frames.push((outer, mark));
        true
    }

    fn leave(&mut self, _: N) {
        let Some((outer, mark)) = self.frames.pop() else { return };
        self.context = outer;
        if let Some(mark) = mark {
            self.interrupt(mark);
        }
    }
}

impl<'d, N: Node<'d>> Collector<N> {
    fn interrupt(&mut self, mark: char) {
        if !self.text.folded.ends_with(mark) {
            self.text.folded.push(mark);
        }
        self.ends_with_space = false;
    }

    /// Writes the text that a control shows, which browsers search. It has no place in the document, so the range of a match is the
    /// control.
    fn write_control(&mut self, node: N) {
        const WITHOUT_TEXT: [&str; 7] =
            ["checkbox", "radio", "range", "color", "file", "image", "hidden"];
        let attribute = |name| node.known_attribute(name).unwrap_or_default();
        let kind = attribute(attr::TYPE).to_ascii_lowercase();
        let value = match node.is_html(tag::TEXTAREA) {
            true => node.text_content(),
            false if !node.is_html(tag::INPUT) || WITHOUT_TEXT.contains(&&*kind) => return,
            false if kind == "password" => String::new(),
            false => attribute(attr::VALUE).to_owned(),
        };
        let shown = if value.is_empty() { attribute(attr::PLACEHOLDER) } else { &value };
        let start = self.text.folded.len();
        self.text.folded.push_str(&fold::folded(shown));
        let text = start..self.text.folded.len();
        if text.is_empty() {
            return;
        }
        let position = self.text.nodes.len();
        self.text.nodes.push(node);
        self.text.first_segments.push((node.index(), self.text.segments.len()));
        self.text.segments.push(Segment { text, data: 0..0, node: position, is_copy: false });
        self.interrupt(OBJECT);
    }

    fn write_text(&mut self, node: N, white_space: WhiteSpace) {
        let position = self.text.nodes.len();
        let first = self.text.segments.len();
        let data = node.data();
        let is_kept = |character| match white_space {
            WhiteSpace::Collapse => false,
            WhiteSpace::Preserve => true,
            WhiteSpace::PreserveBreaks => character == '\n',
        };
        let mut characters = data.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            if character.is_ascii_whitespace() {
                let next = characters.peek().map(|(_, it)| *it);
                let is_alone = character == ' ' && next != Some(' ');
                if is_kept(character) && !is_alone {
                    self.interrupt(BREAK);
                } else if !self.ends_with_space && !self.text.folded.ends_with(BREAK) {
                    self.write(' ', character, offset, position);
                    self.ends_with_space = true;
                }
                continue;
            }
            // The mark of an object isn't text.
            let character = if character == OBJECT { '\u{fffd}' } else { character };
            let start = self.text.folded.len();
            let mut count = 0;
            fold(character, |it| {
                self.text.folded.push(it);
                count += 1;
            });
            self.ends_with_space &= count == 0;
            let read = offset..offset + character.len_utf8();
            self.place(start, read, position, count == 1);
        }
        if first < self.text.segments.len() {
            self.text.nodes.push(node);
            self.text.first_segments.push((node.index(), first));
        }
    }

    fn write(&mut self, written: char, read: char, offset: usize, node: usize) {
        let start = self.text.folded.len();
        self.text.folded.push(written);
        self.place(start, offset..offset + read.len_utf8(), node, true);
    }

    /// Records that the text from `start` on comes from a character of a node's data. `is_one` says whether it is one character.
    fn place(&mut self, start: usize, data: Range<usize>, node: usize, is_one: bool) {
        let text = start..self.text.folded.len();
        if text.is_empty() {
            return;
        }
        let is_copy = is_one && text.len() == data.len();
        match self.text.segments.last_mut() {
            Some(last)
                if is_copy
                    && last.is_copy
                    && last.node == node
                    && last.text.end == text.start
                    && last.data.end == data.start =>
            {
                last.text.end = text.end;
                last.data.end = data.end;
            }
            _ => self.text.segments.push(Segment { text, data, node, is_copy }),
        }
    }
}
