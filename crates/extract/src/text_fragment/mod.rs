//! [Text fragments](https://wicg.github.io/scroll-to-text-fragment/): URLs that point at a text of a page.
//!
//! A *text directive* such as `text=prefix-,start,end,-suffix` names a range by its words. A browser scrolls to the first
//! range that fits, so a directive has to name enough words that no earlier range does.
//!
//! [`Searchable`](text::Searchable) collects the text in which browsers search: that of rendered text nodes, with white
//! space collapsed and a character where a search can't go on. Letters are folded, since a search ignores case and accents.
//! [`search`] finds the range of a [`Directive`](directive::Directive) by the standard's algorithm; [`make`] proposes
//! directives for a range, from short to long, until one finds that range.

mod directive;
mod fold;
mod make;
mod search;
mod text;

use sapwood_tree::Node;

use self::{directive::Directive, search::Index, text::Searchable};
use crate::text_range::TextRange;

/// The text of a document as browsers search it for [text
/// fragments](https://wicg.github.io/scroll-to-text-fragment/).
///
/// It is collected, and its words are sorted, once; then a search takes time that depends on how often the words occur.
#[derive(Clone, Debug)]
pub struct TextFragments<N> {
    text: Searchable<N>,
    index: Index,
}

impl<'d, N: Node<'d>> TextFragments<N> {
    /// Collects the text of a document.
    ///
    /// Which texts are rendered follows the style sheet of browsers and `style` attributes; style sheets of the page aren't
    /// read. The contents of closed `details` elements count as rendered, because browsers open them for a search.
    #[must_use]
    pub fn new(document: N) -> Self {
        let text = Searchable::of(document);
        Self { index: Index::of(&text), text }
    }

    /// Returns the shortest of a few text directives that find `range`, such as `text=hard%20wood`.
    ///
    /// A URL has it after `#:~:` ([the fragment directive](
    /// https://wicg.github.io/scroll-to-text-fragment/#the-fragment-directive)). White space at the ends of the range doesn't
    /// count. A text of at most 300 characters in one block is named whole, any other by its first and last words; words around
    /// it are added until no earlier range of the document fits.
    ///
    /// Returns `None` if the range has no text that is searched, if words are cut at its ends where nothing beside them can
    /// be named, or if an earlier range has the same words and the same 64 words on both sides. Words that start at more than
    /// 10,000 places aren't searched, so that the time is bounded.
    #[must_use]
    pub fn directive(&self, range: &TextRange<N>) -> Option<String> {
        let range = self.text.range_of(range)?;
        Some(make::directive(&self.text, &self.index, range)?.to_string())
    }

    /// Returns the first range that a text directive finds.
    ///
    /// `directive` may be a whole URL, a fragment with `:~:`, or the directive alone; of several text directives the
    /// first that finds a range counts. Case and accents are ignored. Whether a text is a word of its own is known for
    /// letters and digits of ASCII; others are taken for words. Parts of more than 1,024 bytes find nothing. Browsers find the text
    /// that a control shows, too: then the range is the control, at offset 0.
    #[must_use]
    pub fn find(&self, directive: &str) -> Option<TextRange<N>> {
        let directives = directive.rsplit_once(":~:").map_or(directive, |(_, it)| it).split('&');
        let mut found = directives
            .filter_map(Directive::parse)
            .filter_map(|directive| search::find(&self.text, &self.index, &directive, usize::MAX));
        found.next().map(|range| self.text.boundaries(range))
    }
}
