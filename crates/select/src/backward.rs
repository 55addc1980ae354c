//! One element against a complex selector, from right to left.

use crate::{
    node::{Node, previous_element},
    program::{Combinator, Part, Program},
    state::State,
};

/// How an attempt ended.
enum Outcome {
    Match,
    /// Another sibling before may do.
    NotHere,
    /// No sibling will do; an ancestor may.
    NotAmongSiblings,
    /// Nothing will do.
    Nowhere,
}

impl<N: Node> State<N> {
    /// Whether `element` matches complex selectors' parts.
    ///
    /// Of the elements that a descendant or later-sibling combinator allows, the nearest that does is
    /// taken, since it leaves the most for the parts before. When these fail, the [`Outcome`] says which
    /// combinator still has a choice, so no choice is tried again that can't help: the cost is the ancestors
    /// and their siblings before, a few times.
    pub(crate) fn backward(&mut self, program: &Program, parts: &[Part], element: N) -> bool {
        matches!(self.attempt(program, parts, element), Outcome::Match)
    }

    /// Recurses for each part, of which there are few.
    #[inline]
    fn attempt(&mut self, program: &Program, parts: &[Part], element: N) -> Outcome {
        self.effort += 1;
        let Some((last, before)) = parts.split_last() else { return Outcome::Match };
        // Most attempts end here.
        if !last.key.fits(&element, self.flavour) {
            return Outcome::NotHere;
        }
        self.attempt_part(program, last, before, element)
    }

    fn attempt_part(
        &mut self,
        program: &Program,
        last: &Part,
        before: &[Part],
        element: N,
    ) -> Outcome {
        if !last.key_decides && !self.part(program, last, element) {
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

    /// An attempt at a parent: the fragment that is the scope is one, too, for `:scope` alone.
    #[inline]
    fn attempt_above(&mut self, program: &Program, parts: &[Part], node: N) -> Outcome {
        if node.is_element() {
            return self.attempt(program, parts, node);
        }
        match parts {
            [part] if part.is_scope() && node == self.scope => Outcome::Match,
            _ => Outcome::Nowhere,
        }
    }
}
