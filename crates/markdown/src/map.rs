//! Markdown with the nodes that it comes from.

use std::ops::Range;

use sapwood_tree::Node;

use crate::{
    convert::Converted,
    writer::{Layout, MarkedBlock},
};

/// A part of Markdown and the node that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MapEntry<N> {
    /// The part, in bytes of the Markdown.
    pub range: Range<usize>,
    /// The text node, or the element whose attribute or markup the part is, such as the `alt` of an image.
    pub node: N,
    /// The part of the text node's data, in bytes. It is as long as the part of the Markdown, white space aside, unless
    /// that is one character written as a reference.
    pub data: Option<Range<usize>>,
}

/// Markdown with the nodes that its parts come from.
///
/// Each visible character of the Markdown that comes from the page is in one entry. Everything that the conversion adds is in
/// none: delimiters, escapes, markers, the URLs of links, and spaces between words of different nodes.
///
/// ```
/// use sapwood::markdown::MarkdownOptions;
///
/// let document = sapwood::parse("<h1>Oak</h1><p>Hard <b>and</b> heavy.");
/// let map = document.to_markdown_map(&MarkdownOptions::default());
/// assert_eq!(map.markdown(), "# Oak\n\nHard **and** heavy.\n");
/// let parts: Vec<_> = map.entries().iter().map(|it| &map.markdown()[it.range.clone()]).collect();
/// assert_eq!(parts, ["Oak", "Hard", "and", "heavy."]);
/// let bold = map.entry_at(map.markdown().find("and").unwrap()).unwrap();
/// assert_eq!(bold.node.parent().unwrap().local_name(), Some("b"));
/// ```
#[derive(Clone, Debug)]
pub struct MarkdownMap<N> {
    markdown: String,
    entries: Vec<MapEntry<N>>,
    pub(crate) atoms: Vec<Range<usize>>,
    pub(crate) blocks: Vec<MarkedBlock>,
    pub(crate) nodes: Vec<N>,
}

impl<'d, N: Node<'d>> MarkdownMap<N> {
    pub(crate) fn new(converted: Converted<N>) -> Self {
        let Converted { markdown, nodes, layout } = converted;
        let Layout { marks, blocks, .. } = layout.map(|it| *it).unwrap_or_default();
        let entries = marks.runs.iter().map(|run| MapEntry {
            range: run.start..run.end(),
            node: nodes[run.node as usize],
            data: run.data.map(|(offset, length)| offset..offset + length),
        });
        Self { entries: entries.collect(), markdown, atoms: marks.atoms, blocks, nodes }
    }

    /// Returns the Markdown, which is that of a conversion without a map.
    #[must_use]
    pub fn markdown(&self) -> &str {
        &self.markdown
    }

    /// Returns the Markdown without the map.
    #[must_use]
    pub fn into_markdown(self) -> String {
        self.markdown
    }

    /// Returns the entries in the order of the Markdown. None overlap.
    #[must_use]
    pub fn entries(&self) -> &[MapEntry<N>] {
        &self.entries
    }

    /// Returns the entry that has the byte at `offset` of the Markdown, if one has it.
    #[must_use]
    pub fn entry_at(&self, offset: usize) -> Option<&MapEntry<N>> {
        let entry = self.entries.get(self.first_entry(offset))?;
        entry.range.contains(&offset).then_some(entry)
    }

    /// The index of the first entry that ends after `offset`.
    pub(crate) fn first_entry(&self, offset: usize) -> usize {
        self.entries.partition_point(|entry| entry.range.end <= offset)
    }

    /// Returns the range of the input that each entry comes from, if the document kept positions or its source.
    ///
    /// If the document kept its source, ranges are in bytes of it, and those of parts of texts are exact. Without it they are
    /// in bytes of the decoded input, and exact for texts without character references. Where the place of a part isn't
    /// known, it is that of the whole text; that of an attribute is the start tag.
    ///
    /// ```
    /// use sapwood::{ParseOptions, markdown::MarkdownOptions};
    ///
    /// let html = "<p>Elm &amp; <b>ash</b>";
    /// let options = ParseOptions::default().source(true);
    /// let document = sapwood::parse_with(html, &options).document;
    /// let map = document.to_markdown_map(&MarkdownOptions::default());
    /// let sources: Vec<_> = map.sources().into_iter().map(|it| &html[it.unwrap()]).collect();
    /// assert_eq!(sources, ["Elm &amp;", "ash"]);
    /// ```
    #[must_use]
    pub fn sources(&self) -> Vec<Option<Range<usize>>> {
        let parts: Vec<_> =
            self.entries.iter().map(|entry| (entry.node, entry.data.clone())).collect();
        N::input_ranges(&parts)
    }
}
