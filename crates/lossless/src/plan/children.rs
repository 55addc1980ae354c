//! Children that are kept, removed and inserted.

use std::ops::Range;

use sapwood_names::tag;
use sapwood_tree::Span;

use super::{Planner, Spot};
use crate::{extents::Clump, flat::Kind};

/// The children of a node that stay in place.
struct Kept {
    /// Their positions among the children in the edited tree and in the first parse.
    pairs: Vec<(usize, usize)>,
    /// Children of the first parse that are written anew.
    clumps: Vec<Clump>,
}

/// A place between two kept children.
struct Gap<'g> {
    node: usize,
    origin: usize,
    inserted: &'g [usize],
    removed: Vec<Range<usize>>,
    /// The kept child before it.
    previous: Option<usize>,
    /// The kept child after it.
    next: Option<usize>,
    /// The end of what is before it, and the start of what is after it.
    previous_end: Option<usize>,
    next_start: Option<usize>,
    /// Whether end tags in it stay.
    keeps_end_tags: bool,
}

impl Planner<'_, '_> {
    /// Plans what changes among the children of a kept node, and collects the kept children in which something changes.
    pub(super) fn plan_children(
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
        let Some(Kept { pairs, clumps }) = self.kept(origin, &own, &others) else {
            return self.failed.push(node);
        };
        nodes.extend(pairs.iter().map(|(at, _)| own[*at]).filter(|child| self.dirty[*child]));
        let mut next_starts = vec![None; pairs.len() + 1];
        for (at, (_, other)) in pairs.iter().enumerate().rev() {
            let range = self.extents.range(others[*other]);
            next_starts[at] = range.map(|range| range.start).or(next_starts[at + 1]);
        }
        // The markup of `html`, if it is written anew, has end tags of its own.
        let keeps_end_tags = !self.early_end_tags.is_empty()
            && !matches!(self.first.items[origin].kind, Kind::Root)
            && self.first.html_id(origin) != tag::HTML;
        let (mut previous_end, mut previous) = (None, None);
        let (mut from, mut from_other) = (0, 0);
        let mut clumps = clumps.into_iter().peekable();
        for (number, next_start) in next_starts.into_iter().enumerate() {
            let pair = pairs.get(number).copied();
            let (to, to_other) = pair.unwrap_or((own.len(), others.len()));
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
            let (inserted, next) = (&own[from..to], own.get(to).copied());
            self.plan_gap(
                Gap {
                    node,
                    origin,
                    inserted,
                    removed,
                    previous,
                    next,
                    previous_end,
                    next_start,
                    keeps_end_tags,
                },
                spots,
            );
            if let Some((_, other)) = pair {
                let range = self.extents.range(others[other]);
                previous_end = range.map(|range| range.end).or(previous_end);
                previous = next;
            }
            (from, from_other) = (to + 1, to_other + 1);
        }
    }

    fn plan_gap(&mut self, gap: Gap<'_>, spots: &mut Vec<Spot>) {
        let Gap { node, inserted, keeps_end_tags, .. } = gap;
        let Some(first) = inserted.first() else {
            let order = 2 * gap.next.unwrap_or(node);
            for range in gap.removed {
                let mut tags = String::new();
                if keeps_end_tags {
                    self.push_early_end_tags(&mut tags, range.clone());
                }
                spots.push(self.text_spot(range, order, node, tags));
            }
            return;
        };
        let removed_end = gap.removed.iter().map(|range| range.end).max();
        let range = match (gap.removed.first(), removed_end) {
            (Some(first), Some(end)) => Some(first.start..end),
            _ => {
                let place = gap.previous_end.or(gap.next_start);
                place.or_else(|| self.inner_start(gap.origin)).map(|place| place..place)
            }
        };
        let Some(range) = range else { return self.failed.push(node) };
        let (range, before) = match gap.previous {
            Some(text) if keeps_end_tags && range.is_empty() => {
                self.before_early_end_tags(text, range)
            }
            _ => (range, String::new()),
        };
        let mut content = self.content(node, inserted, false);
        content.prepend(&before);
        if keeps_end_tags {
            self.push_early_end_tags(&mut content.text, range.clone());
        }
        let is_rewritten = inserted.iter().any(|it| self.measures[*it].is_rewritten);
        spots.push(self.spot(range, 2 * first, node, content, is_rewritten));
    }

    /// The kept children of a node, by their positions in both trees, and the clumps that are written anew.
    fn kept(&self, origin: usize, own: &[usize], others: &[usize]) -> Option<Kept> {
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
        Some(Kept { pairs: kept, clumps })
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

    /// The end tags of `html` and `body` that are in a range, in order.
    pub(super) fn early_end_tags_in(&self, range: &Range<usize>) -> Vec<Span> {
        let mut tags = self.early_end_tags.clone();
        tags.retain(|tag| range.start <= tag.start && tag.end <= range.end);
        tags.sort_by_key(|tag| tag.start);
        tags
    }

    /// Writes the end tags of `html` and `body` that are in a range.
    pub(super) fn push_early_end_tags(&self, out: &mut String, range: Range<usize>) {
        let tags = self.early_end_tags_in(&range);
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
        let tags = self.early_end_tags_in(&extent);
        let Some(first) = tags.first() else { return (range, String::new()) };
        let (mut at, mut between) = (first.start, String::new());
        for tag in &tags {
            between.push_str(&self.source[at..tag.start]);
            at = tag.end;
        }
        between.push_str(&self.source[at..extent.end]);
        (first.start..extent.end, between)
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
