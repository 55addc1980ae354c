//! Selectors over a document.

use names::{NameId, Namespace};
use select::{Element, Flavour, Key, NamespaceUrl, Node, Select, Selector, SelectorError, Word};
use tree_sink::QuirksMode;

use crate::{
    arena::{Kind, Node as Entry, Slot},
    attributes::{Attribute, AttributeRef},
    document::Document,
    node::NodeRef,
};

impl Document {
    /// The elements that match a selector, in tree order; `:scope` is the document element.
    ///
    /// A document that is searched again and again gets an index, as soon as the searches took about as long as
    /// that takes to make. It is part of [`heap_bytes`](Self::heap_bytes), and gone when the document changes.
    ///
    /// For a selector that is used more than once: [`Selector::select`] of [`document`](Self::document).
    ///
    /// # Errors
    ///
    /// If `selector` is none: where, and what would be right there.
    pub fn select(&self, selector: &str) -> Result<Select<NodeRef<'_>>, SelectorError> {
        self.document().select(selector)
    }

    /// The first element that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_first(&self, selector: &str) -> Result<Option<NodeRef<'_>>, SelectorError> {
        self.document().select_first(selector)
    }
}

impl<'a> NodeRef<'a> {
    /// The descendants of this node that match a selector, in tree order.
    ///
    /// As with [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall), what stands before
    /// the last combinator may be this node or above it. `:scope` is this node, or the document element of
    /// a document. For a selector that is used more than once: [`Selector::select`].
    ///
    /// # Errors
    ///
    /// If `selector` is none: where, and what would be right there.
    pub fn select(self, selector: &str) -> Result<Select<Self>, SelectorError> {
        Ok(Selector::new(selector)?.select(self))
    }

    /// The first descendant that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_first(self, selector: &str) -> Result<Option<Self>, SelectorError> {
        Ok(Selector::new(selector)?.select_first(self))
    }

    /// Whether this node is an element that matches a selector, of which `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn matches(self, selector: &str) -> Result<bool, SelectorError> {
        Ok(Selector::new(selector)?.matches(self))
    }

    /// The nearest of this node and its ancestors that matches a selector, of which `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn closest(self, selector: &str) -> Result<Option<Self>, SelectorError> {
        Ok(Selector::new(selector)?.closest(self))
    }

    /// The next element after this node in tree order, among the descendants of `root`, that `fits`: which takes
    /// so much for each node that is passed.
    #[inline]
    fn next_that(
        self,
        root: Self,
        steps: &mut usize,
        effort: usize,
        fits: impl Fn(Slot, &Entry) -> bool,
    ) -> Option<Self> {
        let nodes = &self.document.nodes;
        let (found, passed) = nodes.next_that(self.id, root.id, fits);
        *steps += passed;
        nodes.index.note(passed * effort);
        found.map(|id| Self { id, ..self })
    }

    /// Whether the name with this number is a selector's word. A known name has its own number, unless
    /// it stands where it isn't known: an element may be called like an attribute.
    #[inline]
    fn is_word(self, name: NameId, word: &Word) -> bool {
        if name == word.id {
            return name != NameId::UNKNOWN;
        }
        !name.is_known() && self.document.names.local_name(name).text == word.text
    }

    fn in_namespace(
        self,
        namespace: Namespace,
        url: impl FnOnce() -> &'a str,
        wanted: &NamespaceUrl,
    ) -> bool {
        namespace == wanted.namespace && (namespace != Namespace::Other || url() == wanted.url)
    }
}

impl Element for NodeRef<'_> {
    #[inline]
    fn is_named(&self, name: &Word) -> bool {
        self.is_word(self.head().name(), name)
    }

    fn local_name(&self) -> &str {
        NodeRef::local_name(self).unwrap_or_default()
    }

    #[inline]
    fn namespace(&self) -> Namespace {
        self.head().namespace()
    }

    fn is_in(&self, namespace: &NamespaceUrl) -> bool {
        let url = || self.namespace_uri().unwrap_or_default();
        self.in_namespace(self.head().namespace(), url, namespace)
    }

    fn type_key(&self) -> u64 {
        let (name, namespace) = (self.head().name(), self.head().namespace());
        let Some(qualified) = self.document.names.qualified(name) else {
            return (name.index() as u64) << 8 | namespace as u64;
        };
        qualified.type_key()
    }

    #[inline]
    fn known_attribute(&self, name: NameId) -> Option<&str> {
        self.document.known_attribute(self.id, name)
    }

    #[inline]
    fn attribute(&self, name: &Word) -> Option<&str> {
        if name.is_attribute {
            return self.document.known_attribute(self.id, name.id);
        }
        let found = self.document.attributes_of(self.id).iter().find(|attribute| {
            attribute.namespace() == Namespace::None && self.is_word(attribute.name_id(), name)
        })?;
        Some(self.document.texts.get(found.value()))
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &Word,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let is_it = |attribute: &AttributeRef<'_>| {
            let found = attribute.qualified_name();
            found.local.text == name.text
                && namespace.is_none_or(|wanted| {
                    found.namespace == wanted.namespace
                        && (found.namespace != Namespace::Other
                            || found.namespace_url == wanted.url)
                })
        };
        self.attributes().filter(is_it).any(|attribute| test(attribute.value()))
    }
}

/// Elements that an index lists, in tree order.
#[derive(Clone, Debug)]
pub struct Indexed<'a> {
    document: &'a Document,
    slots: std::slice::Iter<'a, Slot>,
}

impl<'a> Iterator for Indexed<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.slots.next().map(|id| NodeRef { document: self.document, id: *id })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}

impl ExactSizeIterator for Indexed<'_> {}

impl<'a> Node for NodeRef<'a> {
    type Indexed = Indexed<'a>;

    fn flavour(self) -> Flavour {
        Flavour {
            html: !self.document.is_xml,
            quirks: self.document.quirks_mode == QuirksMode::Quirks,
        }
    }

    #[inline]
    fn index(self) -> usize {
        self.id.index()
    }

    fn bound(self) -> usize {
        self.document.nodes.len() + 1
    }

    #[inline]
    fn is_element(self) -> bool {
        self.head().is(Kind::Element)
    }

    fn is_document(self) -> bool {
        self.head().is(Kind::Document)
    }

    fn has_text(self) -> bool {
        let entry = self.entry();
        entry.head.is(Kind::Text) && entry.len > 0
    }

    #[inline]
    fn parent(self) -> Option<Self> {
        NodeRef::parent(&self)
    }

    #[inline]
    fn first_child(self) -> Option<Self> {
        NodeRef::first_child(&self)
    }

    #[inline]
    fn last_child(self) -> Option<Self> {
        NodeRef::last_child(&self)
    }

    #[inline]
    fn previous_sibling(self) -> Option<Self> {
        NodeRef::previous_sibling(&self)
    }

    #[inline]
    fn next_sibling(self) -> Option<Self> {
        NodeRef::next_sibling(&self)
    }

    fn indexed(self, key: &Key) -> Option<Indexed<'a>> {
        let document = self.document;
        let slots = document.nodes.index.of(document)?.below(self.id, key)?.iter();
        Some(Indexed { document, slots })
    }

    fn is_within(self, ancestor: Self) -> bool {
        if let Some(index) = self.document.nodes.index.of(self.document)
            && let Some(is_within) = index.is_within(self.id, ancestor.id)
        {
            return is_within;
        }
        self.ancestors().any(|node| node == ancestor)
    }

    fn next_candidate(self, root: Self, keys: &[Key], steps: &mut usize) -> Option<Self> {
        let document = self.document;
        let flavour = self.flavour();
        // One key is what there is mostly, and then it is known what to look at.
        let attribute = match keys {
            [Key::Any] => {
                return self.next_that(root, steps, 1, |_, node| node.head.is(Kind::Element));
            }
            [Key::Type(name)] if name.is_tag && !document.names.has_qualified() => {
                return self.next_that(root, steps, 1, |_, node| node.head.is_called(name.id));
            }
            [key] => key.attribute().map(|name| (key, Attribute::code(name, Namespace::None))),
            _ => None,
        };
        let Some((key, code)) = attribute else {
            return self.next_that(root, steps, 4, |id, node| {
                let is_element = node.head.is(Kind::Element);
                let node = NodeRef { document, id };
                is_element && keys.iter().any(|key| key.fits(&node, flavour))
            });
        };
        let effort = if matches!(key, Key::Class(_)) { 4 } else { 2 };
        self.next_that(root, steps, effort, |_, node| {
            if !node.head.is(Kind::Element) {
                return false;
            }
            let mut attributes = document.attributes_at(node).iter();
            attributes
                .find(|own| own.name == code)
                .is_some_and(|own| key.accepts(document.texts.get(own.value()), flavour))
        })
    }

    fn with_text<T>(self, see: impl FnOnce(&str) -> T) -> Option<T> {
        self.as_text().map(see)
    }
}
