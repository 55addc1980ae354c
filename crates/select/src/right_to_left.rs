//! One element against a complex selector, from right to left.
//!
//! *Problem.* Of the elements that a descendant or later-sibling combinator allows, any may be the one that makes
//! the rest match. Trying all combinations takes exponential time.
//!
//! *Idea.* The nearest element that matches a compound is taken, since it leaves the most elements for the compounds
//! further left. If the rest fails from there, the [`Outcome`] says which combinator still has alternatives,
//! so no choice is retried that cannot change the result.
//!
//! *Invariant.* An attempt visits the ancestors and their earlier siblings a constant number of times per compound.
//! That is linear for one element; [`MatchContext`] switches to the [automaton](crate::automaton) when many
//! elements add up.

use sapwood_tree::{Node, previous_element};

use crate::{
    context::MatchContext,
    program::{Compound, Program},
    syntax::Combinator,
};

/// The result of an attempt to match a prefix of the compounds at an element.
enum Outcome {
    Match,
    /// Failed here; an earlier sibling may match.
    NotHere,
    /// No earlier sibling can match; an ancestor may.
    NotAmongSiblings,
    /// Nothing further left or up can match.
    Nowhere,
}

impl<'d, N: Node<'d>> MatchContext<N> {
    /// Whether `element` matches the complex selector of these compounds.
    pub(crate) fn matches_right_to_left(
        &mut self,
        program: &Program,
        compounds: &[Compound],
        element: N,
    ) -> bool {
        matches!(self.attempt(program, compounds, element), Outcome::Match)
    }

    /// Recurses once per compound, at most [`MAX_COMPOUNDS`](crate::program::MAX_COMPOUNDS) deep.
    #[inline]
    fn attempt(&mut self, program: &Program, compounds: &[Compound], element: N) -> Outcome {
        self.effort += 1;
        let Some((last, before)) = compounds.split_last() else { return Outcome::Match };
        // Most attempts fail here.
        if !last.key.fits(element, self.mode) {
            return Outcome::NotHere;
        }
        self.attempt_part(program, last, before, element)
    }

    fn attempt_part(
        &mut self,
        program: &Program,
        last: &Compound,
        before: &[Compound],
        element: N,
    ) -> Outcome {
        if !last.key_suffices && !self.matches_compound(program, last, element) {
            return Outcome::NotHere;
        }
        if before.is_empty() {
            return Outcome::Match;
        }
        match last.combinator {
            Combinator::Child => match element.parent() {
                Some(parent) => match self.attempt_above(program, before, parent) {
                    // Siblings have the same parent.
                    Outcome::NotHere => Outcome::NotAmongSiblings,
                    outcome => outcome,
                },
                None => Outcome::Nowhere,
            },
            Combinator::Descendant => {
                let mut ancestor = element.parent();
                while let Some(node) = ancestor {
                    match self.attempt_above(program, before, node) {
                        Outcome::NotHere | Outcome::NotAmongSiblings => ancestor = node.parent(),
                        outcome => return outcome,
                    }
                }
                Outcome::Nowhere
            }
            Combinator::NextSibling => match previous_element(element) {
                Some(sibling) => self.attempt(program, before, sibling),
                None => Outcome::NotAmongSiblings,
            },
            Combinator::LaterSibling => {
                let mut earlier = previous_element(element);
                while let Some(sibling) = earlier {
                    match self.attempt(program, before, sibling) {
                        Outcome::NotHere => earlier = previous_element(sibling),
                        outcome => return outcome,
                    }
                }
                Outcome::NotAmongSiblings
            }
        }
    }

    /// An attempt at a parent. A fragment that is the scope matches a lone `:scope`.
    #[inline]
    fn attempt_above(&mut self, program: &Program, compounds: &[Compound], node: N) -> Outcome {
        if node.is_element() {
            return self.attempt(program, compounds, node);
        }
        match compounds {
            [compound] if compound.is_scope() && node == self.scope => Outcome::Match,
            _ => Outcome::Nowhere,
        }
    }
}
