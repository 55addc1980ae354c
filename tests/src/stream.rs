//! Parses a long stream of bytes without keeping a tree.

use sapwood::{
    CHUNK_LENGTH, Span, TreeSink,
    encoding::{Decoder, SniffOptions, sniff},
    tokenizer::{Tokenizer, TokenizerOptions},
    tree::{Attributes, InsertionLocation, NewElement},
    tree_builder::{TreeBuilder, TreeBuilderOptions},
};

/// The repeated text: attributes, references, scripts, tables, misnested elements, and characters of each length in
/// UTF-8.
const PASSAGE: &str = "<div class=\"a b\" id=x><h2>Tree &amp; l\u{e9}af</h2>\r\n\
    <p>One<p>Two <b>three <i>four</b> five</i> \u{6a39}\u{6728} \u{1f332} &eacute;&notin; x < y\
    <ul><li>a<li>b</ul><script>if (a < b && c) { document.write('<p>') }</script>\
    <!-- a -- comment --><table><tr><td>1<td>2<b>out</table></b><svg viewbox='0 0 1 1'><path d=M0/></svg>\
    <style>p > a { color: red }</style></div>\n";

/// Parses a document of `bytes` bytes in pieces of [`CHUNK_LENGTH`] bytes, and calls `each` with the number of bytes so far
/// after each piece. Returns the number of elements.
pub fn parse(bytes: u64, mut each: impl FnMut(u64)) -> u64 {
    let passages = PASSAGE.as_bytes().repeat(2 + CHUNK_LENGTH / PASSAGE.len());
    let sniffed = sniff(b"", &SniffOptions::default().default_encoding(utf_8()));
    let mut decoder = Decoder::new(sniffed.encoding, sniffed.bom_len);
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut builder = TreeBuilder::new(Nothing::default(), TreeBuilderOptions::default());
    let mut done = 0;
    let mut phase = 0;
    while done < bytes {
        let length = CHUNK_LENGTH.min(usize::try_from(bytes - done).unwrap_or(CHUNK_LENGTH));
        let mut piece = &passages[phase..phase + length];
        while let Some(mut text) = decoder.decode(&mut piece) {
            while !text.is_empty() {
                text = &text[tokenizer.feed(text, &mut builder)..];
            }
        }
        phase = (phase + length) % PASSAGE.len();
        done += length as u64;
        each(done);
    }
    if let Some(text) = decoder.finish() {
        tokenizer.feed(text, &mut builder);
    }
    tokenizer.finish(&mut builder);
    builder.finish()
}

fn utf_8() -> &'static sapwood::encoding::Encoding {
    sapwood::encoding::encoding_rs::UTF_8
}

/// A sink that only counts elements.
#[derive(Default)]
struct Nothing {
    elements: u64,
}

impl TreeSink for Nothing {
    type Handle = ();
    type Output = u64;

    fn document(&mut self) {}

    fn create_element(&mut self, _: NewElement<'_>) {
        self.elements += 1;
    }

    fn reopen_element(&mut self, _: &(), _: Span) {
        self.elements += 1;
    }

    fn create_comment(&mut self, _: &str, _: Span) {}

    fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) {}

    fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}

    fn append(&mut self, _: &(), _: &()) {}

    fn append_text(&mut self, _: &(), _: &str, _: Span) {}

    fn insert(&mut self, _: InsertionLocation<'_, ()>, _: &()) {}

    fn insert_text(&mut self, _: InsertionLocation<'_, ()>, _: &str, _: Span) {}

    fn remove(&mut self, _: &()) {}

    fn reparent_children(&mut self, _: &(), _: &()) {}

    fn add_missing_attributes(&mut self, _: &(), _: Attributes<'_>) {}

    fn template_contents(&mut self, _: &()) {}

    fn finish(self) -> u64 {
        self.elements
    }
}

/// Returns the peak resident memory of the process in KiB, or `None` if the system does not report it.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
