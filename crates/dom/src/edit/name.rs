//! Validating and interning names.

use sapwood_names::{Name, NameId, Namespace};
use sapwood_tree::QualifiedName;

use super::EditError;
use crate::store::{attributes::Attribute, document::Document};

/// Whether this is a [valid element local name](https://dom.spec.whatwg.org/#valid-element-local-name).
#[inline]
pub(super) fn is_element_name(name: &str) -> bool {
    let is_strict =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_' | '\u{80}'..);
    match name.chars().next() {
        Some('a'..='z' | 'A'..='Z') => !name.contains(ends_name),
        Some(':' | '_' | '\u{80}'..) => name.chars().all(is_strict),
        _ => false,
    }
}

/// Whether this is a [valid attribute local name](https://dom.spec.whatwg.org/#valid-attribute-local-name).
#[inline]
pub(super) fn is_attribute_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c| ends_name(c) || c == '=')
}

/// Whether a tag name, and so a [valid namespace
/// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix), ends before this character.
#[inline]
pub(super) fn ends_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\0' | '/' | '>')
}

/// [Validates and extracts](https://dom.spec.whatwg.org/#validate-and-extract) a namespace and a name that may
/// have a prefix.
#[inline]
pub(super) fn extract<'a>(
    namespace_url: &'a str,
    qualified_name: &'a str,
    is_local_name: fn(&str) -> bool,
) -> Result<QualifiedName<'a>, EditError> {
    let (prefix, local) = match qualified_name.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, qualified_name),
    };
    let namespace = Namespace::of_url(namespace_url);
    let is_of_xmlns = prefix.unwrap_or(qualified_name) == "xmlns";
    let is_valid = is_local_name(local)
        && prefix.is_none_or(|prefix| !prefix.is_empty() && !prefix.contains(ends_name))
        && (prefix.is_none() || namespace != Namespace::None)
        && (prefix != Some("xml") || namespace == Namespace::Xml)
        && is_of_xmlns == (namespace == Namespace::XmlNs);
    let local = Name { id: NameId::UNKNOWN, text: local };
    let name = QualifiedName { prefix, namespace, namespace_url, local };
    is_valid.then_some(name).ok_or(EditError::InvalidName)
}

impl Document {
    /// The id of an element's name.
    #[inline]
    pub(super) fn element_name(&mut self, name: QualifiedName<'_>) -> Result<NameId, EditError> {
        let id = sapwood_names::tag_id(name.local.text);
        self.number(name, id, name.prefix.is_none())
    }

    /// The code of an attribute's name.
    #[inline]
    pub(super) fn attribute_name(&mut self, name: QualifiedName<'_>) -> Result<u32, EditError> {
        let id = sapwood_names::attribute_id(name.local.text);
        let is_usual = name.prefix == name.namespace.attribute_prefix(name.local.text);
        Ok(Attribute::code(self.number(name, id, is_usual)?, name.namespace))
    }

    /// The id of a processing instruction's target.
    #[inline]
    pub(super) fn target(&mut self, target: &str) -> Result<NameId, EditError> {
        self.names.or_full(|names| names.intern(target)).ok_or(EditError::Full)
    }

    #[inline]
    fn number(
        &mut self,
        name: QualifiedName<'_>,
        id: NameId,
        is_usual: bool,
    ) -> Result<NameId, EditError> {
        let local = Name { id, ..name.local };
        let is_plain = is_usual && name.namespace != Namespace::Other;
        let number = self.names.or_full(|names| {
            if is_plain {
                names.intern_local(local)
            } else {
                names.intern_qualified(&QualifiedName { local, ..name })
            }
        });
        number.ok_or(EditError::Full)
    }
}
