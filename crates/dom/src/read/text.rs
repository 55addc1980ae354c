//! Text, classes and id.

use std::str::SplitAsciiWhitespace;

use sapwood_names::attr;
use sapwood_scan::{Simd, SimdTask, TextBuffer, dispatch};

use crate::{
    read::node::NodeRef,
    store::{
        node::{Kind, Slot},
        texts::Run,
    },
};

/// Number of nodes that are examined before the texts among them are copied.
const BATCH: usize = 64;

impl<'a> NodeRef<'a> {
    /// The text of this node and its descendants, as
    /// [`textContent`](https://dom.spec.whatwg.org/#dom-node-textcontent) in the DOM, but for documents too. For a
    /// comment or a processing instruction, the data.
    ///
    /// | method | text |
    /// |---|---|
    /// | `text_content` | all text, white space unchanged, scripts and styles included |
    /// | `inner_text` (feature `extract`) | the text as a browser renders it |
    /// | [`texts`](Self::texts) | the same text as `text_content`, one item for each text node |
    ///
    /// ```
    /// let document = sapwood::parse("<p>One <b>two</b>");
    /// assert_eq!(document.body().unwrap().text_content(), "One two");
    /// ```
    #[must_use]
    pub fn text_content(&self) -> String {
        let document = self.document;
        let entry = self.entry();
        match entry.head.kind() {
            Kind::Text | Kind::Comment | Kind::ProcessingInstruction => {
                return document.data(entry).to_owned();
            }
            _ => {}
        }
        let nodes = &document.nodes;
        let Some(first) = entry.first_child.map(|first| &nodes[first]) else {
            return String::new();
        };
        if first.head.is(Kind::Text) && first.next.is_none() {
            return document.data(first).to_owned();
        }
        dispatch(TextOf { node: *self })
    }

    /// Whether the element has this class; case matters.
    ///
    /// ```
    /// let document = sapwood::parse("<p class='tall tree'>Oak");
    /// assert!(document.select_first("p")?.unwrap().has_class("tree"));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn has_class(&self, class: &str) -> bool {
        self.classes().any(|own| own == class)
    }

    /// The [classes](https://dom.spec.whatwg.org/#concept-class) of an element in source order, duplicates included.
    #[must_use = "an iterator does nothing by itself"]
    pub fn classes(&self) -> SplitAsciiWhitespace<'a> {
        self.known_attribute(attr::CLASS).unwrap_or_default().split_ascii_whitespace()
    }

    /// The [ID](https://dom.spec.whatwg.org/#concept-id) of an element, if it has one and it isn't empty.
    ///
    /// [`node_id`](Self::node_id) is the node's number in its document.
    ///
    /// ```
    /// let document = sapwood::parse("<p id=oak>Oak");
    /// assert_eq!(document.select_first("p")?.unwrap().element_id(), Some("oak"));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn element_id(&self) -> Option<&'a str> {
        self.known_attribute(attr::ID).filter(|id| !id.is_empty())
    }
}

/// The text of a node that has children.
struct TextOf<'a> {
    node: NodeRef<'a>,
}

impl SimdTask for TextOf<'_> {
    type Output = String;

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> String {
        let NodeRef { document, id: root } = self.node;
        let nodes = &document.nodes;
        let whole = document.texts.whole();
        let capacity = if root == Slot::ROOT { whole.len() / 2 } else { 0 };
        let mut text = TextBuffer::with_capacity(simd, capacity);
        let mut at = root;
        let mut runs = [Run::default(); BATCH];
        loop {
            // Which nodes are texts is unpredictable, so a branch per node would cost more than its work. Collect the
            // runs of a batch without a branch, then copy them.
            let mut count = 0;
            let few = nodes.next_slots(at, BATCH);
            for (slot, node) in (at.index() + 1..).zip(few) {
                let Some(slot) = Slot::of_index(slot).filter(|_| node.is_below(root)) else {
                    break;
                };
                at = slot;
                runs[count] = Run { start: node.start, len: node.len };
                count += usize::from(node.head.is(Kind::Text));
            }
            for run in &runs[..count] {
                text.push_part(whole, run.start as usize, run.len as usize);
            }
            let Some(next) = nodes.next_in_tree(at, root) else { return text.into_string() };
            at = next;
            let node = &nodes[at];
            if node.head.is(Kind::Text) {
                text.push_part(whole, node.start as usize, node.len as usize);
            }
        }
    }
}
