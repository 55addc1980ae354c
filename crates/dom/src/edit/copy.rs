//! Copying trees within a document and between documents.

use sapwood_names::HashMap;

use sapwood_tree::ShadowRootInit;

use super::EditError;
use crate::{
    read::{attributes::AttributeRef, node::NodeRef},
    store::{
        attributes::Attribute,
        doctypes::Doctype,
        document::Document,
        id::NodeId,
        node::{Head, Kind, Node, Slot},
        texts::Run,
    },
};

/// New ranges of copied attributes. Elements that the parser reconstructed share their attributes, and so do their
/// copies; otherwise the copies could take far more memory than the page.
type Shared = HashMap<Run, Run>;

/// A copy includes all descendants, template contents and shadow trees, also those that aren't clonable. It has no
/// parent and no position in the source.
impl Document {
    /// Copies `node` and its descendants.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::Misplaced`] for the document itself, [`EditError::Full`].
    pub fn clone_subtree(&mut self, node: impl Into<NodeId>) -> Result<NodeId, EditError> {
        let node = self.slot(node)?;
        let copy = self.copy_tree(None, node)?;
        Ok(self.nodes.id(copy))
    }

    /// Copies a node of another document and its descendants.
    ///
    /// The copy of a parsed fragment is a fragment; inserting it inserts its children.
    ///
    /// # Errors
    ///
    /// [`EditError::Misplaced`] for a document itself, [`EditError::Full`].
    #[inline]
    pub fn import(&mut self, node: NodeRef<'_>) -> Result<NodeId, EditError> {
        let copy = self.copy_tree(Some(node.document), node.id)?;
        Ok(self.nodes.id(copy))
    }

    /// Copies `root`, of another document or of this one.
    #[inline]
    fn copy_tree(&mut self, from: Option<&Self>, root: Slot) -> Result<Slot, EditError> {
        if from.unwrap_or(self).nodes[root].head.is(Kind::Document) {
            return Err(EditError::Misplaced);
        }
        let shared = &mut Shared::default();
        let copied = self.copy_node(from, root, shared)?;
        // The trees to copy, each with the copy of its root, which is never in one of them.
        let mut trees = vec![(root, copied)];
        self.copy_fragment(from, root, copied, &mut trees)?;
        while let Some((root, copy)) = trees.pop() {
            let mut parent = copy;
            let mut next = from.unwrap_or(self).nodes[root].first_child;
            while let Some(node) = next {
                let copy = self.copy_node(from, node, shared)?;
                self.nodes.link_last(parent, copy);
                self.copy_fragment(from, node, copy, &mut trees)?;
                let nodes = &from.unwrap_or(self).nodes;
                next = nodes[node].first_child;
                if next.is_some() {
                    parent = copy;
                    continue;
                }
                let mut done = node;
                next = loop {
                    let entry = &nodes[done];
                    if entry.next.is_some() || entry.parent == Some(root) {
                        break entry.next;
                    }
                    let (Some(above), Some(copy_above)) = (entry.parent, self.nodes[parent].parent)
                    else {
                        break None;
                    };
                    (done, parent) = (above, copy_above);
                };
            }
        }
        Ok(copied)
    }

    /// Attaches an empty copy of the fragment of `node` to `copy` and schedules its content.
    #[inline]
    fn copy_fragment(
        &mut self,
        from: Option<&Self>,
        node: Slot,
        copy: Slot,
        trees: &mut Vec<(Slot, Slot)>,
    ) -> Result<(), EditError> {
        let source = from.unwrap_or(self);
        let Some(fragment) = source.fragment_of(node) else { return Ok(()) };
        let shadow = match (source.nodes[fragment].len as usize).checked_sub(1) {
            None => 0,
            Some(entry) => {
                let init = source.shadow_roots[entry];
                self.add_shadow_root(init)?
            }
        };
        let hung = self.hang_fragment(copy, shadow).ok_or(EditError::Full)?;
        trees.push((fragment, hung));
        Ok(())
    }

    /// Adds the data of a shadow root; returns one more than its number.
    #[inline]
    pub(super) fn add_shadow_root(&mut self, init: ShadowRootInit) -> Result<u32, EditError> {
        self.shadow_roots.push(init);
        u32::try_from(self.shadow_roots.len()).map_err(|_| EditError::Full)
    }

    /// Copies a node without its descendants.
    #[inline]
    fn copy_node(
        &mut self,
        from: Option<&Self>,
        node: Slot,
        shared: &mut Shared,
    ) -> Result<Slot, EditError> {
        match from {
            None => self.copy_own_node(node),
            Some(from) => self.copy_foreign_node(from, node, shared),
        }
    }

    /// Copies a node of this document: the copy shares its texts.
    #[inline]
    fn copy_own_node(&mut self, node: Slot) -> Result<Slot, EditError> {
        let Node { head, start, len, .. } = self.nodes[node];
        match head.kind() {
            Kind::Document | Kind::Fragment => self.add(Node::new(Head::of(Kind::Fragment), 0, 0)),
            Kind::Doctype => self.add_doctype(self.doctypes.get(start)),
            Kind::Text => self.add(Node::new(Head::of(Kind::Text), start, len)),
            Kind::Comment | Kind::ProcessingInstruction => self.add(Node::new(head, start, len)),
            Kind::Element => {
                // From now on both nodes share the attributes.
                self.attribute_room.remove(&node);
                self.add(Node::new(head.without_fragment(), start, len))
            }
        }
    }

    #[inline]
    fn copy_foreign_node(
        &mut self,
        from: &Self,
        node: Slot,
        shared: &mut Shared,
    ) -> Result<Slot, EditError> {
        let entry = &from.nodes[node];
        let head = entry.head;
        match head.kind() {
            Kind::Document | Kind::Fragment => self.add(Node::new(Head::of(Kind::Fragment), 0, 0)),
            Kind::Doctype => {
                let Doctype { name, public_id, system_id } = from.doctypes.get(entry.start);
                let mut copy = |run| self.add_text(from.texts.get(run));
                let doctype = Doctype {
                    name: copy(name)?,
                    public_id: copy(public_id)?,
                    system_id: copy(system_id)?,
                };
                self.add_doctype(doctype)
            }
            Kind::Text | Kind::Comment => self.add_data(Head::of(head.kind()), from.data(entry)),
            Kind::ProcessingInstruction => {
                let name = self.target(from.name_text(head.name()))?;
                let head = Head::of(Kind::ProcessingInstruction).with_name(name);
                self.add_data(head, from.data(entry))
            }
            Kind::Element => {
                let name = from.names.full_name(head.name(), head.namespace());
                let name = self.element_name(name)?;
                let Run { start, len } = self.copy_attributes(from, node, shared)?;
                let head = Head::element(head.namespace(), name)
                    .with_integration_point(head.is_integration_point());
                self.add(Node::new(head, start, len))
            }
        }
    }

    #[inline]
    fn copy_attributes(
        &mut self,
        from: &Self,
        node: Slot,
        shared: &mut Shared,
    ) -> Result<Run, EditError> {
        let Node { start: first, len, .. } = from.nodes[node];
        if len == 0 {
            return Ok(Run::default());
        }
        let source = Run { start: first, len };
        if let Some(copied) = shared.get(&source) {
            return Ok(*copied);
        }
        let start = self.attributes.len();
        if len as usize > self.attribute_limit - start {
            return Err(EditError::Full);
        }
        for index in first as usize..first as usize + len as usize {
            let attribute = AttributeRef::new(from, index);
            let code = self.attribute_name(attribute.qualified_name())?;
            let value = self.add_text(attribute.value())?;
            self.attributes.push(Attribute::new(code, value));
        }
        let copied = Run { start: start as u32, len };
        shared.insert(source, copied);
        Ok(copied)
    }
}
