//! Copies of other trees, by which they are queried.

use std::{hash::Hash, sync::OnceLock};

use sapwood_names::{HashMap, Namespace};
use sapwood_tree::{AttributeView, ElementView, NodeView, TreeSource, is_html_encoding};

use super::EditError;
use crate::{
    read::node::NodeRef,
    store::{
        attributes::Attribute,
        doctypes::Doctype,
        document::Document,
        id::NodeId,
        node::{Head, Kind, Link, Node, Slot},
        texts::Run,
    },
};

/// A copy of another tree as a [`Document`], which maps each node back to the handle that it was copied from.
///
/// A tree that keeps its data in cells can't lend its texts, so selectors and other queries can't run on it. They run on
/// a snapshot of it. Later changes of the tree don't change the snapshot.
///
/// The copy has all nodes, names with their prefixes, attributes, texts, template contents, shadow trees and the mode of
/// the tree. Adjacent texts stay apart, so each node has its handle. A document or fragment among the children of another
/// node is left out, and its children take its place. The copy has no positions, and the owner of a form control is
/// the form that a `form` attribute names or its nearest ancestor.
///
/// # Examples
///
/// ```
/// use sapwood::{TreeSource, dom::Snapshot};
///
/// fn links<T: TreeSource>(tree: &T, root: &T::Node) -> Vec<T::Node> {
///     let snapshot = Snapshot::of(tree, root);
///     let links = snapshot.root().select("a[href]").expect("the selector is valid");
///     links.filter_map(|link| snapshot.handle(link).cloned()).collect()
/// }
///
/// // Any tree will do, for example another document.
/// let document = sapwood::parse("<a name=x>X</a><p><a href=/y>Y</a>");
/// let found = links(&&document, &document.root());
/// assert_eq!(found[0].text_content(), "Y");
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot<N> {
    document: Document,
    /// The slot of the root, which has the first handle.
    root: Slot,
    /// The handle of each slot from that of the root on.
    handles: Vec<N>,
    /// The first slot of each handle, once it was asked for.
    slots: OnceLock<HashMap<N, Slot>>,
}

impl<N: Clone> Snapshot<N> {
    /// Copies the tree below `root`, which may be any node; ancestors and siblings of `root` aren't copied.
    ///
    /// Takes time and memory linear in the size of the copy, at any depth. The source must be a tree: a node with several
    /// parents is copied below each of them, and a node that is its own descendant is copied without end. If the copy
    /// exceeds the limits of a [`Document`], it ends there and [`Document::is_truncated`] returns `true`.
    ///
    /// [`of_at_most`](Self::of_at_most) bounds the number of nodes.
    #[inline]
    pub fn of<T: TreeSource<Node = N>>(source: &T, root: &N) -> Self {
        Self::of_at_most(source, root, usize::MAX)
    }

    /// Copies the tree below `root`, as [`of`](Self::of) does, but at most so many nodes. If there are more,
    /// [`Document::is_truncated`] returns `true`.
    #[inline]
    pub fn of_at_most<T: TreeSource<Node = N>>(source: &T, root: &N, nodes: usize) -> Self {
        let mut copy = Copy::new(source, root);
        // A node that is no root of a document comes after one.
        copy.document.nodes.set_limit(nodes.saturating_add(usize::from(copy.is_outside)));
        if copy.tree(root).is_err() {
            copy.document.truncated = true;
            if copy.handles.is_empty() {
                copy.handles.push(root.clone());
            }
        }
        let Copy { mut document, handles, root, .. } = copy;
        document.nodes.lift_limits();
        document.nodes.end_parse([]);
        Self { document, root, handles, slots: OnceLock::new() }
    }

    /// Returns the copy. If the root of the snapshot is neither a document nor a fragment, it is outside the tree of this
    /// document, whose [root](Document::root) is then an empty fragment.
    #[inline]
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the copy of the root.
    #[inline]
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.at(self.root)
    }

    /// Returns the handle that a node was copied from; `None` for a node of another document.
    ///
    /// ```
    /// use sapwood::dom::Snapshot;
    ///
    /// let document = sapwood::parse("<p>Oak");
    /// let snapshot = Snapshot::of(&&document, &document.root());
    /// assert_eq!(snapshot.handle(snapshot.root()), Some(&document.root()));
    /// assert_eq!(snapshot.handle(document.root()), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn handle(&self, node: impl Into<NodeId>) -> Option<&N> {
        let slot = self.document.nodes.slot(node.into())?;
        self.handles.get(slot.index().checked_sub(self.root.index())?)
    }

    /// Returns all nodes with their handles. Template contents and shadow trees follow their host, before its children.
    ///
    /// ```
    /// use sapwood::dom::Snapshot;
    ///
    /// let document = sapwood::parse("<template><p>Oak</p></template>");
    /// let snapshot = Snapshot::of(&&document, &document.root());
    /// assert!(snapshot.nodes().any(|(copy, node)| node.text_content() == "Oak" && snapshot.node(node) == Some(copy)));
    /// ```
    #[inline]
    pub fn nodes(&self) -> impl Iterator<Item = (NodeRef<'_>, &N)> {
        let slots = (self.root.index()..).filter_map(Slot::of_index);
        slots.map(|slot| self.at(slot)).zip(&self.handles)
    }

    #[inline]
    fn at(&self, id: Slot) -> NodeRef<'_> {
        NodeRef { document: &self.document, id }
    }
}

impl<N: Clone + Eq + Hash> Snapshot<N> {
    /// Returns the copy of a node; `None` if the node isn't in the snapshot.
    ///
    /// The first call takes time linear in the size of the snapshot.
    ///
    /// ```
    /// use sapwood::dom::Snapshot;
    ///
    /// let document = sapwood::parse("<p>Oak");
    /// let snapshot = Snapshot::of(&&document, &document.root());
    /// let body = snapshot.node(&document.body().unwrap()).unwrap();
    /// assert_eq!(body.select("p")?.count(), 1);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn node(&self, handle: &N) -> Option<NodeRef<'_>> {
        let slots = self.slots.get_or_init(|| {
            let mut slots = HashMap::default();
            for (copy, handle) in self.nodes() {
                slots.entry(handle.clone()).or_insert(copy.id);
            }
            slots
        });
        slots.get(handle).map(|slot| self.at(*slot))
    }
}

/// A copy in the making.
struct Copy<'s, T: TreeSource> {
    source: &'s T,
    document: Document,
    /// Whether the root is neither a document nor a fragment, and so outside the tree of the document.
    is_outside: bool,
    root: Slot,
    handles: Vec<T::Node>,
    /// The open nodes: the children that are left to be copied, and the copy of their parent.
    open: Vec<(T::Children, Slot)>,
}

impl<'s, T: TreeSource> Copy<'s, T> {
    /// Creates an empty copy.
    #[inline]
    fn new(source: &'s T, root: &T::Node) -> Self {
        let (kind, is_outside) = source.view(root, |view| match view {
            NodeView::Document => (Kind::Document, false),
            NodeView::Fragment => (Kind::Fragment, false),
            _ => (Kind::Fragment, true),
        });
        let mut document = Document::default();
        document.reset(kind);
        document.quirks_mode = source.quirks_mode().unwrap_or_default();
        document.is_xml = !source.is_html_document();
        let (handles, open) = (Vec::new(), Vec::new());
        Self { source, document, is_outside, root: Slot::ROOT, handles, open }
    }

    /// Copies `root` and all below it.
    ///
    /// Nodes are added in tree order, and fragments right after their host, so slot order is tree order.
    #[inline]
    fn tree(&mut self, root: &T::Node) -> Result<(), EditError> {
        if self.is_outside
            && let Some(slot) = self.node(root, None)?
        {
            self.root = slot;
        } else {
            self.handles.push(root.clone());
            self.open.push((self.source.children(root), Slot::ROOT));
        }
        while let Some((children, parent)) = self.open.last_mut() {
            let parent = *parent;
            match children.next() {
                None => drop(self.open.pop()),
                Some(child) => {
                    if self.node(&child, Some(parent))?.is_none() {
                        self.open.push((self.source.children(&child), parent));
                    }
                }
            }
        }
        Ok(())
    }

    /// Copies a node and opens it; returns `None` for a document or fragment.
    #[inline]
    fn node(&mut self, node: &T::Node, parent: Link) -> Result<Link, EditError> {
        let Self { source, document, handles, open, .. } = self;
        let Some(copy) = source.view(node, |view| document.node_of(view))? else { return Ok(None) };
        let is_element = copy.head.is(Kind::Element);
        let slot = match parent {
            Some(parent) => {
                let last = document.nodes[parent].last_child;
                document.nodes.push_last(parent, last, copy)
            }
            None => document.nodes.push(copy),
        };
        let slot = slot.ok_or(EditError::Full)?;
        handles.push(node.clone());
        if !is_element {
            return Ok(Some(slot));
        }
        if parent.is_some_and(|parent| document.is_document(parent)) {
            document.document_element.get_or_insert(slot);
        }
        open.push((source.children(node), slot));
        let (fragment, shadow) = if let Some(contents) = source.template_contents(node) {
            (contents, 0)
        } else if let Some((root, init)) = source.shadow_root(node) {
            (root, document.add_shadow_root(init)?)
        } else {
            return Ok(Some(slot));
        };
        let copy = document.hang_fragment(slot, shadow).ok_or(EditError::Full)?;
        open.push((source.children(&fragment), copy));
        handles.push(fragment);
        Ok(Some(slot))
    }
}

impl Document {
    /// Returns a new node with the data of a node of another tree; `None` for a document or fragment.
    #[inline]
    fn node_of<'a>(
        &mut self,
        view: NodeView<'_, impl Iterator<Item = AttributeView<'a>>>,
    ) -> Result<Option<Node>, EditError> {
        let (head, data) = match view {
            NodeView::Document | NodeView::Fragment => return Ok(None),
            NodeView::Element(element) => return self.element_of(element).map(Some),
            NodeView::Doctype { name, public_id, system_id } => {
                let doctype = Doctype {
                    name: self.add_text(name)?,
                    public_id: self.add_text(public_id)?,
                    system_id: self.add_text(system_id)?,
                };
                let number = self.doctypes.push(doctype);
                return Ok(Some(Node::new(Head::of(Kind::Doctype), number, 0)));
            }
            NodeView::Text(text) => (Head::of(Kind::Text), text),
            NodeView::Comment(data) => (Head::of(Kind::Comment), data),
            NodeView::ProcessingInstruction { target, data } => {
                (Head::of(Kind::ProcessingInstruction).with_name(self.target(target)?), data)
            }
        };
        let Run { start, len } = self.add_text(data)?;
        Ok(Some(Node::new(head, start, len)))
    }

    /// Returns a new element with the name and the attributes of an element of another tree.
    #[inline]
    fn element_of<'a>(
        &mut self,
        ElementView { name, attributes }: ElementView<'_, impl Iterator<Item = AttributeView<'a>>>,
    ) -> Result<Node, EditError> {
        let number = self.element_name(name)?;
        let start = self.attributes.len();
        let may_be_point =
            name.namespace == Namespace::MathMl && name.local.text == "annotation-xml";
        let mut is_point = false;
        for AttributeView { name, value } in attributes {
            if self.attributes.len() >= self.attribute_limit {
                return Err(EditError::Full);
            }
            let code = self.attribute_name(name)?;
            let run = self.add_text(value)?;
            self.attributes.push(Attribute::new(code, run));
            is_point |= may_be_point
                && name.namespace == Namespace::None
                && name.local.text == "encoding"
                && is_html_encoding(value);
        }
        let len = self.attributes.len() - start;
        let head = Head::element(name.namespace, number).with_integration_point(is_point);
        Ok(Node::new(head, start as u32, len as u32))
    }
}
