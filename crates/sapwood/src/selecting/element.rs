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
        let is_it = |own: &&Attribute<'_>| own.namespace == Namespace::None && own.name.id == name;
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    fn attribute(&self, name: &LocalName) -> Option<&str> {
        let is_it = |own: &&Attribute<'_>| {
            own.namespace == Namespace::None && is_local_name(own.name, name)
        };
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let is_it = |own: &&Attribute<'_>| {
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
    name: KeptName,
    html_integration_point: bool,
    attributes: Box<[(KeptName, Namespace, Box<str>)]>,
}

#[derive(Clone)]
struct KeptName {
    id: NameId,
    text: Box<str>,
}

impl KeptName {
    fn new(name: Name<'_>) -> Self {
        Self { id: name.id, text: name.text.into() }
    }

    fn name(&self) -> Name<'_> {
        Name { id: self.id, text: &self.text }
    }
}

impl Kept {
    pub(super) fn new(element: &NewElement<'_>) -> Self {
        let keep = |own: &Attribute<'_>| (KeptName::new(own.name), own.namespace, own.value.into());
        Self {
            namespace: element.name.namespace,
            name: KeptName::new(element.name.name),
            html_integration_point: element.html_integration_point,
            attributes: element.attributes.iter().map(keep).collect(),
        }
    }

    /// Calls `see` with the element.
    pub(super) fn with<T>(&self, see: impl FnOnce(NewElement<'_>) -> T) -> T {
        let attributes: Vec<_> = self
            .attributes
            .iter()
            .map(|(name, namespace, value)| Attribute {
                name: name.name(),
                namespace: *namespace,
                value,
                span: Span::default(),
            })
            .collect();
        see(NewElement {
            name: ElementName { namespace: self.namespace, name: self.name.name() },
            attributes: &attributes,
            origin: Origin::Implied(Span::default()),
            html_integration_point: self.html_integration_point,
        })
    }
}
