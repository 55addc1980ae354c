//! Conditions by which queries find candidates.

use sapwood_names::{LocalName, attr};
use sapwood_scan::WordSearch;

use crate::node::{DocumentMode, Node};

/// A necessary condition of a match that is cheap to test, or that an index can list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidateKey {
    /// No condition beyond being an element.
    Any,
    /// This local name.
    Type(LocalName),
    /// An attribute with this name and no namespace.
    Attribute(LocalName),
    /// This id.
    Id(Box<str>),
    /// This class.
    Class(Box<str>),
}

impl CandidateKey {
    /// Ranks the kinds of keys: the higher, the fewer elements have it in most documents.
    #[must_use]
    pub fn rarity(&self) -> u8 {
        match self {
            Self::Any => 0,
            Self::Type(_) => 1,
            Self::Attribute(_) => 2,
            Self::Class(_) => 3,
            Self::Id(_) => 4,
        }
    }

    /// Returns `true` if an element has this key. Ids and classes are compared as in selectors, so in
    /// [quirks mode](DocumentMode::is_quirks) without regard to case.
    #[inline]
    pub fn fits<'d, N: Node<'d>>(&self, element: N, mode: DocumentMode) -> bool {
        match self {
            Self::Any => true,
            Self::Type(name) => element.is_named(name),
            Self::Attribute(name) if name.is_attribute => {
                element.known_attribute(name.id).is_some()
            }
            Self::Attribute(name) => element.find_attribute(name).is_some(),
            Self::Id(id) => element.known_attribute(attr::ID).is_some_and(|own| {
                if mode.is_quirks() { own.eq_ignore_ascii_case(id) } else { *own == **id }
            }),
            Self::Class(class) => element
                .known_attribute(attr::CLASS)
                .is_some_and(|classes| has_token(classes, class, mode.is_quirks())),
        }
    }
}

/// Returns `true` if a list that ASCII white space separates has this token.
#[inline]
#[must_use]
pub fn has_token(list: &str, token: &str, ignores_case: bool) -> bool {
    let search = WordSearch::new(token, ignores_case);
    search.is_some_and(|search| search.is_in(list.as_bytes(), 0, list.len()))
}
