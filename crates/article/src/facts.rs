//! The values that details consist of, each with the place that it comes from.

use crate::moment::Moment;

/// The place that a value comes from; the first are trusted most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Source {
    /// A script of [JSON-LD](https://www.w3.org/TR/json-ld11/).
    JsonLd,
    /// [Microdata](https://html.spec.whatwg.org/multipage/microdata.html).
    Microdata,
    /// [RDFa Lite](https://www.w3.org/TR/rdfa-lite/).
    Rdfa,
    /// `meta` elements, those of [Open Graph](https://ogp.me/) among them.
    Meta,
    /// Elements and their texts.
    Tree,
}

impl Source {
    /// The name in lower case: `json-ld`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::JsonLd => "json-ld",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
            Self::Meta => "meta",
            Self::Tree => "tree",
        }
    }
}

/// A value, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub source: Source,
}

impl<T> Fact<T> {
    pub(crate) fn new(source: Source, value: T) -> Self {
        Self { value, source }
    }
}

/// A person or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Person {
    /// The name.
    pub name: String,
    /// The URL of a page about them, as it is written.
    pub url: Option<String>,
}

/// A heading of the content, and what follows it up to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section<N> {
    /// The heading.
    pub element: N,
    /// Its level, 1 to 6.
    pub level: u8,
    /// Its text.
    pub title: String,
    /// The id that a URL can lead to: of the heading, or of an element in it.
    pub id: Option<String>,
}

/// An image of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture<N> {
    /// The `img` element.
    pub element: N,
    /// Its URL, as it is written.
    pub url: String,
    /// The text that stands in for it.
    pub alt: Option<String>,
    /// The `figcaption` of the `figure` around it.
    pub caption: Option<String>,
}

/// A post of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Post<N> {
    /// Its element, unless a script states it.
    pub element: Option<N>,
    /// Its text, without posts in it.
    pub text: String,
    /// The author.
    pub author: Option<Fact<Person>>,
    /// The time of publication.
    pub published: Option<Fact<Moment>>,
    /// The votes for it, less those against it.
    pub votes: Option<Fact<i64>>,
    /// Whether it is the first one, which the others answer.
    pub is_question: bool,
    /// Whether it is the answer that was accepted.
    pub is_accepted: bool,
    /// The place that the post comes from.
    pub source: Source,
}

/// A product, as far as the page describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Product {
    /// The name.
    pub name: Option<Fact<String>>,
    /// The brand.
    pub brand: Option<Fact<String>>,
    /// The number by which the shop knows it.
    pub sku: Option<Fact<String>>,
    /// The price, with a point before its decimals: `1299.90`. Of several offers the lowest price that is stated.
    pub price: Option<Fact<String>>,
    /// The currency by [ISO 4217](https://www.iso.org/iso-4217-currency-codes.html): `EUR`.
    pub currency: Option<Fact<String>>,
    /// The availability by [schema.org](https://schema.org/ItemAvailability): `InStock`.
    pub availability: Option<Fact<String>>,
    /// The mean of its ratings.
    pub rating: Option<Fact<Rating>>,
    /// A description.
    pub description: Option<Fact<String>>,
    /// Properties with their values, such as its weight.
    pub features: Vec<Fact<Feature>>,
    /// The URLs of images, as they are written.
    pub images: Vec<Fact<String>>,
}

/// A mean of ratings, each number as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The mean: `4.5`.
    pub value: String,
    /// The best one that can be given; 5 if the page doesn't say it.
    pub best: String,
    /// The number of ratings, or of reviews.
    pub count: Option<u64>,
}

/// A property of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Feature {
    /// The name; empty for an entry of a list.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An item of a list: what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListItem<N> {
    /// Its element, unless a script states it.
    pub element: Option<N>,
    /// The title.
    pub title: String,
    /// The URL, as it is written.
    pub url: Option<String>,
    /// A summary.
    pub summary: Option<String>,
    /// The place that the item comes from.
    pub source: Source,
}
