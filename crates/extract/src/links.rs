//! Links: attributes that refer to other resources.

use std::borrow::Cow;

use sapwood_microsyntax::{
    refresh::Refresh,
    srcset::{self, Candidate},
    tokens,
};
use sapwood_names::{NameId, Namespace, attr, sets, tag};
#[cfg(feature = "url")]
use sapwood_tree::root_of;
use sapwood_tree::{ElementHead, Node};

#[cfg(feature = "url")]
use crate::search::html_elements;
use crate::search::matching;

/// A reference to a resource by its URL.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link<'d, N> {
    /// The element.
    pub element: N,
    /// The local name of the attribute, whose value may hold several URLs.
    pub attribute: &'static str,
    /// The use that the document makes of the resource.
    pub kind: LinkKind,
    /// The URL, unresolved.
    pub value: Cow<'d, str>,
    /// The image candidate of a `srcset` or `imagesrcset` that this is, with its width or density.
    pub candidate: Option<Candidate<'d>>,
}

impl<'d, N: Node<'d>> Link<'d, N> {
    /// The tokens of the element's `rel` attribute: `nofollow`, `next`, `stylesheet`, …
    ///
    /// ```
    /// let document = sapwood::parse("<link rel='preload stylesheet' href=a.css>");
    /// let link = document.links().next().unwrap();
    /// assert!(link.rel().any(|token| token.eq_ignore_ascii_case("stylesheet")));
    /// ```
    #[inline]
    pub fn rel(&self) -> impl Iterator<Item = &'d str> + use<'d, N> {
        tokens::space_separated(self.element.known_attribute(attr::REL).unwrap_or_default())
    }

    /// Whether its `rel` has [`nofollow`](https://html.spec.whatwg.org/multipage/links.html#link-type-nofollow).
    ///
    /// ```
    /// let document = sapwood::parse("<a href=/1 rel='external nofollow'>1</a><a href=/2>2</a>");
    /// let followed: Vec<_> = document.links().filter(|link| !link.nofollow()).collect();
    /// assert_eq!((followed.len(), &*followed[0].value), (1, "/2"));
    /// ```
    #[must_use]
    #[inline]
    pub fn nofollow(&self) -> bool {
        self.rel().any(|token| token.eq_ignore_ascii_case("nofollow"))
    }

    /// The descriptor in a `srcset`, such as `2x` or `300w`; `None` for other links and without a descriptor.
    ///
    /// ```
    /// let document = sapwood::parse("<img src=a.png srcset='b.png 2x, c.png 300w, d.png'>");
    /// let found: Vec<_> = document.links().map(|link| link.descriptor()).collect();
    /// assert_eq!(found, [None, Some("2x".into()), Some("300w".into()), None]);
    /// ```
    #[must_use]
    #[inline]
    pub fn descriptor(&self) -> Option<String> {
        let Candidate { width, density, .. } = self.candidate?;
        width.map(|it| format!("{it}w")).or_else(|| density.map(|it| format!("{it}x")))
    }
}

/// The use that a document makes of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LinkKind {
    /// A hyperlink: `a`, `area`.
    Hyperlink,
    /// The target of a `link` element, whose `rel` attribute states the relationship.
    Link,
    /// An image: `img`, `srcset`, `poster`, an image button, …
    Image,
    /// Audio, video or a text track.
    Media,
    /// A script.
    Script,
    /// A nested document: `iframe`, `frame`.
    Frame,
    /// Other embedded content: `embed`, `object`, SVG's `use`.
    Embedded,
    /// The URL to which a form is submitted: `action`, `formaction`.
    Action,
    /// The target of a `meta http-equiv=refresh`.
    Refresh,
    /// The source of a quotation or of a change: `cite`.
    Citation,
    /// A URL that is notified when a hyperlink is followed.
    Ping,
    /// A long description.
    Description,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Hyperlink,
        Self::Link,
        Self::Image,
        Self::Media,
        Self::Script,
        Self::Frame,
        Self::Embedded,
        Self::Action,
        Self::Refresh,
        Self::Citation,
        Self::Ping,
        Self::Description,
    ];

    /// The kind's name, in lower case.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hyperlink => "hyperlink",
            Self::Link => "link",
            Self::Image => "image",
            Self::Media => "media",
            Self::Script => "script",
            Self::Frame => "frame",
            Self::Embedded => "embedded",
            Self::Action => "action",
            Self::Refresh => "refresh",
            Self::Citation => "citation",
            Self::Ping => "ping",
            Self::Description => "description",
        }
    }
}

#[cfg(feature = "url")]
impl<N> Link<'_, N> {
    /// Resolves the URL against `base`, usually the [base URL](base_url) of the document.
    ///
    /// A query is encoded as UTF-8 in documents of all encodings. [`Base`](crate::Base) resolves many links faster.
    ///
    /// # Errors
    ///
    /// If the value isn't a URL, or a relative one without a base.
    #[inline]
    pub fn resolve(&self, base: Option<&url::Url>) -> Result<url::Url, url::ParseError> {
        url::Url::options().base_url(base).parse(&self.value)
    }
}

/// The syntax of an attribute that holds URLs.
#[derive(Clone, Copy)]
enum Shape {
    Url,
    /// A URL that is ignored if it is empty.
    NonEmptyUrl,
    Srcset,
    SpaceSeparated,
    Refresh,
}

/// Adds the links of one element, in the order of its attributes.
#[inline]
fn push_links<'d, N: Node<'d>>(element: N, links: &mut Vec<Link<'d, N>>) {
    let Some(ElementHead { namespace, name, .. }) = element.element_head() else { return };
    for (position, (attribute_namespace, attribute)) in element.attribute_names().enumerate() {
        if !IS_LINK.get(attribute.index()).copied().unwrap_or(false) {
            continue;
        }
        let rule = match (namespace, attribute_namespace) {
            (Namespace::Html, Namespace::None) => html(element, name, attribute),
            (Namespace::Svg, _) => svg(element, name, attribute_namespace, attribute),
            _ => None,
        };
        let Some((shape, kind)) = rule else { continue };
        let Some(value) = element.attribute_value(position) else { continue };
        let attribute = attribute.as_str();
        let mut push =
            |value, candidate| links.push(Link { element, attribute, kind, value, candidate });
        let mut add = |value| push(value, None);
        match shape {
            Shape::NonEmptyUrl if value.trim_ascii().is_empty() => {}
            Shape::Url | Shape::NonEmptyUrl => add(Cow::Borrowed(value)),
            Shape::Srcset => {
                let candidates = srcset::parse(value).into_iter();
                candidates.for_each(|it| push(Cow::Borrowed(it.url), Some(it)));
            }
            Shape::SpaceSeparated => {
                tokens::space_separated(value).for_each(|it| add(Cow::Borrowed(it)));
            }
            Shape::Refresh => {
                if let Some(url) = Refresh::parse(value).and_then(|refresh| refresh.url) {
                    add(url);
                }
            }
        }
    }
}

/// For each known name whether it is one of an attribute that holds links of some element.
static IS_LINK: [bool; NameId::FIRST_DYNAMIC.index()] = {
    let table = with([false; NameId::FIRST_DYNAMIC.index()], &sets::URL_ATTRIBUTES);
    // A `meta` element that refreshes the page has its URL in `content`.
    with(with(table, &sets::URL_LIST_ATTRIBUTES), &[attr::CONTENT])
};

/// The HTML elements that have attributes for links, and those of SVG.
#[rustfmt::skip]
const HOLDERS: [NameId; 33] = [
    tag::A, tag::APPLET, tag::AREA, tag::AUDIO, tag::BGSOUND, tag::BLOCKQUOTE, tag::BODY, tag::BUTTON, tag::DEL,
    tag::EMBED, tag::FE_IMAGE, tag::FORM, tag::FRAME, tag::HEAD, tag::HTML, tag::IFRAME, tag::IMAGE, tag::IMG,
    tag::INPUT, tag::INS, tag::LINK, tag::META, tag::OBJECT, tag::Q, tag::SCRIPT, tag::SOURCE, tag::TABLE, tag::TD,
    tag::TH, tag::TR, tag::TRACK, tag::USE, tag::VIDEO,
];

/// For each known name whether it is one of [`HOLDERS`].
static IS_HOLDER: [bool; NameId::FIRST_DYNAMIC.index()] =
    with([false; NameId::FIRST_DYNAMIC.index()], &HOLDERS);

/// The table with these names added.
const fn with(
    mut table: [bool; NameId::FIRST_DYNAMIC.index()],
    names: &[NameId],
) -> [bool; NameId::FIRST_DYNAMIC.index()] {
    let mut at = 0;
    while at < names.len() {
        table[names[at].index()] = true;
        at += 1;
    }
    table
}

/// For each known name whether links depend on the attributes of elements that are called so in the source.
static IS_READ: [bool; NameId::FIRST_DYNAMIC.index()] = {
    let mut table = IS_HOLDER;
    table[tag::BASE.index()] = true;
    // The name of `feImage` in lower case.
    table[tag::FEIMAGE.index()] = true;
    table
};

/// Whether links, or the base URL, depend on the attributes of an element that is called so in the source.
#[inline(always)]
#[must_use]
pub fn reads_attributes(name: NameId) -> bool {
    IS_READ.get(name.index()).copied().unwrap_or(false)
}

/// The links of `root` and its descendants, in tree order.
#[inline]
pub fn links<'d, N: Node<'d>>(root: N) -> impl Iterator<Item = Link<'d, N>> {
    let may_have_links = |head: ElementHead| {
        head.attribute_count > 0 && IS_HOLDER.get(head.name.index()).copied().unwrap_or(false)
    };
    let mut elements = matching(root, may_have_links);
    // The links of the last element that weren't returned yet, the next one last.
    let mut links = Vec::new();
    std::iter::from_fn(move || {
        while links.is_empty() {
            push_links(elements.next()?, &mut links);
            links.reverse();
        }
        links.pop()
    })
}

#[inline]
fn html<'d, N: Node<'d>>(element: N, id: NameId, attribute: NameId) -> Option<(Shape, LinkKind)> {
    use LinkKind::{
        Action, Citation, Description, Embedded, Frame, Hyperlink, Image, Link, Media, Ping, Script,
    };
    use Shape::{NonEmptyUrl, SpaceSeparated, Srcset, Url};
    let is = |name: NameId, value: &str| {
        element.known_attribute(name).is_some_and(|it| it.eq_ignore_ascii_case(value))
    };
    Some(match (id, attribute) {
        (tag::A | tag::AREA, attr::HREF) => (Url, Hyperlink),
        (tag::A | tag::AREA, attr::PING) => (SpaceSeparated, Ping),
        (tag::LINK, attr::HREF) => (NonEmptyUrl, Link),
        (tag::HTML, attr::MANIFEST) | (tag::HEAD, attr::PROFILE) => (NonEmptyUrl, Link),
        (tag::LINK, attr::IMAGESRCSET) => (Srcset, Image),
        (tag::IMG, attr::SRC) | (tag::VIDEO, attr::POSTER) => (NonEmptyUrl, Image),
        (tag::IMG | tag::SOURCE, attr::SRCSET) => (Srcset, Image),
        (tag::INPUT, attr::SRC) if is(attr::TYPE, "image") => (NonEmptyUrl, Image),
        (tag::BODY | tag::TABLE | tag::TR | tag::TD | tag::TH, attr::BACKGROUND) => {
            (NonEmptyUrl, Image)
        }
        (tag::AUDIO | tag::VIDEO | tag::SOURCE | tag::TRACK | tag::BGSOUND, attr::SRC) => {
            (NonEmptyUrl, Media)
        }
        (tag::SCRIPT, attr::SRC) => (NonEmptyUrl, Script),
        (tag::IFRAME | tag::FRAME, attr::SRC) => (NonEmptyUrl, Frame),
        (tag::EMBED, attr::SRC) | (tag::OBJECT, attr::DATA) => (NonEmptyUrl, Embedded),
        (tag::OBJECT | tag::APPLET, attr::CODEBASE) => (NonEmptyUrl, Embedded),
        (tag::FORM, attr::ACTION) => (Url, Action),
        (tag::BUTTON | tag::INPUT, attr::FORMACTION) => (Url, Action),
        (tag::BLOCKQUOTE | tag::Q | tag::INS | tag::DEL, attr::CITE) => (NonEmptyUrl, Citation),
        (tag::IMG | tag::IFRAME | tag::FRAME, attr::LONGDESC) => (NonEmptyUrl, Description),
        (tag::META, attr::CONTENT) if is(attr::HTTP_EQUIV, "refresh") => {
            (Shape::Refresh, LinkKind::Refresh)
        }
        _ => return None,
    })
}

#[inline]
fn svg<'d, N: Node<'d>>(
    element: N,
    id: NameId,
    namespace: Namespace,
    attribute: NameId,
) -> Option<(Shape, LinkKind)> {
    if attribute != attr::HREF {
        return None;
    }
    // `href` in the XLink namespace is ignored beside one in no namespace.
    let counts = match namespace {
        Namespace::None => true,
        Namespace::XLink => element.known_attribute(attr::HREF).is_none(),
        _ => false,
    };
    let kind = match id {
        tag::A => return counts.then_some((Shape::Url, LinkKind::Hyperlink)),
        tag::IMAGE | tag::FE_IMAGE => LinkKind::Image,
        tag::SCRIPT => LinkKind::Script,
        tag::USE => LinkKind::Embedded,
        _ => return None,
    };
    counts.then_some((Shape::NonEmptyUrl, kind))
}

/// The length of a base URL that a page may declare. Each relative link repeats it, so n links below a base of length n
/// would take n² bytes. Servers reject URLs a few times as long.
#[cfg(feature = "url")]
const LONGEST_BASE: usize = 2048;

/// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url) of
/// the tree that `node` is in, whose own URL is `document_url`.
#[cfg(feature = "url")]
#[inline]
#[must_use]
pub fn base_url<'d>(node: impl Node<'d>, document_url: Option<&url::Url>) -> Option<url::Url> {
    let href =
        html_elements(root_of(node), tag::BASE).find_map(|base| base.known_attribute(attr::HREF));
    base_url_of(href, document_url)
}

/// The document base URL; `href`: that of the first `base` element that has one.
#[cfg(feature = "url")]
#[inline]
pub(crate) fn base_url_of(href: Option<&str>, document_url: Option<&url::Url>) -> Option<url::Url> {
    let declared = href
        .and_then(|href| url::Url::options().base_url(document_url).parse(href).ok())
        .filter(|url| !matches!(url.scheme(), "data" | "javascript"))
        .filter(|url| url.as_str().len() <= LONGEST_BASE);
    declared.or_else(|| document_url.cloned())
}

/// The URL that an attribute of `element` holds, resolved against `base`.
///
/// `None` if the element has no such attribute, or its value isn't a URL, or is a relative one without a base.
#[cfg(feature = "url")]
#[inline]
#[must_use]
pub fn attribute_url<'d>(
    element: impl Node<'d>,
    attribute: &str,
    base: Option<&url::Url>,
) -> Option<url::Url> {
    url::Url::options().base_url(base).parse(element.attr(attribute)?).ok()
}
