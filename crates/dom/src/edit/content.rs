//! Setting and normalizing text.

use super::EditError;
use crate::store::{
    document::Document,
    id::NodeId,
    node::{Head, Kind, Node, Slot},
    texts::Run,
};

impl Document {
    /// Sets the [text content](https://dom.spec.whatwg.org/#dom-node-textcontent): replaces all children of an element or
    /// a fragment by one text, or by none if `text` is empty, or sets the data of a text, comment or processing
    /// instruction.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::Misplaced`] for a document or a doctype, [`EditError::Full`].
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak <b>tree</b>");
    /// let p = document.select_first("p")?.unwrap().node_id();
    /// document.set_text(p, "Elm & ash")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Elm &amp; ash</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_text(&mut self, node: impl Into<NodeId>, text: &str) -> Result<(), EditError> {
        let node = self.slot(node)?;
        match self.nodes[node].head.kind() {
            Kind::Document | Kind::Doctype => Err(EditError::Misplaced),
            Kind::Element | Kind::Fragment => {
                let new = match text {
                    "" => None,
                    _ => Some(self.add_data(Head::of(Kind::Text), text)?),
                };
                self.take_out_children(node);
                if let Some(new) = new {
                    self.nodes.link_last(node, new);
                }
                Ok(())
            }
            Kind::Text | Kind::Comment | Kind::ProcessingInstruction => {
                let run = self.add_text(text)?;
                self.set_data(node, run);
                Ok(())
            }
        }
    }

    /// [Normalizes](https://dom.spec.whatwg.org/#dom-node-normalize) the descendants of `node`, including template
    /// contents and shadow trees: removes empty texts and joins adjacent ones.
    ///
    /// The first of several texts receives the text of all; its [span](crate::NodeRef::span) doesn't change.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`]; [`EditError::Full`], and then some texts may be joined and some not.
    pub fn normalize(&mut self, node: impl Into<NodeId>) -> Result<(), EditError> {
        let root = self.slot(node)?;
        let mut next = self.next_within(root, root);
        while let Some(node) = next {
            let Node { head, len, .. } = self.nodes[node];
            if !head.is(Kind::Text) {
                next = self.next_within(node, root);
            } else if len == 0 {
                next = self.next_within(node, root);
                self.nodes.unlink(node);
            } else {
                let last = self.join_texts(node)?;
                next = self.next_within(last, root);
                self.take_out_after(node, last);
            }
        }
        Ok(())
    }

    /// Gives `first` the data of the adjacent texts that begin with it; returns the last of them.
    #[inline]
    fn join_texts(&mut self, first: Slot) -> Result<Slot, EditError> {
        let is_text = |document: &Self, slot: &Slot| document.nodes[*slot].head.is(Kind::Text);
        let (mut last, mut len) = (first, self.nodes[first].len as usize);
        while let Some(next) = self.nodes[last].next.filter(|next| is_text(self, next)) {
            last = next;
            len += self.nodes[next].len as usize;
        }
        if len == self.nodes[first].len as usize {
            return Ok(last);
        }
        if !self.texts.fits(len) {
            return Err(EditError::Full);
        }
        let start = self.texts.len() as u32;
        let mut next = Some(first);
        while let Some(text) = next {
            let node = &self.nodes[text];
            self.texts.push_again(Run { start: node.start, len: node.len });
            next = if text == last { None } else { node.next };
        }
        self.set_data(first, Run { start, len: len as u32 });
        Ok(last)
    }

    /// Removes the siblings after `first` up to `last`.
    #[inline]
    fn take_out_after(&mut self, first: Slot, last: Slot) {
        let mut at = first;
        while at != last {
            let Some(next) = self.nodes[first].next else { return };
            self.nodes.unlink(next);
            at = next;
        }
    }

    /// Sets the data of a text, comment or processing instruction.
    #[inline]
    fn set_data(&mut self, node: Slot, run: Run) {
        let node = &mut self.nodes[node];
        node.start = run.start;
        node.len = run.len;
        if node.head.is(Kind::Text) {
            node.head = node.head.with_room(0);
        }
    }
}
