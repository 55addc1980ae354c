//! Matching an element, and the switch to matching all elements at once.
//!
//! *Problem.* Matching one element takes up to linear time, so matching many may take quadratic time.
//!
//! *Idea.* For each complex selector with combinators, and each relative selector, count the elements visited. While
//! the count is below what one pass over the tree costs, elements are matched one by one. After that, one pass
//! answers the selector for the whole tree, and every later question is a lookup in a [`NodeSet`].
//!
//! *Invariant.* The total cost is at most about twice that of the pass, for any sequence of questions. The tree must
//! not change meanwhile.
//!
//! Simple selectors contain selectors, so this module and its callees call each other: [`has`], [`automaton`],
//! [`nth`](crate::nth) and [`right_to_left`](crate::right_to_left) match compound selectors by it.

use sapwood_tree::{Node, NodeKind, root_of};

use super::{MIN_BUDGET, MatchContext, Memo, NodeSet};
use crate::{
    automaton, direction, editable, forms, has,
    program::{Complex, Compound, ListId, Program, Simple},
    pseudo::Rule,
    simple,
};

impl<'d, N: Node<'d>> MatchContext<N> {
    /// Whether `element` matches a selector list.
    pub(crate) fn matches_list(&mut self, program: &Program, list: ListId, element: N) -> bool {
        program.list_of(list).alternatives.iter().any(|c| self.matches_complex(program, c, element))
    }

    /// Whether `element` matches a complex selector.
    pub(crate) fn matches_complex(
        &mut self,
        program: &Program,
        complex: &Complex,
        element: N,
    ) -> bool {
        if let [compound] = &*complex.compounds {
            return self.matches_compound(program, compound, element);
        }
        self.answer(program, complex, element, |context, _| {
            Some(context.matches_right_to_left(program, &complex.compounds, element))
        })
    }

    /// Whether `:has()` of a relative selector holds for `element`.
    fn has(&mut self, program: &Program, relative: &Complex, element: N) -> bool {
        self.answer(program, relative, element, |context, budget| {
            has::find(context, program, &relative.compounds, element, budget)
        })
    }

    /// Answers for `element` from the memo, or by `search` within the budget, or by a pass over the tree.
    ///
    /// `search` gets the value of `effort` at which it may give up with `None`.
    fn answer(
        &mut self,
        program: &Program,
        complex: &Complex,
        element: N,
        search: impl FnOnce(&mut Self, usize) -> Option<bool>,
    ) -> bool {
        if self.memos.is_empty() {
            self.memos.resize_with(program.complexes, || Memo::Unasked);
        }
        let (spent, most) = match &self.memos[complex.number] {
            Memo::Known(bits) => return bits.get(element.index()),
            Memo::Unasked if complex.relative => (0, has::cost_of_all(complex, element)),
            Memo::Unasked => (0, element.bound() + MIN_BUDGET),
            Memo::Spent { spent, most } => (*spent, *most),
        };
        if spent < most {
            let before = self.effort;
            let found = search(self, before + (most - spent));
            let spent = spent + (self.effort - before);
            self.memos[complex.number] = Memo::Spent { spent, most };
            if let Some(found) = found {
                return found;
            }
        }
        let mut bits = NodeSet::new(element.bound());
        let root = root_of(element);
        if complex.relative {
            has::all(self, program, &complex.compounds, root, &mut bits);
        } else {
            automaton::all(self, program, complex, root, &mut bits);
        }
        let found = bits.get(element.index());
        self.memos[complex.number] = Memo::Known(bits);
        found
    }

    /// Whether `element` matches a compound selector.
    #[inline]
    pub(crate) fn matches_compound(
        &mut self,
        program: &Program,
        compound: &Compound,
        element: N,
    ) -> bool {
        compound.simples.iter().all(|test| self.matches_simple(program, test, element))
    }

    /// Whether `element`, which matches the simple selector at index `decided`, matches the others.
    #[inline]
    pub(crate) fn matches_rest(
        &mut self,
        program: &Program,
        compound: &Compound,
        decided: usize,
        element: N,
    ) -> bool {
        let mut simples = compound.simples.iter().enumerate();
        simples.all(|(at, test)| at == decided || self.matches_simple(program, test, element))
    }

    #[inline]
    fn matches_simple(&mut self, program: &Program, test: &Simple, element: N) -> bool {
        match simple::matches(test, &element, self.mode) {
            Some(passes) => passes,
            None => self.matches_in_tree(program, test, element),
        }
    }

    /// Whether `element` matches a simple selector that depends on other nodes.
    fn matches_in_tree(&mut self, program: &Program, test: &Simple, element: N) -> bool {
        match test {
            Simple::Root => {
                element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
            }
            Simple::Scope => element == self.scope,
            Simple::Empty => self.is_empty(element),
            Simple::Nth(nth) => self.is_nth(element, *nth),
            Simple::NthOf(nth, list, number) => {
                self.matches_list(program, *list, element)
                    && self.is_nth_of(program, element, *nth, *list, *number)
            }
            Simple::Is(list) => self.matches_list(program, *list, element),
            Simple::Not(list) => !self.matches_list(program, *list, element),
            Simple::Has(list) => {
                program.list_of(*list).alternatives.iter().any(|r| self.has(program, r, element))
            }
            Simple::Rule(Rule::Editable) => editable::is_editable(&mut self.editable, element),
            Simple::Rule(Rule::PlaceholderShown) => forms::shows_placeholder(element),
            Simple::Rule(Rule::Defined) => forms::is_defined(&element),
            Simple::Rule(rule) if rule.is_of_validity() => {
                self.validity(element).has(*rule, element)
            }
            Simple::Rule(rule) => self.forms(element).has(*rule, element),
            Simple::Lang(ranges) => self.languages.matches(ranges, element),
            Simple::Dir { rtl } => direction::is_rtl(&mut self.directions, element) == *rtl,
            _ => false,
        }
    }

    /// [`:empty`](https://drafts.csswg.org/selectors/#the-empty-pseudo): comments don't count.
    fn is_empty(&mut self, element: N) -> bool {
        let mut child = element.first_child();
        while let Some(node) = child {
            if node.is_element() || node.has_text() {
                return false;
            }
            child = node.next_sibling();
        }
        true
    }
}
