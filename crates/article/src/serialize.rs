//! [`Serialize`] for articles.

use sapwood_tree::Node;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{Article, Date, Kind};

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// `title`, `byline`, `published`, `modified`, `language`, `site_name`, `canonical_url`, `image`, `description`, each of
/// which may be null; `kind`, `details`, `text`.
impl<'d, N: Node<'d>> Serialize for Article<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let date = |date: Option<Date>| date.map(|date| date.to_string());
        let mut article = serializer.serialize_struct("Article", 12)?;
        article.serialize_field("title", &self.title)?;
        article.serialize_field("byline", &self.byline)?;
        article.serialize_field("published", &date(self.published))?;
        article.serialize_field("modified", &date(self.modified))?;
        article.serialize_field("language", &self.language)?;
        article.serialize_field("site_name", &self.site_name)?;
        article.serialize_field("canonical_url", &self.canonical_url)?;
        article.serialize_field("image", &self.image)?;
        article.serialize_field("description", &self.description)?;
        article.serialize_field("kind", &self.kind)?;
        article.serialize_field("details", &self.details().to_json())?;
        article.serialize_field("text", &self.to_text())?;
        article.end()
    }
}
