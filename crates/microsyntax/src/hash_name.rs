//! [Hash-name
//! references](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#syntax-references), such as the
//! `usemap` of an image.

/// A tree in which an element can be found.
pub trait Tree {
    /// An element.
    type Element;

    /// The first element of the type that is asked for, in tree order, whose `id` or `name` is `name`.
    fn by_id_or_name(&self, name: &str) -> Option<Self::Element>;

    /// Returns the first such element whose `name` is `name`.
    fn by_name(&self, name: &str) -> Option<Self::Element>;
}

/// The name that a reference holds: what follows its first `#`.
#[must_use]
#[inline]
pub fn name(reference: &str) -> Option<&str> {
    let (_, name) = reference.split_once('#')?;
    (!name.is_empty()).then_some(name)
}

/// The [rules for parsing a hash-name
/// reference](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-hash-name-reference).
pub fn resolve<T: Tree>(reference: &str, tree: &T) -> Option<T::Element> {
    tree.by_id_or_name(name(reference)?)
}

/// Whether this is a [valid hash-name
/// reference](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-hash-name-reference).
pub fn is_valid<T: Tree>(reference: &str, tree: &T) -> bool {
    reference.strip_prefix('#').is_some_and(|name| tree.by_name(name).is_some())
}
