//! Filtering a tree in one walk.
//!
//! The walk is in tree order and follows links, so it needs no stack. An element that is replaced by its children is
//! replaced before they are visited: each node moves at most once, however deeply such elements nest. Template contents
//! and shadow trees wait in a list.

use super::{AttributeList, EditError};
use crate::{
    read::node::NodeRef,
    store::{
        document::Document,
        id::NodeId,
        node::{Head, Kind, Link, Node, Slot},
        texts::Run,
    },
};

/// The decision on a node, for [`Document::filter`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterAction {
    /// It stays.
    Keep,
    /// It stays, with the attributes of the list and no others. For a node that isn't an element this is
    /// [`Keep`](Self::Keep).
    SetAttributes,
    /// It stays, with the attributes of this element and no others, which the two share until those of one are edited.
    /// For a node that isn't an element, or with an id of no element, this is [`Keep`](Self::Keep).
    CopyAttributes(NodeId),
    /// It is removed with its descendants.
    Remove,
    /// It is replaced by its children, which are visited next. Without children, or as a child of a document, it is
    /// removed.
    Unwrap,
    /// It is unwrapped, and these texts are put before and after its children. The one after them is visited.
    /// For a node that isn't an element this is [`Unwrap`](Self::Unwrap), so that the walk ends.
    Escape(Box<EscapedTags>),
}

// Every node has an action, so it is returned in registers. That is why an action holds no texts itself.
const _: () = assert!(size_of::<FilterAction>() <= 16);

/// The texts that take the place of an element's tags, for [`FilterAction::Escape`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EscapedTags {
    /// The text before the children.
    pub start: String,
    /// The text after the children; no node if it is empty.
    pub end: String,
}

impl Document {
    /// Visits all nodes below `root` in tree order, and edits each as `decide` says before it visits the next one. The
    /// template contents and the shadow trees of nodes that stay are visited after the tree that these are in.
    ///
    /// `decide` also takes an empty list, to fill for [`FilterAction::SetAttributes`].
    ///
    /// Takes linear time, whatever is removed and replaced, if `decide` takes constant time. Ids are looked up once, not
    /// for each edit. If there is no memory for attributes that are set, the element is left without attributes, and
    /// [`is_truncated`](Self::is_truncated) returns `true`.
    ///
    /// ```
    /// use sapwood::{attr, dom::FilterAction, tag};
    ///
    /// let html = "<p>An <font color=red>old <a class=x href=/page>page</a></font><script>x()</script>";
    /// let mut document = sapwood::parse(html);
    /// document.filter(document.root().node_id(), |node, attributes| match node.name_id() {
    ///     Some(tag::SCRIPT) => FilterAction::Remove,
    ///     Some(tag::FONT) => FilterAction::Unwrap,
    ///     Some(tag::A) => {
    ///         let href = node.attrs().position(|attribute| attribute.name_id() == attr::HREF);
    ///         href.into_iter().for_each(|position| attributes.keep(position));
    ///         attributes.push("rel", "nofollow");
    ///         FilterAction::SetAttributes
    ///     }
    ///     _ => FilterAction::Keep,
    /// })?;
    /// let html = r#"<p>An old <a href="/page" rel="nofollow">page</a></p>"#;
    /// assert_eq!(document.body().unwrap().inner_html(), html);
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn filter(
        &mut self,
        root: impl Into<NodeId>,
        mut decide: impl FnMut(NodeRef<'_>, &mut AttributeList) -> FilterAction,
    ) -> Result<(), EditError> {
        let root = self.slot(root)?;
        let mut attributes = AttributeList::default();
        let mut roots = vec![root];
        roots.extend(self.fragment_of(root));
        while let Some(root) = roots.pop() {
            let mut next = self.nodes[root].first_child;
            while let Some(id) = next {
                attributes.clear();
                let action = decide(NodeRef { document: self, id }, &mut attributes);
                next = match action {
                    FilterAction::Remove => self.filter_out(id, root),
                    FilterAction::Unwrap => self.filter_tags(id, root),
                    FilterAction::Escape(tags) => {
                        self.escape(id, &tags);
                        self.filter_tags(id, root)
                    }
                    FilterAction::Keep
                    | FilterAction::SetAttributes
                    | FilterAction::CopyAttributes(_) => {
                        match action {
                            FilterAction::SetAttributes
                                if self.nodes[id].head.is(Kind::Element) =>
                            {
                                self.set_attributes(id, &attributes);
                            }
                            FilterAction::CopyAttributes(of) => self.copy_attributes_to(id, of),
                            _ => {}
                        }
                        if self.nodes[id].head.has_fragment() {
                            roots.extend(self.fragment_of(id));
                        }
                        self.nodes.next_in_tree(id, root)
                    }
                };
            }
        }
        Ok(())
    }

    /// Removes `node`; returns the next one below `root`.
    #[inline]
    fn filter_out(&mut self, node: Slot, root: Slot) -> Link {
        let next = self.nodes.next_after(node, root);
        self.take_out(node);
        next
    }

    /// Replaces `node` by its children, or removes it; returns the next one below `root`.
    #[inline]
    fn filter_tags(&mut self, node: Slot, root: Slot) -> Link {
        let Node { first_child: first, parent, .. } = self.nodes[node];
        if first.is_none() || parent.is_none_or(|parent| self.is_document(parent)) {
            // Only here: a walk up for each of many nested elements would not be linear.
            return self.filter_out(node, root);
        }
        self.nodes.replace_with_children(node);
        first
    }

    /// Puts these texts before and after an element, unless its parent is a document. One that doesn't fit is left out.
    #[cold]
    #[inline]
    fn escape(&mut self, node: Slot, EscapedTags { start, end }: &EscapedTags) {
        let Node { head, parent, .. } = self.nodes[node];
        let Some(parent) = parent.filter(|parent| !self.is_document(*parent)) else { return };
        if !head.is(Kind::Element) {
            return;
        }
        let (start, end) = (
            self.add_data(Head::of(Kind::Text), start),
            match &**end {
                "" => Err(EditError::Full),
                end => self.add_data(Head::of(Kind::Text), end),
            },
        );
        if let Ok(text) = start {
            self.nodes.link_before(node, text);
        }
        if let Ok(text) = end {
            match self.nodes[node].next {
                Some(next) => self.nodes.link_before(next, text),
                None => self.nodes.link_last(parent, text),
            }
        }
    }

    /// Gives the element `to` the attributes of the element with this id, if these are elements.
    #[inline]
    fn copy_attributes_to(&mut self, to: Slot, from: NodeId) {
        if let Ok(from) = self.element(from)
            && self.nodes[to].head.is(Kind::Element)
        {
            let Node { start, len, .. } = self.nodes[from];
            // A range that is shared belongs to no element.
            self.attribute_room.remove(&from);
            self.share_attributes(to, Run { start, len });
        }
    }
}
