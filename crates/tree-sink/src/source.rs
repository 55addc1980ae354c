//! The trait that a tree is read through, by whatever writes, compares or converts it.

use crate::{Name, Namespace, ShadowRootInit};

/// A tree that can be read: what [`TreeSink`](crate::TreeSink) is for building.
///
/// Names, text and attributes are lent to a closure for the time of a call, so that a tree which keeps
/// them behind a `RefCell` can implement it as well as one that lies in a few vectors.
///
/// # Examples
///
/// Counting elements, without recursion:
///
/// ```
/// use sapwood_tree_sink::{NodeView, TreeSource};
///
/// fn count<T: TreeSource>(tree: &T, root: T::Node) -> usize {
///     let (mut open, mut elements) = (vec![tree.children(&root)], 0);
///     while let Some(children) = open.last_mut() {
///         match children.next() {
///             Some(node) => {
///                 elements += tree.view(&node, |view| usize::from(matches!(view, NodeView::Element(_))));
///                 open.push(tree.children(&node));
///             }
///             None => drop(open.pop()),
///         }
///     }
///     elements
/// }
/// ```
pub trait TreeSource {
    /// A reference to a node, cheap to clone.
    type Node: Clone;
    /// The children of a node, first to last.
    type Children: Iterator<Item = Self::Node>;
    /// The attributes of an element, in their order.
    type Attributes<'a>: Iterator<Item = AttributeView<'a>>;

    /// The children of `node`. Template contents and shadow trees are no part of them.
    fn children(&self, node: &Self::Node) -> Self::Children;

    /// Calls `see` with what `node` is.
    fn view<T>(
        &self,
        node: &Self::Node,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T;

    /// The node that holds the contents of a `template` element; `None` for any other node.
    fn template_contents(&self, node: &Self::Node) -> Option<Self::Node>;

    /// The shadow root of an element, and what was declared of it. None by default.
    fn shadow_root(&self, _node: &Self::Node) -> Option<(Self::Node, ShadowRootInit)> {
        None
    }
}

/// What a node is, with what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeView<'a, Attributes> {
    /// The document.
    Document,
    /// The root of a fragment, of template contents or of a shadow tree.
    Fragment,
    /// A doctype.
    Doctype {
        /// The name; empty if missing.
        name: &'a str,
        /// The public identifier.
        public_id: &'a str,
        /// The system identifier.
        system_id: &'a str,
    },
    /// An element.
    Element(ElementView<'a, Attributes>),
    /// A text.
    Text(&'a str),
    /// A comment.
    Comment(&'a str),
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target.
        target: &'a str,
        /// Its data.
        data: &'a str,
    },
}

/// An element's name and attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementView<'a, Attributes> {
    /// Its name.
    pub name: QualifiedName<'a>,
    /// Its attributes.
    pub attributes: Attributes,
}

/// An attribute's name and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeView<'a> {
    /// Its name.
    pub name: QualifiedName<'a>,
    /// Its value.
    pub value: &'a str,
}

/// A name with its namespace and prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QualifiedName<'a> {
    /// The prefix, if there is one.
    pub prefix: Option<&'a str>,
    /// The namespace.
    pub namespace: Namespace,
    /// The namespace's URL: for those that are known what [`Namespace::as_url`] says.
    pub namespace_url: &'a str,
    /// The local name. If it isn't known, its id is [`NameId::UNKNOWN`](crate::NameId::UNKNOWN) or one that
    /// the tree gave it.
    pub local: Name<'a>,
}

impl<'a> QualifiedName<'a> {
    /// A name without a prefix, in a namespace that is known.
    #[inline]
    #[must_use]
    pub const fn new(namespace: Namespace, local: Name<'a>) -> Self {
        Self { prefix: None, namespace, namespace_url: namespace.as_url(), local }
    }

    /// Whether this is the name of the HTML element called `name`.
    #[inline]
    #[must_use]
    pub fn is_html(&self, name: crate::NameId) -> bool {
        self.namespace == Namespace::Html && self.local.id == name
    }
}
