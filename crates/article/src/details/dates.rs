//! The times of publication and of the last change.

use sapwood_microsyntax::date::Date;
use sapwood_tree::Node;

use super::reader::Reader;
use crate::{
    facts::{Fact, Source},
    json_ld::TEXTS,
    moment::Moment,
};

impl<'d, N: Node<'d>> Reader<'_, N> {
    /// The time of publication: the first that is stated for the day that the article has, or this day.
    pub(super) fn published(&self) -> Option<Fact<Moment>> {
        self.moment(&["datePublished", "dateCreated"], self.page.published)
    }

    pub(super) fn modified(&self) -> Option<Fact<Moment>> {
        self.moment(&["dateModified"], self.page.modified)
    }

    fn moment(&self, properties: &[&str], day: Option<Date>) -> Option<Fact<Moment>> {
        let day = day?;
        let texts = self.things.of_types(TEXTS).chain(self.things.metas());
        let stated = texts.filter_map(|thing| {
            let moment = Moment::find(&self.things.text(thing, properties)?)?;
            Some(Fact::new(self.thing(thing).source, moment))
        });
        let stated = stated.filter(|it| it.value.day() == day).min_by_key(|it| it.source);
        Some(stated.unwrap_or(Fact::new(Source::Tree, Moment::Day(day))))
    }

    /// The time of publication of one thing.
    pub(super) fn published_of(&self, thing: usize) -> Option<Fact<Moment>> {
        let text = self.things.text(thing, &["datePublished", "dateCreated"])?;
        Some(Fact::new(self.thing(thing).source, Moment::find(&text)?))
    }
}
