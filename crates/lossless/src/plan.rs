//! The plan of a patch: the ranges of the source that are replaced, and by what.
//!
//! The edited tree is walked once. A node of the first parse that is still below its parent, in order, is *kept*: its markup stays
//! in place, and only its tags or its text are changed, children cut out, and others written between them. Any other node is
//! *inserted* where it is now. If it is of the first parse and its extent is clean, its markup moves as a *region* of the
//! source, in which edits are made in the same way; otherwise it is written anew.

mod attributes;
mod children;
mod content;

use std::{cmp::Reverse, ops::Range};

use sapwood_names::Namespace;
use sapwood_serializer::source_tag::name_in;
use sapwood_tree::Span;

use crate::{
    compare::is_same_name,
    extents::Extents,
    flat::{Flat, Item, Kind},
    writer::Syntax,
};

/// Text that is written into the source, with regions of the source in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    pub(crate) text: String,
    /// Regions by their number, each with its place in the text, in order.
    pub(crate) regions: Vec<(usize, usize)>,
}

impl Content {
    fn prepend(&mut self, text: &str) {
        self.text.insert_str(0, text);
        self.regions.iter_mut().for_each(|(place, _)| *place += text.len());
    }
}

/// A range of the source and what replaces it.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) range: Range<usize>,
    /// The order of spots at one place, by the edited tree.
    order: (usize, Reverse<usize>),
    pub(crate) content: Content,
    /// Whether nodes that were there are written anew.
    pub(crate) is_rewritten: bool,
}

/// A part of the source that is written at one place of the result.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) range: Range<usize>,
    /// In order, without overlaps.
    pub(crate) spots: Vec<Spot>,
}

/// Changes of a node that no edit asked for, without which the result would be parsed differently.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measures {
    /// The start tag is written that is omitted.
    pub(crate) has_start: bool,
    /// Both tags are written.
    pub(crate) has_tags: bool,
    /// The node is written anew.
    pub(crate) is_rewritten: bool,
}

/// The state of a plan.
pub(crate) struct Planner<'p, 'd> {
    pub(crate) source: &'p str,
    pub(crate) syntax: Syntax<'p>,
    pub(crate) edited: &'p Flat<'d>,
    pub(crate) first: &'p Flat<'d>,
    pub(crate) extents: &'p Extents,
    /// The nodes of the first parse by those of the edited tree.
    pub(crate) origins: &'p [Option<usize>],
    pub(crate) measures: &'p [Measures],
    /// The end tags of `html` and `body` that have text after them, so that they are in its extent.
    early_end_tags: Vec<Span>,
    /// Nodes that differ from the first parse or have measures, or have such a descendant.
    dirty: Vec<bool>,
    regions: Vec<Region>,
    /// Nodes of the edited tree whose regions are still to be planned.
    roots: Vec<(usize, usize)>,
    /// Nodes that can't be patched as they are and must be written anew.
    failed: Vec<usize>,
}

impl<'p, 'd> Planner<'p, 'd> {
    pub(crate) fn new(
        source: &'p str,
        syntax: Syntax<'p>,
        edited: &'p Flat<'d>,
        first: &'p Flat<'d>,
        extents: &'p Extents,
        origins: &'p [Option<usize>],
        measures: &'p [Measures],
    ) -> Self {
        let early_end_tags = first.items.iter().enumerate().filter_map(|(node, item)| {
            let is_early = first.is_html_or_body(node) && extents.end_tag(node).is_none();
            item.end_tag.filter(|_| is_early)
        });
        Self {
            early_end_tags: early_end_tags.collect(),
            source,
            syntax,
            edited,
            first,
            extents,
            origins,
            measures,
            dirty: Vec::new(),
            regions: Vec::new(),
            roots: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Plans for nodes with these [`changes`], besides those with measures.
    pub(crate) fn with_changes(mut self, changes: &[bool]) -> Self {
        self.dirty = changes.to_vec();
        for node in (0..self.edited.len()).rev() {
            let Measures { has_start, has_tags, is_rewritten } = self.measures[node];
            self.dirty[node] |= has_start || has_tags || is_rewritten;
            if self.dirty[node] {
                self.dirty[self.edited.items[node].parent] = true;
            }
        }
        self
    }

    /// Whether the node itself differs from that of the first parse.
    fn is_changed(&self, node: usize, origin: usize) -> bool {
        is_changed((self.edited, node), (self.first, origin))
    }

    /// Plans the whole document; returns the regions, of which the first is the document, or the nodes that have to be
    /// written anew.
    pub(crate) fn plan(mut self) -> Result<Vec<Region>, Vec<usize>> {
        self.regions.push(Region { range: 0..self.source.len(), spots: Vec::new() });
        self.roots.push((0, 0));
        while let Some((region, root)) = self.roots.pop() {
            self.plan_region(region, root);
        }
        if self.failed.is_empty() { Ok(self.regions) } else { Err(self.failed) }
    }

    /// Plans to write everything anew, in this range.
    pub(crate) fn plan_anew(mut self, range: Range<usize>) -> Vec<Region> {
        let nodes: Vec<_> = self.edited.children(0).collect();
        let mut content = self.content(0, &nodes, true);
        if self.syntax.is_xml && range.start == 0 && content.text.starts_with("<?xml") {
            // It isn't the XML declaration.
            content.prepend("\n");
        }
        let mut region = Region { range: 0..self.source.len(), spots: Vec::new() };
        region.spots.push(self.spot(range, 0, 0, content, true));
        // Doctypes stay as they are.
        self.regions.insert(0, region);
        for region in &mut self.regions {
            for (_, number) in region.spots.iter_mut().flat_map(|it| &mut it.content.regions) {
                *number += 1;
            }
        }
        self.regions
    }

    fn plan_region(&mut self, region: usize, root: usize) {
        let mut spots = Vec::new();
        let mut nodes = vec![root];
        while let Some(node) = nodes.pop() {
            let Some(origin) = self.origins[node] else { continue };
            self.plan_node(node, origin, &mut spots);
            self.plan_children(node, origin, &mut spots, &mut nodes);
        }
        spots.sort_by_key(|spot| (spot.range.start, spot.order));
        let mut end = 0;
        let mut owner = root;
        for spot in &spots {
            if spot.range.start < end {
                self.failed.extend([owner, spot.order.1.0]);
            }
            end = end.max(spot.range.end);
            owner = spot.order.1.0;
        }
        if end > self.regions[region].range.end {
            self.failed.push(owner);
        }
        self.regions[region].spots = spots;
    }

    /// A spot; `order` is its order among those at one place, and `owner` the node that has to be written anew if
    /// it overlaps with another.
    fn spot(
        &self,
        range: Range<usize>,
        order: usize,
        owner: usize,
        content: Content,
        is_rewritten: bool,
    ) -> Spot {
        Spot { range, order: (order, Reverse(owner)), content, is_rewritten }
    }

    fn text_spot(&self, range: Range<usize>, order: usize, owner: usize, text: String) -> Spot {
        self.spot(range, order, owner, Content { text, regions: Vec::new() }, false)
    }

    /// Plans what changes at a kept node itself.
    fn plan_node(&mut self, node: usize, origin: usize, spots: &mut Vec<Spot>) {
        let item = &self.first.items[origin];
        let is_changed = self.is_changed(node, origin);
        let edited = self.edited;
        match (item.kind, edited.items[node].kind) {
            (Kind::Element(_), Kind::Element(_)) => match item.span {
                None => self.plan_tags(node, origin, is_changed, spots),
                // An end tag made this element.
                Some(tag) if self.source[tag.start..].starts_with("</") => {
                    self.failed.extend(is_changed.then_some(node));
                }
                Some(tag) => self.plan_element(node, origin, tag, spots),
            },
            (_, Kind::Text(text)) if is_changed => match self.extents.clean(origin) {
                Some(range) => {
                    let parent = edited.items[node].parent;
                    let is_first = self.source[..range.start].ends_with('>')
                        && (node == parent + 1 || edited.items[parent].kind == Kind::Contents);
                    let mut out = String::new();
                    self.syntax.push_text(&mut out, edited, parent, text, is_first);
                    self.push_early_end_tags(&mut out, range.clone());
                    spots.push(self.text_spot(range, 2 * node, node, out));
                }
                None => self.failed.push(edited.items[node].parent),
            },
            (_, Kind::Comment(_) | Kind::Instruction { .. } | Kind::Doctype(..)) if is_changed => {
                match item.span {
                    Some(span) => {
                        let mut out = String::new();
                        self.syntax.push_other(&mut out, edited, node);
                        spots.push(self.text_spot(span.range(), 2 * node, node, out));
                    }
                    None => self.failed.push(node),
                }
            }
            (Kind::Shadow(_), Kind::Shadow(_)) if is_changed => self.failed.push(node),
            _ => {}
        }
    }

    /// Plans to write the tags of an element that has none.
    fn plan_tags(&mut self, node: usize, origin: usize, is_changed: bool, spots: &mut Vec<Spot>) {
        let Measures { has_start, has_tags, .. } = self.measures[node];
        let Some(Range { start, end }) = self.extents.range(origin) else { return };
        if !(is_changed || has_tags || has_start) {
            return;
        }
        let mut tag = String::new();
        self.syntax.push_start(&mut tag, self.edited, node);
        spots.push(self.text_spot(start..start, 2 * node, node, tag));
        let Item { end_tag, .. } = self.first.items[origin];
        if end_tag.is_none() && (has_tags || is_changed) {
            spots.push(self.end_tag_spot(node, end));
        }
    }

    /// Plans what changes in the tags of an element.
    fn plan_element(&mut self, node: usize, origin: usize, tag: Span, spots: &mut Vec<Spot>) {
        let (edited, source, syntax) = (self.edited, self.source, self.syntax);
        let (Some(new), Some(old)) = (edited.name(node), self.first.name(origin)) else { return };
        let is_renamed = !is_same_name(old, new, syntax.is_xml);
        let end_tag = self.extents.end_tag(origin);
        if is_renamed {
            let mut name = String::new();
            syntax.push_element_name(&mut name, new);
            for tag in [Some(tag), end_tag].into_iter().flatten() {
                let range = name_in(source.as_bytes(), tag.start);
                spots.push(self.text_spot(range, 2 * node, node, name.clone()));
            }
        }
        if has_other_attributes((edited, node), (self.first, origin)) {
            self.plan_attributes(node, origin, tag.range(), spots);
        }
        let is_ended = end_tag.is_some()
            || self.is_self_closing(origin)
            || edited.is_html_or_body(node) && self.first.items[origin].end_tag.is_some();
        if (is_renamed || self.measures[node].has_tags)
            && !is_ended
            && let Some(range) = self.extents.range(origin)
        {
            spots.push(self.end_tag_spot(node, range.end));
        }
    }

    /// An end tag that is written at a place, after everything that is in the element.
    fn end_tag_spot(&self, node: usize, place: usize) -> Spot {
        let mut text = String::new();
        self.syntax.push_end(&mut text, self.edited, node);
        self.text_spot(place..place, 2 * self.edited.items[node].end - 1, node, text)
    }

    /// Whether the start tag of an element is its end as well.
    fn is_self_closing(&self, origin: usize) -> bool {
        let item = &self.first.items[origin];
        let can_be = self.syntax.is_xml
            || self.first.name(origin).is_some_and(|name| name.namespace != Namespace::Html);
        can_be && item.span.is_some_and(|tag| self.source[tag.range()].ends_with("/>"))
    }
}

/// Tells of each node of the edited tree whether it or its list of children differs from that of the first parse.
pub(crate) fn changes(edited: &Flat<'_>, first: &Flat<'_>, origins: &[Option<usize>]) -> Vec<bool> {
    let has_other_children = |node: usize, origin: usize| {
        let own = edited.children(node).map(|child| origins[child]);
        !own.eq(first.children(origin).map(Some))
    };
    let is_new_or_changed = |(node, origin): (usize, &Option<usize>)| match *origin {
        None => true,
        Some(origin) => {
            is_changed((edited, node), (first, origin)) || has_other_children(node, origin)
        }
    };
    origins.iter().enumerate().map(is_new_or_changed).collect()
}

/// Whether a node differs from that of the first parse; its children may.
fn is_changed((edited, node): (&Flat<'_>, usize), (first, origin): (&Flat<'_>, usize)) -> bool {
    match (edited.items[node].kind, first.items[origin].kind) {
        (Kind::Element(own), Kind::Element(other)) => {
            !is_same_name(own, other, true) || has_other_attributes((edited, node), (first, origin))
        }
        (own, other) => own != other,
    }
}

fn has_other_attributes(
    (edited, node): (&Flat<'_>, usize),
    (first, origin): (&Flat<'_>, usize),
) -> bool {
    let (own, other) = (edited.attributes(node), first.attributes(origin));
    own.len() != other.len()
        || own.iter().zip(other).any(|((own, _), (other, _))| {
            own.value != other.value || !is_same_name(own.name, other.name, true)
        })
}
