//! The output buffer, and [escaping a
//! string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).

use std::fmt::{self, Write};

use sapwood_names::Namespace;
use sapwood_scan::{Baseline, EscapedInAttribute, EscapedInText, Simd, Stops, TextBuffer};
use sapwood_tree::{QualifiedName, QuirksMode};

use crate::tag_strings::{KnownName, Reference, TAG_STRINGS};

/// The length at which the buffer is flushed.
const FLUSH_AT: usize = 1 << 16;

/// The output buffer of the HTML writers. Public for trees that walk their nodes themselves.
#[derive(Debug)]
pub struct HtmlWriter<V: Simd = Baseline> {
    output: TextBuffer<V>,
    flush_at: usize,
}

impl HtmlWriter {
    /// A writer that is flushed at 64 KiB.
    #[must_use]
    pub fn new() -> Self {
        Self { output: TextBuffer::default(), flush_at: FLUSH_AT }
    }
}

impl Default for HtmlWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Simd> HtmlWriter<V> {
    /// A writer that is never flushed, with room for `capacity` bytes.
    #[must_use]
    pub fn unflushed(simd: V, capacity: usize) -> Self {
        Self { output: TextBuffer::with_capacity(simd, capacity), flush_at: usize::MAX }
    }

    /// Lends the buffer to a writer for [`Baseline`].
    pub fn lend(&mut self, work: impl FnOnce(&mut HtmlWriter)) {
        let flush_at = self.flush_at;
        self.output.with_simd(Baseline, |output| {
            let mut writer = HtmlWriter { output: std::mem::take(output), flush_at };
            work(&mut writer);
            *output = writer.output;
        });
    }

    /// Returns the text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.output.into_string()
    }

    /// Writes `text` without escaping.
    #[inline]
    pub fn push(&mut self, text: &str) {
        self.output.push_str(text);
    }

    /// Writes texts without escaping.
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

    /// Writes a text that begins with a stop: a character to escape, or the first byte of U+00A0, which is also
    /// the first byte of other characters.
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
            self.output.push_ascii(&TAG_STRINGS, reference.text());
            at += if matches!(reference, Reference::Nbsp) { 2 } else { 1 };
            at += self.output.push_run::<S>(text, at, end - at);
        }
    }

    /// Writes `<name`.
    #[inline(always)]
    pub fn push_start(&mut self, known: &KnownName) {
        self.output.push_ascii(&TAG_STRINGS, known.start);
    }

    /// Writes `</name>`.
    #[inline(always)]
    pub fn push_end(&mut self, known: &KnownName) {
        self.output.push_ascii(&TAG_STRINGS, known.end);
    }

    /// Writes ` name="`, a value, which is the `length` bytes of `text` from `start` on, and `"`.
    #[inline(always)]
    pub fn push_attribute(&mut self, known: &KnownName, text: &str, start: usize, length: usize) {
        let run = self.output.push_between::<EscapedInAttribute>(
            &TAG_STRINGS,
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

    /// Writes the local name of HTML, SVG and MathML elements, and the qualified name of others.
    pub(crate) fn push_element_name(&mut self, name: QualifiedName<'_>) {
        if let Some(prefix) = name.prefix
            && !goes_by_local_name(name.namespace)
        {
            self.push_all([prefix, ":"]);
        }
        self.push(name.local.text);
    }

    /// Writes the [attribute's serialized
    /// name](https://html.spec.whatwg.org/multipage/parsing.html#attribute's-serialized-name)
    pub(crate) fn push_attribute_name(&mut self, name: QualifiedName<'_>) {
        let prefix = match name.namespace {
            Namespace::None => None,
            Namespace::Xml | Namespace::XmlNs | Namespace::XLink => {
                name.namespace.attribute_prefix(name.local.text)
            }
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

    /// Writes a DOCTYPE as the fragment serialization algorithm does: with its name alone.
    pub fn push_doctype(&mut self, name: &str) {
        self.push_all(["<!DOCTYPE ", name, ">"]);
    }

    /// Writes a DOCTYPE so that a parser gets the same node and the same `mode`.
    ///
    /// The name and the identifiers decide on the mode, except after a syntax error that forces quirks
    /// mode. Then the DOCTYPE is written with such an error: `<!DOCTYPE html PUBLIC>` if it has no
    /// identifiers, and without the last quote otherwise, as in `<!DOCTYPE html SYSTEM "x>`.
    pub(crate) fn push_doctype_of_mode(
        &mut self,
        name: &str,
        [public_id, system_id]: [&str; 2],
        mode: Option<QuirksMode>,
    ) {
        let is_forced = mode == Some(QuirksMode::Quirks)
            && QuirksMode::of_doctype(name, public_id, system_id) != QuirksMode::Quirks;
        self.push_all(["<!DOCTYPE ", name]);
        match (public_id, system_id) {
            ("", "") if !is_forced => {}
            ("", id) if !id.is_empty() => self.push(" SYSTEM"),
            _ => self.push(" PUBLIC"),
        }
        let mut last_quote = "";
        for identifier in [public_id, system_id].into_iter().filter(|it| !it.is_empty()) {
            let quote = if identifier.contains('"') { "'" } else { "\"" };
            self.push_all([last_quote, " ", quote, identifier]);
            last_quote = quote;
        }
        self.push_all([if is_forced { "" } else { last_quote }, ">"]);
    }

    /// Flushes the buffer if it is full.
    ///
    /// # Errors
    ///
    /// Returns any error of `to`.
    #[inline]
    pub fn flush_if_full(&mut self, to: &mut impl Write) -> fmt::Result {
        if self.output.len() < self.flush_at { Ok(()) } else { self.flush(to) }
    }

    /// Flushes the buffer.
    ///
    /// # Errors
    ///
    /// Returns any error of `to`.
    pub fn flush(&mut self, to: &mut impl Write) -> fmt::Result {
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

    /// Escapes `text` as text and as a value, alone and within a longer text.
    fn escaped(text: &str) -> (String, String) {
        let around = format!("\u{a0}{text}{}", "&\u{a0}".repeat(40));
        let [in_text, in_value, alone, value_alone] = [0, 1, 2, 3].map(|way| {
            let mut writer = HtmlWriter::unflushed(Baseline, 0);
            match way {
                0 => writer.push_text(&around, 2, text.len()),
                1 => writer.push_value(&around, 2, text.len()),
                2 => writer.push_text(text, 0, text.len()),
                _ => writer.push_value(text, 0, text.len()),
            }
            writer.into_string()
        });
        assert_eq!((&alone, &value_alone), (&in_text, &in_value));
        (in_text, in_value)
    }

    #[test]
    fn escapes_markup_and_no_break_spaces() {
        let (text, value) = escaped("a&b<c>d\"e'f\u{a0}g\u{a9}h\u{80}");
        assert_eq!(text, "a&amp;b&lt;c&gt;d\"e'f&nbsp;g\u{a9}h\u{80}");
        assert_eq!(value, "a&amp;b&lt;c&gt;d&quot;e'f&nbsp;g\u{a9}h\u{80}");
    }

    #[test]
    fn escapes_at_every_offset() {
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
