//! Short names for the most frequent queries: text and attributes.

use std::{borrow::Cow, str::SplitAsciiWhitespace};

use names::{Namespace, attr};
use scan::{Simd, SimdTask, TextBuffer, dispatch};

use crate::{
    read::{attributes::AttributeRef, node::NodeRef},
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
    /// Includes all text with its white space unchanged; `inner_text` returns the text as rendered.
    #[must_use]
    pub fn text(&self) -> String {
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

    /// The DOM's name for [`text`](Self::text).
    #[must_use]
    pub fn text_content(&self) -> String {
        self.text()
    }

    /// The value of the attribute with this qualified name, as
    /// [`getAttribute`](https://dom.spec.whatwg.org/#dom-element-getattribute) in the DOM.
    ///
    /// Case is ignored on HTML elements. [`attribute`](Self::attribute) expects a local name without a namespace,
    /// [`attribute_ns`](Self::attribute_ns) one in a namespace.
    #[must_use]
    pub fn attr(&self, name: &str) -> Option<&'a str> {
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let is_html = self.namespace() == Some(Namespace::Html);
        let same = |a: &str, b: &str| if is_html { a.eq_ignore_ascii_case(b) } else { a == b };
        let is_it = |attribute: &AttributeRef<'a>| {
            let local_name = attribute.local_name();
            // To the HTML tokenizer, a colon is part of the local name.
            same(local_name, name) && attribute.prefix().is_none()
                || prefix.is_some()
                    && same(local_name, local)
                    && attribute.prefix().zip(prefix).is_some_and(|(its, it)| same(its, it))
        };
        self.attributes().find(is_it).map(|attribute| attribute.value())
    }

    /// The attributes of an element in source order, each with its qualified name and its value.
    #[must_use = "an iterator does nothing by itself"]
    pub fn attrs(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Cow<'a, str>, &'a str)> + ExactSizeIterator + use<'a>
    {
        self.attributes().map(|attribute| {
            let name = attribute.qualified_name();
            let written = match name.prefix {
                None => Cow::Borrowed(name.local.text),
                Some(_) => Cow::Owned(name.to_string()),
            };
            (written, attribute.value())
        })
    }

    /// Whether the element has an attribute with this qualified name; case is ignored on HTML elements.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attr(name).is_some()
    }

    /// Whether the element has this class; case matters.
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
    /// [`id`](Self::id) is the node's number in its document.
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
