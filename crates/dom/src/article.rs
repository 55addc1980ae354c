//! The main content of a page: an article, a discussion, a product, without what surrounds it on the site.
//!
//! [`Document::article`] decides which elements are the content; nothing is copied or changed. HTML, text and Markdown are
//! written from the same nodes.
//!
//! The rules are tables that a person can read and change, not a trained model. [`sapwood_article`] has them, and says how
//! often they are right.

pub use sapwood_article::{Date, Kind};

use crate::{Document, NodeRef};

/// The main content of a page, and what the page says about it.
pub type Article<'d> = sapwood_article::Article<NodeRef<'d>>;

/// # Finding the main content
impl Document {
    /// The main content of the page, with its title, author and dates.
    ///
    /// It takes linear time, works on any document, and copies no nodes. If a page has no text in its elements, because
    /// a script would write it, the text is that of JSON-LD or the description, if there is one.
    ///
    /// ```
    /// let document = sapwood::parse("<nav><a href=/>Home</a></nav><p>The oak is a tree, and it grows slowly.");
    /// assert_eq!(document.article().to_markdown(), "The oak is a tree, and it grows slowly.\n");
    /// ```
    #[must_use]
    pub fn article(&self) -> Article<'_> {
        Article::of(self.root(), |html| crate::parse(html).text_content())
    }
}
