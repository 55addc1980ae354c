//! Target of a `<template for>`.
//!
//! The standard searches the scope in tree order for a marker, a processing instruction `<?marker name=…>` or
//! `<?start name=…>`. Searching the tree for each template would take quadratic time. So markers are recorded by name
//! when they are created, and an unknown name costs one lookup. Markers of one name mostly are created in tree order,
//! and then the first one in scope is the target. Any operation that may break that order sets a flag, after which the
//! tree is searched, within the budget of [`Effort`].

use std::collections::VecDeque;

use sapwood_names::{HashMap, tag};
use sapwood_tree::Patch;

use crate::{
    build::{effort::Effort, pseudo_attributes::pseudo_attribute},
    store::{
        document::Document,
        node::{Head, Kind, Link, Slot},
    },
};

/// The markers of a document.
#[derive(Debug, Default)]
pub(crate) struct Patches {
    /// Index of the group of markers with this name.
    names: HashMap<String, usize>,
    /// Markers of one name in the order in which they were created.
    groups: Vec<VecDeque<Slot>>,
    group_of: HashMap<Slot, usize>,
    /// Whether a node was inserted elsewhere than at the end of the tree.
    out_of_order: bool,
    /// Whether the root has a `body` or `frameset` child.
    root_has_body: bool,
    /// The body element, once it was searched for.
    body: Link,
}

/// Location of a marker.
enum Whereabouts {
    InScope,
    Elsewhere,
    /// Removed for good.
    Detached,
}

impl Patches {
    /// Forgets all markers and releases the memory.
    pub(crate) fn clear(&mut self) {
        if !self.groups.is_empty() {
            *self = Self::default();
        }
        self.out_of_order = false;
        self.root_has_body = false;
        self.body = None;
    }

    /// Records a new processing instruction if it is a marker.
    pub(crate) fn note_marker(&mut self, id: Slot, target: &str, data: &str) {
        if !matches!(target, "marker" | "start") {
            return;
        }
        let Some(name) = pseudo_attribute(data, "name").filter(|name| !name.is_empty()) else {
            return;
        };
        let group = *self.names.entry(name).or_insert(self.groups.len());
        if group == self.groups.len() {
            self.groups.push(VecDeque::new());
        }
        self.groups[group].push_back(id);
        self.group_of.insert(id, group);
    }

    /// Notes that a node may now precede an older one in the tree.
    #[inline]
    pub(crate) fn out_of_order(&mut self) {
        self.out_of_order = true;
    }

    /// Notes a new child of the root. Markers behind the body element of a fragment are out of order, since the body
    /// may grow again.
    pub(crate) fn note_root_child(&mut self, head: &Head) {
        self.root_has_body |= head.is_html(tag::BODY) || head.is_html(tag::FRAMESET);
        self.out_of_order |= self.root_has_body && head.is(Kind::ProcessingInstruction);
    }

    /// [Finds the markers](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)
    /// called `name` in `scope` and removes what lies between them.
    pub(crate) fn begin(
        &mut self,
        document: &mut Document,
        effort: &mut Effort,
        scope: Slot,
        name: &str,
    ) -> Option<Patch<Slot>> {
        let group = *self.names.get(name)?;
        let scope = self.widen(document, effort, scope)?;
        let start = self.find(document, effort, scope, group)?;
        let target = document.nodes[start].parent?;
        if document.name_text(document.nodes[start].head.name()) == "marker" {
            return Some(Patch { target, start, end: Some(start) });
        }
        let end = matching_end(document, start);
        let mut next = document.nodes[start].next;
        while let Some(node) = next
            && next != end
        {
            next = document.nodes[node].next;
            document.take_out(node);
        }
        Some(Patch { target, start, end })
    }

    /// The parent of `scope` if that is [the body
    /// element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2), else `scope`.
    fn widen(&mut self, document: &Document, effort: &mut Effort, scope: Slot) -> Option<Slot> {
        let is_body =
            |node| document.is_html(node, tag::BODY) || document.is_html(node, tag::FRAMESET);
        let parent = document.nodes[scope].parent;
        let (Some(html), true) = (parent, is_body(scope)) else { return Some(scope) };
        if parent != document.document_element || !document.is_html(html, tag::HTML) {
            return Some(scope);
        }
        if self.body != Some(scope) {
            let mut node = scope;
            while let Some(previous) = document.nodes[node].previous {
                effort.step(document)?;
                if is_body(previous) {
                    return Some(scope);
                }
                node = previous;
            }
            self.body = Some(scope);
        }
        Some(html)
    }

    /// The first marker of `group` among the descendants of `scope` in tree order.
    fn find(
        &mut self,
        document: &Document,
        effort: &mut Effort,
        scope: Slot,
        group: usize,
    ) -> Link {
        let markers = &mut self.groups[group];
        while markers.front().is_some_and(|&marker| document.nodes[marker].parent.is_none()) {
            markers.pop_front();
        }
        let several = markers.len() > 1;
        if several && self.out_of_order {
            return self.walk(document, effort, scope, group);
        }
        let mut at = 0;
        while let Some(&marker) = markers.get(at) {
            match whereabouts(document, effort, marker, scope, self.out_of_order)? {
                // The parser may return to the body after this marker, so it need not be the first.
                Whereabouts::InScope
                    if several && document.nodes[marker].parent == document.document_element =>
                {
                    return self.walk(document, effort, scope, group);
                }
                Whereabouts::InScope => return Some(marker),
                Whereabouts::Elsewhere => at += 1,
                Whereabouts::Detached => {
                    markers.remove(at);
                }
            }
        }
        None
    }

    fn walk(&self, document: &Document, effort: &mut Effort, scope: Slot, group: usize) -> Link {
        let mut next = document.nodes.next_in_tree(scope, scope);
        while let Some(node) = next {
            effort.step(document)?;
            if document.nodes[node].head.is(Kind::ProcessingInstruction)
                && self.group_of.get(&node) == Some(&group)
            {
                return Some(node);
            }
            next = document.nodes.next_in_tree(node, scope);
        }
        None
    }
}

/// Climbs from `marker` to see if it is a descendant of `scope`; `None` if that takes too long.
fn whereabouts(
    document: &Document,
    effort: &mut Effort,
    marker: Slot,
    scope: Slot,
    out_of_order: bool,
) -> Option<Whereabouts> {
    let mut node = marker;
    loop {
        effort.step(document)?;
        // While the tree is in order, a parent is older than its children.
        if !out_of_order && node < scope {
            return Some(Whereabouts::Elsewhere);
        }
        match document.nodes[node].parent {
            Some(parent) if parent == scope => return Some(Whereabouts::InScope),
            Some(parent) => node = parent,
            None => break,
        }
    }
    Some(match document.nodes[node].head.kind() {
        Kind::Document | Kind::Fragment => Whereabouts::Elsewhere,
        _ => Whereabouts::Detached,
    })
}

/// The `<?end>` that closes the range that `start` opens.
fn matching_end(document: &Document, start: Slot) -> Link {
    let mut nesting = 0_u32;
    let mut next = document.nodes[start].next;
    while let Some(node) = next {
        let head = document.nodes[node].head;
        if head.is(Kind::ProcessingInstruction) {
            match document.name_text(head.name()) {
                "start" => nesting += 1,
                "end" if nesting == 0 => return Some(node),
                "end" => nesting -= 1,
                _ => {}
            }
        }
        next = document.nodes[node].next;
    }
    None
}
