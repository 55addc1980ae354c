//! Elements as selectors see them when their start tag is read.

use sapwood_dom::NodeRef;
use sapwood_names::{Name, NameId, Namespace};
use sapwood_select::{Element, LocalName, NamespaceUrl};
use sapwood_tree::{Attribute, AttributeRange, Attributes, ElementName, NewElement, Origin, Span};

/// An element that is about to be created.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a>(pub(super) &'a NewElement<'a>);

/// Compares names by their ids where both are known. Two unknown names have the same id and differ in their texts.
#[inline]
fn is_local_name(name: Name<'_>, word: &LocalName) -> bool {
    match name.id.is_known() {
        true => name.id == word.id,
        false => name.text == word.text,
    }
}

impl<'a> Element<'a> for Start<'a> {
    #[inline]
    fn is_named(&self, name: &LocalName) -> bool {
        is_local_name(self.0.name.name, name)
    }

    #[inline]
    fn local_name(&self) -> &'a str {
        self.0.name.name.text
    }

    #[inline]
    fn namespace(&self) -> Namespace {
        self.0.name.namespace
    }

    #[inline]
    fn is_in(&self, namespace: &NamespaceUrl) -> bool {
        // HTML's elements are in namespaces that are known.
        self.0.name.namespace == namespace.namespace
    }

    #[inline]
    fn type_key(&self) -> u64 {
        (self.0.name.name.id.index() as u64) << 8 | self.0.name.namespace as u64
    }

    #[inline]
    fn known_attribute(&self, name: NameId) -> Option<&'a str> {
        if self.0.attributes.ranges().is_some() {
            // None of them has a namespace.
            return self.0.attributes.value_in_ranges(name);
        }
        let is_it = |own: &Attribute<'_>| own.namespace == Namespace::None && own.name.id == name;
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    #[inline]
    fn attribute(&self, name: &LocalName) -> Option<&'a str> {
        if name.is_attribute {
            return self.known_attribute(name.id);
        }
        let is_it =
            |own: &Attribute<'_>| own.namespace == Namespace::None && is_local_name(own.name, name);
        self.0.attributes.iter().find(is_it).map(|own| own.value)
    }

    #[inline]
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

/// A copy of an element's name and attributes.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    namespace: Namespace,
    html_integration_point: bool,
    name: NameId,
    /// The name, unless it is known.
    name_text: String,
    /// Attributes by their ranges of `text` and `buffer`.
    ranges: Vec<AttributeRange>,
    text: String,
    buffer: String,
    /// Attributes that had no ranges: their names and values lie in `text` one after the other.
    listed: Vec<Listed>,
}

#[derive(Clone, Copy, Debug)]
struct Listed {
    namespace: Namespace,
    name: NameId,
    name_len: usize,
    value_len: usize,
}

impl Default for Kept {
    #[inline]
    fn default() -> Self {
        Self {
            namespace: Namespace::None,
            html_integration_point: false,
            name: NameId::UNKNOWN,
            name_text: String::new(),
            ranges: Vec::new(),
            text: String::new(),
            buffer: String::new(),
            listed: Vec::new(),
        }
    }
}

/// Takes the first `len` bytes.
#[inline]
fn take<'k>(text: &mut &'k str, len: usize) -> &'k str {
    let (taken, rest) = text.split_at(len);
    *text = rest;
    taken
}

impl Kept {
    /// Keeps another element, in the memory of the last.
    #[inline]
    pub(crate) fn set(&mut self, element: &NewElement<'_>) {
        let ElementName { namespace, name } = element.name;
        self.namespace = namespace;
        self.html_integration_point = element.html_integration_point;
        self.name = name.id;
        self.name_text.clear();
        if !name.id.is_known() {
            self.name_text.push_str(name.text);
        }
        self.listed.clear();
        let Self { ranges, text, buffer, listed, .. } = self;
        if !element.attributes.copy_ranges(ranges, text, buffer) {
            listed.extend(element.attributes.iter().map(|own| {
                let Attribute { name, namespace, value, .. } = own;
                text.push_str(name.text);
                text.push_str(value);
                let (name_len, value_len) = (name.text.len(), value.len());
                Listed { namespace, name: name.id, name_len, value_len }
            }));
        }
    }

    /// Keeps the HTML element that `copy` is, whose name is known.
    pub(crate) fn set_copy(&mut self, copy: NodeRef<'_>, name: NameId) {
        let attributes: Vec<_> = copy
            .attrs()
            .map(|own| {
                // The ids of other names are those of the copy's document.
                let id = Some(own.name_id()).filter(|id| id.is_known()).unwrap_or_default();
                let name = Name { id, text: own.local_name() };
                let (namespace, value, span) = (own.namespace(), own.value(), Span::default());
                Attribute { name, namespace, value, span }
            })
            .collect();
        self.set(&NewElement {
            name: ElementName { namespace: Namespace::Html, name: Name::known(name) },
            attributes: attributes.as_slice().into(),
            origin: Origin::Implied(Span::default()),
            html_integration_point: false,
        });
    }

    /// Whether its memory is worth keeping, for another element.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        const SMALL: usize = 1024;
        let text = [&self.name_text, &self.text, &self.buffer].map(String::capacity);
        text.into_iter().max() <= Some(SMALL)
            && self.ranges.capacity() + self.listed.capacity() <= 64
    }

    /// Calls `see` with the element.
    pub(crate) fn with<T>(&self, see: impl FnOnce(NewElement<'_>) -> T) -> T {
        if self.listed.is_empty() {
            let attributes = Attributes::of_ranges(&self.ranges, &self.text, &self.buffer, 0);
            return see(self.element(attributes));
        }
        let mut text = &*self.text;
        let attributes = self.listed.iter().map(|listed| {
            let name = Name { id: listed.name, text: take(&mut text, listed.name_len) };
            let value = take(&mut text, listed.value_len);
            Attribute { name, namespace: listed.namespace, value, span: Span::default() }
        });
        let attributes: Vec<_> = attributes.collect();
        see(self.element(attributes.as_slice().into()))
    }

    #[inline]
    fn element<'k>(&'k self, attributes: Attributes<'k>) -> NewElement<'k> {
        let name = match self.name.is_known() {
            true => Name::known(self.name),
            false => Name { id: self.name, text: &self.name_text },
        };
        NewElement {
            name: ElementName { namespace: self.namespace, name },
            attributes,
            origin: Origin::Implied(Span::default()),
            html_integration_point: self.html_integration_point,
        }
    }
}
