//! What `:has()` asks: relative selectors, from an element on.

use std::slice;

use crate::{
    candidates::fewest,
    node::{Node, next_element, previous_element, root_of},
    program::{Combinator, Complex, Part, Program},
    state::{Bits, LITTLE, State},
};

/// Whether `anchor` has what the parts describe; `None` once the effort reaches `budget`.
///
/// Recurses for each part, of which there are few. Several parts may make the same way many times: that is
/// what the budget is for.
pub(crate) fn find<N: Node>(
    state: &mut State<N>,
    program: &Program,
    parts: &[Part],
    anchor: N,
    budget: usize,
) -> Option<bool> {
    let Some((first, rest)) = parts.split_first() else { return Some(true) };
    let keys = slice::from_ref(&first.key);
    let start = match first.combinator {
        Combinator::Child => first_element(anchor),
        Combinator::Descendant => anchor.next_candidate(anchor, keys, &mut state.effort),
        Combinator::NextSibling | Combinator::LaterSibling => next_element(anchor),
    };
    let mut at = start;
    while let Some(node) = at {
        if state.effort >= budget {
            return None;
        }
        state.effort += 1;
        if (first.key_decides && first.combinator == Combinator::Descendant
            || state.part(program, first, node))
            && find(state, program, rest, node, budget)?
        {
            return Some(true);
        }
        at = match first.combinator {
            Combinator::Child | Combinator::LaterSibling => next_element(node),
            Combinator::Descendant => node.next_candidate(anchor, keys, &mut state.effort),
            Combinator::NextSibling => None,
        };
    }
    Some(false)
}

fn first_element<N: Node>(parent: N) -> Option<N> {
    let first = parent.first_child()?;
    if first.is_element() { Some(first) } else { next_element(first) }
}

/// What is known of the descendants of an open element, and of the siblings after one.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The bits of the children that were passed.
    children: u64,
    /// The bits of all below that were passed.
    descendants: u64,
    /// The bits of the child that was passed last: of the next sibling.
    next: u64,
}

/// About what [`all`] takes for the tree of `element`, in elements looked at.
pub(crate) fn cost_of_all<N: Node>(complex: &Complex, element: N) -> usize {
    let nodes = element.bound();
    match &*complex.parts {
        [part] => match fewest(part, root_of(element)) {
            Some((_, listed)) => nodes / 64 + listed.len(),
            // To search is less than to walk back with all that is known of each.
            None => nodes / 4,
        },
        _ => nodes + LITTLE,
    }
}

/// Finds all elements in the tree of `root` for which the parts hold.
pub(crate) fn all<N: Node>(
    state: &mut State<N>,
    program: &Program,
    parts: &[Part],
    root: N,
    found: &mut Bits,
) {
    let [part] = parts else { return walk(state, program, parts, root, found) };
    let mut listed = fewest(part, root).map(|(_, listed)| listed);
    let mut at = root;
    loop {
        let next = match &mut listed {
            Some(listed) => listed.next(),
            None => at.next_candidate(root, slice::from_ref(&part.key), &mut 0),
        };
        let Some(element) = next else { return };
        if state.part(program, part, element) {
            mark(part.combinator, element, found);
        }
        at = element;
    }
}

/// Notes that those elements have `element` which `combinator` relates to it, up to one of which that is known:
/// then it is known of the others.
fn mark<N: Node>(combinator: Combinator, element: N, found: &mut Bits) {
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

/// Finds all elements in the tree of `root` for which the parts hold, in one walk from the last node to the first.
///
/// Each part has a bit. An element's bits say which ends of the selector begin in it: those whose first
/// part it passes and the rest of which is below or after it.
fn walk<N: Node>(
    state: &mut State<N>,
    program: &Program,
    parts: &[Part],
    root: N,
    found: &mut Bits,
) {
    let mut frames = vec![Frame::default()];
    let mut at = deepest_last(root, &mut frames);
    loop {
        // All below `at` was passed, and what is known of it lies on top.
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
            for (index, part) in parts.iter().enumerate() {
                let rest = parts.get(index + 1);
                if rest.is_none_or(|next| reached(index + 1, next.combinator))
                    && part.key.fits(&at, state.flavour)
                    && (part.key_decides || state.part(program, part, at))
                {
                    bits |= 1 << index;
                }
            }
            if reached(0, parts[0].combinator) {
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

/// The last of the nodes in `node`, opening a frame for each element on the way and for itself.
fn deepest_last<N: Node>(node: N, frames: &mut Vec<Frame>) -> N {
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
