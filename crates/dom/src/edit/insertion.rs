//! Inserting, moving and removing nodes.

use super::EditError;
use crate::store::{
    document::Document,
    id::NodeId,
    node::{Kind, Link, Node, Slot},
};

/// A position among the children of a parent: before one of them, or at the end.
#[derive(Clone, Copy)]
struct InsertionPoint {
    parent: Slot,
    before: Link,
}

/// Inserting a node removes it, with its descendants, from its old parent. Inserting a fragment inserts its children;
/// the root of a fragment parse, template contents and shadow roots are fragments.
impl Document {
    /// Inserts `child` after the last child of `parent`.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::Cycle`], [`EditError::Misplaced`].
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak");
    /// let body = document.body().unwrap().node_id();
    /// let hr = document.create_element("hr")?;
    /// document.append(body, hr)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Oak</p><hr>");
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    pub fn append(
        &mut self,
        parent: impl Into<NodeId>,
        child: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (parent, child) = (self.slot(parent)?, self.slot(child)?);
        self.insert(InsertionPoint { parent, before: None }, child)
    }

    /// Inserts `child` before the first child of `parent`.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    pub fn prepend(
        &mut self,
        parent: impl Into<NodeId>,
        child: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (parent, child) = (self.slot(parent)?, self.slot(child)?);
        self.insert(InsertionPoint { parent, before: self.nodes[parent].first_child }, child)
    }

    /// Inserts `node` before `sibling`.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append), and [`EditError::NoParent`] if `sibling` has none.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak");
    /// let p = document.body().unwrap().first_child().unwrap().node_id();
    /// let hr = document.create_element("hr")?;
    /// document.insert_before(p, hr)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<hr><p>Oak</p>");
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    pub fn insert_before(
        &mut self,
        sibling: impl Into<NodeId>,
        node: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (sibling, node) = (self.slot(sibling)?, self.slot(node)?);
        let parent = self.nodes[sibling].parent.ok_or(EditError::NoParent)?;
        self.insert(InsertionPoint { parent, before: Some(sibling) }, node)
    }

    /// Inserts `node` after `sibling`.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append), and [`EditError::NoParent`] if `sibling` has none.
    pub fn insert_after(
        &mut self,
        sibling: impl Into<NodeId>,
        node: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (sibling, node) = (self.slot(sibling)?, self.slot(node)?);
        let parent = self.nodes[sibling].parent.ok_or(EditError::NoParent)?;
        self.insert(InsertionPoint { parent, before: self.nodes[sibling].next }, node)
    }

    /// Removes `node` and its descendants from the tree. It can be inserted again.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak<p>Elm");
    /// let p = document.select_first("p")?.unwrap().node_id();
    /// document.remove(p)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Elm</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, node: impl Into<NodeId>) -> Result<(), EditError> {
        let node = self.slot(node)?;
        self.take_out(node);
        Ok(())
    }

    /// Removes all children of `parent`.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`].
    pub fn remove_children(&mut self, parent: impl Into<NodeId>) -> Result<(), EditError> {
        let parent = self.slot(parent)?;
        self.take_out_children(parent);
        Ok(())
    }

    /// Replaces `old` by `new`.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append), and [`EditError::NoParent`] if `old` has none.
    pub fn replace(
        &mut self,
        old: impl Into<NodeId>,
        new: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (old, new) = (self.slot(old)?, self.slot(new)?);
        self.put_in_place_of(old, new)
    }

    /// Replaces `node` by the element `wrapper`, and appends `node` to that.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append), [`EditError::NoParent`] if `node` has none, and [`EditError::NotAnElement`]
    /// if `wrapper` isn't one.
    pub fn wrap(
        &mut self,
        node: impl Into<NodeId>,
        wrapper: impl Into<NodeId>,
    ) -> Result<(), EditError> {
        let (node, wrapper) = (self.slot(node)?, self.element(wrapper)?);
        if node == wrapper {
            return Err(EditError::Cycle);
        }
        if self.nodes[node].head.is(Kind::Doctype) {
            return Err(EditError::Misplaced);
        }
        self.put_in_place_of(node, wrapper)?;
        self.nodes.link_last(wrapper, node);
        Ok(())
    }

    /// Replaces `element` by its children.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::NoParent`] if `element` has none, and
    /// [`EditError::Misplaced`] if its parent can't have its children.
    pub fn unwrap(&mut self, element: impl Into<NodeId>) -> Result<(), EditError> {
        let element = self.element(element)?;
        let Node { parent, next: before, first_child, .. } = self.nodes[element];
        let parent = parent.ok_or(EditError::NoParent)?;
        if self.is_document(parent) {
            self.check_document_children(element, Some(element), Some(element))?;
            self.take_out(element);
            self.put_children(InsertionPoint { parent, before }, element);
        } else if first_child.is_some() {
            self.nodes.replace_with_children(element);
        } else {
            self.take_out(element);
        }
        Ok(())
    }

    #[inline]
    fn insert(&mut self, point: InsertionPoint, node: Slot) -> Result<(), EditError> {
        self.check(point, node, None)?;
        self.put(point, node);
        Ok(())
    }

    #[inline]
    fn put_in_place_of(&mut self, old: Slot, new: Slot) -> Result<(), EditError> {
        let parent = self.nodes[old].parent.ok_or(EditError::NoParent)?;
        self.check(InsertionPoint { parent, before: Some(old) }, new, Some(old))?;
        if old != new {
            self.put(InsertionPoint { parent, before: Some(old) }, new);
            self.take_out(old);
        }
        Ok(())
    }

    /// [Ensures pre-insertion validity](https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity) of
    /// `node`, as if `without` were removed.
    #[inline]
    fn check(&self, point: InsertionPoint, node: Slot, without: Link) -> Result<(), EditError> {
        let InsertionPoint { parent, before } = point;
        let kind = self.nodes[node].head.kind();
        let in_document = self.is_document(parent);
        if !matches!(
            self.nodes[parent].head.kind(),
            Kind::Document | Kind::Fragment | Kind::Element
        ) || kind == Kind::Document
            || in_document && kind == Kind::Text
            || !in_document && kind == Kind::Doctype
        {
            return Err(EditError::Misplaced);
        }
        if self.is_within(parent, node) {
            return Err(EditError::Cycle);
        }
        match kind {
            Kind::Element if in_document => self.check_document_element(node, before, without),
            Kind::Fragment if in_document => self.check_document_children(node, before, without),
            Kind::Doctype => {
                let is_other = |other: Slot| other != node && Some(other) != without;
                let has_other = self
                    .children_from(Slot::ROOT, None)
                    .any(|child| self.nodes[child].head.is(Kind::Doctype) && is_other(child));
                let is_late = match before {
                    None => self.document_element.is_some_and(is_other),
                    Some(before) => self.document_element.is_some_and(|element| {
                        is_other(element)
                            && !self.children_from(Slot::ROOT, Some(before)).any(|it| it == element)
                    }),
                };
                if has_other || is_late { Err(EditError::Misplaced) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Checks that the document can have `element` before `before`: it has no other element, and no doctype follows.
    #[inline]
    fn check_document_element(
        &self,
        element: Slot,
        before: Link,
        without: Link,
    ) -> Result<(), EditError> {
        let has_other =
            self.document_element.is_some_and(|it| it != element && Some(it) != without);
        let is_early = before.is_some()
            && self
                .children_from(Slot::ROOT, before)
                .any(|child| self.nodes[child].head.is(Kind::Doctype) && Some(child) != without);
        if has_other || is_early { Err(EditError::Misplaced) } else { Ok(()) }
    }

    /// Checks that the document can have the children of `parent` before `before`.
    #[inline]
    fn check_document_children(
        &self,
        parent: Slot,
        before: Link,
        without: Link,
    ) -> Result<(), EditError> {
        let mut element = None;
        for child in self.children_from(parent, None) {
            match self.nodes[child].head.kind() {
                Kind::Element if element.is_none() => element = Some(child),
                Kind::Element | Kind::Text => return Err(EditError::Misplaced),
                _ => {}
            }
        }
        element.map_or(Ok(()), |element| self.check_document_element(element, before, without))
    }

    /// Inserts `node`, which was checked.
    #[inline]
    fn put(&mut self, point: InsertionPoint, node: Slot) {
        if self.nodes[node].head.is(Kind::Fragment) {
            return self.put_children(point, node);
        }
        let before = if point.before == Some(node) { self.nodes[node].next } else { point.before };
        self.take_out(node);
        match before {
            Some(before) => self.nodes.link_before(before, node),
            None => self.nodes.link_last(point.parent, node),
        }
        self.note_document_element(point.parent, node);
    }

    /// Inserts the children of `from`, which were checked.
    #[inline]
    fn put_children(&mut self, point: InsertionPoint, from: Slot) {
        let InsertionPoint { parent, before } = point;
        if self.is_document(parent) {
            let element =
                self.children_from(from, None).find(|it| self.nodes[*it].head.is(Kind::Element));
            self.document_element = element.or(self.document_element);
        }
        match before {
            None => self.nodes.move_children(from, parent),
            Some(before) => {
                while let Some(child) = self.nodes[from].first_child {
                    self.nodes.unlink(child);
                    self.nodes.link_before(before, child);
                }
            }
        }
    }

    /// Updates the document element after inserting `node` into `parent`.
    #[inline]
    fn note_document_element(&mut self, parent: Slot, node: Slot) {
        if self.is_document(parent) && self.nodes[node].head.is(Kind::Element) {
            self.document_element = Some(node);
        }
    }

    /// Removes all children of `parent`.
    #[inline]
    pub(super) fn take_out_children(&mut self, parent: Slot) {
        if self.is_document(parent) {
            self.document_element = None;
        }
        self.nodes.unlink_children(parent);
    }
}
