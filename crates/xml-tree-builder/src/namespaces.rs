//! [Namespaces](https://www.w3.org/TR/xml-names/): which prefix stands for which, and the names that are
//! made of them.

use std::collections::HashMap;

use names::{Interner, NameId};
use tree_sink::{ErrorCode, Namespace, QualifiedId, QualifiedNames};

/// The number of a name as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Written(u32);

/// The number of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NamespaceId(u32);

/// No namespace.
const NONE: NamespaceId = NamespaceId(0);
const XML: NamespaceId = NamespaceId(1);
const XMLNS: NamespaceId = NamespaceId(2);
/// What a prefix stands for that isn't bound.
const UNBOUND: NamespaceId = NamespaceId(u32::MAX);

/// The number of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prefix(u32);

/// No prefix: what is bound to it is the default namespace.
const DEFAULT: Prefix = Prefix(0);
const XML_PREFIX: Prefix = Prefix(1);
const XMLNS_PREFIX: Prefix = Prefix(2);

/// What a written name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A local name alone.
    Local,
    /// A prefix and a local name.
    Prefixed(Prefix),
    /// `xmlns` or `xmlns:prefix`: as an attribute it binds a prefix.
    Declaration(Prefix),
    /// No qualified name.
    Malformed,
}

#[derive(Clone, Copy, Debug)]
struct WrittenName {
    shape: Shape,
    /// How many open elements are called so.
    open: u32,
    /// The qualified name that it was last, as an element's and as an attribute's, and in which namespace.
    element: (NamespaceId, QualifiedId),
    attribute: (NamespaceId, QualifiedId),
}

/// Numbers names, and knows what prefixes are bound to.
#[derive(Debug)]
pub(crate) struct Namespaces {
    /// The names as they are written.
    texts: Interner,
    written: Vec<WrittenName>,
    prefixes: Interner,
    /// By prefix.
    bound: Vec<NamespaceId>,
    urls: Interner,
    /// What was bound before, to be restored when elements are closed.
    shadowed: Vec<(Prefix, NamespaceId)>,
    pub(crate) names: QualifiedNames,
    ids: HashMap<(Written, NamespaceId, bool), QualifiedId>,
}

impl Namespaces {
    pub(crate) fn new() -> Self {
        let mut this = Self {
            texts: Interner::new(),
            written: Vec::new(),
            prefixes: Interner::new(),
            bound: Vec::new(),
            urls: Interner::new(),
            shadowed: Vec::new(),
            names: QualifiedNames::default(),
            ids: HashMap::new(),
        };
        this.clear();
        this
    }

    /// Forgets all and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.written.clear();
        self.prefixes.clear();
        self.urls.clear();
        self.shadowed.clear();
        self.names.clear();
        self.ids.clear();
        self.bound.clear();
        for (prefix, namespace) in [("", NONE), ("xml", XML), ("xmlns", UNBOUND)] {
            self.prefixes.intern(prefix);
            self.bound.push(namespace);
        }
        for namespace in [Namespace::None, Namespace::Xml, Namespace::XmlNs] {
            self.urls.intern(namespace.as_url());
        }
    }

    /// The number of a name.
    #[inline]
    pub(crate) fn write(&mut self, text: &str) -> Written {
        let index = dynamic_index(self.texts.intern(text));
        if index as usize == self.written.len() {
            self.note_written(text);
        }
        Written(index)
    }

    /// The number of a name that was met before.
    pub(crate) fn written(&self, text: &str) -> Option<Written> {
        self.texts.get(text).map(|id| Written(dynamic_index(id)))
    }

    #[inline]
    pub(crate) fn text(&self, name: Written) -> &str {
        self.texts.text(id_of(name.0))
    }

    #[cold]
    fn note_written(&mut self, text: &str) {
        let shape = match text.split_once(':') {
            None if text == "xmlns" => Shape::Declaration(DEFAULT),
            None => Shape::Local,
            Some((prefix, local))
                if prefix.is_empty() || local.is_empty() || local.contains(':') =>
            {
                Shape::Malformed
            }
            Some(("xmlns", prefix)) => Shape::Declaration(self.prefix(prefix)),
            Some((prefix, _)) => Shape::Prefixed(self.prefix(prefix)),
        };
        // No name is unbound in this sense: it is looked up the first time.
        let never = (UNBOUND, QualifiedId::FIRST);
        self.written.push(WrittenName { shape, open: 0, element: never, attribute: never });
    }

    fn prefix(&mut self, text: &str) -> Prefix {
        let index = dynamic_index(self.prefixes.intern(text));
        if index as usize == self.bound.len() {
            self.bound.push(UNBOUND);
        }
        Prefix(index)
    }

    #[inline]
    fn of(&self, name: Written) -> WrittenName {
        self.written[name.0 as usize]
    }

    /// Counts an open element of that name.
    #[inline]
    pub(crate) fn open(&mut self, name: Written) {
        self.written[name.0 as usize].open += 1;
    }

    /// Counts it no longer.
    #[inline]
    pub(crate) fn close(&mut self, name: Written) {
        self.written[name.0 as usize].open -= 1;
    }

    #[inline]
    pub(crate) fn is_open(&self, name: Written) -> bool {
        self.of(name).open > 0
    }

    /// Whether an attribute of that name declares a namespace.
    #[inline]
    pub(crate) fn is_declaration(&self, name: Written) -> bool {
        matches!(self.of(name).shape, Shape::Declaration(_))
    }

    /// Whether an attribute of that name may have the expanded name of another.
    #[inline]
    pub(crate) fn is_prefixed(&self, name: Written) -> bool {
        matches!(self.of(name).shape, Shape::Prefixed(_))
    }

    /// How much is to be restored later.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.shadowed.len()
    }

    /// Restores what was bound at `mark`.
    #[inline]
    pub(crate) fn restore(&mut self, mark: usize) {
        while self.shadowed.len() > mark
            && let Some((prefix, namespace)) = self.shadowed.pop()
        {
            self.bound[prefix.0 as usize] = namespace;
        }
    }

    /// Binds what the attribute `name` declares; returns what is wrong with it, if anything is.
    pub(crate) fn declare(&mut self, name: Written, url: &str) -> Option<ErrorCode> {
        let Shape::Declaration(prefix) = self.of(name).shape else { return None };
        let namespace = NamespaceId(dynamic_index(self.urls.intern(url)));
        let bound = match (prefix, namespace) {
            (XML_PREFIX, XML) => return None,
            (XML_PREFIX | XMLNS_PREFIX, _) => return Some(ErrorCode::ReservedPrefix),
            (_, XML | XMLNS) => return Some(ErrorCode::ReservedNamespace),
            (DEFAULT, _) => namespace,
            (_, NONE) => UNBOUND,
            _ => namespace,
        };
        let before = std::mem::replace(&mut self.bound[prefix.0 as usize], bound);
        self.shadowed.push((prefix, before));
        (bound == UNBOUND).then_some(ErrorCode::EmptyNamespaceOfPrefix)
    }

    /// The qualified name of an element, and what is wrong with the name, if anything is.
    #[inline]
    pub(crate) fn element(&mut self, name: Written) -> (QualifiedId, Option<ErrorCode>) {
        let written = self.of(name);
        let namespace = match written.shape {
            Shape::Local => self.bound[0],
            Shape::Prefixed(prefix) => self.bound[prefix.0 as usize],
            _ => return self.unusual_element(name),
        };
        if namespace == written.element.0 && namespace != UNBOUND {
            return (written.element.1, None);
        }
        self.find_element(name, namespace)
    }

    #[inline(never)]
    fn find_element(
        &mut self,
        name: Written,
        namespace: NamespaceId,
    ) -> (QualifiedId, Option<ErrorCode>) {
        if namespace == UNBOUND {
            return (self.qualified(name, NONE, false), Some(ErrorCode::UndeclaredPrefix));
        }
        let id = self.qualified(name, namespace, false);
        self.written[name.0 as usize].element = (namespace, id);
        (id, None)
    }

    #[inline(never)]
    fn unusual_element(&mut self, name: Written) -> (QualifiedId, Option<ErrorCode>) {
        match self.of(name).shape {
            // `xmlns` without a colon is a name like others.
            Shape::Declaration(DEFAULT) => {
                let namespace = self.bound[0];
                (self.qualified(name, namespace, false), None)
            }
            Shape::Declaration(_) => {
                (self.qualified(name, NONE, false), Some(ErrorCode::ReservedPrefix))
            }
            _ => (self.qualified(name, NONE, false), Some(ErrorCode::MalformedQualifiedName)),
        }
    }

    /// The qualified name of an attribute and its namespace, and what is wrong with the name, if anything
    /// is.
    #[inline]
    pub(crate) fn attribute(
        &mut self,
        name: Written,
    ) -> (QualifiedId, NamespaceId, Option<ErrorCode>) {
        let written = self.of(name);
        let namespace = match written.shape {
            Shape::Local => NONE,
            Shape::Declaration(_) => XMLNS,
            Shape::Prefixed(prefix) => self.bound[prefix.0 as usize],
            Shape::Malformed => {
                let id = self.qualified(name, NONE, true);
                return (id, NONE, Some(ErrorCode::MalformedQualifiedName));
            }
        };
        if namespace == written.attribute.0 && namespace != UNBOUND {
            return (written.attribute.1, namespace, None);
        }
        self.find_attribute(name, namespace)
    }

    #[inline(never)]
    fn find_attribute(
        &mut self,
        name: Written,
        namespace: NamespaceId,
    ) -> (QualifiedId, NamespaceId, Option<ErrorCode>) {
        if namespace == UNBOUND {
            let id = self.qualified(name, NONE, true);
            return (id, NONE, Some(ErrorCode::UndeclaredPrefix));
        }
        let id = self.qualified(name, namespace, true);
        self.written[name.0 as usize].attribute = (namespace, id);
        (id, namespace, None)
    }

    /// The name of an attribute whose declaration doesn't count: as it is written, in no namespace.
    pub(crate) fn undeclared(&mut self, name: Written) -> QualifiedId {
        self.qualified(name, NONE, true)
    }

    /// The number of a name in a namespace.
    fn qualified(
        &mut self,
        name: Written,
        namespace: NamespaceId,
        is_attribute: bool,
    ) -> QualifiedId {
        let key = (name, namespace, is_attribute);
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let text = self.texts.text(id_of(name.0));
        let url = self.urls.text(id_of(namespace.0));
        let (prefix, local) = match text.split_once(':') {
            Some((prefix, local)) if namespace != NONE => (Some(prefix), local),
            _ => (None, text),
        };
        // There are fewer names than bytes of input, each of which is far from 4 GiB long.
        let id = self.names.add(prefix, url, local).unwrap_or(QualifiedId::FIRST);
        self.ids.insert(key, id);
        id
    }

    /// The number of the local part of a name.
    pub(crate) fn local(&mut self, name: Written) -> Written {
        let text = self.text(name);
        match text.split_once(':') {
            Some((_, local)) => {
                let local = local.to_owned();
                self.write(&local)
            }
            None => name,
        }
    }
}

/// The index of an interner's id.
#[inline]
fn dynamic_index(id: NameId) -> u32 {
    (id.index() - NameId::FIRST_DYNAMIC.index()) as u32
}

#[inline]
fn id_of(index: u32) -> NameId {
    NameId::from_index(NameId::FIRST_DYNAMIC.index() + index as usize)
}
