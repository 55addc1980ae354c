//! The namespace bindings in scope.

use std::collections::BTreeMap;

use sapwood_names::{Interner, NameId, Namespace};

/// The bindings of the declarations written so far.
#[derive(Debug)]
pub(super) struct Scope {
    prefixes: Interner,
    urls: Interner,
    /// The bindings by prefix.
    bindings: Vec<Binding>,
    /// For each URL the prefixes that are bound to it, by the age of their bindings.
    by_url: Vec<BTreeMap<u64, usize>>,
    /// Previous bindings, to restore at the end of elements.
    before: Vec<(usize, Binding)>,
    age: u64,
    generated: u64,
}

/// The binding of a prefix.
#[derive(Clone, Copy, Debug)]
struct Binding {
    url: Option<usize>,
    age: u64,
}

/// A point between two bindings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    before: usize,
    age: u64,
}

/// The index of the empty prefix.
const DEFAULT: usize = 0;

impl Scope {
    #[inline]
    pub(super) fn new() -> Self {
        let mut this = Self {
            prefixes: Interner::new(),
            urls: Interner::new(),
            bindings: Vec::new(),
            by_url: Vec::new(),
            before: Vec::new(),
            age: 0,
            generated: 0,
        };
        this.bind("", "");
        for namespace in [Namespace::Xml, Namespace::XmlNs] {
            let prefix = if namespace == Namespace::Xml { "xml" } else { "xmlns" };
            this.bind(prefix, namespace.as_url());
        }
        this
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { before: self.before.len(), age: self.age }
    }

    /// Undoes what was bound since `mark`.
    #[inline]
    pub(super) fn restore(&mut self, mark: Mark) {
        while self.before.len() > mark.before
            && let Some((prefix, binding)) = self.before.pop()
        {
            self.set(prefix, binding);
        }
    }

    /// Binds a prefix to a namespace; an empty URL unbinds it.
    #[inline]
    pub(super) fn bind(&mut self, prefix: &str, url: &str) {
        let number = self.prefix(prefix);
        let url = if url.is_empty() && number != DEFAULT { None } else { Some(self.url(url)) };
        self.age += 1;
        self.before.push((number, self.bindings[number]));
        self.set(number, Binding { url, age: self.age });
    }

    #[inline]
    fn set(&mut self, prefix: usize, binding: Binding) {
        let before = std::mem::replace(&mut self.bindings[prefix], binding);
        if prefix == DEFAULT {
            return;
        }
        if let Some(url) = before.url {
            self.by_url[url].remove(&before.age);
        }
        if let Some(url) = binding.url {
            self.by_url[url].insert(binding.age, prefix);
        }
    }

    /// Whether the prefix, `""` for none, is bound to that namespace.
    #[inline]
    pub(super) fn is_bound_to(&self, prefix: &str, url: &str) -> bool {
        self.bound(prefix) == Some(url)
    }

    /// Whether the prefix is bound.
    #[inline]
    pub(super) fn is_bound(&self, prefix: &str) -> bool {
        self.bound(prefix).is_some()
    }

    /// Whether the prefix was bound after `mark`.
    #[inline]
    pub(super) fn is_bound_since(&self, mark: Mark, prefix: &str) -> bool {
        let number = self.prefixes.get(prefix).map(index);
        number.is_some_and(|number| self.bindings[number].age > mark.age)
    }

    /// The default namespace.
    #[inline]
    pub(super) fn default_url(&self) -> &str {
        self.bindings[DEFAULT].url.map_or("", |url| self.urls.text(id(url)))
    }

    #[inline]
    fn bound(&self, prefix: &str) -> Option<&str> {
        let number = index(self.prefixes.get(prefix)?);
        self.bindings[number].url.map(|url| self.urls.text(id(url)))
    }

    /// A prefix that is bound to the namespace: the preferred one, or else the one bound last.
    #[inline]
    pub(super) fn prefix_of(&self, url: &str, preferred: Option<&str>) -> Option<&str> {
        let number = index(self.urls.get(url)?);
        let (_, last) = self.by_url[number].last_key_value()?;
        let preferred = preferred
            .and_then(|prefix| self.prefixes.get(prefix).map(index))
            .filter(|prefix| *prefix != DEFAULT && self.bindings[*prefix].url == Some(number));
        Some(self.prefixes.text(id(preferred.unwrap_or(*last))))
    }

    /// [Generates a prefix](https://w3c.github.io/DOM-Parsing/#dfn-generate-a-prefix) that isn't
    /// bound yet, and binds it.
    #[inline]
    pub(super) fn generate(&mut self, url: &str) -> String {
        loop {
            self.generated += 1;
            let prefix = format!("ns{}", self.generated);
            if !self.is_bound(&prefix) {
                self.bind(&prefix, url);
                return prefix;
            }
        }
    }

    #[inline]
    fn prefix(&mut self, text: &str) -> usize {
        let number = index(self.prefixes.intern(text));
        if number == self.bindings.len() {
            self.bindings.push(Binding { url: None, age: 0 });
        }
        number
    }

    #[inline]
    fn url(&mut self, text: &str) -> usize {
        let number = index(self.urls.intern(text));
        if number == self.by_url.len() {
            self.by_url.push(BTreeMap::new());
        }
        number
    }
}

/// The index of an interned text.
#[inline]
fn index(id: NameId) -> usize {
    id.index() - NameId::FIRST_DYNAMIC.index()
}

#[inline]
fn id(index: usize) -> NameId {
    NameId::from_index(NameId::FIRST_DYNAMIC.index() + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restoring_a_mark_undoes_bindings() {
        let mut scope = Scope::new();
        scope.bind("a", "urn:1");
        let mark = scope.mark();
        scope.bind("b", "urn:1");
        assert_eq!(scope.prefix_of("urn:1", None), Some("b"));
        assert_eq!(scope.prefix_of("urn:1", Some("a")), Some("a"));
        scope.bind("b", "urn:2");
        scope.bind("a", "");
        assert_eq!(scope.prefix_of("urn:1", Some("a")), None);
        assert_eq!(scope.generate("urn:3"), "ns1");
        scope.restore(mark);
        assert_eq!(scope.prefix_of("urn:1", None), Some("a"));
        assert_eq!(scope.prefix_of("urn:2", None), None);
        assert!(scope.is_bound_to("xml", Namespace::Xml.as_url()) && !scope.is_bound("ns1"));
    }
}
