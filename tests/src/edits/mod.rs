//! Random changes of a document and of a naive tree give the same tree.
//!
//! Which changes are refused is found out by the naive tree in its own way: it makes the change, and takes it back
//! if the result isn't a tree that may be.

mod naive;

use std::iter::zip;

use sapwood::{
    Document, EditError, FragmentContext, NodeData, NodeId, NodeRef, QuirksMode, Selector,
    parse_fragment,
};

use self::naive::{Data, Naive};
use crate::invariants;

/// Chooses a number below its argument.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

/// A document beside the naive tree. `ids` has the id of each of that tree's nodes; one that is gone has none.
pub struct Pair {
    document: Document,
    naive: Naive,
    ids: Vec<Option<NodeId>>,
}

impl Pair {
    /// Returns a document without nodes, or a fragment.
    #[must_use]
    pub fn new(is_fragment: bool) -> Self {
        let context = FragmentContext::parse("div").expect("a name of an element");
        let (document, root) = match is_fragment {
            true => (parse_fragment("", context), Data::Fragment),
            false => (Document::default(), Data::Document),
        };
        let ids = vec![Some(document.root().node_id())];
        Self { document, naive: Naive::new(root), ids }
    }

    /// A random node that isn't gone.
    fn any(&self, random: Choose<'_>) -> usize {
        loop {
            let node = random(self.ids.len());
            if self.ids[node].is_some() {
                return node;
            }
        }
    }

    fn id(&self, node: usize) -> NodeId {
        self.ids[node].unwrap()
    }

    /// Notes a new node, and what hangs on it.
    fn note(&mut self, node: usize, id: NodeId) {
        self.ids.resize(self.naive.nodes.len(), None);
        self.ids[node] = Some(id);
        let node = &self.naive.nodes[node];
        let Some(contents) = node.contents else { return };
        let real = self.document.node(id).unwrap().template_contents().unwrap().node_id();
        self.ids[contents] = Some(real);
    }

    fn note_tree(&mut self, node: usize, id: NodeId) {
        self.note(node, id);
        let real: Vec<_> =
            self.document.node(id).unwrap().children().map(|it| it.node_id()).collect();
        let naive = self.naive.nodes[node].children.clone();
        assert_eq!(naive.len(), real.len());
        zip(naive, real).for_each(|(node, id)| self.note_tree(node, id));
        if let Some(contents) = self.naive.nodes[node].contents {
            self.note_tree(contents, self.id(contents));
        }
    }

    /// Does the same to both: `act` to the document, and `naive` to the naive tree, which may refuse.
    #[track_caller]
    fn both(
        &mut self,
        act: impl FnOnce(&mut Document) -> Result<(), EditError>,
        naive: impl FnOnce(&mut Naive) -> bool,
    ) {
        let mut changed = self.naive.clone();
        let is_allowed = naive(&mut changed) && changed.is_allowed();
        let done = act(&mut self.document);
        assert_eq!(done.is_ok(), is_allowed, "{done:?}");
        if is_allowed {
            self.naive = changed;
        }
    }

    fn create(&mut self, random: Choose<'_>) {
        let document = &mut self.document;
        let (data, id) = match random(8) {
            0..3 => (Data::Element("b"), document.create_element("B")),
            3 => (Data::Element("template"), document.create_element("template")),
            4 => (Data::Text("text".into()), document.create_text("text")),
            5 => (Data::Comment("comment".into()), document.create_comment("comment")),
            6 => (Data::Doctype, document.create_doctype("html", "", "")),
            _ => (Data::Fragment, document.create_fragment()),
        };
        let node = self.naive.add(data);
        self.note(node, id.unwrap());
    }

    /// Makes a random change.
    ///
    /// # Panics
    ///
    /// Panics if the document and the naive tree differ in whether they allow it.
    pub fn step(&mut self, random: Choose<'_>) {
        let (one, two) = (self.any(random), self.any(random));
        let (a, b) = (self.id(one), self.id(two));
        match random(24) {
            0..4 => self.create(random),
            4..7 => self.both(|it| it.append(a, b), |it| it.insert(one, None, two)),
            7 => self.both(
                |it| it.prepend(a, b),
                |it| it.insert(one, it.nodes[one].children.first().copied(), two),
            ),
            8 => self.both(|it| it.insert_before(a, b), |it| it.insert_before(one, two)),
            9 => self.both(|it| it.insert_after(a, b), |it| it.insert_after(one, two)),
            10 => self.both(|it| it.remove(a), |it| it.remove(one)),
            11 if random(4) == 0 => {
                self.both(|it| it.remove_children(a), |it| it.remove_children(one));
            }
            12 => self.both(|it| it.replace(a, b), |it| it.replace(one, two)),
            13 => self.both(|it| it.wrap(a, b), |it| it.wrap(one, two)),
            14 => self.both(|it| it.unwrap(a), |it| it.unwrap(one)),
            15 => {
                let text = ["", "new"][random(2)];
                self.both(|it| it.set_text(a, text), |it| it.set_text(one, text));
                self.ids.resize(self.naive.nodes.len(), None);
                let child = self.naive.nodes[one].children.first().copied();
                if let Some(child) = child.filter(|child| self.ids[*child].is_none()) {
                    self.ids[child] =
                        self.document.node(a).unwrap().first_child().map(|it| it.node_id());
                }
            }
            16..18 => {
                let name = ["id", "class", "title"][random(3)];
                let value = ["", "one", "two"][random(3)];
                let set = |it: &mut Document| it.set_attribute(a, name, value);
                self.both(set, |it| it.set_attribute(one, name, value));
            }
            18 => {
                let name = ["id", "class", "title"][random(3)];
                let had = self.document.node(a).unwrap().attr(name).is_some();
                self.both(
                    |it| it.remove_attribute(a, name).map(|removed| assert_eq!(removed, had)),
                    |it| it.retain_attributes(one, |it| it != name),
                );
            }
            19 => self.both(
                |it| it.retain_attributes(a, |it| it.local_name() != "class"),
                |it| it.retain_attributes(one, |it| it != "class"),
            ),
            20 => {
                let copy = self.naive.copy(one);
                let real = self.document.clone_subtree(a);
                assert_eq!(real.is_ok(), copy.is_some());
                if let (Ok(real), Some(copy)) = (real, copy) {
                    self.note_tree(copy, real);
                }
            }
            21 => {
                let other = self.document.clone();
                let copy = self.naive.copy(one);
                let real = self.document.import(other.node(a).unwrap());
                assert_eq!(real.is_ok(), copy.is_some());
                if let (Ok(real), Some(copy)) = (real, copy) {
                    self.note_tree(copy, real);
                }
            }
            22 => self.both(|it| it.normalize(a), |it| it.normalize(one)),
            23 if random(6) == 0 => self.compact(),
            23 if random(4) == 0 => self.document.trim(),
            _ => {}
        }
    }

    fn compact(&mut self) {
        let new = self.document.compact();
        let there = self.naive.in_tree();
        for (node, id) in self.ids.iter_mut().enumerate() {
            let Some(old) = *id else { continue };
            assert_eq!(self.document.node(old), None);
            assert_eq!(self.document.remove(old), Err(EditError::StaleId));
            *id = new.get(old);
            assert_eq!(id.is_some(), there.contains(&node));
        }
        assert_eq!(self.document.len(), there.len());
    }

    /// Compares the document with the naive tree.
    ///
    /// # Panics
    ///
    /// Panics if they differ.
    pub fn compare(&self) {
        invariants::check_edited(&self.document).unwrap();
        for (at, node) in self.naive.nodes.iter().enumerate() {
            let Some(id) = self.ids[at] else { continue };
            let real = self.document.node(id).unwrap();
            let ids = |nodes: &[usize]| nodes.iter().map(|it| self.id(*it)).collect::<Vec<_>>();
            assert_eq!(real.parent().map(|it| it.node_id()), node.parent.map(|it| self.id(it)));
            assert!(real.children().map(|it| it.node_id()).eq(ids(&node.children)));
            let contents = real.template_contents().map(|it| it.node_id());
            assert_eq!(contents, node.contents.map(|it| self.id(it)));
            assert_eq!(real.host().map(|it| it.node_id()), node.host.map(|it| self.id(it)));
        }
        let is_element = |it: &NodeRef<'_>| it.is_element();
        let root = self.document.root();
        if root.data() == NodeData::Document {
            assert_eq!(self.document.document_element(), root.children().find(is_element));
        }
        assert_eq!(self.document.to_html(), self.naive.to_html());
        assert_eq!(self.document.quirks_mode(), QuirksMode::NoQuirks);
        self.compare_found();
    }

    /// Elements are found, by an index and without one, in the order in which links lead to them.
    fn compare_found(&self) {
        let mut in_order = Vec::new();
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            in_order.extend(self.ids[node]);
            open.extend(self.naive.nodes[node].children.iter().rev());
        }
        // A clone has no element index; the document builds one once it was searched often enough.
        let without = self.document.clone();
        for text in [".one", "#two", "[title]", "b", "b .two", "b:has(> b)", "template ~ .one"] {
            let selector = Selector::new(text).unwrap();
            let ids = |document: &Document| -> Vec<_> {
                selector.select(document.root()).map(|it| it.node_id()).collect()
            };
            let matches = |id: &NodeId| selector.matches(self.document.node(*id).unwrap());
            let expected: Vec<_> = in_order.iter().copied().filter(matches).collect();
            assert_eq!(ids(&self.document), expected, "{text}");
            assert_eq!(ids(&without), expected, "{text}");
        }
    }
}
