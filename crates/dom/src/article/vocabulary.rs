//! The meaning of `class` and `id` attributes.
//!
//! Authors name blocks in few words: `post-meta`, `relatedArticles`, `SiteFooter__links`. Each token is split into its
//! words at `-`, `_` and capital letters. A word, or a pair of neighbouring words, stands for a [`Concept`]. The tables
//! below are all that is known; a page's distinct values are looked up once each.

use std::{collections::HashMap, sync::LazyLock};

/// The role of a block, as its names say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Concept {
    /// Menus, breadcrumbs, pagination.
    Navigation,
    Footer,
    /// The header of the site.
    Header,
    Sidebar,
    /// Buttons for social networks.
    Share,
    /// Teasers of other pages.
    Related,
    Advertisement,
    /// Requests for cookies.
    Consent,
    /// Windows over the page.
    Overlay,
    /// Forms for newsletters and accounts.
    Subscription,
    /// Author, date and tags of the text.
    Meta,
    Comments,
    /// Text for screen readers alone.
    Hidden,
    /// A table of contents.
    Contents,
    Reviews,
    Widget,
    /// The writer of a post in a forum.
    User,
    /// Buttons and notes of a shop.
    Cart,
    /// Content that opens on a click: panels, accordions, answers. It is content although it is hidden.
    Fold,
    /// An author's name.
    Byline,
    /// A date.
    Dated,
}

/// A set of concepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Concepts(u32);

impl Concepts {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn of(concept: Concept) -> Self {
        Self(1 << concept as u8)
    }

    pub(super) const fn has(self, concept: Concept) -> bool {
        self.0 & Self::of(concept).0 != 0
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

use Concept::{
    Advertisement, Byline, Cart, Comments, Consent, Contents, Dated, Fold, Footer, Header, Hidden,
    Meta, Navigation, Overlay, Related, Reviews, Share, Sidebar, Subscription, User, Widget,
};

/// Words that stand for a concept wherever they are in a token.
const WORDS: &[(Concept, &str)] = &[
    (
        Navigation,
        "nav navbar navigation menu menus submenu breadcrumb breadcrumbs crumbs navmenu sitenav \
         subnav topnav megamenu pagination pager paginator skiplink skip offcanvas drawer sitemap \
         tabbar toolbar topbar navlinks navlist",
    ),
    (Footer, "footer colophon sitefooter foot globalfooter prefooter"),
    (Header, "masthead siteheader globalheader topheader"),
    (Sidebar, "sidebar sidebars aside rail leftnav rightnav"),
    (
        Share,
        "share shares sharing social socials sharedaddy addthis addtoany sharethis follow sns \
         socialmedia sharebar sharebuttons",
    ),
    (
        Related,
        "related recommended recommendations recommendation outbrain taboola trending upsell \
         upsells crosssell suggested similar popular readmore readnext morefrom moreon yarpp \
         relatedposts relatedarticles recentposts",
    ),
    (
        Advertisement,
        "ad ads advert adverts advertisement advertisements advertising advertiser adsense adslot \
         sponsor sponsored sponsors promo promos promotion dfp adunit adbox googleads",
    ),
    (
        Consent,
        "cookie cookies consent gdpr ccpa onetrust cookiebot cookiebanner cookieconsent \
         usercentrics didomi truste",
    ),
    (Overlay, "modal popup lightbox toast tooltip paywall dialog announcement snackbar"),
    (
        Subscription,
        "newsletter newsletters subscribe subscription signup mailchimp optin login signin \
         mailinglist",
    ),
    (
        Meta,
        "byline author authors bio metadata tags tagcloud taglist dateline timestamp pubdate vcard \
         copyright editsection",
    ),
    (Comments, "comment comments commentlist respond disqus dsq livefyre"),
    (Hidden, "noprint offscreen visuallyhidden sronly"),
    (Contents, "toc"),
    (Reviews, "review reviews testimonial testimonials yotpo bazaarvoice trustpilot judgeme jdgm"),
    (
        User,
        "avatar signature userinfo poster usertitle userdetails useravatar postprofile \
         postcontrols postactions actionbar",
    ),
    (
        Cart,
        "quantity minicart payment payments wishlist tooltip tooltips infotip warranty warranties",
    ),
    (
        Fold,
        "accordion accordions tabpanel tabpane collapse collapsed collapsible faq faqs disclosure",
    ),
    (Byline, "byline author authors writer contributor creator username postauthor"),
    (Dated, "date published pubdate dateline timestamp posted time publish postdate"),
];

/// Tokens that stand for a concept as a whole.
const TOKENS: &[(Concept, &str)] = &[(Meta, "meta"), (Widget, "widget")];

/// First words of tokens that stand for a concept.
const FIRST_WORDS: &[(Concept, &str)] = &[(Widget, "widget")];

/// Pairs of neighbouring words that stand for a concept: any word of the first list before any of the second.
const PAIRS: &[(Concept, &str, &str)] = &[
    (Navigation, "prev next previous", "post article link page next"),
    (Navigation, "page", "numbers"),
    (Navigation, "jump", "to link"),
    (Header, "site", "header branding"),
    (Header, "global top", "header"),
    (Header, "header", "top bar"),
    (Header, "top utility", "bar"),
    (Sidebar, "side", "bar"),
    (Related, "read more keep", "next on from stories articles posts news like reading"),
    (Related, "most", "popular read viewed recent"),
    (Related, "you u", "may might"),
    (Related, "also", "like"),
    (Related, "up", "next"),
    (Related, "recently", "viewed"),
    (Related, "latest recent other", "posts news articles stories"),
    (Related, "people", "also"),
    (Consent, "privacy", "banner notice popup"),
    (Consent, "ot", "pc sdk"),
    (Consent, "cmp", "banner"),
    (Subscription, "mc", "embed"),
    (Subscription, "email", "form capture signup subscribe"),
    (Subscription, "sign", "up"),
    (Subscription, "log", "in"),
    (Subscription, "lead", "form"),
    (Meta, "page header card item content news blog post entry article story", "meta"),
    (Meta, "post entry article story", "info date categories"),
    (Meta, "tag", "list"),
    (Meta, "cat", "links"),
    (Meta, "posted", "on by in"),
    (Meta, "reading read", "time"),
    (Meta, "publish published", "date on"),
    (Meta, "last", "updated modified"),
    (Meta, "edit", "link page this"),
    (Meta, "view", "count"),
    (Meta, "print", "link button only"),
    (Meta, "user", "rating"),
    (Comments, "leave", "a reply comment"),
    (Hidden, "sr", "only"),
    (Hidden, "screen", "reader"),
    (Hidden, "visually u", "hidden"),
    (Hidden, "d", "none"),
    (Contents, "table", "of"),
    (Contents, "on", "this"),
    (Widget, "widget", "area"),
    (User, "message", "user avatar attribution footer signature actionbar lastedit reactions"),
    (User, "user", "info details card avatar title extras panel profile"),
    (User, "post", "profile author user controls actions"),
    (User, "author", "pane"),
    (User, "reactions action", "bar"),
    (User, "forum", "stats jump"),
    (User, "thread", "tools"),
    (Cart, "add", "to"),
    (Cart, "mini", "cart"),
    (Cart, "cart", "drawer"),
    (Cart, "buy", "button buttons"),
    (Cart, "size", "guide chart"),
    (Cart, "sticky", "bar atc add"),
    (Cart, "tool", "tip"),
    (Cart, "protection", "plan"),
    (Fold, "tab tabs", "panel pane content body panels"),
    (Fold, "toggle more show full", "content text more"),
    (Fold, "expand expandable expanded", "content body text"),
];

/// Words of layout: a token that has one before its last word names no content (`has-sidebar`, `elementor-widget`).
const LAYOUT: &[&str] =
    &["has", "no", "with", "without", "is", "hide", "show", "elementor", "js", "column", "columns"];

/// The meaning of one word.
#[derive(Clone, Copy, Default)]
struct Word {
    alone: Concepts,
    /// The pairs that it begins, one bit each.
    begins: u64,
    /// The pairs that it ends.
    ends: u64,
    is_layout: bool,
}

/// The tables by word.
static DICTIONARY: LazyLock<HashMap<&'static str, Word>> = LazyLock::new(|| {
    let mut words: HashMap<&'static str, Word> = HashMap::new();
    for (concept, list) in WORDS {
        for word in list.split_ascii_whitespace() {
            let entry = words.entry(word).or_default();
            entry.alone = entry.alone.with(Concepts::of(*concept));
        }
    }
    for (pair, (_, first, second)) in PAIRS.iter().enumerate() {
        for word in first.split_ascii_whitespace() {
            words.entry(word).or_default().begins |= 1 << pair;
        }
        for word in second.split_ascii_whitespace() {
            words.entry(word).or_default().ends |= 1 << pair;
        }
    }
    for word in LAYOUT {
        words.entry(word).or_default().is_layout = true;
    }
    words
});

const _: () = assert!(PAIRS.len() <= 64, "one bit of a word for each pair");

/// The length of the longest word that is looked up.
const LONGEST_WORD: usize = 16;
/// Ids of more words are no names (+1).
const MOST_WORDS_OF_ID: usize = 3;
/// Longer tokens are no names.
const LONGEST_TOKEN: usize = 80;

/// The concepts of a value of `class`.
fn of_tokens(value: &str) -> Concepts {
    value.split_ascii_whitespace().map(of_token).fold(Concepts::NONE, Concepts::with)
}

/// The concepts of a class or an id.
fn of_token(token: &str) -> Concepts {
    // `hidden md:block` and `top-[3px]` are instructions of utility style sheets.
    if token.len() >= LONGEST_TOKEN || token.contains([':', '[']) {
        return Concepts::NONE;
    }
    // `block__element--modifier`: the modifier is a matter of looks.
    let token = match token.find("--") {
        Some(at) if at > 0 => &token[..at],
        _ => token,
    };
    let (mut found, mut before, mut was_layout) = (Concepts::NONE, Word::default(), false);
    let (mut count, mut first, mut exempt) = (0, None, false);
    let is_named = for_each_word(token, |word| {
        let entry = DICTIONARY.get(word).copied().unwrap_or_default();
        if was_layout && !exempt {
            return false;
        }
        if count == 0 {
            first = TOKENS.iter().find(|(_, it)| *it == word).map(|(concept, _)| *concept);
            exempt = matches!(word, "site" | "js");
            for (concept, it) in FIRST_WORDS {
                if *it == word {
                    found = found.with(Concepts::of(*concept));
                }
            }
        }
        count += 1;
        found = found.with(entry.alone);
        let mut pairs = before.begins & entry.ends;
        while pairs != 0 {
            found = found.with(Concepts::of(PAIRS[pairs.trailing_zeros() as usize].0));
            pairs &= pairs - 1;
        }
        was_layout = entry.is_layout;
        before = entry;
        true
    });
    match first {
        _ if !is_named => Concepts::NONE,
        Some(concept) if count == 1 => found.with(Concepts::of(concept)),
        _ => found,
    }
}

/// Calls `visit` for each word in lower case until it returns `false`; returns whether it never did.
fn for_each_word(token: &str, mut visit: impl FnMut(&str) -> bool) -> bool {
    let mut word = [0; LONGEST_WORD];
    let mut length = 0;
    let mut previous = b'-';
    for byte in token.bytes().chain([b'-']) {
        let is_separator = matches!(byte, b'-' | b'_');
        let is_capital = byte.is_ascii_uppercase()
            && (previous.is_ascii_lowercase() || previous.is_ascii_digit());
        if (is_separator || is_capital) && length > 0 {
            // A word with other characters, or one that is too long, is unknown.
            let text = word.get(..length).and_then(|word| std::str::from_utf8(word).ok());
            if !visit(text.unwrap_or_default()) {
                return false;
            }
            length = 0;
        }
        if !is_separator {
            if let Some(slot) = word.get_mut(length) {
                *slot = byte.to_ascii_lowercase();
            }
            length += 1;
        }
        previous = byte;
    }
    true
}

/// Values that were looked up. The cache has a fixed size: each value has one place, so that a page of many distinct
/// names costs what they are long.
pub(super) struct Vocabulary<'a> {
    places: Vec<(&'a str, Concepts)>,
}

const PLACES: usize = 1024;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'a> Vocabulary<'a> {
    pub(super) fn new() -> Self {
        Self { places: vec![("", Concepts::NONE); PLACES] }
    }

    /// The concepts of a value of `class`.
    pub(super) fn classes(&mut self, value: &'a str) -> Concepts {
        // Values are slices of one buffer, but equal ones lie at many places.
        let mut hash = value.len() as u64;
        let mut chunks = value.as_bytes().chunks_exact(8);
        for chunk in &mut chunks {
            let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
        }
        for &byte in chunks.remainder() {
            hash = (hash.rotate_left(9) ^ u64::from(byte)).wrapping_mul(FACTOR);
        }
        let place = &mut self.places[(hash >> 40) as usize % PLACES];
        if place.0 != value {
            *place = (value, of_tokens(value));
        }
        place.1
    }

    /// The concepts of an `id`. One of many words is made of a heading, as a target of links: `respond-to-review-comments`.
    pub(super) fn id(value: &str) -> Concepts {
        let words = value.split(['-', '_']).filter(|word| !word.is_empty()).count();
        if words > MOST_WORDS_OF_ID { Concepts::NONE } else { of_token(value.trim_ascii()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_for_concepts() {
        #[rustfmt::skip]
        let cases: &[(&str, &[Concept])] = &[
            ("navbar", &[Navigation]),
            ("SiteFooter__links", &[Footer]),
            ("post-meta", &[Meta]),
            ("meta", &[Meta]),
            ("meta-box", &[]),
            ("widget_text", &[Widget]),
            ("elementor-widget-wrap", &[]),
            ("has-sidebar", &[]),
            ("readNext", &[Related]),
            ("md:hidden", &[]),
            ("page--with-sidebar", &[]),
            ("tab-panel", &[Fold]),
            ("überschrift", &[]),
        ];
        for (token, concepts) in cases {
            let expected =
                concepts.iter().fold(Concepts::NONE, |all, it| all.with(Concepts::of(*it)));
            assert_eq!(of_tokens(token), expected, "{token}");
        }
    }
}
