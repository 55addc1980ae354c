//! Names in queries: in selectors and in XPath expressions.

use std::borrow::Cow;

use crate::{NameId, Namespace, attribute_id, tag_id};

/// A local name in a query, with its id if it is a known name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// Its id; [`NameId::UNKNOWN`] if it is neither a known tag name nor a known attribute name.
    pub id: NameId,
    /// Whether it is a known attribute name: attributes of this name have that id.
    pub is_attribute: bool,
    /// Whether it is a known tag name: elements of this name have that id.
    pub is_tag: bool,
    /// Its text.
    pub text: Cow<'static, str>,
}

impl LocalName {
    /// A known tag name.
    #[must_use]
    pub const fn known(id: NameId) -> Self {
        Self { id, is_attribute: false, is_tag: true, text: Cow::Borrowed(id.as_str()) }
    }

    /// A known attribute name.
    #[must_use]
    pub const fn known_attribute(id: NameId) -> Self {
        Self { id, is_attribute: true, is_tag: false, text: Cow::Borrowed(id.as_str()) }
    }

    /// A name, known or not.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let (attribute, tag) = (attribute_id(text), tag_id(text));
        let (is_attribute, is_tag) = (attribute != NameId::UNKNOWN, tag != NameId::UNKNOWN);
        let id = if is_attribute { attribute } else { tag };
        let text = match id {
            NameId::UNKNOWN => Cow::Owned(text.to_owned()),
            id => Cow::Borrowed(id.as_str()),
        };
        Self { id, is_attribute, is_tag, text }
    }

    /// Returns the lower-case form of a name, and the original if that differs.
    #[must_use]
    pub fn both(lower: &str, exact: &str) -> (Self, Option<Self>) {
        (Self::new(lower), (lower != exact).then(|| Self::new(exact)))
    }
}

/// A namespace in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceUrl {
    /// The known namespace; [`Namespace::Other`] for another URL.
    pub namespace: Namespace,
    /// Its URL; `""` for no namespace.
    pub url: Cow<'static, str>,
}

impl NamespaceUrl {
    /// The namespace with this URL.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self { namespace: Namespace::of_url(url), url: Cow::Owned(url.to_owned()) }
    }
}
