//! The meaning of `class` and `id` attributes.
//!
//! Authors name blocks in few words: `post-meta`, `relatedArticles`, `SiteFooter__links`. Each token is split into its
//! words at `-`, `_` and capital letters. A word, or a pair of neighbouring words, stands for a [`Concept`]. The tables
//! below are all that is known; [`tokens`](super::tokens) looks them up.

/// The role of a block, as its names say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Concept {
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
    /// Programs that show reviews of a shop's products.
    Ratings,
    /// Links and labels that look like buttons.
    Button,
    /// Content that opens on a click: panels, accordions, answers. It is content although it is hidden.
    Fold,
    /// An author's name.
    Byline,
    /// A date.
    Dated,
}

/// A set of concepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Concepts(u32);

impl Concepts {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn of(concept: Concept) -> Self {
        Self(1 << concept as u8)
    }

    pub(crate) const fn has(self, concept: Concept) -> bool {
        self.0 & Self::of(concept).0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

use Concept::{
    Advertisement, Button, Byline, Cart, Comments, Consent, Contents, Dated, Fold, Footer, Header,
    Hidden, Meta, Navigation, Overlay, Ratings, Related, Reviews, Share, Sidebar, Subscription,
    User, Widget,
};

/// Words that stand for a concept wherever they are in a token.
pub(crate) const WORDS: &[(Concept, &str)] = &[
    (
        Navigation,
        "nav navbar navigation menu menus submenu breadcrumb breadcrumbs crumb crumbs navmenu sitenav \
         subnav topnav megamenu pagination pager paginator skiplink skip offcanvas drawer sitemap \
         tabbar toolbar topbar navlinks navlist filter filters facet facets",
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
    (Reviews, "review reviews testimonial testimonials"),
    (
        Ratings,
        "yotpo bazaarvoice trustpilot judgeme jdgm stamped loox okendo powerreviews reevoo feefo",
    ),
    (
        User,
        "avatar signature userinfo poster usertitle userdetails useravatar postprofile \
         postcontrols postactions actionbar",
    ),
    (
        Cart,
        "quantity minicart payment payments wishlist tooltip tooltips infotip warranty warranties",
    ),
    (Button, "btn btns button buttons cta"),
    (
        Fold,
        "accordion accordions tabpanel tabpane collapse collapsed collapsible faq faqs disclosure",
    ),
    (Byline, "byline author authors writer contributor creator username postauthor"),
    (Dated, "date published pubdate dateline timestamp posted time publish postdate"),
];

/// Tokens that stand for a concept as a whole.
pub(crate) const TOKENS: &[(Concept, &str)] = &[(Meta, "meta"), (Widget, "widget")];

/// First words of tokens that stand for a concept.
pub(crate) const FIRST_WORDS: &[(Concept, &str)] = &[(Widget, "widget")];

/// Pairs of neighbouring words that stand for a concept: any word of the first list before any of the second.
pub(crate) const PAIRS: &[(Concept, &str, &str)] = &[
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
    (User, "message", "avatar attribution footer signature actionbar lastedit reactions"),
    (User, "user", "info details card avatar title extras panel profile banner arrow"),
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

/// Headings of sections that are no content, in lower case and with one space between words. They count like a name of
/// the section, and are needed where names are written by programs (0, 2). Single words that can head a part of a text,
/// such as "discussion", aren't among them.
pub(crate) const HEADINGS: &[(Concept, &str)] = &[
    (
        Related,
        "related, related articles, related posts, related products, related stories, related content, \
         related news, related items, related reading, related topics, related questions, explore related \
         questions, related searches, related links, related pages, related videos, you may also like, \
         you might also like, you may also enjoy, you may like, you might like, you may also be \
         interested in, you might also be interested in, recommended for you, recommended reading, \
         recommended products, recommended articles, customers also bought, customers also viewed, \
         customers who bought this item also bought, people also viewed, people also bought, people also \
         ask, others also bought, frequently bought together, often bought together, complete the look, \
         shop the look, complete your look, pairs well with, goes well with, similar items, similar \
         products, similar articles, similar posts, more to explore, keep reading, read next, up next, \
         more like this, more from this author, more articles, more stories, more news, more posts, most \
         popular, most read, most viewed, popular posts, popular articles, popular products, trending, \
         trending now, trending articles, latest posts, latest articles, latest news, latest stories, \
         recent posts, recent articles, recent news, related reads, related resources, related insights, \
         related events, related courses, related services, related blogs, related blog posts, explore \
         more, explore more articles, discover more, more from our blog, latest from the blog, from our \
         blog, from the blog, featured articles, featured posts, other articles, other posts, other news, \
         similar stories, similar content, similar threads, similar topics, similar discussions, related \
         discussions, related threads, trending discussions, check out other related discussions, \
         recently viewed, recently viewed products, recently viewed items, your recently viewed items, browsing history, your browsing history, best sellers, \
         bestsellers, best selling products, seller s other items, more from this seller, sponsored \
         products, sponsored content, from around the web",
    ),
    (
        Reviews,
        "reviews, customer reviews, product reviews, ratings reviews, reviews ratings, ratings and \
         reviews, customer reviews ratings, user reviews, write a review, write your own review, what our \
         customers say, what our customers are saying, what our clients say, what customers say, what \
         people are saying, testimonials, customer testimonials, customer feedback, seller feedback, \
         detailed seller ratings, customer questions answers, questions answers, customer questions and \
         answers, loved by",
    ),
    (
        Comments,
        "leave a comment, leave a reply, add a comment, post a comment, join the discussion, join the \
         conversation, your answer",
    ),
    (
        Subscription,
        "newsletter, our newsletter, subscribe to our newsletter, sign up for our newsletter, join our \
         newsletter, get our newsletter, newsletter signup, newsletter sign up, stay updated, stay up to \
         date, stay in touch, stay connected, stay in the loop, join our mailing list, get updates, \
         subscribe to our blog, join our community, stay informed, never miss an update",
    ),
    (
        Share,
        "share this, share this article, share this post, share this page, share on, follow us, follow us \
         on, connect with us, social media, share this story",
    ),
    (
        Consent,
        "cookie settings, cookie preferences, privacy preferences, we value your privacy, this site uses \
         cookies, this website uses cookies, we use cookies, manage consent preferences, privacy \
         preference center, your privacy choices, customize your cookie settings, manage cookies",
    ),
    (
        Meta,
        "about the author, about the authors, about the writer, about author, author bio, reviewed by, \
         written by, fact checked by, medically reviewed by, edited by",
    ),
    (Contents, "table of contents, on this page, in this article, in this guide, jump to"),
];

/// Texts before a link to another page, at the start of a paragraph.
pub(crate) const LEADS: &[&str] = &[
    "also read",
    "read also",
    "read more",
    "read next",
    "related",
    "related reading",
    "related story",
    "related article",
    "more",
    "see also",
    "also see",
    "don't miss",
    "don’t miss",
    "recommended",
    "you may also like",
];

/// Words of layout: a token that has one before its last word names no content (`has-sidebar`, `elementor-widget`).
pub(crate) const LAYOUT: &[&str] =
    &["has", "no", "with", "without", "is", "hide", "show", "elementor", "js", "column", "columns"];
