//! Namespace prefixes in selectors and XPath expressions.

use crate::Namespace;

/// The namespace prefixes of a selector or an XPath expression, like the `@namespace` rules of a style sheet.
///
/// The default value declares `html`, `svg`, `math`, `xlink` and `xml`. Without a default namespace, the selector `p`
/// matches a `p` in any namespace.
///
/// # Examples
///
/// ```
/// use sapwood::Namespaces;
///
/// let namespaces = Namespaces::default().prefix("dc", "http://purl.org/dc/elements/1.1/");
/// assert_eq!(namespaces.url("dc"), Some("http://purl.org/dc/elements/1.1/"));
/// assert_eq!(namespaces.url("svg"), Some("http://www.w3.org/2000/svg"));
/// assert_eq!(namespaces.url("atom"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespaces {
    default: Option<Box<str>>,
    /// Prefixes and URLs, in the order of the prefixes.
    prefixes: Vec<(Box<str>, Box<str>)>,
}

impl Default for Namespaces {
    fn default() -> Self {
        use Namespace::{Html, MathMl, Svg, XLink, Xml};
        [Html, Svg, MathMl, XLink, Xml]
            .into_iter()
            .fold(Self::none(), |map, namespace| map.prefix(namespace.prefix(), namespace.as_url()))
    }
}

impl Namespaces {
    /// Declares no prefixes.
    #[must_use]
    pub fn none() -> Self {
        Self { default: None, prefixes: Vec::new() }
    }

    /// Declares `prefix` for the namespace `url`; `""` is no namespace.
    #[must_use]
    pub fn prefix(mut self, prefix: &str, url: &str) -> Self {
        match self.search(prefix) {
            Ok(index) => self.prefixes[index].1 = url.into(),
            Err(index) => self.prefixes.insert(index, (prefix.into(), url.into())),
        }
        self
    }

    /// Declares the default namespace: type selectors and name tests without a prefix, and compound selectors without
    /// a type selector, then match elements in the namespace `url` only.
    #[must_use]
    pub fn default_namespace(mut self, url: &str) -> Self {
        self.default = Some(url.into());
        self
    }

    /// Returns the URL of the default namespace.
    #[must_use]
    pub fn default_url(&self) -> Option<&str> {
        self.default.as_deref()
    }

    /// Returns the URL that `prefix` is declared for.
    #[must_use]
    pub fn url(&self, prefix: &str) -> Option<&str> {
        self.search(prefix).ok().map(|index| &*self.prefixes[index].1)
    }

    fn search(&self, prefix: &str) -> Result<usize, usize> {
        self.prefixes.binary_search_by(|(own, _)| (**own).cmp(prefix))
    }
}
