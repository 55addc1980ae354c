//! The trait through which serializers, comparisons and converters read a tree.

use sapwood_names::{Name, NameId, Namespace};

use crate::{QuirksMode, ShadowRootInit};

/// A readable tree, the counterpart of [`TreeSink`](crate::TreeSink).
///
/// Names, text and attributes are borrowed by a closure for the duration of a call. Therefore a tree
/// that keeps them in a `RefCell` can implement this trait as well as a tree in an arena.
///
/// # Examples
///
/// Counting elements, without recursion:
///
/// ```
/// use sapwood::{TreeSource, tree::NodeView};
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
    /// The attributes of an element, in order.
    type Attributes<'a>: Iterator<Item = AttributeView<'a>>;

    /// Returns the children of `node`, without template contents and shadow trees.
    fn children(&self, node: &Self::Node) -> Self::Children;

    /// Calls `see` with the type and the data of `node`.
    fn view<T>(
        &self,
        node: &Self::Node,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T;

    /// Returns the node that holds the contents of a `template` element; `None` for any other node.
    fn template_contents(&self, node: &Self::Node) -> Option<Self::Node>;

    /// Returns the shadow root of an element and its properties. `None` by default.
    fn shadow_root(&self, _node: &Self::Node) -> Option<(Self::Node, ShadowRootInit)> {
        None
    }

    /// Returns the mode of the document; `None` if the tree doesn't know it.
    fn quirks_mode(&self) -> Option<QuirksMode> {
        None
    }

    /// Returns `true`, the default, if it is an HTML document, whose names match ASCII case-insensitively.
    fn is_html_document(&self) -> bool {
        true
    }
}

/// The type of a node and its data.
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
    /// A text node.
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
    /// The namespace's URL; for a known namespace the one that [`Namespace::as_url`] returns.
    pub namespace_url: &'a str,
    /// The local name. The id of an unknown name is [`NameId::UNKNOWN`] or one that
    /// the tree assigned.
    pub local: Name<'a>,
}

impl<'a> QualifiedName<'a> {
    /// Creates a name without a prefix, in a known namespace.
    #[inline]
    #[must_use]
    pub const fn new(namespace: Namespace, local: Name<'a>) -> Self {
        Self { prefix: None, namespace, namespace_url: namespace.as_url(), local }
    }

    /// Returns `true` if this is the name of the HTML element `name`.
    #[inline]
    #[must_use]
    pub fn is_html(&self, name: NameId) -> bool {
        self.namespace == Namespace::Html && self.local.id == name
    }

    /// Returns the id of an HTML element's name; [`NameId::UNKNOWN`] for any other.
    #[inline]
    #[must_use]
    pub fn html_id(&self) -> NameId {
        if self.namespace == Namespace::Html { self.local.id } else { NameId::UNKNOWN }
    }
}
