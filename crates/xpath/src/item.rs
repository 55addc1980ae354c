//! The nodes of XPath's data model.

use std::borrow::Cow;

use sapwood_names::{Name, NameId, Namespace};
use sapwood_tree::{AttributeView, QualifiedName};

use sapwood_tree::{Node, NodeKind};

/// A node of XPath's data model: a node of the tree, an attribute, or a namespace.
///
/// A text node stands for the text nodes after it, too, if they are adjacent.
///
/// # Examples
///
/// ```
/// use sapwood::XPath;
///
/// let document = sapwood::parse("<a href=/x>X</a>");
/// let item = XPath::parse("//a/@href")?.first(document.root())?.unwrap();
/// assert_eq!(item.string_value(), "/x");
/// assert_eq!(item.name().unwrap().local.text, "href");
/// assert!(item.node().is_element());
/// # Ok::<(), sapwood::XPathError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item<N> {
    /// A node of the tree.
    Node(N),
    /// An attribute.
    Attribute {
        /// Its element.
        element: N,
        /// Its position among the attributes of the element.
        index: u32,
    },
    /// A namespace that is in scope at an element.
    Namespace {
        /// The element.
        element: N,
        /// Its position among the namespaces of the element.
        index: u32,
    },
}

impl<N> Item<N> {
    /// Replaces the node, or the element that has the attribute or namespace, by what `map` returns for it.
    ///
    /// ```
    /// use sapwood::{XPath, xpath::Item};
    ///
    /// let document = sapwood::parse("<a href=/x>X</a>");
    /// let item = XPath::parse("//a/@href")?.first(document.root())?.unwrap();
    /// let element = document.select_first("a")?.unwrap().node_id();
    /// assert_eq!(item.map(|node| node.node_id()), Item::Attribute { element, index: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<M>(self, map: impl FnOnce(N) -> M) -> Item<M> {
        match self {
            Self::Node(node) => Item::Node(map(node)),
            Self::Attribute { element, index } => Item::Attribute { element: map(element), index },
            Self::Namespace { element, index } => Item::Namespace { element: map(element), index },
        }
    }

    /// The node of the tree, if it is one.
    #[must_use]
    pub fn as_node(self) -> Option<N> {
        match self {
            Self::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The node of the tree, or the element that has the attribute or namespace.
    #[must_use]
    pub fn node(self) -> N {
        match self {
            Self::Node(node) => node,
            Self::Attribute { element, .. } | Self::Namespace { element, .. } => element,
        }
    }
}

impl<'d, N: Node<'d>> Item<N> {
    /// The name and value, if it is an attribute.
    #[must_use]
    pub fn as_attribute(self) -> Option<AttributeView<'d>> {
        match self {
            Self::Attribute { element, index } => element.attribute(index as usize),
            _ => None,
        }
    }

    /// The prefix and URL, if it is a namespace; the prefix of the default namespace is `""`.
    #[must_use]
    pub fn as_namespace(self) -> Option<(&'d str, &'d str)> {
        self.namespace_in(&mut 0)
    }

    fn namespace_in(self, steps: &mut u64) -> Option<(&'d str, &'d str)> {
        match self {
            Self::Namespace { element, index } => {
                namespaces_of(element, steps).get(index as usize).copied()
            }
            _ => None,
        }
    }

    /// The [string-value](https://www.w3.org/TR/xpath-10/#data-model).
    #[must_use]
    pub fn string_value(self) -> Cow<'d, str> {
        self.string_value_in(&mut 0)
    }

    /// The string-value. Adds the number of nodes visited and bytes copied to `steps`.
    pub(crate) fn string_value_in(self, steps: &mut u64) -> Cow<'d, str> {
        match self {
            Self::Node(node) => string_value(node, steps),
            Self::Attribute { .. } => {
                Cow::Borrowed(self.as_attribute().map_or("", |attribute| attribute.value))
            }
            Self::Namespace { .. } => Cow::Borrowed(self.namespace_in(steps).map_or("", |it| it.1)),
        }
    }

    /// The [expanded-name](https://www.w3.org/TR/xpath-10/#dt-expanded-name) with its prefix, if it has one.
    #[must_use]
    pub fn name(self) -> Option<QualifiedName<'d>> {
        self.name_in(&mut 0)
    }

    /// The expanded-name. Adds the number of nodes and attributes visited to `steps`.
    pub(crate) fn name_in(self, steps: &mut u64) -> Option<QualifiedName<'d>> {
        let local = |text| QualifiedName::new(Namespace::None, Name { id: NameId::UNKNOWN, text });
        match self {
            Self::Node(node) => match node.kind() {
                NodeKind::Element => Some(node.name()),
                NodeKind::ProcessingInstruction => Some(local(node.name().local.text)),
                _ => None,
            },
            Self::Attribute { .. } => Some(self.as_attribute()?.name),
            Self::Namespace { .. } => Some(local(self.namespace_in(steps)?.0)),
        }
    }
}

fn string_value<'d, N: Node<'d>>(node: N, steps: &mut u64) -> Cow<'d, str> {
    match node.kind() {
        NodeKind::Text => {
            let text = text_run(node, steps);
            if let Cow::Owned(text) = &text {
                *steps += text.len() as u64 / 8;
            }
            text
        }
        NodeKind::Comment | NodeKind::ProcessingInstruction => Cow::Borrowed(node.data()),
        _ => {
            let Some(first) = node.first_child() else { return Cow::Borrowed("") };
            if first.kind() == NodeKind::Text && first.next_sibling().is_none() {
                return Cow::Borrowed(first.data());
            }
            let mut text = String::new();
            *steps += node.push_text(&mut text);
            *steps += text.len() as u64 / 8;
            Cow::Owned(text)
        }
    }
}

/// The text of a run of adjacent text nodes, given its first.
/// Adds the number of the others to `steps`.
fn text_run<'d, N: Node<'d>>(first: N, steps: &mut u64) -> Cow<'d, str> {
    let mut text = Cow::Borrowed(first.data());
    let mut at = first.next_sibling();
    while let Some(node) = at.filter(|node| node.kind() == NodeKind::Text) {
        *steps += 1;
        if !node.data().is_empty() {
            text.to_mut().push_str(node.data());
        }
        at = node.next_sibling();
    }
    text
}

/// The namespaces that are in scope at an element, each with its prefix: that of `xml` first, then those of the farthest
/// declarations, as in libxml2. Adds the number of attributes visited to `steps`.
pub(crate) fn namespaces_of<'d, N: Node<'d>>(
    element: N,
    steps: &mut u64,
) -> Vec<(&'d str, &'d str)> {
    let mut found: Vec<(&'d str, &'d str)> = Vec::new();
    let mut prefixes = std::collections::HashSet::new();
    let mut at = Some(element);
    while let Some(node) = at {
        *steps += 1;
        for attribute in (0..).map_while(|index| node.attribute(index)) {
            *steps += 1;
            if attribute.name.namespace != Namespace::XmlNs {
                continue;
            }
            *steps += 4 + attribute.name.local.text.len() as u64 / 8;
            let local = attribute.name.local.text;
            let prefix = if attribute.name.prefix.is_none() { "" } else { local };
            if prefix != "xml" && prefixes.insert(prefix) {
                found.push((prefix, attribute.value));
            }
        }
        at = node.parent();
    }
    // `xmlns=""` ends the scope of a default namespace.
    found.retain(|(_, url)| !url.is_empty());
    found.push(("xml", Namespace::Xml.as_url()));
    found.reverse();
    found
}
