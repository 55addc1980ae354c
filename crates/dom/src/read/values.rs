//! Attribute values as numbers, dates, colours and elements.

use sapwood_microsyntax::{FromAttribute, hash_name};
use sapwood_names::Namespace;

use crate::NodeRef;

impl<'a> NodeRef<'a> {
    /// The value of the attribute without a namespace that is called `name`, parsed by the standard's rules for
    /// numbers, dates, colours and other microsyntaxes; `None` if there is none, or if the rules give an error.
    ///
    /// ```
    /// use sapwood::microsyntax::{Dimension, date::Date};
    ///
    /// let document =
    ///     sapwood::parse("<img width=50% height=40><time datetime=2026-11-21>today</time>");
    /// let image = document.select_first("img")?.unwrap();
    /// assert_eq!(image.attr_as::<Dimension>("width"), Some(Dimension::Percentage(50.0)));
    /// assert_eq!(image.attr_as::<u32>("height"), Some(40));
    /// assert_eq!(image.attr_as::<Dimension>("border"), None);
    ///
    /// let time = document.select_first("time")?.unwrap();
    /// assert_eq!(time.attr_as::<Date>("datetime").unwrap().year, 2026);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn attr_as<T: FromAttribute>(&self, name: &str) -> Option<T> {
        T::from_attribute(self.attr(name)?)
    }

    /// The HTML element called `kind` that the [hash-name
    /// reference](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-hash-name-reference)
    /// in this attribute refers to.
    ///
    /// ```
    /// let document = sapwood::parse("<img usemap=#m><map name=m></map>");
    /// let image = document.select_first("img")?.unwrap();
    /// assert_eq!(image.attr_reference("usemap", "map").unwrap().local_name(), Some("map"));
    ///
    /// let document = sapwood::parse("<img usemap=#m><svg><map name=m /></svg>");
    /// let image = document.select_first("img")?.unwrap();
    /// assert_eq!(image.attr_reference("usemap", "map"), None);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn attr_reference(&self, name: &str, kind: &str) -> Option<Self> {
        let root = self.ancestors().last().unwrap_or(*self);
        hash_name::resolve(self.attr(name)?, &Scope { root, kind })
    }
}

/// The tree in which a reference is resolved, and the name of the elements it may refer to.
struct Scope<'a, 'k> {
    root: NodeRef<'a>,
    kind: &'k str,
}

impl<'a> Scope<'a, '_> {
    fn find(&self, is_it: impl Fn(NodeRef<'a>) -> bool) -> Option<NodeRef<'a>> {
        self.root.descendants().find(|node| {
            node.namespace() == Some(Namespace::Html)
                && node.local_name() == Some(self.kind)
                && is_it(*node)
        })
    }
}

impl<'a> hash_name::Tree for Scope<'a, '_> {
    type Element = NodeRef<'a>;

    #[inline]
    fn by_id_or_name(&self, name: &str) -> Option<NodeRef<'a>> {
        self.find(|it| it.attr("id") == Some(name) || it.attr("name") == Some(name))
    }

    #[inline]
    fn by_name(&self, name: &str) -> Option<NodeRef<'a>> {
        self.find(|it| it.attr("name") == Some(name))
    }
}
