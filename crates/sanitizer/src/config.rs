//! The configuration as it is written down: the standard's dictionaries.

use std::cmp::Ordering;

use sapwood_names::Namespace;

/// A [`SanitizerConfig`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig):
/// lists of what is kept or removed. A missing member is `None`.
///
/// Names are compared exactly with those of the tree: those of HTML elements and their attributes are in lower case.
/// [`Sanitizer::new`](crate::Sanitizer::new) checks that no two members contradict each other.
///
/// ```
/// use sapwood::sanitizer::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
///
/// let link = SanitizerElementWithAttributes::new("a").attributes(["href"]);
/// let config = SanitizerConfig::default()
///     .elements([link, "p".into(), "em".into()])
///     .replace_with_children_elements(["span"])
///     .attributes(["title", "lang"]);
/// let sanitizer = Sanitizer::new(config)?;
/// let html = "<p title=t class=c>A <span>link <em>to</em></span> <a href=/>x<hr></a>";
/// assert_eq!(
///     sanitizer.clean(html),
///     r#"<p title="t">A link <em>to</em> <a href="/">x</a></p>"#
/// );
/// # Ok::<(), sapwood::sanitizer::ConfigError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanitizerConfig {
    /// The elements that are kept; all others are removed.
    pub elements: Option<Vec<SanitizerElementWithAttributes>>,
    /// The elements that are removed with their content; all others are kept.
    pub remove_elements: Option<Vec<SanitizerElement>>,
    /// The elements that are replaced by their children.
    pub replace_with_children_elements: Option<Vec<SanitizerElement>>,
    /// The targets of the processing instructions that are kept; all others are removed.
    pub processing_instructions: Option<Vec<String>>,
    /// The targets of the processing instructions that are removed; all others are kept.
    pub remove_processing_instructions: Option<Vec<String>>,
    /// The attributes that are kept on every element; others are removed unless the element allows them.
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from every element without a list of its own.
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
    /// Whether comments are kept.
    pub comments: Option<bool>,
    /// Whether attributes that begin with `data-` are kept besides those of `attributes`.
    pub data_attributes: Option<bool>,
}

/// A list of the configuration.
fn list<T: Into<U>, U>(items: impl IntoIterator<Item = T>) -> Option<Vec<U>> {
    Some(items.into_iter().map(Into::into).collect())
}

impl SanitizerConfig {
    /// Sets the [elements](Self::elements) that are kept.
    #[must_use]
    pub fn elements<T: Into<SanitizerElementWithAttributes>>(
        mut self,
        elements: impl IntoIterator<Item = T>,
    ) -> Self {
        self.elements = list(elements);
        self
    }

    /// Sets the elements that are [removed](Self::remove_elements) with their content.
    #[must_use]
    pub fn remove_elements<T: Into<SanitizerElement>>(
        mut self,
        elements: impl IntoIterator<Item = T>,
    ) -> Self {
        self.remove_elements = list(elements);
        self
    }

    /// Sets the elements that are [replaced by their children](Self::replace_with_children_elements).
    #[must_use]
    pub fn replace_with_children_elements<T: Into<SanitizerElement>>(
        mut self,
        elements: impl IntoIterator<Item = T>,
    ) -> Self {
        self.replace_with_children_elements = list(elements);
        self
    }

    /// Sets the targets of the [processing instructions](Self::processing_instructions) that are kept.
    #[must_use]
    pub fn processing_instructions<T: Into<String>>(
        mut self,
        targets: impl IntoIterator<Item = T>,
    ) -> Self {
        self.processing_instructions = list(targets);
        self
    }

    /// Sets the targets of the processing instructions that are
    /// [removed](Self::remove_processing_instructions).
    #[must_use]
    pub fn remove_processing_instructions<T: Into<String>>(
        mut self,
        targets: impl IntoIterator<Item = T>,
    ) -> Self {
        self.remove_processing_instructions = list(targets);
        self
    }

    /// Sets the [attributes](Self::attributes) that are kept on every element.
    #[must_use]
    pub fn attributes<T: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.attributes = list(attributes);
        self
    }

    /// Sets the attributes that are [removed](Self::remove_attributes).
    #[must_use]
    pub fn remove_attributes<T: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.remove_attributes = list(attributes);
        self
    }

    /// Sets whether comments are [kept](Self::comments).
    #[must_use]
    pub fn comments(mut self, keep: bool) -> Self {
        self.comments = Some(keep);
        self
    }

    /// Sets whether `data-` attributes are [kept](Self::data_attributes). Only a configuration with
    /// [`attributes`](Self::attributes) may have this member.
    #[must_use]
    pub fn data_attributes(mut self, keep: bool) -> Self {
        self.data_attributes = Some(keep);
        self
    }
}

/// The name of an element in a configuration. A text stands for an HTML element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SanitizerElement {
    /// The local name, in the case of the tree: `p`, `foreignObject`.
    pub name: String,
    /// The URL of the namespace; `None` if the element is in none.
    pub namespace: Option<String>,
}

impl SanitizerElement {
    /// The element with this name and namespace URL. An empty URL means no namespace.
    #[must_use]
    pub fn new(name: &str, namespace: &str) -> Self {
        Self { name: name.to_owned(), namespace: Some(namespace.to_owned()) }
    }
}

impl From<&str> for SanitizerElement {
    fn from(name: &str) -> Self {
        Self::new(name, Namespace::Html.as_url())
    }
}

/// An element of the list [`SanitizerConfig::elements`], with lists of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SanitizerElementWithAttributes {
    /// The name of the element.
    pub element: SanitizerElement,
    /// The attributes that are kept on this element, besides the global ones.
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from this element.
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
}

impl SanitizerElementWithAttributes {
    /// The element without lists of its own.
    #[must_use]
    pub fn new(element: impl Into<SanitizerElement>) -> Self {
        Self { element: element.into(), attributes: None, remove_attributes: None }
    }

    /// Sets the attributes that are kept on this element.
    #[must_use]
    pub fn attributes<T: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.attributes = list(attributes);
        self
    }

    /// Sets the attributes that are removed from this element.
    #[must_use]
    pub fn remove_attributes<T: Into<SanitizerAttribute>>(
        mut self,
        attributes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.remove_attributes = list(attributes);
        self
    }
}

impl<T: Into<SanitizerElement>> From<T> for SanitizerElementWithAttributes {
    fn from(element: T) -> Self {
        Self::new(element)
    }
}

/// The name of an attribute in a configuration. A text stands for an attribute without a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SanitizerAttribute {
    /// The local name, in the case of the tree: `href`, `viewBox`.
    pub name: String,
    /// The URL of the namespace; `None` if the attribute is in none.
    pub namespace: Option<String>,
}

impl SanitizerAttribute {
    /// The attribute with this local name and namespace URL. An empty URL means no namespace.
    #[must_use]
    pub fn new(name: &str, namespace: &str) -> Self {
        Self { name: name.to_owned(), namespace: Some(namespace.to_owned()) }
    }
}

impl From<&str> for SanitizerAttribute {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), namespace: None }
    }
}

/// A canonical name of an element or an attribute. Its order is that of the standard's
/// [comparison](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#compare-sanitizer-items).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ItemName {
    pub(crate) namespace: Option<String>,
    pub(crate) name: String,
}

impl ItemName {
    /// The name in a known namespace.
    pub(crate) fn known(namespace: Namespace, name: &str) -> Self {
        let namespace = (namespace != Namespace::None).then(|| namespace.as_url().to_owned());
        Self { namespace, name: name.to_owned() }
    }

    /// The URL of the namespace, `""` if there is none.
    pub(crate) fn url(&self) -> &str {
        self.namespace.as_deref().unwrap_or("")
    }

    /// Whether it is the name of an attribute that `dataAttributes` stands for.
    pub(crate) fn is_data(&self) -> bool {
        self.namespace.is_none() && self.name.starts_with("data-")
    }
}

impl PartialOrd for ItemName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ItemName {
    fn cmp(&self, other: &Self) -> Ordering {
        let namespaces = match (&self.namespace, &other.namespace) {
            (Some(own), Some(other)) => code_units(own, other),
            (own, other) => own.is_some().cmp(&other.is_some()),
        };
        namespaces.then_with(|| code_units(&self.name, &other.name))
    }
}

/// Compares by UTF-16 code units, which differs from the order of bytes above U+FFFF.
pub(crate) fn code_units(one: &str, other: &str) -> Ordering {
    if one.is_ascii() && other.is_ascii() {
        return one.cmp(other);
    }
    one.encode_utf16().cmp(other.encode_utf16())
}

/// Converts between the name of an item in a configuration and its canonical name.
macro_rules! canonicalized {
    ($item:ident) => {
        impl From<$item> for ItemName {
            /// [Canonicalizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#canonicalize-a-sanitizer-name)
            /// the name: an empty namespace is none.
            fn from($item { name, namespace }: $item) -> Self {
                Self { name, namespace: namespace.filter(|url| !url.is_empty()) }
            }
        }

        impl From<&ItemName> for $item {
            fn from(ItemName { name, namespace }: &ItemName) -> Self {
                Self { name: name.clone(), namespace: namespace.clone() }
            }
        }
    };
}

canonicalized!(SanitizerElement);
canonicalized!(SanitizerAttribute);
