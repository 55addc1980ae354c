//! Clones of an `option` in a [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element).

use sapwood_tree::{Budget, Limit};

use crate::{
    build::builder::Builder,
    store::node::{Head, Kind, Link, Node, Slot},
};

impl<const REPORT: bool> Builder<REPORT> {
    /// Replaces the children of `content` by deep clones of those of `option`, text and attributes
    /// shared.
    pub(crate) fn fill(&mut self, content: Slot, option: Link, budget: &mut Budget) {
        self.document.nodes.unlink_children(content);
        if let Some(option) = option {
            self.document.nodes.mark_unordered();
            // With a limit reached, the parse ends with the clones that were made.
            let _ = self.clone_children(option, content, budget);
            self.note_full();
        }
    }

    /// Appends deep clones of the children of `from` to `to`, each parent before its children.
    fn clone_children(
        &mut self,
        from: Slot,
        to: Slot,
        budget: &mut Budget,
    ) -> Result<(), Option<Limit>> {
        // Clones have higher numbers than their originals: should `to` lie in `from`, they aren't
        // cloned again.
        let first_new = self.document.len() + 1;
        let mut trees = vec![(from, to)];
        while let Some((from, to)) = trees.pop() {
            let mut parent = to;
            let mut next = self.document.nodes[from].first_child;
            while let Some(source) = next.filter(|source| source.index() < first_new) {
                budget.spend(Budget::NODE + self.size(source))?;
                let copy = self.clone_node(source, parent).ok_or(None)?;
                let fragment = self.document.fragment_of(source);
                if fragment.is_some() {
                    budget.spend(Budget::NODE)?;
                }
                if let Some(fragment) = fragment
                    && let Some(copied) = self.clone_fragment(fragment, copy)
                {
                    trees.push((fragment, copied));
                }
                next = self.document.nodes[source].first_child;
                if next.is_some() {
                    parent = copy;
                    continue;
                }
                let mut done = source;
                next = loop {
                    let entry = &self.document.nodes[done];
                    if entry.next.is_some() || entry.parent == Some(from) {
                        break entry.next;
                    }
                    done = entry.parent.ok_or(None)?;
                    parent = self.document.nodes[parent].parent.ok_or(None)?;
                };
            }
        }
        Ok(())
    }

    /// The length of a node's text, or of its attributes' names and values.
    fn size(&self, node: Slot) -> u64 {
        let document = &self.document;
        if !document.nodes[node].head.is(Kind::Element) {
            return u64::from(document.nodes[node].len);
        }
        let attributes = document.attributes_of(node).iter();
        attributes
            .map(|it| document.name_text(it.name_id()).len() as u64 + u64::from(it.value().len))
            .sum()
    }

    /// Appends a copy of `source` without its children to `parent`.
    fn clone_node(&mut self, source: Slot, parent: Slot) -> Link {
        let Node { mut head, start, len, .. } = self.document.nodes[source];
        head = match head.kind() {
            Kind::Text => Head::of(Kind::Text),
            _ => head.without_fragment(),
        };
        let copy = self.document.push(Node::new(head, start, len))?;
        self.document.nodes.link_last(parent, copy);
        if head.is(Kind::ProcessingInstruction) {
            let target = self.document.name_text(head.name());
            let data = self.document.data(&self.document.nodes[copy]);
            self.patches.note_marker(copy, target, data);
            self.patches.out_of_order();
        }
        Some(copy)
    }

    /// Hangs an empty copy of `fragment` on `host`: template contents, or a clonable shadow root.
    fn clone_fragment(&mut self, fragment: Slot, host: Slot) -> Link {
        match (self.document.nodes[fragment].len as usize).checked_sub(1) {
            None => self.document.push_fragment(host, 0),
            Some(entry) => {
                let init = self.document.shadow_roots[entry];
                if init.clonable { self.document.attach_shadow_root(host, &init) } else { None }
            }
        }
    }
}
