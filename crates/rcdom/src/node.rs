//! Nodes of the tree.

use std::{
    cell::{Cell, RefCell},
    fmt,
    hash::{Hash, Hasher},
    mem, ptr,
    rc::{Rc, Weak},
};

use sapwood_markup5ever::{Attribute, QualName, tendril::StrTendril};

/// Strong reference to a node.
pub type Handle = Rc<Node>;

/// Weak reference to a node, as to its parent.
pub type WeakHandle = Weak<Node>;

/// A node of the tree.
pub struct Node {
    /// Parent node, if any.
    pub parent: Cell<Option<WeakHandle>>,
    /// Child nodes in tree order.
    pub children: RefCell<Vec<Handle>>,
    /// Node type and data.
    pub data: NodeData,
}

/// Type of a node, with its data.
#[derive(Clone)]
pub enum NodeData {
    /// The document, or the root of a template's contents.
    Document,
    /// A doctype. Missing parts are empty.
    Doctype {
        /// The name.
        name: StrTendril,
        /// The public identifier.
        public_id: StrTendril,
        /// The system identifier.
        system_id: StrTendril,
    },
    /// A text node.
    Text {
        /// The text.
        contents: RefCell<StrTendril>,
    },
    /// A comment.
    Comment {
        /// The comment's data.
        contents: StrTendril,
    },
    /// An element.
    Element {
        /// Qualified name.
        name: QualName,
        /// Attributes, in the order they were added.
        attrs: RefCell<Vec<Attribute>>,
        /// Root of the [template
        /// contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents), if the element
        /// is a `template`.
        template_contents: RefCell<Option<Handle>>,
        /// Whether the element is an `annotation-xml` that is an [HTML integration
        /// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
        mathml_annotation_xml_integration_point: bool,
    },
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: StrTendril,
        /// The data.
        contents: StrTendril,
    },
}

impl Node {
    /// Creates a node without parent and children.
    #[must_use]
    pub fn new(data: NodeData) -> Handle {
        Rc::new(Self { parent: Cell::new(None), children: RefCell::default(), data })
    }

    /// Returns the text of this node and its descendants, as
    /// [`textContent`](https://dom.spec.whatwg.org/#dom-node-textcontent) in the DOM, but for documents too. For a comment
    /// or a processing instruction, the data.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let dom = parse_document(RcDom::default(), Default::default()).one("<p>One <b>two</b>");
    /// assert_eq!(dom.document.text_content(), "One two");
    /// ```
    #[must_use]
    pub fn text_content(&self) -> String {
        let mut text = String::new();
        if let NodeData::Comment { contents } | NodeData::ProcessingInstruction { contents, .. } =
            &self.data
        {
            text.push_str(contents);
            return text;
        }
        self.push_own_text(&mut text);
        let mut left = self.children.borrow().clone();
        left.reverse();
        while let Some(node) = left.pop() {
            node.push_own_text(&mut text);
            left.extend(node.children.borrow().iter().rev().map(Rc::clone));
        }
        text
    }

    /// Appends the text, if this is a text node.
    fn push_own_text(&self, text: &mut String) {
        if let NodeData::Text { contents } = &self.data {
            text.push_str(&contents.borrow());
        }
    }

    /// Returns the parent, if it exists and is still alive.
    #[must_use]
    pub fn parent(&self) -> Option<Handle> {
        let parent = self.parent.take();
        let handle = parent.as_ref().and_then(Weak::upgrade);
        self.parent.set(parent);
        handle
    }
}

impl NodeData {
    /// Creates the data of an element, with empty template contents if it is a `template`.
    pub(crate) fn element(
        name: QualName,
        attributes: Vec<Attribute>,
        is_template: bool,
        is_integration_point: bool,
    ) -> Self {
        Self::Element {
            name,
            attrs: RefCell::new(attributes),
            template_contents: RefCell::new(is_template.then(|| Node::new(Self::Document))),
            mathml_annotation_xml_integration_point: is_integration_point,
        }
    }

    /// Creates the data of a text node.
    pub(crate) fn text(text: StrTendril) -> Self {
        Self::Text { contents: RefCell::new(text) }
    }
}

/// A node equals itself alone, so handles can be compared and be keys of maps.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self, other)
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self, state);
    }
}

/// Drops descendants iteratively, because the default recursion would overflow the stack on deep trees.
///
/// A work list takes over the children of each node before the node is dropped, so no drop finds children. A
/// node that is referenced elsewhere keeps its subtree.
impl Drop for Node {
    fn drop(&mut self) {
        let mut nodes = mem::take(self.children.get_mut());
        if let NodeData::Element { template_contents, .. } = &mut self.data {
            nodes.extend(template_contents.get_mut().take());
        }
        while let Some(node) = nodes.pop() {
            if Rc::strong_count(&node) > 1 {
                continue;
            }
            nodes.append(&mut node.children.borrow_mut());
            if let NodeData::Element { template_contents, .. } = &node.data {
                nodes.extend(template_contents.borrow_mut().take());
            }
        }
    }
}

/// Formats the node's data and its number of children, without recursing into them.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let children = self.children.borrow().len();
        f.debug_struct("Node").field("data", &self.data).field("children", &children).finish()
    }
}

impl fmt::Debug for NodeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => f.write_str("Document"),
            Self::Doctype { name, public_id, system_id } => f
                .debug_struct("Doctype")
                .field("name", name)
                .field("public_id", public_id)
                .field("system_id", system_id)
                .finish(),
            Self::Text { contents } => f.debug_tuple("Text").field(&contents.borrow()).finish(),
            Self::Comment { contents } => f.debug_tuple("Comment").field(contents).finish(),
            Self::Element { name, attrs, .. } => f
                .debug_struct("Element")
                .field("name", name)
                .field("attrs", &attrs.borrow())
                .finish_non_exhaustive(),
            Self::ProcessingInstruction { target, contents } => f
                .debug_struct("ProcessingInstruction")
                .field("target", target)
                .field("contents", contents)
                .finish(),
        }
    }
}
