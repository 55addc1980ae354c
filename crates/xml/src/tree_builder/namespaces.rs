//! [Namespaces](https://www.w3.org/TR/xml-names/): which prefix stands for which, and the names that are
//! made of them.

use std::collections::HashMap;

use sapwood_names::{Interner, NameId, tag, xml::split_qualified_name};
use sapwood_tree::{ErrorCode, Namespace, QualifiedId, QualifiedNames};

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
/// The number of the first namespace that an interner knows, and that of the first prefix.
const FIRST: u32 = 3;
/// The namespace of an unbound prefix.
const UNBOUND: NamespaceId = NamespaceId(u32::MAX);

/// The cache of a written name that was never resolved; a resolved name is never in `UNBOUND`.
const NEVER: (NamespaceId, QualifiedId) = (UNBOUND, QualifiedId::FIRST);

/// The number of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prefix(u32);

/// No prefix: what is bound to it is the default namespace.
const DEFAULT: Prefix = Prefix(0);
const XML_PREFIX: Prefix = Prefix(1);
const XMLNS_PREFIX: Prefix = Prefix(2);

/// The form of a written name.
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
    /// The length of the part before the colon, if there are a prefix and a local name.
    prefix_length: u32,
    /// The number of open elements with this name.
    open: u32,
    /// Whether the local name is `template`.
    is_template: bool,
    /// The qualified name that it was last, as an element's and as an attribute's, and in which namespace.
    last: [(NamespaceId, QualifiedId); 2],
}

/// The kind of node that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Element,
    Attribute,
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
    /// The earlier bindings, restored when elements close.
    shadowed: Vec<(Prefix, NamespaceId)>,
    pub(crate) names: QualifiedNames,
    /// The numbers of the names that a written name was earlier than last.
    earlier: HashMap<(Written, NamespaceId, Kind), QualifiedId>,
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
            earlier: HashMap::new(),
        };
        this.clear();
        this
    }

    /// Removes everything and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.written.clear();
        self.prefixes.clear();
        self.urls.clear();
        self.shadowed.clear();
        self.names.clear();
        self.earlier.clear();
        self.bound.clear();
        // No prefix, `xml` and `xmlns`.
        self.bound.extend([NONE, XML, UNBOUND]);
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
        let (shape, prefix_length) = match split_qualified_name(text) {
            Some(("xmlns", prefix)) => (Shape::Declaration(self.prefix(prefix)), "xmlns".len()),
            Some((prefix, _)) => (Shape::Prefixed(self.prefix(prefix)), prefix.len()),
            None if text == "xmlns" => (Shape::Declaration(DEFAULT), 0),
            None if text.contains(':') => (Shape::Malformed, 0),
            None => (Shape::Local, 0),
        };
        // The numbers of names are of 32 bits, and none is longer than all of them together.
        let prefix_length = prefix_length as u32;
        let written = WrittenName {
            shape,
            prefix_length,
            open: 0,
            is_template: text == "template" || text.ends_with(":template"),
            last: [NEVER; 2],
        };
        if self.written.is_empty() {
            self.written.reserve(32);
        }
        self.written.push(written);
    }

    fn prefix(&mut self, text: &str) -> Prefix {
        match text {
            "xml" => return XML_PREFIX,
            "xmlns" => return XMLNS_PREFIX,
            _ => {}
        }
        let index = FIRST + dynamic_index(self.prefixes.intern(text));
        if index as usize == self.bound.len() {
            self.bound.push(UNBOUND);
        }
        Prefix(index)
    }

    fn namespace(&mut self, url: &str) -> NamespaceId {
        if url.is_empty() {
            NONE
        } else if url == Namespace::Xml.as_url() {
            XML
        } else if url == Namespace::XmlNs.as_url() {
            XMLNS
        } else {
            NamespaceId(FIRST + dynamic_index(self.urls.intern(url)))
        }
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

    /// Uncounts an open element of that name.
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

    /// Returns a mark for [`restore`](Self::restore).
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
        let namespace = self.namespace(url);
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
        let (last, id) = written.last[Kind::Element as usize];
        if namespace == last && namespace != UNBOUND {
            return (id, None);
        }
        self.find(name, namespace, Kind::Element)
    }

    /// Returns `true` if an element of that name is an HTML `template` here.
    #[inline]
    pub(crate) fn is_html_template(&mut self, name: Written) -> bool {
        self.of(name).is_template && {
            let (id, _) = self.element(name);
            self.names.get(id).is_html(tag::TEMPLATE)
        }
    }

    #[inline(never)]
    fn find(
        &mut self,
        name: Written,
        namespace: NamespaceId,
        kind: Kind,
    ) -> (QualifiedId, Option<ErrorCode>) {
        if namespace == UNBOUND {
            return (self.qualified(name, NONE, kind), Some(ErrorCode::UndeclaredPrefix));
        }
        let last = self.of(name).last[kind as usize];
        let id = self.displace(name, last, namespace, kind);
        self.written[name.0 as usize].last[kind as usize] = (namespace, id);
        (id, None)
    }

    #[inline(never)]
    fn unusual_element(&mut self, name: Written) -> (QualifiedId, Option<ErrorCode>) {
        match self.of(name).shape {
            // `xmlns` without a colon is a name like others.
            Shape::Declaration(DEFAULT) => {
                let namespace = self.bound[0];
                (self.qualified(name, namespace, Kind::Element), None)
            }
            Shape::Declaration(_) => {
                (self.qualified(name, NONE, Kind::Element), Some(ErrorCode::ReservedPrefix))
            }
            _ => {
                (self.qualified(name, NONE, Kind::Element), Some(ErrorCode::MalformedQualifiedName))
            }
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
                let id = self.qualified(name, NONE, Kind::Attribute);
                return (id, NONE, Some(ErrorCode::MalformedQualifiedName));
            }
        };
        let (last, id) = written.last[Kind::Attribute as usize];
        if namespace == last && namespace != UNBOUND {
            return (id, namespace, None);
        }
        let (id, fault) = self.find(name, namespace, Kind::Attribute);
        (id, namespace, fault)
    }

    /// The name of an attribute whose declaration doesn't count: as it is written, in no namespace.
    pub(crate) fn undeclared(&mut self, name: Written) -> QualifiedId {
        self.qualified(name, NONE, Kind::Attribute)
    }

    /// The number of a name in a namespace where it was that of `last` before.
    fn displace(
        &mut self,
        name: Written,
        last: (NamespaceId, QualifiedId),
        namespace: NamespaceId,
        kind: Kind,
    ) -> QualifiedId {
        // Most names are in one namespace all the time.
        if last == NEVER {
            return self.add(name, namespace);
        }
        self.earlier.insert((name, last.0, kind), last.1);
        self.qualified(name, namespace, kind)
    }

    /// The number of a name in a namespace.
    fn qualified(&mut self, name: Written, namespace: NamespaceId, kind: Kind) -> QualifiedId {
        let key = (name, namespace, kind);
        if let Some(id) = self.earlier.get(&key) {
            return *id;
        }
        let id = self.add(name, namespace);
        self.earlier.insert(key, id);
        id
    }

    fn add(&mut self, name: Written, namespace: NamespaceId) -> QualifiedId {
        let text = self.texts.text(id_of(name.0));
        let (prefix, local) = match self.of(name).prefix_length as usize {
            length if length > 0 && namespace != NONE => {
                (Some(&text[..length]), &text[length + 1..])
            }
            _ => (None, text),
        };
        let url = match namespace {
            NONE => "",
            XML => Namespace::Xml.as_url(),
            XMLNS => Namespace::XmlNs.as_url(),
            NamespaceId(number) => self.urls.text(id_of(number - FIRST)),
        };
        // There are fewer names than bytes of input, each of which is far from 4 GiB long.
        self.names.add(prefix, url, local).unwrap_or(QualifiedId::FIRST)
    }

    /// The number of the local part of a name.
    pub(crate) fn local(&mut self, name: Written) -> Written {
        match self.of(name).prefix_length as usize {
            0 => name,
            length => {
                let local = self.text(name)[length + 1..].to_owned();
                self.write(&local)
            }
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
