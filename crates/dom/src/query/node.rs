//! The arena as a tree of [`Node`](sapwood_tree::Node)s.

use std::ops::Range;

use sapwood_names::{LocalName, Name, NameId, Namespace, NamespaceUrl, attr};
use sapwood_tree::{
    AttributeView, CandidateKey, DoctypeIds, DocumentMode, ElementHead, NameFlags, Node, NodeKind,
    QualifiedName, ShadowRootInit, Tree, Visitor,
};

use crate::{
    query::candidates::{IndexKey, Indexed, ValueTest},
    read::{
        input_ranges::input_ranges,
        node::{DoctypeRef, NodeData, NodeRef},
    },
    store::{
        document::Document,
        names::FIRST_QUALIFIED,
        node::{Head, Kind, Node as Entry, Slot},
    },
};

/// The known name of the elements with this key, if it is a type.
#[inline]
fn type_of(key: &CandidateKey) -> Option<NameId> {
    match key {
        CandidateKey::Type(name) if name.is_tag => Some(name.id),
        _ => None,
    }
}

/// The type of a node with this head.
#[inline(always)]
fn kind_of(head: Head) -> NodeKind {
    match head.kind() {
        Kind::Document => NodeKind::Document,
        Kind::Fragment => NodeKind::Fragment,
        Kind::Doctype => NodeKind::Doctype,
        Kind::Element => NodeKind::Element,
        Kind::Text => NodeKind::Text,
        Kind::Comment => NodeKind::Comment,
        Kind::ProcessingInstruction => NodeKind::ProcessingInstruction,
    }
}

/// The head of an element's node.
#[inline(always)]
fn head_of(document: &Document, element: &Entry) -> ElementHead {
    ElementHead {
        namespace: element.head.namespace(),
        name: document.names.local(element.head.name()),
        attribute_count: element.len as usize,
    }
}

impl Tree for Document {
    type Node<'d> = NodeRef<'d>;
}

// Hidden: users call the inherent methods of the same names, which are documented there.
#[doc(hidden)]
impl<'a> Node<'a> for NodeRef<'a> {
    type Indexed = Indexed<'a>;

    #[inline]
    fn kind(self) -> NodeKind {
        kind_of(self.head())
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

    fn name(self) -> QualifiedName<'a> {
        match NodeRef::data(&self) {
            NodeData::ProcessingInstruction { target: text, .. }
            | NodeData::Doctype(DoctypeRef { name: text, .. }) => {
                QualifiedName::new(Namespace::None, Name { id: NameId::UNKNOWN, text })
            }
            _ => self.qualified_name_of(self.entry()),
        }
    }

    fn attribute(self, position: usize) -> Option<AttributeView<'a>> {
        let attribute = *self.document.attributes_of(self.id).get(position)?;
        let value = self.document.texts.get(attribute.value());
        Some(AttributeView { name: self.document.name_of_attribute(attribute), value })
    }

    #[inline]
    fn data(self) -> &'a str {
        self.document.data(self.entry())
    }

    #[inline]
    fn mode(self) -> DocumentMode {
        DocumentMode { html: !self.document.is_xml, quirks_mode: self.document.quirks_mode }
    }

    #[inline]
    fn index(self) -> usize {
        self.id.index()
    }

    fn bound(self) -> usize {
        self.document.nodes.len() + 1
    }

    #[inline]
    fn is_index_ordered(self) -> bool {
        self.document.nodes.is_in_tree_order()
    }

    #[inline]
    fn visit_descendants(self, visitor: &mut impl Visitor<Self>) {
        let Self { document, id: root } = self;
        let (mut next, mut parent) = (self.entry().first_child, root);
        loop {
            while let Some(id) = next {
                let entry = &document.nodes[id];
                next = entry.next;
                let node = Self { document, id };
                if entry.head.is(Kind::Text) {
                    visitor.text(node);
                } else if entry.head.is(Kind::Element) && visitor.element(node) {
                    (next, parent) = (entry.first_child, id);
                }
            }
            if parent == root {
                return;
            }
            visitor.leave(Self { document, id: parent });
            let entry = &document.nodes[parent];
            next = entry.next;
            parent = entry.parent.unwrap_or(root);
        }
    }

    #[inline]
    fn node_document(self) -> Self {
        self.document.root()
    }

    fn doctype_ids(self) -> DoctypeIds<'a> {
        match NodeRef::data(&self) {
            NodeData::Doctype(DoctypeRef { public_id, system_id, .. }) => {
                DoctypeIds { public_id, system_id }
            }
            _ => DoctypeIds::default(),
        }
    }

    fn template_contents(self) -> Option<Self> {
        NodeRef::template_contents(&self)
    }

    fn shadow_root(self) -> Option<(Self, ShadowRootInit)> {
        NodeRef::shadow_root(&self).map(|shadow| (shadow.root, shadow.init))
    }

    fn parsed_form_owners(self) -> Vec<(Self, Self)> {
        self.document.parsed_form_owners().collect()
    }

    #[inline]
    fn is_element(self) -> bool {
        self.head().is(Kind::Element)
    }

    #[inline]
    fn has_text(self) -> bool {
        let entry = self.entry();
        entry.head.is(Kind::Text) && entry.len > 0
    }

    #[inline]
    fn element_head(self) -> Option<ElementHead> {
        let entry = self.entry();
        entry.head.is(Kind::Element).then(|| head_of(self.document, entry))
    }

    #[inline]
    fn namespace(self) -> Namespace {
        self.head().namespace()
    }

    fn is_in(self, namespace: &NamespaceUrl) -> bool {
        let own = self.head().namespace();
        own == namespace.namespace
            && (own != Namespace::Other
                || self.namespace_uri().unwrap_or_default() == namespace.url)
    }

    #[inline]
    fn is_named(self, name: &LocalName) -> bool {
        self.has_local_name(self.head().name(), name)
    }

    fn type_key(self) -> u64 {
        let (name, namespace) = (self.head().name(), self.head().namespace());
        let Some(qualified) = self.document.names.qualified(name) else {
            return (name.index() as u64) << 8 | namespace as u64;
        };
        qualified.type_key()
    }

    #[inline]
    fn is_html(self, name: NameId) -> bool {
        NodeRef::is_html(&self, name)
    }

    #[inline]
    fn attribute_count(self) -> usize {
        self.document.attributes_of(self.id).len()
    }

    #[inline]
    fn find_attribute(self, name: &LocalName) -> Option<(usize, &'a str)> {
        self.find_plain_attribute(name)
    }

    #[inline]
    fn known_attribute(self, name: NameId) -> Option<&'a str> {
        self.document.known_attribute(self.id, name)
    }

    #[inline]
    fn known_attributes<const N: usize>(self, names: [NameId; N]) -> [Option<&'a str>; N] {
        let mut values = [None; N];
        for attribute in self.document.attributes_of(self.id) {
            let name = attribute.plain_name();
            if let Some(at) = names.iter().position(|it| *it == name)
                && values[at].is_none()
            {
                values[at] = Some(self.document.texts.get(attribute.value()));
            }
        }
        values
    }

    #[inline]
    fn attribute_names(self) -> impl Iterator<Item = (Namespace, NameId)> {
        let document = self.document;
        let attributes = document.attributes_of(self.id).iter();
        attributes.map(|own| (own.namespace(), document.names.local(own.name_id())))
    }

    #[inline]
    fn attribute_flags(self, flags: &NameFlags, in_namespace: u8) -> u8 {
        let attributes = self.document.attributes_of(self.id).iter();
        attributes.fold(0, |all, attribute| {
            let name = attribute.plain_name().index();
            all | match flags.get(name) {
                Some(its) => *its,
                // A name in a namespace or with a prefix.
                None => u8::from(name >= FIRST_QUALIFIED) * in_namespace,
            }
        })
    }

    #[inline]
    fn attribute_value(self, position: usize) -> Option<&'a str> {
        let attribute = self.document.attributes_of(self.id).get(position)?;
        Some(self.document.texts.get(attribute.value()))
    }

    #[inline]
    fn attr(self, name: &str) -> Option<&'a str> {
        NodeRef::attr(&self, name)
    }

    #[inline]
    fn data_in_buffer(self) -> (&'a str, Range<usize>) {
        let entry = self.entry();
        let start = entry.start as usize;
        (self.document.texts.whole(), start..start + entry.len as usize)
    }

    fn input_ranges(parts: &[(Self, Option<Range<usize>>)]) -> Vec<Option<Range<usize>>> {
        input_ranges(parts)
    }

    #[inline]
    fn text_length_hint(self) -> usize {
        if self.id == Slot::ROOT { self.document.texts.len() } else { 0 }
    }

    fn text_content(self) -> String {
        NodeRef::text_content(&self)
    }

    fn is_within(self, ancestor: Self) -> bool {
        if let Some(index) = self.document.index()
            && let Some(is_within) = index.is_within(self.id, ancestor.id)
        {
            return is_within;
        }
        self.ancestors().any(|node| node == ancestor)
    }

    fn indexed(self, key: &CandidateKey) -> Option<Indexed<'a>> {
        self.indexed_by(match key {
            CandidateKey::Type(name) => IndexKey::Type(name),
            CandidateKey::Attribute(name) if name.is_attribute => IndexKey::Attribute(name.id),
            CandidateKey::Id(id) => IndexKey::Id(id),
            CandidateKey::Class(class) => IndexKey::Class(class),
            _ => return None,
        })
    }

    fn descendant_count(self) -> Option<usize> {
        self.document.index()?.descendant_count(self.id)
    }

    fn next_candidate(self, root: Self, keys: &[CandidateKey], steps: &mut usize) -> Option<Self> {
        let document = self.document;
        let mode = self.mode();
        let ignores_case = mode.is_quirks();
        // Most queries have one key, and the kind of that key decides what to compare.
        match keys {
            [CandidateKey::Any] => self.next_element(root, steps),
            [CandidateKey::Type(name)] if name.is_tag && !document.names.has_qualified() => {
                self.next_of_type(root, name.id, steps)
            }
            [CandidateKey::Attribute(name)] if name.is_attribute => {
                self.next_with_attribute(root, name.id, ValueTest::Any, steps)
            }
            [CandidateKey::Id(id)] => {
                let test = ValueTest::Equal { text: id, ignores_case };
                self.next_with_attribute(root, attr::ID, test, steps)
            }
            [CandidateKey::Class(class)] => {
                let test = ValueTest::Word { word: class, ignores_case };
                self.next_with_attribute(root, attr::CLASS, test, steps)
            }
            // A list of types, such as `h1, h2, h3`.
            _ if !document.names.has_qualified()
                && keys.iter().all(|key| type_of(key).is_some()) =>
            {
                self.next_matching(root, steps, 1, |_, node| {
                    keys.iter().filter_map(type_of).any(|name| node.head.is_called(name))
                })
            }
            _ => self.next_matching(root, steps, 4, |index, node| {
                let fits = |id| keys.iter().any(|key| key.fits(NodeRef { document, id }, mode));
                node.head.is(Kind::Element) && Slot::of_index(index).is_some_and(fits)
            }),
        }
    }

    #[inline]
    fn next_fitting(self, root: Self, fits: impl Fn(ElementHead) -> bool) -> Option<Self> {
        let document = self.document;
        let (found, _) = if document.names.has_qualified() {
            document.nodes.next_matching(self.id, root.id, |_, entry| {
                entry.head.is(Kind::Element) && fits(head_of(document, entry))
            })
        } else {
            // The names are local ones as they are.
            document.nodes.next_matching(self.id, root.id, |_, &Entry { head, len, .. }| {
                let (namespace, name) = (head.namespace(), head.name());
                let attribute_count = len as usize;
                head.is(Kind::Element) && fits(ElementHead { namespace, name, attribute_count })
            })
        };
        found.map(|id| Self { id, ..self })
    }

    #[inline]
    fn next_html(self, root: Self, name: NameId) -> Option<Self> {
        let document = self.document;
        let is_qualified = document.names.has_qualified();
        let mut at = self.id;
        loop {
            let may_be = |_, entry: &Entry| entry.head.is_html(name) || is_qualified;
            at = document.nodes.next_matching(at, root.id, may_be).0?;
            let node = Self { id: at, ..self };
            if !is_qualified || node.is_html(name) {
                return Some(node);
            }
        }
    }

    fn each_candidate(self, root: Self, keys: &[CandidateKey], found: &mut dyn FnMut(Self)) {
        let document = self.document;
        let mut at = self;
        if let [key] = keys
            && let Some(name) = type_of(key)
            && !document.names.has_qualified()
        {
            while let Some(next) = at.next_of_type(root, name, &mut 0) {
                found(next);
                at = next;
            }
            return;
        }
        while let Some(next) = at.next_candidate(root, keys, &mut 0) {
            found(next);
            at = next;
        }
    }
}
