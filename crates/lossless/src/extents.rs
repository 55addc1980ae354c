//! The parts of the source that the nodes of a tree were made of.
//!
//! A node's *extent* reaches from the first to the last token of its subtree. It is *clean* if the tokens in it are
//! those of the subtree and no others, so that it can be removed, moved or replaced as a whole. Where the parser puts nodes
//! elsewhere than their tokens are (foster parenting, the adoption agency), some extents aren't clean.

use std::ops::Range;

use sapwood_tree::Span;

use crate::flat::{Flat, Item, Kind};

/// The extents of the nodes of the tree that the source was parsed to.
#[derive(Debug)]
pub(crate) struct Extents {
    nodes: Vec<Extent>,
    /// The starts of all tokens in ascending order, and the furthest end up to each.
    starts: Vec<usize>,
    ends: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Extent {
    start: usize,
    end: usize,
    /// The number of tokens of the subtree.
    tokens: usize,
    /// The end tag, if it ends the content.
    end_tag: Option<Span>,
    is_clean: bool,
}

impl Extent {
    const EMPTY: Self =
        Self { start: usize::MAX, end: 0, tokens: 0, end_tag: None, is_clean: false };

    fn add(&mut self, range: Range<usize>, tokens: usize) {
        self.start = self.start.min(range.start);
        self.end = self.end.max(range.end);
        self.tokens += tokens;
    }
}

impl Extents {
    pub(crate) fn of(tree: &Flat<'_>, source: &str) -> Self {
        let span_of = |item: &Item<'_>| match item.kind {
            Kind::Text(_) => item.span.map(|span| with_cdata(source, span)),
            _ => item.span,
        };
        let mut nodes = vec![Extent::EMPTY; tree.len()];
        // Descendants come first this way.
        for (index, item) in tree.items.iter().enumerate().rev() {
            let own = nodes[index];
            let extent = &mut nodes[index];
            extent.end_tag = item.end_tag.filter(|tag| tag.start >= own.end);
            for token in [span_of(item), extent.end_tag].into_iter().flatten() {
                extent.add(token.range(), 1);
            }
            let whole = *extent;
            if index > 0 && whole.tokens > 0 {
                nodes[item.parent].add(whole.start..whole.end, whole.tokens);
            }
        }
        let mut tokens = Vec::with_capacity(tree.len() * 2);
        let mut open = Vec::new();
        for (index, item) in tree.items.iter().enumerate() {
            while let Some((_, end_tag)) = open.pop_if(|(end, _)| *end <= index) {
                tokens.push(end_tag);
            }
            tokens.extend(span_of(item).map(|span| (span.start, span.end)));
            if let Some(tag) = nodes[index].end_tag {
                open.push((item.end, (tag.start, tag.end)));
            }
        }
        tokens.extend(open.into_iter().rev().map(|(_, end_tag)| end_tag));
        // They are in order, but for what the parser put elsewhere.
        if !tokens.is_sorted() {
            tokens.sort_unstable();
        }
        let starts = tokens.iter().map(|token| token.0).collect();
        let mut furthest = 0;
        let ends = tokens.iter().map(|token| {
            furthest = furthest.max(token.1);
            furthest
        });
        let mut extents = Self { nodes, starts, ends: ends.collect() };
        for node in 0..extents.nodes.len() {
            let Extent { start, end, tokens, .. } = extents.nodes[node];
            extents.nodes[node].is_clean = tokens > 0 && extents.holds(start..end, tokens);
        }
        extents
    }

    /// Whether so many tokens are in the range, and no other overlaps it, if these are.
    pub(crate) fn holds(&self, range: Range<usize>, tokens: usize) -> bool {
        let first = self.starts.partition_point(|start| *start < range.start);
        let after = self.starts.partition_point(|start| *start < range.end);
        after - first == tokens && (first == 0 || self.ends[first - 1] <= range.start)
    }

    /// The extent of a node; `None` if nothing in the source is of its subtree.
    pub(crate) fn range(&self, node: usize) -> Option<Range<usize>> {
        let Extent { start, end, tokens, .. } = self.nodes[node];
        (tokens > 0).then_some(start..end)
    }

    /// The extent of a node, if it is clean.
    pub(crate) fn clean(&self, node: usize) -> Option<Range<usize>> {
        self.range(node).filter(|_| self.nodes[node].is_clean)
    }

    /// The end tag that ends the content of an element.
    pub(crate) fn end_tag(&self, node: usize) -> Option<Span> {
        self.nodes[node].end_tag
    }

    /// Groups the children of a node: children whose extents overlap, or lie in another order than the nodes, are in one
    /// clump with those between them. Children without tokens are in none.
    pub(crate) fn clumps(&self, children: &[usize]) -> Vec<Clump> {
        let mut clumps: Vec<Clump> = Vec::new();
        for (position, child) in children.iter().enumerate() {
            let Some(range) = self.range(*child) else { continue };
            let tokens = self.nodes[*child].tokens;
            let mut new = Clump { range, members: position..position + 1, tokens };
            while let Some(last) = clumps.pop_if(|last| last.range.end > new.range.start) {
                new.range =
                    new.range.start.min(last.range.start)..new.range.end.max(last.range.end);
                new.members.start = last.members.start;
                new.tokens += last.tokens;
            }
            clumps.push(new);
        }
        clumps
    }

    /// Whether the tokens in the range of a clump are those of its members and no others.
    pub(crate) fn is_clean(&self, clump: &Clump) -> bool {
        self.holds(clump.range.clone(), clump.tokens)
    }
}

/// The span of a text with the marks of the CDATA sections that it begins and ends in.
fn with_cdata(source: &str, span: Span) -> Span {
    let begins = source[..span.start].ends_with(CDATA_START);
    let ends = source[span.end..].starts_with(CDATA_END);
    Span {
        start: span.start - if begins { CDATA_START.len() } else { 0 },
        end: span.end + if ends { CDATA_END.len() } else { 0 },
    }
}

pub(crate) const CDATA_START: &str = "<![CDATA[";
pub(crate) const CDATA_END: &str = "]]>";

/// Children that can only be written together.
#[derive(Clone, Debug)]
pub(crate) struct Clump {
    pub(crate) range: Range<usize>,
    /// Their positions among the children.
    pub(crate) members: Range<usize>,
    tokens: usize,
}
