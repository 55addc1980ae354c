//! The changes of the source that handlers ask for, in the order of the source.

use std::mem;

use sapwood_tree::Span;

use super::content::Stream;

/// A range of [`Edits::text`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TextRange {
    start: usize,
    end: usize,
}

/// A change of the source. Offsets are those of the decoded text.
pub(super) enum Edit {
    /// Writes HTML before the character at `at`.
    Insert { at: usize, html: TextRange },
    /// Writes what a stream gives before the character at `at`.
    Stream { at: usize, stream: Stream },
    /// Leaves out the line feed at this offset, if there is one: the parser takes no notice of it at the start of the element,
    /// and content was inserted before it.
    LineFeed(usize),
    /// Leaves the source out.
    Cut(Span),
    /// Changes the tag at this place.
    Tag(Span, TagChange),
}

/// The change of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagChange {
    /// The new name, if any.
    pub(super) name: Option<TextRange>,
    /// The range of its changes in [`Edits::attributes`].
    pub(super) attributes: (usize, usize),
    /// Whether the `/` of a self-closing tag is left out, because the element gets content.
    pub(super) opens: bool,
}

/// The new value of an attribute, or `None` if it is removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeChange {
    pub(super) name: TextRange,
    pub(super) value: Option<TextRange>,
}

/// The change of the source after which something can be inserted at its end.
#[derive(Debug)]
pub(super) struct Closing {
    /// Offset of the end; an insertion before it needs no change.
    pub(super) end: usize,
    /// `html` replaces so many bytes at this offset.
    pub(super) at: usize,
    pub(super) replaced: usize,
    pub(super) html: String,
    /// Whether it belongs to the token at the end, and is left out with that.
    pub(super) is_of_token: bool,
}

impl Closing {
    /// An insertion of end tags at the end.
    pub(super) fn insert(at: usize, html: String) -> Self {
        Self { end: at, at, replaced: 0, html, is_of_token: false }
    }
}

/// The changes between two pieces of output.
#[derive(Default)]
pub(super) struct Edits {
    pub(super) list: Vec<Edit>,
    text: String,
    pub(super) attributes: Vec<AttributeChange>,
    /// The number of elements around the source at hand whose content is left out.
    left_out: usize,
    /// The offset from which on the source is left out.
    left_out_from: usize,
    /// The end of the source that the last edit concerns.
    end: usize,
    /// The offset after which nothing is inserted: the start of the tag that the end of the input cuts off.
    last: Option<usize>,
    /// Changes to make before the first insertion at the end, in the order of the source.
    closings: Vec<Closing>,
}

impl Edits {
    pub(super) fn text(&self, range: TextRange) -> &str {
        &self.text[range.start..range.end]
    }

    /// Stores a text.
    pub(super) fn store(&mut self, text: &str) -> TextRange {
        self.store_by(|into| into.push_str(text))
    }

    /// Stores the text that `write` appends.
    pub(super) fn store_by(&mut self, write: impl FnOnce(&mut String)) -> TextRange {
        let start = self.text.len();
        write(&mut self.text);
        TextRange { start, end: self.text.len() }
    }

    /// Begins to leave out the source.
    pub(super) fn leave_out_from(&mut self, at: usize) {
        if self.left_out == 0 {
            self.left_out_from = self.advance(at);
        }
        self.left_out += 1;
    }

    /// Ends what [`leave_out_from`](Self::leave_out_from) began.
    pub(super) fn leave_out_to(&mut self, at: usize) {
        self.left_out = self.left_out.saturating_sub(1);
        if self.left_out == 0 {
            self.list.push(Edit::Cut(Span::new(self.left_out_from, at.max(self.left_out_from))));
            self.advance(at);
            self.closings.retain(|closing| closing.end > at);
        }
    }

    /// Inserts HTML, unless the source at hand is left out.
    pub(super) fn insert(&mut self, at: usize, html: TextRange) {
        if self.left_out == 0 && html.start < html.end {
            let at = self.advance(at);
            self.close_before(at);
            self.list.push(Edit::Insert { at, html });
        }
    }

    /// Inserts what a stream gives.
    pub(super) fn insert_stream(&mut self, at: usize, stream: Stream) {
        if self.left_out == 0 {
            let at = self.advance(at);
            self.close_before(at);
            self.list.push(Edit::Stream { at, stream });
        }
    }

    /// Leaves out a token.
    pub(super) fn cut(&mut self, span: Span) {
        if self.left_out == 0 && span.start < span.end {
            let start = self.advance(span.start);
            let end = self.advance(span.end);
            self.list.push(Edit::Cut(Span::new(start, end)));
            self.closings.retain(|closing| closing.end > end || !closing.is_of_token);
        }
    }

    /// Leaves out a line feed at the start of an element.
    pub(super) fn cut_line_feed(&mut self, at: usize) {
        if self.left_out == 0 {
            let at = self.advance(at);
            self.list.push(Edit::LineFeed(at));
        }
    }

    /// Changes a tag.
    pub(super) fn change_tag(&mut self, span: Span, tag: TagChange) {
        if self.left_out == 0 && self.end <= span.start {
            self.advance(span.end);
            self.list.push(Edit::Tag(span, tag));
        }
    }

    /// Inserts nothing after `at`.
    pub(super) fn end_at(&mut self, at: usize) {
        self.last = Some(at);
    }

    /// Makes a change before the first insertion at the end of the source, unless that is left out.
    pub(super) fn close_by(&mut self, closing: Closing) {
        self.closings.push(closing);
    }

    /// The offset from which on the source may yet be changed, although all of it has been read.
    pub(super) fn open_from(&self) -> Option<usize> {
        self.last.or(self.closings.first().map(|closing| closing.at))
    }

    /// Makes the changes that an insertion at `at` needs.
    fn close_before(&mut self, at: usize) {
        if self.closings.first().is_none_or(|closing| closing.end > at) {
            return;
        }
        for Closing { at, replaced, html, .. } in mem::take(&mut self.closings) {
            if replaced > 0 {
                self.list.push(Edit::Cut(Span::new(at, at + replaced)));
            }
            let html = self.store(&html);
            self.list.push(Edit::Insert { at: at + replaced, html });
        }
    }

    /// Moves on to a place in the source. An edit never concerns source before that of an earlier one.
    fn advance(&mut self, at: usize) -> usize {
        let at = self.last.map_or(at, |last| at.min(last));
        debug_assert!(at >= self.end, "an edit at {at} follows one at {}", self.end);
        self.end = self.end.max(at);
        self.end
    }

    /// The end of the source that the last edit concerns.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Ends the edits of the source before `safe`, from which on more may follow.
    pub(super) fn pause(&mut self, safe: usize) {
        if self.left_out > 0 && self.left_out_from < safe {
            self.list.push(Edit::Cut(Span::new(self.left_out_from, safe)));
            self.left_out_from = safe;
        }
        self.end = self.end.max(safe);
    }

    /// Keeps the rest of the source.
    pub(super) fn stop_leaving_out(&mut self, at: usize) {
        if self.left_out > 0 {
            self.left_out = 1;
            self.leave_out_to(at);
        }
    }

    /// Begins with the next piece.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.text.clear();
        self.attributes.clear();
        // A large insertion is no reason to keep its memory.
        const LARGE: usize = 1 << 20;
        if self.text.capacity() > LARGE {
            self.text = String::new();
        }
    }
}
