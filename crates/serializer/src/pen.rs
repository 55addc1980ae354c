//! The text that is being written, and [escaping a
//! string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).

use std::fmt::{self, Write};

use names::Namespace;
use scan::{Baseline, EscapedInAttribute, EscapedInText, Level, Output, Stops};
use tree_sink::QualifiedName;

use crate::pieces::{KnownName, PIECES, Reference};

/// How much is written before it is handed over, if it is.
const ENOUGH: usize = 1 << 16;

/// What was written and not yet handed over: for trees that walk by themselves.
#[derive(Debug)]
pub struct Pen<L: Level = Baseline> {
    output: Output<L>,
    enough: usize,
}

impl Pen {
    /// A pen that hands over, now and then, what it wrote.
    pub(crate) fn new() -> Self {
        Self { output: Output::default(), enough: ENOUGH }
    }
}

impl<L: Level> Pen<L> {
    /// A pen that keeps what it wrote, with room for so many bytes.
    #[must_use]
    pub fn keeping(level: L, capacity: usize) -> Self {
        Self { output: Output::with_capacity(level, capacity), enough: usize::MAX }
    }

    /// Lends what was written to a pen that any processor can hold.
    pub fn lend(&mut self, work: impl FnOnce(&mut Pen)) {
        let enough = self.enough;
        self.output.lend(Baseline, |output| {
            let mut pen = Pen { output: std::mem::take(output), enough };
            work(&mut pen);
            *output = pen.output;
        });
    }

    /// What was written.
    #[must_use]
    pub fn into_string(self) -> String {
        self.output.into_string()
    }

    /// Writes `text` as it is.
    #[inline]
    pub fn push(&mut self, text: &str) {
        self.output.push_str(text);
    }

    /// Writes texts as they are.
    #[inline]
    pub(crate) fn push_all<const N: usize>(&mut self, texts: [&str; N]) {
        texts.into_iter().for_each(|text| self.push(text));
    }

    /// Writes the `length` bytes of `text` from `start` on, escaped as text.
    #[inline(always)]
    pub fn push_text(&mut self, text: &str, start: usize, length: usize) {
        self.push_escaped::<EscapedInText>(text, start, length);
    }

    /// Writes the `length` bytes of `text` from `start` on, escaped for double quotes.
    #[inline(always)]
    pub fn push_value(&mut self, text: &str, start: usize, length: usize) {
        self.push_escaped::<EscapedInAttribute>(text, start, length);
    }

    #[inline(always)]
    fn push_escaped<S: Stops>(&mut self, text: &str, start: usize, length: usize) {
        let run = self.output.push_run::<S>(text, start, length);
        if run != length {
            self.push_stops::<S>(text, start + run, length - run);
        }
    }

    /// Writes a text that begins with a stop: with what is escaped, or the first byte of U+00A0, which
    /// begins other characters, too.
    #[inline(never)]
    fn push_stops<S: Stops>(&mut self, text: &str, start: usize, length: usize) {
        let (mut at, end) = (start, start + length);
        while at < end {
            let stop = &text[at..end];
            let reference = match stop.as_bytes() {
                [b'&', ..] => Reference::Amp,
                [b'<', ..] => Reference::Lt,
                [b'>', ..] => Reference::Gt,
                [b'"', ..] => Reference::Quot,
                [0xc2, 0xa0, ..] => Reference::Nbsp,
                _ => {
                    self.push(&stop[..2]);
                    at += 2;
                    at += self.output.push_run::<S>(text, at, end - at);
                    continue;
                }
            };
            self.output.push_ascii(&PIECES, reference.piece());
            at += if matches!(reference, Reference::Nbsp) { 2 } else { 1 };
            at += self.output.push_run::<S>(text, at, end - at);
        }
    }

    /// Writes `<name`.
    #[inline(always)]
    pub fn push_start(&mut self, known: &KnownName) {
        self.output.push_ascii(&PIECES, known.start);
    }

    /// Writes `</name>`.
    #[inline(always)]
    pub fn push_end(&mut self, known: &KnownName) {
        self.output.push_ascii(&PIECES, known.end);
    }

    /// Writes ` name="`, a value, which is the `length` bytes of `text` from `start` on, and `"`.
    #[inline(always)]
    pub fn push_attribute(&mut self, known: &KnownName, text: &str, start: usize, length: usize) {
        let run = self.output.push_between::<EscapedInAttribute>(
            &PIECES,
            known.attribute,
            (text, start, length),
            b'"',
        );
        if let Some(run) = run {
            self.push_stops::<EscapedInAttribute>(text, start + run, length - run);
            self.push("\"");
        }
    }

    /// [`push_start`](Self::push_start) for any name.
    #[inline(never)]
    pub fn push_any_start(&mut self, name: QualifiedName<'_>) {
        self.push("<");
        self.push_element_name(name);
    }

    /// [`push_end`](Self::push_end) for any name.
    #[inline(never)]
    pub fn push_any_end(&mut self, name: QualifiedName<'_>) {
        self.push("</");
        self.push_element_name(name);
        self.push(">");
    }

    /// Writes ` name="`.
    #[inline(never)]
    pub fn push_any_attribute(&mut self, name: QualifiedName<'_>) {
        self.push(" ");
        self.push_attribute_name(name);
        self.push("=\"");
    }

    /// HTML, SVG and MathML elements go by their local names, all others by their qualified names.
    pub(crate) fn push_element_name(&mut self, name: QualifiedName<'_>) {
        if let Some(prefix) = name.prefix
            && !goes_by_local_name(name.namespace)
        {
            self.push_all([prefix, ":"]);
        }
        self.push(name.local.text);
    }

    /// [An attribute's serialized
    /// name](https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialized-name)
    pub(crate) fn push_attribute_name(&mut self, name: QualifiedName<'_>) {
        let prefix = match name.namespace {
            Namespace::None => None,
            Namespace::Xml => Some("xml"),
            Namespace::XmlNs if name.local.text == "xmlns" => None,
            Namespace::XmlNs => Some("xmlns"),
            Namespace::XLink => Some("xlink"),
            _ => name.prefix,
        };
        if let Some(prefix) = prefix {
            self.push_all([prefix, ":"]);
        }
        self.push(name.local.text);
    }

    /// Writes a comment.
    pub fn push_comment(&mut self, data: &str) {
        self.push_all(["<!--", data, "-->"]);
    }

    /// Writes a processing instruction.
    pub fn push_processing_instruction(&mut self, target: &str, data: &str) {
        self.push_all(["<?", target, " ", data, "?>"]);
    }

    /// Writes a doctype.
    pub fn push_doctype(&mut self, name: &str) {
        self.push_all(["<!DOCTYPE ", name, ">"]);
    }

    /// Hands over what was written, if it is enough to be worth it.
    #[inline]
    pub(crate) fn hand_over(&mut self, to: &mut impl Write) -> fmt::Result {
        if self.output.len() < self.enough { Ok(()) } else { self.finish(to) }
    }

    /// Hands over what was written.
    pub(crate) fn finish(&mut self, to: &mut impl Write) -> fmt::Result {
        let written = to.write_str(self.output.as_str());
        self.output.clear();
        written
    }
}

/// Whether the names of this namespace's elements are written without a prefix.
#[inline]
pub(crate) const fn goes_by_local_name(namespace: Namespace) -> bool {
    matches!(namespace, Namespace::Html | Namespace::Svg | Namespace::MathMl)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` escaped both ways, alone and out of a longer one.
    fn escaped(text: &str) -> (String, String) {
        let around = format!("\u{a0}{text}{}", "&\u{a0}".repeat(40));
        let [in_text, in_value, alone, value_alone] = [0, 1, 2, 3].map(|way| {
            let mut pen = Pen::keeping(Baseline, 0);
            match way {
                0 => pen.push_text(&around, 2, text.len()),
                1 => pen.push_value(&around, 2, text.len()),
                2 => pen.push_text(text, 0, text.len()),
                _ => pen.push_value(text, 0, text.len()),
            }
            pen.into_string()
        });
        assert_eq!((&alone, &value_alone), (&in_text, &in_value));
        (in_text, in_value)
    }

    #[test]
    fn what_is_escaped() {
        let (text, value) = escaped("a&b<c>d\"e'f\u{a0}g\u{a9}h\u{80}");
        assert_eq!(text, "a&amp;b&lt;c&gt;d\"e'f&nbsp;g\u{a9}h\u{80}");
        assert_eq!(value, "a&amp;b&lt;c&gt;d&quot;e'f&nbsp;g\u{a9}h\u{80}");
    }

    #[test]
    fn escaping_at_every_place() {
        for character in ["&", "<", ">", "\"", "\u{a0}", "\u{c2}", "\u{e9}", "\u{20ac}"] {
            for before in 0..70 {
                let text =
                    "x".repeat(before) + character + character + &"\u{a1}".repeat(before % 7);
                let plain = |quote: &str| {
                    text.replace('&', "&amp;")
                        .replace('<', "&lt;")
                        .replace('>', "&gt;")
                        .replace('\u{a0}', "&nbsp;")
                        .replace('"', quote)
                };
                assert_eq!(escaped(&text), (plain("\""), plain("&quot;")), "{text:?}");
            }
        }
    }
}
