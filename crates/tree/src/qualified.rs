//! Qualified names: names with a prefix and any namespace, as in XML.

use std::fmt;

use sapwood_names::{Name, NameId, Namespace};

use crate::{Origin, QualifiedName, Span};

/// The id of a name in [`QualifiedNames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedId(u32);

impl QualifiedId {
    /// The id of the first name.
    pub const FIRST: Self = Self(0);

    /// Returns the id as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The qualified names of one parse. Their ids are consecutive, from 0.
///
/// A sink converts each name once and caches the result under the name's id. Elements and attributes
/// share one sequence of ids; a name that is used for both may have two ids.
///
/// ```
/// use sapwood_tree::{Namespace, QualifiedNames};
///
/// let mut names = QualifiedNames::default();
/// let id = names.add(Some("dc"), "http://purl.org/dc/elements/1.1/", "title").unwrap();
/// assert_eq!(names.get(id).namespace, Namespace::Other);
/// assert_eq!(names.get(id).to_string(), "dc:title");
/// ```
#[derive(Clone, Debug, Default)]
pub struct QualifiedNames {
    /// The concatenated texts of all names: prefix, local name, and the URL of an unknown namespace.
    texts: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    prefix: Option<u32>,
    local: u32,
    url: u32,
    namespace: Namespace,
    id: NameId,
}

impl QualifiedNames {
    /// Adds a name and returns its id, or `None` if a length or the number of names exceeds 32 bits.
    ///
    /// The [`NameId`] of the local name is that of the known element or attribute name, if it is one.
    pub fn add(&mut self, prefix: Option<&str>, url: &str, local: &str) -> Option<QualifiedId> {
        let id = QualifiedId(u32::try_from(self.entries.len()).ok()?);
        let length = |text: &str| u32::try_from(text.len()).ok();
        let namespace = Namespace::of_url(url);
        let known = match sapwood_names::tag_id(local) {
            NameId::UNKNOWN => sapwood_names::attribute_id(local),
            known => known,
        };
        if self.entries.is_empty() {
            // Enough for most documents.
            self.entries.reserve(32);
            self.texts.reserve(512);
        }
        let stored = if namespace == Namespace::Other { url } else { "" };
        self.entries.push(Entry {
            start: self.texts.len(),
            prefix: match prefix {
                Some(prefix) => Some(length(prefix)?),
                None => None,
            },
            local: length(local)?,
            url: length(stored)?,
            namespace,
            id: known,
        });
        for text in [prefix.unwrap_or(""), local, stored] {
            self.texts.push_str(text);
        }
        Some(id)
    }

    /// Returns the name with this id.
    ///
    /// # Panics
    ///
    /// Panics if no name has this id. An id is only meaningful for the `QualifiedNames` that returned
    /// it.
    #[must_use]
    pub fn get(&self, id: QualifiedId) -> QualifiedName<'_> {
        let entry = self.entries[id.index()];
        let rest = &self.texts[entry.start..];
        let (prefix, rest) = rest.split_at(entry.prefix.unwrap_or(0) as usize);
        let (local, rest) = rest.split_at(entry.local as usize);
        QualifiedName {
            prefix: entry.prefix.map(|_| prefix),
            namespace: entry.namespace,
            namespace_url: match entry.namespace {
                Namespace::Other => &rest[..entry.url as usize],
                known => known.as_url(),
            },
            local: Name { id: entry.id, text: local },
        }
    }

    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all names, keeping the allocated memory.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.entries.clear();
    }
}

/// An attribute with a qualified name.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedAttribute<'a> {
    /// The id of its name.
    pub name: QualifiedId,
    /// Its normalized value.
    pub value: &'a str,
    /// The source range from the name to the end of the value, its closing quote included. An
    /// attribute that has the default value from the document type has an empty span at the tag's end.
    pub span: Span,
}

/// An element to be created, with a qualified name.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedElement<'a> {
    /// The id of its name.
    pub name: QualifiedId,
    /// Its attributes, without duplicate expanded names.
    pub attributes: &'a [QualifiedAttribute<'a>],
    /// The names that the ids refer to.
    pub names: &'a QualifiedNames,
    /// The tag that it was created for.
    pub origin: Origin,
}

impl<'a> QualifiedElement<'a> {
    /// Returns the element's name.
    #[must_use]
    pub fn qualified_name(&self) -> QualifiedName<'a> {
        self.names.get(self.name)
    }
}

impl fmt::Display for QualifiedName<'_> {
    /// Writes the qualified name: `prefix:local` or `local`.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = self.prefix {
            f.write_str(prefix)?;
            f.write_str(":")?;
        }
        f.write_str(self.local.text)
    }
}
