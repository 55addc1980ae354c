//! The [sanitize algorithm](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#inner-sanitize-steps)
//! over the arena.
//!
//! The walk is in tree order and follows links, so it needs no stack. An element that is replaced by its children is
//! replaced before they are visited: each node moves at most once, however deeply such elements nest. Template contents
//! and shadow trees wait in a list.

use std::collections::HashMap;

use super::{
    compiled::{Compiled, Rule, Verdict, is_unsafe_value},
    policy::Rules,
    report::{RemovalKind, Report},
    rewrite::{self, Decision},
};
use crate::store::{
    attributes::Attribute,
    document::Document,
    node::{Kind, Link, Node, Slot},
    texts::Run,
};

/// A run of the algorithm over one document.
pub(super) struct Pass<'r> {
    pub(super) compiled: &'r Compiled,
    pub(super) rules: Option<&'r Rules>,
    /// Number of nodes and attributes that were removed.
    pub(super) changes: usize,
    /// Number of removed elements that a parser adds where no tag is, without attributes.
    pub(super) implied: usize,
    /// New ranges of attributes by the old range and the rule.
    ///
    /// Elements that the parser reconstructed share their attributes. Their copies share them, too; otherwise the
    /// attributes of a page could multiply.
    shared: HashMap<(Run, u16), Run>,
    /// New ranges under further rules, by the element's name, too.
    pub(super) rewritten: HashMap<(Run, u16, u32), Run>,
    /// Memory for the attributes of an element.
    pub(super) buffer: Vec<Attribute>,
    /// Bytes that rules can still add.
    pub(super) room: usize,
    pub(super) report: Option<Report>,
}

impl<'r> Pass<'r> {
    pub(super) fn new(compiled: &'r Compiled) -> Self {
        Self {
            compiled,
            rules: None,
            changes: 0,
            implied: 0,
            shared: HashMap::new(),
            rewritten: HashMap::new(),
            buffer: Vec::new(),
            room: 0,
            report: None,
        }
    }

    /// A run with further rules.
    pub(super) fn with_rules(
        compiled: &'r Compiled,
        rules: Option<&'r Rules>,
        document: &Document,
    ) -> Self {
        Self { rules, room: rewrite::room(document), ..Self::new(compiled) }
    }
}

impl Document {
    /// Sanitizes everything below `root`.
    pub(super) fn sanitize_below(&mut self, root: Slot, pass: &mut Pass<'_>) {
        let mut roots = vec![root];
        roots.extend(self.fragment_of(root));
        while let Some(root) = roots.pop() {
            let mut next = self.nodes[root].first_child;
            while let Some(node) = next {
                next = self.sanitize_node(node, root, pass, &mut roots);
            }
        }
    }

    /// Sanitizes a node; returns the next one to visit.
    #[inline]
    fn sanitize_node(
        &mut self,
        node: Slot,
        root: Slot,
        pass: &mut Pass<'_>,
        roots: &mut Vec<Slot>,
    ) -> Link {
        let entry = &self.nodes[node];
        let head = entry.head;
        let is_kept = match head.kind() {
            Kind::Element if pass.rules.is_some() => {
                return self.apply_rules(node, root, pass, roots);
            }
            Kind::Element => match self.verdict(entry, pass.compiled) {
                Verdict::Keep(rule) => {
                    if entry.len != 0 {
                        self.sanitize_attributes(node, rule, pass);
                    }
                    if head.has_fragment() {
                        roots.extend(self.fragment_of(node));
                    }
                    true
                }
                Verdict::Replace => return self.replace_with_children(node, root, pass),
                Verdict::Remove => false,
            },
            Kind::Comment => pass.compiled.comments,
            Kind::ProcessingInstruction => pass.compiled.instruction(self.name_text(head.name())),
            Kind::Text | Kind::Doctype | Kind::Document | Kind::Fragment => true,
        };
        if is_kept {
            return self.nodes.next_in_tree(node, root);
        }
        pass.note_node(self, node, RemovalKind::Element);
        let next = self.nodes.next_after(node, root);
        self.take_out(node);
        next
    }

    /// Sanitizes an element under further rules.
    #[inline(never)]
    fn apply_rules(
        &mut self,
        node: Slot,
        root: Slot,
        pass: &mut Pass<'_>,
        roots: &mut Vec<Slot>,
    ) -> Link {
        let verdict = self.verdict(&self.nodes[node], pass.compiled);
        let rules = pass.rules?;
        match rules.decide(self, node, verdict) {
            Decision::Keep(rule) => {
                self.rewrite_attributes(node, rule, pass);
                roots.extend(self.fragment_of(node));
                self.nodes.next_in_tree(node, root)
            }
            Decision::Unwrap => self.replace_with_children(node, root, pass),
            Decision::Escape => self.escape(node, root, pass),
            Decision::Remove => {
                pass.note_node(self, node, RemovalKind::Element);
                let next = self.nodes.next_after(node, root);
                self.take_out(node);
                next
            }
        }
    }

    #[inline]
    fn verdict(&self, entry: &Node, compiled: &Compiled) -> Verdict {
        let head = entry.head;
        compiled.known_element(head.namespace(), head.name()).unwrap_or_else(|| {
            let name = self.name_of_element(entry);
            compiled.element(name.namespace_url, name.local.text)
        })
    }

    /// Replaces an element by its children; returns the next node to visit. An element whose children the document
    /// can't have is removed.
    pub(super) fn replace_with_children(
        &mut self,
        node: Slot,
        root: Slot,
        pass: &mut Pass<'_>,
    ) -> Link {
        pass.note_node(self, node, RemovalKind::Tags);
        let first = self.nodes[node].first_child;
        let parent = self.nodes[node].parent;
        if first.is_none() || parent.is_none_or(|parent| self.is_document(parent)) {
            // Only here: a walk up for each of many nested elements would not be linear.
            let after = self.nodes.next_after(node, root);
            self.take_out(node);
            return after;
        }
        self.nodes.replace_with_children(node);
        first
    }

    /// Removes the attributes of `element` that `rule` doesn't keep.
    fn sanitize_attributes(&mut self, element: Slot, rule: u16, pass: &mut Pass<'_>) {
        let number = rule;
        let rule = pass.compiled.rule(number);
        let Node { start, len, .. } = self.nodes[element];
        let old = Run { start, len };
        // The first kept attribute, the last one, and their number.
        let (mut first, mut last, mut count) = (0, 0, 0);
        for index in 0..len {
            if self.keeps(element, start + index, rule, pass.compiled) {
                if count == 0 {
                    first = index;
                }
                last = index;
                count += 1;
            }
        }
        if count == len {
            return;
        }
        if pass.report.is_none() {
            pass.changes += (len - count) as usize;
        } else {
            self.report_attributes(element, rule, pass);
        }
        self.nodes.forget_index();
        if count == 0 || last - first + 1 == count {
            return self.narrow_attributes(element, first, count);
        }
        let new = match pass.shared.get(&(old, number)) {
            Some(new) => Some(*new),
            None => self.copy_kept_attributes(element, rule, pass.compiled),
        };
        match new {
            Some(new) => {
                pass.shared.insert((old, number), new);
                self.attribute_room.remove(&element);
                let entry = &mut self.nodes[element];
                (entry.start, entry.len) = (new.start, new.len);
            }
            None => {
                self.truncated = true;
                self.narrow_attributes(element, 0, 0);
            }
        }
    }

    #[cold]
    fn report_attributes(&self, element: Slot, rule: &Rule, pass: &mut Pass<'_>) {
        let Node { start, len, .. } = self.nodes[element];
        for index in start..start + len {
            if !self.keeps(element, index, rule, pass.compiled) {
                pass.note_attribute(self, element, index, RemovalKind::Attribute);
            }
        }
    }

    /// Keeps `count` attributes from the one at `first` on.
    pub(super) fn narrow_attributes(&mut self, element: Slot, first: u32, count: u32) {
        let entry = &mut self.nodes[element];
        entry.start += first;
        entry.len = count;
        if let Some(room) = self.attribute_room.get_mut(&element) {
            *room -= first;
        }
    }

    /// Copies the attributes that are kept to a new range; `None` if it doesn't fit.
    fn copy_kept_attributes(
        &mut self,
        element: Slot,
        rule: &Rule,
        compiled: &Compiled,
    ) -> Option<Run> {
        let Node { start, len, .. } = self.nodes[element];
        let new = self.attributes.len();
        if len as usize > self.attribute_limit.saturating_sub(new) {
            return None;
        }
        for index in start..start + len {
            if self.keeps(element, index, rule, compiled) {
                let to = self.attributes.len();
                self.attributes.push(self.attributes[index as usize]);
                if let Some(positions) = &mut self.positions {
                    positions.move_attribute(index as usize, to);
                }
            }
        }
        Some(Run { start: new as u32, len: (self.attributes.len() - new) as u32 })
    }

    /// Whether the attribute with this index is kept on `element`.
    #[inline]
    pub(super) fn keeps(
        &self,
        element: Slot,
        index: u32,
        rule: &Rule,
        compiled: &Compiled,
    ) -> bool {
        let attribute = self.attributes[index as usize];
        let plain = attribute.plain_name();
        let is_listed = if plain.is_known() {
            rule.keeps_known(plain)
        } else {
            self.keeps_unknown(attribute, rule, compiled)
        };
        is_listed
            && !(rule.has_urls && self.is_unsafe(element, index, self.texts.get(attribute.value())))
    }

    #[inline(never)]
    fn keeps_unknown(&self, attribute: Attribute, rule: &Rule, compiled: &Compiled) -> bool {
        let name = self.names.full_name(attribute.name_id(), attribute.namespace());
        compiled.attribute(rule, name.namespace_url, name.local.text)
    }

    /// Whether the attribute with this index would be unsafe on `element` with this value.
    #[inline(never)]
    pub(super) fn is_unsafe(&self, element: Slot, index: u32, value: &str) -> bool {
        let head = self.nodes[element].head;
        let attribute = self.attributes[index as usize];
        let element = (head.namespace(), self.local_name(head.name()).text);
        let name = (attribute.namespace(), self.local_name(attribute.name_id()).text);
        is_unsafe_value(element, name, value)
    }
}
