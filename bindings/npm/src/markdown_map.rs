//! Markdown with the nodes that its parts come from.

use std::ops::Range;

use sapwood::{
    NodeId, NodeRef,
    extract::url::Url,
    markdown::{MarkdownMap, MarkdownOptions},
};
use sapwood_capi::{document::Document, node::NodeNumber};

use crate::{
    memory::text,
    packed::{Packed, Texts},
};

/// A number where there is none.
const NONE: u32 = u32::MAX;

/// Returns a node, or the main content with `is_article`, as Markdown, and eight numbers for each part: its start and end in the
/// Markdown, the two halves of its node, the start and end in the data of the node, and the start and end in bytes of the input; all
/// bits are set where there is none. Before them is a number, which is 1 if `url` is invalid; then the text is the message. Null if
/// the node is stale.
///
/// # Safety
///
/// `url` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sapwood_js_markdown_map(
    document: &Document,
    node: NodeNumber,
    url: *const u8,
    length: usize,
    is_article: bool,
) -> Option<Box<Packed>> {
    // SAFETY: the contract of this function.
    let url = unsafe { text(url, length) };
    let url = match (!url.is_empty()).then(|| Url::parse(url)).transpose() {
        Ok(url) => url,
        Err(error) => {
            let mut texts = Texts::default();
            texts.push(&format!("`{url}` is no absolute URL: {error}"));
            return Some(Packed::new(vec![1], texts));
        }
    };
    let packed = document.read(|document| {
        let node = match node {
            0 => document.root(),
            node => NodeId::from_bits(node).and_then(|id| document.node(id))?,
        };
        let options = match document.base_url(url.as_ref()) {
            Some(base) => MarkdownOptions::default().base(base),
            None => MarkdownOptions::default(),
        };
        let map = match is_article {
            true => document.article().to_markdown_map(&options),
            false => node.to_markdown_map(&options),
        };
        Some(pack(&map))
    });
    packed.flatten()
}

fn pack(map: &MarkdownMap<'_>) -> Box<Packed> {
    let mut texts = Texts::default();
    texts.push(map.markdown());
    let mut numbers = vec![0];
    let mut written = Units::new(map.markdown());
    let mut read: Option<(NodeRef<'_>, Units<'_>)> = None;
    for (entry, source) in map.entries().iter().zip(map.sources()) {
        let node = entry.node.node_id().to_bits();
        let data = entry.node.as_text().zip(entry.data.clone()).map(|(data, range)| {
            let units = match &mut read {
                Some((node, units)) if *node == entry.node => units,
                read => &mut read.insert((entry.node, Units::new(data))).1,
            };
            units.range(&range)
        });
        let source = source.map(|it| (it.start as u32, it.end as u32));
        for (first, second) in [
            written.range(&entry.range),
            (node as u32, (node >> 32) as u32),
            data.unwrap_or((NONE, NONE)),
            source.unwrap_or((NONE, NONE)),
        ] {
            numbers.extend([first, second]);
        }
    }
    Packed::new(numbers, texts)
}

/// Counts UTF-16 code units up to offsets in bytes, in linear time if these ascend.
struct Units<'t> {
    text: &'t str,
    byte: usize,
    units: u32,
}

impl<'t> Units<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, byte: 0, units: 0 }
    }

    fn range(&mut self, range: &Range<usize>) -> (u32, u32) {
        (self.at(range.start), self.at(range.end))
    }

    fn at(&mut self, byte: usize) -> u32 {
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        let text = &self.text[self.byte..byte];
        self.units += text.chars().map(char::len_utf16).sum::<usize>() as u32;
        self.byte = byte;
        self.units
    }
}
