//! Policies that behave as other sanitizers.

use sapwood_names::Namespace;

use crate::{
    config::{
        SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    },
    generated::{AMMONIA_ATTRIBUTES, AMMONIA_ELEMENTS, DOMPURIFY_ATTRIBUTES, DOMPURIFY_ELEMENTS},
    instance::Sanitizer,
    policy::{Policy, Unlisted},
};

const AMMONIA_SCHEMES: [&str; 25] = [
    "bitcoin",
    "ftp",
    "ftps",
    "geo",
    "http",
    "https",
    "im",
    "irc",
    "ircs",
    "magnet",
    "mailto",
    "mms",
    "mx",
    "news",
    "nntp",
    "openpgp4fpr",
    "sip",
    "sms",
    "smsto",
    "ssh",
    "tel",
    "url",
    "webcal",
    "wtai",
    "xmpp",
];

const DOMPURIFY_SCHEMES: [&str; 10] =
    ["ftp", "ftps", "http", "https", "mailto", "tel", "callto", "sms", "cid", "xmpp"];

/// Elements whose content is dropped with them by DOMPurify.
const DOMPURIFY_DROPPED: [&str; 26] = [
    "annotation-xml",
    "audio",
    "colgroup",
    "desc",
    "foreignObject",
    "head",
    "iframe",
    "math",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "script",
    "selectedcontent",
    "style",
    "svg",
    "template",
    "thead",
    "title",
    "video",
    "xmp",
];

/// The elements that bleach keeps, with their attributes.
const BLEACH_ELEMENTS: [(Namespace, &str, &[&str]); 12] = [
    (Namespace::Html, "a", &["href", "title"]),
    (Namespace::Html, "abbr", &["title"]),
    (Namespace::Html, "acronym", &["title"]),
    (Namespace::Html, "b", &[]),
    (Namespace::Html, "blockquote", &[]),
    (Namespace::Html, "code", &[]),
    (Namespace::Html, "em", &[]),
    (Namespace::Html, "i", &[]),
    (Namespace::Html, "li", &[]),
    (Namespace::Html, "ol", &[]),
    (Namespace::Html, "strong", &[]),
    (Namespace::Html, "ul", &[]),
];

/// # Presets
impl Policy {
    /// A policy that behaves as ammonia's default.
    ///
    /// Tags that aren't listed are unwrapped, `script` and `style` are dropped, URLs have one of 25 schemes or are
    /// relative, links get `rel="noopener noreferrer"`. Foreign content goes without its content.
    ///
    /// ```
    /// use sapwood::sanitizer::Policy;
    ///
    /// let html = "XSS<script>attack</script><marquee><a href=javascript:x>y</a></marquee>";
    /// assert_eq!(Policy::ammonia().clean(html), "XSS<a rel=\"noopener noreferrer\">y</a>");
    /// ```
    #[must_use]
    pub fn ammonia() -> Self {
        Policy::new(sanitizer(&AMMONIA_ATTRIBUTES, &AMMONIA_ELEMENTS, false))
            .unlisted(Unlisted::Unwrap)
            .drop_content(["script", "style", "svg", "math"])
            .url_schemes(AMMONIA_SCHEMES)
            .link_rel("noopener noreferrer")
    }

    /// A policy that behaves as DOMPurify's default: HTML, SVG and MathML with forms and styles, `data-` and `aria-`
    /// attributes, and images in `data:` URLs. Elements that aren't listed are unwrapped, unless their content would
    /// be shown out of place.
    ///
    /// DOMPurify also compares attributes that hold no URL with its pattern for URLs, and removes an `id` or `name`
    /// that shadows a property of the document or a form. This policy doesn't.
    ///
    /// ```
    /// use sapwood::sanitizer::Policy;
    ///
    /// let html = "<x-y><img src=x onerror=alert(1) alt=a></x-y><svg><g/onload=alert(2)//></svg>";
    /// assert_eq!(Policy::dompurify().clean(html), "<img src=\"x\" alt=\"a\"><svg><g></g></svg>");
    /// ```
    #[must_use]
    pub fn dompurify() -> Self {
        Policy::new(sanitizer(&DOMPURIFY_ATTRIBUTES, &DOMPURIFY_ELEMENTS, true))
            .unlisted(Unlisted::Unwrap)
            .drop_content(DOMPURIFY_DROPPED)
            .url_schemes(DOMPURIFY_SCHEMES.into_iter().chain(["matrix"]))
            .data_urls(["audio", "video", "img", "source", "image", "track"])
            .attribute_prefixes(["aria-"])
    }

    /// A policy that behaves as bleach's default: twelve elements, and three URL schemes. The tags of other elements
    /// become text.
    ///
    /// bleach escapes the tags as they are written; this policy writes them as the parser understood them.
    ///
    /// ```
    /// use sapwood::sanitizer::Policy;
    ///
    /// let html = "an <script>evil()</script> <b class=x>example</b>";
    /// assert_eq!(
    ///     Policy::bleach().clean(html),
    ///     "an &lt;script&gt;evil()&lt;/script&gt; <b>example</b>"
    /// );
    /// ```
    #[must_use]
    pub fn bleach() -> Self {
        Policy::new(sanitizer(&[], &BLEACH_ELEMENTS, false))
            .unlisted(Unlisted::Escape)
            .drop_content::<&str>([])
            .url_schemes(["http", "https", "mailto"])
    }
}

fn sanitizer(
    attributes: &[&str],
    elements: &[(Namespace, &str, &[&str])],
    data_attributes: bool,
) -> Sanitizer {
    let element = |(namespace, name, own): &(Namespace, &str, &[&str])| {
        let element = SanitizerElement::new(name, namespace.as_url());
        SanitizerElementWithAttributes::new(element).attributes(own.iter().copied())
    };
    let attribute = |name: &&str| match name.split_once(':') {
        Some(("xlink", local)) => SanitizerAttribute::new(local, Namespace::XLink.as_url()),
        Some((_, local)) => SanitizerAttribute::new(local, Namespace::Xml.as_url()),
        None => SanitizerAttribute::from(*name),
    };
    let config = SanitizerConfig::default()
        .elements(elements.iter().map(element))
        .attributes(attributes.iter().map(attribute))
        .data_attributes(data_attributes)
        .comments(false);
    Sanitizer::strict(config).expect("a test makes the presets")
}
