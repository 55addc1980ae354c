//! Names with prefixes and any namespaces, as XML has them.

use std::fmt;

use crate::{AttributeView, Name, NameId, Namespace, Origin, QualifiedName, Span};

/// The number of a name in [`QualifiedNames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedId(u32);

impl QualifiedId {
    /// The number of the first name.
    pub const FIRST: Self = Self(0);

    /// The number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names that one parse has met, numbered from 0 without gaps.
///
/// A sink keeps what it makes of a name under the name's number, and looks at the name only once. The
/// names of elements and those of attributes are numbered together; a name that both have may have
/// two numbers.
///
/// ```
/// use sapwood_tree_sink::{Namespace, QualifiedNames};
///
/// let mut names = QualifiedNames::default();
/// let id = names.add(Some("dc"), "http://purl.org/dc/elements/1.1/", "title").unwrap();
/// assert_eq!(names.get(id).namespace, Namespace::Other);
/// assert_eq!(names.get(id).to_string(), "dc:title");
/// ```
#[derive(Clone, Debug, Default)]
pub struct QualifiedNames {
    /// Prefix, local name and URL of each that isn't known, one after the other.
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
    /// Numbers a name. `None` if it or all of them are too long for numbers of 32 bits.
    ///
    /// The local name gets the id of the known element or attribute name that it is.
    pub fn add(&mut self, prefix: Option<&str>, url: &str, local: &str) -> Option<QualifiedId> {
        let id = QualifiedId(u32::try_from(self.entries.len()).ok()?);
        let length = |text: &str| u32::try_from(text.len()).ok();
        let namespace = Namespace::of_url(url);
        let known = match names::tag_id(local) {
            NameId::UNKNOWN => names::attribute_id(local),
            known => known,
        };
        if self.entries.is_empty() {
            // As many as most documents have.
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

    /// The name of that number.
    ///
    /// # Panics
    ///
    /// If the number is of other names than these.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets all names and keeps the memory.
    pub fn clear(&mut self) {
        self.texts.clear();
        self.entries.clear();
    }
}

/// An attribute whose name may have any namespace.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedAttribute<'a> {
    /// The number of its name.
    pub name: QualifiedId,
    /// Its value, normalized.
    pub value: &'a str,
    /// From the first byte of the name to past the last byte of the value and its quote; empty, at the
    /// tag's end, for one that the document type declares a default of.
    pub span: Span,
}

/// An element to be created whose name may have any namespace.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedElement<'a> {
    /// The number of its name.
    pub name: QualifiedId,
    /// Its attributes, no expanded name twice.
    pub attributes: &'a [QualifiedAttribute<'a>],
    /// What the numbers mean.
    pub names: &'a QualifiedNames,
    /// Why it exists.
    pub origin: Origin,
}

impl<'a> QualifiedElement<'a> {
    /// The element's name.
    #[must_use]
    pub fn qualified_name(&self) -> QualifiedName<'a> {
        self.names.get(self.name)
    }

    /// The attributes' names and values.
    pub fn attribute_views(&self) -> impl ExactSizeIterator<Item = AttributeView<'a>> {
        let names = self.names;
        let view = move |attribute: &QualifiedAttribute<'a>| AttributeView {
            name: names.get(attribute.name),
            value: attribute.value,
        };
        self.attributes.iter().map(view)
    }
}

impl fmt::Display for QualifiedName<'_> {
    /// The name as it is written: `prefix:local` or `local`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = self.prefix {
            f.write_str(prefix)?;
            f.write_str(":")?;
        }
        f.write_str(self.local.text)
    }
}
