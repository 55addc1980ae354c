//! Random operations on the builder and on a naive tree give the same tree.

use sapwood_tree::{InsertionLocation, Span, TreeSink};

use super::{Random, check_links, document};
use crate::{Builder, NodeData, NodeId, NodeRef};

/// A node of the naive tree; a text node has text, an element none.
#[derive(Default)]
struct Naive {
    text: Option<String>,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// The naive tree beside the real one. `ids` has the number of each element's real node.
struct Pair {
    naive: Vec<Naive>,
    ids: Vec<Option<NodeId>>,
    builder: Builder,
}

impl Pair {
    fn elements(&self) -> Vec<usize> {
        (0..self.naive.len()).filter(|&node| self.ids[node].is_some()).collect()
    }

    fn id(&self, node: usize) -> NodeId {
        self.ids[node].unwrap()
    }

    fn add(&mut self, naive: Naive, id: Option<NodeId>) -> usize {
        self.naive.push(naive);
        self.ids.push(id);
        self.naive.len() - 1
    }

    fn is_inside(&self, mut node: usize, of: usize) -> bool {
        loop {
            if node == of {
                return true;
            }
            let Some(parent) = self.naive[node].parent else { return false };
            node = parent;
        }
    }

    fn index(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.naive[node].parent?;
        Some((parent, self.naive[parent].children.iter().position(|&child| child == node)?))
    }

    fn put(&mut self, parent: usize, at: usize, child: usize) {
        self.naive[parent].children.insert(at, child);
        self.naive[child].parent = Some(parent);
    }

    fn put_text(&mut self, parent: usize, at: usize, text: &str) {
        let before = at.checked_sub(1).map(|at| self.naive[parent].children[at]);
        if let Some(old) = before.and_then(|node| self.naive[node].text.as_mut()) {
            return old.push_str(text);
        }
        let node = self.add(Naive { text: Some(text.into()), ..Naive::default() }, None);
        self.put(parent, at, node);
    }

    fn remove(&mut self, node: usize) {
        if let Some((parent, at)) = self.index(node) {
            self.naive[parent].children.remove(at);
            self.naive[node].parent = None;
        }
    }

    fn step(&mut self, random: &mut Random) {
        let elements = self.elements();
        let one = elements[random.below(elements.len())];
        let two = elements[random.below(elements.len())];
        let (one_id, two_id) = (self.id(one), self.id(two));
        let end = self.naive[one].children.len();
        let text = &"abcdefghij"[..random.below(10)];
        match random.below(10) {
            0..3 => {
                let id = self.builder.detached("b", &[]);
                let node = self.add(Naive::default(), Some(id));
                self.builder.append(&one_id, &id);
                self.put(one, end, node);
            }
            3..5 if !text.is_empty() => {
                self.builder.append_text(&one_id, text, Span::default());
                self.put_text(one, end, text);
            }
            // The first element has a parent that the naive tree doesn't know.
            5 if one != 0 => {
                let id = self.builder.detached("i", &[]);
                let node = self.add(Naive::default(), Some(id));
                self.builder
                    .insert(InsertionLocation::Foster { table: &one_id, above: &two_id }, &id);
                let (parent, at) = self.index(one).unwrap_or((two, self.naive[two].children.len()));
                self.put(parent, at, node);
            }
            6 if one != 0 && !text.is_empty() => {
                let place = InsertionLocation::Foster { table: &one_id, above: &two_id };
                self.builder.insert_text(place, text, Span::default());
                let (parent, at) = self.index(one).unwrap_or((two, self.naive[two].children.len()));
                self.put_text(parent, at, text);
            }
            7 if one != 0 => {
                self.builder.remove(&one_id);
                self.remove(one);
            }
            8 if one != 0 && !self.is_inside(two, one) => {
                self.builder.remove(&one_id);
                self.builder.append(&two_id, &one_id);
                self.remove(one);
                let end = self.naive[two].children.len();
                self.put(two, end, one);
            }
            9 if one != 0 && !self.is_inside(two, one) => {
                self.builder.reparent_children(&one_id, &two_id);
                for child in std::mem::take(&mut self.naive[one].children) {
                    let end = self.naive[two].children.len();
                    self.put(two, end, child);
                }
            }
            _ => {}
        }
    }

    fn compare(&self, naive: usize, real: NodeRef<'_>) {
        let node = &self.naive[naive];
        match real.data() {
            NodeData::Text(text) => assert_eq!(Some(text), node.text.as_deref()),
            _ => assert_eq!(self.ids[naive], Some(real.node_id())),
        }
        assert_eq!(real.children().count(), node.children.len());
        for (&naive, real) in node.children.iter().zip(real.children()) {
            self.compare(naive, real);
        }
        assert!(real.children().rev().eq(real.children().collect::<Vec<_>>().into_iter().rev()));
    }
}

#[test]
fn random_operations_agree_with_a_naive_tree() {
    for seed in 1..=60_u64 {
        let mut random = Random::new(seed);
        let mut builder = document();
        let body = builder.page();
        let mut pair = Pair { naive: Vec::new(), ids: Vec::new(), builder };
        pair.add(Naive::default(), Some(body));
        for _ in 0..400 {
            pair.step(&mut random);
        }
        let document = pair.builder.current();
        check_links(document);
        for node in pair.elements() {
            if pair.naive[node].parent.is_none() {
                pair.compare(node, document.node(pair.id(node)).unwrap());
            }
        }
    }
}
