//! Writes the pieces of a block's content as Markdown.

use std::{collections::HashMap, fmt::Write as _};

use super::{
    delimiters::{Form, Forms},
    escape::{self, Surroundings},
    inline::{Inline, Kind, Piece, Target},
    marks::{Marks, Move, align},
    options::{Escaping, Extensions, HardBreak, LinkStyle, Settings},
};

/// The block that content stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    /// A term of a definition list, which is a paragraph of one line.
    Term,
    Heading,
    Cell,
}

impl Place {
    /// Whether a line of it could begin another block.
    fn begins_blocks(self) -> bool {
        matches!(self, Self::Paragraph | Self::Term)
    }
}

/// Link targets that are written after the text, in the order of their numbers.
#[derive(Default)]
pub(super) struct References<'d> {
    numbers: HashMap<Target<'d>, usize>,
    targets: Vec<Target<'d>>,
}

impl<'d> References<'d> {
    fn number(&mut self, target: &Target<'d>) -> usize {
        if let Some(number) = self.numbers.get(target) {
            return *number;
        }
        self.targets.push(target.clone());
        self.numbers.insert(target.clone(), self.targets.len());
        self.targets.len()
    }

    /// The definitions, one to a line.
    pub(super) fn definitions(&self) -> String {
        let mut out = String::new();
        for (index, target) in self.targets.iter().enumerate() {
            let _ = write!(out, "{}[{}]: ", if index == 0 { "" } else { "\n" }, index + 1);
            write_target(&mut out, target, Place::Heading);
        }
        out
    }
}

struct Assembler<'a, 'd> {
    inline: &'a Inline<'d>,
    /// The forms of the pieces; empty if there are no delimiters.
    forms: &'a [Form],
    options: &'a Settings,
    place: Place,
    references: &'a mut References<'d>,
    out: &'a mut String,
    /// The marks of `out`, if a map is asked for.
    marks: Option<&'a mut Marks>,
    /// The open elements, and the place in `out` of the outermost.
    open: (usize, usize),
    /// The place in `out` of the block.
    start: usize,
    /// The places of spaces where a line may be wrapped.
    spaces: Vec<usize>,
    links: usize,
    /// Whether more than one line may have been written.
    has_lines: bool,
    has_link_end: bool,
    has_strike: bool,
    is_plain: bool,
    /// Whether text is copied as it is, but for its first and last characters.
    is_copied: bool,
    extensions: Extensions,
}

/// Appends the content of a block to `out`, and to `marks` if there is a map. Returns whether it may have more than one
/// line.
pub(super) fn assemble<'d>(
    inline: &mut Inline<'d>,
    options: &Settings,
    place: Place,
    references: &mut References<'d>,
    forms: &mut Forms,
    (out, marks): (&mut String, Option<&mut Marks>),
) -> bool {
    let forms = if inline.has_delimiters {
        forms.choose(inline, [options.emphasis, options.strong])
    } else {
        &[]
    };
    let inline = &*inline;
    let is_plain = inline.is_plain;
    let (mut has_link_end, mut has_strike) =
        (options.links == LinkStyle::Reference, inline.has_strike);
    if !is_plain {
        let text = inline.text.as_str().as_bytes();
        let (bracket, tilde) = text.iter().fold((false, false), |(bracket, tilde), byte| {
            (bracket | (*byte == b']'), tilde | (*byte == b'~'))
        });
        has_link_end |= bracket && self::has_link_end(inline);
        has_strike |= tilde && text.iter().filter(|byte| **byte == b'~').nth(1).is_some();
    }
    let mut assembler = Assembler {
        inline,
        forms,
        options,
        place,
        references,
        start: out.len(),
        out,
        marks,
        open: (0, 0),
        spaces: Vec::new(),
        links: 0,
        has_lines: options.width.is_some(),
        has_link_end,
        has_strike,
        is_plain,
        is_copied: is_plain
            && !inline.has_delimiters
            && options.escaping == Escaping::Minimal
            && options.width.is_none(),
        extensions: options.extensions(),
    };
    assembler.write();
    let Assembler { out, marks, start, spaces, extensions, has_lines, .. } = assembler;
    if place == Place::Heading
        && let Some(at) = escape_closing_sequence(out, start)
        && let Some(marks) = marks
    {
        marks.shift(&[Move { from: at, to: at + 1 }]);
    }
    if let Some(width) = options.width.filter(|_| place == Place::Paragraph) {
        let mut lines = out.split_off(start);
        wrap(&mut lines, &spaces, width, extensions);
        out.push_str(&lines);
    }
    has_lines
}

/// Whether a `]` in the text is followed by what would make a link of it.
fn has_link_end(inline: &Inline<'_>) -> bool {
    let is_follower = |byte: u8| matches!(byte, b'(' | b'[' | b':');
    inline.pieces.iter().enumerate().any(|(at, piece)| {
        let Piece::Text(range) = piece else { return false };
        let bytes = &inline.text.as_str().as_bytes()[range.clone()];
        let in_text = bytes.windows(2).any(|pair| pair[0] == b']' && is_follower(pair[1]));
        // A link begins with `[`.
        in_text || bytes.last() == Some(&b']') && at + 1 < inline.pieces.len()
    })
}

impl<'a> Assembler<'a, '_> {
    fn write(&mut self) {
        let mut at = 0;
        while let Some(piece) = self.inline.pieces.get(at) {
            let start = self.out.len();
            if self.marks.is_some() {
                self.note_open(piece);
            }
            match piece {
                Piece::Text(range) => self.text(at, &self.inline.text.as_str()[range.clone()]),
                Piece::Code(range) => self.code(&self.inline.text.as_str()[range.clone()]),
                Piece::Markdown(range) => {
                    self.has_lines = true;
                    self.out.push_str(&self.inline.text.as_str()[range.clone()]);
                }
                Piece::Image(range, target) => {
                    let inline = self.inline;
                    self.image(&inline.text.as_str()[range.clone()], &inline.targets[*target]);
                }
                Piece::Break if self.place != Place::Paragraph => self.out.push(' '),
                Piece::Break => {
                    self.has_lines = true;
                    self.out.push_str(match self.options.hard_break {
                        HardBreak::Backslash => "\\\n",
                        HardBreak::Spaces => "  \n",
                    });
                }
                Piece::Open(Kind::Link(target)) => {
                    let target = &self.inline.targets[*target];
                    if let Some(url) = self.autolink(at, target) {
                        self.out.extend(["<", url, ">"]);
                        if self.marks.is_some() {
                            self.note(start, &self.inline.pieces[at + 1]);
                            self.note_close(start, &self.inline.pieces[at + 2]);
                        }
                        at += 2;
                    } else {
                        self.out.push('[');
                        self.links += 1;
                    }
                }
                Piece::Close(Kind::Link(target)) => {
                    self.links -= 1;
                    self.close_link(*target);
                }
                Piece::Open(Kind::Html(tags)) => {
                    self.has_lines = true;
                    self.out.push_str(&self.inline.tags[*tags].start);
                }
                Piece::Close(Kind::Html(tags)) => {
                    self.out.extend(["</", self.inline.tags[*tags].name, ">"]);
                }
                Piece::Open(kind) | Piece::Close(kind) => {
                    if let Some(delimiter) = self.form(at).delimiter
                        && let Some((_, count)) = kind.delimiter()
                    {
                        self.out.extend(std::iter::repeat_n(delimiter, count));
                    }
                }
            }
            if self.marks.is_some() {
                self.note(start, piece);
                self.note_close(start, piece);
            }
            at += 1;
        }
    }

    /// Notes where the outermost open element begins.
    fn note_open(&mut self, piece: &Piece) {
        if let Piece::Open(_) = piece {
            if self.open.0 == 0 {
                self.open.1 = self.out.len();
            }
            self.open.0 += 1;
        }
    }

    /// Notes the end of what must not be cut: the outermost open element, or a piece that begins at `start`.
    fn note_close(&mut self, mut start: usize, piece: &Piece) {
        match piece {
            Piece::Close(_) => {
                self.open.0 = self.open.0.saturating_sub(1);
                start = self.open.1;
            }
            Piece::Text(_) | Piece::Open(_) | Piece::Break => return,
            Piece::Code(_) | Piece::Markdown(_) | Piece::Image(..) => {}
        }
        let end = self.out.len();
        if self.open.0 == 0
            && start < end
            && let Some(marks) = &mut self.marks
        {
            marks.atoms.push(start..end);
        }
    }

    /// Notes where the text of a piece is, which was written from `start` on.
    #[inline(never)]
    fn note(&mut self, start: usize, piece: &Piece) {
        let (Some(marks), Some(origins)) = (&mut self.marks, &self.inline.origins) else { return };
        let (Piece::Text(range)
        | Piece::Code(range)
        | Piece::Markdown(range)
        | Piece::Image(range, _)) = piece
        else {
            return;
        };
        let text = &self.inline.text.as_str()[range.clone()];
        let out = &self.out[start..];
        let start = start + if let Piece::Code(_) = piece { code_start(text, out) } else { 0 };
        align(text, &self.out[start..], |to, from| {
            let from = range.start + from.start..range.start + from.end;
            marks.add_copied(&origins.marks, from, start + to.start..start + to.end);
        });
    }

    fn form(&self, at: usize) -> Form {
        self.forms.get(at).copied().unwrap_or_default()
    }

    #[inline]
    fn text(&mut self, at: usize, text: &str) {
        if self.is_copied && escape::is_copied(text) {
            return self.out.push_str(text);
        }
        self.formed_text(at, text);
    }

    /// Writes a text, of which the first and the last character may be references.
    fn formed_text(&mut self, at: usize, text: &str) {
        let Form { encodes_first, encodes_last, .. } = self.form(at);
        let mut rest = text;
        if encodes_first && let Some(first) = rest.chars().next() {
            self.encode(first);
            rest = &rest[first.len_utf8()..];
        }
        let last = if encodes_last { rest.chars().next_back() } else { None };
        rest = &rest[..rest.len() - last.map_or(0, char::len_utf8)];
        let after = last.map_or_else(|| self.first_of(at + 1), |_| '&');
        self.write_text(rest, after);
        if let Some(last) = last {
            self.encode(last);
        }
    }

    fn write_text(&mut self, text: &str, after: char) {
        let before = self.out[self.start..].chars().next_back().unwrap_or('\n');
        let around = Surroundings {
            escaping: self.options.escaping,
            before,
            begins_line: before == '\n' && self.place.begins_blocks(),
            is_first_line: self.out.len() == self.start,
            after,
            is_in_link: self.links > 0,
            is_in_cell: self.place == Place::Cell,
            has_link_end: self.has_link_end,
            has_strike: self.has_strike,
            is_plain: self.is_plain,
            extensions: self.extensions,
        };
        let start = self.out.len();
        escape::write(self.out, text, &around);
        if self.options.width.is_some() && self.links == 0 {
            let spaces =
                self.out[start..].match_indices(' ').map(|(at, _)| start - self.start + at);
            self.spaces.extend(spaces);
        }
    }

    /// The first character that the piece at `at` writes.
    fn first_of(&self, at: usize) -> char {
        match self.inline.pieces.get(at) {
            None => '\n',
            Some(Piece::Break) if self.options.hard_break == HardBreak::Backslash => '\\',
            Some(Piece::Break) => '\n',
            Some(Piece::Text(range)) => {
                self.inline.text.as_str()[range.clone()].chars().next().unwrap_or(' ')
            }
            Some(Piece::Code(_)) => '`',
            Some(Piece::Markdown(range)) => {
                self.inline.text.as_str()[range.clone()].chars().next().unwrap_or(' ')
            }
            Some(Piece::Image(..)) => '!',
            Some(Piece::Open(Kind::Link(_))) => '[',
            Some(Piece::Close(Kind::Link(_))) => ']',
            Some(Piece::Open(Kind::Html(_)) | Piece::Close(Kind::Html(_))) => '<',
            Some(Piece::Open(_) | Piece::Close(_)) => self.form(at).delimiter.unwrap_or('*'),
        }
    }

    /// Writes a character as a reference.
    fn encode(&mut self, character: char) {
        match character {
            '\u{a0}' => self.out.push_str("&nbsp;"),
            _ => {
                let _ = write!(self.out, "&#{};", u32::from(character));
            }
        }
    }

    fn code(&mut self, code: &str) {
        let mut code = code.replace(['\n', '\r'], " ");
        if self.place == Place::Cell {
            code = code.replace('|', "\\|");
        }
        let fence = "`".repeat(longest_run(&code, '`') + 1);
        let is_blank = code.bytes().all(|byte| byte == b' ');
        let pads = code.starts_with('`')
            || code.ends_with('`')
            || code.starts_with(' ') && code.ends_with(' ') && !is_blank;
        let pad = if pads { " " } else { "" };
        let _ = write!(self.out, "{fence}{pad}{code}{pad}{fence}");
    }

    fn image(&mut self, alt: &str, target: &Target<'_>) {
        self.out.push_str("![");
        self.links += 1;
        self.write_text(alt, ']');
        self.links -= 1;
        self.write_destination(target);
    }

    /// The URL of the link at `at`, if it can be written as `<url>`.
    fn autolink(&self, at: usize, target: &Target<'_>) -> Option<&'a str> {
        let inline = self.inline;
        let Some(Piece::Text(range)) = inline.pieces.get(at + 1) else { return None };
        let closes = matches!(inline.pieces.get(at + 2), Some(Piece::Close(Kind::Link(_))));
        let text = &inline.text.as_str()[range.clone()];
        let is_allowed = self.options.links == LinkStyle::Inline && self.options.autolinks;
        if !closes || !target.title.is_empty() || !is_allowed {
            return None;
        }
        if text != target.url {
            let address = target.url.strip_prefix("mailto:")?;
            return (text == address && is_address(text)).then_some(text);
        }
        let (scheme, rest) = text.split_once(':')?;
        let is_scheme = (2..=32).contains(&scheme.len())
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
        let is_url = !rest.contains(|it: char| it.is_ascii_control() || " <>\\".contains(it));
        (is_scheme && is_url).then_some(text)
    }

    fn close_link(&mut self, target: usize) {
        let target = &self.inline.targets[target];
        if self.options.links == LinkStyle::Reference {
            let number = self.references.number(target);
            let _ = write!(self.out, "][{number}]");
            return;
        }
        self.write_destination(target);
    }

    /// Writes the destination of a link or image in its parentheses.
    fn write_destination(&mut self, target: &Target<'_>) {
        let Target { url, has_parenthesis, has_ampersand, title } = target;
        self.out.push_str("](");
        if *has_parenthesis || *has_ampersand || url.is_empty() || !title.is_empty() {
            self.has_lines |= !title.is_empty();
            write_target(self.out, target, self.place);
        } else {
            self.out.push_str(url);
        }
        self.out.push(')');
    }
}

/// Whether a text is an address as autolinks have it.
fn is_address(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let is_name =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() < 64
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    !name.is_empty() && name.bytes().all(is_name) && domain.split('.').all(is_label)
}

/// Writes a destination, which is [encoded](super::convert), and a title if there is one.
fn write_target(out: &mut String, target: &Target<'_>, place: Place) {
    let Target { url, has_parenthesis, has_ampersand, title } = target;
    if url.is_empty() && title.is_empty() {
        return;
    }
    let is_bare = !url.is_empty() && (!has_parenthesis || is_balanced(url));
    if !is_bare {
        out.push('<');
    }
    let (mut copied, mut at) = (0, 0);
    while *has_ampersand && at < url.len() {
        // An encoded URL has no other stop of this set.
        at += sapwood_scan::run::<sapwood_scan::Text>(&url.as_bytes()[at..]) + 1;
        if url.as_bytes().get(at..).is_some_and(escape::is_reference) {
            out.push_str(&url[copied..at]);
            out.push_str("amp;");
            copied = at;
        }
    }
    out.push_str(&url[copied..]);
    if !is_bare {
        out.push('>');
    }
    if !title.is_empty() {
        write_title(out, title, place);
    }
}

fn write_title(out: &mut String, title: &str, place: Place) {
    let bytes = title.as_bytes();
    if !bytes.iter().fold(false, |found, byte| found | matches!(byte, b'"' | b'\n' | b'&' | b'\\'))
    {
        return out.extend([" \"", title, "\""]);
    }
    let quote = if title.contains('"') && !title.contains('\'') { '\'' } else { '"' };
    out.extend([' ', quote]);
    for (at, character) in title.char_indices() {
        let next = bytes.get(at + 1);
        match character {
            '\n' if place != Place::Paragraph => out.push(' '),
            // Some readers decode references before they remove backslashes.
            '&' if escape::is_reference(&bytes[at + 1..]) => out.push_str("&amp;"),
            '\\' if next.is_none_or(u8::is_ascii_punctuation) => out.push_str("\\\\"),
            _ if character == quote => out.extend(['\\', quote]),
            _ => out.push(character),
        }
    }
    out.push(quote);
}

/// Whether parentheses are in pairs, nested at most as deep as every reader allows.
fn is_balanced(url: &str) -> bool {
    let mut depth = 0_u32;
    for byte in url.bytes().filter(|byte| matches!(byte, b'(' | b')')) {
        depth = match byte {
            b')' if depth == 0 => return false,
            b')' => depth - 1,
            _ if depth == 3 => return false,
            _ => depth + 1,
        };
    }
    depth == 0
}

/// The place of the code in a code span: after the fence and the space that follows it.
fn code_start(code: &str, span: &str) -> usize {
    let fence = longest_run(code, '`') + 1;
    let has_pad = span.len() > 2 * fence + code.len() && span[fence..].starts_with(' ');
    fence + usize::from(has_pad)
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, mark: char) -> usize {
    let mut longest = 0;
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let after = rest[at..].trim_start_matches(mark);
        longest = longest.max(rest.len() - at - after.len());
        rest = after;
    }
    longest / mark.len_utf8()
}

/// Escapes `#` at the end of a heading, which would be taken for its closing sequence. Returns the place of the escape.
fn escape_closing_sequence(out: &mut String, start: usize) -> Option<usize> {
    let heading = &out[start..];
    let length = heading.trim_end_matches('#').len();
    let is_closing = length < heading.len() && (length == 0 || heading[..length].ends_with(' '));
    is_closing.then(|| {
        out.insert(start + length, '\\');
        start + length
    })
}

/// Wraps lines at `spaces`, in place.
fn wrap(out: &mut String, spaces: &[usize], width: usize, extensions: Extensions) {
    let around = Surroundings {
        escaping: Escaping::Minimal,
        before: '\n',
        begins_line: true,
        is_first_line: false,
        after: '\n',
        is_in_link: false,
        is_in_cell: false,
        has_link_end: false,
        has_strike: false,
        is_plain: false,
        extensions,
    };
    let mut column = 0;
    let mut last_space = None;
    let mut breaks = Vec::new();
    let mut next_space = spaces.iter().copied().peekable();
    for (at, character) in out.char_indices() {
        if next_space.next_if_eq(&at).is_some() {
            let rest = &out[at + 1..];
            let word = &rest[..rest.find([' ', '\n']).unwrap_or(rest.len())];
            if escape::block_start(word, &around).is_none() {
                last_space = Some((at, column));
            }
        }
        column += 1;
        if character == '\n' {
            (column, last_space) = (0, None);
        } else if column > width
            && let Some((space, before)) = last_space.take()
        {
            breaks.push(space);
            column -= before + 1;
        }
    }
    let mut bytes = std::mem::take(out).into_bytes();
    for at in breaks {
        bytes[at] = b'\n';
    }
    *out = String::from_utf8(bytes).unwrap_or_default();
}
