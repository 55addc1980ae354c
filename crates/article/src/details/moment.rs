//! Dates with or without a time.

use std::fmt;

use sapwood_microsyntax::date::{GlobalDateTime, LocalDateTime};
use sapwood_tree::Node;

use super::{Fact, Reader, Source};
use crate::{Date, date, json_ld::TEXTS};

/// A day, with a time if the page states it, and its time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// A day.
    Day(Date),
    /// A day and a time in a time zone that isn't stated.
    Local(LocalDateTime),
    /// A day and a time with the offset from UTC.
    Global(GlobalDateTime),
}

impl Moment {
    /// The day where the page was written.
    #[must_use]
    pub const fn day(self) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Local(local) => local.date,
            Self::Global(global) => global.local.date,
        }
    }

    /// Reads a moment as programs write it, or the day in a text.
    pub(super) fn find(text: &str) -> Option<Self> {
        let text = text.trim_ascii();
        let global = || GlobalDateTime::parse(text).map(Self::Global);
        let local = || LocalDateTime::parse(text).map(Self::Local);
        global().or_else(local).or_else(|| date::find(text).map(Self::Day))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => day.fmt(f),
            Self::Local(local) => local.fmt(f),
            Self::Global(global) => global.fmt(f),
        }
    }
}

impl<'d, N: Node<'d>> Reader<'_, N> {
    /// The time of publication: the first that is stated for the day that the article has, or this day.
    pub(super) fn published(&self) -> Option<Fact<Moment>> {
        self.moment(&["datePublished", "dateCreated"], self.article.published)
    }

    pub(super) fn modified(&self) -> Option<Fact<Moment>> {
        self.moment(&["dateModified"], self.article.modified)
    }

    fn moment(&self, properties: &[&str], day: Option<Date>) -> Option<Fact<Moment>> {
        let day = day?;
        let texts = self.things.of_types(TEXTS).chain(self.things.metas());
        let stated = texts.filter_map(|thing| {
            let moment = Moment::find(self.things.text(thing, properties)?)?;
            Some(Fact::new(self.thing(thing).source, moment))
        });
        let stated = stated.filter(|it| it.value.day() == day).min_by_key(|it| it.source);
        Some(stated.unwrap_or(Fact::new(Source::Tree, Moment::Day(day))))
    }

    /// The time of publication of one thing.
    pub(super) fn published_of(&self, thing: usize) -> Option<Fact<Moment>> {
        let text = self.things.text(thing, &["datePublished", "dateCreated"])?;
        Some(Fact::new(self.thing(thing).source, Moment::find(text)?))
    }
}
