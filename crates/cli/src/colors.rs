//! Colors of markup on a terminal.
//!
//! Output passes limits, names of files and a writer that shows the control characters of pages as escapes. So colors travel as marks,
//! single bytes that no text in UTF-8 has, and the last writer before the terminal turns them into the terminal's sequences. It also
//! ends a color before the end of a line, so that neither the name before the next line nor what follows a cut is colored.

use clap::ValueEnum;

/// When colors are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless the environment has `NO_COLOR` or says that the terminal is dumb.
    #[default]
    Auto,
    Always,
    Never,
}

/// A part of markup that has a color, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    /// `<`, the name of a tag, and `>`.
    Tag,
    AttributeName,
    AttributeValue,
    /// A comment, a DOCTYPE or a processing instruction.
    Aside,
}

impl Style {
    const ALL: [Self; 5] =
        [Self::Plain, Self::Tag, Self::AttributeName, Self::AttributeValue, Self::Aside];

    /// The byte that stands for the style.
    fn mark(self) -> u8 {
        0xfb + self as u8
    }

    /// The style that a byte stands for.
    pub(crate) fn of_mark(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.mark() == byte)
    }

    /// The sequence that switches a terminal to the style.
    pub(crate) fn sequence(self) -> &'static str {
        match self {
            Self::Plain => "\x1b[0m",
            Self::Tag => "\x1b[34m",
            Self::AttributeName => "\x1b[36m",
            Self::AttributeValue => "\x1b[32m",
            Self::Aside => "\x1b[90m",
        }
    }
}

/// Elements whose text the serializer writes as it is.
const RAW_TEXT: [&str; 7] =
    ["iframe", "noembed", "noframes", "plaintext", "script", "style", "xmp"];

/// Returns markup that a serializer has written, with a mark before each part of another style.
pub(crate) fn marked(markup: &str) -> Vec<u8> {
    let mut marking =
        Marking { rest: markup, marked: Vec::with_capacity(markup.len() + markup.len() / 4) };
    while !marking.rest.is_empty() {
        marking.until(Style::Plain, "<", false);
        marking.markup();
    }
    marking.marked
}

struct Marking<'m> {
    rest: &'m str,
    marked: Vec<u8>,
}

impl<'m> Marking<'m> {
    /// Takes `len` bytes of the rest.
    fn take(&mut self, style: Style, len: usize) -> &'m str {
        let (part, rest) = self.rest.split_at(len);
        self.rest = rest;
        match style {
            Style::Plain => self.marked.extend_from_slice(part.as_bytes()),
            _ => {
                // A color ends with its line.
                for line in part.split_inclusive('\n') {
                    self.marked.push(style.mark());
                    self.marked.extend_from_slice(line.as_bytes());
                }
                if !part.is_empty() {
                    self.marked.push(Style::Plain.mark());
                }
            }
        }
        part
    }

    /// Takes what is before `end`, and `end` itself if it is `included`, or everything.
    fn until(&mut self, style: Style, end: &str, included: bool) {
        let len = self.rest.find(end).map(|at| if included { at + end.len() } else { at });
        self.take(style, len.unwrap_or(self.rest.len()));
    }

    /// Takes the bytes before the first that `ends`.
    fn before(&mut self, style: Style, ends: impl Fn(u8) -> bool) -> &'m str {
        let len = self.rest.bytes().position(ends).unwrap_or(self.rest.len());
        self.take(style, len)
    }

    /// Takes what begins with `<`.
    fn markup(&mut self) {
        for (start, style, end) in [
            ("<!--", Style::Aside, "-->"),
            ("<![CDATA[", Style::Plain, "]]>"),
            ("<!", Style::Aside, ">"),
            ("<?", Style::Aside, ">"),
        ] {
            if self.rest.starts_with(start) {
                return self.until(style, end, true);
            }
        }
        if !self.rest.is_empty() {
            self.tag();
        }
    }

    fn tag(&mut self) {
        let name = self.before(Style::Tag, |byte| byte.is_ascii_whitespace() || byte == b'>');
        loop {
            self.before(Style::Plain, |byte| !byte.is_ascii_whitespace());
            match self.rest.bytes().next() {
                None => return,
                Some(b'>') => {
                    self.take(Style::Tag, 1);
                    break;
                }
                Some(b'/') => {
                    self.take(Style::Tag, 1);
                }
                Some(b'=') => {
                    self.take(Style::Plain, 1);
                    match self.rest.bytes().next() {
                        Some(quote @ (b'"' | b'\'')) => {
                            let value = self.rest[1..].bytes().position(|byte| byte == quote);
                            let len = value.map_or(self.rest.len(), |len| len + 2);
                            self.take(Style::AttributeValue, len);
                        }
                        _ => {
                            let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b'>';
                            self.before(Style::AttributeValue, ends);
                        }
                    }
                }
                Some(_) => {
                    let ends = |byte: u8| byte.is_ascii_whitespace() || b"=>/".contains(&byte);
                    self.before(Style::AttributeName, ends);
                }
            }
        }
        if RAW_TEXT.contains(&name.trim_start_matches('<')) {
            self.until(Style::Plain, &format!("</{}", &name[1..]), false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marked markup, with the first letter of each style in brackets.
    fn shown(markup: &str) -> String {
        let mut shown = String::new();
        for chunk in marked(markup).utf8_chunks() {
            shown.push_str(chunk.valid());
            if let [mark] = chunk.invalid() {
                let style = format!("{:?}", Style::of_mark(*mark).unwrap());
                shown += &format!("[{}]", style.replace("Attribute", "")[..1].to_lowercase());
            }
        }
        shown
    }

    #[test]
    fn parts_of_markup_are_marked() {
        for (markup, expected) in [
            ("a &lt; b", "a &lt; b"),
            ("<p>x</p>", "[t]<p[p][t]>[p]x[t]</p[p][t]>[p]"),
            (
                "<a href=\"a>b\" hidden=\"\">",
                "[t]<a[p] [n]href[p]=[v]\"a>b\"[p] [n]hidden[p]=[v]\"\"[p][t]>[p]",
            ),
            ("<br/>", "[t]<br/[p][t]>[p]"),
            ("<x a='1'/>", "[t]<x[p] [n]a[p]=[v]'1'[p][t]/[p][t]>[p]"),
            ("<!--a>\nb-->c", "[a]<!--a>\n[a]b-->[p]c"),
            ("<!DOCTYPE html>", "[a]<!DOCTYPE html>[p]"),
            ("<?a b?>", "[a]<?a b?>[p]"),
            ("<script>a<b</script>", "[t]<script[p][t]>[p]a<b[t]</script[p][t]>[p]"),
            // No markup that a serializer writes.
            ("<", "[t]<[p]"),
            ("<a b=c", "[t]<a[p] [n]b[p]=[v]c[p]"),
            ("<a b=\"", "[t]<a[p] [n]b[p]=[v]\"[p]"),
            ("<!--", "[a]<!--[p]"),
            ("a<é =>", "a[t]<é[p] =[t]>[p]"),
        ] {
            assert_eq!(shown(markup), expected, "{markup}");
        }
    }
}
