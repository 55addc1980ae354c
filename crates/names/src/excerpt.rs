//! Positions in an expression, and the line around them with a caret.

use std::fmt;

/// A position in the text of a selector or an expression, with the line that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The byte offset.
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The line, or the part of it around the position.
    excerpt: Box<str>,
    /// The number of columns before the caret.
    indent: usize,
}

/// The number of columns of an excerpt, and how many of them follow the position at least if they exist.
const WIDTH: usize = 76;
const AFTER: usize = 20;

impl Position {
    /// The position of the byte `offset` in `text`.
    #[must_use]
    pub fn new(text: &str, offset: usize) -> Self {
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = &text[offset..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let (head, indent) = head(&text[start..offset], rest);
        Self {
            offset,
            line: before.matches('\n').count() + 1,
            column: text[start..offset].chars().count() + 1,
            excerpt: (head + &tail(rest, WIDTH - indent)).into(),
            indent,
        }
    }

    /// Writes the line and a caret under the position, each after a line feed.
    ///
    /// # Errors
    ///
    /// If `f` fails.
    pub fn write_caret(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n  {}\n  {:indent$}^", self.excerpt, "", indent = self.indent)
    }
}

/// The end of `line` that is shown before the position, and its width.
fn head(line: &str, rest: &str) -> (String, usize) {
    let after: usize = rest.chars().take(AFTER).map(width).sum();
    let room = WIDTH - after.min(AFTER) - 1;
    let mut columns = 0;
    let mut start = line.len();
    for (at, character) in line.char_indices().rev() {
        if columns + width(character) > room {
            let shown: String = line[start..].chars().map(visible).collect();
            return (format!("…{shown}"), columns + 1);
        }
        columns += width(character);
        start = at;
    }
    (line.chars().map(visible).collect(), columns)
}

/// The start of `rest` that is shown from the position on.
fn tail(rest: &str, room: usize) -> String {
    let rest = rest.trim_end_matches('\r');
    let mut columns = 0;
    let mut end = 0;
    for (at, character) in rest.char_indices() {
        columns += width(character);
        if columns > room {
            let shown: String = rest[..end].chars().map(visible).collect();
            return format!("{shown}…");
        }
        // The last column is that of the ellipsis, if one is needed.
        if columns < room {
            end = at + character.len_utf8();
        }
    }
    rest.chars().map(visible).collect()
}

/// The character to be shown: a space for one that would move the caret, such as a tab.
fn visible(character: char) -> char {
    let moves = character.is_control()
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if moves { ' ' } else { character }
}

/// The number of columns that a character takes in a terminal.
fn width(character: char) -> usize {
    match character {
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5bd}'
        | '\u{64b}'..='\u{65f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{200b}'..='\u{200f}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}'
        | '\u{feff}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Caret(Position);

    impl fmt::Display for Caret {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.write_caret(f)
        }
    }

    /// Returns the excerpt for the place of `^` in `text`, and the line with the caret.
    fn excerpt(text: &str) -> (String, String) {
        let offset = text.find('^').unwrap();
        let written = Caret(Position::new(&text.replacen('^', "", 1), offset)).to_string();
        let mut lines = written.lines().skip(1).map(str::to_owned);
        (lines.next().unwrap(), lines.next().unwrap())
    }

    #[track_caller]
    fn check(text: &str, line: &str, caret: &str) {
        assert_eq!(excerpt(text), (line.to_owned(), caret.to_owned()), "{text:?}");
    }

    #[test]
    fn the_caret_is_under_the_position() {
        check("^", "  ", "  ^");
        check("ab^", "  ab", "    ^");
        check("a^b", "  ab", "   ^");
    }

    #[test]
    fn only_the_line_of_the_position_is_shown() {
        check("one\ntw^o\nthree", "  two", "    ^");
        check("one\r\ntw^o\r\nthree", "  two", "    ^");
        check("one\n^", "  ", "  ^");
        let position = Position::new("one\ntwo", 6);
        assert_eq!((position.line, position.column), (2, 3));
    }

    #[test]
    fn tabs_and_controls_take_one_column() {
        check("\ta\u{1b}\u{202e}^b", "   a  b", "      ^");
    }

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        check("日本^x", "  日本x", "      ^");
        check("e\u{301}^x", "  e\u{301}x", "   ^");
        check("é^x", "  éx", "   ^");
    }

    #[test]
    fn a_window_of_a_long_line_is_shown() {
        for (before, after) in
            [(0, 500), (10, 500), (70, 6), (70, 500), (500, 0), (500, 3), (500, 500)]
        {
            for (one, width) in [("a", 1), ("語", 2)] {
                let text = one.repeat(before) + "^!" + &one.repeat(after);
                let (line, caret) = excerpt(&text);
                let columns: usize = line.chars().map(super::width).sum();
                assert!(columns <= WIDTH + 2, "{line}");
                let at: usize = line.chars().take_while(|it| *it != '!').map(super::width).sum();
                assert_eq!(at, caret.len() - 1, "{line}\n{caret}");
                assert_eq!(
                    line.starts_with("  …"),
                    before * width > WIDTH - AFTER.min(after * width + 1) - 1
                );
                let rest: usize = line.chars().skip_while(|it| *it != '!').map(super::width).sum();
                assert!(rest >= AFTER.min(after * width + 1).saturating_sub(1), "{line}");
            }
        }
    }
}
