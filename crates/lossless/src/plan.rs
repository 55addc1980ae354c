//! The plan of a patch: the ranges of the source that are replaced, and by what.
//!
//! The edited tree is walked once. A node of the first parse that is still below its parent, in order, is *kept*: its markup stays
//! in place, and only its tags or its text are changed, children cut out, and others written between them. Any other node is
//! *inserted* where it is now. If it is of the first parse and its extent is clean, its markup moves as a *region* of the
//! source, in which edits are made in the same way; otherwise it is written anew.

use std::ops::Range;

use sapwood_names::{Namespace, tag};
use sapwood_tree::Span;

use crate::{
    compare::is_same_name,
    extents::{CDATA_END, CDATA_START, Clump, Extents},
    flat::{Flat, Kind},
    tag::{attribute_at, attributes_in, is_space, name_in},
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
    order: (usize, std::cmp::Reverse<usize>),
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

/// What is done to a node beyond what its edits ask for, because the result would be parsed differently.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measures {
    /// The start tag is written that is omitted.
    pub(crate) has_start: bool,
    /// Both tags are written.
    pub(crate) has_tags: bool,
    /// The node is written anew.
    pub(crate) is_rewritten: bool,
}

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
        let mut this = Self {
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
        };
        this.dirty = this.dirty_nodes();
        this
    }

    /// Whether any node was edited.
    pub(crate) fn is_edited(&self) -> bool {
        self.dirty[0]
    }

    fn dirty_nodes(&self) -> Vec<bool> {
        let mut dirty = vec![false; self.edited.len()];
        for node in (0..self.edited.len()).rev() {
            let Measures { has_start, has_tags, is_rewritten } = self.measures[node];
            let is_changed = has_start
                || has_tags
                || is_rewritten
                || match self.origins[node] {
                    None => true,
                    Some(origin) => {
                        self.is_changed(node, origin) || self.has_other_children(node, origin)
                    }
                };
            if is_changed || dirty[node] {
                dirty[node] = true;
                dirty[self.edited.items[node].parent] = true;
            }
        }
        dirty
    }

    fn has_other_children(&self, node: usize, origin: usize) -> bool {
        let own = self.edited.children(node).map(|child| self.origins[child]);
        !own.eq(self.first.children(origin).map(Some))
    }

    /// Whether the node itself differs from that of the first parse.
    fn is_changed(&self, node: usize, origin: usize) -> bool {
        match (self.edited.items[node].kind, self.first.items[origin].kind) {
            (Kind::Element(own), Kind::Element(other)) => {
                !is_same_name(own, other, true) || self.has_other_attributes(node, origin)
            }
            (own, other) => own != other,
        }
    }

    fn has_other_attributes(&self, node: usize, origin: usize) -> bool {
        let (own, other) = (self.edited.attributes(node), self.first.attributes(origin));
        own.len() != other.len()
            || own.iter().zip(other).any(|((own, _), (other, _))| {
                own.value != other.value || !is_same_name(own.name, other.name, true)
            })
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
        let mut content = self.content(0, self.edited.children(0).collect(), true);
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
        Spot { range, order: (order, std::cmp::Reverse(owner)), content, is_rewritten }
    }

    fn text_spot(&self, range: Range<usize>, order: usize, owner: usize, text: String) -> Spot {
        self.spot(range, order, owner, Content { text, regions: Vec::new() }, false)
    }

    /// Plans what changes at a kept node itself.
    fn plan_node(&mut self, node: usize, origin: usize, spots: &mut Vec<Spot>) {
        let item = &self.first.items[origin];
        let (start, end) = (2 * node, 2 * self.edited.items[node].end - 1);
        let is_changed = self.is_changed(node, origin);
        let has_tags = self.measures[node].has_tags;
        let (edited, source, syntax) = (self.edited, self.source, self.syntax);
        match (item.kind, self.edited.items[node].kind) {
            (Kind::Element(old), Kind::Element(new)) => {
                let Some(range) = self.extents.range(origin) else { return };
                let tag = item.span.filter(|tag| !source[tag.start..].starts_with("</"));
                let mut end_tag = String::new();
                syntax.push_end(&mut end_tag, edited, node);
                let Some(tag) = tag else {
                    if item.span.is_some() && is_changed {
                        self.failed.push(node);
                    } else if is_changed || has_tags || self.measures[node].has_start {
                        let mut text = String::new();
                        syntax.push_start(&mut text, edited, node);
                        spots.push(self.text_spot(range.start..range.start, start, node, text));
                        if item.end_tag.is_none() && (has_tags || is_changed) {
                            spots.push(self.text_spot(range.end..range.end, end, node, end_tag));
                        }
                    }
                    return;
                };
                let is_renamed = !is_same_name(old, new, syntax.is_xml);
                if is_renamed {
                    let mut name = String::new();
                    syntax.push_element_name(&mut name, new);
                    for tag in [Some(tag), self.extents.end_tag(origin)].into_iter().flatten() {
                        let name = name.clone();
                        spots.push(self.text_spot(name_in(source, tag.start), start, node, name));
                    }
                }
                if self.has_other_attributes(node, origin) {
                    self.plan_attributes(node, origin, tag.range(), spots);
                }
                let is_self_closing = self.is_self_closing(origin);
                if (is_renamed || has_tags)
                    && self.extents.end_tag(origin).is_none()
                    && !is_self_closing
                    && !(edited.is_html_or_body(node) && item.end_tag.is_some())
                {
                    spots.push(self.text_spot(range.end..range.end, end, node, end_tag));
                }
            }
            (_, Kind::Text(text)) if is_changed => match self.extents.clean(origin) {
                Some(range) => {
                    let parent = edited.items[node].parent;
                    let is_first = source[..range.start].ends_with('>')
                        && (node == parent + 1 || edited.items[parent].kind == Kind::Contents);
                    let mut out = String::new();
                    syntax.push_text(&mut out, edited, parent, text, is_first);
                    self.push_early_end_tags(&mut out, range.clone());
                    spots.push(self.text_spot(range, start, node, out));
                }
                None => self.failed.push(edited.items[node].parent),
            },
            (_, Kind::Comment(_) | Kind::Instruction { .. } | Kind::Doctype(..)) if is_changed => {
                match item.span {
                    Some(span) => {
                        let mut out = String::new();
                        syntax.push_other(&mut out, edited, node);
                        spots.push(self.text_spot(span.range(), start, node, out));
                    }
                    None => self.failed.push(node),
                }
            }
            (Kind::Shadow(_), Kind::Shadow(_)) if is_changed => self.failed.push(node),
            _ => {}
        }
    }

    /// Writes the end tags of `html` and `body` that are in a range.
    fn push_early_end_tags(&self, out: &mut String, range: Range<usize>) {
        let mut tags = self.early_end_tags.clone();
        tags.retain(|tag| range.start <= tag.start && tag.end <= range.end);
        tags.sort_by_key(|tag| tag.start);
        out.extend(tags.into_iter().map(|tag| &self.source[tag.range()]));
    }

    /// The range from the first such end tag to the end of an unedited text, if there is one, and the text in it.
    fn before_early_end_tags(&self, text: usize, range: Range<usize>) -> (Range<usize>, String) {
        let origin = self.origins[text].filter(|_| !self.dirty[text]);
        let is_text = matches!(self.edited.items[text].kind, Kind::Text(_));
        let extent = origin.filter(|_| is_text).and_then(|origin| self.extents.clean(origin));
        let Some(extent) = extent.filter(|extent| extent.end == range.end) else {
            return (range, String::new());
        };
        let mut tags = self.early_end_tags.clone();
        tags.retain(|tag| extent.start <= tag.start && tag.end <= extent.end);
        tags.sort_by_key(|tag| tag.start);
        let Some(first) = tags.first() else { return (range, String::new()) };
        let (mut at, mut between) = (first.start, String::new());
        for tag in &tags {
            between.push_str(&self.source[at..tag.start]);
            at = tag.end;
        }
        between.push_str(&self.source[at..extent.end]);
        (first.start..extent.end, between)
    }

    /// Whether the start tag of an element is its end as well.
    fn is_self_closing(&self, origin: usize) -> bool {
        let item = &self.first.items[origin];
        let can_be = self.syntax.is_xml
            || self.first.name(origin).is_some_and(|name| name.namespace != Namespace::Html);
        can_be && item.span.is_some_and(|tag| self.source[tag.range()].ends_with("/>"))
    }

    /// Plans changes of attributes in a start tag.
    fn plan_attributes(
        &mut self,
        node: usize,
        origin: usize,
        tag: Range<usize>,
        spots: &mut Vec<Spot>,
    ) {
        let (edited, source, syntax) = (self.edited, self.source, self.syntax);
        let order = 2 * node;
        let key = |name: sapwood_tree::QualifiedName<'d>| (name.local.text, name.namespace_url);
        let mut new: Vec<_> = edited.attributes(node).iter().map(|it| it.0).collect();
        new.sort_by_key(|it| key(it.name));
        let mut old: Vec<_> = self.first.attributes(origin).iter().map(|it| it.0.name).collect();
        old.sort_by_key(|name| key(*name));
        let written = attributes_in(source, tag.clone());
        let mut removed = Vec::new();
        for (attribute, span) in self.first.attributes(origin) {
            let found = new.binary_search_by_key(&key(attribute.name), |it| key(it.name));
            let now = found.ok().map(|at| new[at]);
            if now.is_some_and(|now| now.value == attribute.value) {
                continue;
            }
            let Some(span) = span else { return self.failed.push(node) };
            let own = attribute_at(source, span.start, span.end);
            let Some(now) = now else {
                removed.push(&source[own.name.clone()]);
                if !tag.contains(&span.start) {
                    spots.push(self.removal(own.whole, order, node));
                }
                continue;
            };
            let mut text = String::new();
            let range = match &own.value {
                Some(value) => {
                    syntax.push_value(&mut text, now.value, value.quote);
                    let quotes = usize::from(value.quote.is_some());
                    // The quotes stay where they can.
                    let quote = value.quote.map(char::from);
                    if let Some(quote) = quote.filter(|quote| text.starts_with(*quote)) {
                        text = text[1..text.len() - 1].to_owned();
                        debug_assert!(!text.contains(quote));
                        value.range.clone()
                    } else {
                        value.range.start - quotes..(value.range.end + quotes).min(own.whole.end)
                    }
                }
                None => {
                    text.push('=');
                    syntax.push_value(&mut text, now.value, Some(b'"'));
                    own.name.end..own.name.end
                }
            };
            spots.push(self.text_spot(range, order, node, text));
        }
        if !removed.is_empty() {
            removed.sort_unstable();
            let mut lower: Vec<_> = removed.iter().map(|name| name.to_ascii_lowercase()).collect();
            lower.sort_unstable();
            for attribute in &written {
                let name = &source[attribute.name.clone()];
                let is_removed = match syntax.is_xml {
                    true => removed.binary_search(&name).is_ok(),
                    false => lower.binary_search(&name.to_ascii_lowercase()).is_ok(),
                };
                if is_removed {
                    spots.push(self.removal(attribute.whole.clone(), order, node));
                }
            }
        }
        let end = written.last().map_or_else(|| name_in(source, tag.start).end, |it| it.whole.end);
        let mut text = String::new();
        for (attribute, _) in edited.attributes(node) {
            if old.binary_search_by_key(&key(attribute.name), |name| key(*name)).is_err() {
                text.push(' ');
                syntax.push_attribute_name(&mut text, attribute.name);
                text.push('=');
                syntax.push_value(&mut text, attribute.value, Some(b'"'));
            }
        }
        if !text.is_empty() {
            spots.push(self.text_spot(end..end, order + 1, node, text));
        }
    }

    /// The removal of an attribute, with the white space before it where that separates nothing else.
    fn removal(&self, attribute: Range<usize>, order: usize, node: usize) -> Spot {
        let bytes = self.source.as_bytes();
        let follows = bytes.get(attribute.end).is_some_and(|byte| is_space(*byte) || *byte == b'>');
        let spaces = bytes[..attribute.start].iter().rev().take_while(|byte| is_space(**byte));
        let start = attribute.start - if follows { spaces.count() } else { 0 };
        self.text_spot(start..attribute.end, order, node, String::new())
    }

    /// Plans what changes among the children of a kept node, and collects the kept children in which something changes.
    fn plan_children(
        &mut self,
        node: usize,
        origin: usize,
        spots: &mut Vec<Spot>,
        nodes: &mut Vec<usize>,
    ) {
        if !self.dirty[node] {
            return;
        }
        let own: Vec<usize> = self.edited.children(node).collect();
        let others: Vec<usize> = self.first.children(origin).collect();
        if others.is_empty() && !own.is_empty() && self.is_self_closing(origin) {
            return self.failed.push(node);
        }
        let Some((kept, clumps)) = self.kept(origin, &own, &others) else {
            return self.failed.push(node);
        };
        nodes.extend(kept.iter().map(|(at, _)| own[*at]).filter(|child| self.dirty[*child]));
        // The place of each gap that begins with no kept child: before the next one.
        let mut next_start = vec![None; kept.len() + 1];
        for (at, (_, other)) in kept.iter().enumerate().rev() {
            let range = self.extents.range(others[*other]);
            next_start[at] = range.map(|range| range.start).or(next_start[at + 1]);
        }
        // These tags stay when a text around them doesn't. What is written anew has its own.
        let has_early = !self.early_end_tags.is_empty()
            && !matches!(self.first.items[origin].kind, Kind::Root)
            && self.first.html_id(origin) != tag::HTML;
        let (mut previous_end, mut previous) = (None, None);
        let (mut from, mut from_other) = (0, 0);
        let mut clumps = clumps.into_iter().peekable();
        for gap in 0..=kept.len() {
            let (to, to_other) = kept.get(gap).copied().unwrap_or((own.len(), others.len()));
            let inserted = &own[from..to];
            let mut removed = Vec::new();
            let mut other = from_other;
            while other < to_other {
                if let Some(clump) = clumps.next_if(|clump| clump.members.start == other) {
                    removed.push(clump.range);
                    other = clump.members.end;
                } else {
                    removed.extend(self.extents.clean(others[other]));
                    other += 1;
                }
            }
            if inserted.is_empty() {
                let order = 2 * own.get(to).copied().unwrap_or(node);
                for range in removed {
                    let mut tags = String::new();
                    if has_early {
                        self.push_early_end_tags(&mut tags, range.clone());
                    }
                    spots.push(self.text_spot(range, order, node, tags));
                }
            } else {
                let range = match (removed.first(), removed.last()) {
                    (Some(first), Some(last)) => {
                        let end = removed.iter().map(|it| it.end).max().unwrap_or(last.end);
                        Some(first.start..end)
                    }
                    _ => {
                        let place = previous_end.or(next_start[gap]);
                        place.or_else(|| self.inner_start(origin)).map(|place| place..place)
                    }
                };
                let is_rewritten = inserted.iter().any(|it| self.measures[*it].is_rewritten);
                match range {
                    Some(range) => {
                        let order = 2 * inserted[0];
                        let (range, before) = match previous {
                            Some(text) if has_early && range.is_empty() => {
                                self.before_early_end_tags(text, range)
                            }
                            _ => (range, String::new()),
                        };
                        let mut content = self.content(node, inserted.to_vec(), false);
                        content.prepend(&before);
                        if has_early {
                            self.push_early_end_tags(&mut content.text, range.clone());
                        }
                        spots.push(self.spot(range, order, node, content, is_rewritten));
                    }
                    None => self.failed.push(node),
                }
            }
            if let Some((_, other)) = kept.get(gap) {
                let range = self.extents.range(others[*other]);
                previous_end = range.map(|range| range.end).or(previous_end);
                previous = Some(own[to]);
            }
            (from, from_other) = (to + 1, to_other + 1);
        }
    }

    /// The kept children of a node, by their positions in both trees, and the clumps that are written anew.
    #[expect(clippy::type_complexity, reason = "it has one caller")]
    fn kept(
        &self,
        origin: usize,
        own: &[usize],
        others: &[usize],
    ) -> Option<(Vec<(usize, usize)>, Vec<Clump>)> {
        let mut candidates = Vec::new();
        for (at, child) in own.iter().enumerate() {
            let Some(other) = self.origins[*child] else { continue };
            let is_here = self.first.items[other].parent == origin && other != origin;
            let is_written = self.measures[*child].is_rewritten
                || self.extents.range(other).is_none() && self.dirty[*child];
            if is_here && !is_written {
                // It is there, since `other` is a child.
                let position = others.binary_search(&other).ok()?;
                candidates.push((at, position));
            }
        }
        let mut kept = longest_increasing(candidates);
        let mut is_kept = vec![false; others.len()];
        for (_, other) in &kept {
            is_kept[*other] = true;
        }
        let is_tangled = |position: usize| {
            let other = others[position];
            self.extents.range(other).is_some() && self.extents.clean(other).is_none()
        };
        let mut clumps = Vec::new();
        if (0..others.len()).any(|position| !is_kept[position] && is_tangled(position)) {
            clumps = self.extents.clumps(others);
            clumps.retain(|clump| {
                clump.members.clone().any(|position| !is_kept[position] && is_tangled(position))
            });
            if !clumps.iter().all(|clump| self.extents.is_clean(clump)) {
                return None;
            }
            for clump in &clumps {
                is_kept[clump.members.clone()].fill(false);
            }
            kept.retain(|(_, other)| is_kept[*other]);
        }
        Some((kept, clumps))
    }

    /// The place of the first child of a node that has no kept child in the source.
    fn inner_start(&self, mut origin: usize) -> Option<usize> {
        if self.first.items[origin].kind == Kind::Contents {
            origin = self.first.items[origin].parent;
        }
        let item = &self.first.items[origin];
        match item.kind {
            Kind::Root => Some(self.extents.range(origin).map_or(0, |range| range.start)),
            _ => match item.span {
                Some(tag) => Some(tag.end),
                None => self.extents.range(origin).map(|range| range.start),
            },
        }
    }

    /// The markup of nodes that are written into `parent`. Nodes of the first parse are regions of the source unless
    /// `is_anew`.
    fn content(&mut self, parent: usize, nodes: Vec<usize>, is_anew: bool) -> Content {
        let mut content = Content::default();
        let edited = self.edited;
        let mut open: Vec<usize> = Vec::new();
        for node in nodes {
            let mut anew_until = if is_anew { usize::MAX } else { 0 };
            let end = edited.items[node].end;
            let mut at = node;
            while at < end {
                while let Some(last) = open.pop_if(|last| edited.items[*last].end <= at) {
                    self.syntax.push_end(&mut content.text, edited, last);
                }
                if self.measures[at].is_rewritten {
                    anew_until = anew_until.max(edited.items[at].end);
                }
                let is_anew = at < anew_until;
                if let Some((origin, range)) = self.region_of(at, is_anew) {
                    let number = self.regions.len();
                    self.regions.push(Region { range, spots: Vec::new() });
                    content.regions.push((content.text.len(), number));
                    if self.dirty[at] && origin != 0 {
                        self.roots.push((number, at));
                    }
                    at = edited.items[at].end;
                    continue;
                }
                let parent = if at == node { parent } else { edited.items[at].parent };
                match edited.items[at].kind {
                    Kind::Text(text) => {
                        let is_first = at == parent + 1 && content.text.ends_with('>');
                        self.syntax.push_text(&mut content.text, edited, parent, text, is_first);
                    }
                    Kind::Element(_) | Kind::Shadow(_) => {
                        if !self.is_omitted(at, is_anew) {
                            self.syntax.push_start(&mut content.text, edited, at);
                            open.push(at);
                        }
                    }
                    _ => self.syntax.push_other(&mut content.text, edited, at),
                }
                at += 1;
            }
            while let Some(last) = open.pop() {
                self.syntax.push_end(&mut content.text, edited, last);
            }
        }
        content
    }

    /// Whether the tags of an element that the parser implied are left out.
    fn is_omitted(&self, node: usize, is_anew: bool) -> bool {
        let has_tags = self.measures[node].has_tags || self.measures[node].has_start;
        let is_implied =
            |origin: usize| self.first.items[origin].is_implied && !self.is_changed(node, origin);
        !is_anew && !has_tags && self.origins[node].is_some_and(is_implied)
    }

    /// The node of the first parse whose markup is written for a node, and the range of the markup.
    fn region_of(&self, node: usize, is_anew: bool) -> Option<(usize, Range<usize>)> {
        let origin = self.origins[node]?;
        let range = self.extents.clean(origin)?;
        let is_usable = match self.edited.items[node].kind {
            // Its identifiers may be followed by errors that force quirks mode.
            Kind::Doctype(..) => !self.is_changed(node, origin),
            _ if is_anew => false,
            Kind::Element(_) => true,
            Kind::Text(_) => {
                let is_raw = self.syntax.is_raw(self.edited, self.edited.items[node].parent)
                    || self.syntax.is_raw(self.first, self.first.items[origin].parent);
                let source = &self.source[range.clone()];
                !is_raw && !source.starts_with(CDATA_START) && !source.ends_with(CDATA_END)
            }
            _ => false,
        };
        is_usable.then_some((origin, range))
    }
}

/// A longest subsequence in which the second numbers increase.
fn longest_increasing(pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    if pairs.is_sorted_by_key(|pair| pair.1) {
        return pairs;
    }
    // The last pair of the best sequence of each length, and the one before each pair.
    let mut lasts: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let length = lasts.partition_point(|last| pairs[*last].1 < pair.1);
        before[at] = length.checked_sub(1).map(|shorter| lasts[shorter]);
        if length == lasts.len() {
            lasts.push(at);
        } else {
            lasts[length] = at;
        }
    }
    let mut sequence: Vec<_> = std::iter::successors(lasts.last().copied(), |at| before[*at])
        .map(|at| pairs[at])
        .collect();
    sequence.reverse();
    sequence
}
