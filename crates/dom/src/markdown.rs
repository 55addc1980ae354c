//! HTML as Markdown: [CommonMark](https://spec.commonmark.org/0.31.2/) with the tables, strikethrough and task lists
//! of [GitHub](https://github.github.com/gfm/).
//!
//! The Markdown holds what a person reads: [`NodeRef::to_markdown`] leaves out what [`NodeRef::inner_text`] does, and
//! form controls, graphics and frames. It has no HTML in it. A reader makes the same elements of it as far as
//! Markdown has them, and text is not taken for markup. E-mail addresses are not escaped: some readers make links of them.
//!
//! The conversion is that of [`sapwood_markdown`], over the nodes of the arena.

pub use sapwood_markdown::{
    ChunkOptions, Conversion, DescriptionStyle, Escaping, HardBreak, HeadingStyle, ImageStyle,
    InlineStyle, LinkStyle, MissingHeader,
};

use crate::{Document, NodeRef};

/// Options of [`NodeRef::to_markdown_with`].
///
/// ```
/// use sapwood::markdown::{HeadingStyle, MarkdownOptions};
///
/// let document = sapwood::parse("<h1>Oak</h1><ul><li>hard<li>heavy");
/// let options = MarkdownOptions::default().headings(HeadingStyle::Underlined).bullet('*');
/// assert_eq!(document.to_markdown_with(&options), "Oak\n===\n\n* hard\n* heavy\n");
/// ```
pub type MarkdownOptions = sapwood_markdown::MarkdownOptions<Document>;

/// Markdown with the nodes that its parts come from.
pub type MarkdownMap<'d> = sapwood_markdown::MarkdownMap<NodeRef<'d>>;

/// A part of Markdown and the node that it comes from.
pub type MapEntry<'d> = sapwood_markdown::MapEntry<NodeRef<'d>>;

/// A piece of Markdown, as [`MarkdownMap::chunks`](sapwood_markdown::MarkdownMap::chunks) cuts it.
pub type Chunk<'d> = sapwood_markdown::Chunk<NodeRef<'d>>;

/// A heading above a [`Chunk`].
pub type ChunkHeading<'d> = sapwood_markdown::ChunkHeading<NodeRef<'d>>;

/// # Writing Markdown
impl<'d> NodeRef<'d> {
    /// The node as Markdown, with the default [`MarkdownOptions`](crate::markdown::MarkdownOptions).
    ///
    /// ```
    /// let document = sapwood::parse("<h2>Oak</h2><p>Hard <b>and</b> heavy.<ul><li>1 * 2<li><a href=/x>x</a>");
    /// let markdown = document.root().to_markdown();
    /// assert_eq!(markdown, "## Oak\n\nHard **and** heavy.\n\n- 1 * 2\n- [x](/x)\n");
    /// ```
    #[must_use]
    pub fn to_markdown(self) -> String {
        sapwood_markdown::to_markdown(self)
    }

    /// The node as Markdown.
    #[must_use]
    pub fn to_markdown_with(self, options: &MarkdownOptions) -> String {
        sapwood_markdown::to_markdown_with(self, options)
    }

    /// The node as Markdown, with the nodes that its parts come from.
    #[must_use]
    pub fn to_markdown_map(self, options: &MarkdownOptions) -> MarkdownMap<'d> {
        sapwood_markdown::to_markdown_map(self, options)
    }
}

/// # Writing Markdown
impl Document {
    /// The document as Markdown: [`NodeRef::to_markdown`] of the root.
    ///
    /// ```
    /// let document = sapwood::parse("<title>Oak</title><p>Hard <em>wood</em>");
    /// assert_eq!(document.to_markdown(), "Hard *wood*\n");
    /// ```
    #[must_use]
    pub fn to_markdown(&self) -> String {
        self.root().to_markdown()
    }

    /// The document as Markdown.
    #[must_use]
    pub fn to_markdown_with(&self, options: &MarkdownOptions) -> String {
        self.root().to_markdown_with(options)
    }

    /// The document as Markdown, with the nodes that its parts come from: [`NodeRef::to_markdown_map`] of the root.
    #[must_use]
    pub fn to_markdown_map(&self, options: &MarkdownOptions) -> MarkdownMap<'_> {
        self.root().to_markdown_map(options)
    }
}
