//! Selectors over a document.

use std::collections::HashMap;

use names::{NameId, Namespace};
use select::{
    CandidateKey, DocumentMode, Element, LocalName, NamespaceUrl, Node, Scope, Select, Selector,
    SelectorError,
};
use tree_sink::QuirksMode;

use crate::{
    read::{attributes::AttributeRef, node::NodeRef},
    store::{
        attributes::Attribute,
        document::Document,
        id::NodeId,
        index::{Index, LazyIndex},
        node::{Kind, Node as Entry, Slot},
    },
};

impl Document {
    /// The elements that match a selector, in tree order; `:scope` is the document element.
    ///
    /// `selector` is text, or a [`Selector`]: compile one to use it more than once.
    ///
    /// Once searches have cost about as much as building an index, the document builds one. It counts towards
    /// [`heap_bytes`](Self::heap_bytes) and is dropped when the document changes. A document whose elements share many
    /// attributes gets none, as the index would be far larger than the document.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid; the error has the position and what is expected there.
    pub fn select<S>(&self, selector: S) -> Result<Select<NodeRef<'_>>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        self.root().select(selector)
    }

    /// The first element that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_first<S>(&self, selector: S) -> Result<Option<NodeRef<'_>>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        self.root().select_first(selector)
    }

    /// The ids of the elements that match a selector, in tree order: what a program needs to change them.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_ids<S>(&self, selector: S) -> Result<Vec<NodeId>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(self.select(selector)?.map(|node| node.node_id()).collect())
    }

    /// The index, if searches were costly enough to build it.
    #[inline]
    pub(crate) fn index(&self) -> Option<&Index> {
        self.nodes.index.get(self.len(), |lazy| self.build_index(lazy))
    }

    #[cold]
    fn build_index<'a>(&self, lazy: &'a LazyIndex) -> Option<&'a Index> {
        if self.nodes.is_building() || self.names.has_qualified() {
            return None;
        }
        let quirks = self.quirks_mode == QuirksMode::Quirks;
        lazy.build(|| Index::new(self.nodes.entries(), &self.attributes, &self.texts, quirks))
    }
}

impl<'a> NodeRef<'a> {
    /// The descendants of this node that match a selector, in tree order.
    ///
    /// `selector` is text, or a [`Selector`]: compile one to use it more than once. As with
    /// [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall), compounds before the
    /// last combinator may match this node or its ancestors. `:scope` is this node, or the document element of a
    /// document.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid; the error has the position and what is expected there.
    pub fn select<S>(self, selector: S) -> Result<Select<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(selector.try_into()?.select(self))
    }

    /// The first descendant that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_first<S>(self, selector: S) -> Result<Option<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(selector.try_into()?.select_first(self))
    }

    /// Whether this node is an element that matches a selector; `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn matches<S>(self, selector: S) -> Result<bool, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(selector.try_into()?.matches(self))
    }

    /// The nearest inclusive ancestor that matches a selector; `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn closest<S>(self, selector: S) -> Result<Option<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(selector.try_into()?.closest(self))
    }

    /// The next node after this one in tree order, among the descendants of `root`, that `fits`. Visiting a node counts
    /// `effort` towards building the index.
    #[inline]
    fn next_matching(
        self,
        root: Self,
        steps: &mut usize,
        effort: usize,
        fits: impl Fn(Slot, &Entry) -> bool,
    ) -> Option<Self> {
        let nodes = &self.document.nodes;
        let (found, passed) = nodes.next_matching(self.id, root.id, fits);
        *steps += passed;
        nodes.index.note(passed * effort);
        found.map(|id| Self { id, ..self })
    }

    /// Whether the name with this id equals a name of a selector. The two may have different ids: a name can be known
    /// as an attribute's and not as an element's.
    #[inline]
    fn has_local_name(self, name: NameId, word: &LocalName) -> bool {
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

impl<'a> Scope for &'a Document {
    type Node = NodeRef<'a>;

    fn root(self) -> NodeRef<'a> {
        Document::root(self)
    }
}

impl Element for NodeRef<'_> {
    #[inline]
    fn is_named(&self, name: &LocalName) -> bool {
        self.has_local_name(self.head().name(), name)
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
    fn attribute(&self, name: &LocalName) -> Option<&str> {
        if name.is_attribute {
            return self.document.known_attribute(self.id, name.id);
        }
        let found = self.document.attributes_of(self.id).iter().find(|attribute| {
            attribute.namespace() == Namespace::None
                && self.has_local_name(attribute.name_id(), name)
        })?;
        Some(self.document.texts.get(found.value()))
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
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
        self.attrs().filter(is_it).any(|attribute| test(attribute.value()))
    }
}

/// Elements from the index, in tree order.
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

    fn document_mode(self) -> DocumentMode {
        DocumentMode {
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

    fn indexed(self, key: &CandidateKey) -> Option<Indexed<'a>> {
        let document = self.document;
        let index = document.index()?;
        let list = match key {
            CandidateKey::Type(name) if name.is_tag => index.with_type(name.id),
            CandidateKey::Attribute(name) => index.with_attribute(*name),
            CandidateKey::Id(id) => index.with_id(id),
            CandidateKey::Class(class) => index.with_class(class),
            _ => return None,
        };
        let slots = index.below(self.id, list)?.iter();
        Some(Indexed { document, slots })
    }

    fn is_within(self, ancestor: Self) -> bool {
        if let Some(index) = self.document.index()
            && let Some(is_within) = index.is_within(self.id, ancestor.id)
        {
            return is_within;
        }
        self.ancestors().any(|node| node == ancestor)
    }

    fn next_candidate(self, root: Self, keys: &[CandidateKey], steps: &mut usize) -> Option<Self> {
        let document = self.document;
        let mode = self.document_mode();
        // Most selectors have one key, and the kind of that key decides what to compare.
        let attribute = match keys {
            [CandidateKey::Any] => {
                return self.next_matching(root, steps, 1, |_, node| node.head.is(Kind::Element));
            }
            [CandidateKey::Type(name)] if name.is_tag && !document.names.has_qualified() => {
                return self.next_matching(root, steps, 1, |_, node| node.head.is_called(name.id));
            }
            [key] => key.attribute().map(|name| (key, Attribute::code(name, Namespace::None))),
            _ => None,
        };
        let Some((key, code)) = attribute else {
            return self.next_matching(root, steps, 4, |id, node| {
                let is_element = node.head.is(Kind::Element);
                let node = NodeRef { document, id };
                is_element && keys.iter().any(|key| key.fits(&node, mode))
            });
        };
        let effort = if matches!(key, CandidateKey::Class(_)) { 4 } else { 2 };
        self.next_matching(root, steps, effort, |_, node| {
            if !node.head.is(Kind::Element) {
                return false;
            }
            let mut attributes = document.attributes_at(node).iter();
            attributes
                .find(|own| own.name == code)
                .is_some_and(|own| key.accepts(document.texts.get(own.value()), mode))
        })
    }

    fn form_owners(self) -> HashMap<usize, usize> {
        let owners = NodeRef::form_owners(&self).into_iter();
        owners.map(|(control, form)| (control.slot().index(), form.slot().index())).collect()
    }

    fn with_text<T>(self, see: impl FnOnce(&str) -> T) -> Option<T> {
        self.as_text().map(see)
    }
}
