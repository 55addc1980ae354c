//! Rules beyond the standard.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
    sync::Arc,
};

use sapwood_dom::NodeRef;
#[cfg(feature = "url")]
use url::Url;

use crate::{canonical::ConfigError, config::SanitizerConfig, instance::Sanitizer};

/// A [`Sanitizer`] with further rules: URL schemes, style properties, classes, attribute values, callbacks, and a
/// treatment of elements that aren't listed.
///
/// The rules only restrict what the sanitizer keeps, with three exceptions: [`link_rel`](Self::link_rel) and
/// [`set_attribute`](Self::set_attribute) add attributes, and [`attribute_prefixes`](Self::attribute_prefixes) keep
/// more. Event handlers and scripts are never kept.
///
/// ```
/// use sapwood::sanitizer::{Policy, Sanitizer, Unlisted};
///
/// let mut sanitizer = Sanitizer::default();
/// sanitizer.allow_attribute("class");
/// sanitizer.allow_attribute("style");
/// let policy = Policy::new(sanitizer)
///     .unlisted(Unlisted::Unwrap)
///     .url_schemes(["https", "mailto"])
///     .classes("*", ["note"])
///     .style_properties(["color"])
///     .link_rel("noopener");
/// let html = "<center><p class='note x' style='color: red; position: fixed'>\
///     <a href=https://a.b/>1</a><a href=ftp://a.b/>2</a></center>";
/// assert_eq!(
///     policy.clean(html),
///     "<p class=\"note\" style=\"color: red\">\
///     <a href=\"https://a.b/\" rel=\"noopener\">1</a><a rel=\"noopener\">2</a></p>"
/// );
/// ```
#[derive(Clone)]
pub struct Policy {
    pub(crate) sanitizer: Sanitizer,
    pub(crate) rules: Arc<Rules>,
}

/// Treatment of an element that the sanitizer doesn't keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unlisted {
    /// It is removed with its content, as in the standard.
    #[default]
    Drop,
    /// It is replaced by its children.
    Unwrap,
    /// Its tags become text around its children.
    Escape,
}

/// The decision of a [callback on elements](Policy::element).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementAction {
    /// The sanitizer decides.
    #[default]
    Default,
    /// It is removed with its content.
    Drop,
    /// It is replaced by its children.
    Unwrap,
    /// Its tags become text around its children.
    Escape,
}

/// Treatment of a URL without a scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelativeUrls {
    /// It stays.
    #[default]
    Keep,
    /// The attribute is removed.
    Drop,
    /// It is resolved against this URL. If that fails, the attribute is removed.
    #[cfg(feature = "url")]
    Resolve(Url),
}

type ElementRule = dyn Fn(NodeRef<'_>) -> ElementAction + Send + Sync;
type AttributeRule =
    dyn for<'v> Fn(NodeRef<'_>, &str, &'v str) -> Option<Cow<'v, str>> + Send + Sync;

/// The rules of a policy.
#[derive(Clone, Default)]
pub(crate) struct Rules {
    pub(crate) unlisted: Unlisted,
    pub(crate) dropped: HashSet<String>,
    pub(crate) schemes: Option<HashSet<String>>,
    /// Elements whose `src` and `href` may have `data:` URLs, whatever the schemes are.
    pub(crate) data_urls: HashSet<String>,
    pub(crate) relative: RelativeUrls,
    pub(crate) styles: Option<HashSet<String>>,
    pub(crate) classes: HashMap<String, HashSet<String>>,
    pub(crate) id_prefix: Option<String>,
    pub(crate) link_rel: Option<String>,
    pub(crate) values: HashMap<String, HashMap<String, HashSet<String>>>,
    pub(crate) set: HashMap<String, Vec<(String, String)>>,
    pub(crate) prefixes: Vec<String>,
    pub(crate) element: Option<Arc<ElementRule>>,
    pub(crate) attribute: Option<Arc<AttributeRule>>,
}

impl From<Sanitizer> for Policy {
    fn from(sanitizer: Sanitizer) -> Self {
        Self::new(sanitizer)
    }
}

fn strings<T: Into<String>>(items: impl IntoIterator<Item = T>) -> HashSet<String> {
    items.into_iter().map(Into::into).collect()
}

impl Policy {
    /// A policy that adds nothing to the sanitizer.
    #[must_use]
    pub fn new(sanitizer: Sanitizer) -> Self {
        let rules = Rules { dropped: strings(["script", "style"]), ..Rules::default() };
        Self { sanitizer, rules: Arc::new(rules) }
    }

    /// A policy of a configuration, which [`Sanitizer::strict`] reads.
    ///
    /// # Errors
    ///
    /// If the configuration isn't valid.
    pub fn strict(config: SanitizerConfig) -> Result<Self, ConfigError> {
        Ok(Self::new(Sanitizer::strict(config)?))
    }

    pub(crate) fn change(mut self, change: impl FnOnce(&mut Rules)) -> Self {
        change(Arc::make_mut(&mut self.rules));
        self
    }

    /// The sanitizer that the rules are added to.
    #[must_use]
    pub fn sanitizer(&self) -> &Sanitizer {
        &self.sanitizer
    }

    /// Replaces the sanitizer and keeps the rules.
    #[must_use]
    pub fn with_sanitizer(mut self, sanitizer: Sanitizer) -> Self {
        self.sanitizer = sanitizer;
        self
    }

    /// Sets the treatment of elements that the sanitizer doesn't keep.
    #[must_use]
    pub fn unlisted(self, unlisted: Unlisted) -> Self {
        self.change(|rules| rules.unlisted = unlisted)
    }

    /// Sets the local names of elements that are removed with their content even if others are
    /// [unwrapped](Unlisted::Unwrap) or escaped: `script` and `style` by default. Elements that the sanitizer keeps stay.
    #[must_use]
    pub fn drop_content<T: Into<String>>(self, names: impl IntoIterator<Item = T>) -> Self {
        self.change(|rules| rules.dropped = strings(names))
    }

    /// Sets the schemes that URLs may have, in lower case. An attribute with another URL is removed; of a `srcset`, the
    /// whole attribute.
    #[must_use]
    pub fn url_schemes<T: Into<String>>(self, schemes: impl IntoIterator<Item = T>) -> Self {
        self.change(|rules| rules.schemes = Some(strings(schemes)))
    }

    /// Sets the elements whose `src` and `href` may have `data:` URLs besides.
    #[must_use]
    pub fn data_urls<T: Into<String>>(self, elements: impl IntoIterator<Item = T>) -> Self {
        self.change(|rules| rules.data_urls = strings(elements))
    }

    /// Sets the treatment of URLs without a scheme.
    #[must_use]
    pub fn relative_urls(self, relative: RelativeUrls) -> Self {
        self.change(|rules| rules.relative = relative)
    }

    /// Sets the CSS properties that `style` attributes keep, in lower case. Values with `url()` or a function that takes
    /// a URL are removed.
    #[must_use]
    pub fn style_properties<T: Into<String>>(
        self,
        properties: impl IntoIterator<Item = T>,
    ) -> Self {
        self.change(|rules| rules.styles = Some(strings(properties)))
    }

    /// Sets the classes that elements with this local name keep, or with `*` all elements. Elements without a list keep
    /// all classes.
    #[must_use]
    pub fn classes<T: Into<String>>(
        self,
        element: &str,
        classes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.change(|rules| {
            rules.classes.insert(element.to_owned(), strings(classes));
        })
    }

    /// Puts a prefix before each `id` that doesn't begin with it, so that it can't be one of the page.
    #[must_use]
    pub fn id_prefix(self, prefix: &str) -> Self {
        self.change(|rules| rules.id_prefix = Some(prefix.to_owned()))
    }

    /// Sets the `rel` attribute of all `a` and `area` elements in HTML.
    #[must_use]
    pub fn link_rel(self, rel: &str) -> Self {
        self.change(|rules| rules.link_rel = Some(rel.to_owned()))
    }

    /// Leaves the `rel` attribute of links to the sanitizer.
    #[must_use]
    pub fn without_link_rel(self) -> Self {
        self.change(|rules| rules.link_rel = None)
    }

    /// Sets the values that an attribute may have on elements with this local name; ASCII case is ignored. With another
    /// value it is removed.
    #[must_use]
    pub fn attribute_values<T: Into<String>>(
        self,
        element: &str,
        attribute: &str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        self.change(|rules| {
            let values =
                values.into_iter().map(|value| value.into().to_ascii_lowercase()).collect();
            let attributes = rules.values.entry(element.to_owned()).or_default();
            attributes.insert(attribute.to_owned(), values);
        })
    }

    /// Sets an attribute of all HTML elements with this local name that are kept. The names of event handlers are
    /// ignored.
    #[must_use]
    pub fn set_attribute(self, element: &str, attribute: &str, value: &str) -> Self {
        if attribute.starts_with("on") {
            return self;
        }
        self.change(|rules| {
            let set = rules.set.entry(element.to_owned()).or_default();
            set.retain(|(name, _)| name != attribute);
            set.push((attribute.to_owned(), value.to_owned()));
        })
    }

    /// Keeps attributes whose name begins so, such as `aria-`. Prefixes of event handlers are ignored.
    #[must_use]
    pub fn attribute_prefixes<T: Into<String>>(
        self,
        prefixes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.change(|rules| {
            let prefixes = prefixes.into_iter().map(Into::into);
            rules.prefixes =
                prefixes.filter(|it| !it.starts_with("on") && !"on".starts_with(&**it)).collect();
        })
    }

    /// Sets a callback that can remove elements which the sanitizer keeps.
    ///
    /// ```
    /// use sapwood::sanitizer::{ElementAction, Policy, Sanitizer};
    ///
    /// let policy = Policy::new(Sanitizer::default()).element(|element| {
    ///     let is_empty = element.local_name() == Some("p") && element.first_child().is_none();
    ///     if is_empty { ElementAction::Drop } else { ElementAction::Default }
    /// });
    /// assert_eq!(policy.clean("<p><p>x"), "<p>x</p>");
    /// ```
    #[must_use]
    pub fn element(
        self,
        rule: impl Fn(NodeRef<'_>) -> ElementAction + Send + Sync + 'static,
    ) -> Self {
        self.change(|rules| rules.element = Some(Arc::new(rule)))
    }

    /// Sets a callback that changes or removes attributes which the other rules keep: it takes the element, the local name
    /// and the value, and returns the new value or `None`.
    ///
    /// Elements that the parser reopened share their attributes, and the callback is called for one of them. Called with
    /// its own result it should return that; otherwise [`clean`](Self::clean) finds no stable markup and keeps only text.
    ///
    /// ```
    /// use sapwood::sanitizer::{Policy, Sanitizer};
    ///
    /// let policy = Policy::new(Sanitizer::default()).attribute(|_, name, value| match name {
    ///     "href" if value.starts_with("http:") => Some(value.replacen("http:", "https:", 1).into()),
    ///     "title" => None,
    ///     _ => Some(value.into()),
    /// });
    /// assert_eq!(policy.clean("<a href=http://a.b title=c>d"), "<a href=\"https://a.b\">d</a>");
    /// ```
    #[must_use]
    pub fn attribute(
        self,
        rule: impl for<'v> Fn(NodeRef<'_>, &str, &'v str) -> Option<Cow<'v, str>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.change(|rules| rules.attribute = Some(Arc::new(rule)))
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("sanitizer", &self.sanitizer)
            .field("unlisted", &self.rules.unlisted)
            .field("schemes", &self.rules.schemes)
            .field("relative", &self.rules.relative)
            .finish_non_exhaustive()
    }
}
