//! Names of a document outside the static tables of the `names` crate.

use sapwood_names::{HashMap, Interner, Name, NameId, Namespace};
use sapwood_tree::QualifiedName;

use crate::store::node::MAX_NAMES;

/// First id of a qualified name.
pub(crate) const FIRST_QUALIFIED: usize = MAX_NAMES / 2;

/// Interns names.
///
/// Ids of the lower half stand for a local name. Ids of the upper half stand for a local name with a prefix or a
/// namespace URL that the number of the namespace doesn't imply.
#[derive(Clone)]
pub(crate) struct Names {
    interner: Interner,
    /// Few documents have such names.
    qualified: Option<Box<QualifiedTable>>,
    /// Maximum number of local names.
    limit: usize,
    /// Whether a name was dropped for want of ids.
    pub(crate) truncated: bool,
}

#[derive(Clone, Default)]
struct QualifiedTable {
    names: Vec<Qualified>,
    ids: HashMap<Qualified, NameId>,
}

/// A qualified name whose parts are interned separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Qualified {
    prefix: Option<NameId>,
    namespace: Namespace,
    url: Option<NameId>,
    local: NameId,
}

impl Qualified {
    /// A key that two names share if they have the same local name and namespace. Ids have at most 24 bits.
    pub(crate) fn type_key(&self) -> u64 {
        let url = self.url.map_or(0, NameId::index) as u64;
        url << 32 | (self.local.index() as u64) << 8 | self.namespace as u64
    }
}

impl Names {
    const MAX: usize = FIRST_QUALIFIED - NameId::FIRST_DYNAMIC.index();

    pub(crate) fn new() -> Self {
        Self { interner: Interner::new(), qualified: None, limit: Self::MAX, truncated: false }
    }

    pub(crate) fn clear(&mut self) {
        self.interner.clear();
        self.qualified = None;
        self.limit = Self::MAX;
        self.truncated = false;
    }

    #[cfg(test)]
    pub(crate) fn set_limit(&mut self, names: usize) {
        self.limit = names;
    }

    /// Returns the id of `text`. If there are no ids left, returns `None` and sets `truncated`.
    #[inline(never)]
    pub(crate) fn intern(&mut self, text: &str) -> Option<NameId> {
        if self.interner.len() < self.limit {
            return Some(self.interner.intern(text));
        }
        let known = self.interner.get(text);
        self.truncated |= known.is_none();
        known
    }

    /// Calls `number` and leaves `truncated` as it was.
    pub(crate) fn or_full(
        &mut self,
        number: impl FnOnce(&mut Self) -> Option<NameId>,
    ) -> Option<NameId> {
        let truncated = self.truncated;
        let number = number(self);
        self.truncated = truncated;
        number
    }

    /// Returns the id of a local name by itself.
    pub(crate) fn intern_local(&mut self, local: Name<'_>) -> Option<NameId> {
        if local.id.is_known() { Some(local.id) } else { self.intern(local.text) }
    }

    /// Returns the id of a name with its prefix and namespace. If there are no ids left, returns `None` and sets
    /// `truncated`.
    pub(crate) fn intern_qualified(&mut self, name: &QualifiedName<'_>) -> Option<NameId> {
        let local = self.intern_local(name.local)?;
        let prefix = match name.prefix {
            Some(prefix) => Some(self.intern(prefix)?),
            None => None,
        };
        let url = match name.namespace {
            Namespace::Other => Some(self.intern(name.namespace_url)?),
            _ => None,
        };
        let qualified = Qualified { prefix, namespace: name.namespace, url, local };
        let table = self.qualified.get_or_insert_default();
        if let Some(id) = table.ids.get(&qualified) {
            return Some(*id);
        }
        if table.names.len() == MAX_NAMES - FIRST_QUALIFIED {
            self.truncated = true;
            return None;
        }
        let id = NameId::from_index(FIRST_QUALIFIED + table.names.len());
        table.names.push(qualified);
        table.ids.insert(qualified, id);
        Some(id)
    }

    /// The qualified name with this id.
    #[inline]
    pub(crate) fn qualified(&self, name: NameId) -> Option<&Qualified> {
        let index = name.index().checked_sub(FIRST_QUALIFIED)?;
        self.qualified.as_ref()?.names.get(index)
    }

    /// Whether there are qualified names.
    #[inline]
    pub(crate) fn has_qualified(&self) -> bool {
        self.qualified.is_some()
    }

    /// The id of the local name.
    #[inline]
    pub(crate) fn local(&self, name: NameId) -> NameId {
        self.qualified(name).map_or(name, |qualified| qualified.local)
    }

    /// The local name, with its id by itself.
    #[inline]
    pub(crate) fn local_name(&self, name: NameId) -> Name<'_> {
        let id = self.local(name);
        Name { id, text: self.text(id) }
    }

    /// The qualified name, in the namespace `of`.
    #[inline(always)]
    pub(crate) fn full_name(&self, name: NameId, of: Namespace) -> QualifiedName<'_> {
        if name.is_known() {
            return QualifiedName::new(of, Name::known(name));
        }
        self.own_full_name(name, of)
    }

    #[inline(never)]
    fn own_full_name(&self, name: NameId, of: Namespace) -> QualifiedName<'_> {
        match self.qualified(name) {
            None => QualifiedName::new(of, Name { id: name, text: self.text(name) }),
            Some(Qualified { prefix, namespace, url, local }) => QualifiedName {
                prefix: prefix.map(|prefix| self.text(prefix)),
                namespace: *namespace,
                namespace_url: url.map_or(namespace.as_url(), |url| self.text(url)),
                local: Name { id: *local, text: self.text(*local) },
            },
        }
    }

    /// The text of a name that isn't qualified, known or not.
    #[inline]
    pub(crate) fn text(&self, name: NameId) -> &str {
        if name.is_known() { name.as_str() } else { self.interner.text(name) }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let qualified = self.qualified.as_ref().map_or(0, |table| {
            table.names.capacity() * size_of::<Qualified>()
                + table.ids.capacity() * (size_of::<(Qualified, NameId)>() + 1)
        });
        self.interner.heap_bytes() + qualified
    }
}
