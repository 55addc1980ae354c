//! The memory layout of attributes.
//!
//! See "Nodes and attributes" in `docs/hot-path.md`.

use sapwood_names::{NameId, Namespace};

use crate::store::{node::namespace, texts::Run};

/// An attribute in 12 bytes: its name with its namespace, and the range of its value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attribute {
    /// Bits 0–7 are the namespace, the others the name.
    pub(crate) name: u32,
    start: u32,
    len: u32,
}

const _: () = assert!(size_of::<Attribute>() == 12);

pub(crate) const NAME_SHIFT: u32 = 8;
const _: () = assert!(Namespace::None as u32 == 0, "a code without a namespace is its name");

impl Attribute {
    #[inline]
    pub(crate) const fn new(name: u32, value: Run) -> Self {
        Self { name, start: value.start, len: value.len }
    }

    #[inline]
    pub(crate) const fn code(name: NameId, namespace: Namespace) -> u32 {
        (name.index() as u32) << NAME_SHIFT | namespace as u32
    }

    #[inline]
    pub(crate) const fn value(self) -> Run {
        Run { start: self.start, len: self.len }
    }

    /// The name of an attribute without a namespace; for another a number above all names.
    #[inline(always)]
    pub(crate) const fn plain_name(self) -> NameId {
        NameId::from_index(self.name.rotate_right(NAME_SHIFT) as usize)
    }

    pub(crate) const fn name_id(self) -> NameId {
        NameId::from_index((self.name >> NAME_SHIFT) as usize)
    }

    /// The namespace.
    #[inline]
    pub(crate) const fn namespace(self) -> Namespace {
        namespace(self.name & 7)
    }
}
