//! `:nth-child()` and its relatives: positions among siblings.
//!
//! *Problem.* Counting the siblings before each of *n* children takes quadratic time.
//!
//! *Idea.* A few steps suffice for small families and for `:first-child`. Beyond [`NEARBY`] siblings, all children of
//! the parent are numbered from both ends at once, and the positions are memoized.
//!
//! *Invariant.* A family is numbered once per kind of counting, so the total is linear in the tree.

use sapwood_names::HashMap;
use sapwood_tree::{Node, next_element, previous_element};

use crate::{
    context::MatchContext,
    positions::Counted,
    program::{ListId, Program},
    syntax::Nth,
};

/// The number of siblings that are counted anew for each question.
const NEARBY: usize = 16;

impl<'d, N: Node<'d>> MatchContext<N> {
    /// Whether `element` has a position of `nth` among its siblings, or its siblings of the same type.
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
            None => self.position(counted, nth.from_end, element, |context, first| {
                context.number_siblings(counted, first, |_, node| {
                    Some(if nth.of_type { node.type_key() } else { 0 })
                });
            }),
        };
        nth.has(position)
    }

    /// Whether `element`, which matches `list`, has a position of `nth` among the siblings that match it.
    pub(crate) fn is_nth_of(
        &mut self,
        program: &Program,
        element: N,
        nth: Nth,
        list: ListId,
        number: usize,
    ) -> bool {
        let counted = Counted::Of(number);
        let position = self.position(counted, nth.from_end, element, |context, first| {
            context.number_siblings(counted, first, |context, node| {
                context.matches_list(program, list, node).then_some(0)
            });
        });
        nth.has(position)
    }

    /// Returns the position of `element`, or at least that it is past every match, in at most [`NEARBY`] steps.
    fn near(&mut self, element: N, nth: Nth, counts: impl Fn(N) -> bool) -> Option<u32> {
        let mut position = 1;
        let mut at = element;
        for _ in 0..NEARBY {
            let next = if nth.from_end { next_element(at) } else { previous_element(at) };
            let Some(sibling) = next else { return Some(position) };
            if counts(sibling) {
                position += 1;
                // `:first-child` and other single positions cannot match any more.
                if nth.a == 0 && i64::from(position) > i64::from(nth.b) {
                    return Some(position);
                }
            }
            at = sibling;
        }
        None
    }

    /// Returns the memoized position of `element`; `number` numbers the siblings from the first one on if needed.
    fn position(
        &mut self,
        counted: Counted,
        from_end: bool,
        element: N,
        number: impl FnOnce(&mut Self, N),
    ) -> u32 {
        let index = element.index();
        if let Some(position) = self.positions.get(counted, index, from_end) {
            return position;
        }
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
        self.positions.get(counted, index, from_end).unwrap_or_default()
    }

    /// Numbers `first` and its later siblings, separately for each `group`; elements with `None` don't count.
    fn number_siblings(
        &mut self,
        counted: Counted,
        first: N,
        mut group: impl FnMut(&mut Self, N) -> Option<u64>,
    ) {
        let mut counts: HashMap<u64, u32> = HashMap::default();
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
        self.positions.add(counted, numbered, &counts);
    }
}
