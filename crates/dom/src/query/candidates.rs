//! Searches for candidates, in the element index or slot after slot: what selectors and XPath expressions share.

use sapwood_names::{LocalName, NameId, Namespace};
use sapwood_scan::WordSearch;
use sapwood_tree::QuirksMode;

use crate::{
    read::node::NodeRef,
    store::{
        attributes::Attribute,
        document::Document,
        index::{Index, LazyIndex},
        node::{Kind, Node as Entry, Slot},
        texts::Run,
    },
};

/// The number of attributes whose names are compared in the time of visiting a node.
const ATTRIBUTES_FOR_A_NODE: usize = 4;

/// A condition on the value of an attribute.
#[derive(Clone, Copy)]
pub(super) enum ValueTest<'k> {
    Any,
    Equal {
        text: &'k str,
        ignores_case: bool,
    },
    /// The value is a list that has this word.
    Word {
        word: &'k str,
        ignores_case: bool,
    },
}

/// A property that the index lists elements by.
#[derive(Clone, Copy)]
pub(super) enum IndexKey<'k> {
    Type(&'k LocalName),
    Attribute(NameId),
    Id(&'k str),
    Class(&'k str),
}

impl Document {
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
    /// The descendants with a key in tree order, if there is an index that lists them.
    pub(super) fn indexed_by(self, key: IndexKey<'_>) -> Option<Indexed<'a>> {
        let document = self.document;
        let index = document.index()?;
        let list = match key {
            IndexKey::Type(name) if name.is_tag => index.with_type(name.id),
            IndexKey::Type(_) => return None,
            IndexKey::Attribute(name) => index.with_attribute(name),
            IndexKey::Id(id) => index.with_id(id),
            IndexKey::Class(class) => index.with_class(class),
        };
        let slots = index.below(self.id, list)?.iter();
        Some(Indexed { document, slots })
    }

    /// The next element.
    #[inline]
    pub(super) fn next_element(self, root: Self, steps: &mut usize) -> Option<Self> {
        self.next_matching(root, steps, 1, |_, node| node.head.is(Kind::Element))
    }

    /// The next element with this known name. The document has no qualified names.
    #[inline]
    pub(super) fn next_of_type(self, root: Self, name: NameId, steps: &mut usize) -> Option<Self> {
        self.next_matching(root, steps, 1, |_, node| node.head.is_called(name))
    }

    /// The next element with this attribute, without a namespace, and a value that passes the test.
    #[inline]
    pub(super) fn next_with_attribute(
        self,
        root: Self,
        name: NameId,
        test: ValueTest<'_>,
        steps: &mut usize,
    ) -> Option<Self> {
        let texts = self.document.texts.bytes();
        match test {
            ValueTest::Any => self.next_with_value(root, name, 2, steps, |_| true),
            ValueTest::Equal { text, ignores_case } => {
                self.next_with_value(root, name, 2, steps, |value| {
                    let (start, len) = (value.start as usize, value.len as usize);
                    let is_it = |found: &[u8]| match ignores_case {
                        true => found.eq_ignore_ascii_case(text.as_bytes()),
                        false => found == text.as_bytes(),
                    };
                    len == text.len() && is_it(&texts[start..][..len])
                })
            }
            ValueTest::Word { word, ignores_case } => {
                let search = WordSearch::new(word, ignores_case)?;
                self.next_with_value(root, name, 4, steps, |value| {
                    search.is_in(texts, value.start as usize, value.len as usize)
                })
            }
        }
    }

    /// The next element with this attribute, without a namespace, and a value that is accepted.
    #[inline]
    fn next_with_value(
        self,
        root: Self,
        name: NameId,
        effort: usize,
        steps: &mut usize,
        accepts: impl Fn(Run) -> bool,
    ) -> Option<Self> {
        let document = self.document;
        let code = Attribute::code(name, Namespace::None);
        // A document that has no such attribute at all is the usual case for an id or class, and found out at a fraction of
        // the cost of visiting its nodes. Otherwise elements whose attributes precede the first such one can't match.
        let mut first = 0;
        if self.id == Slot::ROOT && root.id == Slot::ROOT {
            let read = document.attributes.len() / ATTRIBUTES_FOR_A_NODE;
            document.nodes.index.note(read * effort);
            let mut attributes = document.attributes.iter();
            first = attributes.position(|own| own.name == code && accepts(own.value()))?;
        }
        self.next_matching(root, steps, effort, |_, node| {
            if !node.head.is(Kind::Element) || (node.start as usize + node.len as usize) <= first {
                return false;
            }
            let mut attributes = document.attributes_at(node).iter();
            attributes.find(|own| own.name == code).is_some_and(|own| accepts(own.value()))
        })
    }

    /// The next node after this one in tree order, among the descendants of `root`, that `fits`. Visiting a node counts
    /// `effort` towards building the index.
    #[inline]
    pub(super) fn next_matching(
        self,
        root: Self,
        steps: &mut usize,
        effort: usize,
        fits: impl Fn(usize, &Entry) -> bool,
    ) -> Option<Self> {
        let nodes = &self.document.nodes;
        let (found, passed) = nodes.next_matching(self.id, root.id, fits);
        *steps += passed;
        nodes.index.note(passed * effort);
        found.map(|id| Self { id, ..self })
    }

    /// Whether the name with this id equals a name of a query. The two may have different ids: a name can be known
    /// as an attribute's and not as an element's.
    #[inline]
    pub(super) fn has_local_name(self, name: NameId, word: &LocalName) -> bool {
        if name == word.id {
            return name != NameId::UNKNOWN;
        }
        !name.is_known() && self.document.names.local_name(name).text == word.text
    }

    /// The position and value of the attribute with this name and no namespace.
    #[inline]
    pub(super) fn find_plain_attribute(self, name: &LocalName) -> Option<(usize, &'a str)> {
        let attributes = self.document.attributes_of(self.id);
        let index = if name.is_attribute {
            let code = Attribute::code(name.id, Namespace::None);
            attributes.iter().position(|own| own.name == code)?
        } else {
            attributes.iter().position(|own| {
                own.namespace() == Namespace::None && self.has_local_name(own.name_id(), name)
            })?
        };
        Some((index, self.document.texts.get(attributes[index].value())))
    }
}

/// Elements from the index, in tree order.
#[derive(Clone, Debug)]
pub struct Indexed<'a> {
    document: &'a Document,
    slots: std::slice::Iter<'a, Slot>,
}

#[cfg(feature = "select")]
impl Indexed<'_> {
    /// The ids of the elements that are left.
    pub(super) fn ids(&self) -> Vec<crate::store::id::NodeId> {
        self.document.nodes.ids(self.slots.as_slice())
    }
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
