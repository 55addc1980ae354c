//! The questions of selectors to an element, and to a tree that selects by code of its own.

use std::ops::Deref;

use sapwood_names::{LocalName, NameId, Namespace, NamespaceUrl};
use sapwood_tree::{Node, attributes};

use crate::Selector;

/// An element, without its place in a tree: a [`Node`], or a start tag in a stream.
pub trait Element<'d> {
    /// Returns `true` if `name` is its local name.
    fn is_named(&self, name: &LocalName) -> bool;

    /// Returns its local name.
    fn local_name(&self) -> &'d str;

    /// Returns its namespace; [`Namespace::Other`] for an unknown one.
    fn namespace(&self) -> Namespace;

    /// Returns `true` if it is in this namespace.
    fn is_in(&self, namespace: &NamespaceUrl) -> bool;

    /// Returns a number that is equal for elements of one tree with the same local name and namespace.
    fn type_key(&self) -> u64;

    /// Returns the value of its attribute with this known name and no namespace.
    fn known_attribute(&self, name: NameId) -> Option<&'d str>;

    /// Returns the value of its attribute with this name and no namespace.
    fn attribute(&self, name: &LocalName) -> Option<&'d str>;

    /// Returns `true` if `test` does for the value of an attribute with this name, in `namespace` if that is given and
    /// in any namespace otherwise.
    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool;
}

impl<'d, N: Node<'d>> Element<'d> for N {
    #[inline]
    fn is_named(&self, name: &LocalName) -> bool {
        Node::is_named(*self, name)
    }

    fn local_name(&self) -> &'d str {
        self.name().local.text
    }

    #[inline]
    fn namespace(&self) -> Namespace {
        Node::namespace(*self)
    }

    fn is_in(&self, namespace: &NamespaceUrl) -> bool {
        Node::is_in(*self, namespace)
    }

    fn type_key(&self) -> u64 {
        Node::type_key(*self)
    }

    #[inline]
    fn known_attribute(&self, name: NameId) -> Option<&'d str> {
        Node::known_attribute(*self, name)
    }

    #[inline]
    fn attribute(&self, name: &LocalName) -> Option<&'d str> {
        Some(self.find_attribute(name)?.1)
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        attributes(*self)
            .filter(|own| {
                own.name.local.text == name.text
                    && namespace.is_none_or(|wanted| sapwood_tree::is_in(own.name, wanted))
            })
            .any(|own| test(own.value))
    }
}

/// A tree that has the engine compiled once, in its own crate, rather than in every crate that selects.
///
/// [`Selector::select`] and its siblings call it. Other trees are searched by [`Selector::search`] and its siblings.
pub trait Scope: Sized {
    /// A node of the tree.
    type Node;
    /// The matches below a node.
    type Matches: Iterator<Item = Self::Node>;

    /// Returns the descendants that match, in tree order.
    fn select(self, selector: &Selector) -> Self::Matches;

    /// Returns the first descendant that matches.
    fn select_first(self, selector: &Selector) -> Option<Self::Node>;

    /// Returns `true` if this node matches.
    fn matches(self, selector: &Selector) -> bool;

    /// Returns the nearest inclusive ancestor that matches.
    fn closest(self, selector: &Selector) -> Option<Self::Node>;
}

/// A pointer to a tree, such as the `Arc` of a document that several threads read.
impl<'a, P> Scope for &'a P
where
    P: Deref,
    &'a P::Target: Scope,
{
    type Node = <&'a P::Target as Scope>::Node;
    type Matches = <&'a P::Target as Scope>::Matches;

    fn select(self, selector: &Selector) -> Self::Matches {
        (&**self).select(selector)
    }

    fn select_first(self, selector: &Selector) -> Option<Self::Node> {
        (&**self).select_first(selector)
    }

    fn matches(self, selector: &Selector) -> bool {
        (&**self).matches(selector)
    }

    fn closest(self, selector: &Selector) -> Option<Self::Node> {
        (&**self).closest(selector)
    }
}
