//! Strings and required line break counts, put together.

/// What becomes of white space: the part of CSS's
/// [`white-space`](https://drafts.csswg.org/css-text/#white-space-property) that the text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WhiteSpace {
    /// It collapses: `normal`, `nowrap`.
    #[default]
    Collapse,
    /// It stays: `pre`, `pre-wrap`, `break-spaces`.
    Preserve,
    /// It collapses but for line breaks: `pre-line`.
    PreserveBreaks,
}

/// The end of a cell or row, where a character will stand if another follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(usize);

/// Something that stands between the texts.
enum Mark {
    /// A required line break count.
    Break(u8),
    /// A character, if it turns out that it is to be there.
    Perhaps { character: char, is_used: bool },
}

/// The items of the rendered text collection steps.
///
/// Strings are joined as they come. A collapsible space is held back until it is known that its line goes
/// on.
pub(super) struct Lines {
    text: String,
    /// With the length that the text had then.
    marks: Vec<(usize, Mark)>,
    /// Whether nothing stands on the line yet.
    at_start: bool,
    /// Whether a collapsible space comes before what is next on the line.
    space: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { text: String::new(), marks: Vec::new(), at_start: true, space: false }
    }
}

const ZERO_WIDTH_SPACE: char = '\u{200b}';

impl Lines {
    /// Adds the text of a text node.
    pub(super) fn text(&mut self, text: &str, white_space: WhiteSpace) {
        match white_space {
            WhiteSpace::Collapse => self.collapsed(text),
            WhiteSpace::Preserve => self.preserved(text),
            WhiteSpace::PreserveBreaks => {
                for (at, line) in text.split('\n').enumerate() {
                    if at > 0 {
                        self.line_break();
                    }
                    self.collapsed(line);
                }
            }
        }
    }

    fn collapsed(&mut self, text: &str) {
        let mut left = text;
        loop {
            let word = left.trim_start_matches([' ', '\t', '\n', '\r']);
            let white = &left[..left.len() - word.len()];
            // A line break beside a zero width space is one that the space already allows.
            let vanishes = white.contains('\n')
                && !self.space
                && (self.text.ends_with(ZERO_WIDTH_SPACE) || word.starts_with(ZERO_WIDTH_SPACE));
            if !white.is_empty() && !self.at_start && !vanishes {
                self.space = true;
            }
            if word.is_empty() {
                return;
            }
            let is_white = |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            let end = word.bytes().position(is_white).unwrap_or(word.len());
            self.begin_something();
            self.text.push_str(&word[..end]);
            left = &word[end..];
        }
    }

    fn preserved(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.begin_something();
        self.text.push_str(text);
        self.at_start = text.ends_with('\n');
    }

    /// Writes the space before what is next on the line.
    fn begin_something(&mut self) {
        if std::mem::take(&mut self.space) {
            self.text.push(' ');
        }
        self.at_start = false;
    }

    /// A `br`, or a line break that is preserved.
    pub(super) fn line_break(&mut self) {
        self.end_line();
        self.text.push('\n');
    }

    /// Ends the line, if there is one: a collapsible space at its end is none.
    pub(super) fn end_line(&mut self) {
        self.space = false;
        self.at_start = true;
    }

    /// Begins a box that stands in the line as a character would, and has lines of its own.
    pub(super) fn begin_box(&mut self) {
        self.begin_something();
        self.end_line();
    }

    /// Ends that box.
    pub(super) fn end_box(&mut self) {
        self.space = false;
        self.at_start = false;
    }

    /// Adds a required line break count; 0 just ends the line.
    pub(super) fn require_break(&mut self, count: u8) {
        self.end_line();
        if count > 0 {
            self.marks.push((self.text.len(), Mark::Break(count)));
        }
    }

    /// Ends the line where `character` is to be if [it turns out so](Self::use_place).
    pub(super) fn place(&mut self, character: char) -> Place {
        self.end_line();
        self.marks.push((self.text.len(), Mark::Perhaps { character, is_used: false }));
        Place(self.marks.len() - 1)
    }

    pub(super) fn use_place(&mut self, place: Place) {
        if let Some((_, Mark::Perhaps { is_used, .. })) = self.marks.get_mut(place.0) {
            *is_used = true;
        }
    }

    /// The strings, with as many line feeds for each run of counts as the greatest of them says; with
    /// none for those at either end.
    pub(super) fn finish(self) -> String {
        let Self { text, marks, .. } = self;
        let mut out = String::with_capacity(text.len() + marks.len());
        let (mut written, mut breaks) = (0, 0_u8);
        let push_before = |out: &mut String, breaks: &mut u8, string: &str| {
            if string.is_empty() {
                return;
            }
            let count = std::mem::take(breaks);
            if !out.is_empty() {
                out.extend(std::iter::repeat_n('\n', count.into()));
            }
            out.push_str(string);
        };
        for (at, mark) in marks {
            push_before(&mut out, &mut breaks, &text[written..at]);
            written = at;
            match mark {
                Mark::Break(count) => breaks = breaks.max(count),
                Mark::Perhaps { character, is_used: true } => {
                    push_before(&mut out, &mut breaks, character.encode_utf8(&mut [0; 4]));
                }
                Mark::Perhaps { is_used: false, .. } => {}
            }
        }
        push_before(&mut out, &mut breaks, &text[written..]);
        out
    }
}
