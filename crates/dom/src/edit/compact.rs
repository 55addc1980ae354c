//! Releasing the memory of removed nodes and replaced text.

use sapwood_names::HashMap;

use crate::store::{
    attributes::Attribute,
    copies::Copies,
    doctypes::{Doctype, Doctypes},
    document::Document,
    id::{Generations, NodeId},
    node::{Head, Kind, Link, Node, Slot},
    texts::Run,
    used_text::UsedText,
};

/// Maps ids from before [`Document::compact`] to those after it.
#[derive(Clone, Debug)]
pub struct NewIds {
    before: Generations,
    slots: Vec<Link>,
    after: u32,
}

impl NewIds {
    /// The new id of the node that had the id `old`; `None` if the node is gone or `old` is of another document.
    #[must_use]
    pub fn get(&self, old: impl Into<NodeId>) -> Option<NodeId> {
        let old = old.into();
        let slot = (*self.slots.get(old.slot().index())?)?;
        let is_of_before = self.before.of(old.slot()) == old.generation();
        is_of_before.then_some(NodeId::new(slot, self.after))
    }
}

impl Document {
    /// Releases the memory of nodes outside the document's tree and of replaced texts and attribute values.
    ///
    /// Template contents and shadow trees are part of the tree. Nodes that were removed from it, or never inserted, are
    /// dropped. All nodes get new ids in tree order; the old ids are stale. Interned names are kept.
    ///
    /// Takes as much time and temporary memory as a copy of the document.
    ///
    /// ```
    /// use sapwood::Document;
    ///
    /// let mut document = Document::default();
    /// let html = document.create_element("html").unwrap();
    /// let lost = document.create_element("p").unwrap();
    /// document.append(document.root().node_id(), html).unwrap();
    ///
    /// let ids = document.compact();
    /// assert!(document.node(html).is_none());
    /// assert_eq!(document.node(ids.get(html).unwrap()), document.document_element());
    /// assert_eq!(ids.get(lost), None);
    /// ```
    #[inline]
    pub fn compact(&mut self) -> NewIds {
        self.leave_copies();
        let order = self.in_order();
        let mut slots = vec![None; self.len() + 1];
        for (index, old) in order.iter().enumerate() {
            slots[old.index()] = Slot::of_index(index + 1);
        }
        let attributes = self.kept_attributes(&order);

        let mut nodes = Vec::with_capacity(order.len() + 1);
        nodes.push(Node::new(Head::of(Kind::Fragment), 0, 0));
        let (mut doctypes, mut shadow_roots) = (Doctypes::default(), Vec::new());
        for &old in &order {
            let mut node = self.nodes[old];
            for link in node.links_mut() {
                *link = link.and_then(|old| slots[old.index()]);
            }
            match node.head.kind() {
                Kind::Document => {}
                Kind::Element => node.start = attributes.new_start(node.start, node.len),
                Kind::Text | Kind::Comment | Kind::ProcessingInstruction => {}
                Kind::Doctype => node.start = doctypes.push(self.doctypes.get(node.start)),
                Kind::Fragment => {
                    let host = Slot::new(node.start).and_then(|host| slots[host.index()]);
                    node.start = host.map_or(0, Slot::get);
                    if let Some(entry) = (node.len as usize).checked_sub(1) {
                        shadow_roots.push(self.shadow_roots[entry]);
                        node.len = shadow_roots.len() as u32;
                    }
                }
            }
            nodes.push(node);
        }
        self.attributes = attributes.kept(&self.attributes).collect();
        if let Some(positions) = &mut self.positions {
            positions.keep(&order, |old| slots[old.index()], attributes.ranges());
        }
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source {
            source.keep(&order);
        }
        self.doctypes = doctypes;
        self.shadow_roots = shadow_roots;
        // Fragments are in the slot after their host now.
        self.fragments = HashMap::default();
        self.attribute_room = HashMap::default();
        self.document_element = self.document_element.and_then(|old| slots[old.index()]);
        let before = self.nodes.replace(nodes, &slots);
        self.drop_unused_text();
        NewIds { before, slots, after: self.nodes.current_id(Slot::ROOT).generation() }
    }

    /// Makes positions and the source independent of the copies of the input in the text buffer.
    #[inline]
    fn leave_copies(&mut self) {
        if let Some(mut positions) = self.positions.take() {
            let attributes = self.attributes.iter();
            let attributes = attributes.map(|it| (it.value(), self.attribute_name_len(*it)));
            positions.note_derived(attributes, self.texts.bytes(), &self.copies);
            self.positions = Some(positions);
        }
        #[cfg(feature = "lossless")]
        if let Some(source) = &self.source {
            source.bytes(self);
        }
        self.copies = Copies::default();
    }

    /// All nodes of the tree, each fragment right after its host.
    #[inline]
    fn in_order(&self) -> Vec<Slot> {
        let next = |node: &Slot| self.next_within(*node, Slot::ROOT);
        std::iter::successors(Some(Slot::ROOT), next).collect()
    }

    #[inline]
    fn kept_attributes(&self, order: &[Slot]) -> KeptRanges {
        let elements = order.iter().map(|node| &self.nodes[*node]);
        let elements = elements.filter(|node| node.head.is(Kind::Element));
        KeptRanges::new(elements.map(|node| Run { start: node.start, len: node.len }).collect())
    }

    /// Drops the text that no node and no attribute has, unless memory is short.
    #[inline]
    pub(crate) fn drop_unused_text(&mut self) {
        self.leave_copies();
        let Self { nodes, attributes, doctypes, texts, .. } = self;
        let text_runs = nodes.iter().filter(|node| has_text(node));
        let text_runs = text_runs.map(|node| Run { start: node.start, len: node.len });
        let values = attributes.iter().map(|attribute| attribute.value());
        let parts = doctypes
            .iter()
            .flat_map(|Doctype { name, public_id, system_id }| [name, public_id, system_id]);
        let used = UsedText::of(texts.len(), text_runs.chain(values).chain(parts));
        let Some(used) = used.filter(|used| texts.keep(used)) else { return };
        for node in nodes.iter_mut().filter(|node| has_text(node)) {
            node.start = used.moved(Run { start: node.start, len: node.len }).start;
            if node.head.is(Kind::Text) {
                node.head = node.head.with_room(0);
            }
        }
        for attribute in attributes {
            *attribute = Attribute::new(attribute.name, used.moved(attribute.value()));
        }
        doctypes.move_all(|run| used.moved(run));
    }
}

/// Whether the node has a text of its own.
fn has_text(node: &Node) -> bool {
    matches!(node.head.kind(), Kind::Text | Kind::Comment | Kind::ProcessingInstruction)
}

/// The ranges of a vector that are kept, sorted and disjoint, each with its new start.
///
/// A shared range is kept once, so nothing grows.
struct KeptRanges(Vec<(Run, u32)>);

impl KeptRanges {
    #[inline]
    fn new(mut runs: Vec<Run>) -> Self {
        runs.retain(|run| run.len > 0);
        runs.sort_unstable_by_key(|run| run.start);
        let mut kept: Vec<(Run, u32)> = Vec::new();
        for run in runs {
            let end = run.start + run.len;
            match kept.last_mut() {
                Some((last, _)) if run.start <= last.start + last.len => {
                    last.len = last.len.max(end - last.start);
                }
                Some((last, at)) => {
                    let at = *at + last.len;
                    kept.push((run, at));
                }
                None => kept.push((run, 0)),
            }
        }
        kept.shrink_to_fit();
        Self(kept)
    }

    /// The new start of a kept range.
    #[inline]
    fn new_start(&self, start: u32, len: u32) -> u32 {
        if len == 0 {
            return 0;
        }
        let after = self.0.partition_point(|(run, _)| run.start <= start);
        let (run, at) = self.0[after - 1];
        at + (start - run.start)
    }

    #[inline]
    fn ranges(&self) -> impl Iterator<Item = Run> + Clone {
        self.0.iter().map(|(run, _)| *run)
    }

    /// The kept elements of `all`.
    fn kept<'a, T: Copy>(&self, all: &'a [T]) -> impl Iterator<Item = T> + use<'a, '_, T> {
        self.ranges().flat_map(|Run { start, len }| {
            all[start as usize..start as usize + len as usize].iter().copied()
        })
    }
}
