//! Conditions by which queries find candidates.

use sapwood_names::LocalName;
use sapwood_scan::WordSearch;

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
}

/// Returns `true` if a list that ASCII white space separates has this token.
#[inline]
#[must_use]
pub fn has_token(list: &str, token: &str, ignores_case: bool) -> bool {
    let search = WordSearch::new(token, ignores_case);
    search.is_some_and(|search| search.is_in(list.as_bytes(), 0, list.len()))
}
