//! Details as JSON.

use serde_json::{Map, Value, json};

use sapwood_tree::Node;

use super::Details;
use crate::{
    facts::{Fact, Feature, ListItem, Person, Picture, Post, Product, Rating, Section},
    moment::Moment,
};

impl<'d, N: Node<'d>> Details<N> {
    /// The details as JSON, by the schema in `docs/article.schema.json`. An unknown value is null, or an empty list; elements aren't in
    /// it.
    ///
    /// ```
    /// let document = sapwood::parse(
    ///     "<title>Oak</title><meta property=og:type content=product>
    ///      <meta property=product:price:amount content=19.90><meta property=product:price:currency content=EUR>
    ///      <main><h1>Oak</h1><p>A tree of the beech family, in a pot.",
    /// );
    /// let json = document.article().details().to_json();
    /// assert_eq!(json["product"]["price"]["value"], "19.90");
    /// assert_eq!(json["product"]["price"]["source"], "meta");
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "authors": self.authors.iter().map(|it| fact(it, person)).collect::<Vec<_>>(),
            "published": optional(&self.published, moment),
            "modified": optional(&self.modified, moment),
            "sections": self.sections.iter().map(Section::to_json).collect::<Vec<_>>(),
            "images": self.images.iter().map(Picture::to_json).collect::<Vec<_>>(),
            "tables": self.tables.iter().map(|it| table(*it)).collect::<Vec<_>>(),
            "posts": self.posts.iter().map(Post::to_json).collect::<Vec<_>>(),
            "product": self.product.as_ref().map(Product::to_json),
            "items": self.items.iter().map(ListItem::to_json).collect::<Vec<_>>(),
        })
    }
}

/// The value of a fact, and its source.
fn fact<T>(fact: &Fact<T>, value: impl Fn(&T) -> Value) -> Value {
    let mut members = match value(&fact.value) {
        Value::Object(members) => members,
        value => Map::from_iter([(String::from("value"), value)]),
    };
    members.insert("source".into(), fact.source.as_str().into());
    Value::Object(members)
}

fn optional<T>(optional: &Option<Fact<T>>, value: impl Fn(&T) -> Value) -> Value {
    optional.as_ref().map_or(Value::Null, |it| fact(it, value))
}

fn text(text: &impl AsRef<str>) -> Value {
    Value::from(text.as_ref())
}

fn moment(moment: &Moment) -> Value {
    Value::from(moment.to_string())
}

fn person(person: &Person) -> Value {
    json!({ "name": person.name, "url": person.url })
}

fn feature(feature: &Feature) -> Value {
    json!({ "name": feature.name, "value": feature.value })
}

fn rating(rating: &Rating) -> Value {
    json!({ "value": rating.value, "best": rating.best, "count": rating.count })
}

/// The caption and the rows of texts, null where no cell is.
fn table<'d>(element: impl Node<'d>) -> Value {
    let table = sapwood_extract::Table::of(element);
    let texts = table.texts();
    let rows: Vec<_> = (0..table.height()).map(|row| json!(texts.row(row))).collect();
    json!({ "caption": table.caption_text(), "header_rows": table.header_rows(), "rows": rows })
}

impl<N> Section<N> {
    fn to_json(&self) -> Value {
        json!({ "level": self.level, "title": self.title, "id": self.id })
    }
}

impl<N> Picture<N> {
    fn to_json(&self) -> Value {
        json!({ "url": self.url, "alt": self.alt, "caption": self.caption })
    }
}

impl<N> Post<N> {
    fn to_json(&self) -> Value {
        json!({
            "text": self.text,
            "author": optional(&self.author, person),
            "published": optional(&self.published, moment),
            "votes": optional(&self.votes, |votes| Value::from(*votes)),
            "is_question": self.is_question,
            "is_accepted": self.is_accepted,
            "source": self.source.as_str(),
        })
    }
}

impl Product {
    fn to_json(&self) -> Value {
        json!({
            "name": optional(&self.name, text),
            "brand": optional(&self.brand, text),
            "sku": optional(&self.sku, text),
            "price": optional(&self.price, text),
            "currency": optional(&self.currency, text),
            "availability": optional(&self.availability, text),
            "rating": optional(&self.rating, rating),
            "description": optional(&self.description, text),
            "features": self.features.iter().map(|it| fact(it, feature)).collect::<Vec<_>>(),
            "images": self.images.iter().map(|it| fact(it, text)).collect::<Vec<_>>(),
        })
    }
}

impl<N> ListItem<N> {
    fn to_json(&self) -> Value {
        json!({
            "title": self.title,
            "url": self.url,
            "summary": self.summary,
            "source": self.source.as_str(),
        })
    }
}
