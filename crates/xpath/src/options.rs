//! Settings of the parser.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use sapwood_names::Namespaces;

/// Settings for [`XPath::parse_with`](crate::XPath::parse_with): the namespaces and functions that an expression may
/// use.
///
/// # Examples
///
/// ```
/// use sapwood::{Namespaces, XPath, xpath::XPathOptions};
///
/// let namespaces = Namespaces::default().prefix("atom", "http://www.w3.org/2005/Atom");
/// let options = XPathOptions::new().namespaces(namespaces).function("reading-time");
/// assert!(XPath::parse_with("//atom:entry[reading-time(.) < 5]", &options).is_ok());
/// assert!(XPath::parse("//atom:entry").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct XPathOptions {
    namespaces: Option<Arc<Namespaces>>,
    functions: BTreeSet<Box<str>>,
}

/// The prefixes without a declaration: as for selectors, and those of EXSLT.
static NAMESPACES: LazyLock<Namespaces> = LazyLock::new(|| {
    let namespaces = Namespaces::default();
    #[cfg(feature = "exslt")]
    let namespaces = crate::exslt::declare(namespaces);
    namespaces
});

impl XPathOptions {
    /// The default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares prefixes, in place of `html`, `svg`, `math`, `xlink`, `xml` and, with the feature `exslt`, `re`, `set`
    /// and `str`.
    ///
    /// A default namespace is that of name tests for elements without a prefix.
    #[must_use]
    pub fn namespaces(mut self, namespaces: Namespaces) -> Self {
        self.namespaces = Some(Arc::new(namespaces));
        self
    }

    /// Declares a prefix in addition to the others.
    #[must_use]
    pub fn prefix(mut self, prefix: &str, url: &str) -> Self {
        let namespaces = self.declared().clone().prefix(prefix, url);
        self.namespaces = Some(Arc::new(namespaces));
        self
    }

    /// Declares a function that the environment has, by its name as expressions write it, with any prefix. It takes
    /// precedence over one of the library.
    #[must_use]
    pub fn function(mut self, name: &str) -> Self {
        self.functions.insert(name.into());
        self
    }

    fn declared(&self) -> &Namespaces {
        self.namespaces.as_deref().unwrap_or(&NAMESPACES)
    }

    pub(crate) fn namespace(&self, prefix: &str) -> Option<&str> {
        // The prefix `xml` is always declared.
        let xml = || (prefix == "xml").then_some(sapwood_names::Namespace::Xml.as_url());
        self.declared().url(prefix).or_else(xml)
    }

    pub(crate) fn default_namespace(&self) -> Option<&str> {
        self.declared().default_url()
    }

    pub(crate) fn has_function(&self, name: &str) -> bool {
        !self.functions.is_empty() && self.functions.contains(name)
    }
}
