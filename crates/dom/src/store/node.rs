//! The memory layout of a node.
//!
//! See "Nodes and attributes" in `docs/hot-path.md`.

use std::num::NonZeroU32;

use sapwood_names::{NameId, Namespace};

/// The number of a node in its document: its index in the arena. Numbers increase in order of creation; none is used
/// twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Slot(NonZeroU32);

impl Slot {
    /// The first node of each arena: the document, or the fragment of a fragment parse.
    pub(crate) const ROOT: Self = Self(NonZeroU32::MIN);

    #[inline]
    pub(crate) const fn new(id: u32) -> Option<Self> {
        match NonZeroU32::new(id) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }

    /// The number of the node at `index`, which fits in 32 bits in every arena.
    #[inline]
    pub(crate) const fn of_index(index: usize) -> Option<Self> {
        Self::new(index as u32)
    }

    /// The node's index in the arena.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize
    }

    #[inline]
    pub(crate) const fn get(self) -> u32 {
        self.0.get()
    }
}

/// A link from one node to another, as wide as a slot.
pub(crate) type Link = Option<Slot>;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Document,
    Fragment,
    Doctype,
    Element,
    Text,
    Comment,
    ProcessingInstruction,
}

/// Kind, namespace, flags and name of a node in one word.
///
/// Bits 0–2 are the kind, 3–5 the namespace, 6 marks an HTML integration point, 7 an element with
/// template contents or a shadow root, 8–31 are the name. A text node has no name: there the same
/// bits hold the room for growth (see [`Text`](crate::store::texts::Texts)). The upper half of the names are
/// those with a prefix, or in a namespace without a number (see [`Names`](crate::store::names::Names)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head(u32);

const NAMESPACE_SHIFT: u32 = 3;
const INTEGRATION_POINT: u32 = 1 << 6;
const HAS_FRAGMENT: u32 = 1 << 7;
const NAME_SHIFT: u32 = 8;

/// Number of distinct names that a head can hold.
pub(crate) const MAX_NAMES: usize = 1 << (32 - NAME_SHIFT);

impl Head {
    #[inline]
    pub(crate) const fn of(kind: Kind) -> Self {
        Self(kind as u32)
    }

    #[inline]
    pub(crate) const fn element(namespace: Namespace, name: NameId) -> Self {
        Self(Kind::Element as u32 | (namespace as u32) << NAMESPACE_SHIFT).with_name(name)
    }

    #[inline]
    pub(crate) const fn with_name(self, name: NameId) -> Self {
        Self(self.0 | (name.index() as u32) << NAME_SHIFT)
    }

    /// This head, with another name.
    pub(crate) const fn renamed(self, name: NameId) -> Self {
        Self(self.0 & ((1 << NAME_SHIFT) - 1)).with_name(name)
    }

    #[inline]
    pub(crate) const fn with_integration_point(self, is: bool) -> Self {
        Self(self.0 | if is { INTEGRATION_POINT } else { 0 })
    }

    #[inline]
    pub(crate) const fn with_fragment(self) -> Self {
        Self(self.0 | HAS_FRAGMENT)
    }

    #[inline]
    pub(crate) const fn without_fragment(self) -> Self {
        Self(self.0 & !HAS_FRAGMENT)
    }

    #[inline]
    pub(crate) const fn with_room(self, room: u32) -> Self {
        Self(self.0 & ((1 << NAME_SHIFT) - 1) | room << NAME_SHIFT)
    }

    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        match self.0 & 7 {
            0 => Kind::Document,
            1 => Kind::Fragment,
            2 => Kind::Doctype,
            3 => Kind::Element,
            4 => Kind::Text,
            5 => Kind::Comment,
            _ => Kind::ProcessingInstruction,
        }
    }

    #[inline]
    pub(crate) const fn is(self, kind: Kind) -> bool {
        self.0 & 7 == kind as u32
    }

    /// Whether the node is an element in this namespace.
    #[inline]
    pub(crate) const fn is_element_of(self, namespace: Namespace) -> bool {
        self.0 & (INTEGRATION_POINT - 1)
            == Kind::Element as u32 | (namespace as u32) << NAMESPACE_SHIFT
    }

    /// Whether the node is an element with this name, in any namespace.
    #[inline]
    pub(crate) const fn is_called(self, name: NameId) -> bool {
        const NAME_AND_KIND: u32 = u32::MAX << NAME_SHIFT | 7;
        self.0 & NAME_AND_KIND == Self::of(Kind::Element).with_name(name).0
    }

    #[inline]
    pub(crate) const fn is_html(self, name: NameId) -> bool {
        self.0 & !(INTEGRATION_POINT | HAS_FRAGMENT) == Self::element(Namespace::Html, name).0
    }

    #[inline]
    pub(crate) const fn namespace(self) -> Namespace {
        namespace((self.0 >> NAMESPACE_SHIFT) & 7)
    }

    #[inline]
    pub(crate) const fn is_integration_point(self) -> bool {
        self.0 & INTEGRATION_POINT != 0
    }

    #[inline]
    pub(crate) const fn has_fragment(self) -> bool {
        self.0 & HAS_FRAGMENT != 0
    }

    #[inline]
    pub(crate) const fn name(self) -> NameId {
        NameId::from_index((self.0 >> NAME_SHIFT) as usize)
    }

    #[inline]
    pub(crate) const fn room(self) -> u32 {
        self.0 >> NAME_SHIFT
    }
}

/// The inverse of `namespace as u32`, written so that the compiler finds that no code is needed.
#[inline]
pub(crate) const fn namespace(bits: u32) -> Namespace {
    const HTML: u32 = Namespace::Html as u32;
    const MATHML: u32 = Namespace::MathMl as u32;
    const SVG: u32 = Namespace::Svg as u32;
    const XLINK: u32 = Namespace::XLink as u32;
    const XML: u32 = Namespace::Xml as u32;
    const XMLNS: u32 = Namespace::XmlNs as u32;
    const OTHER: u32 = Namespace::Other as u32;
    match bits & 7 {
        HTML => Namespace::Html,
        MATHML => Namespace::MathMl,
        SVG => Namespace::Svg,
        XLINK => Namespace::XLink,
        XML => Namespace::Xml,
        XMLNS => Namespace::XmlNs,
        OTHER => Namespace::Other,
        _ => Namespace::None,
    }
}

/// A node: 32 bytes.
///
/// `start` and `len` are the range of an element's attributes or of a text's, comment's or
/// processing instruction's data. A doctype has the number of its entry in `start`. A fragment has
/// its host in `start` and, if it is a shadow root, one more than the number of its entry in `len`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Link,
    pub(crate) first_child: Link,
    pub(crate) last_child: Link,
    pub(crate) previous: Link,
    pub(crate) next: Link,
    pub(crate) head: Head,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Node {
    #[inline]
    pub(crate) const fn new(head: Head, start: u32, len: u32) -> Self {
        Self {
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            head,
            start,
            len,
        }
    }

    /// Whether the node is a descendant of `root`, provided that it follows `root` in a run of slots in tree order.
    #[inline]
    pub(crate) fn is_below(&self, root: Slot) -> bool {
        // Its parent is then in the run, or `root` itself. Fragments have no parent.
        self.parent.map_or(0, Slot::get) >= root.get()
    }

    pub(crate) fn links_mut(&mut self) -> [&mut Link; 5] {
        let Self { parent, first_child, last_child, previous, next, .. } = self;
        [parent, first_child, last_child, previous, next]
    }
}

const _: () = assert!(size_of::<Node>() == 32);
