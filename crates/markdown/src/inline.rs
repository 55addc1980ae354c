//! The content of a paragraph, heading or cell in progress.
//!
//! White space collapses as CSS has it: a space is written with what follows it, so there is none at the edges of
//! a block and none inside the edges of emphasis. A delimiter is written with what follows it, too, so nothing
//! is empty. When a block ends, the elements that are open around it stay open: they are written again in the next
//! block that has content in them.

use std::{borrow::Cow, ops::Range};

use sapwood_names::NameId;
use sapwood_scan::TextBuffer;

use super::marks::{Marks, Origins};

/// The meaning of the delimiters around a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Emphasis,
    Strong,
    Strike,
    Subscript,
    Superscript,
    Inserted,
    Highlighted,
    /// A link to the target at that index.
    Link(usize),
    /// An element that is written as HTML, with the start tag at that index.
    Html(usize),
}

impl Kind {
    /// The character that delimits it by default, and the number of these.
    pub(super) const fn delimiter(self) -> Option<(char, usize)> {
        Some(match self {
            Self::Emphasis => ('*', 1),
            Self::Strong => ('*', 2),
            Self::Strike => ('~', 2),
            Self::Subscript => ('~', 1),
            Self::Superscript => ('^', 1),
            Self::Inserted => ('+', 2),
            Self::Highlighted => ('=', 2),
            Self::Link(_) | Self::Html(_) => return None,
        })
    }
}

/// The destination of a link or image, of which most are as they are in the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target<'d> {
    pub(super) url: Cow<'d, str>,
    /// Whether the URL has a parenthesis.
    pub(super) has_parenthesis: bool,
    /// Whether it has a `&`.
    pub(super) has_ampersand: bool,
    pub(super) title: Cow<'d, str>,
}

/// The tags of an element that is written as HTML.
pub(super) struct Tags<'d> {
    pub(super) start: String,
    pub(super) name: &'d str,
}

/// A part of the content. The ranges are of [`Inline::text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(Range<usize>),
    Code(Range<usize>),
    /// Markdown that is written as it is.
    Markdown(Range<usize>),
    /// An image with its `alt` text and the index of its target.
    Image(Range<usize>, usize),
    Break,
    Open(Kind),
    Close(Kind),
}

/// An element that is open.
struct Wrapper {
    kind: Kind,
    tag: NameId,
    /// Whether it is written in this block.
    is_written: bool,
    /// Whether it was written in an earlier block.
    is_repeated: bool,
}

/// Bytes of delimiters and URLs that may be written again for elements around many blocks, beside what
/// the text allows: a long URL around many short blocks would make quadratic output.
const REPEATS: usize = 1 << 14;

/// The most elements of one kind that are written within another.
const MAX_NESTED: usize = 4;

/// The most elements that are written as HTML within another in a paragraph.
const MAX_NESTED_HTML: usize = 16;

pub(super) struct Inline<'d> {
    pub(super) text: TextBuffer,
    pub(super) pieces: Vec<Piece>,
    /// Whether the pieces have delimiters of emphasis or the like.
    pub(super) has_delimiters: bool,
    /// Whether they strike a text through.
    pub(super) has_strike: bool,
    /// Whether no text has a character that can be markup within a line.
    pub(super) is_plain: bool,
    pub(super) targets: Vec<Target<'d>>,
    pub(super) tags: Vec<Tags<'d>>,
    wrappers: Vec<Wrapper>,
    /// The number of wrappers, outermost first, that are open in this block.
    opened: usize,
    has_space: bool,
    has_break: bool,
    /// The bytes of repeated delimiters that are left.
    repeats: usize,
    /// Origins of the text, if a map is asked for.
    pub(super) origins: Option<Box<Origins>>,
}

impl<'d> Inline<'d> {
    pub(super) fn new(has_map: bool) -> Self {
        Self {
            text: TextBuffer::default(),
            pieces: Vec::new(),
            has_delimiters: false,
            has_strike: false,
            is_plain: true,
            targets: Vec::new(),
            tags: Vec::new(),
            wrappers: Vec::new(),
            opened: 0,
            has_space: false,
            has_break: false,
            repeats: REPEATS,
            origins: has_map.then(Box::default),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether a line break waits for content.
    pub(super) fn has_break(&self) -> bool {
        self.has_break
    }

    /// Adds text whose white space collapses.
    pub(super) fn text(&mut self, text: &str) {
        self.text_within(text, text.len());
    }

    /// Adds the text of that length at the start of `buffer`. Its white space collapses.
    pub(super) fn text_within(&mut self, buffer: &str, length: usize) {
        let bytes = buffer.as_bytes();
        let mut at = 0;
        while at < length {
            let first = bytes[at];
            if is_space(first) {
                self.space();
                at += 1;
                // Most white space is one character, or the indentation of the next tag.
                if at < length && is_space(bytes[at]) {
                    at += sapwood_scan::whitespace_run_within(&bytes[at..], length - at);
                }
            } else {
                // The first byte may be a control character, which ends a run, but is no white space.
                let start = at + usize::from(first < b' ');
                let words = sapwood_scan::words_run(&bytes[start..], length - start);
                let end = start + words.length;
                self.words(buffer, at..end, words.has_marks);
                at = end;
            }
        }
    }

    /// Adds text whose white space is kept: a line feed is a break.
    pub(super) fn preserved_text(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            self.text(line);
        }
    }

    /// Adds a space, which is written before the next content.
    pub(super) fn space(&mut self) {
        self.has_space = true;
    }

    /// Adds a line break, which is written before the next content.
    pub(super) fn line_break(&mut self) {
        self.has_break = true;
    }

    /// Adds a part of `buffer` that begins and ends with a word and in which white space is collapsed.
    #[inline]
    fn words(&mut self, buffer: &str, words: Range<usize>, has_marks: bool) {
        self.begin_content();
        self.repeats += words.len();
        let first = buffer.as_bytes()[words.start];
        // Two texts can make a mark of two characters together.
        self.is_plain &=
            !has_marks && !sapwood_scan::is_mark_of_two(last(self.text.as_str()), first);
        let start = self.text.len();
        // A part of a longer text is copied faster.
        self.text.push_part(buffer, words.start, words.len());
        if self.origins.is_some() {
            self.note(start, &buffer[words]);
        }
        self.end_text(start);
    }

    /// Adds the piece of text from `start` on.
    #[inline]
    fn end_text(&mut self, start: usize) {
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some(Piece::Text(range)) if range.end == start => range.end = end,
            _ => self.pieces.push(Piece::Text(start..end)),
        }
    }

    /// Notes that `text` was added at `start`.
    #[inline(never)]
    fn note(&mut self, start: usize, text: &str) {
        if let Some(origins) = &mut self.origins {
            origins.note(start, text);
        }
    }

    /// Adds a code span, with the marks of the code if there is a map. Spans beside each other become one, because their
    /// delimiters would.
    pub(super) fn code(&mut self, code: &str, marks: &Marks) {
        if code.is_empty() {
            return;
        }
        self.begin_content();
        let start = self.text.len();
        if let Some(origins) = &mut self.origins {
            origins.marks.copy(marks, 0..code.len(), start);
        }
        self.text.push_str(code);
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some(Piece::Code(range)) if range.end == start => range.end = end,
            _ => self.pieces.push(Piece::Code(start..end)),
        }
    }

    /// Adds Markdown that is written as it is.
    pub(super) fn markdown(&mut self, markdown: &str) {
        self.begin_content();
        let start = self.text.len();
        self.text.push_str(markdown);
        self.note(start, markdown);
        self.pieces.push(Piece::Markdown(start..self.text.len()));
    }

    pub(super) fn image(&mut self, alt: &str, target: Target<'d>) {
        self.begin_content();
        self.is_plain &= sapwood_scan::markdown_run(alt.as_bytes()) == alt.len();
        let start = self.text.len();
        if sapwood_scan::collapsed_run(alt.as_bytes()) == alt.len() && !alt.starts_with(' ') {
            self.text.push_str(alt);
        } else {
            self.text.push_str(&one_line(alt));
        }
        if let Some(origins) = &mut self.origins {
            origins.note_whole(start, self.text.len());
        }
        self.targets.push(target);
        self.pieces.push(Piece::Image(start..self.text.len(), self.targets.len() - 1));
    }

    /// Writes what waits for content: a break or space, then the delimiters of open elements.
    #[inline]
    pub(super) fn begin_content(&mut self) {
        if self.has_break | self.has_space {
            if !self.pieces.is_empty() {
                if self.has_break {
                    self.pieces.push(Piece::Break);
                } else {
                    let start = self.text.len();
                    self.text.push_str(" ");
                    self.end_text(start);
                }
            }
            (self.has_break, self.has_space) = (false, false);
        }
        if self.opened < self.wrappers.len() {
            self.begin_wrappers();
        }
    }

    /// Writes the delimiters of open elements that aren't written in this block.
    fn begin_wrappers(&mut self) {
        for wrapper in &mut self.wrappers[self.opened..] {
            wrapper.is_written = true;
            if wrapper.is_repeated {
                let cost = match wrapper.kind {
                    Kind::Link(target) => {
                        let Target { url, title, .. } = &self.targets[target];
                        8 + url.len() + title.len()
                    }
                    Kind::Html(tags) => {
                        let Tags { start, name } = &self.tags[tags];
                        3 + start.len() + name.len()
                    }
                    _ => 4,
                };
                wrapper.is_written = spend(&mut self.repeats, cost);
            }
            wrapper.is_repeated = true;
            if wrapper.is_written {
                self.has_delimiters |= wrapper.kind.delimiter().is_some();
                self.has_strike |= wrapper.kind == Kind::Strike;
                self.pieces.push(Piece::Open(wrapper.kind));
            }
        }
        self.opened = self.wrappers.len();
    }

    /// Whether that many bytes may be repeated; if so, they are spent.
    #[cfg(feature = "url")]
    pub(super) fn may_repeat(&mut self, bytes: usize) -> bool {
        spend(&mut self.repeats, bytes)
    }

    /// Opens an element, unless one around it already means the same; returns whether it did.
    pub(super) fn open(&mut self, kind: Kind, tag: NameId) -> bool {
        let same = |wrapper: &&Wrapper| {
            std::mem::discriminant(&wrapper.kind) == std::mem::discriminant(&kind)
        };
        let mut outer = self.wrappers.iter().filter(same);
        // Markdown can nest emphasis of the same kind by its other character.
        let is_open = match (outer.next(), kind) {
            (None, _) => true,
            (Some(_), Kind::Html(_)) => outer.count() < MAX_NESTED_HTML,
            (Some(first), Kind::Emphasis | Kind::Strong) => {
                first.tag == tag && outer.count() < MAX_NESTED
            }
            (Some(_), _) => false,
        };
        if is_open {
            let (is_written, is_repeated) = (false, false);
            self.wrappers.push(Wrapper { kind, tag, is_written, is_repeated });
        }
        is_open
    }

    /// Opens a link, unless there is one around it; returns whether it did.
    pub(super) fn open_link(&mut self, target: Target<'d>, tag: NameId) -> bool {
        self.targets.push(target);
        self.open(Kind::Link(self.targets.len() - 1), tag)
    }

    /// Opens an element that is written as HTML; returns whether it did.
    pub(super) fn open_html(&mut self, tags: Tags<'d>, tag: NameId) -> bool {
        self.tags.push(tags);
        self.open(Kind::Html(self.tags.len() - 1), tag)
    }

    /// Closes the element that was opened last.
    pub(super) fn close(&mut self) {
        let Some(wrapper) = self.wrappers.pop() else { return };
        if self.opened > self.wrappers.len() {
            self.opened = self.wrappers.len();
            if wrapper.is_written {
                self.pieces.push(Piece::Close(wrapper.kind));
            }
        }
    }

    /// Closes, in this block, the elements that stay open.
    #[inline]
    pub(super) fn end_block(&mut self) {
        for wrapper in self.wrappers[..self.opened].iter().rev() {
            if wrapper.is_written {
                self.pieces.push(Piece::Close(wrapper.kind));
            }
        }
        self.opened = 0;
        (self.has_break, self.has_space) = (false, false);
    }

    /// Removes the delimiters of emphasis and the like for which `retains` returns `false`, and joins the texts beside them.
    pub(super) fn retain_delimiters(&mut self, mut retains: impl FnMut(usize, &Piece) -> bool) {
        let pieces = std::mem::take(&mut self.pieces);
        self.pieces.reserve(pieces.len());
        for (at, piece) in pieces.into_iter().enumerate() {
            if let Piece::Open(kind) | Piece::Close(kind) = &piece
                && kind.delimiter().is_some()
                && !retains(at, &piece)
            {
                continue;
            }
            match (self.pieces.last_mut(), &piece) {
                (Some(Piece::Text(range)), Piece::Text(next))
                | (Some(Piece::Code(range)), Piece::Code(next))
                    if range.end == next.start =>
                {
                    range.end = next.end;
                }
                _ => self.pieces.push(piece),
            }
        }
    }

    /// Begins the next block.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        if let Some(origins) = &mut self.origins {
            origins.marks.clear();
        }
        self.pieces.clear();
        (self.has_delimiters, self.has_strike, self.is_plain) = (false, false, true);
        if self.wrappers.is_empty() {
            self.targets.clear();
            self.tags.clear();
        }
    }
}

fn last(text: &str) -> u8 {
    text.bytes().next_back().unwrap_or_default()
}

#[inline]
fn is_space(byte: u8) -> bool {
    const SPACES: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << b'\r' | 1 << b'\x0c';
    byte <= b' ' && SPACES >> byte & 1 == 1
}

/// Takes `cost` from what is left; returns `false`, and takes nothing, if there is too little.
fn spend(left: &mut usize, cost: usize) -> bool {
    let is_enough = cost <= *left;
    *left -= if is_enough { cost } else { 0 };
    is_enough
}

/// A text with its white space collapsed.
pub(super) fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}
