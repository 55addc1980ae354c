//! The details of a page by its kind: posts, a product, items, sections, images and tables.
//!
//! A value that a page states for programs is taken from there, in the order of [`Source`](crate::facts::Source); what no statement has is read from the
//! elements of the content. Each value says which it was. Everything takes linear time.
//!
//! | module | content |
//! |---|---|
//! | [`things`](crate::things) | what the page states, in one form for all notations |
//! | `content` | one walk over the elements of the content: sections, images, tables |
//! | `reader` | the things of a page, and its texts without markup |
//! | `people`, `dates` | authors, and dates with times |
//! | `thread` | posts |
//! | `product` | a product |
//! | `listing` | the items of a list |
//! | `json` | all of it as JSON |

mod content;
mod dates;
mod json;
mod listing;
mod people;
mod product;
mod reader;
mod thread;

pub(crate) use reader::Page;

use sapwood_tree::Node;

use self::{content::Content, reader::Reader};
use crate::{
    facts::{Fact, ListItem, Person, Picture, Post, Product, Section},
    kind::Kind,
    moment::Moment,
};

/// The details of a page by its kind, besides its text: `Article::details`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details<N> {
    /// The authors.
    pub authors: Vec<Fact<Person>>,
    /// The time of publication.
    pub published: Option<Fact<Moment>>,
    /// The time of the last change.
    pub modified: Option<Fact<Moment>>,
    /// The headings of the content.
    pub sections: Vec<Section<N>>,
    /// The images of the content.
    pub images: Vec<Picture<N>>,
    /// The `table` elements of the content that aren't in others.
    pub tables: Vec<N>,
    /// The posts of a [thread](Kind::Thread).
    pub posts: Vec<Post<N>>,
    /// The product of a page about one.
    pub product: Option<Product>,
    /// The items of a [list](Kind::List), or of a page of [sections](Kind::Sections) that look alike.
    pub items: Vec<ListItem<N>>,
}

impl<'d, N: Node<'d>> Details<N> {
    pub(crate) fn of(page: Page<'_, N>) -> Self {
        let reader = Reader::new(page);
        let content = Content::of(&page);
        Self {
            authors: reader.authors(),
            published: reader.published(),
            modified: reader.modified(),
            posts: if page.kind == Kind::Thread { reader.posts() } else { Vec::new() },
            product: (page.kind == Kind::Product).then(|| reader.product(&content)),
            items: match page.kind {
                Kind::List | Kind::Sections => reader.items(),
                _ => Vec::new(),
            },
            sections: content.sections,
            images: content.images,
            tables: content.tables,
        }
    }
}
