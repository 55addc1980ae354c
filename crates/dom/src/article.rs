//! The main content of a page: an article, a discussion, a product, without what surrounds it on the site.
//!
//! [`Document::article`] decides which elements are the content; nothing is copied or changed. HTML, text and Markdown are
//! written from the same nodes.
//!
//! The rules are tables that a person can read and change, not a trained model. [`sapwood_article`] has them, and says how
//! often they are right.

pub use sapwood_article::{Date, Fact, Feature, Kind, Moment, Person, Product, Rating, Source};

use crate::{Document, NodeRef};

/// The main content of a page, and what the page says about it.
pub type Article<'d> = sapwood_article::Article<NodeRef<'d>>;
/// The details of a page by its kind: posts, a product, items, sections, images and tables.
pub type Details<'d> = sapwood_article::Details<NodeRef<'d>>;
/// An item of a list: what it leads to.
pub type ListItem<'d> = sapwood_article::ListItem<NodeRef<'d>>;
/// An image of the content.
pub type Picture<'d> = sapwood_article::Picture<NodeRef<'d>>;
/// A post of a thread.
pub type Post<'d> = sapwood_article::Post<NodeRef<'d>>;
/// A heading of the content, and what follows it up to the next.
pub type Section<'d> = sapwood_article::Section<NodeRef<'d>>;

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
