//! `:has()`: relative selectors, matched from an anchor element on.
//!
//! *Problem.* For each anchor, a relative selector is searched for among the anchor's descendants or later
//! siblings. Nested anchors and several combinators make searches visit the same elements again and again.
//!
//! *Idea.* [`find`] searches from one anchor, and gives up when its share of a budget is used. From then on [`all`]
//! finds every anchor at once. A relative selector of one compound is resolved from its end: the matches of the
//! compound are enumerated, and each [marks](mark) its anchors. Longer ones take a [walk](walk) from the last node to
//! the first, which is the [automaton](crate::automaton) in the other direction: an element's word has bit *i* set if
//! the suffix of the selector from compound *i* on matches with its first compound at the element.
//!
//! *Invariant.* Marking stops at the first anchor that is marked already: whoever marked it has also marked
//! the anchors beyond. So each element is marked once.

use sapwood_tree::{Node, next_element, previous_element, root_of};
use std::slice;

use crate::{
    candidates::shortest_list,
    context::{MIN_BUDGET, MatchContext, NodeSet},
    program::{Complex, Compound, Program},
    syntax::Combinator,
};

/// Returns whether the relative selector matches at `anchor`; `None` once the context's effort reaches `budget`.
///
/// Recurses once per compound, at most [`MAX_COMPOUNDS`](crate::program::MAX_COMPOUNDS) deep.
pub(crate) fn find<'d, N: Node<'d>>(
    context: &mut MatchContext<N>,
    program: &Program,
    compounds: &[Compound],
    anchor: N,
    budget: usize,
) -> Option<bool> {
    let Some((first, rest)) = compounds.split_first() else { return Some(true) };
    let keys = slice::from_ref(&first.key);
    let start = match first.combinator {
        Combinator::Child => first_element(anchor),
        Combinator::Descendant => anchor.next_candidate(anchor, keys, &mut context.effort),
        Combinator::NextSibling | Combinator::LaterSibling => next_element(anchor),
    };
    let mut at = start;
    while let Some(node) = at {
        if context.effort >= budget {
            return None;
        }
        context.effort += 1;
        if (first.key_suffices && first.combinator == Combinator::Descendant
            || context.matches_compound(program, first, node))
            && find(context, program, rest, node, budget)?
        {
            return Some(true);
        }
        at = match first.combinator {
            Combinator::Child | Combinator::LaterSibling => next_element(node),
            Combinator::Descendant => node.next_candidate(anchor, keys, &mut context.effort),
            Combinator::NextSibling => None,
        };
    }
    Some(false)
}

fn first_element<'d, N: Node<'d>>(parent: N) -> Option<N> {
    let first = parent.first_child()?;
    if first.is_element() { Some(first) } else { next_element(first) }
}

/// The bits of the visited part of an open element, which is the end of it: the walk goes backward.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The union of the bits of the visited children.
    children: u64,
    /// The union of the bits of the visited descendants.
    descendants: u64,
    /// The bits of the child visited last, which is the next sibling of the child to visit next.
    next: u64,
}

/// Estimates the cost of [`all`] in elements visited.
pub(crate) fn cost_of_all<'d, N: Node<'d>>(complex: &Complex, element: N) -> usize {
    let nodes = element.bound();
    match &*complex.compounds {
        [compound] => match shortest_list(compound, root_of(element)) {
            Some((_, listed)) => nodes / 64 + listed.len(),
            // A scan for the key costs less per node than the backward walk.
            None => nodes / 4,
        },
        _ => nodes + MIN_BUDGET,
    }
}

/// Adds to `found` all anchors in the tree of `root` at which the relative selector matches.
pub(crate) fn all<'d, N: Node<'d>>(
    context: &mut MatchContext<N>,
    program: &Program,
    compounds: &[Compound],
    root: N,
    found: &mut NodeSet,
) {
    let [compound] = compounds else { return walk(context, program, compounds, root, found) };
    let mut listed = shortest_list(compound, root).map(|(_, listed)| listed);
    let mut at = root;
    loop {
        let next = match &mut listed {
            Some(listed) => listed.next(),
            None => at.next_candidate(root, slice::from_ref(&compound.key), &mut 0),
        };
        let Some(element) = next else { return };
        if context.matches_compound(program, compound, element) {
            mark(compound.combinator, element, found);
        }
        at = element;
    }
}

/// Marks the anchors that `combinator` relates to `element`, nearest first, up to one that is marked already.
fn mark<'d, N: Node<'d>>(combinator: Combinator, element: N, found: &mut NodeSet) {
    let next = |element: N| match combinator {
        Combinator::Child | Combinator::Descendant => {
            element.parent().filter(|node| node.is_element())
        }
        Combinator::NextSibling | Combinator::LaterSibling => previous_element(element),
    };
    let is_one = matches!(combinator, Combinator::Child | Combinator::NextSibling);
    let mut at = next(element);
    while let Some(anchor) = at.filter(|anchor| !found.get(anchor.index())) {
        found.set(anchor.index());
        at = if is_one { None } else { next(anchor) };
    }
}

/// The backward walk of [`all`].
fn walk<'d, N: Node<'d>>(
    context: &mut MatchContext<N>,
    program: &Program,
    compounds: &[Compound],
    root: N,
    found: &mut NodeSet,
) {
    let mut frames = vec![Frame::default()];
    let mut at = deepest_last(root, &mut frames);
    loop {
        // The descendants of `at` have been visited, so the top frame is its own.
        let inside =
            if at.is_element() { frames.pop().unwrap_or_default() } else { Frame::default() };
        let around = frames.last().copied().unwrap_or_default();
        if at.is_element() {
            let reached = |index: usize, combinator: Combinator| {
                let bits = match combinator {
                    Combinator::Child => inside.children,
                    Combinator::Descendant => inside.descendants,
                    Combinator::NextSibling => around.next,
                    Combinator::LaterSibling => around.children,
                };
                bits >> index & 1 == 1
            };
            let mut bits = 0;
            for (index, compound) in compounds.iter().enumerate() {
                let rest = compounds.get(index + 1);
                if rest.is_none_or(|next| reached(index + 1, next.combinator))
                    && compound.key.fits(at, context.mode)
                    && (compound.key_suffices || context.matches_compound(program, compound, at))
                {
                    bits |= 1 << index;
                }
            }
            if reached(0, compounds[0].combinator) {
                found.set(at.index());
            }
            if let Some(around) = frames.last_mut() {
                around.children |= bits;
                around.descendants |= bits | inside.descendants;
                around.next = bits;
            }
        }
        if at == root {
            return;
        }
        at = match (at.previous_sibling(), at.parent()) {
            (Some(previous), _) => deepest_last(previous, &mut frames),
            (None, Some(parent)) => parent,
            (None, None) => return,
        };
    }
}

/// Descends to the last node within `node`, pushing a frame for each element on the way.
fn deepest_last<'d, N: Node<'d>>(node: N, frames: &mut Vec<Frame>) -> N {
    let mut at = node;
    loop {
        if at.is_element() {
            frames.push(Frame::default());
        }
        match at.last_child() {
            Some(last) => at = last,
            None => return at,
        }
    }
}
