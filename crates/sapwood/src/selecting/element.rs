//! Elements as selectors see them when their start tag is read.

use names::{Name, NameId, Namespace};
use select::{Element, LocalName, NamespaceUrl};
use tree_sink::{Attribute, ElementName, NewElement, Origin, Span};

/// An element that is about to be created.
#[derive(Clone, Copy)]
pub(super) struct Start<'a>(pub(super) NewElement<'a>);

fn is_local_name(name: Name<'_>, word: &LocalName) -> bool {
    if name.id == word.id {
        return name.id != NameId::UNKNOWN;
    }
    !name.id.is_known() && name.text == word.text
}

impl Element for Start<'_> {
    fn is_named(&self, name: &LocalName) -> bool {
        is_local_name(self.0.name.name, name)
    }

    fn local_name(&self) -> &str {
        self.0.name.name.text
    }

    fn namespace(&self) -> Namespace {
        self.0.name.namespace
    }

    fn is_in(&self, namespace: &NamespaceUrl) -> bool {
        // HTML's elements are in namespaces that are known.
        self.0.name.namespace == namespace.namespace
    }

    fn type_key(&self) -> u64 {
        (self.0.name.name.id.index() as u64) << 8 | self.0.name.namespace as u64
    }

    fn known_attribute(&self, name: NameId) -> Option<&str> {
        let is_it = |own: &Attribute<'_>| own.namespace == Namespace::None && own.name.id == name;
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    fn attribute(&self, name: &LocalName) -> Option<&str> {
        let is_it =
            |own: &Attribute<'_>| own.namespace == Namespace::None && is_local_name(own.name, name);
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let is_it = |own: &Attribute<'_>| {
            namespace.is_none_or(|wanted| wanted.namespace == own.namespace)
                && is_local_name(own.name, name)
        };
        self.0.attributes.iter().filter(is_it).any(|own| test(own.value))
    }
}

/// An element that may have to be created later, or once more.
#[derive(Clone)]
pub(super) struct Kept {
    namespace: Namespace,
    html_integration_point: bool,
    name: KeptName,
    attributes: Box<[KeptAttribute]>,
    /// The names that aren't known and the values, one after the other: of the element, then of each attribute.
    text: Box<str>,
}

#[derive(Clone, Copy)]
struct KeptAttribute {
    namespace: Namespace,
    name: KeptName,
    value_len: usize,
}

/// A name, and its length in the text unless it is known.
#[derive(Clone, Copy)]
struct KeptName {
    id: NameId,
    len: usize,
}

impl KeptName {
    fn new(name: Name<'_>, text: &mut String) -> Self {
        if name.id.is_known() {
            return Self { id: name.id, len: 0 };
        }
        text.push_str(name.text);
        Self { id: name.id, len: name.text.len() }
    }

    fn name<'k>(&self, text: &mut &'k str) -> Name<'k> {
        if self.id.is_known() {
            Name::known(self.id)
        } else {
            Name { id: self.id, text: take(text, self.len) }
        }
    }
}

/// Takes the first `len` bytes.
fn take<'k>(text: &mut &'k str, len: usize) -> &'k str {
    let (taken, rest) = text.split_at(len);
    *text = rest;
    taken
}

impl Kept {
    pub(super) fn new(element: &NewElement<'_>) -> Self {
        let mut text = String::new();
        let name = KeptName::new(element.name.name, &mut text);
        let keep = |own: Attribute<'_>| {
            let name = KeptName::new(own.name, &mut text);
            text.push_str(own.value);
            KeptAttribute { namespace: own.namespace, name, value_len: own.value.len() }
        };
        Self {
            namespace: element.name.namespace,
            html_integration_point: element.html_integration_point,
            name,
            attributes: element.attributes.iter().map(keep).collect(),
            text: text.into(),
        }
    }

    /// Calls `see` with the element.
    pub(super) fn with<T>(&self, see: impl FnOnce(NewElement<'_>) -> T) -> T {
        let mut text = &*self.text;
        let name = self.name.name(&mut text);
        let attributes: Vec<_> = self
            .attributes
            .iter()
            .map(|attribute| Attribute {
                name: attribute.name.name(&mut text),
                namespace: attribute.namespace,
                value: take(&mut text, attribute.value_len),
                span: Span::default(),
            })
            .collect();
        see(NewElement {
            name: ElementName { namespace: self.namespace, name },
            attributes: attributes.as_slice().into(),
            origin: Origin::Implied(Span::default()),
            html_integration_point: self.html_integration_point,
        })
    }
}
