//! Title, author, dates and other statements of a page about its text.

use std::collections::HashSet;

use sapwood_extract::{as_text, child_text, stripped_and_collapsed};
use sapwood_microsyntax::date::Date;
use sapwood_names::{attr, tag};
use sapwood_tree::{Node, NodeKind, NodeSet, Step, Walk};

use crate::{
    choose::Choice,
    date,
    json_ld::{self, JsonLd, Objects},
    kind::Kind,
    script,
    survey::{Flow, Hint, Survey},
    things::start_of,
};

/// Keys of `meta` elements, the best first.
const TITLES: &[&str] = &["og:title", "twitter:title", "dc.title", "citation_title"];
const AUTHORS: &[&str] = &[
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "byl",
    "citation_author",
];
const PUBLISHED: &[&str] = &[
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "pubdate",
    "publishdate",
    "publish-date",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "article:published",
    "published_time",
    "cxenseparse:recs:publishtime",
];
const MODIFIED: &[&str] = &[
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "dcterms.modified",
    "last-modified",
];
const DESCRIPTIONS: &[&str] = &["description", "og:description", "twitter:description"];
const IMAGES: &[&str] = &["og:image", "og:image:url", "twitter:image"];

/// Bytes of the content that tell its language.
const MOST_OF_LANGUAGE: usize = 4_000;
/// A text of more parts is no title, name or date.
const MOST_PARTS: usize = 64;
/// A longer `h1` is no title.
const LONGEST_TITLE: usize = 150;
/// Longer texts are no names of people.
const LONGEST_NAME: usize = 60;

/// Reads metadata: of `meta` elements, JSON-LD and the text.
pub(crate) struct Reader<'s, 'd, N> {
    survey: &'s Survey<'d, N>,
    choice: &'s Choice,
    objects: Objects<'s>,
    url: Option<&'d str>,
    /// Returns the text of HTML.
    text_of: fn(&str) -> String,
    /// The first `h1` that isn't the name of the site.
    heading: Option<usize>,
}

impl<'s, 'd, N: Node<'d>> Reader<'s, 'd, N> {
    pub(crate) fn new(
        survey: &'s Survey<'d, N>,
        choice: &'s Choice,
        data: &'s JsonLd,
        url: Option<&'d str>,
        text_of: fn(&str) -> String,
    ) -> Self {
        let objects = data.objects();
        let mut reader = Self { survey, choice, objects, url, text_of, heading: None };
        let site = reader.site_name();
        let is_title = |index: &usize| {
            reader.text(*index, 400).is_some_and(|text| {
                site.as_ref().is_none_or(|site| !site.eq_ignore_ascii_case(&text))
            })
        };
        let headings = || reader.hinted(|it| it.is_heading).filter(is_title).take(16);
        let is_kept = |index: &usize| !choice.dropped[*index];
        let heading = headings().find(is_kept).or_else(|| headings().next());
        reader.heading = heading;
        reader
    }

    /// The content of the first of these `meta` elements that isn't empty.
    fn meta(&self, keys: &[&str]) -> Option<&'d str> {
        keys.iter().find_map(|key| {
            let metas = self.survey.metas.iter().filter(|meta| {
                meta.is(key)
                    || meta
                        .element
                        .known_attribute(attr::ITEMPROP)
                        .is_some_and(|it| it.eq_ignore_ascii_case(key))
            });
            metas.filter_map(|meta| meta.content).map(str::trim_ascii).find(|it| !it.is_empty())
        })
    }

    pub(crate) fn site_name(&self) -> Option<String> {
        let named = self.meta(&["og:site_name", "application-name"]).map(|it| self.decoded(it));
        named.or_else(|| {
            let publisher = self.objects.all.iter().find_map(|object| object.get("publisher"))?;
            self.objects.names(publisher).first().map(|name| self.decoded(name))
        })
    }

    pub(crate) fn language(&self) -> Option<String> {
        let root = Some(self.survey.root).filter(|root| root.kind() == NodeKind::Document);
        let element = root.and_then(|root| root.children().find(|it| it.is_element()));
        let declared = element.and_then(|html| html.known_attribute(attr::LANG));
        declared
            .or_else(|| self.meta(&["og:locale", "language", "content-language"]))
            .or_else(|| json_ld::text(&self.objects.all, "inLanguage"))
            .map(str::trim_ascii)
            .filter(|it| !it.is_empty())
            .map(|it| it.replace('_', "-"))
    }

    /// The language that the script of the content tells.
    pub(crate) fn language_by_script(&self, skipped: &NodeSet) -> Option<String> {
        let mut text = String::new();
        let mut walk = Walk::over(self.survey.node(self.choice.root));
        while let Some(step) = walk.next()
            && text.len() < MOST_OF_LANGUAGE
        {
            match step {
                Step::Enter(node) if skipped.contains(node) => walk.skip_children(),
                Step::Enter(node) => {
                    text.extend(as_text(node).map(|it| start_of(it, MOST_OF_LANGUAGE)))
                }
                Step::Leave(_) => {}
            }
        }
        script::language_of(&text).map(str::to_owned)
    }

    pub(crate) fn description(&self) -> Option<String> {
        self.meta(DESCRIPTIONS)
            .or_else(|| json_ld::text(&self.objects.all, "description"))
            .map(|it| self.decoded(it))
    }

    pub(crate) fn image(&self) -> Option<String> {
        self.meta(IMAGES).map(str::to_owned).or_else(|| {
            let image = self.objects.all.iter().find_map(|object| object.get("image"))?;
            let first = image.as_array().map_or(image, |all| all.first().unwrap_or(image));
            first.as_str().or_else(|| first.get("url")?.as_str()).map(str::to_owned)
        })
    }

    /// A text in which character references are left, as scripts and attributes often have them.
    fn decoded(&self, text: &str) -> String {
        if text.contains('&') {
            return stripped_and_collapsed(&(self.text_of)(text));
        }
        stripped_and_collapsed(text)
    }

    /// The text as the page states it beside its elements.
    pub(crate) fn stated_text(&self) -> Option<String> {
        let stated = ["articleBody", "text", "reviewBody"]
            .iter()
            .find_map(|key| json_ld::text(&self.objects.all, key));
        stated.map(str::to_owned).or_else(|| self.description())
    }

    /// The text of a block, white space collapsed, if it isn't empty and not longer.
    fn text(&self, index: usize, longest: usize) -> Option<String> {
        let block = &self.survey.page.blocks[index];
        let is_long = block.after.length_since(block.before) as usize > longest;
        if is_long || block.end as usize - index > MOST_PARTS {
            return None;
        }
        let mut text = String::new();
        let texts = self.survey.node(index).descendants().take(4 * MOST_PARTS);
        for part in texts.filter(|node| node.parent().is_none_or(|it| !it.is_html(tag::SCRIPT))) {
            let Some(part) = as_text(part) else { continue };
            let words = part.trim_ascii();
            if text.len() + words.len() > 4 * longest {
                return None;
            }
            // One space in place of all, which may be many.
            let is_white = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
            text.extend(is_white(part.as_bytes().first()).then_some(' '));
            text.push_str(words);
            text.extend(is_white(part.as_bytes().last()).then_some(' '));
        }
        let text = stripped_and_collapsed(&text);
        (!text.is_empty() && text.chars().count() <= longest).then_some(text)
    }

    /// The title: an `h1` that shares its words with the page's title or the headline of JSON-LD; these themselves if
    /// there is none, or if the page isn't one text.
    pub(crate) fn title(&self, kind: Kind) -> Option<String> {
        let site = self.site_name();
        let page = self.survey.title.map(|it| stripped_and_collapsed(&child_text(it)));
        let page = page.map(|it| without_site(&it, site.as_deref()));
        let shared = self.meta(TITLES).map(|it| without_site(&self.decoded(it), site.as_deref()));
        let texts: Vec<_> =
            self.objects.all.iter().copied().filter(|it| json_ld::is_text(it)).collect();
        let headline = json_ld::text(&texts, "headline").map(|it| self.decoded(it));
        let declared: Vec<&String> = [&page, &shared, &headline].into_iter().flatten().collect();
        let heading = self.heading_like(&declared, site.as_deref());
        let is_text = !matches!(kind, Kind::Sections | Kind::List);
        let titles = if is_text {
            [heading, headline, shared, page]
        } else {
            [shared, page, heading, headline]
        };
        titles
            .into_iter()
            .flatten()
            .find(|it| !it.is_empty())
            .or_else(|| self.heading.and_then(|it| self.text(it, LONGEST_TITLE)))
    }

    /// The first `h1` that has most of its words, or most of theirs, in common with one of the titles.
    fn heading_like(&self, titles: &[&String], site: Option<&str>) -> Option<String> {
        self.hinted(|it| it.is_heading)
            .take(8)
            .filter_map(|index| self.text(index, LONGEST_TITLE))
            .filter(|text| site.is_none_or(|site| !site.eq_ignore_ascii_case(text)))
            .find(|text| {
                titles.is_empty() || titles.iter().any(|title| shared_words(text, title) >= 0.7)
            })
            .map(|text| without_site(&text, site))
    }

    pub(crate) fn byline(&self) -> Option<String> {
        let declared =
            self.objects.all.iter().filter(|it| json_ld::is_text(it)).find_map(|object| {
                let author = object.get("author").or_else(|| object.get("creator"))?;
                let mut names = self.objects.names(author);
                names.retain(|name| !is_url(name));
                names.dedup();
                (!names.is_empty()).then(|| self.decoded(&names.join(", ")))
            });
        declared
            .or_else(|| self.meta(AUTHORS).filter(|it| !is_url(it)).map(|it| self.decoded(it)))
            .or_else(|| self.byline_of_blocks())
            .or_else(|| self.byline_near_heading())
            .map(|it| name_of(&it).to_owned())
            .filter(|it| !it.is_empty())
    }

    /// The first block that is marked as the author.
    fn byline_of_blocks(&self) -> Option<String> {
        self.hinted(|it| it.is_author).find_map(|index| {
            let text = self.text(index, 2 * LONGEST_NAME)?;
            let name = name_of(&text);
            is_name(name).then(|| name.to_owned())
        })
    }

    /// "By Ann Oak" in a short block near the heading.
    fn byline_near_heading(&self) -> Option<String> {
        self.near_heading().find_map(|index| {
            let text = self.text(index, LONGEST_NAME + 20)?;
            if !starts_with_by(&text) {
                return None;
            }
            let name = name_of(&text);
            (name.len() < text.len() && is_name(name)).then(|| name.to_owned())
        })
    }

    /// The blocks shortly before and after the heading.
    fn near_heading(&self) -> impl Iterator<Item = usize> + use<'_, 's, 'd, N> {
        let heading = self.heading.unwrap_or(self.choice.root);
        let end = self.survey.page.blocks.len();
        (heading.min(end)..(heading + 60).min(end)).chain(heading.saturating_sub(20)..heading)
    }

    /// The blocks of the body with such a hint, in tree order.
    fn hinted(&self, is: impl Fn(&Hint) -> bool) -> impl Iterator<Item = usize> {
        let hints = self.survey.hints.iter().map(|(index, hint)| (*index as usize, hint));
        hints.filter(move |(index, it)| *index >= self.survey.page.body && is(it)).map(|it| it.0)
    }

    fn property(&self, index: usize) -> Option<&'d str> {
        let at = self.survey.properties.binary_search_by_key(&(index as u32), |it| it.0).ok()?;
        Some(self.survey.properties[at].1.trim_ascii())
    }

    pub(crate) fn published(&self) -> Option<Date> {
        let declared = self.objects.all.iter().find_map(|object| {
            ["datePublished", "dateCreated"]
                .iter()
                .find_map(|key| date::find(object.get(*key)?.as_str()?))
        });
        declared
            .or_else(|| self.meta(PUBLISHED).and_then(date::find))
            .or_else(|| self.date_of_blocks(&["datePublished", "dateCreated"]))
            .or_else(|| self.url.and_then(date::in_url))
            .or_else(|| self.date_by_name())
            .or_else(|| self.date_near_heading())
    }

    pub(crate) fn modified(&self) -> Option<Date> {
        let declared = json_ld::text(&self.objects.all, "dateModified").and_then(date::find);
        declared.or_else(|| self.meta(MODIFIED).and_then(date::find)).or_else(|| {
            let properties = self.survey.properties.iter();
            let modified = properties.filter(|it| it.1.trim_ascii() == "dateModified");
            modified.map(|it| it.0 as usize).find_map(|it| self.date_of(it))
        })
    }

    /// The date of a block: of its `datetime` or `content`, or its text.
    fn date_of(&self, index: usize) -> Option<Date> {
        let node = self.survey.node(index);
        let of_attribute = |name| node.known_attribute(name).and_then(date::find);
        of_attribute(attr::DATETIME)
            .or_else(|| of_attribute(attr::CONTENT))
            .or_else(|| date::find(&self.text(index, 120)?))
    }

    /// The first `time` element that is marked as the date of publication, else the first.
    fn date_of_blocks(&self, properties: &[&str]) -> Option<Date> {
        let is_marked = |index: usize| {
            let node = self.survey.node(index);
            self.property(index).is_some_and(|it| properties.contains(&it))
                || node.attr("pubdate").is_some()
                || node.known_attribute(attr::CLASS).is_some_and(|it| it.contains("published"))
        };
        let mut first = None;
        for index in self.hinted(|it| it.is_stated) {
            let is_time = self.survey.page.blocks[index].tag == tag::TIME;
            let is_property = self.property(index).is_some_and(|it| properties.contains(&it));
            if !is_time && !is_property {
                continue;
            }
            let Some(date) = self.date_of(index) else { continue };
            if is_property || is_marked(index) {
                return Some(date);
            }
            first.get_or_insert(date);
        }
        first
    }

    /// The first block that is named as a date and has one.
    fn date_by_name(&self) -> Option<Date> {
        self.hinted(|it| it.is_dated).find_map(|index| self.date_of(index))
    }

    fn date_near_heading(&self) -> Option<Date> {
        self.near_heading()
            .filter(|index| self.survey.page.blocks[*index].flow != Flow::Heading)
            .find_map(|index| date::find(&self.text(index, 80)?))
    }
}

/// The share of the shorter text's words that the other has as well.
fn shared_words(a: &str, b: &str) -> f32 {
    let words = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty());
        words.take(64).map(str::to_lowercase).collect()
    };
    let (a, b) = (words(a), words(b));
    a.intersection(&b).count() as f32 / a.len().min(b.len()).max(1) as f32
}

fn is_url(text: &str) -> bool {
    text.starts_with("http") || text.starts_with('/')
}

/// Separators between the title of a text and the name of the site.
const SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " » ", " · ", " • ", " › ", "|"];

/// A title without the name of the site at its end or start.
fn without_site(title: &str, site: Option<&str>) -> String {
    for separator in SEPARATORS {
        let Some((rest, last)) = title.rsplit_once(separator) else { continue };
        let (first, tail) = title.split_once(separator).unwrap_or((title, ""));
        let is_site = |part: &str| site.is_some_and(|site| part.trim().eq_ignore_ascii_case(site));
        if is_site(first) {
            return tail.trim().to_owned();
        }
        // A few words at the end are the site's name, after a bar even if they are longer than the title.
        let is_short = last.split_whitespace().count() <= 4;
        let least = if separator.trim() == "|" { last.len() / 2 } else { last.len() };
        if is_site(last) || is_short && rest.len() > least {
            return rest.trim().to_owned();
        }
    }
    title.to_owned()
}

const BY: &[&str] = &["by", "written by", "posted by", "author", "words by", "published by"];

fn starts_with_by(text: &str) -> bool {
    BY.iter().any(|by| without_word(text, by).is_some())
}

/// The rest after a word or phrase at the start of a text.
fn without_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word))?;
    let rest = &text[start.len()..];
    rest.starts_with([' ', ':']).then(|| rest.trim_start_matches([' ', ':']))
}

/// The name in a byline: without "By", and without what follows it.
fn name_of(text: &str) -> &str {
    let text = text.trim();
    let text = BY.iter().find_map(|by| without_word(text, by)).unwrap_or(text);
    let ends = ["|", "•", "·", " – ", " — ", " - "];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    // A part after a comma that begins in lower case or with a digit is no name: `Ann Elm, last week`.
    let text = &text[..end];
    let is_other = |(at, _): &(usize, &str)| {
        text[at + 2..].starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit())
    };
    let end = text.match_indices(", ").find(is_other).map_or(text.len(), |(at, _)| at);
    text[..end].trim_matches([' ', ',', ';', ':'])
}

/// Whether a text can be the name of a person or a group.
fn is_name(text: &str) -> bool {
    text.len() > 2
        && text.len() <= LONGEST_NAME
        && text.split_whitespace().count() <= 6
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && !ends_with_number(text)
        && date::find(text).is_none()
}

/// Whether the last word is a number, as in "Ann Elm September 4".
fn ends_with_number(text: &str) -> bool {
    text.rsplit(' ').next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}
