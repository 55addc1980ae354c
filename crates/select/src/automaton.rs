//! Complex selectors as automata: one walk from the root to the leaves answers them for all elements.
//!
//! *Problem.* Right-to-left matching of `a b c` climbs the ancestors of each candidate. In a deep tree that takes
//! time quadratic in the number of nodes.
//!
//! *Idea.* Number the compound selectors except the last ones, and give each a bit. An element's word of bits
//! has bit *i* set if the complex selector up to and including compound *i* matches the element. The next
//! compound is tried only where its combinator allows it: a child combinator reads the parent's word, a
//! descendant combinator the union over all ancestors, and the sibling combinators the previous sibling's word or
//! the union over all earlier siblings. A [`Frame`] of these four words is kept for each open element.
//!
//! *Invariant.* When an element is visited, the frame of its parent covers exactly the element's ancestors and
//! earlier siblings. The cost per element is independent of depth and width, and a compound selector
//! costs nothing where no prefix of its selector has matched.

use sapwood_tree::Node;

use crate::{
    context::{MatchContext, NodeSet},
    program::{Complex, Compound, Program},
    syntax::Combinator,
};

/// An automaton for a list of complex selectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automaton {
    /// The first compound of each complex selector; tried at every element.
    firsts: Vec<Step>,
    /// The compound that follows the one with bit `i`, at index `i`.
    steps: Vec<Step>,
    /// The bits whose next compound follows a descendant combinator; the three below likewise.
    descendant: u64,
    child: u64,
    next_sibling: u64,
    later_sibling: u64,
    /// The bits of a fragment that is the scope: those of a leading `:scope`.
    scope: u64,
}

/// A compound selector to try: its complex selector, its index in that, and the bit that a match sets. The last
/// compound sets no bit: the whole selector has matched.
#[derive(Clone, Copy, Debug)]
struct Step {
    alternative: usize,
    compound: usize,
    sets: u64,
}

/// The state of an open element that its next child is matched with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The bits of the parent.
    parent: u64,
    /// The union of the bits of the parent and all its ancestors.
    ancestors: u64,
    /// The bits of the previous sibling.
    previous: u64,
    /// The union of the bits of all earlier siblings.
    earlier: u64,
}

impl Frame {
    /// Returns the frame for the children of an element with these bits, which is about to be opened in this frame.
    #[inline]
    pub(crate) fn inside(self, bits: u64) -> Self {
        Self { parent: bits, ancestors: self.ancestors | bits, previous: 0, earlier: 0 }
    }

    /// Whether the ancestors that have matched are those of `other`.
    pub(crate) fn has_ancestors_of(self, other: Self) -> bool {
        self.ancestors == other.ancestors
    }

    /// Records the bits of a child that has been visited.
    #[inline]
    pub(crate) fn passed(&mut self, bits: u64) {
        self.previous = bits;
        self.earlier |= bits;
    }
}

impl Automaton {
    /// Compiles `alternatives`; `None` if they need more than 64 bits.
    pub(crate) fn new(alternatives: &[Complex]) -> Option<Self> {
        let mut automaton = Self::default();
        for (alternative, complex) in alternatives.iter().enumerate() {
            let last = complex.compounds.len() - 1;
            let base = automaton.steps.len();
            if base + last > 64 {
                return None;
            }
            let step = |compound: usize| {
                let sets = if compound == last { 0 } else { 1 << (base + compound) };
                Step { alternative, compound, sets }
            };
            automaton.firsts.push(step(0));
            if complex.compounds[0].is_scope() {
                automaton.scope |= step(0).sets;
            }
            for (compound, next) in complex.compounds.iter().enumerate().skip(1) {
                automaton.steps.push(step(compound));
                *automaton.waiting(next.combinator) |= step(compound - 1).sets;
            }
        }
        Some(automaton)
    }

    /// Whether a complex selector has combinators.
    pub(crate) fn has_combinators(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Whether an element depends on its earlier siblings.
    pub(crate) fn looks_at_siblings(&self) -> bool {
        self.next_sibling | self.later_sibling != 0
    }

    /// Whether a child without bits has the same frame for its children, apart from siblings.
    #[inline]
    pub(crate) fn passes_on(&self, frame: Frame) -> bool {
        frame.parent & self.child == 0
    }

    /// Returns the bits whose next compound follows `combinator`.
    fn waiting(&mut self, combinator: Combinator) -> &mut u64 {
        match combinator {
            Combinator::Descendant => &mut self.descendant,
            Combinator::Child => &mut self.child,
            Combinator::NextSibling => &mut self.next_sibling,
            Combinator::LaterSibling => &mut self.later_sibling,
        }
    }

    /// Returns the bits of `fragment`, which are none unless it is the scope.
    pub(crate) fn scope_bits<'d, N: Node<'d>>(
        &self,
        context: &MatchContext<N>,
        fragment: N,
    ) -> u64 {
        if context.scope == fragment { self.scope } else { 0 }
    }

    /// Returns the bits of an element and whether one of the complex selectors matches it. `passes` matches the
    /// element against a compound selector.
    #[inline]
    pub(crate) fn step(
        &self,
        alternatives: &[Complex],
        frame: Frame,
        mut passes: impl FnMut(&Compound) -> bool,
    ) -> (u64, bool) {
        let (mut bits, mut matched) = (0, false);
        let mut take = |step: Step| {
            if (step.sets != 0 || !matched)
                && passes(&alternatives[step.alternative].compounds[step.compound])
            {
                bits |= step.sets;
                matched |= step.sets == 0;
            }
        };
        for step in &self.firsts {
            take(*step);
        }
        let mut waiting = frame.ancestors & self.descendant
            | frame.parent & self.child
            | frame.previous & self.next_sibling
            | frame.earlier & self.later_sibling;
        while waiting != 0 {
            take(self.steps[waiting.trailing_zeros() as usize]);
            waiting &= waiting - 1;
        }
        (bits, matched)
    }
}

/// Finds all elements in the tree of `root` that match a complex selector.
pub(crate) fn all<'d, N: Node<'d>>(
    context: &mut MatchContext<N>,
    program: &Program,
    complex: &Complex,
    root: N,
    found: &mut NodeSet,
) {
    let alternatives = std::slice::from_ref(complex);
    // The compiler limits a complex selector to `MAX_COMPOUNDS`, one bit each.
    let Some(automaton) = Automaton::new(alternatives) else { return };
    let bits = if root.is_element() {
        let passes = |compound: &Compound| context.matches_compound(program, compound, root);
        let (bits, matches) = automaton.step(alternatives, Frame::default(), passes);
        if matches {
            found.set(root.index());
        }
        bits
    } else {
        automaton.scope_bits(context, root)
    };
    let mut walk = Walk::new(root, Frame::default().inside(bits));
    while let Some(node) = walk.next() {
        let passes = |compound: &Compound| context.matches_compound(program, compound, node);
        let (bits, matches) = automaton.step(alternatives, walk.frame(), passes);
        if matches {
            found.set(node.index());
        }
        walk.passed(bits);
    }
}

/// A walk over the descendant elements of a node in tree order, with a frame for each open element.
#[derive(Debug)]
pub(crate) struct Walk<N> {
    frames: Vec<Frame>,
    /// The element returned last, or the root.
    at: Option<N>,
    /// The bits of that element.
    bits: u64,
    at_root: bool,
}

impl<'d, N: Node<'d>> Walk<N> {
    /// Starts a walk below `root`, whose children are matched with `frame`.
    pub(crate) fn new(root: N, frame: Frame) -> Self {
        Self { frames: vec![frame], at: Some(root), bits: 0, at_root: true }
    }

    /// Returns the frame to match the current element with.
    #[inline]
    pub(crate) fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }

    /// Records the bits of the current element.
    #[inline]
    pub(crate) fn passed(&mut self, bits: u64) {
        self.bits = bits;
        if let Some(frame) = self.frames.last_mut() {
            frame.passed(bits);
        }
    }

    /// Advances to the next element.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<N> {
        let mut node = self.at?;
        let mut down = node.first_child();
        if !self.at_root && down.is_some() {
            let frame = self.frame();
            self.frames.push(frame.inside(self.bits));
        }
        if self.at_root && down.is_none() {
            self.at = None;
            return None;
        }
        self.at_root = false;
        loop {
            let next = down.take().or_else(|| node.next_sibling());
            match next {
                Some(next) if next.is_element() => {
                    self.at = Some(next);
                    return Some(next);
                }
                // Only elements have children.
                Some(next) => node = next,
                None => {
                    self.frames.pop();
                    if self.frames.is_empty() {
                        self.at = None;
                        return None;
                    }
                    node = node.parent()?;
                }
            }
        }
    }
}
