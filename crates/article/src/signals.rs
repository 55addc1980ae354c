//! Declarations of a page about its kind.

use sapwood_tree::Node;

use crate::{json_ld::JsonLd, survey::Survey};

/// The rules by which a page is read. It and the counts decide on the [`Kind`](crate::Kind).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Article,
    Thread,
    Product,
    List,
    Other,
}

/// Declarations of a page about its kind.
pub(crate) struct Signals {
    pub(crate) profile: Profile,
}

/// Types of schema.org that are discussions.
const THREADS: &[&str] = &["DiscussionForumPosting", "QAPage"];
const ARTICLES: &[&str] = &[
    "NewsArticle",
    "BlogPosting",
    "Article",
    "ReportageNewsArticle",
    "TechArticle",
    "ScholarlyArticle",
];
const PRODUCTS: &[&str] = &["Product", "ProductGroup"];
const LISTS: &[&str] = &["CollectionPage", "ItemList", "SearchResultsPage"];
/// Programs of forums, as `meta name=generator` names them.
const FORUM_PROGRAMS: &[&str] =
    &["discourse", "xenforo", "vbulletin", "phpbb", "invision", "mybb", "vanilla", "flarum", "smf"];
/// Parts of the URLs of discussions.
const FORUM_PATHS: &[&str] = &[
    "/forum/",
    "/forums/",
    "/thread/",
    "/threads/",
    "/board/",
    "/boards/",
    "/question/",
    "/questions/",
    "viewtopic",
    "showthread",
    "//forum.",
    "//forums.",
    "//community.",
    "//boards.",
    "//discuss.",
    "//discussion.",
    "//discussions.",
];

impl Signals {
    pub(crate) fn of<'d, N: Node<'d>>(
        survey: &Survey<'d, N>,
        data: &JsonLd,
        url: Option<&str>,
    ) -> Self {
        let types = data.types();
        let count = |name: &str| types.get(name).copied().unwrap_or_default();
        let microdata = |name: &str| {
            let ends = |value: &&&str| value.trim_end_matches('/').rsplit('/').next() == Some(name);
            survey.item_types.iter().filter(ends).count()
        };
        let has = |names: &[&str]| names.iter().any(|name| count(name) > 0 || microdata(name) > 0);
        let meta = |key: &'static str| {
            survey.metas.iter().filter(move |meta| meta.is(key)).filter_map(|meta| meta.content)
        };
        let generators: String = meta("generator").collect::<String>().to_ascii_lowercase();
        let og_type = meta("og:type").next_back().unwrap_or_default().trim_ascii();
        let is_og = |name: &str| og_type.eq_ignore_ascii_case(name);
        let is_one_product = count("Product") <= 3 && microdata("Product") <= 3;
        let profile = if has(THREADS)
            || FORUM_PROGRAMS.iter().any(|program| generators.contains(program))
            || url.is_some_and(is_discussion)
        {
            Profile::Thread
        } else if has(ARTICLES) {
            Profile::Article
        } else if has(PRODUCTS) && is_one_product || is_og("product") || is_og("og:product") {
            Profile::Product
        } else if has(LISTS) {
            Profile::List
        } else if is_og("article") {
            Profile::Article
        } else {
            Profile::Other
        };
        Self { profile }
    }
}

/// Whether a URL is one of a discussion.
fn is_discussion(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    if FORUM_PATHS.iter().any(|path| url.contains(path)) {
        return true;
    }
    // `/t/some-words/123` and `/topic/123`.
    let mut parts = url.split('/').skip(3);
    while let Some(part) = parts.next() {
        let starts_with_digit = |part: Option<&str>| {
            part.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        };
        match part {
            "t" => return starts_with_digit(parts.nth(1)),
            "topic" | "topics" => return starts_with_digit(parts.next()),
            _ => {}
        }
    }
    false
}
