//! Attribute values as numbers, dates, colours and elements.

use dom::NodeRef;
use microsyntax::{FromAttribute, hash_name};
use names::Namespace;

/// Parses attributes by the standard's rules for numbers, dates, colours and other microsyntaxes.
///
/// ```
/// use sapwood::{
///     AttributeValues,
///     microsyntax::{Dimension, date::Date},
/// };
///
/// let document = sapwood::parse("<img width=50% src=a.png><time datetime=2026-11-21>today</time>");
/// let mut elements = document.body().unwrap().children();
/// let (image, time) = (elements.next().unwrap(), elements.next().unwrap());
///
/// assert_eq!(image.attr_as::<Dimension>("width"), Some(Dimension::Percentage(50.0)));
/// assert_eq!(image.attr_as::<Dimension>("height"), None);
/// assert_eq!(time.attr_as::<Date>("datetime").unwrap().year, 2026);
/// ```
pub trait AttributeValues<'a> {
    /// The value of the attribute without a namespace that is called `name`; `None` if there is none, or if
    /// the rules for parsing give an error.
    fn attr_as<T: FromAttribute>(&self, name: &str) -> Option<T>;

    /// The HTML element called `kind` that the [hash-name
    /// reference](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-hash-name-reference)
    /// in this attribute refers to.
    ///
    /// ```
    /// use sapwood::AttributeValues;
    ///
    /// let document = sapwood::parse("<img usemap=#m><map name=m></map>");
    /// let image = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(image.attr_reference("usemap", "map").unwrap().local_name(), Some("map"));
    ///
    /// let document = sapwood::parse("<img usemap=#m><svg><map name=m /></svg>");
    /// let image = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(image.attr_reference("usemap", "map"), None);
    /// ```
    fn attr_reference(&self, name: &str, kind: &str) -> Option<NodeRef<'a>>;
}

impl<'a> AttributeValues<'a> for NodeRef<'a> {
    fn attr_as<T: FromAttribute>(&self, name: &str) -> Option<T> {
        T::from_attribute(self.attr(name)?)
    }

    fn attr_reference(&self, name: &str, kind: &str) -> Option<NodeRef<'a>> {
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

    fn by_id_or_name(&self, name: &str) -> Option<NodeRef<'a>> {
        self.find(|it| it.attr("id") == Some(name) || it.attr("name") == Some(name))
    }

    fn by_name(&self, name: &str) -> Option<NodeRef<'a>> {
        self.find(|it| it.attr("name") == Some(name))
    }
}
