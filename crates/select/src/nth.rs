//! Positions among siblings.

use std::collections::HashMap;

use crate::{
    node::{Node, next_element, previous_element},
    program::{ListId, Nth, Program},
    state::State,
};

/// The positions of the elements that have many siblings.
#[derive(Debug, Default)]
pub(crate) struct Positions(HashMap<(Counted, usize), Ends>);

/// Which siblings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    All,
    OfType,
    /// Those that match the list of this test.
    Of(usize),
}

/// The position from each end, from 1.
#[derive(Clone, Copy, Debug)]
struct Ends {
    start: u32,
    end: u32,
}

/// Up to so many siblings are counted each time.
const FEW: usize = 16;

impl<N: Node> State<N> {
    /// Whether `element` is where `nth` says among its siblings, or those of its type.
    pub(crate) fn is_nth(&mut self, element: N, nth: Nth) -> bool {
        let key = element.type_key();
        let counts = |node: N| !nth.of_type || node.type_key() == key;
        if nth.only {
            let first = Nth { only: false, ..nth };
            return self.is_nth(element, first)
                && self.is_nth(element, Nth { from_end: true, ..first });
        }
        let counted = if nth.of_type { Counted::OfType } else { Counted::All };
        let position = match self.near(element, nth, counts) {
            Some(position) => position,
            None => self.position(counted, nth.from_end, element, |state, first| {
                state.number_siblings(counted, first, |_, node| {
                    Some(if nth.of_type { node.type_key() } else { 0 })
                });
            }),
        };
        nth.has(position)
    }

    /// Whether `element`, which matches `list`, is where `nth` says among the siblings that do.
    pub(crate) fn is_nth_of(
        &mut self,
        program: &Program,
        element: N,
        nth: Nth,
        list: ListId,
        number: usize,
    ) -> bool {
        let counted = Counted::Of(number);
        let position = self.position(counted, nth.from_end, element, |state, first| {
            state.number_siblings(counted, first, |state, node| {
                state.list(program, list, node).then_some(0)
            });
        });
        nth.has(position)
    }

    /// The position of `element` if that takes few steps to find out.
    fn near(&mut self, element: N, nth: Nth, counts: impl Fn(N) -> bool) -> Option<u32> {
        let mut position = 1;
        let mut at = element;
        for _ in 0..FEW {
            let next = if nth.from_end { next_element(at) } else { previous_element(at) };
            let Some(sibling) = next else { return Some(position) };
            if counts(sibling) {
                position += 1;
                // `:first-child` and the like ask for no more.
                if nth.a == 0 && i64::from(position) > i64::from(nth.b) {
                    return Some(position);
                }
            }
            at = sibling;
        }
        None
    }

    /// The position of `element`, after `number` has numbered all from their first sibling on if need be.
    fn position(
        &mut self,
        counted: Counted,
        from_end: bool,
        element: N,
        number: impl FnOnce(&mut Self, N),
    ) -> u32 {
        let key = (counted, element.index());
        if !self.positions.0.contains_key(&key) {
            let mut first = element;
            match element.parent() {
                Some(parent) => first = parent.first_child().unwrap_or(first),
                None => {
                    while let Some(sibling) = first.previous_sibling() {
                        first = sibling;
                    }
                }
            }
            number(self, first);
        }
        self.positions.0.get(&key).map_or(0, |ends| if from_end { ends.end } else { ends.start })
    }

    /// Numbers the elements from `first` on, each group that `group` puts them in by itself.
    fn number_siblings(
        &mut self,
        counted: Counted,
        first: N,
        mut group: impl FnMut(&mut Self, N) -> Option<u64>,
    ) {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        let mut numbered = Vec::new();
        let mut at = Some(first);
        while let Some(node) = at {
            if node.is_element()
                && let Some(group) = group(self, node)
            {
                let count = counts.entry(group).or_default();
                *count += 1;
                numbered.push((node.index(), group, *count));
            }
            at = node.next_sibling();
        }
        let ends = numbered.into_iter().map(|(index, group, start)| {
            ((counted, index), Ends { start, end: counts[&group] - start + 1 })
        });
        self.positions.0.extend(ends);
    }
}
