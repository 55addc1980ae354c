//! Names as numbers.

use std::fmt;

use crate::generated::names::TEXTS;

/// The number of a name.
///
/// Ids come in three kinds: [`UNKNOWN`](Self::UNKNOWN); those of the known names, which have
/// constants in [`tag`](crate::tag) and [`attr`](crate::attr); and from
/// [`FIRST_DYNAMIC`](Self::FIRST_DYNAMIC) up the dynamic ids of one document's [`Interner`](crate::Interner). A text that is both a tag name and an attribute name has one id.
/// The numbers may change with each version of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct NameId(pub(crate) u32);

impl NameId {
    /// The id of every unknown name.
    pub const UNKNOWN: NameId = NameId(0);

    /// The first dynamic id, one past the last known one.
    pub const FIRST_DYNAMIC: NameId = NameId(TEXTS.len() as u32);

    /// The id as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of an index; [`UNKNOWN`](Self::UNKNOWN) for one that doesn't fit 32 bits.
    #[inline(always)]
    #[must_use]
    pub const fn from_index(index: usize) -> NameId {
        if index > u32::MAX as usize {
            return NameId::UNKNOWN;
        }
        NameId(index as u32)
    }

    /// Returns `true` for the id of a known name.
    #[inline(always)]
    #[must_use]
    pub const fn is_known(self) -> bool {
        self.0 != 0 && self.0 < Self::FIRST_DYNAMIC.0
    }

    /// Returns the text of a known name, and `""` for any other id.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        if self.0 < Self::FIRST_DYNAMIC.0 { TEXTS[self.0 as usize] } else { "" }
    }
}

impl fmt::Debug for NameId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_known() {
            write!(f, "NameId({:?})", self.as_str())
        } else {
            write!(f, "NameId({})", self.0)
        }
    }
}

/// A name and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name<'a> {
    /// The id of the name.
    pub id: NameId,
    /// The text of the name.
    pub text: &'a str,
}

impl Name<'static> {
    /// The name of a known id.
    ///
    /// ```
    /// use sapwood::{tag, tree::Name};
    ///
    /// assert_eq!(Name::known(tag::P).text, "p");
    /// ```
    #[inline]
    #[must_use]
    pub const fn known(id: NameId) -> Name<'static> {
        Name { id, text: id.as_str() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag;

    #[test]
    fn only_known_ids_have_a_text() {
        assert_eq!(tag::ANNOTATION_XML.as_str(), "annotation-xml");
        for id in [NameId::UNKNOWN, NameId::FIRST_DYNAMIC, NameId(u32::MAX)] {
            assert!(!id.is_known());
            assert_eq!(id.as_str(), "");
        }
        for id in (1..NameId::FIRST_DYNAMIC.0).map(NameId) {
            assert!(id.is_known());
            assert!(!id.as_str().is_empty());
            assert_eq!(NameId::from_index(id.index()), id);
        }
        assert_eq!(NameId::default(), NameId::UNKNOWN);
        #[cfg(target_pointer_width = "64")]
        assert_eq!(NameId::from_index(1 << 32), NameId::UNKNOWN);
    }

    #[test]
    fn debug_prints_the_name() {
        assert_eq!(format!("{:?} {:?}", tag::BR, NameId::UNKNOWN), r#"NameId("br") NameId(0)"#);
    }
}
